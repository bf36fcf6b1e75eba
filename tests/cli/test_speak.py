"""The option --speak of a script, which prints what a voice would say."""

from __future__ import annotations

from pathlib import Path

from tests.cli.run import run, script


def test_a_script_prints_what_is_said_in_its_language_and_by_default_nothing(tmp_path: Path) -> None:
    events = script(tmp_path / "events.jsonl", {"do": "key", "key": "1"}, {"do": "key", "key": "2"})
    command = ["script", "vierfrei", events, "--number", 42, "--shots", tmp_path, "--builtin"]
    silent, english = run(*command, "--lang", "en"), run(*command, "--lang", "en", "--speak")
    assert silent == (0, "line 2: bell\n", "")
    assert english.out.splitlines()[-3:] == [
        "said: chosen, column 1: 10 of diamonds, 9 of spades",
        "said: Not possible, 9 of spades: from column 1 to column 2",
        "line 2: bell",
    ]
    assert "said: Endplatz Kreuz: leer" in run(*command, "--lang", "de", "--speak").out


def test_the_desktop_says_its_icons_and_the_window_in_front(tmp_path: Path) -> None:
    keys = "Right", "Down", "Ctrl+a", "Esc", "Right", "Return"
    events = script(tmp_path / "events.jsonl", *({"do": "key", "key": key} for key in keys))
    out = run("script", "desktop", events, "--shots", tmp_path, "--lang", "en", "--speak", "--builtin").out
    assert out.splitlines()[:2] == ["said: VIERFREI", "said: VIERFREI, FreeCell, Großfamilien, Trash"]
    assert [line for line in out.splitlines() if "VIERFREI #" in line] == ["said: VIERFREI #885440"]

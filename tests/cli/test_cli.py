"""The command line: what it takes, what it refuses and how, and its exit status."""

from __future__ import annotations

import json
import locale
import os
import subprocess
import sys
from pathlib import Path

import pytest
from gemport.cards.dealtext import deal_text
from PIL import Image

from gemport import __version__, cli
from gemport.cli import system_language
from tests.cli.run import refused, run, script
from tests.places import ROOT

SHOT: dict[str, object] = {"do": "shot", "file": "a.png"}


def size(path: Path) -> tuple[int, int]:
    with Image.open(path) as picture:
        assert picture.mode == "1"
        return picture.size


# ---- as a program


def test_the_module_runs_as_a_program() -> None:
    command = [sys.executable, "-m", "gemport", "--version"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (result.returncode, result.stdout, result.stderr) == (0, f"gemport {__version__}\n", "")


def test_without_a_display_one_line_says_what_works(monkeypatch: pytest.MonkeyPatch) -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("other systems always have a display")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    message = "gemport: no display: DISPLAY is not set; --screenshot FILE makes a picture without a display"
    assert refused() == message
    assert refused("vierfrei", 7) == message
    recording = next((ROOT / "tests" / "data" / "games").glob("*.txt"))
    assert "--shots DIR or --gif FILE" in refused("replay", recording)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert "XWayland is needed" in refused("vierfrei")


@pytest.mark.parametrize(
    "arguments", [["--help"], ["-h"], *[[c, "--help"] for c in ("vierfrei", "script", "deal", "replay")]]
)
def test_help_is_there_for_everything(arguments: list[str]) -> None:
    status, out, err = run(*arguments)
    assert (status, err) == (0, "")
    assert out.startswith("usage: gemport")


def test_help_names_every_command_and_common_option() -> None:
    out = run("--help").out
    for word in ("vierfrei", "deal", "script", "replay", "--version"):
        assert word in out
    common = (
        "--screen",
        "--scale",
        "--fullscreen",
        "--lang",
        "--dat",
        "--rsc",
        "--font",
        "--system",
        "--builtin",
        "--mute",
    )
    for command in ("vierfrei", "script", "replay"):
        for option in common:
            assert option in run(command, "--help").out, (command, option)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], ["COMMAND", "'chess'", "vierfrei"]),
        (["vierfrei", "abc"], ["'abc' is no game number"]),
        (["vierfrei", "1.5"], ["'1.5' is no game number"]),
        (["vierfrei", "1000000"], ["1000000 is not in 0..999999"]),
        (["vierfrei", "--screenshot", "x.png", "-1"], ["-1"]),
        (["vierfrei", "1", "2"], ["unrecognized arguments: 2"]),
        (["vierfrei", "--colour"], ["unrecognized arguments: --colour"]),
        (["vierfrei", "--two\nlines"], ["unrecognized arguments: --two lines"]),
        (["rsc", "f", "--tree", "x"], ["'x' is no tree"]),
        (["rsc", "f", "--tree", "-1"], ["'-1' is no tree"]),
        (["--colour"], ["--colour"]),
        (["vierfrei", "--screen", "huge"], ["'huge' is no screen", "st-high"]),
        (["vierfrei", "--screen", "0x400"], ["'0x400' is no screen"]),
        (["vierfrei", "--screen", "640x"], ["'640x' is no screen"]),
        (["vierfrei", "--screen", "9000x9000"], ["'9000x9000' is no screen", "8192"]),
        (["vierfrei", "--scale", "0"], ["'0' is no scale"]),
        (["vierfrei", "--scale", "2.5"], ["'2.5' is no scale"]),
        (["vierfrei", "--lang", "fr"], ["--lang", "'fr'"]),
        (["vierfrei", "--dat"], ["--dat", "expected one argument"]),
        (["deal"], ["GAME"]),
        (["deal", "vierfrei"], ["NUMBER"]),
        (["deal", "bridge", "1"], ["'bridge' is no game"]),
        (["deal", "vierfrei", "x"], ["'x' is no game number"]),
        (["deal", "vierfrei", "1000000"], ["1000000 is not in 0..999999"]),
        (["deal", "vierfrei", "1", "--format", "xml"], ["--format", "'xml'"]),
        (["script"], ["GAME"]),
        (["script", "vierfrei", "e.jsonl", "--shots", "d"], ["--number"]),
        (["script", "vierfrei", "e.jsonl", "--number", "1"], ["--shots"]),
        (["script", "bridge", "e.jsonl", "--number", "1", "--shots", "d"], ["'bridge' is no game"]),
        (["replay"], ["FILE"]),
        (["replay", "f", "--speed", "0"], ["'0' is no speed"]),
        (["replay", "f", "--speed", "-1"], ["--speed"]),
        (["replay", "f", "--speed", "fast"], ["'fast' is no speed"]),
        (["replay", "f", "--speed", "101"], ["'101' is no speed"]),
        (["replay", "f", "--speed", "nan"], ["'nan' is no speed"]),
        (["replay", "f", "--shots", "d", "--gif", "g.gif"], ["--gif", "not allowed with", "--shots"]),
        (["replay", "f", "--shots", "d", "--speed", "2"], ["--speed"]),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(arguments: list[str], words: list[str]) -> None:
    line = refused(*arguments)
    assert line.startswith("gemport")
    for word in words:
        assert word in line


# ---- language


@pytest.mark.parametrize(
    ("settings", "language"),
    [
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "de"),
        ({"LANG": "C.UTF-8"}, "de"),
        ({"LANG": "EN"}, "en"),
        ({"LANG": "de_DE", "LC_ALL": "en_US"}, "en"),
        ({"LANG": "en_US", "LC_ALL": "de_DE"}, "de"),
        ({"LANG": "en_US", "LC_MESSAGES": "de_DE"}, "de"),
        ({"LC_MESSAGES": "en_US", "LC_ALL": "de_DE"}, "de"),
        ({"LANG": "en_US", "LC_ALL": ""}, "en"),
    ],
)
def test_the_systems_language_is_english_or_else_german(
    settings: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert system_language() == language


@pytest.mark.parametrize(
    ("known", "language"), [("English_United States", "en"), ("en_US", "en"), ("de_DE", "de"), (None, "de")]
)
def test_without_settings_the_system_itself_is_asked(
    known: str | None, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(locale, "getlocale", lambda: (known, None))
    assert system_language() == language


def test_lang_is_stronger_than_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shots = {}
    for system in ("de_DE", "en_US"):
        monkeypatch.setenv("LC_ALL", system)
        for option in (None, "de", "en"):
            path = tmp_path / "a.png"
            chosen = ["--lang", option] if option else []
            assert run("vierfrei", 1, "--screenshot", path, *chosen).status == 0
            shots[system, option] = path.read_bytes()
    assert shots["de_DE", None] == shots["de_DE", "de"] == shots["en_US", "de"]
    assert shots["en_US", None] == shots["en_US", "en"] == shots["de_DE", "en"]
    assert shots["de_DE", "de"] != shots["de_DE", "en"]


# ---- play, deal


def test_a_screenshot_shows_the_numbered_game(tmp_path: Path) -> None:
    assert run("vierfrei", "123456", "--screenshot", tmp_path / "a.png") == (0, "", "")
    assert run("vierfrei", "+0123456", "--screenshot", tmp_path / "b.png") == (0, "", "")
    assert run("vierfrei", "123457", "--screenshot", tmp_path / "c.png") == (0, "", "")
    one, same, other = ((tmp_path / name).read_bytes() for name in ("a.png", "b.png", "c.png"))
    assert one == same != other
    assert size(tmp_path / "a.png") == (640, 400)


def test_without_a_command_it_is_vierfrei_with_a_number_from_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.time_ns", lambda: 5_000_000 * 7_000_042)
    run("--screenshot", tmp_path / "a.png")
    run("vierfrei", "42", "--screenshot", tmp_path / "b.png")
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


@pytest.mark.parametrize(
    ("screen", "pixels"),
    [
        ("st-high", (640, 400)),
        ("tt-medium", (640, 480)),
        ("tt-high", (1280, 960)),
        ("640x512", (640, 512)),
        ("602x339", (602, 339)),
    ],
)
def test_screens_by_name_and_by_size(screen: str, pixels: tuple[int, int], tmp_path: Path) -> None:
    assert run("vierfrei", 1, "--screen", screen, "--screenshot", tmp_path / "a.png").status == 0
    assert size(tmp_path / "a.png") == pixels


@pytest.mark.parametrize(("screen", "room"), [("601x339", "599x300"), ("602x338", "600x299"), ("1x1", "x")])
def test_a_screen_one_pixel_too_small_is_refused(screen: str, room: str, tmp_path: Path) -> None:
    line = refused("vierfrei", 1, "--screen", screen, "--screenshot", tmp_path / "a.png")
    assert line.startswith(f"gemport: a screen of {screen} leaves ")
    assert room in line
    assert line.endswith("600x300 are needed")
    assert not (tmp_path / "a.png").exists()


def test_a_screenshot_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "a.png"
    assert refused("vierfrei", "1", "--screenshot", path) == f"gemport: {path}: No such file or directory"


@pytest.mark.parametrize("form", ["text", "fc-solve", "json"])
def test_deals_are_printed_one_after_the_other(form: str) -> None:
    status, out, err = run("deal", "vierfrei", "0", "999999", "--format", form)
    assert (status, err) == (0, "")
    assert out == "".join(deal_text("vierfrei", number, form) + "\n" for number in (0, 999999))


def test_deals_as_json_are_a_line_each() -> None:
    lines = run("deal", "vierfrei", *range(5), "--format", "json").out.splitlines()
    assert [json.loads(line)["number"] for line in lines] == [0, 1, 2, 3, 4]


def shell(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a pipe, its output held back as it is outside of tests."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"} | environment
    words = ["bash", "-o", "pipefail", "-c", f"{sys.executable} -m gemport {command}"]
    return subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True)


def test_a_reader_who_has_enough_is_no_error(tmp_path: Path) -> None:
    bells = script(tmp_path / "e.jsonl", *[{"do": "key", "key": "Undo"}] * 20)
    numbers = " ".join(map(str, range(3000)))
    for command in (
        f"deal vierfrei {numbers} | head -1",
        "--help | true",
        "vierfrei --help | true",
        "--version | true",
        f"script vierfrei {bells} --number 1 --shots {tmp_path} | true",
    ):
        result = shell(command)
        assert (result.returncode, result.stderr) == (0, ""), command


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize(
    ("command", "named"),
    [
        ("--help > /dev/full", "standard output"),
        ("deal vierfrei 1 > /dev/full", "standard output"),
        ("vierfrei 1 --screenshot /dev/full", "/dev/full"),
        ("replay tests/data/games/{game} --gif /dev/full", "/dev/full"),
        ("rsc data/vierfrei/vierfrei_de.rsc --tree 1 --png /dev/full", "/dev/full"),
    ],
)
def test_a_full_disk_is_told_in_a_line_that_names_what_could_not_be_written(command: str, named: str) -> None:
    game = next((ROOT / "tests/data/games").glob("*.txt")).name
    result = shell(command.format(game=game))
    assert (result.returncode, result.stderr) == (2, f"gemport: {named}: No space left on device\n")


def test_a_terminal_without_a_letter_gets_its_number() -> None:
    result = shell("grossfamilien --help", PYTHONIOENCODING="cp866")
    assert (result.returncode, result.stderr) == (0, "")
    assert "Gro\\xdffamilien" in result.stdout


# ---- script


def test_a_script_writes_its_shots_and_tells_of_bells(tmp_path: Path) -> None:
    events = script(
        tmp_path / "e.jsonl",
        {"do": "key", "key": "Undo"},
        {"do": "key", "key": "F2"},
        SHOT,
        {"do": "text", "text": "7"},
        {"do": "key", "key": "Return"},
        {"do": "key", "key": "Undo"},
        {"do": "shot", "file": "deep/b.png"},
    )
    shots = tmp_path / "shots"
    result = run("script", "vierfrei", events, "--number", "1", "--shots", shots)
    assert result == (0, "line 1: bell\nline 6: bell\n", "")
    assert size(shots / "a.png") == size(shots / "deep" / "b.png") == (640, 400)


def test_the_same_script_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    events = script(
        tmp_path / "e.jsonl",
        {"do": "key", "key": "Delete"},
        {"do": "press", "x": 60, "y": 235, "button": "left"},
        {"do": "move", "x": 200, "y": 180},
        {"do": "shot", "file": "drag.png"},
        {"do": "release", "button": "left"},
        {"do": "key", "key": "F4"},
        {"do": "shot", "file": "about.png"},
    )
    for folder in ("one", "two"):
        run("script", "vierfrei", events, "--number", "42", "--shots", tmp_path / folder)
    for name in ("drag.png", "about.png"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", None),
        ("\n\n", None),
        ('{"do":"wait","ms":1}\n\n{"do":"jump"}', 'line 3: "do" is one of'),
        ("click", "line 1: no JSON"),
        ("[1]", "line 1: an event is an object in braces"),
        ('{"do":"click","x":1}', 'line 1: "x" and "y" come together'),
        ('{"do":"key","key":"Hyper"}', "line 1: unknown key name 'Hyper'"),
        ('{"do":"text","text":"漢"}', "line 1: "),
        ('{"do":"shot","file":"../a.png"}', "line 1: "),
        ('{"do":"wait","ms":-5}', "line 1: "),
    ],
)
def test_a_bad_line_of_a_script_is_named(text: str, reason: str | None, tmp_path: Path) -> None:
    events = tmp_path / "e.jsonl"
    events.write_text(text, encoding="utf-8")
    arguments = ("script", "vierfrei", events, "--number", "1", "--shots", tmp_path / "shots")
    if reason is None:
        assert run(*arguments) == (0, "", "")
    else:
        assert refused(*arguments).startswith(f"gemport: {events}: {reason}")
    assert not (tmp_path / "shots").exists()


def test_a_script_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    rest = ("--number", "1", "--shots", tmp_path)
    missing = tmp_path / "missing.jsonl"
    assert refused("script", "vierfrei", missing, *rest) == f"gemport: {missing}: No such file or directory"
    assert refused("script", "vierfrei", tmp_path, *rest) == f"gemport: {tmp_path}: Is a directory"
    binary = tmp_path / "b.jsonl"
    binary.write_bytes(b'{"do":"wait"\xff')
    assert refused("script", "vierfrei", binary, *rest) == f"gemport: {binary}: byte 12 is no UTF-8 text"


# ---- faults


def test_a_fault_of_the_program_is_one_line_and_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr(cli, "deal_text", broken)
    crash = tmp_path / "home" / "crash.txt"
    line = refused("deal", "vierfrei", "1")
    assert line == f"gemport: internal error: RuntimeError: two lines (details in {crash})"
    assert "Traceback" in crash.read_text()


def test_an_interrupt_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "deal_text", interrupted)
    assert run("deal", "vierfrei", "1") == (130, "", "")

"""Numbers on the command line: challenges everywhere, ranges, VIERFREI without a name, progress and Ctrl-C."""

import io
import json
import re
import sys
from pathlib import Path

import pytest

from gemport import __version__
from gemport.cards.notation import Record
from gemport.solver import successors
from tests.cli.run import refused, run, shell


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("solve 617c3 --limit 50", "VIERFREI #617c3: undecided, 50 positions"),
        ("solve --limit 50 617c3", "VIERFREI #617c3: undecided, 50 positions"),
        ("solve freecell -1c2 --limit 50", "FreeCell #-1c2: cannot be won"),
        ("deal freecell -2c0", "FreeCell #-2c0"),
        ("deal 617C1", "VIERFREI #617c1"),
    ],
)
def test_a_challenge_is_accepted_as_a_number(words: str, title: str) -> None:
    assert run(*words.split()).out.splitlines()[0] == title


def test_without_a_game_a_number_is_of_vierfrei() -> None:
    assert refused("ms617") == "gemport: ms617: VIERFREI does not have Microsoft's deals"


def test_numbers_and_ranges_are_solved_in_turn() -> None:
    status, out, err = run("solve", "freecell", "7", "10-12", "617c0", "--format", "json", "--limit", 2000)
    lines = [json.loads(line) for line in out.splitlines()]
    assert [(line["number"], line.get("cells")) for line in lines] == [
        (7, None),
        (10, None),
        (11, None),
        (12, None),
        (617, 0),
    ]
    assert [line["verdict"] for line in lines[:4]] == ["winnable"] * 4
    assert (status, err) == (
        max({"winnable": 0, "impossible": 1, "undecided": 3}[line["verdict"]] for line in lines),
        "",
    )
    assert run("deal", "vierfrei", "5-7").out.count("VIERFREI #") == 3
    challenges = run("deal", "freecell", "617-618c2")
    assert challenges == run("deal", "freecell", "617c2", "618c2") != run("deal", "freecell", "617-618")


@pytest.mark.parametrize("numbers", ["9-7", "1-2000000", "5-x"])
def test_a_wrong_range_is_refused(numbers: str) -> None:
    assert numbers.split("-")[1] in refused("solve", "vierfrei", numbers)


def test_ctrl_c_prints_the_results_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    real, looked = successors.arrived, 0

    def press(*given: object) -> object:
        nonlocal looked
        looked += 1
        if looked > 3000:
            raise KeyboardInterrupt
        return real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr("gemport.solver.quick.arrived", press)
    status, out, _ = run("solve", "vierfrei", "1-99999", "--format", "json", "--limit", 100_000)
    verdicts = [json.loads(line)["verdict"] for line in out.splitlines()]
    assert status == 130
    assert len(verdicts) > 1
    assert (set(verdicts[:-1]), verdicts[-1]) == ({"winnable"}, "undecided")


def test_a_terminal_shows_progress_after_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    # However fast the search is.
    monkeypatch.setattr("gemport.cli.solve._PROGRESS_SECONDS", 0)
    from gemport.cli.main import main

    assert main(["solve", "freecell", "285945c2", "--limit", "40000"]) == 3
    shown = terminal.getvalue().split("\r")
    memory = "" if sys.platform == "win32" else ", [1-9][0-9]+ MB"
    assert any(re.search(rf"[0-9,]+ positions, [0-9,]+ per second{memory}", line) for line in shown)
    assert shown[-1].strip() == ""


@pytest.mark.parametrize(
    ("words", "closest"),
    [
        ("sovle 5", "solve"),
        ("freecel", "freecell"),
        ("solve freecel 5", "freecell"),
        ("solve freecell 5 --shrt", "--short"),
    ],
)
def test_a_mistyped_word_is_answered_with_the_closest(words: str, closest: str) -> None:
    assert refused(*words.split()).endswith(f"; did you mean {closest}?")


def test_help_is_also_a_command() -> None:
    assert run("help") == run("--help")
    assert run("help", "solve") == run("solve", "--help")
    assert run("-V") == run("--version") == (0, f"gemport {__version__}\n", "")


def test_which_log_and_review_print_json(tmp_path: Path) -> None:
    line = json.loads(run("which", "JD", "2D", "9H", "JC", "5D", "7H", "--format", "json").out)
    assert line == {"game": "freecell", "number": 1, "verdict": "winnable", "cards": []}
    record = tmp_path / "game.txt"
    record.write_text(str(Record("vierfrei", 8700, ("1a",))))
    review = json.loads(run("replay", record, "--review", "--format", "json").out)
    assert review == {"game": "vierfrei", "number": 8700, "moves": 1, "won": False, "verdicts": "--", "lost_by": 0}
    many = json.loads(run("which", "JD", "2D", "--format", "json").out.splitlines()[0])
    assert (many["game"], len(many["numbers"]), many["count"] > 10) == ("vierfrei", 10, True)
    notes = tmp_path / "notes.txt"
    notes.write_text("freecell 617c2 a hard one\n")
    run("log", notes)
    entry = json.loads(run("log", "--format", "json").out)
    assert (entry["game"], entry["number"], entry["cells"]) == ("freecell", 617, 2)
    assert (entry["note"], entry["listed"], entry["wins"]) == ("a hard one", True, None)


def test_the_ladder_is_proven_and_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    # Only a proven number is saved.
    undecided = "FreeCell #5: can be won with 2 free cells; undecided with fewer\n"
    assert run("solve", "freecell", "5", "--ladder", "--limit", "50") == (3, undecided, "")
    status, out, err = run("solve", "freecell", "5", "617", "11982", "--ladder")
    assert (status, err) == (1, "")
    assert out.splitlines() == [
        "FreeCell #5: needs 1 free cell (proven)",
        "FreeCell #617: needs 4 free cells (proven)",
        "FreeCell #11982: cannot be won with 4 free cells (proven)",
    ]
    monkeypatch.delattr("gemport.solver.ladder.search")
    line = json.loads(run("solve", "freecell", "617", "--ladder", "--format", "json").out)
    assert line == {"game": "freecell", "number": 617, "least_cells": 4, "proven": True}


def test_a_shell_completes_commands_options_and_choices(tmp_path: Path) -> None:
    script = tmp_path / "gemport.bash"
    script.write_text(run("completion", "bash").out)

    def completed(*words: str) -> list[str]:
        line = f"COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; _gemport; echo ${{COMPREPLY[@]}}"
        return shell(f"source {script}; {line}").stdout.split()

    assert completed("gemport", "so") == ["solve"]
    assert completed("gemport", "solve", "--la") == ["--ladder"]
    assert completed("gemport", "solve", "--format", "j") == ["json"]
    assert "-l ladder" in run("completion", "fish").out
    assert run("completion", "zsh").out.startswith("#compdef gemport\n")

"""Boards from files and challenges on the command line: accepted, printed, saved and recorded everywhere."""

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gemport.cards.boardtext import named, number_of
from gemport.cards.challenge import challenge_number
from gemport.cards.freecell import FreeCellBoard
from gemport.cli import registry
from gemport.cli.arguments import Job
from gemport.cli.header import run_header
from gemport.cli.launch import Launch
from gemport.cli.sources import Sources
from gemport.games.freecell import GAME
from gemport.store.collection import Collection, Progress
from gemport.store.recordings import RecordingFile
from gemport.store.sqlite import Store
from gemport.store.statistics import Outcome
from tests.cli.run import refused, run, script, shell, shot
from tests.games.sessions import Book, begin, make, session_of

TEXT = FreeCellBoard.deal(617).text()
START = named("board.txt", TEXT)


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "board.txt"
    path.write_text(TEXT)
    return path


@pytest.mark.parametrize(("name", "pictures"), [("vierfrei", 3), ("freecell", 1)])
def test_the_first_picture_shows_the_board_or_its_number(
    name: str, pictures: int, board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(TEXT.encode())))
    # A FreeCell number; in VIERFREI the title and the deal of that number differ.
    found = {shot(tmp_path, name, *of) for of in (("--board", board), ("--board", "-"), ("617",))}
    assert len(found) == pictures


def test_statistics_list_a_board_by_its_name(home: Path) -> None:
    with Store(home) as store:
        make(session_of(GAME, number_of(START), store.records("freecell"), start=START), "1a")
    listed = json.loads(run("stats", "freecell", "--format", "json").out)["freecell"]
    (game,) = listed["unfinished"]
    assert (game.get("board"), game.get("number"), game["moves"]) == ("board.txt", None, 1)


def test_a_recording_omits_games_with_a_board(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    session = session_of(GAME, number_of(START), start=START)
    file = RecordingFile(path, "freecell", registry.boards())
    session.watch(file.watch)
    make(session, "1a", "Undo")
    session.deal(5)
    make(session, "1a")
    session.resume(session.records.unfinished()[-1].key)
    make(session, "1a")
    file.close()
    assert path.read_text() == "game: freecell\nnumber: 5\n\n1a\n"


@pytest.mark.parametrize("words", [(), ("1a", "2b")])
def test_an_events_file_contains_its_board(words: tuple[str, ...], tmp_path: Path) -> None:
    book = Book("freecell")
    session = session_of(GAME, number_of(START), book, start=START)
    make(session, *words)
    header = run_header(Launch(Job(Sources(builtin=True), {"language": "en"})), GAME, 1, Collection(), session).line()

    def played(**changed: Any) -> Path:
        start = {"do": "start", **header, **changed}
        return script(tmp_path / "events.jsonl", start, {"do": "shot", "file": "a.png", "at": 0})

    assert run("script", "freecell", played(), "--shots", tmp_path, "--builtin").status == 0
    (tmp_path / "b").mkdir()
    without = script(tmp_path / "none.jsonl", {"do": "shot", "file": "b.png"})
    run("script", "freecell", without, "--number", 617, "--shots", tmp_path, "--lang", "en", "--builtin")
    assert (tmp_path / "a.png").read_bytes() != (tmp_path / "b.png").read_bytes()
    for damaged in ({"board": TEXT}, {"board": START.replace("AH", "AD")}, {"board": 5}):
        assert "the start line cannot be read" in refused("script", "freecell", played(**damaged), "--shots", tmp_path)


# ---- challenges: numbers with their cells


WON = Outcome.WON
FAMOUS = "1150c0"
"""The FreeCell game that can be won without cells."""


@pytest.fixture
def challenged(tmp_path: Path) -> Path:
    """A records folder with a game won with all cells and lost with two, and a game unfinished with two cells."""
    folder = tmp_path / "home"
    with Store(folder, lambda: 1_000.0) as store:
        records = store.records("freecell")
        records.count(7, WON, Progress(60, 52, 0, 400), 0)
        records.count(challenge_number(7, 2), Outcome.LOST, Progress(10), 0)
        records.count(challenge_number(7, 2), WON, Progress(99, 52, 3, 500), 0)
        records.claims.close(begin(records, challenge_number(9, 2), ("1a",)))
    return folder


def test_solve_uses_a_challenges_cells() -> None:
    status, out, _ = run("solve", "freecell", FAMOUS, "--limit", 20_000)
    title, _, words = out.partition("\n")
    assert status == 0
    assert title.startswith("FreeCell #1150c0: can be won, ")
    board = FreeCellBoard.deal(challenge_number(1150, 0))
    for word in words.split():
        board.play_word(word)
    assert board.won
    status, out, _ = run("solve", "freecell", "1c0", "--format", "json")
    line = json.loads(out)
    assert (status, line["number"], line["cells"], line["verdict"]) == (1, 1, 0, "impossible")
    # A game that cannot be won with all cells is not searched.
    assert run("solve", "freecell", "11982c3").out.splitlines()[0] == "FreeCell #11982c3: cannot be won"


def test_a_challenge_has_the_same_cards_and_no_difficulty() -> None:
    all_cells, fewer = (run("deal", "vierfrei", number).out.splitlines() for number in ("617", "617c1"))
    assert (fewer[0], fewer[1:]) == ("VIERFREI #617c1", all_cells[1:])
    assert json.loads(run("deal", "vierfrei", "617c1", "--format", "json").out)["cells"] == 1
    assert "only deals with 4 cells are rated, not 617c1" in refused("deal", "vierfrei", "617c1", "--difficulty")


@pytest.mark.usefixtures("challenged")
def test_stats_separate_challenges() -> None:
    lines = run("stats", "freecell").out.splitlines()
    assert [line.split() for line in lines[1:]] == [
        ["FreeCell", "1", "1", "0", "100", "+1", "60", "60.0", "0", "0"],
        ["FreeCell,", "2", "cells", "1", "1", "1", "50", "+1", "99", "99.0", "3", "1"],
        [],
        ["number", "won", "lost", "best", "undos", "time"],
        ["7", "1", "0", "60", "0", "6:40"],
        ["7c2", "1", "1", "99", "3", "8:20"],
    ]
    found = json.loads(run("stats", "freecell", "--format", "json").out)["freecell"]
    assert (found["won"], found["lost"], found["best"], found["unfinished"]) == (1, 0, 60, [])
    assert list(found["challenges"]) == ["2"]
    two = found["challenges"]["2"]
    assert (two["won"], two["lost"], two["best"]) == (1, 1, 99)
    assert [(one["number"], one["cells"]) for one in (*two["numbers"], *two["unfinished"])] == [(7, 2), (9, 2)]


# ---- other ways to write a number


@pytest.mark.parametrize("line", ["#617 hard", "617 hard", "VIERFREI #617 hard", "vierFrei 617 hard"])
def test_numbers_with_a_hash_and_games_with_capitals(line: str, tmp_path: Path) -> None:
    file = tmp_path / "numbers.txt"
    file.write_text(f"# 5 is a comment\n{line}\n")
    assert run("log", file) == (0, "VIERFREI: 1 number imported, 1 in the logbook\n", "")
    assert run("log").out.splitlines()[1].split() == ["617", "hard"]


def test_recordings_and_arguments_take_a_hash_and_any_case(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("game: Großfamilien # a patience\nnumber: #617 # mine\n")
    assert run("replay", file, "--shots", tmp_path).status == 0
    file.write_text("game: FreeCell\nnumber: #ms617c2\n\n1a # the first\n")
    assert run("replay", file, "--review").out.startswith("FreeCell #617c2: 1 moves")
    assert shot(tmp_path, "#617") == shot(tmp_path, "vierfrei", "617")
    assert run("deal", "freecell", "#617", "ms617").out == run("deal", "freecell", "617", "617").out


_COMMANDS = "deal vierfrei ms617", "vierfrei MS617", "solve grossfamilien #ms1", "log list", "replay game"


@pytest.mark.parametrize("command", [*_COMMANDS, "replay --solve ms5"])
def test_only_freecell_has_numbers_of_microsoft(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """VIERFREI's game with that number has other cards."""
    monkeypatch.chdir(tmp_path)
    Path("list").write_text("ms617 hard\n")
    Path("game").write_text("game: vierfrei\nnumber: ms617\n")
    assert "ms" in refused(*command.split()).lower()


def test_a_number_of_33_bits_works_everywhere(tmp_path: Path) -> None:
    assert run("deal", "freecell", "ms8589934591").out.startswith("FreeCell #8589934591\nTC 2S JS 5S 4D 6H 3H 7C\n")
    assert run("solve", "freecell", "8589934591").out.startswith("FreeCell #8589934591: can be won")
    events, recording = script(tmp_path / "e.jsonl", {"do": "text", "text": "10"}), tmp_path / "game.txt"
    number = ("--number", "8589934591c3", "--shots", tmp_path, "--record", recording)
    assert run("script", "freecell", events, *number).status == 0
    assert recording.read_text() == "game: freecell\nnumber: 8589934591c3\n\n1a\n"
    assert run("replay", recording, "--review").out.startswith("FreeCell #8589934591c3: 1 moves")
    assert "from -2, -1, 1 to 8589934591, got 8589934592" in refused("deal", "freecell", "8589934592")


def test_the_number_of_cells_goes_through_a_pipe() -> None:
    for form in ("text", "fc-solve", "json"):
        piped = shell(f"gemport deal freecell 617c0 --format {form} | gemport solve freecell --board -")
        assert piped.stdout.splitlines()[0] == "FreeCell standard input: cannot be won, 12 positions", form

"""Boards from files on the command line: the first picture, what is refused, what an events file tells of them."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gemport.cards.boardtext import named, number_of
from gemport.cards.freecell import FreeCellBoard
from gemport.cli import registry
from gemport.cli.arguments import Options
from gemport.cli.files import Sources
from gemport.cli.header import run_header
from gemport.cli.launch import Launch
from gemport.games.freecell import GAME
from gemport.store.recordings import RecordingFile
from gemport.store.records import Collection
from gemport.store.sqlite import Store
from tests.cli.run import refused, run, script
from tests.games.sessions import Book, make, session_of

TEXT = FreeCellBoard.deal(617).text()
START = named("board.txt", TEXT)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GEMPORT_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "board.txt"
    path.write_text(TEXT)
    return path


@pytest.mark.parametrize("name", ["vierfrei", "freecell"])
def test_the_first_picture_shows_it(name: str, board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = [tmp_path / f"{number}.png" for number in range(3)]
    assert run(name, "--board", board, "--screenshot", pictures[0]).status == 0
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(TEXT.encode())))
    assert run(name, "--board", "-", "--screenshot", pictures[1]).status == 0
    assert run(name, "617", "--screenshot", pictures[2]).status == 0
    # The titles differ, and in VIERFREI the deal of that number does.
    seen = {path.read_bytes() for path in pictures}
    assert len(seen) == 3


def test_statistics_list_it_by_its_name(home: Path) -> None:
    with Store(home) as store:
        make(session_of(GAME, number_of(START), store.records("freecell"), start=START), "1a")
    listed = json.loads(run("stats", "freecell", "--format", "json").out)["freecell"]
    assert [(game.get("board"), game.get("number"), game["moves"]) for game in listed["unfinished"]] == [
        ("board.txt", None, 1)
    ]


def test_a_recording_leaves_it_out(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    session = session_of(GAME, number_of(START), start=START)
    file = RecordingFile(path, "freecell", registry.GameBoards())
    session.watch(file.watch)
    make(session, "1a", "Undo")
    session.deal(5)
    make(session, "1a")
    session.resume(session.unfinished()[-1].key)
    make(session, "1a")
    file.close()
    assert path.read_text() == "game: freecell\nnumber: 5\n\n1a\n"


@pytest.mark.parametrize("words", [(), ("1a", "2b")])
def test_an_events_file_tells_the_board_and_is_played_again_without_it(words: tuple[str, ...], tmp_path: Path) -> None:
    book = Book("freecell")
    session = session_of(GAME, number_of(START), book, start=START)
    make(session, *words)
    header = run_header(
        Launch(Options(Sources(builtin=True), {"language": "en"})), GAME, 1, Collection(), session
    ).line()

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

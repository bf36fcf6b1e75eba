"""Stores, exports, recordings and event files that version 0.1 wrote are still read.

The files of tests/data/version_0_1 were made by that version: three games in each, won, given up and unfinished.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random

import pytest

from gemport.cards.notation import replay
from gemport.cli import registry
from gemport.cli.arguments import Options
from gemport.cli.files import Sources
from gemport.cli.header import read_header
from gemport.cli.start import start
from gemport.cli.window import Run
from gemport.hosts.events import parse_events, parse_start
from gemport.hosts.headless import HeadlessPlayer
from gemport.store import export
from gemport.store.recordings import read_recording
from gemport.store.records import Backend
from gemport.store.session import Session
from gemport.store.sqlite import Store
from gemport.store.texts import TextStore
from tests.places import RECORDED

FILES = RECORDED / "version_0_1"
GAMES = ("vierfrei", "freecell", "grossfamilien")


def contents(store: Backend) -> dict[str, list[tuple[object, ...]]]:
    found: dict[str, list[tuple[object, ...]]] = {}
    for name in GAMES:
        records = store.records(name)
        ended = [(end.number, end.outcome.value, end.moves, end.seconds) for end in records.ended()]
        kept = [(game.number, game.progress.made, game.progress.seconds) for game in records.unfinished()]
        found[name] = [*ended, *kept]
    return found


CONTENTS = {
    "vierfrei": [(42, "won", 146, 435), (7, 1, 0), (123456, 5, 27)],
    "freecell": [(617, "lost", 2, 3), (1, 1, 0), (1, 2, 3)],
    "grossfamilien": [(5, 6, 15)],
}


def test_the_store_is_read_and_its_games_go_on(tmp_path: Path) -> None:
    shutil.copy(FILES / "gemport.sqlite3", tmp_path)
    for _ in range(2):
        with Store(tmp_path) as store:
            assert store.set_aside is None
            assert contents(store) == CONTENTS
    with Store(tmp_path) as store:
        assert not store.records("freecell").setting("messages", True)
        session = Session(registry.find("vierfrei"), store.records("vierfrei"), Random(1), 123456)
        assert session.board.words() == ["61", "24", "62", "62", "6h"]
        assert session.board.words_undone() == ["82", "2d", "26"]


def test_the_browsers_texts_are_read() -> None:
    store = TextStore(json.loads((FILES / "browser.json").read_text(encoding="utf-8")))
    assert store.set_aside is None
    assert contents(store) == CONTENTS
    assert store.get("controls.colours") == "amber"


def test_the_export_is_read(tmp_path: Path) -> None:
    numbers = {name: registry.find(name).numbers for name in GAMES}
    text = (FILES / "export.json").read_text(encoding="utf-8")
    with Store(tmp_path) as store:
        store.add(export.read(text, "export.json", numbers).games)
        assert contents(store) == CONTENTS


def test_the_recording_is_read() -> None:
    recorded = read_recording((FILES / "vierfrei.txt").read_bytes(), "vierfrei.txt", registry.GameBoards())
    assert [(game.number, len(game.words)) for game in recorded] == [(42, 146), (123456, 5), (7, 1)]
    assert replay(recorded[0], registry.find("vierfrei").board.deal(42)).won


@pytest.mark.parametrize("name", GAMES)
def test_the_events_play_back_to_the_same_moves(name: str) -> None:
    """FreeCell's are played without Undo and Esc: an alert was open there, which they left and now close."""
    text = (FILES / f"{name}.jsonl").read_text(encoding="utf-8")
    if name == "freecell":
        lines = text.splitlines(keepends=True)
        text = "".join(line for line in lines if json.loads(line).get("key") not in ("Undo", "Esc"))
    line = parse_start(text, name)
    assert line is not None
    begun, game = read_header(line, name), registry.find(name)
    with Store(None) as store:
        records = store.records(name)
        records.restore(begun.snapshot, begun.kept)
        session = Session(game, records, Random(begun.seed), begun.number, afresh=begun.kept is None)
        session.chosen = begun.chosen
        run = Run(Options(Sources(builtin=True), {"language": "en"}))
        start(run, game, session)
        HeadlessPlayer(run.machine, timed=True).play(parse_events(text, name))
    words = json.loads((FILES / "words.json").read_text(encoding="utf-8"))
    assert session.board.words() == words[name].split()

"""Files of earlier versions remain readable: stores, exports, recordings and events.

Each version wrote its own files in tests/data/version_X_Y, with won, forfeited and unfinished games; since 1.0 with
tests/store/make_version.py.
"""

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
from gemport.cli.launch import Launch
from gemport.hosts.events import parse_events, parse_start
from gemport.hosts.headless import HeadlessPlayer
from gemport.store import export
from gemport.store.recordings import read_recording
from gemport.store.records import Backend
from gemport.store.session import Session
from gemport.store.sqlite import Store
from gemport.store.statistics import Help
from gemport.store.texts import TextStore
from tests.places import RECORDED

GAMES = ("vierfrei", "freecell", "grossfamilien")
CONTENTS: dict[str, dict[str, list[tuple[object, ...]]]] = {
    "version_0_1": {
        "vierfrei": [(42, "won", 146, 435, None), ("7", 1, 0, None), ("123456", 5, 27, None)],
        "freecell": [(617, "lost", 2, 3, None), ("1", 1, 0, None), ("1", 2, 3, None)],
        "grossfamilien": [("5", 6, 15, None)],
    },
    "version_1_0": {
        "vierfrei": [
            (7, "won", 140, 834, Help.HELPED),
            (42, "solved", 0, 0, Help.SOLVED),
            ("a rather long name..", 2, 8, Help.NONE),
            ("283359", 6, 166, Help.NONE),
            ("123456", 1, 20, Help.HELPED),
        ],
        "freecell": [
            (1, "won", 61, 367, Help.NONE),
            (617, "lost", 1, 10, Help.NONE),
            ("1500000000", 3, 22, Help.NONE),
        ],
        "grossfamilien": [(1, "won", 253, 1744, Help.NONE), ("5", 17, 76, Help.HELPED)],
    },
}
"""Contents by game: counted (number, outcome, moves, seconds, help), then unfinished (name, moves, seconds, help)."""
LEFT = {
    "version_0_1": ("vierfrei", 123456, ["61", "24", "62", "62", "6h"], ["82", "2d", "26"]),
    "version_1_0": ("freecell", 1_500_000_000, ["74!", "85!", "1a!"], ["2b!"]),
}
"""An unfinished game: its number, its steps and its undone steps."""
SWITCHED = {"version_0_1": "messages", "version_1_0": "go_home"}
"""Settings of FreeCell that were turned off."""
COLOURS = {"version_0_1": "controls.colours", "version_1_0": "panel.colours"}
RECORDINGS = {
    "version_0_1": {
        "vierfrei": [(42, 146), (123456, 5), (7, 1)],
        "freecell": [(617, 2), (1, 2), (1, 1)],
        "grossfamilien": [(5, 6)],
    },
    "version_1_0": {
        "vierfrei": [(7, 140), (42, 80), (123456, 1), (283359, 6)],
        "freecell": [(1, 61), (617, 1), (1_500_000_000, 3)],
        "grossfamilien": [(1, 253), (5, 17)],
    },
}
"""Number and length of each recording, by game."""
versions = pytest.mark.parametrize("version", CONTENTS)


def contents(store: Backend) -> dict[str, list[tuple[object, ...]]]:
    found: dict[str, list[tuple[object, ...]]] = {}
    for name in GAMES:
        records = store.records(name)
        ended = [(end.number, end.outcome.value, end.moves, end.seconds, end.help) for end in records.ended()]
        kept = [(game.name, game.progress.made, game.progress.seconds, game.help) for game in records.unfinished()]
        found[name] = [*ended, *kept]
    return found


@versions
def test_the_store_is_read_and_its_games_go_on(version: str, tmp_path: Path) -> None:
    shutil.copy(RECORDED / version / "gemport.sqlite3", tmp_path)
    for _ in range(2):
        with Store(tmp_path) as store:
            assert store.set_aside is None
            assert contents(store) == CONTENTS[version]
    with Store(tmp_path) as store:
        assert not store.records("freecell").setting(SWITCHED[version], True)
        name, number, words, undone = LEFT[version]
        session = Session(registry.find(name), store.records(name), Random(1), number)
        assert (session.board.words(), session.board.words_undone()) == (words, undone)


@versions
def test_the_browsers_texts_are_read(version: str) -> None:
    store = TextStore(json.loads((RECORDED / version / "browser.json").read_text(encoding="utf-8")))
    assert store.set_aside is None
    assert contents(store) == CONTENTS[version]
    assert store.get(COLOURS[version]) == "amber"


@versions
def test_the_export_is_read(version: str, tmp_path: Path) -> None:
    text = (RECORDED / version / "export.json").read_text(encoding="utf-8")
    with Store(tmp_path) as store:
        read = export.read(text, "export.json", registry.numbers())
        assert read.faults == []
        store.add(read.games)
        # The export lists games with a starting position last, so compare sets.
        assert {name: {*found} for name, found in contents(store).items()} == {
            name: {*found} for name, found in CONTENTS[version].items()
        }


@versions
def test_the_recordings_are_read_and_played_to_their_ends(version: str) -> None:
    for name, games in RECORDINGS[version].items():
        data = (RECORDED / version / f"{name}.txt").read_bytes()
        recorded = read_recording(data, name, registry.GameBoards())
        assert [(game.number, len(game.words)) for game in recorded] == games
        won = any(end[:2] == (games[0][0], "won") for end in CONTENTS[version][name])
        assert replay(recorded[0], registry.find(name).board.deal(games[0][0])).won is won


@pytest.mark.parametrize(
    "path", sorted(RECORDED.glob("version_*/*.jsonl")), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_the_events_play_back_to_the_same_moves(path: Path) -> None:
    """In 0.1, Undo and Esc left an open alert alone, but now they close it, so FreeCell's events skip them."""
    text = path.read_text(encoding="utf-8")
    if (path.parent.name, path.stem) == ("version_0_1", "freecell"):
        lines = text.splitlines(keepends=True)
        text = "".join(line for line in lines if json.loads(line).get("key") not in ("Undo", "Esc"))
    line = parse_start(text, path.name)
    assert line is not None
    begun = read_header(line, path.name)
    game, afresh = registry.find(begun.game), begun.kept is None
    with Store(None) as store:
        records = store.records(game.name)
        records.restore(begun.snapshot, begun.kept)
        session = Session(game, records, Random(begun.seed), begun.number, afresh=afresh, start=begun.start)
        session.chosen = begun.chosen
        run = Launch(Options(Sources(builtin=True), {"language": "en"}))
        begun.follow_clock(store, run.machine)
        run.start_game(game, session)
        HeadlessPlayer(run.machine, timed=True).play(parse_events(text, path.name))
    words = json.loads((path.parent / "words.json").read_text(encoding="utf-8"))
    assert session.board.words() == words[path.stem].split()

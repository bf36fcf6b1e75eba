"""Files of earlier versions remain readable: stores, exports, recordings and events.

Version 1.0 wrote its files in tests/data/version_1_0 with tests/store/make_version.py.
"""

import json
import shutil
from pathlib import Path
from random import Random

import pytest

from gemport.cards.notation import replay
from gemport.cli import registry
from gemport.cli.arguments import Job
from gemport.cli.header import read_header
from gemport.cli.launch import Launch
from gemport.cli.sources import Sources
from gemport.desktop.preferences import DesktopSettings
from gemport.hosts.events import parse_events, parse_start
from gemport.hosts.headless import HeadlessPlayer
from gemport.settings import Placement, Settings, read_placement, read_settings
from gemport.store import export
from gemport.store.recordings import read_recording
from gemport.store.records import Backend
from gemport.store.session import Session
from gemport.store.sqlite import Store
from gemport.store.statistics import Help
from gemport.store.texts import TextStore
from tests.places import RECORDED

FILES = RECORDED / "version_1_0"
CONTENTS: dict[str, list[tuple[object, ...]]] = {
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
}
"""Contents by game: counted (number, outcome, moves, seconds, help), then unfinished (name, moves, seconds, help)."""
RECORDINGS = {
    "vierfrei": [(7, 140), (42, 80), (123456, 1), (283359, 6)],
    "freecell": [(1, 61), (617, 1), (1_500_000_000, 3)],
    "grossfamilien": [(1, 253), (5, 17)],
}
"""Number and length of each recorded game, by game."""
MENU_POINTS = {
    **{(152, 8): (216, 8), (152, 59): (216, 59), (152, 91): (216, 91), (152, 107): (216, 123)},
    **{(184, 8): (248, 8), (184, 43): (248, 59)},
}
"""Points in the menu Options of version 1.0, and in the current one; commands reject events for other menus."""


def contents(store: Backend) -> dict[str, list[tuple[object, ...]]]:
    found: dict[str, list[tuple[object, ...]]] = {}
    for name in CONTENTS:
        records = store.records(name)
        ended = [(end.number, end.outcome.value, end.moves, end.seconds, end.help) for end in records.ended()]
        kept = [(game.name, game.progress.made, game.progress.seconds, game.help) for game in records.unfinished()]
        found[name] = [*ended, *kept]
    return found


def test_a_store_is_read_and_its_games_are_resumed(tmp_path: Path) -> None:
    shutil.copy(FILES / "gemport.sqlite3", tmp_path)
    with Store(tmp_path) as store:
        assert (store.set_aside, contents(store)) == (None, CONTENTS)
        records = store.records("freecell")
        assert not records.setting("go_home", True)
        session = Session(registry.find("freecell"), records, Random(1), 1_500_000_000)
        assert (session.board.words(), session.board.words_undone()) == (["74!", "85!", "1a!"], ["2b!"])


def test_browser_storage_is_read() -> None:
    store = TextStore(json.loads((FILES / "browser.json").read_text(encoding="utf-8")))
    assert (store.set_aside, contents(store), store.get("panel.colours")) == (None, CONTENTS, "amber")


def test_an_export_is_read(tmp_path: Path) -> None:
    read = export.read((FILES / "export.json").read_text(encoding="utf-8"), "export.json", registry.numbers())
    assert read.faults == []
    with Store(tmp_path) as store:
        store.add(read.games)
        # The export lists games with a starting position last, so compare sets.
        found, wanted = ({name: {*games} for name, games in each.items()} for each in (contents(store), CONTENTS))
        assert found == wanted


@pytest.mark.parametrize("name", RECORDINGS)
def test_recordings_are_read_and_replayed(name: str) -> None:
    recorded = read_recording((FILES / f"{name}.txt").read_bytes(), name, registry.boards())
    assert [(game.number, len(game.words)) for game in recorded] == RECORDINGS[name]
    assert replay(recorded[0], registry.find(name).board.deal(recorded[0].number)).won


@pytest.mark.parametrize("path", sorted(FILES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_events_play_back_to_the_same_moves(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for (x, y), (new_x, new_y) in MENU_POINTS.items():
        text = text.replace(f'"x": {x}, "y": {y},', f'"x": {new_x}, "y": {new_y},')
    line = parse_start(text, path.name)
    assert line is not None
    begun = read_header(line, path.name)
    game, afresh = registry.find(begun.game), begun.unfinished is None
    with Store(None) as store:
        records = store.records(game.name)
        records.restore(begun.snapshot, begun.unfinished)
        session = Session(game, records, Random(begun.seed), begun.number, afresh=afresh, start=begun.start)
        session.chosen = begun.chosen
        run = Launch(Job(Sources(builtin=True), {"language": "en"}))
        begun.follow_clock(store, run.machine)
        run.start_game(game, session)
        HeadlessPlayer(run.machine, timed=True).play(parse_events(text, path.name))
    words = json.loads((FILES / "words.json").read_text(encoding="utf-8"))
    assert session.board.words() == words[path.stem].split()


def test_preferences_of_version_1_0_are_read() -> None:
    with Store(None) as store:
        texts = {
            "setting.vierfrei.go_home": "on",
            "setting.vierfrei.counter": "off",
            "panel.loudness": "25",
            "panel.screen": "1280x960",
            "panel.tube": "on",
            "panel.language": "system",
            "window.640x400": "1280x800-100+50 maximised",
            "window.640x480": "+10+20",
            "desktop.small": "on",
            "desktop.grid": "off",
            "desktop.small.640x400": '{"vierfrei": [1, 2]}',
            "log.freecell": "617",
        }
        with store.changing():
            for name, text in texts.items():
                store.put_text(name, text)
        records = store.records("vierfrei")
        assert (records.setting("go_home", False), records.setting("counter", True)) == (True, False)
        assert records.snapshot().settings == {"go_home": True, "counter": False}
        faults: list[str] = []
        settings = read_settings(store, faults.append)
        assert (settings, faults) == (Settings(loudness=25, screen=(1280, 960), tube=True), [])
        assert read_placement(store.get("window.640x400")) == Placement((1280, 800), (-100, 50), True)
        assert read_placement(store.get("window.640x480")) == Placement(place=(10, 20))
        desktop = DesktopSettings(store, lambda: (640, 400))
        assert (desktop.small, desktop.grid, desktop.boxes) == (True, False, True)
        assert desktop.places() == {"vierfrei": (1, 2)}
        assert [entry.number for entry in store.log("freecell")] == [617]

"""A game can be resumed after leaving it, and play in a window can be repeated."""

import json
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gemport.games.vierfrei import GAME as VIERFREI
from gemport.gem.aes.machine import Machine
from gemport.hosts import desktop as show
from gemport.hosts.events import parse_events
from gemport.hosts.headless import HeadlessPlayer
from gemport.solver import Position, solve
from gemport.store.session import Session
from gemport.store.sqlite import FILE_NAME, Store
from gemport.store.statistics import Outcome
from tests.cli.run import refused, run, script, shot
from tests.games.sessions import make, saved_games

UNIX = pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
_NOBODY = 65534
"""An ordinary user, because root can write files whatever their modes."""

Events = Sequence[Mapping[str, object]]
CARD_TO_CELL: Events = [
    {"do": "move", "x": 429, "y": 230},
    {"do": "press", "button": "left"},
    {"do": "move", "x": 41, "y": 81},
    {"do": "release", "button": "left"},
]
"""Game 123456: the last card of column 6 goes to the first free place."""
CARD_TO_CELL_OF_1: Events = [{"do": "press", "x": 60, "y": 235, "button": "left"}, *CARD_TO_CELL[2:]]
"""Game 1: the last card of column 1 goes to the first free place."""
FREECELL_MOVE: Events = [{"do": "key", "key": "8"}, {"do": "key", "key": "0"}]
"""The last card of column 8 goes to a free cell."""
QUIT: Events = [{"do": "key", "key": "F10"}]
CONFIRM: Events = [{"do": "key", "key": "Return"}]
UNDO: Events = [{"do": "key", "key": "Undo"}]


class Sitting:
    """A run of ``gemport ARGUMENTS`` with events instead of a person.

    ``err`` is the terminal output of the last run.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.err = ""
        self._patch = patch

    def __call__(self, *arguments: str, events: Events, fault: bool = False) -> bytes:
        frames: list[bytes] = []

        def window(
            machine: Machine, _title: str, on_shown: Callable[[], None] = lambda: None, **_options: object
        ) -> None:
            on_shown()
            # Advance time like a host, because a recorded machine must not settle.
            player = HeadlessPlayer(machine, timed=True)
            text = "\n".join(json.dumps(event) for event in events)
            for event in (None, *parse_events(text, "events")):
                if event is not None:
                    player.play([event])
                while (ms := machine.next_wakeup()) is not None:
                    machine.advance(ms)
            frames.append(machine.frame(pointer=False).to_bytes())

        self._patch.setattr(show, "run_window", window)
        status, out, self.err = run(*arguments)
        assert (status, out) == (2 if "not everything was saved" in self.err else 70 if fault else 0, "")
        return frames[-1]


@pytest.fixture
def sitting(monkeypatch: pytest.MonkeyPatch) -> Sitting:
    return Sitting(monkeypatch)


@pytest.mark.parametrize("how", [[], QUIT], ids=["closed", "quit"])
@pytest.mark.parametrize("again", [["vierfrei"], ["vierfrei", "--continue"], ["vierfrei", "123456"], []], ids=str)
def test_the_last_game_is_resumed(sitting: Sitting, how: list[dict[str, Any]], again: list[str]) -> None:
    left = sitting("vierfrei", "123456", events=CARD_TO_CELL)
    sitting("vierfrei", "123456", events=how)
    assert sitting(*again, events=[]) == left


def test_new_deals_a_game_beside_the_unfinished_one(sitting: Sitting) -> None:
    fresh = sitting("vierfrei", "123456", events=[])
    left = sitting("vierfrei", "123456", events=CARD_TO_CELL)
    assert sitting("vierfrei", "123456", "--new", events=[]) == fresh
    assert sitting("vierfrei", "--new", events=[]) not in (fresh, left)
    assert sitting("vierfrei", events=[]) == left


@pytest.mark.parametrize("lost", [False, True], ids=["", "lost before"])
def test_a_won_numbers_older_attempt_waits(sitting: Sitting, home: Path, lost: bool) -> None:
    """It was on the table at the next start. If the number was lost before, the win is not in the statistics."""
    way = solve(Position.on(VIERFREI.board.deal(42))).moves
    assert way is not None
    other = sitting("vierfrei", "123456", events=CARD_TO_CELL)
    with Store(home) as store:
        session = Session(VIERFREI, store.records("vierfrei"), Random(1), 42)
        make(session, "1a")
        if lost:
            session.records.count(42, Outcome.LOST, session.progress, 2)
        session.leave()
        session = Session(VIERFREI, store.records("vierfrei"), Random(1), 42, afresh=True)
        make(session, *map(str, way[:-1]))
        session.leave()
    sitting("vierfrei", "42", events=[{"do": "key", "key": "Delete"}])
    with Store(home) as store:
        assert [game.number for game in saved_games(store, "vierfrei")] == [42, 123456]
    assert sitting("vierfrei", events=[]) == other
    played_on = sitting("vierfrei", "42", events=UNDO)
    assert sitting("vierfrei", events=[]) == played_on != other


@pytest.mark.parametrize("game", ["vierfrei", "freecell"])
def test_pictures_of_the_unfinished_game_do_not_touch_it(sitting: Sitting, tmp_path: Path, game: str) -> None:
    left = sitting(game, "1", events=FREECELL_MOVE if game == "freecell" else CARD_TO_CELL_OF_1)
    for file, options in (("dealt.png", ()), ("same.png", ("--continue",))):
        events = script(tmp_path / "e.jsonl", {"do": "shot", "file": file})
        assert run("script", game, events, "--number", "1", "--shots", tmp_path, *options) == (0, "", "")
    assert (tmp_path / "dealt.png").read_bytes() != (tmp_path / "same.png").read_bytes()
    for _ in range(2):
        assert shot(tmp_path, game, "--continue") == (tmp_path / "same.png").read_bytes()
    assert sitting(game, events=[]) == left


@pytest.mark.parametrize("game", ["vierfrei", "freecell", "grossfamilien"])
def test_a_game_without_a_move_is_resumed(sitting: Sitting, game: str, tmp_path: Path) -> None:
    shown = sitting(game, "12345", events=[])
    # A screenshot of another game changes nothing.
    shot(tmp_path, game, "54")
    assert (sitting(game, events=[]), sitting.err) == (shown, "")


def test_an_open_deal_in_another_window_is_reported(sitting: Sitting, home: Path) -> None:
    dealt = sitting("vierfrei", "54", events=[])
    with Store(home) as window:
        window.records("vierfrei").claims.put_on_table(54)
        assert sitting("vierfrei", events=[]) != dealt
        assert sitting.err == ""
        assert sitting("vierfrei", "54", events=[]) == dealt
        assert sitting.err == "gemport: VIERFREI #54 is open in another window; its cards are dealt again here\n"
    assert sitting("vierfrei", events=[]) == dealt


def test_a_game_open_in_another_window_is_reported(sitting: Sitting, home: Path) -> None:
    left = sitting("vierfrei", "123456", events=CARD_TO_CELL)
    with Store(home) as window:
        assert window.records("vierfrei").resume() is not None
        line = "gemport: the unfinished game of VIERFREI is open in another window"
        assert refused("vierfrei", "--continue") == line
        line = "gemport: the unfinished game #123456 of VIERFREI is open in another window"
        assert refused("vierfrei", "123456", "--continue") == line
        assert sitting("vierfrei", "123456", events=[]) != left
        line = "gemport: VIERFREI #123456 is open in another window; its cards are dealt again here\n"
        assert sitting.err == line
        assert sitting("vierfrei", "123456", "--new", events=[]) != left
        assert sitting.err == ""
        assert sitting("vierfrei", events=[]) != left
        assert sitting.err == ""
    assert sitting("vierfrei", "--continue", events=[]) == left


# ---- errors in the records


def test_a_damaged_store_is_reported_in_terminal_and_window(sitting: Sitting, home: Path) -> None:
    normal = sitting("vierfrei", "123456", events=[])
    (home / FILE_NAME).write_bytes(b"spoilt " * 1000)
    shown = sitting("vierfrei", "123456", events=[])
    assert sitting.err == (
        "gemport: the records were damaged and renamed to gemport-damaged-1.sqlite3;"
        " no backup exists, 0 counted and 0 unfinished games remain\n"
    )
    assert shown != normal
    (home / FILE_NAME).write_bytes(b"spoilt " * 1000)
    assert sitting("vierfrei", "123456", events=CONFIRM) == normal
    assert "gemport-damaged-2.sqlite3" in sitting.err


def fill_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every new row fail as on a full disk."""

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("disk full")

    monkeypatch.setattr(Store, "insert", full)


def test_a_failed_save_is_reported_once_and_at_the_end(
    sitting: Sitting, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = sitting("vierfrei", "123456", "--new", events=CARD_TO_CELL)
    fill_disk(monkeypatch)
    shown = sitting("vierfrei", "123456", "--new", events=CARD_TO_CELL)
    assert shown != moved
    assert sitting.err == f"gemport: {home / FILE_NAME}: disk full; not everything was saved\n"
    assert sitting("vierfrei", "123456", "--new", events=[*CARD_TO_CELL, {"do": "key", "key": "Return"}]) == moved


@pytest.mark.parametrize("asked", [("vierfrei", "--number", "123456"), ("desktop",)], ids=["game", "desktop"])
@pytest.mark.parametrize("unusable", [False, True])
def test_a_script_that_saves_nothing_fails(
    asked: tuple[str, ...], unusable: bool, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill_disk(monkeypatch)
    if unusable:
        (home / FILE_NAME).mkdir(parents=True)
    opening: Events = [{"do": "dclick", "x": 46, "y": 360}] if asked == ("desktop",) else []
    events = script(tmp_path / "e.jsonl", *opening, *CARD_TO_CELL)
    status, out, err = run("script", asked[0], events, *asked[1:], "--shots", tmp_path)
    assert (status, out) == (2, "")
    assert err.endswith("nothing will be saved\n" if unusable else "disk full; not everything was saved\n")


@pytest.mark.parametrize("name", ["home", "x" * 300])
def test_a_store_that_cannot_even_be_opened_stops_no_game(
    sitting: Sitting, home: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = sitting("vierfrei", "123456", events=[])
    (home / FILE_NAME).unlink()
    (home / FILE_NAME).mkdir()
    monkeypatch.setenv("GEMPORT_HOME", str(home.with_name(name)))
    assert sitting("vierfrei", "123456", events=CONFIRM) == fresh
    assert sitting.err.startswith(f"gemport: {home.with_name(name[:20])}")
    assert sitting.err.endswith("; nothing will be saved\n")
    assert sitting.err.count("\n") == 1


# ---- missing permissions


@pytest.fixture
def roots_home(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A user folder accessible to everybody; the folders of tests belong to one user."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        monkeypatch.setenv("GEMPORT_HOME", folder)
        yield Path(folder)


@contextmanager
def forbidden(folder: Path, mode: int) -> Iterator[None]:
    """Make a folder's contents read-only, or with mode 0 inaccessible."""
    modes = [(path, path.stat().st_mode) for path in (folder, *folder.rglob("*"))]
    for path, before in modes:
        path.chmod(before & mode)
    root = os.geteuid() == 0
    if root:
        os.seteuid(_NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
        for path, before in modes:
            path.chmod(before)


@UNIX
def test_a_read_only_store_resumes_its_game(sitting: Sitting, roots_home: Path) -> None:
    left = sitting("vierfrei", "123456", events=CARD_TO_CELL)
    fresh = sitting("vierfrei", "123456", "--new", events=[])
    with forbidden(roots_home, 0o555):
        for start in (["--continue"], []):
            assert sitting("vierfrei", *start, events=[]) == left
            assert sitting.err == ""
        assert sitting("vierfrei", events=[*UNDO, *CONFIRM]) == fresh
        assert sitting.err.endswith("attempt to write a readonly database; not everything was saved\n")
        assert sitting.err.count("\n") == 1
    assert sitting("vierfrei", "--continue", events=[]) == left


@UNIX
def test_a_user_folder_that_cannot_be_read_stops_no_game(sitting: Sitting, roots_home: Path) -> None:
    fresh = sitting("vierfrei", "123456", events=[])
    with forbidden(roots_home, 0):
        assert sitting("vierfrei", "123456", events=CONFIRM) == fresh
        assert sitting.err == f"gemport: {roots_home / 'locks'}: Permission denied; nothing will be saved\n"
        assert "Permission denied" in refused("stats")


@pytest.mark.parametrize("damage", ["made = x'00'", "played = 9223372036854775807", "key = 9223372036854775807"])
def test_a_damaged_unfinished_game_is_named_and_skipped(sitting: Sitting, home: Path, damage: str) -> None:
    fresh = sitting("vierfrei", "123456", "--new", events=[])
    left = sitting("vierfrei", "123456", events=CARD_TO_CELL)
    with closing(sqlite3.connect(home / FILE_NAME, isolation_level=None)) as other:
        other.execute(f"UPDATE games SET {damage}")
    assert sitting("vierfrei", "123456", events=[]) == fresh
    assert sitting.err == "gemport: an unfinished game of vierfrei is damaged and was skipped\n"
    assert sitting("vierfrei", "123456", events=CARD_TO_CELL) == left
    assert sitting("vierfrei", "--continue", events=[]) == left
    assert sitting.err == ""


def test_a_partly_restored_game_is_reported(sitting: Sitting, home: Path) -> None:
    left = sitting("vierfrei", "123456", events=CARD_TO_CELL)
    with Store(home) as store, store.changing() as connection:
        connection.execute("INSERT INTO words VALUES (1, 2, '9z')")
        connection.execute("UPDATE games SET made = 2")
    assert sitting("vierfrei", "--continue", events=CONFIRM) == left
    assert sitting.err == "gemport: the unfinished game #123456 of VIERFREI could only be restored in part\n"


def test_a_damaged_position_is_named_without_number_sign(sitting: Sitting, home: Path) -> None:
    sitting("vierfrei", "123456", events=CARD_TO_CELL)
    with Store(home) as store, store.changing():
        store.update(1, start="# x\nspoilt")
    sitting("vierfrei", events=CONFIRM)
    assert sitting.err == "gemport: the unfinished game x of VIERFREI could only be restored in part\n"


def test_a_crash_leaves_the_game_to_the_next_start(
    sitting: Sitting, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = sitting("vierfrei", "123456", events=CARD_TO_CELL)

    with monkeypatch.context() as patched:
        patched.setattr(Session, "restart", lambda _: 1 // 0)
        sitting("vierfrei", "--continue", events=[{"do": "key", "key": "F3"}], fault=True)
    assert sitting.err.startswith("gemport: internal error: ZeroDivisionError: ")
    with Store(home) as store:
        assert [game.elsewhere for game in store.records("vierfrei").unfinished()] == [False]
        assert store.holder == 1
    assert sitting("vierfrei", "--continue", events=[]) == left

"""Recordings of a real window by --events: they play back to the same pictures at the same times."""

import hashlib
import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from functools import partial
from pathlib import Path

import pytest
from PIL import Image

from gemport.cards.game import AnyGame
from gemport.cards.notation import parse_record
from gemport.cli import registry
from gemport.cli.arguments import Job
from gemport.cli.header import read_header, run_header
from gemport.cli.launch import Launch
from gemport.cli.sources import Sources
from gemport.gem import Machine
from gemport.gem.aes.keys import key_press
from gemport.hosts.events import Recorder, parse_events, parse_start
from gemport.hosts.headless import HeadlessPlayer
from gemport.store.collection import Collection, Progress, Unfinished
from gemport.store.records import moment
from gemport.store.session import AnySession, Session
from gemport.store.sqlite import Store
from gemport.store.statistics import Best, Ended, Help, Outcome
from tests.cli.run import refused, run
from tests.places import RECORDED

OPTIONS = Job(Sources(builtin=True), {"language": "en"})
KEYS = ["F1", "F2", "F3", "F5", "Undo", "Delete", "Return", "Esc", "Ctrl+Y", "Ctrl+t"]
KEYS += ["1", "5", "9", "0", "Up", "Shift+F2"]
WON = (RECORDED / "games/000042.txt").read_text(encoding="utf-8")
WORDS = parse_record(WON, registry.boards()).words
UNFINISHED = Unfinished(42, WORDS[:-1], Progress(len(WORDS) - 1, 51, 0, 61), False, help=Help.NONE)
"""A game that one key wins."""
Played = tuple[Machine, AnySession, list[str]]
"""A game's machine, its session, and digests of pictures."""
TIMES = (0, 1, 7, 19, 20, 60, 230, 900, 9_000)
"""Milliseconds between two events: within a click, a double click, an animation; slowly; while thinking."""


def digest_of(machine: Machine) -> str:
    return hashlib.sha256(machine.frame().to_bytes()).hexdigest()


class Person:
    """A fast player whose random input goes through a window's host."""

    def __init__(self, machine: Machine, chance: random.Random) -> None:
        self._machine = machine
        self._chance = chance
        self._down = {1: False, 2: False}

    def act(self) -> None:
        chance = self._chance
        # The host advances time in its own steps.
        for _ in range(chance.randrange(1, 4)):
            self._machine.advance(chance.choice(TIMES))
        kind = chance.randrange(10)
        if kind < 4:
            self._machine.mouse_to(chance.randrange(640), chance.randrange(19, 400))
        elif kind < 8:
            button = 1 if kind < 7 else 2
            self._down[button] = not self._down[button]
            self._machine.mouse_button(button, self._down[button])
        elif kind == 8:
            self._machine.key(*key_press(chance.choice(KEYS)))
        else:
            self._machine.shift(chance.choice((0, 1, 4)))


@contextmanager
def recorded(
    record: AnyGame,
    seed: int,
    number: int,
    path: Path,
    left: Collection | None = None,
    begun_at: datetime | None = None,
) -> Iterator[Played]:
    """A game with a recorded window; with ``left`` the saved game is resumed at a time of the clock."""
    begun_at = begun_at or datetime(1970, 1, 1, tzinfo=UTC)
    with Store(None, begun_at.timestamp, calendar=partial(moment, zone=begun_at.tzinfo)) as store:
        records = store.records(record.name)
        if left is not None:
            records.restore(left, UNFINISHED)
        session = Session(record, records, random.Random(seed), number)
        run = Launch(OPTIONS)
        begun = run_header(run, record, seed, records.snapshot(), session)
        begun.follow_clock(store, run.machine)
        run.start_game(record, session)
        if left is not None:
            run.machine.settle()
        with path.open("w", encoding="utf-8") as out:
            run.machine.on_input = Recorder(partial(print, file=out, flush=True), begun.line()).hear
            yield run.machine, session, []


def played_back(record: AnyGame, path: Path) -> Played:
    text = path.read_text(encoding="utf-8")
    line = parse_start(text, "events")
    assert line is not None
    begun, pictures = read_header(line, "events"), []
    with Store(None) as store:
        records = store.records(record.name)
        records.restore(begun.snapshot, begun.unfinished)
        session = Session(record, records, random.Random(begun.seed), begun.number, afresh=begun.unfinished is None)
        run = Launch(OPTIONS)
        begun.follow_clock(store, run.machine)
        run.start_game(record, session)
        player = HeadlessPlayer(run.machine, timed=True)
        for event in parse_events(text, "events"):
            player.play([event])
            pictures.append(digest_of(run.machine))
    return run.machine, session, pictures


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", ["vierfrei", "freecell", "grossfamilien"])
def test_a_fast_session_plays_back_the_same(game: str, seed: int, tmp_path: Path) -> None:
    record, chance, path = registry.find(game), random.Random(f"{game} {seed}"), tmp_path / "events.jsonl"
    with recorded(record, seed, chance.choice(record.numbers), path) as (machine, session, pictures):
        person = Person(machine, chance)
        noted = 0
        while len(pictures) < 60 and not machine.finished:
            person.act()
            if path.stat().st_size > noted:
                pictures.append(digest_of(machine))
                noted = path.stat().st_size
        words = session.board.words()
    _, again, found = played_back(record, path)
    assert found == pictures
    assert again.board.words() == words


def test_a_win_its_best_and_its_falling_cards_play_back(tmp_path: Path) -> None:
    game, path = registry.find("vierfrei"), tmp_path / "events"
    before = Collection([Ended(42, Outcome.WON, 90, 3, 200)])
    with recorded(game, 1, 42, path, before) as (machine, session, pictures):
        # The remaining cards go home.
        for key, ms in (("Delete", 2_000), ("x", 500), ("Return", 100)):
            machine.key(*key_press(key))
            pictures.append(digest_of(machine))
            machine.advance(ms)
    assert session.board.won
    assert session.former_best == Best(90, 3, 200)
    _, again, found = played_back(game, path)
    assert found == pictures
    assert len(set(found)) == 3
    assert again.former_best == Best(90, 3, 200)
    assert again.progress.seconds >= 61


def test_the_calendar_of_the_games_of_the_day_plays_back(tmp_path: Path) -> None:
    """Recorded on New Year's Eve at noon UTC, and played back in the new year."""
    game, path = registry.find("vierfrei"), tmp_path / "events"
    eve = datetime(2026, 12, 31, 23, 59, 58, tzinfo=timezone(timedelta(hours=12)))
    week = game.games_of_week(eve.date(), ())
    before = Collection([Ended(week[2], Outcome.WON, 90, 3, 200, eve.timestamp() - 86_400, Help.NONE)])
    with recorded(game, 1, 42, path, before, eve) as (machine, _, pictures):
        on_entry = 140, 60

        def act(do: Callable[..., None], *values: object) -> None:
            do(*values)
            pictures.append(digest_of(machine))
            machine.advance(500)

        for key in ("Left", "Undo"):
            act(machine.mouse_to, 110, 8)
            act(machine.mouse_to, *on_entry)
            act(machine.mouse_button, 1, True)
            act(machine.mouse_button, 1, False)
            act(machine.key, *key_press(key))
            act(machine.key, *key_press("Undo"))
    _, _, found = played_back(game, path)
    assert found == pictures
    # The chosen day and the marked day, the same in both.
    first, second = found[3], found[9]
    assert first != second


def test_a_recording_contains_the_initial_state() -> None:
    game = registry.find("freecell")
    with Store(None) as store:
        records = store.records(game.name)
        records.change_setting("messages", False)
        first = Session(game, records, random.Random(1), 11)
        first.board.count_columns = False
        first.begin(first.board.read_word("3a"))
        first.board.push(2, 56)
        first.forfeit()
        first.deal(12)
        first.begin(first.board.read_word("1a"))
        first.board.push(0, 56)
        first.note_help(Help.HELPED)
        records.count(13, Outcome.WON, Progress(90), 0, Help.HELPED)
        records.count(14, Outcome.SOLVED, Progress(90), 0, Help.SOLVED)
        begun = run_header(Launch(OPTIONS), game, 1, records.snapshot(), first)
    back = read_header(json.loads(json.dumps(begun.line())), "events")
    assert begun.unfinished is not None
    assert back == replace(begun, unfinished=begun.unfinished._replace(key=0, attempt=begun.unfinished.attempt))
    with Store(None) as store:
        records = store.records(game.name)
        records.restore(back.snapshot, back.unfinished)
        again = Session(game, records, random.Random(1), 12)
        assert (again.help, again.started, again.board.words()) == (Help.HELPED, True, ["1a"])
        assert [ended.help for ended in records.ended()] == [Help.NONE, Help.HELPED, Help.SOLVED]
        assert not records.setting("messages", True)


def edited(path: Path, *more: str, **changed: object) -> Path:
    with recorded(registry.find("vierfrei"), 1, 42, path) as (machine, _, _):
        machine.mouse_to(1, 1)
    line, *events = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([json.dumps({**json.loads(line), **changed}), *events, *more]), encoding="utf-8")
    return path


def test_options_override_a_recordings_screen(tmp_path: Path) -> None:
    path = edited(tmp_path / "events.jsonl", '{"do": "shot", "file": "a.png"}', screen=[640, 480])
    for options, size in ((), (640, 480)), (("--screen", "tt-high"), (1280, 960)):
        assert run("script", "vierfrei", path, "--shots", tmp_path, "--builtin", *options) == (0, "", "")
        with Image.open(tmp_path / "a.png") as picture:
            assert picture.size == size


@pytest.mark.parametrize(
    ("changed", "number", "reason"),
    [
        ({"files": "0" * 64}, 42, "was recorded with other card pictures, resources or fonts"),
        ({}, 43, "was recorded in game #42 of vierfrei"),
        # Such a time is outside the calendar, and such a zone is invalid.
        *(
            (clock, 42, "the start line cannot be read: ")
            for clock in ({"now": 1e300}, {"now": "noon"}, {"zone": 90_000}, {"now": float("nan")})
        ),
    ],
)
def test_a_recording_that_cannot_be_played_back_is_refused(
    changed: dict[str, object], number: int, reason: str, tmp_path: Path
) -> None:
    path = edited(tmp_path / "events.jsonl", **changed)
    line = refused("script", "vierfrei", path, "--number", number, "--shots", tmp_path)
    assert line.startswith(f"gemport: {path}: {reason}")

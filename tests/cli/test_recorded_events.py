"""What is done in a window and written down with --events plays back to the same pictures, moment by moment."""

from __future__ import annotations

import hashlib
import json
import random
from functools import partial
from pathlib import Path

import pytest

from gemport.cards.notation import parse_record
from gemport.cli import registry
from gemport.cli.arguments import PictureOptions
from gemport.cli.header import read_header, run_header
from gemport.cli.start import no_records, start
from gemport.gem.aes.keys import key_press
from gemport.gem.aes.machine import Machine
from gemport.hosts.events import Recorder, parse_events, parse_start
from gemport.hosts.headless import HeadlessPlayer
from gemport.store.records import Collection, Progress, Unfinished
from gemport.store.session import Session
from gemport.store.statistics import Best, Ended, Help, Outcome
from tests.cli.run import run
from tests.places import RECORDED

OPTIONS = PictureOptions((640, 400), "en", None, None, None, None, True)
KEYS = (
    "F1",
    "F2",
    "F3",
    "F5",
    "Undo",
    "Delete",
    "Return",
    "Esc",
    "Ctrl+Y",
    "Ctrl+t",
    "1",
    "5",
    "9",
    "0",
    "Up",
    "Shift+F2",
)
TIMES = (0, 1, 7, 19, 20, 60, 230, 900, 9_000)
"""Milliseconds between two events: within a click, a double click, an animation; at leisure; while one thinks."""


def digest_of(machine: Machine) -> str:
    return hashlib.sha256(machine.frame().to_bytes()).hexdigest()


class Person:
    """Does this and that in a hurry, as a window's host passes it on."""

    def __init__(self, machine: Machine, chance: random.Random) -> None:
        self._machine = machine
        self._chance = chance
        self._down = {1: False, 2: False}

    def act(self) -> None:
        chance = self._chance
        # The host lets time pass in pieces of its own.
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


@pytest.mark.parametrize("seed", range(34))
@pytest.mark.parametrize("game", ["vierfrei", "freecell", "grossfamilien"])
def test_a_hurried_session_plays_back_to_the_same_pictures_and_board(game: str, seed: int, tmp_path: Path) -> None:
    record, chance = registry.find(game), random.Random(f"{game} {seed}")
    path, number = tmp_path / "events.jsonl", chance.choice(record.numbers)
    pictures: list[str] = []
    with no_records(record) as records:
        session = Session(record, records, random.Random(seed), number)
        begun = run_header(record, OPTIONS, seed, records.snapshot(), session)
        machine = Machine(OPTIONS.sources.artwork())
        start(machine, record, OPTIONS, session)
        with path.open("w", encoding="utf-8") as out:
            machine.on_input = Recorder(partial(print, file=out), begun.line()).hear
            person = Person(machine, chance)
            while len(pictures) < 60 and not machine.finished:
                noted = out.tell()
                person.act()
                if out.tell() > noted:
                    pictures.append(digest_of(machine))
        words = session.board.words()
    text = path.read_text(encoding="utf-8")
    line = parse_start(text, "events")
    assert line is not None
    begun = read_header(line, "events")
    with no_records(record) as records:
        records.restore(begun.snapshot, begun.kept)
        session = Session(record, records, random.Random(begun.seed), begun.number, afresh=begun.kept is None)
        machine = Machine(OPTIONS.sources.artwork())
        start(machine, record, OPTIONS, session)
        player = HeadlessPlayer(machine, timed=True)
        again = []
        for event in parse_events(text, "events"):
            player.play([event])
            again.append(digest_of(machine))
        assert again == pictures
        assert session.board.words() == words


def test_a_win_its_best_and_its_falling_cards_play_back(tmp_path: Path) -> None:
    game = registry.find("vierfrei")
    won = parse_record((RECORDED / "games/000042.txt").read_text(encoding="utf-8"), registry.GameBoards())
    words = won.words
    last_but_one = Unfinished(42, words[:-1], Progress(len(words) - 1, 51, 0, 61), False, help=Help.NONE)
    path, pictures = tmp_path / "events", []
    with no_records(game) as records:
        records.restore(Collection([Ended(42, Outcome.WON, 90, 3, 200)]), last_but_one)
        session = Session(game, records, random.Random(1), 42)
        begun = run_header(game, OPTIONS, 1, records.snapshot(), session)
        machine = Machine(OPTIONS.sources.artwork())
        start(machine, game, OPTIONS, session)
        machine.settle()
        with path.open("w", encoding="utf-8") as out:
            machine.on_input = Recorder(partial(print, file=out), begun.line()).hear
            # What is left goes home.
            for key, ms in (("Delete", 2_000), ("x", 500), ("Return", 100)):
                machine.key(*key_press(key))
                pictures.append(digest_of(machine))
                machine.advance(ms)
    assert session.board.won
    assert session.former_best == Best(90, 3, 200)
    text = path.read_text(encoding="utf-8")
    line = parse_start(text, "events")
    assert line is not None
    again = read_header(line, "events")
    with no_records(game) as records:
        records.restore(again.snapshot, again.kept)
        session = Session(game, records, random.Random(again.seed), again.number)
        machine = Machine(OPTIONS.sources.artwork())
        start(machine, game, OPTIONS, session)
        player = HeadlessPlayer(machine, timed=True)
        found = []
        for event in parse_events(text, "events"):
            player.play([event])
            found.append(digest_of(machine))
        assert found == pictures
        assert len(set(found)) == 3
        assert session.former_best == Best(90, 3, 200)
        assert session.progress.seconds >= 61


def test_settings_statistics_and_the_game_taken_up_are_in_the_recording() -> None:
    game = registry.find("freecell")
    with no_records(game) as records:
        records.change_setting("messages", False)
        first = Session(game, records, random.Random(1), 11)
        first.board.count_columns = False
        first.begin(first.board.read_word("3a"))
        first.push(2, 56)
        first.forfeit()
        first.deal(12)
        first.begin(first.board.read_word("1a"))
        first.push(0, 56)
        first.note_help(Help.HELPED)
        records.count(13, Outcome.WON, Progress(90), 0, Help.HELPED)
        records.count(14, Outcome.SOLVED, Progress(90), 0, Help.SOLVED)
        kept = first.kept()
        begun = run_header(game, OPTIONS, 1, records.snapshot(), first)
    back = read_header(json.loads(json.dumps(begun.line())), "events")
    assert back.snapshot.settings == {"messages": False}
    assert [(ended.number, ended.outcome.value) for ended in back.snapshot.ended] == [
        (11, "lost"),
        (13, "won"),
        (14, "solved"),
    ]
    with no_records(game) as records:
        records.restore(back.snapshot, back.kept)
        again = Session(game, records, random.Random(1), 12)
        assert (again.help, again.begun) == (Help.HELPED, True)
        assert [ended.help for ended in records.ended()] == [Help.NONE, Help.HELPED, Help.SOLVED]
    assert kept is not None
    assert back.kept is not None
    assert (back.kept.number, back.kept.words, back.kept.progress.made) == (12, ("1a",), 1)


def test_a_recording_made_with_other_cards_is_refused_in_one_line(tmp_path: Path) -> None:
    game = registry.find("vierfrei")
    with no_records(game) as records:
        session = Session(game, records, random.Random(1), 42)
        line = {"do": "start", **run_header(game, OPTIONS, 1, records.snapshot(), session).line(), "files": "0" * 64}
    path = tmp_path / "events.jsonl"
    path.write_text(json.dumps(line) + "\n", encoding="utf-8")
    result = run("script", "vierfrei", str(path), "--shots", str(tmp_path))
    assert result.status == 2
    assert result.err.endswith("was recorded with other card pictures, resources or fonts\n")


def test_a_recording_of_another_game_is_refused_in_one_line(tmp_path: Path) -> None:
    game = registry.find("vierfrei")
    with no_records(game) as records:
        session = Session(game, records, random.Random(1), 42)
        line = {"do": "start", **run_header(game, OPTIONS, 1, records.snapshot(), session).line()}
    path = tmp_path / "events.jsonl"
    path.write_text(json.dumps(line) + "\n", encoding="utf-8")
    result = run("script", "vierfrei", str(path), "--number", "43", "--shots", str(tmp_path))
    assert (result.status, "was recorded in game #42 of vierfrei" in result.err) == (2, True)

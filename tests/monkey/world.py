"""A machine with the desktop, the accessories and all games, and the conditions that must hold after any input."""

import copy
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from itertools import count
from random import Random
from typing import Any

import pytest

from gemport.cards.board import Board
from gemport.cards.cells import CellBoard
from gemport.cards.game import program_name
from gemport.cards.grossfamilien import FamilyBoard
from gemport.cards.notation import parse_record
from gemport.cli.accessories import start_accessories, start_desktop
from gemport.cli.arguments import Job
from gemport.cli.launch import Launch
from gemport.cli.registry import boards
from gemport.cli.sessions import GamePrograms
from gemport.cli.sources import Sources
from gemport.gem import LEFT, RIGHT, GRect, MouseNumber, ObState
from gemport.gem.aes.keys import NAMED
from gemport.gem.aes.windows import WindowLibrary
from gemport.hosts.events import Event
from gemport.hosts.headless import HeadlessPlayer
from gemport.play.boxes import Box
from gemport.store.session import AnySession
from gemport.store.sqlite import Store
from tests.games.freecell.lines import WINS
from tests.games.sessions import Saved, save
from tests.places import RECORDED

SCREENS = (602, 339), (640, 400), (640, 480), (800, 600), (1280, 960)
GAMES = "vierfrei", "freecell", "grossfamilien"
LEFT_OF_GAME = 1, 2, 5, 30, 1000
"""Possible numbers of steps to the win, at most, for a game that runs from the start."""


class BrokenError(AssertionError):
    """A condition does not hold."""


class World:
    """A machine with its programs; ``seed`` determines the screen, the language, the games and their random numbers.

    The same seed and the same events always lead to the same state.
    """

    def __init__(self, seed: str) -> None:
        chance = Random(seed)
        chosen = {"screen": chance.choice(SCREENS), "language": chance.choice(("de", "en"))}
        seconds = count(1_700_000_000)
        self.store = Store(None, lambda: float(next(seconds)))
        run = Launch(Job(Sources(builtin=True), chosen), self.store)
        self.machine = run.machine
        self.programs = GamePrograms(run, self.store, count(chance.randrange(10**6)).__next__)
        start_accessories(run, self.programs, run.live_settings(self.store))
        start_desktop(run, self.programs, self.store)
        for game in chance.sample(GAMES, chance.randrange(1, len(GAMES) + 1)):
            number, words = won_game(game)
            left = min(chance.choice(LEFT_OF_GAME), len(words))
            save(self.store.records(game), Saved(number, words[: len(words) - left]))
            self.machine.start(self.machine.programs[program_name(game)], program_name(game))
        self.machine.settle()
        self._player = HeadlessPlayer(self.machine, timed=True)
        self.looks = 0

    def close(self) -> None:
        self.machine.close()
        self.store.close()

    @property
    def sessions(self) -> Mapping[int, AnySession]:
        """Running games by application id."""
        return self.programs._running

    def act(self, event: Event) -> None:
        """Carry out an event, and check the conditions. Raises BrokenError, or the exception of a program."""
        if event.do == "look":
            self._look()
        else:
            self._player.play([event])
        for fault in self.machine.faults:
            raise fault.error
        for session in self.sessions.values():
            if cards_on(session.board) not in (52, 104):
                raise BrokenError(f"{session.title}: {cards_on(session.board)} cards")

    def _look(self) -> None:
        """Check that a full redraw changes nothing, that the pointer is an arrow, and that no title is inverted.

        Skipped while a program owns the screen, shows a box or is computing.
        """
        self.machine.settle()
        libraries = self.machine._libraries
        if self.machine.finished or libraries.dispatcher.lock_owner or libraries.dispatcher.mctrl or _Boxes.shown:
            return
        pointer = libraries.screen.v_opnvwk().pointer
        if (pointer.form, pointer.hidden) != (libraries.screen.artwork.mouse[MouseNumber.ARROW], 0):
            raise BrokenError("the pointer is no arrow")
        if self.machine.next_wakeup() is None and any(
            ObState.SELECTED in obj.ob_state for bar in libraries.menu._bars.values() for obj in bar
        ):
            raise BrokenError("a title of a menu stays inverted")
        seen = self._picture()
        libraries.windows.redraw_area(GRect(0, 0, self.machine.width, self.machine.height))
        libraries.draw_everything()
        self.machine.settle()
        self.looks += 1
        again = self._picture()
        if again != seen:
            rows = [y for y, (one, other) in enumerate(zip(seen, again, strict=True)) if one != other]
            raise BrokenError(f"drawn again, {len(rows)} lines differ, from {rows[0]} to {rows[-1]}")

    def _picture(self) -> list[int]:
        """Return the frame without the last column and row, where VIERFREI leaves strips of felt like the original."""
        frame = self.machine.frame(pointer=False)
        return [row >> (frame.stride - frame.width + 1) for row in frame.rows[:-1]]

    def end(self) -> None:
        """End all programs; closing the program or pressing Return closes any box."""
        for button in (LEFT, RIGHT):
            self.machine.mouse_button(button, False)
        # Move the mouse away from the menu bar, so that no menu opens.
        self.machine.mouse_to(0, self.machine.height - 1)
        for _ in range(10):
            self.machine.request_quit()
            self.machine.key(NAMED["Return"])
            self.machine.settle()
            self.machine.advance(1000)
        if not self.machine.finished:
            raise BrokenError("it does not end")

    def undo_all(self) -> None:
        """Check that undoing all steps of every running game leads to its deal."""
        for session in self.sessions.values():
            board = copy.deepcopy(session.board)
            while board.can_undo:
                board.undo()
            if state(board) != state(type(board).deal(session.number)):
                raise BrokenError(f"{session.title}: taken back to the deal, the cards lie otherwise")


@cache
def won_game(game: str) -> tuple[int, tuple[str, ...]]:
    if game == "freecell":
        return 617, tuple(WINS[617].split())
    path = {"vierfrei": "games/000007.txt", "grossfamilien": "grossfamilien/won.txt"}[game]
    record = parse_record((RECORDED / path).read_text(encoding="utf-8"), boards())
    return record.number, record.words


def cards_on(board: Board) -> int:
    return sum(map(len, board.piles.values()))


def state(board: Board) -> Any:
    if isinstance(board, FamilyBoard):
        return board.piles, board.stock, board.waste, board.turned, board.foundations
    assert isinstance(board, CellBoard)
    return board.columns, board.cells, board.foundations


class _Boxes:
    """Counter of open boxes over games; they are drawn like in the original, so that a redraw may look different."""

    shown = 0


@contextmanager
def watched() -> Iterator[None]:
    """Count open boxes, and draw moved windows instead of copying them.

    After moving a window by copying, its old patterns may differ by a pixel from newly drawn patterns.
    """
    note = Box._note

    def counted(box: Box, is_open: bool) -> None:
        _Boxes.shown += 1 if is_open else -1
        note(box, is_open)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WindowLibrary, "_can_be_copied", lambda *_: False)
        patch.setattr(Box, "_note", counted)
        yield
    _Boxes.shown = 0

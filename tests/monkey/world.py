"""A machine with the desktop, the accessories and all games, and what must be true of it whatever is done."""

import copy
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from itertools import count
from random import Random
from typing import Any

import pytest

from gemport.cards.cells import CellBoard
from gemport.cards.grossfamilien import FamilyBoard
from gemport.cards.notation import AnyBoard, parse_record
from gemport.cli.accessories import start_accessories, start_desktop
from gemport.cli.arguments import Options
from gemport.cli.files import Sources
from gemport.cli.launch import Launch
from gemport.cli.registry import GameBoards
from gemport.cli.sessions import GamePrograms
from gemport.gem import LEFT, NAMED, RIGHT, GRect, MouseNumber, ObState, WindowLibrary
from gemport.hosts.events import Event
from gemport.hosts.headless import HeadlessPlayer
from gemport.play.boxes import Box
from gemport.play.game import program_name
from gemport.store.session import AnySession
from gemport.store.sqlite import Store
from tests.games.freecell.lines import WINS
from tests.games.sessions import Saved, save
from tests.places import RECORDED

SCREENS = (602, 339), (640, 400), (640, 480), (800, 600), (1280, 960)
GAMES = "vierfrei", "freecell", "grossfamilien"
LEFT_OF_GAME = 1, 2, 5, 30, 1000
"""Most steps to the win for a game that runs from the beginning on."""


class BrokenError(AssertionError):
    """Something that must be true is not."""


class World:
    """One machine and those who live on it. ``seed`` chooses screen, language, and what the games' chance begins with.

    The same seed and the same events give the same world.
    """

    def __init__(self, seed: str) -> None:
        chance = Random(seed)
        chosen = {"screen": chance.choice(SCREENS), "language": chance.choice(("de", "en"))}
        seconds = count(1_700_000_000)
        self.store = Store(None, lambda: float(next(seconds)))
        run = Launch(Options(Sources(builtin=True), chosen), self.store)
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
        """The games that run, by their applications' ids."""
        return self.programs._running

    def act(self, event: Event) -> None:
        """Do one thing. Raises BrokenError, or what a program raised."""
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
        """The picture is that of everything drawn again, with an arrow and no title inverted.

        Only while nobody has the screen or a box for himself, or thinks.
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
        """The frame but for the last column and row, where VIERFREI leaves strips of felt as the original does."""
        frame = self.machine.frame(pointer=False)
        return [row >> (frame.stride - frame.width + 1) for row in frame.rows[:-1]]

    def end(self) -> None:
        """Every box is left by closing the program or by Return; both together reach the end."""
        for button in (LEFT, RIGHT):
            self.machine.mouse_button(button, False)
        # Not on the bar, where a menu would drop down.
        self.machine.mouse_to(0, self.machine.height - 1)
        for _ in range(10):
            self.machine.request_quit()
            self.machine.key(NAMED["Return"])
            self.machine.settle()
            self.machine.advance(1000)
        if not self.machine.finished:
            raise BrokenError("it does not end")

    def undo_all(self) -> None:
        """Every running game, its steps taken back, is the game as it was dealt."""
        for session in self.sessions.values():
            board = copy.deepcopy(session.board)
            while board.can_undo:
                board.undo()
            if state(board) != state(type(board).deal(session.number)):
                raise BrokenError(f"{session.title}: taken back to the deal, the cards lie otherwise")


@cache
def won_game(game: str) -> tuple[int, tuple[str, ...]]:
    """The number of a game that can be won, and its steps."""
    if game == "freecell":
        return 617, tuple(WINS[617].split())
    path = {"vierfrei": "games/000007.txt", "grossfamilien": "grossfamilien/won.txt"}[game]
    record = parse_record((RECORDED / path).read_text(encoding="utf-8"), GameBoards())
    return record.number, record.words


def cards_on(board: AnyBoard) -> int:
    return sum(map(len, board.piles.values()))


def state(board: AnyBoard) -> Any:
    if isinstance(board, FamilyBoard):
        return board.piles, board.stock, board.waste, board.turned, board.foundations
    assert isinstance(board, CellBoard)
    return board.columns, board.cells, board.foundations


class _Boxes:
    """Return the number of boxes over games: they are drawn as the original draws them, not as a redraw would."""

    shown = 0


@contextmanager
def watched() -> Iterator[None]:
    """While worlds live: boxes are counted, and windows are drawn where they are moved to.

    A window that was moved by copying keeps its patterns as they were; drawn again they may differ by a pixel.
    """
    show, hide = Box.show, Box.hide

    async def counted_show(box: Box) -> None:
        _Boxes.shown += 1
        await show(box)

    async def counted_hide(box: Box) -> None:
        _Boxes.shown -= 1
        await hide(box)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WindowLibrary, "_can_be_copied", lambda *_: False)
        patch.setattr(Box, "show", counted_show)
        patch.setattr(Box, "hide", counted_hide)
        yield
    _Boxes.shown = 0

"""What is said and offered when a game is won: moves, undos and time, whether it is a best, and what to play next.

A game that the program has solved is not congratulated on, nor is the end of a recording.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from gemport.cards.card import ACE, KING, Card, make_card
from gemport.cards.deals import next_number
from gemport.cards.moves import FOUNDATIONS
from gemport.games import resource as n
from gemport.games.boxes import ESCAPE, RETURN, Answer, Box, write_centred
from gemport.games.deck import CARD_HEIGHT, CARD_WIDTH, CardArt
from gemport.games.files import say
from gemport.games.table import CardTable
from gemport.games.window import GameWindow
from gemport.gem.aes.constants import MU_BUTTON, MU_KEYBD, MU_MESAG, MU_TIMER, WCHAR
from gemport.gem.aes.events import MultiEvent
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rect import GRect, cut
from gemport.gem.aes.rsrc import LoadedResource
from gemport.gem.formats.objects import Tree
from gemport.gem.vdi.workstation import Workstation
from gemport.store.session import Session, clock_text
from gemport.store.statistics import Help

_BUTTONS: Final = {n.WON_NEXT: "new", n.WON_SELECT: "select", n.WON_AGAIN: "restart", n.WON_OK: None}
"""By a button of the box the action that it stands for."""
_KEYS: Final = ("new", "select", "restart", "undo")
"""Actions whose keys end the box."""


class Victory:
    """The box about a game that was won. ``chosen``: the name of the action that the player wants next."""

    def __init__(
        self,
        table: CardTable[Any],
        trees: LoadedResource,
        session: Session[Any],
        is_quit: Callable[[MultiEvent], bool],
        name_of: Callable[[int], str | None],
    ) -> None:
        """``trees``: the shared resource; ``name_of``: the name of the action that a key stands for."""
        self._trees = trees
        self._tree = trees.tree(n.WON)
        self._session = session
        self._name_of = name_of
        self._box = _VictoryBox(table, self._tree, session, is_quit)
        self.chosen: str | None = None

    async def show(self, title: str) -> Answer:
        """Congratulate by a title, or say that the program has won."""
        box = self._box
        self._fill(title)
        await box.show()
        answer = await self._answer()
        await box.hide()
        if answer is not Answer.QUIT:
            await box.end_celebration()
            await box.release()
        return answer

    async def _answer(self) -> Answer:
        box = self._box
        while True:
            event = await box.event()
            if isinstance(event, Answer):
                return event
            hit = box.pressed(event)
            if hit in _BUTTONS:
                self.chosen = _BUTTONS[hit]
                return Answer.OK
            if MU_KEYBD in event.events:
                name = self._name_of(event.key)
                if name in _KEYS:
                    self.chosen = name
                if name in _KEYS or event.key & 0xFF in (RETURN, ESCAPE):
                    return Answer.OK
            # A key or a click that means nothing else is enough of the cards.
            await box.end_celebration()
            if MU_BUTTON in event.events:
                await box.release()

    def _fill(self, title: str) -> None:
        progress = self._session.progress
        for line, value in (
            (n.WON_MOVES, str(progress.made)),
            (n.WON_UNDOS, str(progress.undos)),
            (n.WON_TIME, clock_text(progress.seconds)),
        ):
            self._tree[line].ob_spec = value.rjust(self._tree[line].ob_width // WCHAR)
        write_centred(self._tree, n.WON_TITLE, title)
        write_centred(self._tree, n.WON_BEST, self._rating(progress.made))

    def _rating(self, moves: int) -> str:
        best, help_ = self._session.former_best, self._session.help
        if help_ is Help.SOLVED:
            rating = n.SOLVED_LINE
        elif help_ is Help.HELPED:
            rating = n.WITH_HELP
        elif best is None:
            rating = n.FIRST_WIN
        elif best.helped:
            rating = n.FIRST_UNAIDED
        elif moves == best.moves:
            rating = n.EQUAL_BEST
        else:
            rating = n.NEW_BEST if moves < best.moves else n.NOT_BEST
        return say(self._trees, rating, moves=best.moves if best is not None else 0)


class _VictoryBox(Box):
    """A box that cards fall behind while it waits, unless the program has solved the game."""

    def __init__(
        self, table: CardTable[Any], tree: Tree, session: Session[Any], is_quit: Callable[[MultiEvent], bool]
    ) -> None:
        super().__init__(table.window, tree, is_quit)
        self._table = table
        self._session = session
        self._celebration: Celebration | None = None

    async def show(self) -> None:
        """Draw the box; the cards come after it."""
        await super().show()
        if self._session.help is Help.SOLVED:
            return
        window = self._window
        cards = flights(self._session.number, self._cards_home(), window.size[0])
        self._celebration = Celebration(self._gem, window, self._table.art, self._area, cards)

    async def end_celebration(self) -> None:
        """Stop the cards, and take away what they left on the window."""
        if self._celebration is not None:
            await self._celebration.stop()

    async def _wait(self) -> MultiEvent:
        while True:
            if self._celebration is None or self._celebration.over:
                return await super()._wait()
            event = await self._gem.evnt_multi(MU_KEYBD | MU_BUTTON | MU_MESAG | MU_TIMER, ms=FRAME)
            if event.events != MU_TIMER:
                return event
            await self._celebration.frame()

    def _cards_home(self) -> list[tuple[Card, int, int]]:
        """A whole pack from its highest cards to its lowest, each where its pile lies."""
        ends = [self._table.end(place) for place in FOUNDATIONS]
        return [
            (make_card(value, suit), x, y) for value in range(KING, ACE - 1, -1) for suit, (x, y) in enumerate(ends)
        ]


# ---- the cards that fall

FRAME = 20
"""Milliseconds between two positions of a card."""
_BETWEEN = 8
"""Frames until the next card follows."""
_GRAVITY = 1
_SLOWEST, _FASTEST = 3, 8
"""Pixels a frame to the left or right."""
_BOUNCE = 4, 5
"""What part of the speed is left after a bounce."""

VARIABLE = "CELEBRATION"
"""What the machine's environment calls it; ``off`` there switches it off."""


@dataclass(slots=True)
class Flight:
    """A card under way: the corner and the speed, in pixels of the work area and pixels a frame."""

    card: Card
    x: int
    y: int
    dx: int
    dy: int

    def step(self, floor: int) -> None:
        """One frame later; ``floor`` is where a card lies on the lower edge."""
        self.dy += _GRAVITY
        self.x += self.dx
        self.y += self.dy
        if self.y > floor:
            up, of = _BOUNCE
            self.y, self.dy = floor, -(self.dy * up // of)

    def seen(self, width: int) -> bool:
        """Whether any of the card is still within the work area."""
        return -CARD_WIDTH < self.x < width


def flights(number: int, cards: Iterable[tuple[Card, int, int]], width: int) -> Iterator[Flight]:
    """How cards set out from their corners, by a game's number; more of them towards the wider side."""
    for card, x, y in cards:
        number = next_number(number)
        speed = _SLOWEST + number // 1000 % (_FASTEST - _SLOWEST + 1)
        leftwards = number % 1000 * width < 1000 * (x + CARD_WIDTH // 2)
        yield Flight(card, x, y, -speed if leftwards else speed, -(number // 100 % 7))


class Celebration:
    """The cards of one victory, which leave their traces on the window."""

    def __init__(self, gem: Gem, window: GameWindow, art: CardArt, hole: GRect, cards: Iterator[Flight]) -> None:
        """``hole``: of the screen, where a box lies that they pass behind."""
        self._gem = gem
        self._window = window
        self._art = art
        self._hole = hole
        self._waiting = cards
        self._flying: list[Flight] = []
        self._frames = 0
        self.over = gem.shel_envrn(VARIABLE) == "off"
        """Whether all cards are gone, or were never wanted."""
        self.traces = False
        """Whether there is something on the window that does not belong there."""

    async def frame(self) -> None:
        """Show one more frame."""
        width, height = self._window.size
        if self._frames % _BETWEEN == 0:
            following = next(self._waiting, None)
            self._flying += [] if following is None else [following]
        self._frames += 1
        for flight in self._flying:
            flight.step(height - CARD_HEIGHT)
        self._flying = [flight for flight in self._flying if flight.seen(width)]
        self.over = not self._flying
        for flight in self._flying:
            await self._show(flight)

    async def _show(self, flight: Flight) -> None:
        work = self._window.work
        x, y = work.x + flight.x, work.y + flight.y

        def draw(workstation: Workstation, part: GRect) -> None:
            seen = part.intersection(GRect(0, 0, self._gem.width, self._gem.height))
            for piece in [] if seen.empty else cut(seen, self._hole):
                workstation.vs_clip(True, *piece.corners())
                self._art.draw(workstation, flight.card, x, y)

        self.traces = True
        await self._window.redraw(GRect(x, y, CARD_WIDTH, CARD_HEIGHT), draw)

    async def stop(self) -> None:
        """Stop the cards and paint the window again, except for the hole."""
        self.over = True
        if not self.traces:
            return
        self.traces = False
        for piece in cut(self._window.work, self._hole):
            await self._window.redraw(piece)

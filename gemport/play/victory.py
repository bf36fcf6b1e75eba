"""The victory box: moves, undos and time, whether this is the best result, and the next game.

A game solved by the program and the end of a recording get no congratulations.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from gemport.cards.card import ACE, KING, Card, make_card
from gemport.cards.deals import next_number
from gemport.cards.moves import FOUNDATIONS
from gemport.gem import MU_BUTTON, MU_KEYBD, MU_MESAG, MU_TIMER, WCHAR, GRect, Msg, MultiEvent
from gemport.play import games_rsc as n
from gemport.play.boxes import Box, write_centred
from gemport.play.deck import CARD_HEIGHT, CARD_WIDTH
from gemport.play.feature import Play
from gemport.play.items import Item
from gemport.play.table import CardTable
from gemport.settings import Looks
from gemport.store.session import clock_text
from gemport.store.statistics import Help

_BUTTONS: Final = {n.WON_NEXT: Item.NEW, n.WON_SELECT: Item.SELECT, n.WON_AGAIN: Item.RESTART, n.WON_OK: None}
"""The action for each button of the box."""


class Victory(Box):
    """The box about a victory, shown after the cards have fallen, except for a game solved by the program.

    ``chosen`` is the name of the player's next action.
    """

    def __init__(self, play: Play[Any]) -> None:
        super().__init__(play, play.shared.tree(n.WON))
        self.chosen: Item | None = None

    async def congratulate(self, title: str, par: str) -> None:
        """Make the cards fall, then show the box with a title and a par until a button or key closes it."""
        self._fill(title, par)
        if self.table.session.help is not Help.SOLVED:
            await self._celebrate()
        if self.play.app.quitting or self.chosen is not None:
            return
        await self.show()
        while (event := await self.event()) is not None and not self._ends(event):
            if MU_BUTTON in event.events:
                await self.release()
        await self.hide()
        if not self.play.app.quitting:
            await self.release()

    async def _celebrate(self) -> None:
        """Make cards fall until all are gone or the player acts; the key of an action chooses it."""
        celebration, event = Celebration(self.table, self.play.looks), None
        while not celebration.over:
            event = await self.gem.evnt_multi(MU_KEYBD | MU_BUTTON | MU_MESAG | MU_TIMER, ms=FRAME)
            if event.events == MU_TIMER:
                await celebration.frame()
            elif self.ends_program(event) or event.events & (MU_KEYBD | MU_BUTTON):
                break
            elif event.message is not None and event.message.type == Msg.WM_REDRAW:
                await self.table.redraw(event.message.rect)
        await celebration.stop()
        if event is None or self.play.app.quitting:
            return
        if MU_KEYBD in event.events:
            self.chosen = self._action(event.key)
        if MU_BUTTON in event.events:
            await self.release()

    def _action(self, key: int) -> Item | None:
        item = self.play.app.item_of(key)
        return next((found for found in _BUTTONS.values() if found and self.play.items[found] == item), None)

    def _ends(self, event: MultiEvent) -> bool:
        hit = self.pressed(event)
        if hit in _BUTTONS:
            self.chosen = _BUTTONS[hit]
            return True
        if MU_KEYBD in event.events:
            self.chosen = self._action(event.key)
        return self.chosen is not None

    def _fill(self, title: str, par: str) -> None:
        progress = self.table.session.progress
        for line, value in (
            (n.WON_MOVES, str(progress.made)),
            (n.WON_UNDOS, str(progress.undos)),
            (n.WON_TIME, clock_text(progress.seconds)),
        ):
            self.tree[line].ob_spec = value.rjust(self.tree[line].ob_width // WCHAR)
        write_centred(self.tree, n.WON_TITLE, title)
        write_centred(self.tree, n.WON_BEST, self._rating(progress.made))
        write_centred(self.tree, n.WON_PAR, par)

    def _rating(self, moves: int) -> str:
        session = self.table.session
        best, help_ = session.former_best, session.help
        if help_ is Help.SOLVED or session.start is not None:
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
        return self.play.say(rating, moves=best.moves if best is not None else 0)


# ---- falling cards

FRAME = 20  # milliseconds between two positions of a card
_FRAMES_PER_CARD = 8
_GRAVITY = 1
_MIN_SPEED, _MAX_SPEED = 3, 8  # horizontal speeds in pixels per frame
_BOUNCE = 4, 5  # share of the speed that remains after a bounce


@dataclass(slots=True)
class Flight:
    """A falling card: its corner in pixels of the work area, and its speed in pixels per frame."""

    card: Card
    x: int
    y: int
    dx: int
    dy: int


class Celebration:
    """The falling cards of a victory, which leave traces in the window."""

    def __init__(self, table: CardTable[Any], looks: Looks) -> None:
        self._table = table
        self._waiting = self._flights()
        self._flying: list[Flight] = []
        self._frames = 0
        self.over = not looks.celebration  # true if all cards are gone or the celebration is off
        self._traces = False  # true if the window has traces of cards

    def _flights(self) -> Iterator[Flight]:
        """Yield the cards from the foundations, highest first, mostly to the wider side; the number is the seed."""
        number, (width, _) = self._table.session.number, self._table.size
        ends = [self._table.layout.end(self._table.board, place) for place in FOUNDATIONS]
        for value in range(KING, ACE - 1, -1):
            for suit, (x, y) in enumerate(ends):
                number = next_number(number)
                speed = _MIN_SPEED + number // 1000 % (_MAX_SPEED - _MIN_SPEED + 1)
                leftwards = number % 1000 * width < 1000 * (x + CARD_WIDTH // 2)
                yield Flight(make_card(value, suit), x, y, -speed if leftwards else speed, -(number // 100 % 7))

    async def frame(self) -> None:
        table, (width, height) = self._table, self._table.size
        if self._frames % _FRAMES_PER_CARD == 0:
            following = next(self._waiting, None)
            self._flying += [] if following is None else [following]
        self._frames += 1
        floor, (up, of) = height - CARD_HEIGHT, _BOUNCE
        for card in self._flying:
            card.dy += _GRAVITY
            card.x += card.dx
            card.y += card.dy
            if card.y > floor:
                card.y, card.dy = floor, -(card.dy * up // of)
        self._flying = [card for card in self._flying if -CARD_WIDTH < card.x < width]
        self.over = not self._flying
        for card in self._flying:
            self._traces = True
            work = table.work
            x, y = work.x + card.x, work.y + card.y
            await table.redraw(GRect(x, y, CARD_WIDTH, CARD_HEIGHT), partial(self._draw, card.card, x, y))

    def _draw(self, card: Card, x: int, y: int, _part: GRect) -> None:
        self._table.art.draw(self._table.ws, card, x, y)

    async def stop(self) -> None:
        self.over = True
        if self._traces:
            self._traces = False
            await self._table.redraw()

"""Cards that leave their piles after a victory, fall, and bounce along the lower edge of the window.

Everything depends on the game's number alone, so it is the same again for the same game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gemport.cards.card import Card
from gemport.cards.deals import next_number
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rect import GRect, cut
from gemport.gem.vdi.workstation import Workstation
from gemport.patience.kit.art import CARD_HEIGHT, CARD_WIDTH, CardArt
from gemport.patience.kit.window import GameWindow

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
        """No more of it; the window is as it was, except for the hole, which is whoever's lies there."""
        self.over = True
        if not self.traces:
            return
        self.traces = False
        for piece in cut(self._window.work, self._hole):
            await self._window.redraw(piece)

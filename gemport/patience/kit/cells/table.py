"""The table of a cell game: eight columns, four free places, four final places."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from gemport.cards.cells.board import CellBoard
from gemport.gem.aes.events import MultiEvent
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.rsc.objects import Tree
from gemport.patience.kit.art import CardArt
from gemport.patience.kit.cells.layout import CellLayout, Spot
from gemport.patience.kit.table import CardTable, Picture
from gemport.patience.kit.window import MOST_HEIGHT, MOST_WIDTH
from gemport.patience.session.session import Session

B = TypeVar("B", bound=CellBoard)


class CellTable(CardTable, Generic[B]):
    """Shows the board of a session."""

    def __init__(
        self, gem: Gem, art: CardArt, icon: Tree, session: Session[B], most: tuple[int, int] = (MOST_WIDTH, MOST_HEIGHT)
    ) -> None:
        super().__init__(gem, art, icon, most)
        self.session = session
        self.resized()

    def resized(self) -> None:
        """Lay the places out for the window's size."""
        self.layout = CellLayout(*self.window.size)

    @property
    def board(self) -> B:
        """The session's board."""
        return self.session.board

    def pictures(self) -> Iterable[Picture]:
        """The places' cards, or the empty places' pictures; then the columns."""
        return self.layout.pictures(self.board)

    def end(self, place: int) -> tuple[int, int]:
        """The corner of a place's last card."""
        return self.layout.end(self.board, place)

    def area(self, place: int) -> GRect:
        """One card, or a column down to the window's lower edge."""
        return self.layout.area(place)

    def hit(self, event: MultiEvent) -> Spot | None:
        """The card under the pointer."""
        return self.layout.hit(self.board, *self.point(event))

    async def drag_card(self, spot: Spot, event: MultiEvent) -> int | None:
        """Drag a card and those below it; the place it was dropped on, None for the gaps."""
        x, y = await self.drag(self.layout.outline(self.board, spot), event)
        return self.layout.target(x, y)

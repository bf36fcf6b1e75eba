"""FreeCell's table: that of the cell games, with selected cards inverted and a covered card shown whole."""

from __future__ import annotations

from collections.abc import Iterable

from gemport.cards.freecell.board import FreeCellBoard
from gemport.cards.moves import COLUMNS
from gemport.gem.aes.constants import HBOX, Wc
from gemport.gem.aes.events import MultiEvent
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.rsc.objects import Tree
from gemport.patience.kit.art import CARD_HEIGHT, CardArt
from gemport.patience.kit.cells.layout import COLUMN_Y, MOST_STEP, CellLayout, Spot
from gemport.patience.kit.cells.table import CellTable
from gemport.patience.kit.table import Picture
from gemport.patience.kit.window import KIND, MOST_WIDTH
from gemport.patience.session.session import Session

TALLEST_SCREEN = 512
"""The tallest of the guide's screen modes; on taller screens the window stays as it is on this one."""
FULL_COLUMN = 13
"""On tall screens so many cards of a column lie as far apart as there is height for."""


class FreeCellTable(CellTable[FreeCellBoard]):
    """The columns use the height there is: the taller the screen, the more is seen of covered cards."""

    def __init__(self, gem: Gem, art: CardArt, icon: Tree, session: Session[FreeCellBoard]) -> None:
        desk = GRect(0, HBOX, gem.width, TALLEST_SCREEN - HBOX)
        super().__init__(gem, art, icon, session, (MOST_WIDTH, gem.wind_calc(Wc.WC_WORK, KIND, desk).h))
        self.selected: Spot | None = None
        """The topmost of the selected cards."""
        self.revealed: Spot | None = None
        """A card of a column that is shown whole."""

    def resized(self) -> None:
        """Lay the places out; the columns use the height there is."""
        width, height = self.window.size
        step = (height - CARD_HEIGHT - COLUMN_Y) // (FULL_COLUMN - 1)
        self.layout = CellLayout(width, height, max(step, MOST_STEP))

    def pictures(self) -> Iterable[Picture]:
        """The selected cards inverted, the revealed one on top."""
        yield from self.layout.pictures(self.board, self.selected)
        if self.revealed is not None:
            card = self.board.columns[self.revealed.place][self.revealed.index]
            yield Picture(card, *self.layout.position(self.board, self.revealed))

    def place_at(self, event: MultiEvent) -> int | None:
        """The place under the pointer, with a card there or not; None for the gaps."""
        return self.layout.target(*self.point(event))

    async def select(self, spot: Spot | None) -> None:
        """Select a card and those below it, or nothing; nothing is revealed then."""
        places = {old.place for old in (self.selected, self.revealed, spot) if old is not None}
        self.selected, self.revealed = spot, None
        await self.repaint(sorted(places))

    async def reveal(self, spot: Spot | None) -> None:
        """Show a covered card whole, or none any more."""
        places = {old.place for old in (self.revealed, spot) if old is not None}
        self.revealed = spot
        await self.repaint(sorted(places))

    def covered(self, spot: Spot) -> bool:
        """Whether the card lies in a column with others on it."""
        return spot.place in COLUMNS and spot.index < len(self.board.columns[spot.place]) - 1

"""The table of Großfamilien: cards, the numbers beside them, and what the families wait for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gemport.cards.grossfamilien.board import FAMILIES, PILES, TALON, WASTE, FamilyBoard, awaited_value, is_rising
from gemport.gem.aes.events import MultiEvent
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.rsc.objects import Tree
from gemport.gem.vdi.modes import FillInterior, WritingMode
from gemport.gem.vdi.workstation import Workstation
from gemport.patience.grossfamilien.layout import MOST_HEIGHT, MOST_WIDTH, PileLayout
from gemport.patience.kit.art import CardArt
from gemport.patience.kit.table import CardTable, Picture
from gemport.patience.session.session import Session

UP, DOWN, DONE = b"\x01", b"\x02", b"\x08"
"""Arrows and a check mark of the system font."""
_SMALL = 6
"""Height of the 8x8 font, from base line to top."""
_LEFT, _CENTRE = 0, 1
_TOP = 5
"""Alignments of text."""


class PileTable(CardTable):
    """Shows the board of a session.

    ranks: what the thirteen ranks are called, one or two characters each
    """

    def __init__(self, gem: Gem, art: CardArt, icon: Tree, session: Session[FamilyBoard], ranks: Sequence[str]) -> None:
        super().__init__(gem, art, icon, (MOST_WIDTH, MOST_HEIGHT))
        self.session = session
        self.resized()
        self._ranks = ranks
        self._large = self.window.workstation.vqt_attributes().char_height

    def resized(self) -> None:
        """Lay the places out for the window's size."""
        self.layout = PileLayout(*self.window.size)

    @property
    def board(self) -> FamilyBoard:
        """The session's board."""
        return self.session.board

    def pictures(self) -> Iterable[Picture]:
        """Talon, turned card, waste, tableau and families."""
        return self.layout.pictures(self.board)

    def end(self, place: int) -> tuple[int, int]:
        """The corner of a place's top card."""
        return self.layout.end(self.board, place)

    def area(self, place: int) -> GRect:
        """A place with the number or the label beside it."""
        return self.layout.area(place)

    def hit(self, event: MultiEvent) -> int | None:
        """The place whose top card lies under the pointer."""
        return self.layout.hit(self.board, *self.point(event))

    async def drag_card(self, place: int, event: MultiEvent) -> int | None:
        """Drag a place's top card; the place it was dropped on, None for the gaps."""
        x, y = await self.drag(self.layout.outline(self.board, place), event)
        return self.layout.target(self.board, x, y)

    # ---- painting

    def paint(self, workstation: Workstation, area: GRect) -> None:
        """Paint what a rectangle of the screen shows: the cards, then what is written beside them."""
        super().paint(workstation, area)
        for place in (TALON, WASTE, *PILES):
            self._paint_count(workstation, place)
        for place in FAMILIES:
            self._paint_label(workstation, place)

    def _paint_count(self, workstation: Workstation, place: int) -> None:
        count = len(self._cards(place))
        if not count:
            return
        work = self.window.work
        x, y = self.layout.counter(self.board, place)
        plate = GRect(work.x + x, work.y + y - 9, 8 * len(str(count)) + 1, 10)
        _plate(workstation, plate)
        workstation.vst_height(_SMALL)
        workstation.vst_alignment(_LEFT, _TOP)
        workstation.v_gtext(plate.x + 1, plate.y + 1, str(count))

    def _cards(self, place: int) -> Sequence[int]:
        if place in PILES:
            return self.board.piles[place]
        return self.board.talon if place == TALON else self.board.waste

    def _paint_label(self, workstation: Workstation, place: int) -> None:
        count = self.board.families[place - FAMILIES[0]]
        value = awaited_value(count)
        work = self.window.work
        label = self.layout.label(place).moved(work.x, work.y)
        _plate(workstation, label)
        workstation.vst_height(self._large)
        workstation.vst_alignment(_CENTRE, _TOP)
        middle = label.x + label.w // 2
        if value is None:
            workstation.v_gtext(middle, label.y + 12, DONE)
            return
        workstation.v_gtext(middle, label.y + 3, UP if is_rising(count) else DOWN)
        workstation.v_gtext(middle, label.y + 21, self._ranks[value])


def _plate(workstation: Workstation, rect: GRect) -> None:
    """A white rectangle to write on, and text attributes for it."""
    workstation.vswr_mode(WritingMode.MD_REPLACE)
    workstation.vsf_interior(FillInterior.FIS_HOLLOW)
    workstation.vr_recfl(*rect.corners())
    workstation.vst_color(1)
    workstation.vswr_mode(WritingMode.MD_TRANS)

"""The table of Großfamilien: cards, the numbers beside them, and what the families wait for."""

from __future__ import annotations

from collections.abc import Sequence

from gemport.cards.grossfamilien import PILES, STOCK, WASTE, FamilyBoard, awaited_value, is_rising
from gemport.cards.moves import FOUNDATIONS
from gemport.gem.aes.events import MultiEvent
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.objects import Tree
from gemport.gem.vdi.modes import FillInterior, WritingMode
from gemport.gem.vdi.workstation import Workstation
from gemport.patience.grossfamilien.layout import LABEL_WIDTH, MAX_HEIGHT, MAX_WIDTH, family_slots
from gemport.patience.kit.art import CARD_WIDTH, CardArt
from gemport.patience.kit.layout import Layout
from gemport.patience.kit.table import CardTable
from gemport.store.session import Session

UP, DOWN, DONE = b"\x01", b"\x02", b"\x08"
"""Arrows and a check mark of the system font."""
_SMALL = 6
"""Height of the 8x8 font, from base line to top."""
_LEFT, _CENTRE = 0, 1
_TOP = 5
"""Alignments of text."""

_LABEL_HEIGHT = 40


class FamilyTable(CardTable[FamilyBoard]):
    """The table with the numbers beside the piles and what the families wait for."""

    def __init__(self, gem: Gem, art: CardArt, icon: Tree, session: Session[FamilyBoard], ranks: Sequence[str]) -> None:
        """``ranks``: what the thirteen ranks are called, one or two characters each."""
        super().__init__(gem, art, icon, session, family_slots, (MAX_WIDTH, MAX_HEIGHT))
        self._ranks = ranks
        self._large = self.window.workstation.vqt_attributes().char_height

    def top_at(self, event: MultiEvent) -> int | None:
        """Return the place whose top card lies under the pointer; of stock and waste the empty frame, too."""
        spot = self.hit(event)
        if spot is not None:
            return None if self.covered(spot) and spot.place != STOCK else spot.place
        place = self.place_at(event)
        return place if place in (STOCK, WASTE) and not self.board.piles[place] else None

    def paint(self, workstation: Workstation, area: GRect) -> None:
        """Paint what a rectangle of the screen shows: the cards, then what is written beside them."""
        super().paint(workstation, area)
        for place in (STOCK, WASTE, *PILES):
            self._paint_count(workstation, place)
        for place in FOUNDATIONS:
            self._paint_label(workstation, place)

    def _paint_count(self, workstation: Workstation, place: int) -> None:
        """Write how many cards lie there beside the lower edge of the top one."""
        count = len(self.board.piles[place])
        if not count:
            return
        work, card = self.window.work, self.layout.card(self.board, place)
        plate = GRect(work.x + card.right, work.y + card.bottom - 10, 8 * len(str(count)) + 1, 10)
        _plate(workstation, plate)
        workstation.vst_height(_SMALL)
        workstation.vst_alignment(_LEFT, _TOP)
        workstation.v_gtext(plate.x + 1, plate.y + 1, str(count))

    def _paint_label(self, workstation: Workstation, place: int) -> None:
        """Write beside a family which way it is built and the rank it waits for."""
        count, work = len(self.board.piles[place]), self.window.work
        value = awaited_value(count)
        plate = label(self.layout, place).moved(work.x, work.y)
        _plate(workstation, plate)
        workstation.vst_height(self._large)
        workstation.vst_alignment(_CENTRE, _TOP)
        middle = plate.x + plate.w // 2
        if value is None:
            workstation.v_gtext(middle, plate.y + 12, DONE)
            return
        workstation.v_gtext(middle, plate.y + 3, UP if is_rising(count) else DOWN)
        workstation.v_gtext(middle, plate.y + 21, self._ranks[value])


def label(layout: Layout, place: int) -> GRect:
    """Return where it is said what a family waits for, relative to the work area."""
    slot = layout.slots[place]
    y = slot.y + (slot.height - _LABEL_HEIGHT) // 2
    return GRect(slot.x + CARD_WIDTH + 2, y, LABEL_WIDTH - 4, _LABEL_HEIGHT)


def _plate(workstation: Workstation, rect: GRect) -> None:
    """A white rectangle to write on, and text attributes for it."""
    workstation.vswr_mode(WritingMode.MD_REPLACE)
    workstation.vsf_interior(FillInterior.FIS_HOLLOW)
    workstation.vr_recfl(*rect.corners())
    workstation.vst_color(1)
    workstation.vswr_mode(WritingMode.MD_TRANS)

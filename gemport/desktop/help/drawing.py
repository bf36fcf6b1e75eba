"""How the manual is put on the screen: its lines, cards and pictures, and the contents. Everything clips to a part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from gemport.desktop.help.contents import Entry
from gemport.desktop.help.layout import Layout, Line, Mark, Rule, Slice, Strip
from gemport.desktop.help.pages import Style
from gemport.gem.aes.constants import HCHAR, WCHAR
from gemport.gem.aes.rect import GRect
from gemport.gem.vdi.modes import FillInterior, RasterOp, TextEffect, TextHorizontal, TextVertical, WritingMode
from gemport.gem.vdi.workstation import Workstation

MARGIN = WCHAR
"""Left and right of the page and of the contents, in pixels."""

_CARD_GAP = 8
_EFFECTS = {
    Style.PLAIN: TextEffect.TXT_NORMAL,
    Style.BOLD: TextEffect.TXT_THICKENED,
    Style.EMPHASIS: TextEffect.TXT_UNDERLINED,
    # Bold, its small letters would run together.
    Style.CODE: TextEffect.TXT_NORMAL,
}


class CardPictures(Protocol):
    """Pictures of cards."""

    @property
    def width(self) -> int:
        """Of each, in pixels."""

    @property
    def height(self) -> int:
        """Of each, in pixels."""

    def draw(self, workstation: Workstation, picture: int, x: int, y: int) -> None:
        """Put the picture of a card on the screen, its top left corner at (x, y) pixels."""


class ScreenPictures(Protocol):
    """Pictures of screens, by their sources in the manual."""

    def size(self, source: str) -> tuple[int, int]:
        """Width and height in pixels."""

    def draw(self, workstation: Workstation, source: str, x: int, y: int) -> None:
        """Put a picture on the screen, its top left corner at (x, y) pixels."""


class Painter:
    """Draws on a workstation. Rectangles are in screen pixels."""

    def __init__(self, workstation: Workstation, cards: CardPictures, screens: ScreenPictures) -> None:
        self._ws = workstation
        self._cards = cards
        self._screens = screens
        workstation.vst_alignment(TextHorizontal.TA_LEFT, TextVertical.TA_TOP)
        workstation.vsf_perimeter(0)

    @property
    def card_lines(self) -> int:
        """How many lines a row of cards takes."""
        return -(-self._cards.height // HCHAR)

    def picture_size(self, source: str) -> tuple[int, int]:
        """How many columns and lines a picture takes."""
        width, height = self._screens.size(source)
        return -(-width // WCHAR), -(-height // HCHAR)

    def page(self, part: GRect, pane: GRect, layout: Layout, top: int, marks: Sequence[Mark]) -> None:
        """Draw a part of the page; ``top`` is the line at the pane's upper edge, ``marks`` are inverted."""
        self._clear(part)
        first = top + max(part.y - pane.y, 0) // HCHAR
        last = top + (part.bottom - 1 - pane.y) // HCHAR
        for number in range(first, min(last + 1, len(layout.lines))):
            self._line(layout.lines[number], part, pane, pane.y + (number - top) * HCHAR)
        for mark in marks:
            y = pane.y + (mark.line - top) * HCHAR
            self._invert(GRect(pane.x + MARGIN + mark.first * WCHAR, y, (mark.end - mark.first) * WCHAR, HCHAR), part)

    def contents(self, part: GRect, pane: GRect, entries: Sequence[Entry]) -> None:
        """Draw a part of the contents, with the line at their right edge."""
        self._clear(part)
        for row, entry in enumerate(entries):
            y = pane.y + row * HCHAR
            self._ws.v_gtext(pane.x + MARGIN, y, entry.text)
            if entry.current:
                self._invert(GRect(pane.x, y, pane.w - 1, HCHAR), part)
        self._bar(GRect(pane.right - 1, pane.y, 1, pane.h))

    def shift(self, part: GRect, dy: int) -> GRect:
        """Move what stands in a part up (down if negative) by pixels; the rectangle that is to be drawn then."""
        if abs(dy) >= part.h:
            return part
        keep = part.h - abs(dy)
        source, target = (part.y + dy, part.y) if dy > 0 else (part.y, part.y - dy)
        self._clip(part)
        corners = (*GRect(part.x, source, part.w, keep).corners(), *GRect(part.x, target, part.w, keep).corners())
        self._ws.vro_cpyfm(RasterOp.S_ONLY, corners)
        return GRect(part.x, part.y + keep if dy > 0 else part.y, part.w, abs(dy))

    # ---- inner

    def _clip(self, part: GRect) -> None:
        self._ws.vs_clip(True, *part.corners())

    def _clear(self, part: GRect) -> None:
        self._clip(part)
        self._ws.vswr_mode(WritingMode.MD_REPLACE)
        self._ws.vsf_interior(FillInterior.FIS_HOLLOW)
        self._ws.vr_recfl(*part.corners())
        self._ws.vswr_mode(WritingMode.MD_TRANS)

    def _bar(self, rect: GRect) -> None:
        self._ws.vsf_interior(FillInterior.FIS_SOLID)
        self._ws.vr_recfl(*rect.corners())

    def _invert(self, rect: GRect, part: GRect) -> None:
        if not rect.intersection(part).empty:
            self._ws.vswr_mode(WritingMode.MD_XOR)
            self._bar(rect)
            self._ws.vswr_mode(WritingMode.MD_TRANS)

    def _line(self, line: Line, part: GRect, pane: GRect, y: int) -> None:
        left = pane.x + MARGIN
        for run in line.runs:
            self._ws.vst_effects(_EFFECTS[run.style])
            self._ws.v_gtext(left + run.column * WCHAR, y, run.text)
        self._ws.vst_effects(TextEffect.TXT_NORMAL)
        if line.rule == Rule.BELOW:
            self._bar(GRect(left, y + HCHAR - 1, pane.w - 2 * MARGIN, 1))
        elif line.rule == Rule.LEFT:
            self._bar(GRect(left + WCHAR // 2, y, 2, HCHAR))
        if line.strip is not None:
            strip = GRect(pane.x, y, pane.w, HCHAR).intersection(part)
            if not strip.empty:
                self._clip(strip)
                if isinstance(line.strip, Slice):
                    self._screens.draw(self._ws, line.strip.source, left, y - line.strip.part * HCHAR)
                else:
                    self._strip(line.strip, left, y, pane.w - 2 * MARGIN)
                self._clip(part)

    def _strip(self, strip: Strip, left: int, y: int, width: int) -> None:
        """The cards lie side by side, over each other where there is no room for that."""
        step, others = self._cards.width + _CARD_GAP, len(strip.cards) - 1
        if others:
            step = min(step, (width - self._cards.width) // others)
        for number, card in enumerate(strip.cards):
            self._cards.draw(self._ws, card, left + number * step, y - strip.part * HCHAR)

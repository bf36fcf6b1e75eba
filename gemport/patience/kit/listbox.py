"""A list in a dialog: lines of which one is chosen, with arrows and a slider where there are more than can be seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from gemport.gem.aes import keys
from gemport.gem.aes.constants import HBOX, LEFT, MU_BUTTON, MU_TIMER, TICK
from gemport.gem.aes.frames import Slider
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.objects import MAX_DEPTH, object_rect
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.objects import ObState, Tree

_PAGE_UP, _PAGE_DOWN, _END = 0x4838, 0x5032, 0x4737
"""The arrows and ClrHome with Shift."""


class Line(NamedTuple):
    """A line of the list; one that is not ``free`` is grey and cannot be chosen."""

    text: str
    free: bool


class ListParts(NamedTuple):
    """The objects of the dialog that make the list: its box, the lines in it, and at its side arrows and slider."""

    box: int
    row: int
    """The first line; the others follow."""
    rows: int
    up: int
    down: int
    track: int
    elevator: int


class ListBox:
    """The lines, the first one that is seen, and the one that is chosen.

    chosen: its number, None where no line can be chosen
    """

    def __init__(self, gem: Gem, tree: Tree, parts: ListParts, area: GRect) -> None:
        """``area``: what of the screen the dialog covers."""
        self._gem = gem
        self._tree = tree
        self._parts = parts
        self._area = area
        self._lines: Sequence[Line] = ()
        self._empty = ""
        self._first = 0
        self.chosen: int | None = None
        self._steps: dict[int, Callable[[], int]] = {
            parts.up: lambda: -1,
            parts.down: lambda: 1,
            parts.track: self._page,
        }

    def fill(self, lines: Sequence[Line], empty: str) -> None:
        """Have other lines, the same one chosen, or one near to it; ``empty`` is shown where there are none."""
        self._lines = lines
        self._empty = empty
        self.chosen = self._nearest(self.chosen or 0)
        self._first = self._held(self._first)
        self._see_chosen()
        self._write()

    def pick(self, part: int) -> bool:
        """Choose the line that an object shows; whether that is one that can be chosen."""
        at = self._first + part - self._parts.row
        if part not in self._row_parts() or at >= len(self._lines) or not self._lines[at].free:
            return False
        self._choose(at)
        return True

    async def touch(self, part: int) -> bool:
        """Answer a press on arrow, track or elevator until the button is up; whether it was on one of these."""
        if part == self._parts.elevator:
            position = await self._gem.graf_slidebox(self._tree, self._parts.track, part, True)
            self._scroll((position * self._hidden() + 500) // 1000)
        elif part in self._steps:
            await self._repeat(part)
        else:
            return False
        return True

    def key(self, word: int) -> bool:
        """Choose another line by the cursor keys, with Shift a page away; whether it was one of them."""
        step = {
            keys.ARROW_UP: -1,
            keys.ARROW_DOWN: 1,
            _PAGE_UP: -self._parts.rows,
            _PAGE_DOWN: self._parts.rows,
            keys.CLR_HOME: -len(self._lines),
            _END: len(self._lines),
        }.get(word)
        if step is None:
            return False
        if self.chosen is not None:
            self._choose(self._nearest(self.chosen + step, 1 if step > 0 else -1))
        return True

    # ---- what is chosen

    def _nearest(self, at: int, way: int = 1) -> int | None:
        """The line that can be chosen next to a place, looking in a direction first."""
        if not self._lines:
            return None
        at = min(max(at, 0), len(self._lines) - 1)
        onwards, back = range(at, len(self._lines)), range(at, -1, -1)
        order = (*onwards, *back) if way > 0 else (*back, *onwards)
        return next((line for line in order if self._lines[line].free), None)

    def _choose(self, at: int | None) -> None:
        self.chosen = at
        self._see_chosen()
        self._show()

    def _see_chosen(self) -> None:
        if self.chosen is not None:
            self._first = min(max(self._first, self.chosen - self._parts.rows + 1), self.chosen)

    # ---- what is seen

    def _hidden(self) -> int:
        return max(len(self._lines) - self._parts.rows, 0)

    def _held(self, first: int) -> int:
        return min(max(first, 0), self._hidden())

    def _row_parts(self) -> range:
        return range(self._parts.row, self._parts.row + self._parts.rows)

    def _scroll(self, first: int) -> None:
        first = self._held(first)
        if first != self._first:
            self._first = first
            self._show()

    def _show(self) -> None:
        self._write()
        for part in (self._parts.box, self._parts.track):
            self._gem.objc_draw(self._tree, part, MAX_DEPTH, self._area)

    def _write(self) -> None:
        """Give the objects what they are to show."""
        for row, part in enumerate(self._row_parts()):
            at, target = self._first + row, self._tree[part]
            target.ob_spec, target.ob_state = "", ObState.NORMAL
            if at < len(self._lines):
                target.ob_spec = self._lines[at].text
                if not self._lines[at].free:
                    target.ob_state = ObState.DISABLED
                elif at == self.chosen:
                    target.ob_state = ObState.SELECTED
            elif at == 0:
                target.ob_spec = self._empty
        slider = Slider(
            1000 * self._first // max(self._hidden(), 1),
            1000 * self._parts.rows // max(len(self._lines), self._parts.rows),
        )
        elevator, track = self._tree[self._parts.elevator], self._tree[self._parts.track]
        elevator.ob_y, elevator.ob_height = slider.elevator(track.ob_height, HBOX)

    # ---- arrows and track

    def _page(self) -> int:
        """A page towards the pointer; nothing once the elevator is under it."""
        y, elevator = self._gem.graf_mkstate().y, object_rect(self._tree, self._parts.elevator)
        if elevator.y <= y < elevator.bottom:
            return 0
        return -self._parts.rows if y < elevator.y else self._parts.rows

    async def _repeat(self, part: int) -> None:
        """One step at once, after a double click's time more of them while the button is down on it."""
        step, rect = self._steps[part], object_rect(self._tree, part)
        wait = self._gem.dclick_ms
        self._scroll(self._first + step())
        while True:
            event = await self._gem.evnt_multi(MU_BUTTON | MU_TIMER, mask=LEFT, state=0, ms=wait)
            if MU_BUTTON in event.events:
                return
            if rect.contains(event.x, event.y):
                self._scroll(self._first + step())
            wait = 2 * TICK

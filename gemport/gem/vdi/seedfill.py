"""v_contourfill: fills from a seed, line after line, in the order in which GEM does it (docs/machine.md 9).

The order shows. Where two ways of the fill meet in a line, that line is filled but not looked beyond, so that in ragged
shapes pieces remain. GEM looks at the pixels that it has just written: a pattern with holes is walked over again. And
it stops when more lines wait than its queue holds, with whatever is filled by then.
"""

from __future__ import annotations

from typing import NamedTuple

from gemport.gem.vdi.blit import Rect, intersect, span
from gemport.gem.vdi.fills import Paint, fill_mask
from gemport.gem.vdi.raster import Raster

QUEUE_SIZE = 512
"""So many lines wait to be filled at most."""
MOST_LINES = 200_000
"""After so many lines the fill ends, where GEM might go over the same ones forever: more than a screen has runs."""


class _Run(NamedTuple):
    """Neighbouring pixels of one colour in a line, both ends included."""

    left: int
    right: int
    fits: bool
    """Whether that colour is to be filled."""


class _Seed(NamedTuple):
    """A run that waits to be filled, and the direction in which the fill goes on from it: 1 down, -1 up."""

    y: int
    step: int
    left: int
    right: int


class _QueueFullError(Exception):
    """GEM gives up."""


class _Queue:
    """Seeds in a row with holes; they are taken in turn, and new ones go into the first hole."""

    def __init__(self, first: _Seed) -> None:
        self._places: list[_Seed | None] = [first]
        self._next = 0

    def __bool__(self) -> bool:
        return bool(self._places)

    def _shorten(self) -> None:
        while self._places and self._places[-1] is None:
            self._places.pop()
        if self._next >= len(self._places):
            self._next = 0

    def take(self) -> _Seed:
        """The next seed in turn."""
        while (seed := self._places[self._next]) is None:
            self._next = (self._next + 1) % len(self._places)
        self._places[self._next] = None
        self._next += 1
        if self._next == len(self._places):
            self._shorten()
        return seed

    def put(self, seed: _Seed) -> bool:
        """Add a seed; False if the same line waited to be filled from the other side: then both have met."""
        hole = None
        for place, other in enumerate(self._places):
            if other is None:
                hole = place if hole is None else hole
            elif other.y == seed.y and other.step != seed.step and other.left == seed.left:
                self._places[place] = None
                if place + 1 == len(self._places):
                    self._shorten()
                return False
        if hole is not None:
            self._places[hole] = seed
        elif len(self._places) == QUEUE_SIZE:
            raise _QueueFullError
        else:
            self._places.append(seed)
        return True


class _Fill:
    """One fill under way."""

    def __init__(self, raster: Raster, clip: Rect, paint: Paint, color: int, border: bool) -> None:
        self.raster, self.clip, self.paint = raster, clip, paint
        self.color, self.border = color, border
        self.inside = span(raster.stride, clip[0], clip[2])

    def run(self, x: int, y: int) -> _Run | None:
        """The run at a pixel; None above and below the clip rectangle."""
        if not self.clip[1] <= y <= self.clip[3]:
            return None
        row, bit = self.raster.rows[y], self.raster.stride - 1 - x
        color = row >> bit & 1
        same = (row if color else ~row) & self.inside
        before = same >> bit
        length = ((before + 1) & ~before).bit_length() - 1
        after = bit - (~same & ((1 << bit) - 1)).bit_length()
        return _Run(x - length + 1, x + after, (color == self.color) != self.border)

    def draw(self, y: int, left: int, right: int) -> None:
        fill_mask(self.raster, y, span(self.raster.stride, left, right), self.paint)

    def sow(self, queue: _Queue, x: int, y: int, step: int) -> tuple[_Run | None, bool]:
        """Look at a pixel: what run is there, and whether it became a seed (else it does not fit, or is filled now)."""
        run = self.run(x, y)
        if run is None or not run.fits:
            return run, False
        if queue.put(_Seed(y, step, run.left, run.right)):
            return run, True
        self.draw(y, run.left, run.right)
        return run, False

    def spread(self, queue: _Queue, seed: _Seed) -> None:
        """Look along the next line in the seed's direction, and back where a run there reaches beyond the seed."""
        y = seed.y + seed.step
        run, sown = self.sow(queue, seed.left, y, seed.step)
        left, right = (run.left, run.right) if run else (seed.left, seed.right)
        if sown and left < seed.left - 1:
            x = seed.left
            while x > left:
                back, _ = self.sow(queue, x - 1, seed.y, -seed.step)
                x = back.left if back else left
        while right < seed.right:
            run, sown = self.sow(queue, right + 1, y, seed.step)
            right = run.right if run else seed.right
        if sown and right > seed.right + 1:
            x = seed.right
            while x < right:
                back, _ = self.sow(queue, x + 1, seed.y, -seed.step)
                x = back.right if back else right


def contour_fill(raster: Raster, clip: Rect, x: int, y: int, border: int, paint: Paint) -> bool:
    """Fill the 4-connected pixels around a seed; False when nothing was done.

    ``border`` is the colour that stops the fill; -1 = any colour but the seed's.
    """
    if intersect((x, y, x, y), clip) is None:
        return False
    fill = _Fill(raster, clip, paint, raster.get_pixel(x, y) if border < 0 else border, border >= 0)
    first = fill.run(x, y)
    if first is None or not first.fits:
        return False
    queue = _Queue(_Seed(y, 1, first.left, first.right))
    seed = _Seed(y, -1, first.left, first.right)
    try:
        for _ in range(MOST_LINES):
            fill.spread(queue, seed)
            if not queue:
                break
            seed = queue.take()
            fill.draw(seed.y, seed.left, seed.right)
    except _QueueFullError:
        pass
    return True

"""What a window should show at any scale, counted out pixel by pixel."""

from __future__ import annotations

import math
from fractions import Fraction

from gemport.gem.host.display.letterbox import Letterbox
from gemport.gem.vdi.raster import Raster

GAMMA = 2.2


def paper_share(raster: Raster, box: Letterbox, x: int, y: int) -> Fraction:
    """The part of a host pixel of the picture, counted from the picture's top left, that shows paper."""
    columns = _covered(x, Fraction(box.width, box.across), box.width)
    rows = _covered(y, Fraction(box.height, box.down), box.height)
    paper = [wide * high for column, wide in columns for row, high in rows if not raster.get_pixel(column, row)]
    return sum(paper, Fraction(0)) * Fraction(box.across, box.width) * Fraction(box.down, box.height)


def grey(share: Fraction) -> float:
    """The number that stands for white light of this strength."""
    return 255.0 * math.pow(share, 1 / GAMMA)


def _covered(place: int, step: Fraction, length: int) -> list[tuple[int, Fraction]]:
    """The GEM pixels that a host pixel lies over one way, and how much of each it covers."""
    begin, end = place * step, (place + 1) * step
    pixels = range(int(begin), min(int(end) + 1, length))
    return [(pixel, min(end, Fraction(pixel + 1)) - max(begin, Fraction(pixel))) for pixel in pixels if end > pixel]

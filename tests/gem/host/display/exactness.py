"""What a window should show at any scale, counted out pixel by pixel, and whether it does."""

from __future__ import annotations

import math
import time
from fractions import Fraction
from typing import Protocol

from PIL import Image

from gemport.gem.host.display.letterbox import Letterbox, fit
from gemport.gem.vdi.raster import Raster
from tests.gem.host.xvfb import Program

GAMMA = 2.2


class Shown(Protocol):
    """What a window shows."""

    width: int
    height: int

    def frame(self) -> Raster: ...


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


def differences(picture: Image.Image, machine: Shown, box: Letterbox, parts: tuple[range, range]) -> list[float]:
    """How far pixels of a part of the window are from what they should be."""
    raster, picture = machine.frame(), picture.convert("RGB")
    found = []
    for y in parts[1]:
        for x in parts[0]:
            pixel = picture.getpixel((box.left + x, box.top + y))
            wanted = grey(paper_share(raster, box, x, y))
            found.append(max(abs(value - wanted) for value in pixel))  # type: ignore[union-attr]
    return found


def is_exact(program: Program, machine: Shown, size: tuple[int, int], whole: bool = False) -> bool:
    """Whether three parts of the window come to be as counted out, and black is around the picture."""
    box = fit(size, (machine.width, machine.height), whole)
    edges = (range(60), range(45)), (range(box.across - 50, box.across), range(box.down - 40, box.down))
    middle = range(box.across // 2, box.across // 2 + 50), range(box.down // 2, box.down // 2 + 40)
    until = time.monotonic() + 10
    while time.monotonic() < until:
        picture = program.picture()
        worst = [max(differences(picture, machine, box, parts)) for parts in (*edges, middle)]
        # Rounding, and the graphics' arithmetic.
        if picture.size == size and max(worst) <= 1.0:
            around = picture.convert("L")
            around.paste(0, (box.left, box.top, box.left + box.across, box.top + box.down))
            return around.getextrema() == (0, 0)
        time.sleep(0.1)
    return False

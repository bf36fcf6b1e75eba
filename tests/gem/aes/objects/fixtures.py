"""A screen of any size with fonts made on the spot, and pictures of it as text."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import dedent

from gemport.gem.aes.draw import objc_draw
from gemport.gem.aes.screen import Pen
from gemport.gem.formats.font.fnt import GemFont
from gemport.gem.formats.rsc.objects import BoxSpec, Object, ObType, Tree
from gemport.gem.vdi.font import Font
from gemport.gem.vdi.raster import Raster
from gemport.gem.vdi.workstation import v_opnvwk

BLACK_FRAME = 0x1000
"""Colour word: black border, white text, transparent, hollow."""


def block_font(width: int, height: int, top: int) -> Font:
    """A font whose characters are blocks that leave the cell's outermost pixels free; the blank is empty."""
    glyph = (1 << (width - 1)) - 2
    row = sum(glyph << (width * (255 - code)) for code in range(256) if code != 0x20)
    bottom = height - top - 1
    return Font(
        GemFont(
            face_id=1,
            point=height,
            name="blocks",
            first=0,
            last=255,
            top=top,
            ascent=top,
            half=top // 2,
            descent=bottom,
            bottom=bottom,
            max_char_width=width - 1,
            max_cell_width=width,
            left_offset=0,
            right_offset=0,
            thicken=1,
            underline=1,
            lighten=0x5555,
            skew=0x5555,
            flags=8,
            form_width=width * 32,
            rows=(0, *(row,) * (height - 2), 0),
            offsets=tuple(range(0, width * 257, width)),
        )
    )


FONTS = (block_font(6, 6, 4), block_font(8, 16, 13))


def blank(width: int, height: int) -> Pen:
    """A pen on a white screen."""
    return Pen(v_opnvwk(Raster(width, height), FONTS))


def picture(pen: Pen) -> str:
    """The screen, a line a row: # black, . white."""
    raster = pen.workstation.raster
    return "\n".join(f"{row >> (raster.stride - raster.width):0{raster.width}b}" for row in raster.rows).translate(
        {ord("0"): ".", ord("1"): "#"}
    )


def drawing(text: str) -> str:
    """An expected picture, indented in the test as it likes."""
    return dedent(text).strip("\n").rstrip()


def black(pen: Pen) -> set[tuple[int, int]]:
    """All black pixels."""
    rows = picture(pen).splitlines()
    return {(x, y) for y, row in enumerate(rows) for x, dot in enumerate(row) if dot == "#"}


def pixels(x1: int, y1: int, x2: int, y2: int) -> set[tuple[int, int]]:
    """All pixels of a rectangle, corners included."""
    return {(x, y) for x in range(x1, x2 + 1) for y in range(y1, y2 + 1)}


def box(x: int, y: int, w: int, h: int, thickness: int = 1, color: int = BLACK_FRAME) -> Object:
    """A G_BOX with a black border."""
    return Object(
        ob_type=ObType.G_BOX,
        ob_spec=BoxSpec(thickness=thickness, color=color),
        ob_x=x,
        ob_y=y,
        ob_width=w,
        ob_height=h,
    )


def family(objects: Iterable[Object]) -> list[Object]:
    """A tree: the first object with all others as its children, in order."""
    root, *others = objects
    tree = [root, *others]
    if others:
        root.ob_head, root.ob_tail = 1, len(others)
    for index, child in enumerate(others, start=1):
        child.ob_next = index + 1 if index < len(others) else 0
    return tree


def draw(pen: Pen, tree: Tree, start: int = 0, depth: int = 8) -> None:
    objc_draw(pen, tree, start, depth, pen.screen)

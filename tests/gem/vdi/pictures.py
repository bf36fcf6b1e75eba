"""Helpers of the VDI's tests: rasters as text, fonts small enough to read, and calls pixel by pixel."""

from random import Random
from textwrap import dedent

from hypothesis import strategies as st

from gemport.gem import GemFont, Workstation
from gemport.gem.vdi.font import Font
from gemport.gem.vdi.raster import Raster, Rect

Pixels = set[tuple[int, int]]


def show(raster: Raster, x1: int = 0, y1: int = 0, x2: int | None = None, y2: int | None = None) -> str:
    """Show part of a raster (corners inclusive) as lines of # and dots."""
    right = raster.width - 1 if x2 is None else x2
    bottom = raster.height - 1 if y2 is None else y2
    return "\n".join("".join(".#"[raster.get_pixel(x, y)] for x in range(x1, right + 1)) for y in range(y1, bottom + 1))


def art(text: str) -> str:
    """Dedent an expected picture, written indented in a test."""
    return dedent(text).strip("\n")


def raster_of(text: str) -> Raster:
    """Make a raster from lines of # and dots."""
    lines = art(text).splitlines()
    stride = (len(lines[0]) + 15) // 16 * 16
    rows = [sum(1 << (stride - 1 - x) for x, char in enumerate(line) if char == "#") for line in lines]
    return Raster(len(lines[0]), len(lines), rows)


def font_of(glyphs: dict[str, str], top: int, face_id: int = 1, point: int = 10) -> Font:
    """Make a font of the drawn characters, which must follow each other in code; row ``top`` is the base line."""
    codes = sorted(ord(char) for char in glyphs)
    cells = [art(glyphs[chr(code)]).splitlines() for code in codes]
    height = len(cells[0])
    offsets = [0]
    for cell in cells:
        offsets.append(offsets[-1] + len(cell[0]))
    form_width = (offsets[-1] + 15) // 16 * 2
    rows = []
    for y in range(height):
        line = "".join(cell[y] for cell in cells).replace(".", "0").replace("#", "1")
        rows.append(int(line.ljust(form_width * 8, "0"), 2))
    widest = max(len(cell[0]) for cell in cells)
    return Font(
        GemFont(
            face_id=face_id,
            point=point,
            name="Test",
            first=codes[0],
            last=codes[-1],
            top=top,
            ascent=top - 1,
            half=top // 2,
            descent=0,
            bottom=height - 1 - top,
            max_char_width=widest - 1,
            max_cell_width=widest,
            left_offset=0,
            right_offset=0,
            thicken=1,
            underline=1,
            lighten=0x5555,
            skew=0x5555,
            flags=0,
            form_width=form_width,
            rows=tuple(rows),
            offsets=tuple(offsets),
        )
    )


SMALL = font_of(
    {
        "?": """
        ###.
        ..#.
        .#..
        ....
        .#..
        ....
        """,
        "@": """
        ###.
        #.#.
        ###.
        #...
        ###.
        ....
        """,
        "A": """
        .#..
        #.#.
        ###.
        #.#.
        #.#.
        ....
        """,
    },
    top=4,
)
"""Three characters of 4x6, base line in row 4; slanted it reaches 1 pixel left and 2 right of its cell."""

PROPORTIONAL = font_of(
    {
        "i": """
        #.
        ..
        #.
        #.
        """,
        "j": """
        ..#.
        ....
        ..#.
        ##..
        """,
    },
    top=3,
    face_id=7,
)


def workstation(width: int = 48, height: int = 48, font: Font = SMALL) -> Workstation:
    """Open a workstation on a white raster."""
    return Workstation(Raster(width, height), [font])


def pixels(raster: Raster) -> Pixels:
    """Return where a raster is black."""
    return {(x, y) for y in range(raster.height) for x in range(raster.width) if raster.get_pixel(x, y)}


@st.composite
def rasters(draw: st.DrawFn) -> Raster:
    """Draw small rasters of any width, full of noise."""
    width, height = draw(st.integers(1, 50)), draw(st.integers(1, 8))
    noise = Random(draw(st.integers(0, 1 << 32)))
    pad = (width + 15) // 16 * 16 - width
    return Raster(width, height, [noise.getrandbits(width) << pad for _ in range(height)])


def rects(low: int = -10, high: int = 60) -> st.SearchStrategy[Rect]:
    """Draw rectangles with sorted corners, partly or wholly off a small raster."""
    number = st.integers(low, high)
    return st.tuples(number, number, number, number).map(
        lambda r: (min(r[0], r[2]), min(r[1], r[3]) // 4, max(r[0], r[2]), max(r[1], r[3]) // 4)
    )

"""The attributes of a workstation, and the patterns and line styles that they select (docs/machine.md 2.1 to 2.8)."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial, wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from gemport.gem.vdi.font import SYSTEM_FACE, Font
from gemport.gem.vdi.modes import FillInterior, LineType, WritingMode
from gemport.gem.vdi.mouse import Pointer
from gemport.gem.vdi.raster import Paint, Pattern, Raster, Rect, bounds

_W = TypeVar("_W")
_P = ParamSpec("_P")

MIN_MARKER_HEIGHT = 11  # in pixels; other sizes of markers are multiples
DEFAULT_WORK_IN = (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2)  # the standard work_in: all 1, with raster coordinates


def _patterns(table: str) -> tuple[Pattern, ...]:
    return tuple(tuple(int(word, 16) for word in line.split()) for line in table.strip().splitlines())


HOLLOW: Pattern = (0x0000,)
SOLID: Pattern = (0xFFFF,)

PATTERNS = _patterns("""
    0000 4444 0000 1111
    0000 5555 0000 5555
    8888 5555 2222 5555
    AAAA 5555 AAAA 5555
    AAAA DDDD AAAA 7777
    AAAA FFFF AAAA FFFF
    EEEE FFFF BBBB FFFF
    FFFF FFFF FFFF FFFF
    FFFF 8080 8080 8080 FFFF 0808 0808 0808
    2020 4040 8080 4141 2222 1414 0808 1010
    0000 0000 1010 2828 0000 0000 0101 8282
    0202 0202 AAAA 5050 2020 2020 AAAA 0505
    4040 8080 0000 0808 0404 0202 0000 2020
    6606 C6C6 D8D8 1818 8181 8DB1 0C33 6000
    0000 0000 0400 0000 0010 0000 8000 0000
    F8F8 6C6C C6C6 8F8F 1F1F 3636 6363 F1F1
    AAAA 0000 8888 1414 2222 4141 8888 0000
    0808 0000 AAAA 0000 0808 0000 8888 0000
    7777 9898 F8F8 F8F8 7777 8989 8F8F 8F8F
    8080 8080 4141 3E3E 0808 0808 1414 E3E3
    8181 4242 2424 1818 0606 0101 8080 8080
    F0F0 F0F0 F0F0 F0F0 0F0F 0F0F 0F0F 0F0F
    0808 1C1C 3E3E 7F7F FFFF 7F7F 3E3E 1C1C
    1111 2222 4444 FFFF 8888 4444 2222 FFFF
""")
"""vsf_style 1..24 of interior 2."""

HATCHES = _patterns("""
    0101 0202 0404 0808 1010 2020 4040 8080
    6060 C0C0 8181 0303 0606 0C0C 1818 3030
    4242 8181 8181 4242 2424 1818 1818 2424
    8080 8080 8080 8080 8080 8080 8080 8080
    FFFF 0000 0000 0000 0000 0000 0000 0000
    FFFF 8080 8080 8080 8080 8080 8080 8080
    0001 0002 0004 0008 0010 0020 0040 0080 0100 0200 0400 0800 1000 2000 4000 8000
    8003 0007 000E 001C 0038 0070 00E0 01C0 0380 0700 0E00 1C00 3800 7000 E000 C001
    8001 4002 2004 1008 0810 0420 0240 0180 0180 0240 0420 0810 1008 2004 4002 8001
    8000 8000 8000 8000 8000 8000 8000 8000 8000 8000 8000 8000 8000 8000 8000 8000
    FFFF 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000
    FFFF 8080 8080 8080 8080 8080 8080 8080 FFFF 8080 8080 8080 8080 8080 8080 8080
""")
"""vsf_style 1..12 of interior 3."""

(DEFAULT_USER_PATTERN,) = _patterns("FFFF 8001 8001 87E1 8811 9009 9009 9009 9009 9009 9009 8811 87E1 8001 8001 FFFF")
"""The pattern of interior 4 before the first vsf_udpat: a ring in a box, this project's own design."""

LINE_STYLES: tuple[int, ...] = (0xFFFF, 0xFFF0, 0xC0C0, 0xFF18, 0xFF00, 0xF191)
"""vsl_type 1..6; bit 15 is the first pixel."""


class Stroke(NamedTuple):
    """Attributes of a line: 16-bit style (bit 15 first), colour 0 or 1, writing mode 1..4."""

    style: int
    color: int
    mode: int


def in_steps(steps: Callable[Concatenate[_W, _P], Iterator[None]]) -> Callable[Concatenate[_W, _P], None]:
    """Turn a generator that draws in steps, such as rows, into a call that draws everything."""

    def draw(self: _W, /, *args: _P.args, **kwargs: _P.kwargs) -> None:
        for _ in steps(self, *args, **kwargs):
            pass

    return wraps(steps)(draw)


def steps_of(call: Callable[..., Any]) -> Callable[..., Any]:
    """Return a call's generator, for programs that let others run between the steps; or the call, if it has none."""
    steps = getattr(call, "__wrapped__", None)
    return call if steps is None else partial(steps, getattr(call, "__self__", None))


def color_index(value: int) -> int:
    """Return a valid colour index: 0 or 1, or 1 (black) for any other value (docs/machine.md 2.1)."""
    return value if value in (0, 1) else 1


class Attributes:
    """Bitmap, clip rectangle and attributes of a workstation. ``fonts`` is sorted from smallest to largest."""

    def __init__(
        self,
        raster: Raster,
        fonts: Sequence[Font],
        work_in: Sequence[int] = DEFAULT_WORK_IN,
        pointer: Pointer | None = None,
    ) -> None:
        if not fonts:
            raise ValueError("a workstation needs at least one font")
        if len(work_in) < 10:
            raise ValueError(f"work_in has {len(work_in)} numbers instead of 11")
        self.raster = raster
        self.pointer = Pointer() if pointer is None else pointer
        self.fonts = sorted(fonts, key=lambda font: (font.top, font.point))
        self.clip: Rect = bounds(raster)
        self.clipping = False
        self.mode = int(WritingMode.MD_REPLACE)
        self.line_type = work_in[1] if 1 <= work_in[1] <= 7 else 1
        self.line_color = color_index(work_in[2])
        self.line_width = 1
        self.line_ends = (0, 0)
        self.line_user = 0xFFFF
        self.marker_type = work_in[3] if 1 <= work_in[3] <= 6 else 3
        self.marker_color = color_index(work_in[4])
        self.marker_scale = 1
        self.marker_height = MIN_MARKER_HEIGHT
        system = [font for font in self.fonts if font.face_id == SYSTEM_FACE]
        self.base_font = self.font = (system or self.fonts)[-1]
        self.text_size_is_points = False  # whether vst_point set it last, not vst_height
        self.text_color = color_index(work_in[6])
        self.text_effects = 0
        self.text_align = (0, 0)
        self.text_rotation = 0
        self.interior = work_in[7] if 0 <= work_in[7] <= 4 else 0
        # GEM stores the initial style one too high; only vsf_style subtracts 1 (docs/machine.md 2.1).
        self.style = 1 + (work_in[8] if 1 <= work_in[8] <= (24 if self.interior == 2 else 12) else 1)
        self.fill_color = color_index(work_in[9])
        self.perimeter = 1
        self.user_pattern: Pattern = DEFAULT_USER_PATTERN
        self.solid_fills = False
        """True after a wide line or an arrow, whose solid pattern stays in force until vsf_interior or vsf_style is
        called."""

    def paint(self) -> Paint:
        """Return the pattern, colour and mode of fills, with the solid pattern after a wide line or an arrow."""
        if self.solid_fills or self.interior == FillInterior.FIS_SOLID:
            pattern = SOLID
        elif self.interior == FillInterior.FIS_PATTERN:
            pattern = PATTERNS[(self.style - 1) % len(PATTERNS)]
        elif self.interior == FillInterior.FIS_HATCH:
            pattern = HATCHES[(self.style - 1) % len(HATCHES)]
        else:
            pattern = self.user_pattern if self.interior == FillInterior.FIS_USER else HOLLOW
        return Paint(pattern, self.fill_color, self.mode)

    def stroke(self) -> Stroke:
        """Return the line pattern, colour and writing mode for thin lines."""
        style = self.line_user if self.line_type == LineType.LT_USERDEF else LINE_STYLES[self.line_type - 1]
        return Stroke(style, self.line_color, self.mode)

    def touch(self) -> None:
        """Count a change of the bitmap, for hosts that show only changed pictures."""
        self.raster.version += 1

"""What GEM's calls cost a program, in cycles of its processor.

A real VDI and AES share the 8 MHz with the program. The figures are orders of magnitude, estimated from the
instructions that a 68000 needs: for a word of a filled area a read, an operation and a write, for a copied word also
a second read and a shift, for each pixel of a line one test and one branch, for a character its sixteen rows.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from gemport.gem.vdi.raster import Rect, intersect, sort_corners

AES_CALL, AES_OBJECT = 3_000, 8_000  # an AES call, and an object that it draws
_VDI_CALL: Final = 1_500
_PER_CHARACTER, _PER_LINE_PIXEL, _PER_FILLED_WORD, _PER_COPIED_WORD, _CURVE = 700, 60, 24, 40, 20_000
_TEXTS: Final = ("v_gtext", "v_justified")
_LINES: Final = ("v_pline", "v_rbox")
_AREAS: Final = ("v_bar", "vr_recfl", "v_fillarea", "v_rfbox")
_CURVES: Final = {"v_arc": 6, "v_pieslice": 6, "v_circle": 4, "v_ellarc": 2, "v_ellpie": 2, "v_ellipse": 2}
"""Index of the radius in ptsin."""
_COPIES: Final = ("vro_cpyfm", "vrt_cpyfm")


def vdi_cycles(name: str, points: Sequence[int], characters: int, clip: Rect) -> int:
    """Return the cycles of a VDI call with these coordinates and this many characters."""
    if name in _TEXTS:
        return _VDI_CALL + _PER_CHARACTER * characters
    if len(points) < 4:
        return _VDI_CALL
    if name in _COPIES:
        return _VDI_CALL + _PER_COPIED_WORD * _words(points[:4], clip)
    if name in _AREAS:
        corners = (min(points[::2]), min(points[1::2]), max(points[::2]), max(points[1::2]))
        return _VDI_CALL + _PER_FILLED_WORD * _words(corners, clip)
    if name in _CURVES and len(points) > _CURVES[name]:
        x, y, radius = *points[:2], points[_CURVES[name]]
        return _VDI_CALL + _CURVE + _PER_FILLED_WORD * _words((x - radius, y - radius, x + radius, y + radius), clip)
    if name in _LINES:
        longest = max(clip[2] - clip[0], clip[3] - clip[1])
        ends = pairwise(zip(points[::2], points[1::2], strict=False))
        lengths = (min(max(abs(x2 - x1), abs(y2 - y1)), longest) for (x1, y1), (x2, y2) in ends)
        return _VDI_CALL + _PER_LINE_PIXEL * sum(lengths)
    return _VDI_CALL


def _words(corners: Sequence[int], clip: Rect) -> int:
    x1, y1, x2, y2 = intersect(sort_corners(*corners), clip) or (0, 0, -16, -1)
    return (x2 // 16 - x1 // 16 + 1) * (y2 - y1 + 1)

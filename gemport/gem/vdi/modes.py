"""The VDI's numbers under the names of GEM's C binding."""

from enum import IntEnum, IntFlag


class WritingMode(IntEnum):
    """vswr_mode: effect of set and clear source bits on a pixel (docs/machine.md 2.3)."""

    MD_REPLACE = 1
    MD_TRANS = 2
    MD_XOR = 3
    MD_ERASE = 4


class FillInterior(IntEnum):
    """vsf_interior: source of the fill pattern (docs/machine.md 2.4)."""

    FIS_HOLLOW = 0
    FIS_SOLID = 1
    FIS_PATTERN = 2
    FIS_HATCH = 3
    FIS_USER = 4


class LineType(IntEnum):
    """vsl_type: line patterns (docs/machine.md 2.6)."""

    LT_SOLID = 1
    LT_LONGDASH = 2
    LT_DOTTED = 3
    LT_DASHDOT = 4
    LT_DASHED = 5
    LT_DASHDOTDOT = 6
    LT_USERDEF = 7


class LineEnd(IntEnum):
    """vsl_ends: the shape of a line's two ends."""

    LE_SQUARED = 0
    LE_ARROWED = 1
    LE_ROUNDED = 2


class TextEffect(IntFlag):
    """vst_effects: bits that change how glyphs look (docs/machine.md 2.8)."""

    TXT_NORMAL = 0x00
    TXT_THICKENED = 0x01
    TXT_LIGHT = 0x02
    TXT_SKEWED = 0x04
    TXT_UNDERLINED = 0x08
    TXT_OUTLINE = 0x10


class TextHorizontal(IntEnum):
    """vst_alignment, first number: the edge or middle of the text to put at the point."""

    TA_LEFT = 0
    TA_CENTER = 1
    TA_RIGHT = 2


class TextVertical(IntEnum):
    """vst_alignment, second number: the line of the text to put at the point."""

    TA_BASELINE = 0
    TA_HALF = 1
    TA_ASCENT = 2
    TA_BOTTOM = 3
    TA_DESCENT = 4
    TA_TOP = 5


class RasterOp(IntEnum):
    """vro_cpyfm: the sixteen functions of source and destination (docs/machine.md 2.10)."""

    ALL_WHITE = 0
    S_AND_D = 1
    S_AND_NOTD = 2
    S_ONLY = 3
    NOTS_AND_D = 4
    D_ONLY = 5
    S_XOR_D = 6
    S_OR_D = 7
    NOT_SORD = 8
    NOT_SXORD = 9
    D_INVERT = 10
    NOT_D = 10
    S_OR_NOTD = 11
    NOT_S = 12
    NOTS_OR_D = 13
    NOT_SANDD = 14
    ALL_BLACK = 15

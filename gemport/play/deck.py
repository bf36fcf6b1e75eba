"""Card pictures: VIERFREI.DAT, the pictures composed from it, and the drawing of cards on the screen.

The file has half pictures and suit symbols, from which the 58 pictures are composed (docs/vierfrei.md 4).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import cache, cached_property, reduce
from operator import or_
from typing import NamedTuple, TypeAlias

from gemport.gem import HCHAR, WCHAR, FormatError, Raster, RasterOp, Workstation
from gemport.settings import Looks

DAT_SIZE = 5616
MAX_DAT_BYTES = 0x10000  # bytes read of a file: enough to detect that it is not card data
CARD_WIDTH = 64
CARD_HEIGHT = 93
HALF_HEIGHT = 47
SMALL_HEIGHT = 7
BIG_HEIGHT = 15
SYMBOL_WIDTH = 32  # columns of a symbol in the file; columns beyond the drawn 7 and 15 are white

EMPTY_FINAL = 52  # picture number of the empty final place of suit 0; 53 to 55 are the other suits
EMPTY_FREE = 56
MASK = 57

SUIT_SIGNS = "♣♥♠♦"  # suit characters, missing in the Atari's fonts; the deck's symbols are drawn instead

Rows: TypeAlias = tuple[int, ...]
"""Rows from the top; rows of a card or half picture have 64 bits, leftmost pixel highest."""

_TEN = 9
_ROW_OCTETS = CARD_WIDTH // 8

# Positions of the big symbols by value (0 ace .. 12 king), drawn before and after the lower half is added.
_EARLY_SYMBOLS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((25, 23),),
    2: ((25, 20),),
    3: ((13, 23), (36, 23)),
    4: ((13, 23), (36, 23)),
    5: ((13, 20), (36, 20)),
    6: ((14, 20), (35, 20)),
    7: ((14, 13), (36, 13), (14, 30), (36, 30)),
    8: ((13, 11), (36, 11), (13, 28), (36, 28)),
    9: ((13, 11), (36, 11), (13, 31), (36, 31), (25, 21)),
    10: ((6, 10),),
    11: ((11, 9),),
    12: ((12, 10),),
}
_CENTRE = (25, 39)
_LATE_SYMBOLS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (_CENTRE,),
    2: (_CENTRE,),
    4: (_CENTRE,),
    5: ((13, 39), (36, 39)),
    6: ((8, 39), (42, 39), _CENTRE),
    8: (_CENTRE,),
}


class CardData(NamedTuple):
    """The contents of the file: 14 half pictures (ace .. king, frame), 4 small and 4 big symbols.

    The suits are clubs, hearts, spades, diamonds. Half pictures are 47 rows of 64 bits, symbols 7 and 15 rows of 32
    bits, leftmost pixel highest.
    """

    halves: tuple[Rows, ...]
    small: tuple[Rows, ...]
    big: tuple[Rows, ...]


def read_dat(data: bytes, name: str = "VIERFREI.DAT") -> CardData:
    """Read card data. Raises FormatError unless it has exactly 5616 bytes."""
    if len(data) != DAT_SIZE:
        raise FormatError(name, f"card data has {DAT_SIZE} bytes, not {len(data)}", at=min(len(data), DAT_SIZE))
    rows = struct.unpack(f">{14 * HALF_HEIGHT}Q{4 * (SMALL_HEIGHT + BIG_HEIGHT)}L", data)
    halves, symbols = rows[: 14 * HALF_HEIGHT], rows[14 * HALF_HEIGHT :]
    small, big = symbols[: 4 * SMALL_HEIGHT], symbols[4 * SMALL_HEIGHT :]
    return CardData(_chunks(halves, HALF_HEIGHT), _chunks(small, SMALL_HEIGHT), _chunks(big, BIG_HEIGHT))


def read_large(data: bytes, name: str) -> tuple[Rows, ...]:
    """Read the pictures of the deck with large indices: 0..51, and the empty places 52..56, 93 rows of 64 bits each.

    Raises FormatError if the file has another size.
    """
    count = MASK * CARD_HEIGHT
    if len(data) != count * _ROW_OCTETS:
        raise FormatError(name, f"this deck has {count * _ROW_OCTETS} bytes, not {len(data)}")
    return _chunks(struct.unpack(f">{count}Q", data), CARD_HEIGHT)


def assemble(cards: CardData) -> tuple[Rows, ...]:
    """Return all 58 pictures, each 93 rows of 64 bits.

    0..51 are the cards (value * 4 + suit), 52..55 the empty final places, 56 the empty free place, 57 the mask (1 = the
    background stays).
    """
    pictures = [_card(cards, value, suit) for value in range(13) for suit in range(4)]
    frame = turned(list(cards.halves[13]))
    for suit in range(4):
        final = list(frame)
        _put(final, cards.big[suit], *_CENTRE)
        pictures.append(tuple(final))
    return (*pictures, tuple(frame), card_mask())


def card_mask() -> Rows:
    """Return the mask: the pixels at both edges of each row that leave the background unchanged."""
    edges = [7, 5, 4, 3, 3] + [2] * (CARD_HEIGHT - 10) + [3, 3, 4, 5, 7]
    return tuple(((1 << edge) - 1) << (CARD_WIDTH - edge) | (1 << edge) - 1 for edge in edges)


def _card(cards: CardData, value: int, suit: int) -> Rows:
    rows = list(cards.halves[value])
    small = ((14, 3), (43, 3)) if value == _TEN else ((13, 3), (44, 3)) if value < _TEN else ((12, 3), (52, 11))
    for x, y in small:
        _put(rows, cards.small[suit], x, y)
    for x, y in _EARLY_SYMBOLS.get(value, ()):
        _put(rows, cards.big[suit], x, y)
    rows = turned(rows)
    for x, y in _LATE_SYMBOLS.get(value, ()):
        _put(rows, cards.big[suit], x, y)
    return tuple(rows)


def _put(rows: list[int], symbol: Rows, x: int, y: int) -> None:
    """OR a symbol into the rows; only a symbol at the centre can cross the middle, others are clipped there."""
    for row, bits in enumerate(symbol, y):
        if x == _CENTRE[0]:
            rows[row] |= bits << 32 >> x
        elif x < 32:
            rows[row] |= bits >> x << 32
        else:
            rows[row] |= bits >> (x - 32)


def turned(half: list[int]) -> list[int]:
    """Return the half picture followed by its rotation by 180 degrees without the middle row."""
    return half + [_mirrored(row) for row in reversed(half[:-1])]


@cache
def _mirrored(row: int) -> int:
    # Many cards share the same rows.
    return int(f"{row:064b}"[::-1], 2)


def _chunks(values: tuple[int, ...], size: int) -> tuple[Rows, ...]:
    return tuple(values[start : start + size] for start in range(0, len(values), size))


# ---- on the screen

BACK = 58  # picture number of a card's back, if the art has one
_FOOT_ROWS = 5  # number of rows with rounded corners at the foot of a card
_SIGN_TOP = 5  # number of rows above a suit symbol in a line of text
_BACK_FOOT_ROWS = 8  # number of rows of the frame at the foot of a card's back


class CardArt:
    """The pictures of a deck: cards 0..51, EMPTY_FINAL + suit, EMPTY_FREE, and optionally BACK."""

    def __init__(
        self,
        cards: CardData,
        back: Rows | None = None,
        large: Callable[[], Sequence[Rows]] | None = None,
        looks: Looks | None = None,
    ) -> None:
        """Create the pictures.

        ``large`` returns the same pictures with large indices in the form of ``read_large``, which draw nothing outside
        a card's shape; it is called when the first of them is drawn. ``looks`` selects them for each picture drawn.
        """
        pictures = [*assemble(cards), *([back] if back is not None else [])]
        self._usual: Sequence[Raster] = [Raster(CARD_WIDTH, CARD_HEIGHT, rows) for rows in pictures]
        blank = (0,) * _SIGN_TOP
        self._signs = [Raster(SYMBOL_WIDTH, HCHAR, (*blank, *rows, *blank)[:HCHAR]) for rows in cards.small]
        self._looks = Looks() if large is None or looks is None else looks
        self._read_large = large
        whole = (1 << CARD_WIDTH) - 1
        self._shape = Raster(CARD_WIDTH, CARD_HEIGHT, [whole ^ row for row in pictures[MASK]])
        drawn = [rows for number, rows in enumerate(pictures) if number != MASK]
        self._drawn = [reduce(or_, rows) for rows in zip(self._shape.rows, *drawn, strict=True)]
        self.rows_seen = cache(self._rows_seen)
        """Number of visible rows of a card, by the distance in pixels to the card on it."""

    @cached_property
    def _large(self) -> Sequence[Raster]:
        large = () if self._read_large is None else self._read_large()
        return [*(Raster(CARD_WIDTH, CARD_HEIGHT, rows) for rows in large), *self._usual[MASK:]]

    def _rows_seen(self, overlap: int) -> int:
        """Return the number of visible rows: the upper card hides the area below its shape, except at its corners."""
        if not 0 < overlap < CARD_HEIGHT:
            return CARD_HEIGHT
        beside = (row for row in range(overlap, CARD_HEIGHT) if self._drawn[row] & ~self._shape.rows[row - overlap])
        return max(beside, default=overlap - 1) + 1

    def draw(
        self,
        workstation: Workstation,
        picture: int,
        x: int,
        y: int,
        inverted: bool = False,
        first: int = 0,
        rows: int = CARD_HEIGHT,
    ) -> None:
        """Draw ``rows`` rows of a picture from row ``first`` on, with their top left corner at (x, y).

        The background shows at its rounded corners. ``inverted`` exchanges black and white, also within them.
        """
        corners = (0, first, CARD_WIDTH - 1, first + rows - 1, x, y, x + CARD_WIDTH - 1, y + rows - 1)
        pictures = self._large if self._looks.large_cards else self._usual
        workstation.vro_cpyfm(RasterOp.S_AND_D, corners, pictures[MASK], None)
        workstation.vro_cpyfm(RasterOp.S_OR_D, corners, pictures[picture], None)
        if inverted:
            workstation.vro_cpyfm(RasterOp.S_XOR_D, corners, self._shape, None)

    def draw_low(
        self, workstation: Workstation, picture: int, x: int, y: int, height: int, inverted: bool = False
    ) -> None:
        """Draw a card shortened to ``height`` pixels, with the foot of an empty card.

        A back ends with its own foot, so that its frame is closed.
        """
        foot, rows = (BACK, _BACK_FOOT_ROWS) if picture == BACK else (EMPTY_FREE, _FOOT_ROWS)
        self.draw(workstation, picture, x, y, inverted, rows=height - rows)
        self.draw(workstation, foot, x, y + height - rows, inverted, first=CARD_HEIGHT - rows, rows=rows)

    def draw_signs(self, workstation: Workstation, text: str, x: int, y: int) -> None:
        """Draw the suits in a line of the system font that starts at (x, y), its top left corner."""
        for place, character in enumerate(text):
            if character in SUIT_SIGNS:
                left = x + WCHAR * place
                corners = (0, 0, WCHAR - 1, HCHAR - 1, left, y, left + WCHAR - 1, y + HCHAR - 1)
                workstation.vro_cpyfm(RasterOp.S_ONLY, corners, self._signs[SUIT_SIGNS.index(character)], None)

    def invert(self, workstation: Workstation, x: int, y: int, height: int = CARD_HEIGHT) -> None:
        """Invert the shape of a card with its top left corner at (x, y).

        ``height`` is the height of a shortened card, see draw_low.
        """
        for first, top, rows in (
            (0, y, height - _FOOT_ROWS),
            (CARD_HEIGHT - _FOOT_ROWS, y + height - _FOOT_ROWS, _FOOT_ROWS),
        ):
            corners = (0, first, CARD_WIDTH - 1, first + rows - 1, x, top, x + CARD_WIDTH - 1, top + rows - 1)
            workstation.vro_cpyfm(RasterOp.S_XOR_D, corners, self._shape, None)

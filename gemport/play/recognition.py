"""Cards found on a picture of a screen: those of a deck at a whole scale, and the deal that they lie in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from gemport.cards.card import PACK_SIZE, Card
from gemport.gem.formats.img import Bitmap
from gemport.play.deck import CARD_WIDTH, Rows
from gemport.play.layout import PITCH

MAX_SCALE = 12
_EDGE = 3
"""So many pixels at a card's sides may show what lies behind it."""
_ROWS = range(3, 10)
"""These rows of a card are seen even where cards lie close: its rank and its suit."""
_ENOUGH = 6
"""Fewer cards are taken for chance."""
_GRID = 4
"""Rows and columns of Großfamilien's tableau."""

Columns: TypeAlias = Sequence[Sequence[Card | None]]
"""The cards of columns, or of rows, each from its first card on; None stands for one that is not known."""


class Found(NamedTuple):
    """A card on a picture, in pixels of the screen that it shows."""

    x: int
    y: int
    card: Card


def read_deal(picture: Bitmap, cards: Sequence[Rows]) -> Columns | None:
    """Return the columns of a cell game's start, or the rows of Großfamilien's; None if there are no such cards.

    cards: the deck's pictures, 0..51
    The picture may show more than the screen, black on white or white on black, its pixels squares of up to MAX_SCALE.
    """
    lines = [format(row, f"0{picture.width}b").encode() for row in picture.rows]
    exchanged = bytes.maketrans(b"01", b"10")
    strips = [_strip(rows) for rows in cards[:PACK_SIZE]]
    for scale in range(1, MAX_SCALE + 1):
        screen = [line[::scale] for line in lines[::scale]]
        for shown in (screen, [line.translate(exchanged) for line in screen]):
            found = _find_cards(shown, strips)
            if len(found) >= _ENOUGH:
                return _grid(found) or _columns(found)
    return None


def _strip(rows: Sequence[int]) -> list[bytes]:
    """Return what is always seen of a card, a character for each pixel."""
    return [format(rows[row], f"0{CARD_WIDTH}b").encode()[_EDGE:-_EDGE] for row in _ROWS]


def _find_cards(screen: Sequence[bytes], strips: Sequence[Sequence[bytes]]) -> list[Found]:
    width, found = len(screen[0]), []
    pixels = b"".join(screen)
    for card, strip in enumerate(strips):
        # Looked for is the row with the most lines in it: it is seldom found elsewhere.
        busiest = max(range(len(strip)), key=lambda row: strip[row].count(b"01"))
        at = pixels.find(strip[busiest])
        while at >= 0:
            y, x = divmod(at, width)
            top = y - busiest
            if 0 <= top <= len(screen) - len(strip) and all(
                screen[top + row].startswith(pattern, x) for row, pattern in enumerate(strip)
            ):
                found.append(Found(x - _EDGE, top - _ROWS[0], card))
            at = pixels.find(strip[busiest], at + 1)
    return found


def _columns(found: Sequence[Found]) -> Columns | None:
    """Return the columns in which cards lie below each other."""
    # The column on the left may be unreadable: the corner is where most cards can be counted from.
    corner = max((one.x - PITCH * column for one in found for column in range(8)), key=lambda x: _fitting(found, x))
    placed = {(one.x - corner, one.y): one.card for one in found if _column(one.x, corner) is not None}
    heights = sorted({y for _, y in placed})
    step = min((lower - upper for upper, lower in pairwise(heights)), default=1)
    cards = {(x // PITCH, (y - heights[0]) // step): card for (x, y), card in placed.items()}
    if any((y - heights[0]) % step or (y - heights[0]) // step > 6 for y in heights):
        return None
    return _filled(cards, [7] * 4 + [6] * 4)


def _column(x: int, corner: int) -> int | None:
    column, off = divmod(x - corner, PITCH)
    return column if not off and 0 <= column < 8 else None


def _fitting(found: Iterable[Found], corner: int) -> int:
    return sum(_column(one.x, corner) is not None for one in found)


def _grid(found: Sequence[Found]) -> Columns | None:
    """Return the rows of cards that lie each by itself, farther apart than columns; None if they do not."""
    columns, rows = _numbered({one.x for one in found}), _numbered({one.y for one in found})
    if columns is None or rows is None:
        return None
    return _filled({(rows[one.y], columns[one.x]): one.card for one in found}, [_GRID] * _GRID)


def _numbered(places: set[int]) -> dict[int, int] | None:
    ordered = sorted(places)
    pitch = min((after - before for before, after in pairwise(ordered)), default=0)
    if pitch <= PITCH or ordered[-1] - ordered[0] >= _GRID * pitch:
        return None
    return {place: (place - ordered[0]) // pitch for place in ordered}


def _filled(cards: Mapping[tuple[int, int], Card], counts: Sequence[int]) -> Columns:
    return [[cards.get((column, row)) for row in range(count)] for column, count in enumerate(counts)]

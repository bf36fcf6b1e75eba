"""Cards found on a picture of a screen: those of a deck at any scale that enlarges, and the deal that they lie in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain, pairwise, product
from operator import and_
from typing import NamedTuple

from PIL import Image, ImageChops

from gemport.cards.card import PACK_SIZE, Card
from gemport.cards.finding import Columns
from gemport.play.deck import CARD_WIDTH, Rows
from gemport.play.layout import PITCH
from gemport.play.unscaled import unscaled_screens

MAX_SCALE = 12
_SEEN = 10
"""So many rows of a card are seen even where cards lie close: its rank and its suit."""
_EDGE, _CORNER, _ROUND = 3, 8, 3
"""So many pixels at a card's sides may show what lies behind it, and at its corners so many of so many rows."""
_ENOUGH = 6
"""Fewer cards are taken for chance."""
_GRID = 4
"""Rows and columns of Großfamilien's tableau."""


class Found(NamedTuple):
    """A card on a picture, in pixels of the screen that it shows."""

    x: int
    y: int
    card: Card


def read_deal(picture: Image.Image, decks: Iterable[Sequence[Rows]]) -> Columns | None:
    """Return the columns of a cell game's start, or the rows of Großfamilien's; None if there are no such cards.

    picture: in greys; it may show more than the screen, black on white or white on black, enlarged as the hosts do it
    decks: the pictures of cards, 0..51, that may be seen there
    """
    # As Pillow has it, white is 1.
    strips = {~_joined(rows[:_SEEN]) & _SURE: card for deck in decks for card, rows in enumerate(deck[:PACK_SIZE])}
    for screen in chain(_whole(picture), unscaled_screens(picture)):
        for shown in (screen, ImageChops.invert(screen)):
            found = _find_cards(shown, strips)
            if len(found) >= _ENOUGH:
                return _grid(found) or _columns(found)
    return None


def _whole(picture: Image.Image) -> Iterator[Image.Image]:
    """Yield the screens that a picture may show at whole scales, in black and white."""
    shown = picture.point([0] * 128 + [255] * 128, "1")
    for scale in range(1, MAX_SCALE + 1):
        size = shown.width // scale, shown.height // scale
        yield shown.resize(size, Image.Resampling.NEAREST, (0, 0, size[0] * scale, size[1] * scale))


def _sure() -> int:
    """Return which pixels of a strip, the rows of a card that are always seen, do not show what lies behind it."""
    edges = [_CORNER] * _ROUND + [_EDGE] * (_SEEN - _ROUND)
    return _joined([(1 << (CARD_WIDTH - edge)) - (1 << edge) for edge in edges])


def _joined(rows: Sequence[int]) -> int:
    return reduce(lambda upper, row: upper << CARD_WIDTH | row, rows)


_SURE = _sure()


def _find_cards(screen: Image.Image, strips: Mapping[int, Card]) -> list[Found]:
    found = []
    for x, y in _corners(screen, strips):
        strip = int.from_bytes(screen.crop((x, y, x + CARD_WIDTH, y + _SEEN)).tobytes(), "big")
        if (card := strips.get(strip & _SURE)) is not None:
            found.append(Found(x, y, card))
    return found


def _corners(screen: Image.Image, strips: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the corners where a card may lie: where the screen has all pixels that are the same in each strip."""
    white, black = reduce(and_, strips), reduce(and_, (~strip & _SURE for strip in strips))
    # All places at once: a bit each, the last one's lowest.
    pixels, stride = screen.tobytes(), 8 * ((screen.width + 7) // 8)
    every = (1 << (8 * len(pixels))) - 1
    shown = int.from_bytes(pixels, "big")
    hidden, places = shown ^ every, every
    for row, column in product(range(_SEEN), range(CARD_WIDTH)):
        bit = CARD_WIDTH * (_SEEN - row) - 1 - column
        for same, where in ((white, shown), (black, hidden)):
            if same >> bit & 1:
                places &= where << (row * stride + column)
    bits = format(places, f"0{8 * len(pixels)}b") if places else ""
    at = bits.find("1")
    while at >= 0:
        y, x = divmod(at, stride)
        if x + CARD_WIDTH <= screen.width:
            yield x, y
        at = bits.find("1", at + 1)


def _columns(found: Sequence[Found]) -> Columns | None:
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

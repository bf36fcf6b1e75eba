"""Card data as a sheet for painting, and back; and drawing of assembled cards.

Each picture is surrounded by a frame one pixel wide, at a distance of one pixel. Two rows of seven contain the 14 half
pictures (ace .. king, empty frame); below them are the small and the big symbols (clubs, hearts, spades, diamonds).
Paint on or outside the frames is ignored.
"""

from collections.abc import Iterator, Sequence

from gemport.gem import Bitmap, FormatError
from gemport.play import deck

GAP = 10
"""Pixels between cards on a table, and around them."""
_GAP = 8
"""Pixels between pictures, and around them."""
_FRAME = 2
"""Distance from a picture to the outer edge of its frame."""
_COLUMNS = 7

SHEET_WIDTH = _GAP + _COLUMNS * (deck.CARD_WIDTH + _GAP)
_SMALL_Y = _GAP + 2 * (deck.HALF_HEIGHT + _GAP)
_BIG_Y = _SMALL_Y + deck.SMALL_HEIGHT + _GAP
SHEET_HEIGHT = _BIG_Y + deck.BIG_HEIGHT + _GAP


def cards_to_sheet(cards: deck.CardData) -> deck.Rows:
    """Return SHEET_HEIGHT rows of SHEET_WIDTH bits, leftmost pixel highest, 1 = black."""
    sheet = [0] * SHEET_HEIGHT
    pictures = (*cards.halves, *cards.small, *cards.big)
    for (x, y, width, height), picture in zip(_places(), pictures, strict=True):
        _frame(sheet, x, y, width, height)
        for row, bits in enumerate(picture, y):
            sheet[row] |= bits << (SHEET_WIDTH - x - width)
    return tuple(sheet)


def sheet_to_cards(width: int, height: int, rows: Sequence[int], name: str = "sheet") -> deck.CardData:
    """Return the card data on a sheet. Raises FormatError if the sheet has the wrong size."""
    if (width, height) != (SHEET_WIDTH, SHEET_HEIGHT):
        raise FormatError(name, f"a sheet of cards has {SHEET_WIDTH}x{SHEET_HEIGHT} pixels, not {width}x{height}")
    pictures = [
        tuple(row >> (SHEET_WIDTH - x - across) & (1 << across) - 1 for row in rows[y : y + down])
        for x, y, across, down in _places()
    ]
    return deck.CardData(tuple(pictures[:14]), tuple(pictures[14:18]), tuple(pictures[18:]))


def lay_card(rows: list[int], width: int, x: int, y: int, card: deck.Rows, mask: deck.Rows) -> None:
    """Draw a card with its top left corner at (x, y) on rows of ``width`` bits; pixels around it do not change."""
    shift, card_mask = width - x - deck.CARD_WIDTH, (1 << deck.CARD_WIDTH) - 1
    for row, (bits, outside) in enumerate(zip(card, mask, strict=True), y):
        rows[row] = rows[row] & ~((card_mask ^ outside) << shift) | bits << shift


def table(pictures: Sequence[deck.Rows]) -> Bitmap:
    """Return a picture of all cards on the game's background: a row for each suit, then the empty places."""
    across, down = deck.CARD_WIDTH + GAP, deck.CARD_HEIGHT + GAP
    width = GAP + deck.EMPTY_FINAL // 4 * across
    even = sum(1 << (width - 1 - x) for x in range(0, width, 2))
    rows = [even >> y % 2 for y in range(GAP + 5 * down)]
    for number, picture in enumerate(pictures[: deck.MASK]):
        column, row = divmod(number, 4) if number < deck.EMPTY_FINAL else (number - deck.EMPTY_FINAL, 4)
        lay_card(rows, width, GAP + column * across, GAP + row * down, picture, pictures[deck.MASK])
    return Bitmap(width, len(rows), tuple(rows))


def _places() -> Iterator[tuple[int, int, int, int]]:
    """Yield (x, y, width, height) of the half pictures, small symbols and big symbols on the sheet."""
    for index in range(14):
        down, across = divmod(index, _COLUMNS)
        x, y = _GAP + across * (deck.CARD_WIDTH + _GAP), _GAP + down * (deck.HALF_HEIGHT + _GAP)
        yield x, y, deck.CARD_WIDTH, deck.HALF_HEIGHT
    for y, height in ((_SMALL_Y, deck.SMALL_HEIGHT), (_BIG_Y, deck.BIG_HEIGHT)):
        for index in range(4):
            yield _GAP + index * (deck.SYMBOL_WIDTH + _GAP), y, deck.SYMBOL_WIDTH, height


def _frame(sheet: list[int], x: int, y: int, width: int, height: int) -> None:
    across, down = width + 2 * _FRAME, height + 2 * _FRAME
    shift = SHEET_WIDTH - (x - _FRAME) - across
    full, sides = (1 << across) - 1, 1 << (across - 1) | 1
    for row in range(down):
        sheet[y - _FRAME + row] |= (full if row in (0, down - 1) else sides) << shift

"""Decks as hand-drawn text (see :mod:`compilers.blocks`): cards by language, and the back of a card.

Cards (cards.txt, or cards_de.txt and cards_en.txt), in ``.`` and ``#``:

- half pictures ``block ace 64x47``, ``2`` .. ``10``, ``jack``, ``queen``, ``king``, ``frame``; row 46 is the middle row
  of a card
- symbols ``block small-clubs 7x7`` and ``block big-clubs 15x15``, likewise ``hearts``, ``spades``, ``diamonds`` (up to
  32 wide; columns beyond the drawn ones are white)
- overlays for parts that depend on the language or occur in several pictures: ``block LANGUAGE/HALF WIDTHxHEIGHT`` with
  LANGUAGE ``de``, ``en`` or ``all``, and HALF the name of a half picture or ``all``; an optional ``/MORE`` makes the
  name unique. One or more lines ``at X Y`` before the rows give the top left corner; the overlay is ORed into the half
  picture

The back (back.txt): one ``block back 64x93`` in ``.`` and ``#``.

The deck with large indices (large.txt), which takes outline, figures and empty places from cards.txt:

- a rank ``block LANGUAGE/HALF 7x12`` with LANGUAGE as above; the 10 is 8 wide
- the symbol next to it ``block small-clubs 13x13``, and in the centre of aces and numbers ``block big-clubs 33x33``
"""

import struct
from collections.abc import Sequence

from compilers.blocks import Block, Blocks, read_blocks, two_numbers, write_blocks
from gemport.gem.errors import FormatError
from gemport.play import deck

LANGUAGES = ("de", "en")
HALF_NAMES = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "frame")
SUIT_NAMES = ("clubs", "hearts", "spades", "diamonds")
_SMALL_PREFIX, _BIG_PREFIX = "small-", "big-"
_SMALL_WIDTH, _BIG_WIDTH = 7, 15

# The deck with large indices.
_RANK_SIZE, _TEN_SIZE = (7, 12), (8, 12)
_LARGE_SMALL_SIDE, _LARGE_BIG_SIDE = 13, 33
_RANK_POSITION, _SMALL_POSITION, _BIG_POSITION = (5, 2), (15, 1), (16, 30)
_INDEX_AREA = 30, 15
"""Columns and rows to clear in a figure for the index."""
_JACK = 10


def read_cards_text(text: str, language: str, name: str = "cards.txt") -> deck.CardData:
    """Parse a source for a language (``de``, ``en``). Raises FormatError with file and line."""
    blocks = read_blocks(text, name)
    halves = {half: list(blocks.needed(half, deck.CARD_WIDTH, deck.HALF_HEIGHT).bits()) for half in HALF_NAMES}
    known = {*HALF_NAMES, *(size + suit for size in (_SMALL_PREFIX, _BIG_PREFIX) for suit in SUIT_NAMES)}
    for block in blocks.values():
        if "/" in block.name:
            _add_overlay(halves, block, language, name)
        elif block.name not in known:
            raise FormatError(name, f"{block.name} is not a picture of card data", line=block.line)
    return deck.CardData(
        tuple(tuple(halves[half]) for half in HALF_NAMES),
        tuple(_symbol(blocks, _SMALL_PREFIX + suit, deck.SMALL_HEIGHT) for suit in SUIT_NAMES),
        tuple(_symbol(blocks, _BIG_PREFIX + suit, deck.BIG_HEIGHT) for suit in SUIT_NAMES),
    )


def write_cards_text(cards: deck.CardData) -> str:
    """Return a source for card data, with complete half pictures."""
    pictures = [(half, rows, deck.CARD_WIDTH) for half, rows in zip(HALF_NAMES, cards.halves, strict=True)]
    for size, symbols, drawn in ((_SMALL_PREFIX, cards.small, _SMALL_WIDTH), (_BIG_PREFIX, cards.big, _BIG_WIDTH)):
        for suit, rows in zip(SUIT_NAMES, symbols, strict=True):
            beyond = any(row & (1 << (deck.SYMBOL_WIDTH - drawn)) - 1 for row in rows)
            width = deck.SYMBOL_WIDTH if beyond else drawn
            pictures.append((size + suit, tuple(row >> (deck.SYMBOL_WIDTH - width) for row in rows), width))
    signs = str.maketrans("01", ".#")
    return write_blocks(
        Block(name, width, len(rows), rows=[f"{row:0{width}b}".translate(signs) for row in rows])
        for name, rows, width in pictures
    )


def read_back_text(text: str, name: str = "back.txt") -> deck.Rows:
    """Parse the back of a card: 93 rows of 64 bits, leftmost pixel highest, white outside the mask.

    Raises FormatError with file and line if the block is missing or draws outside the card.
    """
    block = read_blocks(text, name).needed("back", deck.CARD_WIDTH, deck.CARD_HEIGHT)
    rows = block.bits()
    for row, (bits, outside) in enumerate(zip(rows, deck.card_mask(), strict=True)):
        if bits & outside:
            raise FormatError(name, f"row {row} of block back draws outside the card", line=block.line)
    return rows


def read_large_text(text: str, cards: str, language: str, names: tuple[str, str]) -> tuple[deck.Rows, ...]:
    """Return the pictures of the deck with large indices for a language: 0..51, and the empty places 52..56.

    ``text`` and ``cards`` are the two sources, and ``names`` their names for errors. Raises FormatError with file and
    line.
    """
    blocks, usual = read_blocks(text, names[0]), read_cards_text(cards, language, names[1])
    empty = deck.assemble(usual)[deck.EMPTY_FINAL : deck.MASK]
    figures = read_blocks(cards, names[1])
    pictures = []
    for value, half in enumerate(HALF_NAMES[:-1]):
        spoken = f"{language}/{half}" if f"{language}/{half}" in blocks else f"all/{half}"
        rank = blocks.needed(spoken, *(_TEN_SIZE if half == "10" else _RANK_SIZE))
        figure = (
            figures.needed(half, deck.CARD_WIDTH, deck.HALF_HEIGHT).bits()
            if value >= _JACK
            else (0,) * deck.HALF_HEIGHT
        )
        room = (1 << (deck.CARD_WIDTH - _INDEX_AREA[0])) - 1
        for suit in SUIT_NAMES:
            rows = [row & room if y < _INDEX_AREA[1] else row for y, row in enumerate(figure)]
            _draw(rows, rank, *_RANK_POSITION)
            _draw(rows, blocks.needed(_SMALL_PREFIX + suit, _LARGE_SMALL_SIDE, _LARGE_SMALL_SIDE), *_SMALL_POSITION)
            rows = [row | outline for row, outline in zip(deck.turned(rows), empty[-1], strict=True)]
            if value < _JACK:
                _draw(rows, blocks.needed(_BIG_PREFIX + suit, _LARGE_BIG_SIDE, _LARGE_BIG_SIDE), *_BIG_POSITION)
            pictures.append(tuple(rows))
    return (*pictures, *empty)


def _draw(rows: list[int], block: Block, x: int, y: int) -> None:
    for row, bits in enumerate(block.bits(), y):
        rows[row] |= bits << (deck.CARD_WIDTH - block.width - x)


def _symbol(blocks: Blocks, block_name: str, height: int) -> deck.Rows:
    block = blocks.get(block_name)
    width = min(block.width, deck.SYMBOL_WIDTH) if block is not None else height
    return tuple(row << (deck.SYMBOL_WIDTH - width) for row in blocks.needed(block_name, width, height).bits())


def _add_overlay(halves: dict[str, list[int]], block: Block, language: str, name: str) -> None:
    """OR a block ``LANGUAGE/HALF[/MORE]`` into its half pictures."""
    wanted, half = block.name.split("/")[:2]
    if wanted not in (*LANGUAGES, "all") or half not in (*HALF_NAMES, "all"):
        reason = f"{block.name}: before the / one of {', '.join(LANGUAGES)}, all; after it a half picture or all"
        raise FormatError(name, reason, line=block.line)
    places = []
    for key, value, line in block.keys:
        if key != "at":
            raise FormatError(name, f"{key!r} has no meaning here (at X Y)", line=line)
        x, y = two_numbers(value, key, name, line)
        if not (0 <= x <= deck.CARD_WIDTH - block.width and 0 <= y <= deck.HALF_HEIGHT - block.height):
            raise FormatError(name, f"at {x} {y} block {block.name} sticks out of the half picture", line=line)
        places.append((x, y))
    if not places:
        raise FormatError(name, f"block {block.name} has no line at X Y", line=block.line)
    if wanted not in (language, "all"):
        return
    for target in HALF_NAMES if half == "all" else (half,):
        for x, y in places:
            _draw(halves[target], block, x, y)


# ---- files


def write_large(pictures: Sequence[deck.Rows]) -> bytes:
    """Return the file of the deck with large indices."""
    return b"".join(struct.pack(f">{deck.CARD_HEIGHT}Q", *picture) for picture in pictures)


def write_dat(cards: deck.CardData) -> bytes:
    """Return the 5616 bytes of card data. Raises FormatError if a picture has the wrong size."""
    parts = (
        ("half picture", cards.halves, 14, deck.HALF_HEIGHT, "Q"),
        ("small symbol", cards.small, 4, deck.SMALL_HEIGHT, "L"),
        ("big symbol", cards.big, 4, deck.BIG_HEIGHT, "L"),
    )
    data = b""
    for what, pictures, count, height, code in parts:
        if len(pictures) != count or any(len(picture) != height for picture in pictures):
            raise FormatError("card data", f"{count} {what}s of {height} rows are needed")
        try:
            data += b"".join(struct.pack(f">{height}{code}", *picture) for picture in pictures)
        except struct.error:
            raise FormatError("card data", f"a row of a {what} is too wide") from None
    return data

"""Decks as text that a person draws (see :mod:`compilers.blocks`): card data by language, and the back of a card.

Cards (cards.txt, or cards_de.txt and cards_en.txt), in ``.`` and ``#``:

- half pictures ``block ace 64x47``, ``2`` .. ``10``, ``jack``, ``queen``, ``king``, ``frame``; row 46 is a card's
  middle row
- symbols ``block small-clubs 7x7`` and ``block big-clubs 15x15``, likewise ``hearts``, ``spades``, ``diamonds``
  (up to 32 wide; columns beyond the drawn ones are white)
- what differs by language, or stands in several pictures: ``block LANGUAGE/HALF WIDTHxHEIGHT`` with LANGUAGE ``de``,
  ``en`` or ``all`` and HALF the name of a half picture or ``all``, optionally ``/MORE`` to tell several apart; lines
  ``at X Y`` before the rows, one or more, say where its left top corner goes; it is added to (ORed into) the half
  picture

The back (back.txt): one ``block back 64x93`` in ``.`` and ``#``.
"""

from __future__ import annotations

from compilers.blocks import Block, Blocks, read_blocks, two_numbers, write_blocks
from gemport.games.deck import (
    BIG_HEIGHT,
    CARD_HEIGHT,
    CARD_WIDTH,
    HALF_HEIGHT,
    HALF_NAMES,
    SMALL_HEIGHT,
    SUIT_NAMES,
    SYMBOL_WIDTH,
    CardData,
    Rows,
    card_mask,
)
from gemport.gem.errors import FormatError

LANGUAGES = ("de", "en")
_SMALL, _BIG = "small-", "big-"
_SMALL_DRAWN, _BIG_DRAWN = 7, 15


def read_cards_text(text: str, language: str, name: str = "cards.txt") -> CardData:
    """Return the card data of a source for a language (``de``, ``en``); raises FormatError that names file and line."""
    blocks = read_blocks(text, name)
    halves = {half: list(blocks.needed(half, CARD_WIDTH, HALF_HEIGHT).bits()) for half in HALF_NAMES}
    known = {*HALF_NAMES, *(size + suit for size in (_SMALL, _BIG) for suit in SUIT_NAMES)}
    for block in blocks.values():
        if "/" in block.name:
            _add_overlay(halves, block, language, name)
        elif block.name not in known:
            raise FormatError(name, f"{block.name} is not a picture of card data", line=block.line)
    return CardData(
        tuple(tuple(halves[half]) for half in HALF_NAMES),
        tuple(_symbol(blocks, _SMALL + suit, SMALL_HEIGHT) for suit in SUIT_NAMES),
        tuple(_symbol(blocks, _BIG + suit, BIG_HEIGHT) for suit in SUIT_NAMES),
    )


def write_cards_text(cards: CardData) -> str:
    """Return the source of card data, every half picture complete."""
    pictures = [(half, rows, CARD_WIDTH) for half, rows in zip(HALF_NAMES, cards.halves, strict=True)]
    for size, symbols, drawn in ((_SMALL, cards.small, _SMALL_DRAWN), (_BIG, cards.big, _BIG_DRAWN)):
        for suit, rows in zip(SUIT_NAMES, symbols, strict=True):
            beyond = any(row & (1 << (SYMBOL_WIDTH - drawn)) - 1 for row in rows)
            width = SYMBOL_WIDTH if beyond else drawn
            pictures.append((size + suit, tuple(row >> (SYMBOL_WIDTH - width) for row in rows), width))
    signs = str.maketrans("01", ".#")
    return write_blocks(
        Block(name, width, len(rows), rows=[f"{row:0{width}b}".translate(signs) for row in rows])
        for name, rows, width in pictures
    )


def read_back_text(text: str, name: str = "back.txt") -> Rows:
    """Return the back of a card: 93 rows of 64 bits, leftmost pixel highest, white where the mask keeps the ground.

    Raises FormatError, naming file and line, if there is no such block or it draws outside the card.
    """
    block = read_blocks(text, name).needed("back", CARD_WIDTH, CARD_HEIGHT)
    rows = block.bits()
    for row, (bits, outside) in enumerate(zip(rows, card_mask(), strict=True)):
        if bits & outside:
            raise FormatError(name, f"row {row} of block back draws outside the card", line=block.line)
    return rows


def _symbol(blocks: Blocks, block_name: str, height: int) -> Rows:
    block = blocks.get(block_name)
    width = min(block.width, SYMBOL_WIDTH) if block is not None else height
    return tuple(row << (SYMBOL_WIDTH - width) for row in blocks.needed(block_name, width, height).bits())


def _add_overlay(halves: dict[str, list[int]], block: Block, language: str, name: str) -> None:
    """OR a block ``LANGUAGE/HALF[/MORE]`` into the half pictures that it is meant for."""
    wanted, half = block.name.split("/")[:2]
    if wanted not in (*LANGUAGES, "all") or half not in (*HALF_NAMES, "all"):
        reason = f"{block.name}: before the / one of {', '.join(LANGUAGES)}, all; after it a half picture or all"
        raise FormatError(name, reason, line=block.line)
    places = []
    for key, value, line in block.keys:
        if key != "at":
            raise FormatError(name, f"{key!r} has no meaning here (at X Y)", line=line)
        x, y = two_numbers(value, key, name, line)
        if not (0 <= x <= CARD_WIDTH - block.width and 0 <= y <= HALF_HEIGHT - block.height):
            raise FormatError(name, f"at {x} {y} block {block.name} sticks out of the half picture", line=line)
        places.append((x, y))
    if not places:
        raise FormatError(name, f"block {block.name} has no line at X Y", line=block.line)
    if wanted not in (language, "all"):
        return
    for target in HALF_NAMES if half == "all" else (half,):
        for x, y in places:
            for row, bits in enumerate(block.bits(), y):
                halves[target][row] |= bits << (CARD_WIDTH - block.width - x)

"""The project's own decks from their text: card data by language, and the back of a card.

What the sources look like is told in :mod:`gemport.patience.kit.deck.source` (the cards) and here (the back):
one ``block back 64x93`` in ``.`` and ``#``.
"""

from __future__ import annotations

from gemport.gem.errors import FormatError
from gemport.gem.formats.blocks import read_art
from gemport.patience.kit.deck.dat import CARD_HEIGHT, CARD_WIDTH, CardData, Rows, card_mask
from gemport.patience.kit.deck.source import LANGUAGES, read_cards_text

_BACK = "back"


def build_decks(cards_text: str, name: str = "cards.txt") -> dict[str, CardData]:
    """The card data of every language (``de``, ``en``) from one source; FormatError names file and line."""
    return {language: read_cards_text(cards_text, language, name) for language in LANGUAGES}


def read_back_text(text: str, name: str = "back.txt") -> Rows:
    """The back of a card: 93 rows of 64 bits, leftmost pixel highest, white where the mask keeps the background.

    Raises FormatError, naming file and line, if there is no such block or it draws outside the card.
    """
    art = read_art(text, name)
    block = art.blocks.get(_BACK)
    if block is None:
        raise FormatError(name, f"there is no block {_BACK} {CARD_WIDTH}x{CARD_HEIGHT}")
    if (block.width, block.height) != (CARD_WIDTH, CARD_HEIGHT):
        reason = f"block {_BACK} is {block.width}x{block.height}, not {CARD_WIDTH}x{CARD_HEIGHT}"
        raise FormatError(name, reason, line=block.line)
    rows = block.bits()
    for row, (bits, outside) in enumerate(zip(rows, card_mask(), strict=True)):
        if bits & outside:
            raise FormatError(name, f"row {row} of block {_BACK} draws outside the card", line=block.line)
    return rows

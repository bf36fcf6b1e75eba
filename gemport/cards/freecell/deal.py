"""FreeCell's deals: those of Microsoft's program, which players know by their numbers."""

from __future__ import annotations

from gemport.cards.deals import Deal, column_deal
from gemport.cards.numbers import check_number
from gemport.cards.pack import PACK_SIZE, Card

MICROSOFT_NUMBERS = range(1, 32_001)
LATE_MICROSOFT_NUMBERS = range(1, 1_000_001)
"""Microsoft's first version had 32,000 games, later ones a million; the first 32,000 are the same."""


def microsoft_columns(number: int) -> list[list[Card]]:
    """The eight columns of a Microsoft FreeCell deal, each from its top down. Raises NumberError.

    The shuffle: docs/freecell.md, Game numbers.
    """
    return late_microsoft_columns(check_number(number, MICROSOFT_NUMBERS))


def late_microsoft_columns(number: int) -> list[list[Card]]:
    """The same for the numbers of Microsoft's later versions, 1..1000000. Raises NumberError."""
    state = check_number(number, LATE_MICROSOFT_NUMBERS)
    # Microsoft's pack runs clubs, diamonds, hearts, spades within a rank.
    pack = [value * 4 + suit for value in range(13) for suit in (0, 3, 1, 2)]
    columns: list[list[Card]] = [[] for _ in range(8)]
    for dealt in range(PACK_SIZE):
        state = (state * 214013 + 2531011) % (1 << 31)
        chosen = (state >> 16) % len(pack)
        columns[dealt % 8].append(pack[chosen])
        pack[chosen] = pack[-1]
        pack.pop()
    return columns


def freecell_deal(number: int) -> Deal:
    """The deal of game 1..32000. Raises NumberError."""
    return column_deal(number, microsoft_columns(number))

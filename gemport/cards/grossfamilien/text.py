"""Großfamilien's positions as text, and read back.

The number of cards in each family, the talon (next card first), the turned card, the waste (top card last), then the
sixteen piles (open card last)::

    Families: C-0 H-14 S-26 D-1
    Talon: 9S 4D
    Turned: -
    Waste: 7H
    : 6H
    :
"""

from __future__ import annotations

from gemport.cards.grossfamilien.board import FAMILY_SIZE, PILES, FamilyBoard, family_top
from gemport.cards.pack import SUITS, card_names
from gemport.cards.positions import NO_CARD, PositionError, PositionReader, check_cards, headed, name_or_none


def pile_board_text(board: FamilyBoard) -> str:
    """A position, twenty lines, ending in a line feed."""
    lines = [
        headed("Families:", [f"{SUITS[suit]}-{count}" for suit, count in enumerate(board.families)]),
        headed("Talon:", card_names(reversed(board.talon))),
        headed("Turned:", [name_or_none(board.turned)]),
        headed("Waste:", card_names(board.waste)),
    ]
    return "\n".join(lines + [headed(":", card_names(pile)) for pile in board.piles]) + "\n"


def parse_pile_board(text: str) -> FamilyBoard:
    """The board that ``pile_board_text`` writes so. Every card must be there, twice. Raises PositionError."""
    reader = PositionReader(text)
    families = [_family_count(suit, word, reader) for suit, word in enumerate(reader.words("Families:", 4))]
    talon = [reader.card(word) for word in reader.words("Talon:")][::-1]
    (turned_word,) = reader.words("Turned:", 1)
    turned = None if turned_word == NO_CARD else reader.card(turned_word)
    waste = [reader.card(word) for word in reader.words("Waste:")]
    piles = [[reader.card(word) for word in reader.words(":")] for _ in PILES]
    reader.end()
    home = [family_top(n, suit) for suit, count in enumerate(families) for n in range(1, count + 1)]
    loose = [card for card in (*home, turned) if card is not None]
    check_cards(2, loose, talon, waste, *piles)
    return FamilyBoard(piles, talon, turned, waste, families)


def _family_count(suit: int, word: str, reader: PositionReader) -> int:
    head, _, count = word.partition("-")
    if head != SUITS[suit] or count not in map(str, range(FAMILY_SIZE + 1)):
        raise PositionError(f"line {reader.number}: {word!r} where {SUITS[suit]}-0 to {SUITS[suit]}-26 should stand")
    return int(count)

"""Großfamilien's deals: two packs, shuffled by VIERFREI's generator."""

from __future__ import annotations

from gemport.cards.deals import Deal, rows_of
from gemport.cards.numbers import check_number, shuffle
from gemport.cards.pack import PACK_SIZE, Card, card_names

TABLEAU_SIZE = 16
"""So many cards lie open at the start, the rest is the talon."""
_TALON_WIDTH = 11


def grossfamilien_order(number: int) -> list[Card]:
    """The 104 cards of a Großfamilien game: 16 of the tableau row by row, then the talon, top card first.

    Raises NumberError.
    """
    pack = list(range(2 * PACK_SIZE))
    shuffle(pack, check_number(number))
    return [card % PACK_SIZE for card in pack]


def grossfamilien_deal(number: int) -> Deal:
    """The deal of game 0..999999. Raises NumberError."""
    order = grossfamilien_order(number)
    tableau, talon = order[:TABLEAU_SIZE], order[TABLEAU_SIZE:]
    rows = rows_of([tableau[i : i + 4] for i in range(0, len(tableau), 4)])
    stock = rows_of([talon[i : i + _TALON_WIDTH] for i in range(0, len(talon), _TALON_WIDTH)])
    return Deal(number, (*rows, "Talon:", *stock), {"tableau": card_names(tableau), "talon": card_names(talon)})

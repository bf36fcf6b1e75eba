"""VIERFREI's deals: one pack, shuffled by the generator whose state is the game's number."""

from __future__ import annotations

from gemport.cards.deals import Deal, column_deal
from gemport.cards.numbers import check_number, shuffle
from gemport.cards.pack import PACK_SIZE, Card


def deal_order(number: int) -> list[Card]:
    """The 52 cards of a VIERFREI game in the order in which they fill the columns. Raises NumberError."""
    pack = list(range(PACK_SIZE))
    shuffle(pack, check_number(number))
    return pack


def vierfrei_columns(number: int) -> list[list[Card]]:
    """The eight columns of a VIERFREI game, each from its top down. Raises NumberError."""
    order = deal_order(number)
    return [order[7 * i : 7 * i + 7] for i in range(4)] + [order[28 + 6 * i : 34 + 6 * i] for i in range(4)]


def vierfrei_deal(number: int) -> Deal:
    """The deal of game 0..999999. Raises NumberError."""
    return column_deal(number, vierfrei_columns(number))

"""The deals of Aces Up: VIERFREI's packs, four cards at a time."""

from __future__ import annotations

from gemport.cards.deals import Deal, rows_of
from gemport.cards.pack import card_names
from gemport.cards.vierfrei.deal import deal_order


def acesup_deal(number: int) -> Deal:
    """The deal of game 0..999999. Raises NumberError."""
    order = deal_order(number)
    rows = rows_of([order[at : at + 4] for at in range(0, len(order), 4)])
    return Deal(number, rows, {"rows": [card_names(order[at : at + 4]) for at in range(0, len(order), 4)]})

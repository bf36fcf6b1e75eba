"""Baker's Game: FreeCell with columns built down by suit."""

from collections.abc import Sequence
from typing import Self

from gemport.cards.card import Card, suit_of, value_of
from gemport.cards.cells import AutoplayBoard, CellRule
from gemport.cards.deals import MICROSOFT_NUMBERS, Deal, check_number, column_deal, microsoft_columns
from gemport.cards.moves import Rule


def bakers_deal(number: int) -> Deal:
    """Return the deal of game 1..32000. Raises NumberError."""
    return column_deal(number, microsoft_columns(check_number(number, MICROSOFT_NUMBERS)))


def follows_suit(card: Card, above: Card) -> bool:
    """Return whether ``card`` may follow ``above`` in a column: the same suit and one lower."""
    return card == above - 4


class BakersBoard(AutoplayBoard):
    """The board of Baker's Game."""

    __slots__ = ()
    game = "bakersgame"
    fits = staticmethod(follows_suit)

    @classmethod
    def deal(cls, number: int) -> Self:
        """Deal the start of game 1..32000. Raises NumberError."""
        return cls(microsoft_columns(check_number(number, MICROSOFT_NUMBERS)), number=number)

    def misfit(self, _card: Card, _last: Card) -> Rule:
        """Return the rule broken by a card that does not fit on a column's last card."""
        return CellRule.NOT_ONE_LOWER

    def autoplays(self, card: Card, foundations: Sequence[int]) -> bool:
        """Return whether a card goes home automatically: the lower cards of its suit are home."""
        return foundations[suit_of(card)] == value_of(card)

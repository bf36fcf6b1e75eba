"""The board of Aces Up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Self

from gemport.cards.board import Board
from gemport.cards.moves import IllegalMove, PlaceError, Refusal, Rule
from gemport.cards.pack import ACE, Card, suit_of, value_of
from gemport.cards.steps import Step
from gemport.cards.vierfrei.deal import deal_order

PILES = range(4)
STOCK, AWAY = 60, 61


class Move(NamedTuple):
    """One card from one place to another."""

    card: Card
    source: int
    target: int


class AcesUpBoard(Board[Move]):
    """Four piles, the stock, and the cards that went away."""

    __slots__ = ("away", "piles", "stock")
    game = "acesup"

    def __init__(
        self, piles: Sequence[Sequence[Card]], stock: Sequence[Card], away: Sequence[Card], number: int | None = None
    ) -> None:
        super().__init__(number)
        self.piles = [list(pile) for pile in piles]
        self.stock = list(stock)
        self.away = list(away)

    @classmethod
    def deal(cls, number: int) -> Self:
        """The start of a numbered game. Raises NumberError."""
        order = deal_order(number)
        return cls([[card] for card in order[:4]], order[:3:-1], (), number)

    def bare_copy(self) -> Self:
        """A board of its own with the same position and an empty history."""
        return type(self)(self.piles, self.stock, self.away, self.number)

    def _cards(self, place: int) -> list[Card]:
        if place in PILES:
            return self.piles[place]
        if place not in (STOCK, AWAY):
            raise PlaceError(f"{place} is not a place")
        return self.stock if place == STOCK else self.away

    def top(self, place: int) -> Card | None:
        """The open card of a place."""
        cards = self._cards(place)
        return cards[-1] if cards else None

    @property
    def won(self) -> bool:
        """Whether only the aces are left."""
        return len(self.away) == 48

    @property
    def lost(self) -> bool:
        """Whether the stock is used up and nothing can go."""
        return not self.won and not self.stock and not any(self.may_go(pile) for pile in PILES)

    @property
    def home(self) -> int:
        """How many cards went away."""
        return len(self.away)

    def may_go(self, pile: int) -> bool:
        """Whether a higher card of its suit is open beside a pile's; aces are high."""
        card = self.top(pile)
        if card is None or value_of(card) == ACE:
            return False
        others = [top for place in PILES if place != pile and (top := self.top(place)) is not None]
        return any(suit_of(top) == suit_of(card) and (value_of(top) == ACE or top > card) for top in others)

    def read_word(self, word: str) -> Step[Move]:
        """The step of a word: ``d`` deals four cards, 1 to 4 sends a pile's card away."""
        if word == "d":
            if not self.stock:
                raise IllegalMove(Refusal(Rule.NO_CARD))
            return Step(
                word, tuple(Move(card, STOCK, pile) for pile, card in zip(PILES, self.stock[::-1], strict=False))
            )
        if word not in ("1", "2", "3", "4"):
            raise PlaceError(f"{word!r} is not a move (d, 1 to 4)")
        pile = int(word) - 1
        card = self.top(pile)
        if card is None or not self.may_go(pile):
            raise IllegalMove(Refusal(Rule.NO_SUCH_WAY, card))
        return Step(word, (Move(card, pile, AWAY),))

    def _moved(self, card: Card, source: int, target: int) -> Move:
        return Move(card, source, target)

    def _remove(self, place: int) -> None:
        self._cards(place).pop()

    def _put(self, card: Card, place: int) -> None:
        self._cards(place).append(card)

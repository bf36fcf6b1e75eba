"""Aces Up: four piles; of two open cards of a suit the lower one goes; the aces are to be left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from gemport.cards.board import Board
from gemport.cards.card import ACE, card_names, suit_of, value_of
from gemport.cards.deals import Deal, deal_order, rows_of
from gemport.cards.moves import IllegalMove, Move, PileRule, Places, Refusal, Step

PILES = range(4)
STOCK, AWAY = 60, 61


def acesup_deal(number: int) -> Deal:
    """Return the deal of game 0..999999. Raises NumberError."""
    order = deal_order(number)
    rows = rows_of([order[at : at + 4] for at in range(0, len(order), 4)])
    return Deal(number, rows, {"rows": [card_names(order[at : at + 4]) for at in range(0, len(order), 4)]})


class AcesUpBoard(Board):
    """Four piles, the stock, and the cards that went away."""

    __slots__ = ()
    game = "acesup"
    places = Places({**{pile: str(pile + 1) for pile in PILES}, STOCK: "s", AWAY: "x"}, "piles 1-4, stock s, away x")
    move_type = Move

    @classmethod
    def deal(cls, number: int) -> Self:
        """Deal the start of a numbered game. Raises NumberError."""
        order = deal_order(number)
        return cls({**{pile: [order[pile]] for pile in PILES}, STOCK: order[:3:-1], AWAY: ()}, number)

    @property
    def won(self) -> bool:
        """True when only the aces are left."""
        return self.home == 48

    @property
    def home(self) -> int:
        """Number of cards that went away."""
        return len(self.piles[AWAY])

    @property
    def lost(self) -> bool:
        """True when the stock is used up and nothing can go."""
        return not self.won and not self.piles[STOCK] and not self.legal_moves()

    def refusal(self, source: int, target: int) -> Refusal | None:
        """Return the reason why a pile's card may not go away: no higher card of its suit is open; aces are high."""
        card = self.top(source)
        if source not in PILES or target != AWAY or card is None or value_of(card) == ACE:
            return Refusal(PileRule.NO_SUCH_WAY, card)
        others = [top for place in PILES if place != source and (top := self.top(place)) is not None]
        higher = any(suit_of(top) == suit_of(card) and (value_of(top) == ACE or top > card) for top in others)
        return None if higher else Refusal(PileRule.NO_SUCH_WAY, card)

    def iter_moves(self) -> Iterator[Move]:
        """Yield the cards that may go away."""
        return (Move(self.piles[pile][-1], pile, AWAY) for pile in PILES if self.refusal(pile, AWAY) is None)

    def read_word(self, word: str) -> Step:
        """Return the step of a word: ``d`` deals four cards, 1 to 4 sends a pile's card away."""
        if word == "d":
            stock = self.piles[STOCK]
            if not stock:
                raise IllegalMove(Refusal(PileRule.NO_CARD))
            return Step(word, tuple(Move(card, STOCK, pile) for pile, card in zip(PILES, stock[::-1], strict=False)))
        pile = self.places.parse(word)
        self.check(pile, AWAY)
        return Step(word, (Move(self.piles[pile][-1], pile, AWAY),))

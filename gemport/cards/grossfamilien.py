"""Großfamilien: 104 cards, sixteen piles, a stock, a waste, four great families (docs/grossfamilien.md).

The families are the foundations: each is built up from an ace to a king, and down again from the other king.
"""

from collections.abc import Iterator, Sequence
from enum import auto
from typing import Self

from gemport.cards.board import Board
from gemport.cards.card import KING, PACK_SIZE, Card, card_names, make_card, suit_of, value_of
from gemport.cards.deals import Deal, deal_order, number_after, rows_of
from gemport.cards.moves import (
    FOUNDATIONS,
    IllegalMove,
    Move,
    PileRule,
    PlaceError,
    Places,
    Refusal,
    Rule,
    Step,
    foundation_of,
)

PILES = range(16)
"""Places of the tableau, row by row, four a row."""
STOCK, TURNED, WASTE = 60, 61, 62
"""The face-down stock (the screen's talon), the card just turned, the waste."""
FAMILY_SIZE = 26
_STOCK_WIDTH = 11
PLACES = Places(
    {
        **dict(zip(PILES, (row + column for row in "abcd" for column in "1234"), strict=True)),
        **{STOCK: "t", TURNED: "o", WASTE: "w"},
    },
    "piles a1-d4, talon t, open card o, waste w, families h",
)


class FamilyRule(Rule):
    """The rules of Großfamilien alone."""

    NOT_A_STEP = auto()
    """A pile takes a card one higher or one lower."""
    NOT_FROM_TABLEAU = auto()
    """A free place of the tableau takes no card of the tableau."""
    FILL_FIRST = auto()
    """A free place is filled from stock or waste before anything else is done."""
    CARD_IS_TURNED = auto()
    """The turned card is played first."""


class Play(Move):
    """One card from one place of Großfamilien to another."""

    __slots__ = ()

    def __str__(self) -> str:
        """Return the notation: ``t-o`` turns a card, ``o-w`` lays it off, ``b3-h`` sends one to its family."""
        return f"{PLACES.name(self.source)}-{PLACES.name(self.target)}"


def grossfamilien_deal(number: int) -> Deal:
    """Return the deal of game 0..999999. Raises NumberError."""
    order = deal_order(number, packs=2)
    tableau, stock = order[: len(PILES)], order[len(PILES) :]
    rows = rows_of([tableau[i : i + 4] for i in range(0, len(tableau), 4)])
    below = rows_of([stock[i : i + _STOCK_WIDTH] for i in range(0, len(stock), _STOCK_WIDTH)])
    return Deal(number, (*rows, "Talon:", *below), {"tableau": card_names(tableau), "talon": card_names(stock)})


def is_rising(count: int) -> bool:
    """Return whether a family of ``count`` cards is still built upwards: until its first king lies there."""
    return count <= KING


def awaited_value(count: int) -> int | None:
    """Return the value that a family of ``count`` cards waits for; None when it is complete (26 cards)."""
    if is_rising(count):
        return count
    return FAMILY_SIZE - 1 - count if count < FAMILY_SIZE else None


def _family(suit: int, count: int) -> list[Card]:
    return [make_card(min(at, FAMILY_SIZE - 1 - at), suit) for at in range(count)]


class FamilyBoard(Board):
    """The board of the 104 cards. Both copies of a card have the same number 0..51: nothing tells them apart.

    The turned card is the stock's top card, face up. A step is a play of the player and the fillings of free places
    that follow at once from it.
    """

    __slots__ = ()
    game = "grossfamilien"
    places = PLACES
    move_type = Play
    cards = 2 * PACK_SIZE

    def __init__(
        self,
        piles: Sequence[Sequence[Card]],
        stock: Sequence[Card] = (),
        turned: Card | None = None,
        waste: Sequence[Card] = (),
        families: Sequence[int] = (0, 0, 0, 0),
        number: int | None = None,
    ) -> None:
        """Lay out a position.

        piles: sixteen of them, the open card last; an empty one is a free place
        stock: face down, the next card last
        turned: the card just turned, None if it has been played
        waste: open, the top card last
        families: number of cards in the family of each suit, 0..26

        Raises ValueError for a wrong number of piles or families.
        """
        if (len(piles), len(families)) != (len(PILES), len(FOUNDATIONS)):
            raise ValueError(f"a board has 16 piles and 4 families, not {len(piles)} and {len(families)}")
        super().__init__(
            {
                **dict(zip(PILES, piles, strict=True)),
                **{place: _family(suit, families[suit]) for suit, place in enumerate(FOUNDATIONS)},
                **{STOCK: stock, TURNED: () if turned is None else (turned,), WASTE: waste},
            },
            number,
        )

    @classmethod
    def deal(cls, number: int) -> Self:
        order = deal_order(number, packs=2)
        return cls([[card] for card in order[: len(PILES)]], order[: len(PILES) - 1 : -1], number=number)

    @property
    def next_number(self) -> int | None:
        return None if self.number is None else number_after(self.number, self.cards)

    # ---- what lies where

    @property
    def stock(self) -> list[Card]:
        """The stock, face down, the next card last."""
        return self.piles[STOCK]

    @property
    def turned(self) -> Card | None:
        """The card just turned, None if it has been played."""
        return self.top(TURNED)

    @property
    def waste(self) -> list[Card]:
        return self.piles[WASTE]

    def free_places(self) -> list[int]:
        """Return the free places of the tableau, row by row."""
        return [place for place in PILES if not self.piles[place]]

    @property
    def fill_first(self) -> bool:
        """True if a place is free that stock or waste can fill: nothing else may be done before that."""
        return any(self.piles[place] for place in (STOCK, TURNED, WASTE)) and bool(self.free_places())

    def awaits(self, card: Card) -> bool:
        return awaited_value(len(self.piles[foundation_of(card)])) == value_of(card)

    # ---- what may go where

    def refusal(self, source: int, target: int) -> Refusal | None:
        refusal = Board.refusal(self, source, target)
        if refusal is None and self.fill_first and not self._is_free(target):
            # The stock's card is face down: no refusal may name it.
            return Refusal(FamilyRule.FILL_FIRST, None if source == STOCK else self.top(source))
        return refusal

    def _is_free(self, place: int) -> bool:
        return place in PILES and not self.piles[place]

    def placing(self, card: Card, source: int, target: int) -> Refusal | None:
        """Return the reason against a play other than that a free place comes first. Raises PlaceError."""
        PLACES.name(target)
        if source == STOCK:
            # The card is face down: no refusal may name it.
            if self.turned is not None:
                return Refusal(FamilyRule.CARD_IS_TURNED, self.turned)
            return None if target == TURNED or self._is_free(target) else Refusal(PileRule.NO_SUCH_WAY)
        if target in FOUNDATIONS:
            if target != foundation_of(card):
                return Refusal(PileRule.OTHER_SUIT, card)
            return None if self.awaits(card) else Refusal(PileRule.NOT_NEXT, card)
        if target not in PILES:
            return None if (source, target) == (TURNED, WASTE) else Refusal(PileRule.NO_SUCH_WAY, card)
        last = self.top(target)
        if last is None:
            return Refusal(FamilyRule.NOT_FROM_TABLEAU, card) if source in PILES else None
        if suit_of(card) != suit_of(last):
            return Refusal(PileRule.OTHER_SUIT, card)
        return None if abs(value_of(card) - value_of(last)) == 1 else Refusal(FamilyRule.NOT_A_STEP, card)

    def iter_moves(self) -> Iterator[Move]:
        """Yield every play that the rules allow, fillings that follow by themselves not counted."""
        for source in _SOURCES_WITH_STOCK:
            card = self.top(source)
            if card is not None:
                for target in self._likely_targets(source, card):
                    if self.refusal(source, target) is None:
                        yield Play(card, source, target)

    def _likely_targets(self, source: int, card: Card) -> list[int]:
        """Return the places that the card may perhaps go to; asking about every other one would take long."""
        targets = {STOCK: [TURNED], TURNED: [WASTE]}.get(source, [])
        if self.awaits(card):
            targets.append(foundation_of(card))
        for place in PILES:
            pile = self.piles[place]
            # Numbers four apart are neighbours in suit.
            if abs(pile[-1] - card) == 4 if pile else source not in PILES:
                targets.append(place)
        return targets

    def to_family(self, place: int) -> Play | None:
        """Return the play of a right+left click: the place's top card to its family, None if that is not allowed."""
        card = self.top(place)
        # Most cards are not awaited, and need no reason.
        if card is None or not self.awaits(card) or self.refusal(place, foundation_of(card)) is not None:
            return None
        return Play(card, place, foundation_of(card))

    # ---- steps

    def plan(self, source: int, target: int) -> Step:
        """Return the step of this play: itself, then the fillings of free places. The board stays as it is.

        While the waste is empty a free place is filled at once: with the turned card if there is one, for that is the
        stock's top card, else with the stock's next. Raises IllegalMove, PlaceError.
        """
        return self._planned(source, target, self.refusal(source, target))

    def _planned(self, source: int, target: int, refusal: Refusal | None) -> Step:
        if refusal is not None:
            raise IllegalMove(refusal)
        trial = self.bare_copy()
        trial.push(source, target)
        while not trial.waste and (free := trial.free_places()):
            stock = STOCK if trial.turned is None else TURNED
            if not trial.piles[stock]:
                break
            trial.push(stock, free[0])
        return Step(str(trial.history[0]), tuple(trial.history))

    def move(self, source: int, target: int) -> Step:
        """Make the step that ``plan`` gives. Raises IllegalMove, PlaceError."""
        return self.make(self.plan(source, target))

    def read_word(self, word: str) -> Step:
        """Return the step of the notation, such as t-o, b3-h. Raises IllegalMove, PlaceError.

        Games that were kept or recorded before free places had to be filled first are read as they were played: what
        a word asks for may leave a place free.
        """
        source_name, dash, target_name = word.partition("-")
        if not dash:
            raise PlaceError(f"{word!r} is not a move (two places and a dash, such as t-o, b3-h)")
        source = PLACES.parse(source_name)
        target = PLACES.parse(target_name, self.open_card(source))
        return self._planned(source, target, super().refusal(source, target))


_SOURCES = (TURNED, WASTE, *PILES)
_SOURCES_WITH_STOCK = (STOCK, *_SOURCES)


def removals(board: FamilyBoard, every: bool = False) -> list[Move]:
    """Return the plays of Delete, in order: those of cards that are certainly of no further use.

    Make each by the board's ``move``. The board stays as it is. ``every``: of all cards that can go.

    An open card can be of use in three ways: another of its suit can be laid on it; it keeps its twin waiting, and it
    may have to be the twin that goes first; and as long as cards come from the stock, it holds its place (a place that
    becomes free is filled at once while the waste is empty, perhaps with the wrong card) or keeps the waste from being
    empty.

    While a family is built downwards, every value from the awaited one down is left once: there is no twin, and only
    the next lower card could be laid on the awaited one. As soon as that is in the family, the next lower one is
    awaited itself: instead of being laid on it, it goes to the family too, and so on down. So an awaited card that lies
    on another one may always go, and any awaited card once the stock is used up: whatever could be done with it can be
    done without it, move for move, with the same places free and the same cards uncovered or more. If it leaves a place
    free, the top card of the waste has to go there, and is as open there as it was: whatever could be done from the
    waste can be done from that place, which the next card of the waste then fills.

    While a family is built upwards all three uses remain, even for an ace: it may have to stay until the other ace has
    gone that lies on a card the family needs. So cards of a rising family stay, with two exceptions: both kings
    together when both are open (only the queen could be laid on them, and then she is awaited), and everything when the
    families can be finished with nothing but plays to families, for then the game is won.
    """
    if every:
        return _family_plays(board.bare_copy(), everything=False, useful=True)
    trial = board.bare_copy()
    finish = _family_plays(trial, everything=True)
    return finish if trial.won else _family_plays(board.bare_copy(), everything=False)


def _family_plays(board: FamilyBoard, everything: bool, useful: bool = False) -> list[Move]:
    """Send cards to the families in passes over turned card, waste and piles, until a pass moves nothing.

    Free places are filled from the waste where there is no choice, or with ``everything``.

    useful: also cards that may still be of use
    """
    plays: list[Move] = []
    before = None
    while before != len(plays):
        before = len(plays)
        for place in _SOURCES:
            if board.waste and board.fill_first and (everything or not _stock_lasts(board)):
                plays.append(board.move(WASTE, board.free_places()[0]).moves[0])
            play = board.to_family(place)
            if play is not None and (everything or useful or _is_of_no_use(board, play)):
                plays.append(board.move(play.source, play.target).moves[0])
    return plays


def _is_of_no_use(board: FamilyBoard, play: Play) -> bool:
    """Return whether a card that may go to its family is certainly of no further use, as ``removals`` says."""
    card, place, family = play
    if not is_rising(len(board.piles[family])):
        return _leaves_nothing_open(board, place)
    twins = [source for source in _SOURCES if board.top(source) == card]
    return value_of(card) == KING and len(twins) == 2 and all(_leaves_nothing_open(board, twin) for twin in twins)


def _stock_lasts(board: FamilyBoard, place: int | None = None) -> bool:
    """Return whether the stock has a card, the turned one included unless ``place`` is where it lies."""
    return bool(board.stock) or (board.turned is not None and place != TURNED)


def _leaves_nothing_open(board: FamilyBoard, place: int) -> bool:
    """Return whether the top card of ``place`` can go with no place free for the stock, nor the waste shrinking."""
    return not _stock_lasts(board, place) or (place in PILES and len(board.piles[place]) > 1)

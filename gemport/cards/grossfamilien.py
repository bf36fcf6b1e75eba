"""Großfamilien: 104 cards, sixteen piles, a stock, a waste, four families (docs/grossfamilien.md).

The families are the foundations: each is built up from ace to king, and down again from the other king.
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
    PlaceNames,
    Refusal,
    Rule,
    Step,
    foundation_of,
)

PILES = range(16)
"""Places of the tableau, row by row, four per row."""
STOCK, TURNED, WASTE = 60, 61, 62
"""The face-down stock (on screen the talon), the card just turned, the waste."""
FAMILY_SIZE = 26
"""Number of cards of a suit."""
_STOCK_WIDTH = 11
PLACES = PlaceNames(
    {
        **dict(zip(PILES, (row + column for row in "abcd" for column in "1234"), strict=True)),
        **{STOCK: "t", TURNED: "o", WASTE: "w"},
    },
    "piles a1-d4, talon t, open card o, waste w, families h",
)
"""Names of the places in the notation."""


class FamilyRule(Rule):
    """Rules specific to Großfamilien."""

    NOT_A_STEP = auto()
    """A pile only accepts a card one higher or one lower."""
    NOT_FROM_TABLEAU = auto()
    """A free place of the tableau accepts no card from the tableau."""
    FILL_FIRST = auto()
    """A free place has to be filled from the stock or the waste before any other move."""
    CARD_IS_TURNED = auto()
    """The turned card has to be played first."""


class FamilyMove(Move):
    """A move of one card in Großfamilien."""

    __slots__ = ()

    def __str__(self) -> str:
        """Return the notation: ``t-o`` turns a card, ``o-w`` discards it, ``b3-h`` sends a card to its family."""
        return f"{PLACES.name(self.source)}-{PLACES.name(self.target)}"


def grossfamilien_deal(number: int) -> Deal:
    """Return the deal of game 0..999999. Raises NumberError."""
    order = deal_order(number, packs=2)
    tableau, stock = order[: len(PILES)], order[len(PILES) :]
    rows = rows_of([tableau[i : i + 4] for i in range(0, len(tableau), 4)])
    below = rows_of([stock[i : i + _STOCK_WIDTH] for i in range(0, len(stock), _STOCK_WIDTH)])
    return Deal(number, (*rows, "Talon:", *below), {"tableau": card_names(tableau), "talon": card_names(stock)})


def is_rising(count: int) -> bool:
    """Return whether a family of ``count`` cards is still built upwards, up to its first king."""
    return count <= KING


def awaited_value(count: int) -> int | None:
    """Return the value that a family of ``count`` cards needs next, or None if it is complete (26 cards)."""
    if is_rising(count):
        return count
    return FAMILY_SIZE - 1 - count if count < FAMILY_SIZE else None


def _family(suit: int, count: int) -> list[Card]:
    return [make_card(min(at, FAMILY_SIZE - 1 - at), suit) for at in range(count)]


class FamilyBoard(Board):
    """A board of 104 cards. Both copies of a card share a number 0..51 and are interchangeable.

    The turned card is the top card of the stock, face up. A step is a move of the player, followed by the automatic
    fillings of free places.
    """

    __slots__ = ()
    game = "grossfamilien"
    places = PLACES
    move_type = FamilyMove
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

        Args:
            piles: sixteen piles, open card last; an empty pile is a free place
            stock: face down, next card last
            turned: card just turned, or None if it has been played
            waste: face up, top card last
            families: number of cards in the family of each suit, 0..26

        Raises ValueError if the number of piles or families is wrong.
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

    # ---- positions of cards

    @property
    def stock(self) -> list[Card]:
        """The stock, face down, next card last."""
        return self.piles[STOCK]

    @property
    def turned(self) -> Card | None:
        """The card just turned, or None if it has been played."""
        return self.top(TURNED)

    @property
    def waste(self) -> list[Card]:
        """Cards of the waste, open card last."""
        return self.piles[WASTE]

    def free_places(self) -> list[int]:
        """Return the free places of the tableau, row by row."""
        return [place for place in PILES if not self.piles[place]]

    @property
    def fill_first(self) -> bool:
        """Whether a place is free and the stock or waste can fill it; no other move is legal before that."""
        return any(self.piles[place] for place in (STOCK, TURNED, WASTE)) and bool(self.free_places())

    def awaits(self, card: Card) -> bool:
        """Return whether a card is the next for the foundations of its suit."""
        return awaited_value(len(self.piles[foundation_of(card)])) == value_of(card)

    # ---- legal moves

    def refusal(self, source: int, target: int) -> Refusal | None:
        refusal = Board.refusal(self, source, target)
        if refusal is None and self.fill_first and not self._is_free(target):
            # The stock's card is face down, so a refusal must not name it.
            return Refusal(FamilyRule.FILL_FIRST, None if source == STOCK else self.top(source))
        return refusal

    def _is_free(self, place: int) -> bool:
        return place in PILES and not self.piles[place]

    def placing(self, card: Card, source: int, target: int) -> Refusal | None:
        """Return the reason why a card cannot move, apart from FILL_FIRST, or None. Raises PlaceError."""
        PLACES.name(target)
        if source == STOCK:
            # The card is face down, so a refusal must not name it.
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
        """Yield all legal moves, without automatic fillings."""
        for source in _SOURCES_WITH_STOCK:
            card = self.top(source)
            if card is not None:
                for target in self._likely_targets(source, card):
                    if self.refusal(source, target) is None:
                        yield FamilyMove(card, source, target)

    def _likely_targets(self, source: int, card: Card) -> list[int]:
        """Return the places that may accept the card; checking all other places would be slow."""
        targets = {STOCK: [TURNED], TURNED: [WASTE]}.get(source, [])
        if self.awaits(card):
            targets.append(foundation_of(card))
        for place in PILES:
            pile = self.piles[place]
            # Numbers that differ by four are neighbours in suit.
            if abs(pile[-1] - card) == 4 if pile else source not in PILES:
                targets.append(place)
        return targets

    def to_family(self, place: int) -> FamilyMove | None:
        """Return the move of a right+left click: the top card of a place to its family; None if that is illegal."""
        card = self.top(place)
        # Check this first, because most cards are not awaited and need no reason.
        if card is None or not self.awaits(card) or self.refusal(place, foundation_of(card)) is not None:
            return None
        return FamilyMove(card, place, foundation_of(card))

    # ---- steps

    def plan(self, source: int, target: int) -> Step:
        """Return the step of a move: the move itself, then the automatic fillings. The board does not change.

        While the waste is empty, a free place is filled immediately: with the turned card if one exists (it is the top
        card of the stock), otherwise with the next card of the stock. Raises IllegalMove, PlaceError.
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
        """Make the step that ``plan`` returns. Raises IllegalMove, PlaceError."""
        return self.make(self.plan(source, target))

    def read_word(self, word: str) -> Step:
        """Return the step for a word of the notation, such as t-o or b3-h. Raises IllegalMove, PlaceError.

        Words may leave a place free, so that games recorded before filling became compulsory can still be read.
        """
        source_name, dash, target_name = word.partition("-")
        if not dash:
            raise PlaceError(f"{word!r} is not a move (two places and a dash, such as t-o, b3-h)")
        source = PLACES.parse(source_name)
        target = PLACES.parse(target_name, self.open_card(source))
        return self._planned(source, target, super().refusal(source, target))


_SOURCES = (TURNED, WASTE, *PILES)
_SOURCES_WITH_STOCK = (STOCK, *_SOURCES)


def home_moves(board: FamilyBoard, every: bool = False) -> list[Move]:
    """Return the moves of Delete in order: the cards that are certainly of no further use go to their families.

    Make each with the board's ``move``; this function does not change the board. With ``every``, return the moves of
    all cards that can go.

    An open card can be useful in three ways. First, it can serve as the target for another card of its suit. Second,
    its twin has to wait while it stays, and it may be the twin that has to go first. Third, while the stock lasts, it
    occupies its place (a free place is filled immediately while the waste is empty, perhaps with the wrong card) or
    prevents an empty waste.

    While a family is built downwards, each value from the awaited card down remains exactly once. So no twin exists,
    and only the next lower card could move onto the awaited card. But once the awaited card is in the family, the next
    lower card is awaited in turn and can go to the family instead, and so on down. So an awaited card on another card
    can always go, and any awaited card once the stock is empty. Everything the player could do with the card is
    possible without it, move for move, with the same places free and at least the same cards uncovered. If it leaves a
    place free, the top card of the waste has to go there, and is as accessible there as before: each move from the
    waste is possible from that place, which the next card of the waste then fills.

    While a family is built upwards, all three uses remain, even for an ace: it may have to stay until the other ace has
    left a card that the family needs. So cards of a rising family stay, with two exceptions. Both kings go together if
    both are open (only the queen could move onto them, but then she can go to her family). And all cards go if moves to
    families alone can finish all families, since that wins the game.
    """
    if every:
        return _family_plays(board.bare_copy(), everything=False, useful=True)
    trial = board.bare_copy()
    finish = _family_plays(trial, everything=True)
    return finish if trial.won else _family_plays(board.bare_copy(), everything=False)


def _family_plays(board: FamilyBoard, everything: bool, useful: bool = False) -> list[Move]:
    """Send cards to the families in passes over turned card, waste and piles, until a pass moves nothing.

    Free places are filled from the waste if the player has no choice, or with ``everything``. ``useful`` also sends
    cards that may still be of use.
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


def _is_of_no_use(board: FamilyBoard, play: FamilyMove) -> bool:
    """Return whether a card that can go to its family is certainly of no further use; see ``home_moves``."""
    card, place, family = play
    if not is_rising(len(board.piles[family])):
        return _leaves_nothing_open(board, place)
    twins = [source for source in _SOURCES if board.top(source) == card]
    return value_of(card) == KING and len(twins) == 2 and all(_leaves_nothing_open(board, twin) for twin in twins)


def _stock_lasts(board: FamilyBoard, place: int | None = None) -> bool:
    """Return whether the stock has a card left; a turned card counts, unless ``place`` is TURNED."""
    return bool(board.stock) or (board.turned is not None and place != TURNED)


def _leaves_nothing_open(board: FamilyBoard, place: int) -> bool:
    """Return whether the top card of ``place`` can go without freeing a place for the stock or shrinking the waste."""
    return not _stock_lasts(board, place) or (place in PILES and len(board.piles[place]) > 1)

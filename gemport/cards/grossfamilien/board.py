"""Großfamilien: 104 cards, sixteen piles, a talon, a waste, four great families (docs/grossfamilien.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Self, TypeAlias

from gemport.cards.board import Board
from gemport.cards.grossfamilien.deal import TABLEAU_SIZE, grossfamilien_order
from gemport.cards.moves import HOME_NAME, IllegalMove, PlaceError, Refusal, Rule, final_of
from gemport.cards.numbers import number_after
from gemport.cards.pack import KING, PACK_SIZE, Card, make_card, suit_of, value_of
from gemport.cards.steps import Step

PILES = range(TABLEAU_SIZE)
"""Places of the tableau, row by row, four a row."""
FAMILIES = range(52, 56)
"""Families: 52 + suit."""
TALON, TURNED, WASTE = 60, 61, 62
"""The face-down talon, the card just turned, the waste."""
FAMILY_SIZE = 26

_ROWS, _PLACES_A_ROW = "abcd", "1234"
_STOCK_NAMES = {TALON: "t", TURNED: "o", WASTE: "w"}


def is_rising(count: int) -> bool:
    """Whether a family of ``count`` cards is still built upwards: until its first king lies there."""
    return count <= KING


def awaited_value(count: int) -> int | None:
    """The value that a family of ``count`` cards waits for; None when it is complete (26 cards)."""
    if is_rising(count):
        return count
    return FAMILY_SIZE - 1 - count if count < FAMILY_SIZE else None


def family_top(count: int, suit: int) -> Card | None:
    """The card on top of a family of ``count`` cards, None when there is none."""
    if not count:
        return None
    return make_card(count - 1 if count <= KING + 1 else FAMILY_SIZE - count, suit)


def pile_place_name(place: int) -> str:
    """The place in the notation: piles a1..d4 (row, place in it), t, o, w, families h. Raises PlaceError."""
    if place in PILES:
        return _ROWS[place // 4] + _PLACES_A_ROW[place % 4]
    if place in FAMILIES:
        return HOME_NAME
    if place in _STOCK_NAMES:
        return _STOCK_NAMES[place]
    raise PlaceError(f"{place} is not a place (piles 0..15, families 52..55, talon 60, turned card 61, waste 62)")


def parse_pile_place(name: str, card: Card | None = None) -> int:
    """The place of a name; ``h`` needs the card that is to go there. Raises PlaceError."""
    word = name.lower()
    if len(word) == 2 and word[0] in _ROWS and word[1] in _PLACES_A_ROW:
        return _ROWS.index(word[0]) * 4 + _PLACES_A_ROW.index(word[1])
    for place, letter in _STOCK_NAMES.items():
        if word == letter:
            return place
    if word == HOME_NAME and card is not None:
        return final_of(card)
    raise PlaceError(f"{name!r} is not a place (piles a1-d4, talon t, open card o, waste w, families h)")


class Play(NamedTuple):
    """One card from one place of Großfamilien to another."""

    card: Card
    source: int
    target: int

    def __str__(self) -> str:
        """The notation: ``t-o`` turns a card, ``o-w`` lays it off, ``b3-h`` sends one to its family."""
        return f"{pile_place_name(self.source)}-{pile_place_name(self.target)}"


PileStep: TypeAlias = Step[Play]
PilePosition: TypeAlias = tuple[
    tuple[tuple[Card, ...], ...], tuple[Card, ...], Card | None, tuple[Card, ...], tuple[int, ...]
]


class FamilyBoard(Board[Play]):
    """Where the 104 cards lie. Both copies of a card have the same number 0..51: nothing tells them apart.

    piles: sixteen lists, the open card last; an empty list is a free place
    talon: face down, the next card last
    turned: the card just turned, None if it has been played; it is the talon's top card, face up
    waste: open, the top card last
    families: number of cards in the family of each suit, 0..26

    A step is a play of the player and the fillings of free places that follow at once from it.
    """

    __slots__ = ("families", "piles", "talon", "turned", "waste")
    game = "grossfamilien"

    def __init__(
        self,
        piles: Sequence[Sequence[Card]],
        talon: Sequence[Card] = (),
        turned: Card | None = None,
        waste: Sequence[Card] = (),
        families: Sequence[int] = (0, 0, 0, 0),
        number: int | None = None,
    ) -> None:
        """A position. Raises ValueError for a wrong number of piles or families."""
        if (len(piles), len(families)) != (len(PILES), len(FAMILIES)):
            raise ValueError(f"a board has 16 piles and 4 families, not {len(piles)} and {len(families)}")
        super().__init__(number)
        self.piles: list[list[Card]] = [list(pile) for pile in piles]
        self.talon: list[Card] = list(talon)
        self.turned = turned
        self.waste: list[Card] = list(waste)
        self.families: list[int] = list(families)

    @classmethod
    def deal(cls, number: int) -> Self:
        """The start of game 0..999999. Raises NumberError."""
        order = grossfamilien_order(number)
        return cls([[card] for card in order[:TABLEAU_SIZE]], order[: TABLEAU_SIZE - 1 : -1], number=number)

    @property
    def next_number(self) -> int | None:
        """The number that New game deals next; None for a position without a number."""
        return None if self.number is None else number_after(self.number, 2 * PACK_SIZE)

    def bare_copy(self) -> Self:
        """A board of its own with the same position and an empty history."""
        return type(self)(self.piles, self.talon, self.turned, self.waste, self.families, self.number)

    def position(self) -> PilePosition:
        """The position alone, to compare and to look up."""
        piles = tuple(map(tuple, self.piles))
        return piles, tuple(self.talon), self.turned, tuple(self.waste), tuple(self.families)

    @property
    def won(self) -> bool:
        """Whether all 104 cards lie in the families."""
        return self.home == 2 * PACK_SIZE

    @property
    def lost(self) -> bool:
        """Whether the talon is empty and nothing can move in a game that is not won."""
        return not self.won and not self.legal_plays()

    @property
    def home(self) -> int:
        """How many cards lie in the families."""
        return sum(self.families)

    def free_places(self) -> list[int]:
        """The free places of the tableau, row by row."""
        return [place for place in PILES if not self.piles[place]]

    def top(self, place: int) -> Card | None:
        """The top card of a place (the talon's is face down); None if there is none. Raises PlaceError."""
        if place in FAMILIES:
            suit = place - FAMILIES[0]
            return family_top(self.families[suit], suit)
        if place == TURNED:
            return self.turned
        cards = self._cards(place)
        return cards[-1] if cards else None

    @property
    def fill_first(self) -> bool:
        """Whether a place is free that talon or waste can fill: nothing else may be done before that."""
        return not all(self.piles) and bool(self.talon or self.waste or self.turned is not None)

    def awaits(self, card: Card) -> bool:
        """Whether the family of the card's suit waits for this card."""
        return awaited_value(self.families[suit_of(card)]) == value_of(card)

    def refusal(self, source: int, target: int) -> Refusal | None:
        """Why the top card of ``source`` may not go to ``target``; None if it may. Raises PlaceError."""
        refusal = self._way_refusal(source, target)
        if refusal is None and self.fill_first and not self._is_free(target):
            # The talon's card is face down: no refusal may name it.
            return Refusal(Rule.FILL_FIRST, None if source == TALON else self.top(source))
        return refusal

    def _is_free(self, place: int) -> bool:
        return place in PILES and not self.piles[place]

    def _way_refusal(self, source: int, target: int) -> Refusal | None:
        """What else than a free place stands against the play."""
        card = self.top(source)
        pile_place_name(target)
        if source in FAMILIES:
            return Refusal(Rule.FINAL_STAYS, card)
        if card is None:
            return Refusal(Rule.NO_CARD)
        if source == target:
            return Refusal(Rule.SAME_PLACE, card)
        if source == TALON:
            return self._talon_refusal(target)
        if target in FAMILIES:
            return self._family_refusal(card, target)
        if target in PILES:
            return self._pile_refusal(card, source, target)
        return None if (source, target) == (TURNED, WASTE) else Refusal(Rule.NO_SUCH_WAY, card)

    def _talon_refusal(self, target: int) -> Refusal | None:
        # The card is face down: no refusal may name it.
        if self.turned is not None:
            return Refusal(Rule.CARD_IS_TURNED, self.turned)
        if target == TURNED or self._is_free(target):
            return None
        return Refusal(Rule.NO_SUCH_WAY)

    def _family_refusal(self, card: Card, target: int) -> Refusal | None:
        if target != final_of(card):
            return Refusal(Rule.OTHER_SUIT, card)
        return None if self.awaits(card) else Refusal(Rule.NOT_NEXT, card)

    def _pile_refusal(self, card: Card, source: int, target: int) -> Refusal | None:
        pile = self.piles[target]
        if not pile:
            return Refusal(Rule.NOT_FROM_TABLEAU, card) if source in PILES else None
        if suit_of(card) != suit_of(pile[-1]):
            return Refusal(Rule.OTHER_SUIT, card)
        return None if abs(value_of(card) - value_of(pile[-1])) == 1 else Refusal(Rule.NOT_A_STEP, card)

    def legal_plays(self) -> list[Play]:
        """Every play that the rules allow, fillings that follow by themselves not counted."""
        plays: list[Play] = []
        for source in (TALON, TURNED, WASTE, *PILES):
            card = self.top(source)
            if card is not None:
                targets = self._likely_targets(source, card)
                plays += [Play(card, source, target) for target in targets if self.refusal(source, target) is None]
        return plays

    def _likely_targets(self, source: int, card: Card) -> list[int]:
        """All places that the card may perhaps go to; asking about every other one would take most of the time."""
        targets = {TALON: [TURNED], TURNED: [WASTE]}.get(source, [])
        if self.awaits(card):
            targets.append(final_of(card))
        for place, pile in enumerate(self.piles):
            # Numbers four apart are neighbours in suit.
            if abs(pile[-1] - card) == 4 if pile else source not in PILES:
                targets.append(place)
        return targets

    def to_family(self, place: int) -> Play | None:
        """The play of a right+left click: the place's top card to its family, None if that is not allowed."""
        card = self.top(place)
        if card is None or self.refusal(place, final_of(card)) is not None:
            return None
        return Play(card, place, final_of(card))

    def plan(self, source: int, target: int) -> PileStep:
        """The step of this play: itself, then the fillings of free places. The board stays as it is.

        While the waste is empty a free place is filled at once: with the turned card if there is one, for that is the
        talon's top card, else with the talon's next. Raises IllegalMove, PlaceError.
        """
        return self._planned(source, target, self.refusal(source, target))

    def _planned(self, source: int, target: int, refusal: Refusal | None) -> PileStep:
        if refusal is not None:
            raise IllegalMove(refusal)
        trial = self.bare_copy()
        trial.push(source, target)
        while not trial.waste and (free := trial.free_places()):
            stock = TURNED if trial.turned is not None else TALON
            if trial.top(stock) is None:
                break
            trial.push(stock, free[0])
        return Step(str(trial.history[0]), tuple(trial.history))

    def move(self, source: int, target: int) -> PileStep:
        """Make the step that ``plan`` gives. Raises IllegalMove, PlaceError."""
        return self.make(self.plan(source, target))

    def read_word(self, word: str) -> PileStep:
        """The step of the notation, such as t-o, b3-h. Raises IllegalMove, PlaceError.

        Games that were kept or recorded before free places had to be filled first are read as they were played: what
        a word asks for may leave a place free.
        """
        source_name, dash, target_name = word.partition("-")
        if not dash:
            raise PlaceError(f"{word!r} is not a move (two places and a dash, such as t-o, b3-h)")
        source = parse_pile_place(source_name)
        card = self.top(source)
        if card is None:
            raise IllegalMove(Refusal(Rule.NO_CARD))
        target = parse_pile_place(target_name, card)
        return self._planned(source, target, self._way_refusal(source, target))

    def _cards(self, place: int) -> list[Card]:
        if place in PILES:
            return self.piles[place]
        if place == TALON:
            return self.talon
        if place == WASTE:
            return self.waste
        raise PlaceError(f"{place} is not a place (piles 0..15, families 52..55, talon 60, turned card 61, waste 62)")

    def _moved(self, card: Card, source: int, target: int) -> Play:
        return Play(card, source, target)

    def _remove(self, place: int) -> None:
        if place in FAMILIES:
            self.families[place - FAMILIES[0]] -= 1
        elif place == TURNED:
            self.turned = None
        else:
            self._cards(place).pop()

    def _put(self, card: Card, place: int) -> None:
        if place in FAMILIES:
            self.families[place - FAMILIES[0]] += 1
        elif place == TURNED:
            self.turned = card
        else:
            self._cards(place).append(card)

"""The cell games: eight columns, four cells, four foundations; and what kin of FreeCell have in common.

A game replaces what differs: which card may lie on which (``fits``), how many may move at once (``limit``), which
cards go home by themselves (``sends_home``).
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from enum import Enum, auto
from typing import Self

from gemport.cards.board import Board
from gemport.cards.boardtext import board_text, parse_board
from gemport.cards.card import Card, suit_of, value_of
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

COLUMNS = range(8)
"""Columns, left to right (docs/vierfrei.md 1)."""
CELLS = range(56, 60)
"""Cells (the screen's free places), left to right."""
_SOURCES = (*COLUMNS, *CELLS)
PLACES = Places(dict(zip(_SOURCES, "12345678abcd", strict=True)), "columns 1-8, free places a-d, final places h")
_TARGETS = (*COLUMNS, *FOUNDATIONS, *CELLS)


class CellRule(Rule):
    """The rules of the cell games."""

    CELL_TAKEN = auto()
    """The cell holds a card."""
    CELL_CLOSED = auto()
    """The game is a challenge, and has not so many cells."""
    CELL_TO_CELL = auto()
    """FreeCell: a card in a cell does not go to another cell."""
    SAME_COLOUR = auto()
    """A column takes a card of the other colour."""
    NOT_ONE_LOWER = auto()
    """A column takes a card one lower than its last."""
    NOT_A_RUN = auto()
    """The cards do not form a run."""
    ONE_CARD_ONLY = auto()
    """Several cards go onto columns only."""
    NO_ROOM = auto()
    """There are too few cells and columns for so many cards."""


class CellMove(Move):
    """One card from one place of a cell game to another."""

    __slots__ = ()

    def __str__(self) -> str:
        """Return standard notation: ``3a``, ``a5``, ``7h``. A board's ``parse_move`` reads it."""
        return PLACES.name(self.source) + PLACES.name(self.target)


def fits_below(card: Card, above: Card) -> bool:
    """Return whether ``card`` may follow ``above`` in a column: the other colour and one lower."""
    return (card ^ above) & 1 == 1 and card >> 2 == (above >> 2) - 1


class CellBoard(Board):
    """A board of 52 cards in eight columns, four cells and on four foundations.

    A challenge has fewer cells: the others, on the right, are closed and are no piles of the board.
    """

    __slots__ = ()
    places = PLACES
    move_type = CellMove
    fits = staticmethod(fits_below)
    """Tells whether a card may follow another one in a column."""

    def __init__(
        self,
        columns: Sequence[Sequence[Card]],
        cells: Sequence[Card | None] = (None, None, None, None),
        foundations: Sequence[int] = (0, 0, 0, 0),
        number: int | None = None,
    ) -> None:
        """Lay out a position.

        columns: each from its top down to the open card
        cells: the cards in them, None = empty; where they are fewer than four the rest are closed
        foundations: number of cards of each suit, 0..13

        Raises ValueError for a wrong number of columns, cells or foundations.
        """
        sizes = len(columns), len(foundations)
        if sizes != (len(COLUMNS), len(FOUNDATIONS)) or len(cells) > len(CELLS):
            had = f"{len(columns)}, {len(cells)}, {len(foundations)}"
            raise ValueError(f"a board has 8 columns, 4 free places, 4 final places, not {had}")
        super().__init__(
            {
                **dict(zip(COLUMNS, columns, strict=True)),
                **{place: range(suit, 4 * foundations[suit], 4) for suit, place in enumerate(FOUNDATIONS)},
                **{place: () if card is None else (card,) for place, card in zip(CELLS, cells, strict=False)},
            },
            number,
        )

    @classmethod
    def read(cls, text: str) -> Self:
        return cls(*parse_board(text))

    def text(self) -> str:
        """Return the position as ``read`` and FreeCell solvers take it."""
        return board_text(self.columns, self.cells, self.foundations)

    # ---- the game's own

    @abstractmethod
    def limit(self, free_cells: int, empty_columns: int) -> int:
        """Return how many cards may move at once with so much room, the target not counted."""

    @abstractmethod
    def one_card(self, source: int, target: int) -> Step:
        """Return the step that moves only the open card of ``source`` to ``target``. Raises IllegalMove, PlaceError."""

    def misfit(self, card: Card, last: Card) -> Rule:
        """Return the rule that a card breaks which does not fit the last card of a column."""
        return CellRule.NOT_ONE_LOWER if (card ^ last) & 1 else CellRule.SAME_COLOUR

    # ---- what lies where

    @property
    def columns(self) -> list[list[Card]]:
        """The columns, each from its top down to the open card."""
        return [self.piles[place] for place in COLUMNS]

    @property
    def cells(self) -> list[Card | None]:
        """The cards in the cells that are not closed, None = empty."""
        return [self.top(place) for place in CELLS if place in self.piles]

    @property
    def empty_cells(self) -> list[int]:
        return [place for place in CELLS if self.piles.get(place) == []]

    @property
    def free_cells(self) -> int:
        return len(self.empty_cells)

    def empty_columns(self, target: int | None = None) -> list[int]:
        """Return the empty columns left to right, without ``target``."""
        return [column for column in COLUMNS if not self.piles[column] and column != target]

    def find(self, card: Card) -> tuple[int, int]:
        """Return where a card lies: its place and its index there (0 = top of the column). Raises PlaceError."""
        for place, cards in self.piles.items():
            if card in cards:
                return place, cards.index(card)
        raise PlaceError(f"card {card} lies nowhere on the board")

    def run_length(self, column: int) -> int:
        """Return how many cards at the column's end form a run; 0 for an empty column."""
        cards, fits = self.piles[column], self.fits
        length = min(1, len(cards))
        while 0 < length < len(cards) and fits(cards[-length], cards[-length - 1]):
            length += 1
        return length

    def may_touch(self, place: int, index: int) -> bool:
        """Return whether the mouse may take the card up: any in a cell, a run's in a column, none of a foundation."""
        if place in COLUMNS:
            return 0 <= index < len(self.piles[place]) <= index + self.run_length(place)
        return place in CELLS and bool(self.piles.get(place))

    # ---- what may go where

    def placing(self, card: Card, source: int, target: int) -> Refusal | None:
        last = self.top(target)
        if target in CELLS:
            if target not in self.piles:
                return Refusal(CellRule.CELL_CLOSED, card)
            return None if last is None else Refusal(CellRule.CELL_TAKEN, card)
        if target in FOUNDATIONS:
            if target != foundation_of(card):
                return Refusal(PileRule.OTHER_SUIT, card)
            return None if len(self.piles[target]) == value_of(card) else Refusal(PileRule.NOT_NEXT, card)
        if last is None or self.fits(card, last):
            return None
        return Refusal(self.misfit(card, last), card)

    def room(self, target: int) -> int:
        """Return how many cards of a run ``target`` may take at once; 1 if it is not a column."""
        if target not in COLUMNS:
            return 1
        return self.limit(self.free_cells, len(self.empty_columns(target)))

    def run_refusal(self, source: int, count: int, target: int) -> Refusal | None:
        """Return the reason why the last ``count`` cards of ``source`` may not go to ``target``; None if they may.

        Raises PlaceError.
        """
        if count == 1:
            return self.refusal(source, target)
        if source not in COLUMNS or not 0 < count <= len(self.piles[source]):
            return Refusal(PileRule.FOUNDATION_STAYS if source in FOUNDATIONS else PileRule.NO_CARD, wanted=count)
        card = self.piles[source][-count]
        if source == target:
            return Refusal(PileRule.SAME_PLACE, card, count)
        if count > self.run_length(source):
            return Refusal(CellRule.NOT_A_RUN, card, count)
        if target not in COLUMNS:
            return Refusal(CellRule.ONE_CARD_ONLY, card, count)
        wrong = self.placing(card, source, target)
        room = self.room(target)
        if wrong is None and count > room:
            return Refusal(CellRule.NO_ROOM, card, count, room)
        return wrong

    def fitting_count(self, source: int, target: int) -> int:
        """Return how many cards of the run at ``source`` go to ``target``: those that fit a column's last card.

        To an empty column as many of the run as there is room for; 1 where nothing fits. Not more than 1 unless both
        are columns. There may be room for fewer: ``run_refusal`` knows.
        """
        if source not in COLUMNS or target not in COLUMNS or source == target or not self.piles[source]:
            return 1
        length = self.run_length(source)
        last = self.top(target)
        if last is None:
            return min(length, self.room(target))
        cards = self.piles[source]
        count = value_of(last) - value_of(cards[-1])
        return count if 1 <= count <= length and self.fits(cards[-count], last) else 1

    def iter_moves(self) -> Iterator[Move]:
        """Yield every move of one card that the rules allow, by source, then target, columns first."""
        for source in _SOURCES:
            if self.piles.get(source):
                for target in _TARGETS:
                    if self.refusal(source, target) is None:
                        yield CellMove(self.piles[source][-1], source, target)

    def parse_move(self, text: str) -> Move:
        """Return the move that standard notation (``3a``, ``a5``, ``7h``) names on this board, not yet checked.

        Raises PlaceError for a word that is not a move, IllegalMove when there is no card to move.
        """
        if len(text) != 2:
            raise PlaceError(f"{text!r} is not a move (two places, such as 3a, a5, 7h)")
        source = PLACES.parse(text[0])
        card = self.open_card(source)
        return CellMove(card, source, PLACES.parse(text[1], card))

    def sweep(self, goes: Callable[[Card, Sequence[int]], bool]) -> list[Move]:
        """Return the moves that send cards to the foundations, in order; the board stays as it is.

        Passes over the cells, then the columns, left to right, until a pass moves nothing.

        goes: tells whether a card goes, by the number of cards on the foundation of each suit
        """
        trial = self.bare_copy()
        foundations, moves = trial.foundations, 0
        while True:
            for place in (*CELLS, *COLUMNS):
                card = trial.top(place)
                if card is not None and goes(card, foundations):
                    trial.push(place, foundation_of(card))
                    foundations[suit_of(card)] += 1
            if len(trial.history) == moves:
                return trial.history
            moves = len(trial.history)


def is_next(card: Card, foundations: Sequence[int]) -> bool:
    """Return whether a card can go home."""
    return foundations[suit_of(card)] == value_of(card)


def other_colour_reached(card: Card, foundations: Sequence[int], count: int) -> bool:
    """Return whether both foundations of the other colour have ``count`` cards."""
    suit = suit_of(card)
    return foundations[suit ^ 1] >= count and foundations[suit ^ 3] >= count


class GoHome(Enum):
    """The cards that go home by themselves after a step. The values end the step's word, where that differs."""

    SAFE = ""
    NONE = "!"
    ALL = "+"
    """All that can."""


class AutoplayBoard(CellBoard):
    """A cell game where several cards are one step, and cards that nothing needs any more go home with it.

    count_columns: empty columns are counted (and used) when several cards move at once
    goes_home: the cards that go home by themselves. The word of a step ends in ! if some might have gone and did not,
        in + if more went than those that nothing needs
    """

    count_columns = True
    goes_home = GoHome.SAFE

    @abstractmethod
    def sends_home(self, card: Card, foundations: Sequence[int]) -> bool:
        """Return whether a card goes home by itself, by the number of cards on the foundation of each suit."""

    def bare_copy(self) -> Self:
        twin = super().bare_copy()
        twin.count_columns, twin.goes_home = self.count_columns, self.goes_home
        return twin

    def limit(self, free_cells: int, empty_columns: int) -> int:
        """Return how many cards may move at once: (c + 1) * 2^e, the target not counted."""
        return (free_cells + 1) << (empty_columns if self.count_columns else 0)

    def placing(self, card: Card, source: int, target: int) -> Refusal | None:
        """Return the reason against a move as in every cell game; a card in a cell goes to a column or home only."""
        refusal = super().placing(card, source, target)
        if refusal is None and source in CELLS and target in CELLS:
            return Refusal(CellRule.CELL_TO_CELL, card)
        return refusal

    def _usual_count(self, source: int, target: int) -> int:
        """Return what a word without a number of cards means, whether empty columns are counted now or not."""
        if self.count_columns:
            return self.fitting_count(source, target)
        twin = self.bare_copy()
        twin.count_columns = True
        return twin.fitting_count(source, target)

    def plan(self, source: int, target: int, count: int | None = None) -> Step:
        """Return the step that brings ``count`` cards (None: as many as fit) from ``source`` to ``target``.

        First the moves of single cards, then those of the cards that go home by themselves. The board stays as it is.
        Raises IllegalMove, PlaceError.
        """
        return self._planned(source, target, count, self.goes_home)

    def _planned(self, source: int, target: int, count: int | None, goes_home: GoHome) -> Step:
        count = self.fitting_count(source, target) if count is None else count
        refusal = self.run_refusal(source, count, target)
        if refusal is not None:
            raise IllegalMove(refusal)
        trial = self.bare_copy()
        trial.carry(source, count, target)
        moves, safe = trial.history.copy(), trial.sweep(trial.sends_home)
        home = {GoHome.SAFE: safe, GoHome.NONE: [], GoHome.ALL: trial.sweep(is_next)}[goes_home]
        word = str(CellMove(moves[0].card, source, target))
        if count != self._usual_count(source, target):
            word += f"x{count}"
        if len(home) != len(safe):
            word += goes_home.value
        return Step(word, (*moves, *home))

    def one_card(self, source: int, target: int) -> Step:
        """Return the step that moves one card; with ``GoHome.ALL`` only safe cards follow: a solution needs the others.

        Raises IllegalMove, PlaceError.
        """
        return self._planned(source, target, 1, GoHome.SAFE if self.goes_home is GoHome.ALL else self.goes_home)

    def play(self, source: int, target: int, count: int | None = None) -> Step:
        """Make the step that ``plan`` gives. Raises IllegalMove, PlaceError."""
        return self.make(self.plan(source, target, count))

    def read_word(self, word: str) -> Step:
        """Return the step of standard notation, such as 3a, 26, 26x3, 26!, 26+. Raises IllegalMove, PlaceError.

        What goes home with it is what went when the word was written, whatever the board's options are now.
        """
        goes_home = next((which for which in (GoHome.NONE, GoHome.ALL) if word.endswith(which.value)), GoHome.SAFE)
        places, cross, number = word.removesuffix(goes_home.value).partition("x")
        if cross and number not in map(str, range(1, 14)):
            raise PlaceError(f"{word!r} is not a move (26x3 moves three cards)")
        move = self.parse_move(places)
        count = int(number) if cross else self._usual_count(move.source, move.target)
        return self._planned(move.source, move.target, count, goes_home)

    def carry(self, source: int, count: int, target: int) -> None:
        """Push the last ``count`` cards of ``source`` one by one to ``target``.

        The caller has seen to it that the rules allow it and that there is room. Cells are filled from the left; where
        they do not suffice the cards go over a spare column in three parts.
        """
        if count == 1:
            self.push(source, target)
            return
        cells = self.empty_cells

        def carry(count: int, source: int, target: int, spare: Sequence[int]) -> None:
            if count <= len(cells) + 1:
                for cell in cells[: count - 1]:
                    self.push(source, cell)
                self.push(source, target)
                for cell in reversed(cells[: count - 1]):
                    self.push(cell, target)
                return
            rest = spare[1:]
            # As few as possible go the long way over the spare column, none if the others suffice.
            part = count - ((len(cells) + 1) << len(rest))
            if part <= 0:
                carry(count, source, target, rest)
                return
            carry(part, source, spare[0], rest)
            carry(count - part, source, target, rest)
            carry(part, spare[0], target, rest)

        carry(count, source, target, self.empty_columns(target))

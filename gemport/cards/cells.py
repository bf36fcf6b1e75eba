"""The cell games: eight columns, four cells, four foundations, and the rules that FreeCell and similar games share.

A game overrides these rules: whether a card fits on another (``fits``), the number of cards that can move together
(``limit``), and which cards move home automatically (``autoplays``).
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
    PlaceNames,
    Refusal,
    Rule,
    Step,
    foundation_of,
)

COLUMNS = range(8)
"""Columns from left to right (docs/vierfrei.md 1)."""
CELLS = range(56, 60)
"""Cells, on screen the free places, from left to right."""
_SOURCES = (*COLUMNS, *CELLS)
PLACES = PlaceNames(dict(zip(_SOURCES, "12345678abcd", strict=True)), "columns 1-8, free places a-d, final places h")
"""Names of the places in the notation."""
_TARGETS = (*COLUMNS, *FOUNDATIONS, *CELLS)


class CellRule(Rule):
    """Rules of the cell games."""

    CELL_TAKEN = auto()
    """The cell is occupied."""
    CELL_CLOSED = auto()
    """The game is a challenge without this cell."""
    CELL_TO_CELL = auto()
    """FreeCell: cards cannot move from cell to cell."""
    SAME_COLOUR = auto()
    """A column only accepts a card of the other colour."""
    NOT_ONE_LOWER = auto()
    """A column only accepts a card one lower than its open card."""
    NOT_A_RUN = auto()
    """The cards do not form a run."""
    ONE_CARD_ONLY = auto()
    """Several cards can only move to a column."""
    NO_ROOM = auto()
    """The free cells and columns are too few for this number of cards."""


class CellMove(Move):
    """A move of one card in a cell game."""

    __slots__ = ()

    def __str__(self) -> str:
        """Return standard notation: ``3a``, ``a5``, ``7h``. A board's ``parse_move`` reads it."""
        return PLACES.name(self.source) + PLACES.name(self.target)


def fits_below(card: Card, above: Card) -> bool:
    """Return whether ``card`` fits below ``above`` in a column: other colour and one lower."""
    return (card ^ above) & 1 == 1 and card >> 2 == (above >> 2) - 1


class CellBoard(Board):
    """A board of 52 cards in eight columns, four cells and four foundations.

    A challenge has fewer cells: the closed cells on the right are not piles of the board.
    """

    __slots__ = ()
    places = PLACES
    move_type = CellMove
    fits = staticmethod(fits_below)
    """Function that returns whether a card fits below another in a column."""

    def __init__(
        self,
        columns: Sequence[Sequence[Card]],
        cells: Sequence[Card | None] = (None, None, None, None),
        foundations: Sequence[int] = (0, 0, 0, 0),
        number: int | None = None,
    ) -> None:
        """Lay out a position.

        Args:
            columns: cards of each column, open card last
            cells: card in each cell, None if empty; with fewer than four, the remaining cells are closed
            foundations: number of cards on the foundation of each suit, 0..13

        Raises ValueError if the number of columns, cells or foundations is wrong.
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
        """Return the position in the format of ``read`` and of FreeCell solvers."""
        return board_text(self.columns, self.cells, self.foundations)

    # ---- rules of the game

    @abstractmethod
    def limit(self, free_cells: int, empty_columns: int) -> int:
        """Return the number of cards that can move together with this free space; the target does not count as free."""

    @abstractmethod
    def one_card(self, source: int, target: int) -> Step:
        """Return the step that moves only the open card of ``source`` to ``target``. Raises IllegalMove, PlaceError."""

    def misfit(self, card: Card, last: Card) -> Rule:
        """Return the rule that ``card`` breaks, given that it does not fit on ``last``, the open card of a column."""
        return CellRule.NOT_ONE_LOWER if (card ^ last) & 1 else CellRule.SAME_COLOUR

    # ---- positions of cards

    @property
    def columns(self) -> list[list[Card]]:
        """The columns, each with its open card last."""
        return [self.piles[place] for place in COLUMNS]

    @property
    def cells(self) -> list[Card | None]:
        """The cards in the available cells, None if empty."""
        return [self.top(place) for place in CELLS if place in self.piles]

    @property
    def empty_cells(self) -> list[int]:
        """Places of the empty cells, from left to right."""
        return [place for place in CELLS if self.piles.get(place) == []]

    @property
    def free_cells(self) -> int:
        """Number of empty cells."""
        return len(self.empty_cells)

    def empty_columns(self, target: int | None = None) -> list[int]:
        """Return the empty columns except ``target``, from left to right."""
        return [column for column in COLUMNS if not self.piles[column] and column != target]

    def find(self, card: Card) -> tuple[int, int]:
        """Return the place of a card and its index there (0 = top of the column). Raises PlaceError."""
        for place, cards in self.piles.items():
            if card in cards:
                return place, cards.index(card)
        raise PlaceError(f"card {card} lies nowhere on the board")

    def run_length(self, column: int) -> int:
        """Return the number of cards in the run at the end of a column; 0 for an empty column."""
        cards, fits = self.piles[column], self.fits
        length = min(1, len(cards))
        while 0 < length < len(cards) and fits(cards[-length], cards[-length - 1]):
            length += 1
        return length

    def may_touch(self, place: int, index: int) -> bool:
        """Return whether the mouse can drag a card: any card in a cell, or in the run of a column."""
        if place in COLUMNS:
            return 0 <= index < len(self.piles[place]) <= index + self.run_length(place)
        return place in CELLS and bool(self.piles.get(place))

    # ---- legal moves

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
        """Return the number of cards in a run that can move to ``target`` together; 1 if it is not a column."""
        if target not in COLUMNS:
            return 1
        return self.limit(self.free_cells, len(self.empty_columns(target)))

    def run_refusal(self, source: int, count: int, target: int) -> Refusal | None:
        """Return the reason why the last ``count`` cards of ``source`` cannot move to ``target``, or None if they can.

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
        """Return the number of cards in the run of ``source`` that fit on the open card of ``target``.

        For an empty column, return the largest number that can move there. Return 1 if nothing fits, or if either place
        is not a column. The free space may not allow the move: ``run_refusal`` checks that.
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
        """Yield all legal moves of one card by source, then by target, columns first."""
        for source in _SOURCES:
            if self.piles.get(source):
                for target in _TARGETS:
                    if self.refusal(source, target) is None:
                        yield CellMove(self.piles[source][-1], source, target)

    def parse_move(self, text: str) -> Move:
        """Return the move in standard notation (``3a``, ``a5``, ``7h``) on this board, without checking the rules.

        Raises PlaceError if the word is not a move, and IllegalMove if its source is empty.
        """
        if len(text) != 2:
            raise PlaceError(f"{text!r} is not a move (two places, such as 3a, a5, 7h)")
        source = PLACES.parse(text[0])
        card = self.open_card(source)
        return CellMove(card, source, PLACES.parse(text[1], card))

    def send_home(self, goes: Callable[[Card, Sequence[int]], bool]) -> list[Move]:
        """Return the moves of cards to the foundations, in order, without changing the board.

        Passes over the cells and then the columns, from left to right, until a pass moves nothing. ``goes`` decides
        whether a card moves; its second argument is the number of cards on each suit's foundation.
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
    """Return whether a card can move to its foundation."""
    return foundations[suit_of(card)] == value_of(card)


def other_colour_reached(card: Card, foundations: Sequence[int], count: int) -> bool:
    """Return whether both foundations of the other colour have at least ``count`` cards."""
    suit = suit_of(card)
    return foundations[suit ^ 1] >= count and foundations[suit ^ 3] >= count


class Autoplay(Enum):
    """Setting for the automatic moves home after a step. A value is the suffix of the step's word, if needed."""

    SAFE = ""
    NONE = "!"
    ALL = "+"
    """All cards that can go."""


class AutoplayBoard(CellBoard):
    """A cell game with moves of several cards in one step, followed by the automatic moves home.

    Attributes:
        count_columns: whether empty columns count (and are used) for moves of several cards
        autoplay: the cards that move home automatically. A step's word ends in ! if safe cards stayed, and in + if
            more cards than the safe ones moved.
    """

    count_columns = True
    autoplay = Autoplay.SAFE

    def autoplays(self, card: Card, foundations: Sequence[int]) -> bool:
        """Return whether a card moves home automatically: it is next, and all lower cards of the other colour are home.

        Unlike in VIERFREI, a two waits for both aces of the other colour (docs/freecell.md, Automatic moves).
        ``foundations`` holds the number of cards by suit.
        """
        return is_next(card, foundations) and other_colour_reached(card, foundations, value_of(card))

    def bare_copy(self) -> Self:
        twin = super().bare_copy()
        twin.count_columns, twin.autoplay = self.count_columns, self.autoplay
        return twin

    def limit(self, free_cells: int, empty_columns: int) -> int:
        """Return the number of cards that can move together: (c + 1) * 2^e; the target does not count as free."""
        return (free_cells + 1) << (empty_columns if self.count_columns else 0)

    def placing(self, card: Card, source: int, target: int) -> Refusal | None:
        """Return the reason why a card cannot move, or None. Cards in cells cannot move to other cells."""
        refusal = super().placing(card, source, target)
        if refusal is None and source in CELLS and target in CELLS:
            return Refusal(CellRule.CELL_TO_CELL, card)
        return refusal

    def _usual_count(self, source: int, target: int) -> int:
        """Return the number of cards that a word without a number means, regardless of ``count_columns``."""
        if self.count_columns:
            return self.fitting_count(source, target)
        twin = self.bare_copy()
        twin.count_columns = True
        return twin.fitting_count(source, target)

    def plan(self, source: int, target: int, count: int | None = None) -> Step:
        """Return the step that moves ``count`` cards (None: as many as fit) from ``source`` to ``target``.

        The step contains the single-card moves, then the automatic moves home. The board does not change. Raises
        IllegalMove, PlaceError.
        """
        return self._planned(source, target, count, self.autoplay)

    def _planned(self, source: int, target: int, count: int | None, autoplay: Autoplay) -> Step:
        count = self.fitting_count(source, target) if count is None else count
        refusal = self.run_refusal(source, count, target)
        if refusal is not None:
            raise IllegalMove(refusal)
        trial = self.bare_copy()
        trial.carry(source, count, target)
        moves, safe = trial.history.copy(), trial.send_home(trial.autoplays)
        home = {Autoplay.SAFE: safe, Autoplay.NONE: [], Autoplay.ALL: trial.send_home(is_next)}[autoplay]
        word = str(CellMove(moves[0].card, source, target))
        if count != self._usual_count(source, target):
            word += f"x{count}"
        if len(home) != len(safe):
            word += autoplay.value
        return Step(word, (*moves, *home))

    def one_card(self, source: int, target: int) -> Step:
        """Return the step that moves one card; even with ``Autoplay.ALL``, only safe cards follow it.

        A solution may need the other cards. Raises IllegalMove, PlaceError.
        """
        return self._planned(source, target, 1, Autoplay.SAFE if self.autoplay is Autoplay.ALL else self.autoplay)

    def play(self, source: int, target: int, count: int | None = None) -> Step:
        """Make the step that ``plan`` returns. Raises IllegalMove, PlaceError."""
        return self.make(self.plan(source, target, count))

    def read_word(self, word: str) -> Step:
        """Return the step in standard notation, such as 3a, 26, 26x3, 26!, 26+. Raises IllegalMove, PlaceError.

        The automatic moves home depend on the word only, not on the board's current settings.
        """
        autoplay = next((which for which in (Autoplay.NONE, Autoplay.ALL) if word.endswith(which.value)), Autoplay.SAFE)
        places, cross, number = word.removesuffix(autoplay.value).partition("x")
        if cross and number not in map(str, range(1, 14)):
            raise PlaceError(f"{word!r} is not a move (26x3 moves three cards)")
        move = self.parse_move(places)
        count = int(number) if cross else self._usual_count(move.source, move.target)
        return self._planned(move.source, move.target, count, autoplay)

    def carry(self, source: int, count: int, target: int) -> None:
        """Push the last ``count`` cards of ``source`` one by one to ``target``.

        The caller has checked the rules and the free space. Cells are filled from the left. If they are too few, the
        cards take a detour over a spare column in three parts.
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
            # Move as few cards as possible over this spare column, and none if the other columns suffice.
            part = count - ((len(cells) + 1) << len(rest))
            if part <= 0:
                carry(count, source, target, rest)
                return
            carry(part, source, spare[0], rest)
            carry(count - part, source, target, rest)
            carry(part, spare[0], target, rest)

        carry(count, source, target, self.empty_columns(target))

"""The board that VIERFREI and FreeCell share: eight columns, four free places, four final places."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Self, TypeAlias

from gemport.cards.board import Board
from gemport.cards.moves import (
    CELLS,
    COLUMNS,
    FINALS,
    IllegalMove,
    Move,
    PlaceError,
    Refusal,
    Rule,
    final_of,
    parse_place,
)
from gemport.cards.pack import PACK_SIZE, Card, fits_below, is_red, suit_of, value_of

Position: TypeAlias = tuple[tuple[tuple[Card, ...], ...], tuple[Card | None, ...], tuple[int, ...]]


class CellBoard(Board[Move]):
    """Where the 52 cards lie.

    columns: eight lists, each from its top card down to the open one
    cells: four free places, None = empty
    finals: number of cards on the final place of each suit, 0..13
    """

    __slots__ = ("cells", "columns", "finals")

    def __init__(
        self,
        columns: Sequence[Sequence[Card]],
        cells: Sequence[Card | None] = (None, None, None, None),
        finals: Sequence[int] = (0, 0, 0, 0),
        number: int | None = None,
    ) -> None:
        """A position. Raises ValueError for a wrong number of columns, free places or final places."""
        if (len(columns), len(cells), len(finals)) != (len(COLUMNS), len(CELLS), len(FINALS)):
            sizes = f"{len(columns)}, {len(cells)}, {len(finals)}"
            raise ValueError(f"a board has 8 columns, 4 free places, 4 final places, not {sizes}")
        super().__init__(number)
        self.columns: list[list[Card]] = [list(column) for column in columns]
        self.cells: list[Card | None] = list(cells)
        self.finals: list[int] = list(finals)

    @abstractmethod
    def limit(self, free_cells: int, empty_columns: int) -> int:
        """How many cards may move at once with so much room, the target not counted."""

    def bare_copy(self) -> Self:
        """A board of its own with the same position and an empty history."""
        return type(self)(self.columns, self.cells, self.finals, self.number)

    def position(self) -> Position:
        """The position alone, to compare and to look up."""
        return tuple(map(tuple, self.columns)), tuple(self.cells), tuple(self.finals)

    @property
    def won(self) -> bool:
        """Whether all 52 cards lie on the final places."""
        return self.home == PACK_SIZE

    @property
    def lost(self) -> bool:
        """Whether no legal move is left in a game that is not won."""
        return not self.won and not self.legal_moves()

    @property
    def home(self) -> int:
        """How many cards lie on the final places."""
        return sum(self.finals)

    @property
    def free_cells(self) -> int:
        """How many free places are empty."""
        return self.cells.count(None)

    def empty_columns(self, target: int | None = None) -> list[int]:
        """The empty columns left to right, without ``target``."""
        return [column for column in COLUMNS if not self.columns[column] and column != target]

    def top(self, place: int) -> Card | None:
        """The open card of a place: a column's last, a final place's highest. Raises PlaceError."""
        if place in COLUMNS:
            column = self.columns[place]
            return column[-1] if column else None
        if place in CELLS:
            return self.cells[place - CELLS[0]]
        if place in FINALS:
            suit = place - FINALS[0]
            return self.finals[suit] * 4 - 4 + suit if self.finals[suit] else None
        raise PlaceError(f"{place} is not a place (columns 0..7, final places 52..55, free places 56..59)")

    def find(self, card: Card) -> tuple[int, int]:
        """Where a card lies: its place and its index there (0 = top of the column). Raises PlaceError if nowhere."""
        for place in COLUMNS:
            if card in self.columns[place]:
                return place, self.columns[place].index(card)
        if card in self.cells:
            return CELLS[self.cells.index(card)], 0
        if 0 <= card < PACK_SIZE and value_of(card) < self.finals[suit_of(card)]:
            return final_of(card), value_of(card)
        raise PlaceError(f"card {card} lies nowhere on the board")

    def is_run(self, column: int, index: int) -> bool:
        """Whether the card at ``index`` and all below it alternate in colour and fall by one."""
        cards = self.columns[column]
        return 0 <= index < len(cards) and all(fits_below(cards[i + 1], cards[i]) for i in range(index, len(cards) - 1))

    def run_length(self, column: int) -> int:
        """How many cards at the column's end form a run; 0 for an empty column."""
        cards = self.columns[column]
        length = min(1, len(cards))
        while 0 < length < len(cards) and fits_below(cards[-length], cards[-length - 1]):
            length += 1
        return length

    def may_touch(self, place: int, index: int) -> bool:
        """Whether the card may be taken up with the mouse: any in a free place, a run's in a column, no final one."""
        if place in COLUMNS:
            return self.is_run(place, index)
        return place in CELLS and self.top(place) is not None

    def placing(self, card: Card, place: int) -> Refusal | None:
        """Why the place does not take this single card; None if it does. Raises PlaceError."""
        last = self.top(place)
        if place in CELLS:
            return None if last is None else Refusal(Rule.CELL_TAKEN, card)
        if place in FINALS:
            if place != final_of(card):
                return Refusal(Rule.OTHER_SUIT, card)
            return None if self.finals[suit_of(card)] == value_of(card) else Refusal(Rule.NOT_NEXT, card)
        if last is None or fits_below(card, last):
            return None
        return Refusal(Rule.SAME_COLOUR if is_red(card) == is_red(last) else Rule.NOT_ONE_LOWER, card)

    def refusal(self, source: int, target: int) -> Refusal | None:
        """Why the open card of ``source`` may not go to ``target``; None if it may. Raises PlaceError."""
        card = self.top(source)
        if source in FINALS:
            return Refusal(Rule.FINAL_STAYS, card)
        if card is None:
            return Refusal(Rule.NO_CARD)
        if source == target:
            return Refusal(Rule.SAME_PLACE, card)
        return self.placing(card, target)

    def room(self, target: int) -> int:
        """How many cards of a run ``target`` may take at once; 1 if it is not a column."""
        if target not in COLUMNS:
            return 1
        return self.limit(self.free_cells, len(self.empty_columns(target)))

    def run_refusal(self, source: int, count: int, target: int) -> Refusal | None:
        """Why the last ``count`` cards of ``source`` may not go to ``target``; None if they may. Raises PlaceError."""
        if count == 1:
            return self.refusal(source, target)
        if source not in COLUMNS or not 0 < count <= len(self.columns[source]):
            return Refusal(Rule.FINAL_STAYS if source in FINALS else Rule.NO_CARD, wanted=count)
        card = self.columns[source][-count]
        if source == target:
            return Refusal(Rule.SAME_PLACE, card, count)
        if not self.is_run(source, len(self.columns[source]) - count):
            return Refusal(Rule.NOT_A_RUN, card, count)
        if target not in COLUMNS:
            return Refusal(Rule.ONE_CARD_ONLY, card, count)
        wrong = self.placing(card, target)
        room = self.room(target)
        if wrong is None and count > room:
            return Refusal(Rule.NO_ROOM, card, count, room)
        return wrong

    def legal_moves(self) -> list[Move]:
        """Every single-card move that the rules allow, by source, then target, columns first."""
        moves: list[Move] = []
        for source in (*COLUMNS, *CELLS):
            card = self.top(source)
            if card is None:
                continue
            targets = (*COLUMNS, *FINALS, *CELLS)
            moves += [Move(card, source, target) for target in targets if self.refusal(source, target) is None]
        return moves

    def check(self, source: int, target: int) -> None:
        """Raises IllegalMove if the open card of ``source`` may not go to ``target``, PlaceError for no place."""
        refusal = self.refusal(source, target)
        if refusal is not None:
            raise IllegalMove(refusal)

    def parse_move(self, text: str) -> Move:
        """The move that standard notation (``3a``, ``a5``, ``7h``) names on this board, not yet checked.

        Raises PlaceError for a word that is not a move, IllegalMove when there is no card to move.
        """
        if len(text) != 2:
            raise PlaceError(f"{text!r} is not a move (two places, such as 3a, a5, 7h)")
        source = parse_place(text[0])
        card = self.top(source)
        if card is None:
            raise IllegalMove(Refusal(Rule.NO_CARD))
        return Move(card, source, parse_place(text[1], card))

    def _moved(self, card: Card, source: int, target: int) -> Move:
        return Move(card, source, target)

    def _remove(self, place: int) -> None:
        if place in COLUMNS:
            self.columns[place].pop()
        elif place in CELLS:
            self.cells[place - CELLS[0]] = None
        else:
            self.finals[place - FINALS[0]] -= 1

    def _put(self, card: Card, place: int) -> None:
        if place in COLUMNS:
            self.columns[place].append(card)
        elif place in CELLS:
            self.cells[place - CELLS[0]] = card
        else:
            self.finals[place - FINALS[0]] += 1

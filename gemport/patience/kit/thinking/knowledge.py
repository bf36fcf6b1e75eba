"""What is known of the positions of a cell game: those that are lost, and the ways to win that were found.

Exchanging columns or free places changes nothing that a rule sees. So a position is looked up without their order, and
a way says of each move only which card it is of and what that card comes to lie on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeAlias, TypeVar

from gemport.cards.card import Card, suit_of, value_of
from gemport.cards.cells import CELLS, CellBoard
from gemport.cards.moves import FOUNDATIONS, Move, Step, foundation_of

B = TypeVar("B", bound=CellBoard)
OneCard: TypeAlias = Callable[[B, int, int], Step]
"""The step of a game that moves the open card of a place to another; raises IllegalMove where the rules forbid it."""
_Way: TypeAlias = "list[tuple[Card, int]]"
_Key: TypeAlias = tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...], tuple[int, ...]]

_HOME, _CELL, _EMPTY = -1, -2, -3
"""What a card comes to lie on where that is no card of a column."""


class Knowledge(Generic[B]):
    """Grows with what is noted, until it is told to forget."""

    def __init__(self, one_card: OneCard[B]) -> None:
        self._one_card = one_card
        self._ways: dict[_Key, tuple[_Way, int]] = {}
        self._lost: set[_Key] = set()

    def forget(self) -> None:
        """Know nothing any more."""
        self._ways.clear()
        self._lost.clear()

    def note_lost(self, board: B) -> None:
        """The position on the board cannot be won."""
        self._lost.add(_key(board))

    def note_way(self, board: B, moves: Iterable[Move]) -> None:
        """Single-card moves win from the board's position; those of cards that the game sends home are left out."""
        trial = board.bare_copy()
        way: _Way = []
        passed: dict[_Key, int] = {}
        for card, source, target in moves:
            if value_of(card) < trial.foundations[suit_of(card)]:
                continue
            key = _key(trial)
            if key in passed:
                # The way has come back to where it was before: the round trip is left out.
                del way[passed[key] :]
                passed = {before: made for before, made in passed.items() if made < len(way)}
            passed[key] = len(way)
            way.append((card, _onto(trial, target)))
            trial.make(self._one_card(trial, source, target))
        for key, made in passed.items():
            self._ways[key] = way, made

    def lost(self, board: B) -> bool:
        """Whether the position is known to be lost."""
        return _key(board) in self._lost

    def steps_left(self, board: B) -> int | None:
        """How many steps of a known way there are from here to the end; None if no way is known."""
        if board.won:
            return 0
        way, made = self._ways.get(_key(board), (None, 0))
        return None if way is None else len(way) - made

    def next_step(self, board: B) -> Step | None:
        """The next step of a known way, None if there is none."""
        way, made = self._ways.get(_key(board), (None, 0))
        if way is None:
            return None
        card, onto = way[made]
        return self._one_card(board, board.find(card)[0], _place(board, card, onto))


def _key(board: CellBoard) -> _Key:
    columns, cells = sorted(map(tuple, board.columns)), sorted(card for card in board.cells if card is not None)
    return tuple(columns), tuple(cells), tuple(board.foundations)


def _onto(board: CellBoard, target: int) -> int:
    if target in FOUNDATIONS:
        return _HOME
    if target in CELLS:
        return _CELL
    last = board.top(target)
    return _EMPTY if last is None else last


def _place(board: CellBoard, card: Card, onto: int) -> int:
    if onto == _HOME:
        return foundation_of(card)
    if onto == _CELL:
        return CELLS[board.cells.index(None)]
    return board.empty_columns()[0] if onto == _EMPTY else board.find(onto)[0]

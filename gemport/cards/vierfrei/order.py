"""The order in which VIERFREI moves several cards one by one (docs/vierfrei.md 6)."""

from __future__ import annotations

from collections.abc import Sequence

from gemport.cards.moves import CELLS, COLUMNS, Move
from gemport.cards.pack import Card


class _Mover:
    """A board of its own on which the order is worked out.

    cells: the free places that are empty, left to right; used from the right, emptied from the left
    """

    def __init__(
        self, columns: Sequence[Sequence[Card]], cells: Sequence[Card | None], source: int, count: int
    ) -> None:
        self.columns = [list(column) for column in columns]
        self.cells = [place for place, card in zip(CELLS, cells, strict=True) if card is None]
        self.held: list[Card] = []
        self.topmost = self.columns[source][-count]
        self.moves: list[Move] = []

    def step(self, source: int, target: int) -> None:
        """One card from column to column."""
        card = self.columns[source].pop()
        self.columns[target].append(card)
        self.moves.append(Move(card, source, target))

    def fill(self, source: int) -> bool:
        """Fill the free places from a column's end; True if only the run's topmost card is left of it there."""
        column = self.columns[source]
        while column and column[-1] != self.topmost and len(self.held) < len(self.cells):
            card = column.pop()
            self.held.append(card)
            self.moves.append(Move(card, source, self.cells[-len(self.held)]))
        return bool(column) and column[-1] == self.topmost

    def put_down(self, target: int) -> None:
        """Empty the free places onto a column."""
        while self.held:
            place = self.cells[-len(self.held)]
            card = self.held.pop()
            self.columns[target].append(card)
            self.moves.append(Move(card, place, target))

    def carry(self, source: int, target: int) -> None:
        """Move a pile that one filling of the free places and one more card make up."""
        self.fill(source)
        self.step(source, target)
        self.put_down(target)


def _spread_run(mover: _Mover, source: int, spare: Sequence[int]) -> tuple[int, int | None]:
    """Phase 1: spread the run over the spare columns until its topmost card is free.

    Returns the index of the spare column that was next when it was, and the column that holds a single card, if any.
    """
    for k in range(len(spare)):
        for i in range(len(spare) - 1, k - 1, -1):
            if mover.fill(source):
                return i, None
            mover.step(source, spare[i])
            if mover.columns[source][-1] == mover.topmost:
                return i, spare[i]
            mover.put_down(spare[i])
        for place in spare[k + 1 :]:
            mover.carry(place, spare[k])
    mover.fill(source)
    return len(spare) - 1, None


def _gather_run(mover: _Mover, target: int, spare: Sequence[int], reached: int) -> None:
    """The end of phase 2: collect what lies on the spare columns onto the target, smallest cards last."""
    for place in spare[reached + 1 :]:
        mover.carry(place, target)
    for i in range(reached, -1, -1):
        if not mover.columns[spare[i]]:
            continue
        for place in reversed(spare[i + 1 :]):
            mover.carry(spare[i], place)
        for place in spare[i:]:
            mover.carry(place, target)


def supermove_order(
    columns: Sequence[Sequence[Card]], cells: Sequence[Card | None], source: int, count: int, target: int
) -> list[Move]:
    """The single-card moves that bring the last ``count`` cards of column ``source`` to column ``target``.

    The caller has seen to it that they form a run, fit there, and are no more than VIERFREI's limit.
    """
    mover = _Mover(columns, cells, source, count)
    spare = [column for column in COLUMNS if not columns[column] and column != target]
    reached, single = _spread_run(mover, source, spare)
    mover.step(source, target)
    if single is not None:
        mover.step(single, target)
    mover.put_down(target)
    _gather_run(mover, target, spare, reached)
    return mover.moves

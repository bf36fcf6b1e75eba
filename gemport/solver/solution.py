"""From the engines' moves to single-card moves on real places, without the silliest detours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gemport.solver.home import HOME, pack_foundations
from gemport.solver.quick import CELL, HOME_PLACE, RunMove
from gemport.solver.table import CELLS, COLUMNS, FOUNDATIONS, CellMove, Move, Position

_FIRST_FOUNDATION = FOUNDATIONS[0]
_FIRST_CELL = CELLS[0]


class MoveMaker:
    """A position on which moves are made; ``moves`` are the single-card moves made so far.

    The moves are not checked: they come from an engine. (The tests make them on the games' boards, which check.)
    """

    def __init__(self, position: Position) -> None:
        self.columns = [list(column) for column in position.columns]
        self.cells = list(position.cells)
        self.foundations = list(position.foundations)
        self.moves: list[Move] = []

    def step(self, source: int, target: int) -> None:
        """One card, from the end of a column or from a free place to a place."""
        if source < len(COLUMNS):
            card: int | None = self.columns[source].pop()
        else:
            card, self.cells[source - _FIRST_CELL] = self.cells[source - _FIRST_CELL], None
        assert card is not None
        if target < len(COLUMNS):
            self.columns[target].append(card)
        elif target >= _FIRST_CELL:
            self.cells[target - _FIRST_CELL] = card
        else:
            self.foundations[card & 3] += 1
        self.moves.append(CellMove(card, source, target))

    def send_home(self) -> None:
        """Send every safe card home."""
        while (source := self._safe_place()) is not None:
            card = self.columns[source][-1] if source < len(COLUMNS) else self.cells[source - _FIRST_CELL]
            assert card is not None
            self.step(source, _FIRST_FOUNDATION + (card & 3))

    def _safe_place(self) -> int | None:
        """The first place whose open card is safe at home."""
        safe = HOME[pack_foundations(self.foundations)][0]
        for source, column in enumerate(self.columns):
            if column and safe >> column[-1] & 1:
                return source
        for source, card in enumerate(self.cells, _FIRST_CELL):
            if card is not None and safe >> card & 1:
                return source
        return None

    def place_of(self, card: int) -> int:
        """The column whose open card this is; the first empty column for -1. Raises ValueError if there is none."""
        open_cards = [column[-1] if column else -1 for column in self.columns]
        return open_cards.index(card)

    def make(self, move: RunMove) -> None:
        """An engine's move, card by card."""
        card, source, target, count = move
        if source == CELL:
            source = _FIRST_CELL + self.cells.index(card)
        if target == HOME_PLACE:
            self.step(source, _FIRST_FOUNDATION + (card & 3))
        elif target == CELL:
            self.step(source, self._free_cells()[0])
        else:
            spare = [column for column in COLUMNS if not self.columns[column] and column != target]
            self._carry(count, source, target, spare)

    def _carry(self, count: int, source: int, target: int, spare: Sequence[int]) -> None:
        """A run: through the free places as far as they suffice, the rest parked on an empty column."""
        cells = self._free_cells()
        parked = count - ((len(cells) + 1) << max(len(spare) - 1, 0)) if spare else 0
        if spare and parked <= 0:
            self._carry(count, source, target, spare[1:])
        elif spare:
            self._carry(parked, source, spare[0], spare[1:])
            self._carry(count - parked, source, target, spare[1:])
            self._carry(parked, spare[0], target, spare[1:])
        else:
            used = cells[: count - 1]
            for cell in used:
                self.step(source, cell)
            self.step(source, target)
            for cell in reversed(used):
                self.step(cell, target)

    def _free_cells(self) -> list[int]:
        return [cell for cell in CELLS if self.cells[cell - _FIRST_CELL] is None]


def single_moves(position: Position, way: Iterable[RunMove]) -> list[Move]:
    """The single-card moves of an engine's way from a position, those of the cards that go home included."""
    maker = MoveMaker(position)
    maker.send_home()
    for move in way:
        maker.make(move)
        maker.send_home()
    return shortened(maker.moves)


def shortened(moves: Sequence[Move]) -> list[Move]:
    """The same game without stops on the way: a card that goes from a to b and then to c goes straight to c.

    That is done where nothing happens at a in between, nor at a column b: then the card can as well wait on a for its
    second move, which is legal as before, and the place b is only emptier. (A free place b can't be used by another
    card before the second move.) A card that comes back to a needs neither
    move. From free place to free place a stop stays: FreeCell does not know such moves.
    """
    result = list(moves)
    again = True
    while again:
        again = False
        first = 0
        while first < len(result):
            if _spare_stop(result, first):
                again = True
            else:
                first += 1
    return result


def _spare_stop(moves: list[Move], first: int) -> bool:
    """Take out the move ``first`` if its card can wait for its next move where it is; whether that was so."""
    card, source, stop = moves[first]
    if stop in FOUNDATIONS:
        return False
    for second in range(first + 1, len(moves)):
        move = moves[second]
        if move.card == card:
            if source in CELLS and move.target in CELLS:
                return False
            if move.target == source:
                del moves[second]
            else:
                moves[second] = CellMove(card, source, move.target)
            del moves[first]
            return True
        if source in (move.source, move.target) or (stop in COLUMNS and stop in (move.source, move.target)):
            return False
    return False

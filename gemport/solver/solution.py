"""Solutions: an engine's moves as single-card moves without detours, and in FreeCell's notation."""

from collections.abc import Container, Generator, Iterable, Iterator, Sequence

from gemport.cards.board import Position as BoardPosition
from gemport.cards.card import Card, suit_of, value_of
from gemport.cards.cells import CELLS, COLUMNS, AutoplayBoard, CellMove
from gemport.cards.freecell import FreeCellBoard
from gemport.cards.moves import FOUNDATIONS, Move, Step, foundation_of
from gemport.solver.columns import HOME, pack_foundations
from gemport.solver.position import Position
from gemport.solver.successors import CELL, FOUNDATION, RunMove


class MoveMaker:
    """A board that carries out an engine's moves; ``moves`` lists the single-card moves made so far.

    It does not check the moves. (The tests replay them on the games' boards with checks.)
    """

    def __init__(self, position: Position) -> None:
        self._board = FreeCellBoard(position.columns, position.cells, position.foundations)
        self.moves: Sequence[Move] = self._board.history

    def send_home(self) -> None:
        while (card := self._safe_card()) is not None:
            self._board.push(self._board.find(card)[0], foundation_of(card))

    def _safe_card(self) -> Card | None:
        safe = HOME[pack_foundations(self._board.foundations)][0]
        tops = (self._board.top(place) for place in (*COLUMNS, *CELLS))
        return next((card for card in tops if card is not None and safe >> card & 1), None)

    def make(self, move: RunMove) -> None:
        card, source, target, count = move
        if source == CELL:
            source, _ = self._board.find(card)
        if target == FOUNDATION:
            self._board.push(source, foundation_of(card))
        elif target == CELL:
            self._board.push(source, self._board.empty_cells[0])
        else:
            self._board.carry(source, count, target)


def single_moves(position: Position, solution: Iterable[RunMove]) -> list[Move]:
    """Return the single-card moves of an engine's solution from ``position``, including the moves of safe cards."""
    maker = MoveMaker(position)
    maker.send_home()
    for move in solution:
        maker.make(move)
        maker.send_home()
    return shortened(maker.moves)


def shortened(moves: Sequence[Move]) -> list[Move]:
    """Return the same game without intermediate stops: a card that moves from a to b and later to c goes straight to c.

    A stop is removed if no other move uses a in the meantime, nor b if that is a column. Then the card can wait on a
    for its second move: the move is still legal, and b is only emptier. (No other card can use a cell b before the
    second move.) If the card returns to a, both moves are dropped. A stop between two cells stays, because FreeCell has
    no moves from cell to cell.
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
    """Remove the move ``first`` if its card can stay in place until its next move; return whether it was removed."""
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


def freecell_words(position: Position, moves: Iterable[Move]) -> list[str]:
    """Return a solution in the notation of FreeCell, one word per step; ``26x1`` moves one card although more fit.

    Moves of cards that automatic moves have already sent home are dropped.
    """
    board = FreeCellBoard(position.columns, position.cells, position.foundations)
    for move in moves:
        if move.card >> 2 >= board.foundations[move.card & 3]:
            board.play(move.source, move.target, 1)
    return board.words()


def run_words(start: AutoplayBoard, moves: Sequence[Move]) -> Generator[int, None, list[str]]:
    """Return the words of a solution with a minimum of steps, moving runs in one step if possible.

    Every step leads from one position of the solution to a later one. Yields the index of the position at short
    intervals.
    """
    board = start.bare_copy()
    passed = [board.bare_copy()]
    index: dict[BoardPosition, int] = {board.position(): 0}
    for move in moves:
        if value_of(move.card) >= board.foundations[suit_of(move.card)]:
            board.play(move.source, move.target, 1)
            index[board.position()] = len(passed)
            passed.append(board.bare_copy())
            yield 0
    arrivals = {(move.card, move.target) for move in moves}
    fewest: list[list[str]] = [[]]
    fewest += [[*board.words()[:at], word] for at, word in enumerate(board.words())]
    for at, here in enumerate(passed):
        for step in _run_steps(here, arrivals):
            after = here.bare_copy()
            after.make(step)
            there = index.get(after.position(), at)
            if len(fewest[at]) + 1 < len(fewest[there]):
                fewest[there] = [*fewest[at], step.word]
        if at + 1 < len(passed) and len(fewest[at]) + 1 < len(fewest[at + 1]):
            fewest[at + 1] = [*fewest[at], board.words()[at]]
        yield at
    return fewest[-1]


def _run_steps(board: AutoplayBoard, arrivals: Container[tuple[Card, int]]) -> Iterator[Step]:
    """Yield the moves of several cards of a run to a column that its highest card reaches in the solution."""
    for source in COLUMNS:
        for count in range(2, board.run_length(source) + 1):
            for target in COLUMNS:
                reached = (board.piles[source][-count], target) in arrivals
                if reached and board.run_refusal(source, count, target) is None:
                    yield board.plan(source, target, count)

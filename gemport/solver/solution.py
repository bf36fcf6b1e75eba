"""Solutions: an engine's moves as single-card moves without detours, in the games' words, in fc-solve's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from gemport.cards.cells import CELLS, COLUMNS, PLACES, CellMove
from gemport.cards.freecell import FreeCellBoard
from gemport.cards.moves import FOUNDATIONS, IllegalMove, Move, PlaceError
from gemport.solver.columns import HOME, pack_foundations
from gemport.solver.position import Position, played
from gemport.solver.quick import CELL, FOUNDATION, RunMove

_WORDS_A_LINE = 10
_SENTENCE = re.compile(
    r"Move (?P<count>a|\d+) cards? from (?P<source>stack|freecell) (?P<from>[0-7])"
    r" to (?P<target>stack (?=[0-7])|freecell (?=[0-3])|the foundations)(?P<to>[0-9]?)",
    re.ASCII,
)
_WORD = re.compile(r"(?P<source>[1-8a-d])(?P<target>[1-8a-dh])(?:v(?P<count>[0-9a-f]))?")
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
        """Move one card from the end of a column or from a cell to a place."""
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
        """Return the first place whose open card is safe at home."""
        safe = HOME[pack_foundations(self.foundations)][0]
        for source, column in enumerate(self.columns):
            if column and safe >> column[-1] & 1:
                return source
        for source, card in enumerate(self.cells, _FIRST_CELL):
            if card is not None and safe >> card & 1:
                return source
        return None

    def place_of(self, card: int) -> int:
        """Return the column whose open card this is; for -1 the first empty one. Raises ValueError if there is none."""
        open_cards = [column[-1] if column else -1 for column in self.columns]
        return open_cards.index(card)

    def make(self, move: RunMove) -> None:
        """Make an engine's move, card by card."""
        card, source, target, count = move
        if source == CELL:
            source = _FIRST_CELL + self.cells.index(card)
        if target == FOUNDATION:
            self.step(source, _FIRST_FOUNDATION + (card & 3))
        elif target == CELL:
            self.step(source, self._free_cells()[0])
        else:
            spare = [column for column in COLUMNS if not self.columns[column] and column != target]
            self._carry(count, source, target, spare)

    def _carry(self, count: int, source: int, target: int, spare: Sequence[int]) -> None:
        """Move a run: through the cells as far as they suffice, the rest parked on an empty column."""
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
    """Return the single-card moves of an engine's way from a position, those of the cards that go home included."""
    maker = MoveMaker(position)
    maker.send_home()
    for move in way:
        maker.make(move)
        maker.send_home()
    return shortened(maker.moves)


def shortened(moves: Sequence[Move]) -> list[Move]:
    """Return the same game without stops on the way: a card that goes from a to b and then to c goes straight to c.

    That is done where nothing happens at a in between, nor at a column b: then the card can as well wait on a for its
    second move, which is legal as before, and the place b is only emptier. (A cell b can't be used by another
    card before the second move.) A card that comes back to a needs neither
    move. From cell to cell a stop stays: FreeCell does not know such moves.
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
    """Take out the move ``first`` if its card can wait for its next move where it is; True if that was so."""
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


class FcSolveError(ValueError):
    """A text that is not a solution of the position; the message names the line."""


def vierfrei_words(moves: Iterable[Move]) -> list[str]:
    """Return a word a single-card move, as VIERFREI's board plays them: ``3a``, ``a5``, ``7h``."""
    return [str(move) for move in moves]


def freecell_words(position: Position, moves: Iterable[Move]) -> list[str]:
    """Return a word a step, as FreeCell's board plays them from ``position``; ``26x1``: one card, though more fit.

    The moves of cards that have gone home by themselves are left out; ``judgement`` says why that is allowed.
    """
    board = FreeCellBoard(position.columns, position.cells, position.foundations)
    for move in moves:
        if move.card >> 2 >= board.foundations[move.card & 3]:
            board.play(move.source, move.target, 1)
    return board.words()


def fc_solve_text(moves: Iterable[Move]) -> str:
    """Write a solution in the standard notation of FreeCell solvers, ten words a line, ending in a line feed.

    As in ``fc-solve -snx``, a word without a number moves one card to an empty column, even where more would go.
    """
    words = vierfrei_words(moves)
    lines = [" ".join(words[i : i + _WORDS_A_LINE]) for i in range(0, len(words), _WORDS_A_LINE)]
    return "".join(f"{line}\n" for line in lines)


def read_fc_solve(text: str, position: Position) -> list[Move]:
    """Read the single-card moves of a solution that fc-solve printed for a position, checked on VIERFREI's board.

    Reads the sentences of ``fc-solve -p -t -sam -m``, the words of ``-snx`` in their place, and ``fc_solve_text``. (The
    words of ``-sn`` do not say how many cards go to an empty column.) Several cards moved at once become single-card
    moves. Raises FcSolveError for a move that is not allowed.
    """
    moves: list[Move] = []
    for number, line in enumerate(text.splitlines(), 1):
        for source, target, count in _moves_of(line):
            try:
                singles = _singles(position, source, target, count)
                position = played(position, singles)
            except (IllegalMove, PlaceError) as error:
                raise FcSolveError(f"line {number}: {error}") from None
            moves += singles
    return moves


def _moves_of(line: str) -> Iterator[tuple[int, str, int | None]]:
    """Yield source, name of the target, number of cards (None: as many as fit on a card, or one) of a line's moves."""
    sentence = _SENTENCE.match(line)
    if sentence is not None:
        source = int(sentence["from"]) + (CELLS[0] if sentence["source"] == "freecell" else 0)
        names = {"stack ": "12345678", "freecell ": "abcd"}.get(sentence["target"])
        target = "h" if names is None else names[int(sentence["to"])]
        yield source, target, 1 if sentence["count"] == "a" else int(sentence["count"])
        return
    words = line.removeprefix("Move:").split()
    matches = [_WORD.fullmatch(word) for word in words]
    for match in matches if all(matches) else ():
        assert match is not None
        yield PLACES.parse(match["source"]), match["target"], int(match["count"], 16) if match["count"] else None


def _singles(position: Position, source: int, target_name: str, count: int | None) -> list[Move]:
    """Return the single-card moves of a move of one or several cards. Raises IllegalMove, PlaceError."""
    board = FreeCellBoard(position.columns, position.cells, position.foundations)
    card = board.top(source)
    target = PLACES.parse(target_name, card)
    # The player's board counts as many cards as fc-solve does; VIERFREI's allows fewer.
    if count is None:
        count = 1 if board.top(target) is None else board.fitting_count(source, target)
    refusal = board.run_refusal(source, count, target)
    if refusal is not None:
        raise IllegalMove(refusal)
    maker = MoveMaker(position)
    if card is not None and count > 1:
        maker.make((card, source, target, count))
    else:
        maker.step(source, target)
    return maker.moves

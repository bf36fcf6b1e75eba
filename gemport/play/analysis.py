"""The analysis of a session's game: whether and how it can be won, and the last position where it could.

Findings are stored until a game with another number is dealt, so that no position is searched twice while the player
follows a solution, undoes moves or restarts. The last solution is saved in the records: after the program has been
closed, another one could lead back to positions that the player has already left.
"""

from collections.abc import Container, Generator, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Generic, TypeAlias, TypeVar

from gemport.cards.card import PACK_SIZE, Card, suit_of, value_of
from gemport.cards.cells import CELLS, AutoplayBoard, CellBoard
from gemport.cards.moves import FOUNDATIONS, Move, Step, foundation_of
from gemport.solver import Judgement, Limits, Position, Verdict, played, search
from gemport.solver.review import Review
from gemport.solver.short import INSTANT_POSITIONS, Shortening
from gemport.solver.sliced_work import Executor, counted_on, finish, run_here
from gemport.solver.solution import run_words
from gemport.store.session import Change, Session

B = TypeVar("B", bound=CellBoard)
_Way: TypeAlias = "list[tuple[Card, int]]"  # for each move, the card and the card or kind of place it moves onto
Key: TypeAlias = tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...], tuple[int, ...]]

_MOVES_PER_YIELD = 8
_HOME, _CELL, _EMPTY = -1, -2, -3  # targets that are not cards: a foundation, a cell or an empty column


def key_of(board: CellBoard) -> Key:
    """Return the key of a position; it ignores the order of columns and cells, which no rule depends on."""
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
        return board.empty_cells[0]
    return board.empty_columns()[0] if onto == _EMPTY else board.find(onto)[0]


# ---- search

FOREGROUND_LIMITS = Limits(exhaustive=600_000)
"""Limits for a search that the player is waiting for: ten seconds and 100 megabytes."""
BACKGROUND_LIMITS = Limits(exhaustive=150_000)
"""Limits for a position that may change soon."""
DEMO_STATES = 25_000  # number of positions to search for a shorter solution before it is shown: about a second
PAR_STATES = 50_000  # number of positions to search for the par of a game while it is played
PAR_STEPS_PER_MOVE = 600  # steps of the search for par after each move: 1.5 seconds at a tenth of the processor


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of analysing a position."""

    verdict: Verdict  # whether the position can be won
    steps: int | None = None  # number of steps to the end of the solution, or None without one
    states: int = 0  # number of positions searched

    @property
    def winnable(self) -> bool:
        """True if a solution is known."""
        return self.verdict is Verdict.WINNABLE

    @property
    def impossible(self) -> bool:
        """True if the position is proven to be lost."""
        return self.verdict is Verdict.IMPOSSIBLE


@dataclass(frozen=True, slots=True)
class WayBack:
    """The way back to the last winnable position of a game."""

    steps: int | None  # number of steps to undo, or None if no winnable position was found
    proven: bool  # whether all later positions are proven to be lost; all positions if ``steps`` is None
    states: int  # number of positions searched


class Par:
    """The length of the shortest known solution of a game from the deal, in moves as the game counts them.

    VIERFREI counts every card moved. FreeCell counts a run as one move and does not count automatic moves home, so it
    has no proven lower bound.

    Attributes:
        best: number of moves, or None while no solution is known
        least: proven lower bound for all solutions, or None
    """

    def __init__(self, start: CellBoard, run: Executor = run_here) -> None:
        self._start, self._run = start, run
        self._steps = self._find()
        self.best: int | None = None
        self.least: int | None = None

    def work(self, steps: int = PAR_STEPS_PER_MOVE) -> Generator[int, None, None]:
        """Continue for some steps: find a solution, then shorten it."""
        yield from islice(self._steps, steps)

    def _find(self) -> Generator[int, None, None]:
        position = Position.on(self._start)
        judgement = yield from self._run(search, position, BACKGROUND_LIMITS)
        if judgement.moves is None:
            return
        yield from self._count(judgement.moves)
        shortening = yield from Shortening.begin(position, judgement.moves, self._run)
        price, home = shortening.price, len(judgement.moves) - shortening.price
        # One more round after the last yield, for an improvement found at the end.
        for looked in chain(shortening.work(PAR_STATES), [PAR_STATES]):
            if not isinstance(self._start, AutoplayBoard):
                self.least = shortening.least + home
            if shortening.price < price:
                price = shortening.price
                yield from self._count(shortening.moves)
            yield looked

    def _count(self, moves: Sequence[Move]) -> Generator[int, None, None]:
        made = len(moves)
        if isinstance(self._start, AutoplayBoard):
            made = len((yield from run_words(self._start, moves)))
        self.best = made if self.best is None else min(self.best, made)


class Analysis(Generic[B]):
    """The known solutions and lost positions of a session's game, and the searches for more."""

    def __init__(self, session: Session[B], impossible: Container[int] = (), run: Executor = run_here) -> None:
        """Watch a session; ``impossible`` has the numbers of games known to be lost from the start.

        ``run`` does the searches.
        """
        self._session, self._run = session, run
        self._impossible = impossible
        self._number: int | None = None
        self._ways: dict[Key, tuple[_Way, int]] = {}
        """For each position, a solution that passes through it and the number of its steps made before."""
        self._lost: dict[Key, int] = {}  # the number of positions searched for each lost position
        self._won: set[Key] = set()  # more winnable positions
        self._par: Par | None = None
        session.watch(self._changed)

    def _changed(self, session: Session[B], change: Change) -> None:
        if change is Change.DEALT and session.number != self._number:
            self._number = session.number
            self._ways.clear()
            self._lost.clear()
            self._won.clear()
            self._par = None
            self._restore()

    def _restore(self) -> None:
        """Note the saved solution if it is one of this game."""
        board = self._session.board.bare_copy()
        try:
            number, piles, words = self._session.records.solution()
            board.piles = dict(zip(board.piles, map(list, piles), strict=True))
            moves = [Move(*word) for word in words]
            if number == self._number and sum(played(Position.on(board), moves).foundations) == PACK_SIZE:
                finish(self._note_way(board, moves))
        except (TypeError, ValueError):
            # The row is missing or damaged.
            pass

    @property
    def par(self) -> Par:
        if self._par is None:
            self._par = Par(self._session.fresh_board(), self._run)
        return self._par

    def known(self) -> Finding | None:
        """Return the finding for the session's position, if it is known without a search."""
        board = self._session.board
        steps = self._steps_left(board)
        if steps is not None:
            return Finding(Verdict.WINNABLE, steps)
        return Finding(Verdict.IMPOSSIBLE, None, self._lost.get(key_of(board), 0)) if self._is_lost(board) else None

    def _steps_left(self, board: B) -> int | None:
        if board.won:
            return 0
        way, made = self._ways.get(key_of(board), (None, 0))
        return None if way is None else len(way) - made

    @property
    def never_winnable(self) -> bool:
        """True if the game is known to be lost from the deal on."""
        return self._number in self._impossible or (
            bool(self._lost) and key_of(self._session.fresh_board()) in self._lost
        )

    def _is_lost(self, board: B) -> bool:
        """Return whether a position or one before it is known to be lost."""
        if self._number in self._impossible:
            return True
        before = board.copy()
        while key_of(before) not in self._lost:
            if not before.can_undo:
                return False
            before.undo()
        return True

    def next_step(self, board: B | None = None) -> Step | None:
        """Return the next step of a known solution from a position, by default the session's, or None."""
        board = self._session.board if board is None else board
        way, made = self._ways.get(key_of(board), (None, 0))
        if way is None:
            return None
        card, onto = way[made]
        return board.one_card(board.find(card)[0], _place(board, card, onto))

    def _save(self, board: B, moves: Sequence[Move]) -> Generator[int, None, None]:
        self._session.records.save_solution([self._number, [[*pile] for pile in board.piles.values()], moves])
        yield from self._note_way(board, moves)

    def _note_way(self, board: B, moves: Iterable[Move]) -> Generator[int, None, None]:
        """Store winning moves from a position, except automatic moves home. Yields 0 between slices of the work."""
        trial = board.bare_copy()
        way: _Way = []
        passed: dict[Key, int] = {}
        for card, source, target in moves:
            if value_of(card) < trial.foundations[suit_of(card)]:
                continue
            key = key_of(trial)
            if key in passed:
                # The solution returns to an earlier position: omit the detour.
                del way[passed[key] :]
                passed = {before: made for before, made in passed.items() if made < len(way)}
            passed[key] = len(way)
            way.append((card, _onto(trial, target)))
            trial.make(trial.one_card(source, target))
            if not len(way) % _MOVES_PER_YIELD:
                yield 0
        for key, made in passed.items():
            self._ways[key] = way, made

    def think(
        self, limits: Limits = FOREGROUND_LIMITS, looks: int = INSTANT_POSITIONS
    ) -> Generator[int, None, Finding]:
        """Find out whether the session's position can be won.

        A solution is shortened by searching up to ``looks`` positions. Periodically yields the number of positions
        searched.
        """
        known, board = self.known(), self._session.board.copy()
        if known is not None:
            return known
        judgement = yield from self.judge(board, limits)
        if judgement.moves is not None:
            yield from counted_on(judgement.states, self.learn(board, judgement.moves, looks))
        return Finding(judgement.verdict, self._steps_left(board), judgement.states)

    def judge(self, board: B, limits: Limits) -> Generator[int, None, Judgement]:
        """Find out whether a position can be won, without storing the solution.

        It could lead hints back to positions that the player has left.
        """
        judgement = yield from self._run(search, Position.on(board), limits)
        if judgement.verdict is Verdict.WINNABLE:
            self._won.add(key_of(board))
        elif judgement.verdict is Verdict.IMPOSSIBLE:
            self._lost[key_of(board)] = judgement.states
        return judgement

    def wins(self, key: Key) -> bool | None:
        """Return whether a position can be won, if that is known without a search."""
        return True if key in self._ways or key in self._won else False if key in self._lost else None

    def learn(self, board: B, moves: Sequence[Move], looks: int) -> Generator[int, None, None]:
        """Store winning single-card moves from a position, and search ``looks`` positions for a shorter solution."""
        yield from self._save(board, moves)
        if looks:
            yield from self._shorten(board, moves, looks)

    def shorten(self, looks: int) -> Generator[int, None, None]:
        """Shorten the known solution from the session's position by searching ``looks`` positions.

        Yields the number of positions searched. Closing the generator early stores the improvements found so far.
        """
        board = self._session.board.bare_copy()
        moves: list[Move] = []
        while (step := self.next_step(board)) is not None:
            moves += board.make(step).moves
            yield 0
        yield from self._shorten(self._session.board.copy(), moves, looks)

    def _shorten(self, board: B, moves: Sequence[Move], looks: int) -> Generator[int, None, None]:
        shortening = yield from Shortening.begin(Position.on(board), moves, self._run)
        before = shortening.price
        try:
            yield from shortening.work(looks)
        except GeneratorExit:
            if shortening.price < before:
                finish(self._save(board, shortening.moves))
            raise
        if shortening.price < before:
            yield from self._save(board, shortening.moves)

    def study(self, review: Review, boards: Sequence[B]) -> Generator[int, None, None]:
        """Work on the review of a game, and store its solutions; yield the number of positions visited."""
        learned = -1
        # One more round after the last yield, for a solution found at the end.
        for looked in chain(review.work(self._run), [FOREGROUND_LIMITS.exhaustive]):
            if review.last_open > learned:
                learned = review.last_open
                yield from self.learn(boards[learned], review.solution, INSTANT_POSITIONS)
            if looked >= FOREGROUND_LIMITS.exhaustive:
                return
            yield looked

    def way_back(self) -> Generator[int, None, WayBack]:
        """Find the last winnable position of the game so far; yield the number of positions searched."""
        made, states = self._session.board.moves_made, 0
        boards = self._session.board.positions()[: made + 1]
        review = Review([Position.on(board) for board in boards], self.never_winnable)
        for looked in self.study(review, boards):
            states = max(states, looked)
            yield looked
        return WayBack(made - review.last_open if review.last_open >= 0 else None, review.done, states)

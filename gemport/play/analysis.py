"""The analysis of a session's game: can it be won from here, how, and if not, from where could it.

What was found is kept as long as the number stays, so that nothing is thought about twice while the player follows a
way, takes moves back or begins again.
"""

from collections.abc import Container, Generator, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Generic, TypeAlias, TypeVar

from gemport.cards.card import Card, suit_of, value_of
from gemport.cards.cells import CELLS, AutoplayBoard, CellBoard
from gemport.cards.moves import FOUNDATIONS, Move, Step, foundation_of
from gemport.solver import Limits, Position, Verdict, search
from gemport.solver.short import AT_ONCE, Shortening
from gemport.solver.slices import counted_on, finish
from gemport.solver.solution import run_words
from gemport.store.session import Change, Session

B = TypeVar("B", bound=CellBoard)
_Way: TypeAlias = "list[tuple[Card, int]]"
"""Of each move the card, and what that comes to lie on."""
_Key: TypeAlias = tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...], tuple[int, ...]]

_NOTED = 8
"""So many moves of a way are noted between two yields."""
_HOME, _CELL, _EMPTY = -1, -2, -3
"""A foundation, a cell or an empty column, where a card comes to lie on no other."""


def _key(board: CellBoard) -> _Key:
    """Return what a position is looked up by: exchanging columns or cells changes nothing that a rule sees."""
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


# ---- finding out

ASKED = Limits(exhaustive=600_000)
"""For a player who asked, and waits: half a minute, at 90 megabytes."""
ON_THE_WAY = Limits(exhaustive=150_000)
"""For each of many positions, or for one that may be gone in a moment."""
TO_SHOW = 25_000
"""Positions to look at for a short solution that is going to be shown: about a second."""
FOR_PAR = 50_000
"""Positions to look at for the par of a game, while it is played."""
AFTER_A_MOVE = 600
"""Steps of the work on it that follow each move, for 1.5 seconds at a tenth of the processor."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The knowledge of a position.

    steps: to the end of the way that was found; None if none was
    states: how many positions were looked at to find out
    """

    verdict: Verdict
    steps: int | None = None
    states: int = 0

    @property
    def winnable(self) -> bool:
        """A way to win is known."""
        return self.verdict is Verdict.WINNABLE

    @property
    def impossible(self) -> bool:
        """No way to win is left, which is proven."""
        return self.verdict is Verdict.IMPOSSIBLE


@dataclass(frozen=True, slots=True)
class WayBack:
    """The last position of a game that can be won.

    steps: how many steps have to be taken back; None if no such position was found
    proven: everything after it is lost; if ``steps`` is None, all is
    states: how many positions were looked at
    """

    steps: int | None
    proven: bool
    states: int


class Par:
    """The fewest moves that are known to win a game, from its deal and as the game counts its moves.

    In VIERFREI that is every card that moves. In FreeCell a run is one move, and what goes home by itself is none; how
    few of these are needed is not proven.

    best: None while no solution is known
    least: the proven lower bound of all solutions; None where there is no proof
    """

    def __init__(self, start: CellBoard) -> None:
        self._start = start
        self._steps = self._find()
        self.best: int | None = None
        self.least: int | None = None

    def work(self, steps: int = AFTER_A_MOVE) -> Generator[int, None, None]:
        """Go on for some steps: find a solution, then shorter ones."""
        yield from islice(self._steps, steps)

    def _find(self) -> Generator[int, None, None]:
        position = Position.on(self._start)
        judgement = yield from search(position, ON_THE_WAY)
        if judgement.moves is None:
            return
        yield from self._count(judgement.moves)
        shortening = yield from Shortening.begin(position, judgement.moves)
        price, home = shortening.price, len(judgement.moves) - shortening.price
        # The last time for what it has found in the end.
        for looked in chain(shortening.work(FOR_PAR), [FOR_PAR]):
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
    """The positions of a session's game that are known to be lost, the ways to win, and means to find out more."""

    def __init__(self, session: Session[B], impossible: Container[int] = ()) -> None:
        """``impossible``: the numbers of games that are known to be lost from the start."""
        self._session = session
        self._impossible = impossible
        self._number: int | None = None
        self._ways: dict[_Key, tuple[_Way, int]] = {}
        """By position a way that leads through it, and how many steps of that are made then."""
        self._lost: set[_Key] = set()
        self._par: Par | None = None
        session.watch(self._changed)

    def _changed(self, session: Session[B], change: Change) -> None:
        if change is Change.DEALT and session.number != self._number:
            self._number = session.number
            self._ways.clear()
            self._lost.clear()
            self._par = None

    @property
    def par(self) -> Par:
        if self._par is None:
            self._par = Par(self._session.fresh_board())
        return self._par

    def known(self, board: B | None = None) -> Finding | None:
        """Return what is known already of a position, by default the session's."""
        board = self._session.board if board is None else board
        steps = self._steps_left(board)
        if steps is not None:
            return Finding(Verdict.WINNABLE, steps)
        return Finding(Verdict.IMPOSSIBLE) if self._is_lost(board) else None

    def _steps_left(self, board: B) -> int | None:
        """Return how many steps of a known way there are from here to the end; None if no way is known."""
        if board.won:
            return 0
        way, made = self._ways.get(_key(board), (None, 0))
        return None if way is None else len(way) - made

    @property
    def never_winnable(self) -> bool:
        """The game is known to be lost from the deal on."""
        return self._number in self._impossible or (
            bool(self._lost) and _key(self._session.fresh_board()) in self._lost
        )

    def _is_lost(self, board: B) -> bool:
        """Return whether a position is known to be lost, or came from one that is."""
        if self._number in self._impossible:
            return True
        before = board.copy()
        while _key(before) not in self._lost:
            if not before.can_undo:
                return False
            before.undo()
        return True

    def next_step(self, board: B | None = None) -> Step | None:
        """Return the next step of a known way to win from a position, by default the session's; None without one."""
        board = self._session.board if board is None else board
        way, made = self._ways.get(_key(board), (None, 0))
        if way is None:
            return None
        card, onto = way[made]
        return board.one_card(board.find(card)[0], _place(board, card, onto))

    def _note_way(self, board: B, moves: Iterable[Move]) -> Generator[int, None, None]:
        """Note, in slices that yield 0, moves that win from a position, but for those that the game makes itself."""
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
            trial.make(trial.one_card(source, target))
            if not len(way) % _NOTED:
                yield 0
        for key, made in passed.items():
            self._ways[key] = way, made

    def think(
        self, limits: Limits = ASKED, board: B | None = None, looks: int = AT_ONCE
    ) -> Generator[int, None, Finding]:
        """Find out whether a position, by default the session's, can be won.

        looks: so many positions to look at for a shorter way, if one was found

        Yields the number of positions looked at, every now and then.
        """
        board = (self._session.board if board is None else board).copy()
        known = self.known(board)
        if known is not None:
            return known
        judgement = yield from search(Position.on(board), limits)
        if judgement.moves is not None:
            yield from counted_on(judgement.states, self.learn(board, judgement.moves, looks))
        elif judgement.verdict is Verdict.IMPOSSIBLE:
            self._lost.add(_key(board))
        return Finding(judgement.verdict, self._steps_left(board), judgement.states)

    def learn(self, board: B, moves: Sequence[Move], looks: int) -> Generator[int, None, None]:
        """Note single-card moves that win from a position, and look at ``looks`` positions for a shorter way."""
        yield from self._note_way(board, moves)
        if looks:
            yield from self._shorten(board, moves, looks)

    def shorten(self, looks: int) -> Generator[int, None, bool]:
        """Make the known way from the session's position shorter, looking at so many positions. Returns True.

        Yields the number of positions looked at. Closed before its end it keeps what was found.
        """
        board = self._session.board.bare_copy()
        moves: list[Move] = []
        while (step := self.next_step(board)) is not None:
            moves += board.make(step).moves
            yield 0
        yield from self._shorten(self._session.board.copy(), moves, looks)
        return True

    def _shorten(self, board: B, moves: Sequence[Move], looks: int) -> Generator[int, None, None]:
        shortening = yield from Shortening.begin(Position.on(board), moves)
        before = shortening.price
        try:
            yield from shortening.work(looks)
        except GeneratorExit:
            if shortening.price < before:
                finish(self._note_way(board, shortening.moves))
            raise
        if shortening.price < before:
            yield from self._note_way(board, shortening.moves)

    def way_back(self) -> Generator[int, None, WayBack]:
        """Find the last position of the game so far that can be won.

        From a position to which one of those that can be won is reached, the game can be won, too. So those that can
        come first, and the last of them is found by halving: after steps back that grow, as most mistakes are recent.
        Yields the number of positions looked at.
        """
        positions = _back(self._session.board.copy())
        states = 0
        lost, proven, size = -1, True, 1
        while True:
            at = min(lost + size, len(positions) - 1)
            finding = yield from counted_on(states, self.think(ON_THE_WAY, positions[at], 0))
            states += finding.states
            if finding.verdict is Verdict.WINNABLE:
                break
            lost, proven = at, finding.verdict is Verdict.IMPOSSIBLE
            if at == len(positions) - 1:
                return WayBack(None, proven, states)
            size *= 2
        winnable = at
        while winnable - lost > 1:
            at = (lost + winnable) // 2
            finding = yield from counted_on(states, self.think(ON_THE_WAY, positions[at], 0))
            states += finding.states
            if finding.verdict is Verdict.WINNABLE:
                winnable = at
            else:
                lost, proven = at, finding.verdict is Verdict.IMPOSSIBLE
        return WayBack(winnable, proven, states)


def _back(board: B) -> list[B]:
    """Return the positions of a game from the last to the first, a step apart, each with the steps that led to it."""
    positions = [board.copy()]
    while board.can_undo:
        board.undo()
        positions.append(board.copy())
    return positions

"""A game's record: everything that the rest of the house has to know of it. Each game's package holds one, ``GAME``."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import accumulate
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from gemport.cards.board import Board
from gemport.cards.cells import AutoplayBoard, CellBoard
from gemport.cards.daily import games_of_week
from gemport.cards.deals import Deal, check_number
from gemport.cards.moves import Move
from gemport.gem import keys

if TYPE_CHECKING:
    from gemport.cards.card import Card
    from gemport.cards.finding import Columns, Dealing
    from gemport.solver import Judgement, Position, Verdict
    from gemport.solver.review import Review

B = TypeVar("B", bound=Board)

USUAL_KEYS: Final = {
    **{"new": keys.F1, "select": keys.F2, "restart": keys.F3, "about": keys.F4, "statistics": keys.F5},
    **{"undo": keys.UNDO, "quit": keys.F10},
}
"""The keys of the entries that every game has."""


# ---- solvers and finders: what the command line asks, whatever the game is. Nothing of the solver is loaded before.


class Solution(NamedTuple):
    """The result of a solver.

    words: moves that win, in the game's notation; None if none are known
    states: how many positions were looked at
    least: so many moves that do not go home has every solution, which is proven
    remark: what is said of the words besides
    fc_solve: the moves as FreeCell solvers write them; "" where they have no notation for the game
    """

    verdict: Verdict
    words: Sequence[str] | None
    states: int
    least: int = 0
    remark: str = ""
    fc_solve: str = ""


class Solver(Protocol):
    """Solves the boards of a game.

    shortens: it looks for short solutions, and proves how short they can be
    knows_fc_solve: it writes them as FreeCell solvers do
    """

    shortens: bool
    knows_fc_solve: bool

    def solve(self, board: Any, limit: int | None = None, has_time: Callable[[], bool] | None = None) -> Solution:
        """Think about a board, looking at no more than ``limit`` positions.

        has_time: tells if there is more time to look for a short solution; None: a moment, measured in positions
        """

    def review(self, boards: Sequence[Any], impossible: bool) -> Review | None:
        """Return what finds out where a game was lost, its first board being known to be; None where it cannot."""

    def short_words(self, board: Any, moves: Sequence[Move]) -> Sequence[str]:
        """Return a short way that wins from a board, by moves that do, in the game's notation."""


class CellSolver:
    """The solver of cell games whose columns take alternating colours."""

    shortens = knows_fc_solve = True

    def solve(self, board: CellBoard, limit: int | None = None, has_time: Callable[[], bool] | None = None) -> Solution:
        from gemport.cards.notation import word_lines
        from gemport.solver import Position
        from gemport.solver.short import price_of

        position = Position.on(board)
        judgement = _judge(position, limit)
        if judgement.moves is None:
            return Solution(judgement.verdict, None, judgement.states, judgement.least)
        judgement = _shorten(position, judgement, limit, has_time)
        moves = judgement.moves or ()
        return Solution(
            judgement.verdict,
            self._words(board, moves),
            judgement.states,
            judgement.least,
            f", {price_of(moves)} of them not home (at least {judgement.least})",
            # As in ``fc-solve -snx``, a word without a number moves one card to an empty column.
            "\n".join(word_lines(list(map(str, moves)))),
        )

    def review(self, boards: Sequence[CellBoard], impossible: bool) -> Review:
        from gemport.solver import Position
        from gemport.solver.review import Review

        return Review([Position.on(board) for board in boards], impossible)

    def short_words(self, board: CellBoard, moves: Sequence[Move]) -> Sequence[str]:
        from gemport.solver import Position
        from gemport.solver.short import AT_ONCE, Shortening
        from gemport.solver.slices import finish

        shortening = Shortening(Position.on(board), moves)
        finish(shortening.work(AT_ONCE))
        return self._words(board, shortening.moves)

    @staticmethod
    def _words(board: CellBoard, moves: Sequence[Move]) -> list[str]:
        from gemport.solver import Position
        from gemport.solver.solution import freecell_words

        by_itself = isinstance(board, AutoplayBoard)
        return freecell_words(Position.on(board), moves) if by_itself else list(map(str, moves))


def _judge(position: Position, limit: int | None) -> Judgement:
    """Think about a position until it is decided, or until ``limit`` positions have been looked at."""
    from gemport.solver import Limits, solve
    from gemport.solver.judgement import ROUNDS

    if limit is None:
        return solve(position)
    rounds, left = [], limit
    for weights, most in ROUNDS:
        rounds.append((weights, min(most, left)))
        left -= min(most, left)
    # The last search keeps at least as many positions as it looks at.
    return solve(position, Limits(tuple(rounds), left))


def _shorten(
    position: Position, judgement: Judgement, limit: int | None, has_time: Callable[[], bool] | None
) -> Judgement:
    """Make a solution shorter while there is time, or until Ctrl-C, looking at ``limit`` positions in all at most."""
    from gemport.solver.short import AT_ONCE, SLICE, Shortening

    assert judgement.moves is not None
    shortening = Shortening(position, judgement.moves)
    most = inf if has_time is not None else AT_ONCE
    if limit is not None:
        most = min(most, limit - judgement.states)
    states = judgement.states
    try:
        for looked in shortening.work(most - SLICE + 1):
            states = judgement.states + looked
            if has_time is not None and not has_time():
                break
    except KeyboardInterrupt:
        # The player has waited long enough: what has been found is printed.
        pass
    return replace(judgement, moves=shortening.moves, states=states, least=shortening.least)


class Finder(NamedTuple):
    """Tells which numbered deal begins with some cards.

    way: the name of the way in which the game draws its cards, in gemport.cards.finding
    draw: the number of the draw of a card, by its column, or row, and its place there
    counts: how many cards each column, or row, has
    part: what a column is called in the game
    """

    way: str
    draw: Callable[[int, int], int]
    counts: Sequence[int]
    part: str = "column"

    def dealing(self) -> Dealing:
        from gemport.cards import finding

        dealing: Dealing = getattr(finding, self.way)
        return dealing

    def flowing(self, columns: Columns) -> Columns | None:
        """Return the columns as the game has them: a single one flows into the next ones. None for too many cards."""
        if len(columns) == 1:
            ends = list(accumulate(self.counts))
            if len(columns[0]) > ends[-1]:
                return None
            columns = [columns[0][end - count : end] for count, end in zip(self.counts, ends, strict=True)]
        within = zip(columns, self.counts, strict=False)
        fits = len(columns) <= len(self.counts) and all(len(cards) <= count for cards, count in within)
        return columns if fits else None


# ---- the record


class Game(NamedTuple, Generic[B]):
    """A game, as everybody else sees it. Its program, KIT in the module of the package that has the game's name, is not
    loaded before it is started.

    name: on the command line, in recordings and in the store
    title: in the window's title
    numbers: the games there are
    board: the class of its boards
    deal: a numbered deal as text; raises NumberError
    keys: by the name of a menu entry the key word that stands for it, where that is not the same in every game
    new: the games that New game chooses from by chance; None: all
    more: those that it chooses from where the player wants more; None: there is no such choice
    daily: those that the game of the day is one of, all of which can be won but for those in the census; None: there is
        no game of the day
    counts_losses: a game that is given up or stuck counts as lost
    census: its name in the built-in census, if that knows which numbers cannot be won
    back: the built-in picture of its cards' backs, by its path below the data folder, if any are seen
    own_resources: by language the name of a file of the player's that is taken instead of the built-in resource
    solver: solves its boards, if one can
    finder: tells which of its deals begins with some cards
    original: how many objects of each tree the original's resource has too, if there is an original
    """

    name: str
    title: str
    numbers: Sequence[int]
    board: type[B]
    deal: Callable[[int], Deal]
    keys: Mapping[str, int]
    new: range | None = None
    more: range | None = None
    daily: range | None = None
    counts_losses: bool = False
    census: str | None = None
    back: str | None = None
    own_resources: Mapping[str, str] | None = None
    original: Mapping[int, int] | None = None
    solver: Solver | None = None
    finder: Finder | None = None

    @property
    def program_name(self) -> str:
        return program_name(self.name)

    def check(self, number: int) -> int:
        return check_number(number, self.numbers)

    def any_number(self, chance: Random, more: bool = False) -> int:
        return chance.choice((self.more if more else None) or self.new or self.numbers)

    def number_of(self, columns: Sequence[Sequence[Card]]) -> int | None:
        """Return the number of the game that begins with whole columns; None if none is known.

        The search covers only the first million of Microsoft's deals.
        """
        if self.finder is None or [len(cards) for cards in columns] != list(self.finder.counts):
            return None
        from gemport.cards.finding import find_numbers

        places = ((column, row) for column, cards in enumerate(columns) for row in range(len(cards)))
        known = {self.finder.draw(column, row): columns[column][row] for column, row in places}
        return next((number for number in find_numbers(self.finder.dealing(), known) if number in self.numbers), None)

    def games_of_week(self, day: date, impossible: Container[int]) -> Sequence[int]:
        """Return the numbers of the games of the day in the week of a day, Monday's first; none without ``daily``."""
        return () if self.daily is None else games_of_week(day, self.daily, self.deal, impossible)


def program_name(game: str) -> str:
    """Return the name that the machine has for the program of a game: eight characters and ``.PRG``."""
    return f"{game[:8].upper()}.PRG"


AnyGame: TypeAlias = Game[Any]

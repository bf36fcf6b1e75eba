"""A game's record: everything that other packages use of a game. Each game's package has one, ``GAME``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import accumulate
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from gemport.cards.board import Board
from gemport.cards.cells import AutoplayBoard, CellBoard
from gemport.cards.challenge import MAX_CELLS, challenge_number
from gemport.cards.daily import games_of_week
from gemport.cards.deals import Deal, check_number
from gemport.cards.moves import Move

if TYPE_CHECKING:
    from gemport.cards.card import Card
    from gemport.cards.census import Verdict
    from gemport.cards.deal_search import Columns, Dealing
    from gemport.solver import Judgement, Position
    from gemport.solver.review import Review

B = TypeVar("B", bound=Board)


# ---- solvers and finders for the command line. The solver is loaded when it is first used.


class Solution(NamedTuple):
    """The result of a solver.

    Attributes:
        words: winning moves in the game's notation; None if unknown
        states: number of positions searched
        least: a proven lower bound: every solution has at least this many moves that do not go home
        remark: a remark about the words
        fc_solve: the moves in the notation of FreeCell solvers; "" if it does not cover the game
        stopped: whether Ctrl-C ended the search for a shorter solution
    """

    verdict: Verdict
    words: Sequence[str] | None
    states: int
    least: int = 0
    remark: str = ""
    fc_solve: str = ""
    stopped: bool = False


class Solver(ABC):
    """A solver for the boards of a game.

    Attributes:
        shortens: whether it searches for short solutions and proves a lower bound of their length
        knows_fc_solve: whether it can write the notation of FreeCell solvers
    """

    shortens = knows_fc_solve = False

    @abstractmethod
    def solve(
        self,
        board: Any,
        limit: int | None = None,
        has_time: Callable[[int], bool] | None = None,
        watch: Callable[[int], object] | None = None,
    ) -> Solution:
        """Solve a board, searching at most ``limit`` positions.

        ``has_time`` returns whether to look further for a shorter solution after a number of positions; with None this
        number is small. ``watch`` is called at short intervals with the number of positions searched.
        """

    def review(self, boards: Sequence[Any], impossible: bool) -> Review | None:
        """Return the search for the losing move of a game, or None; ``impossible`` is true of its deal."""
        return None

    def short_words(self, board: Any, moves: Sequence[Move]) -> Sequence[str]:
        """Return a short winning sequence in the game's notation, made from winning moves."""
        return list(map(str, moves))


class CellSolver(Solver):
    """The solver for cell games with columns of alternating colours."""

    shortens = knows_fc_solve = True

    def solve(
        self,
        board: CellBoard,
        limit: int | None = None,
        has_time: Callable[[int], bool] | None = None,
        watch: Callable[[int], object] | None = None,
    ) -> Solution:
        from gemport.cards.notation import word_lines
        from gemport.solver import Position
        from gemport.solver.short import price_of

        position = Position.on(board)
        judgement = _judge(position, limit, watch)
        if judgement.moves is None:
            return Solution(judgement.verdict, None, judgement.states, judgement.least)
        judgement, stopped = _shorten(position, judgement, limit, has_time, watch)
        moves = judgement.moves or ()
        return Solution(
            judgement.verdict,
            self._words(board, moves),
            judgement.states,
            judgement.least,
            f", {price_of(moves)} of them not home (at least {judgement.least})",
            # As in ``fc-solve -snx``, a word without a number moves one card to an empty column.
            "\n".join(word_lines(list(map(str, moves)))),
            stopped,
        )

    def review(self, boards: Sequence[CellBoard], impossible: bool) -> Review:
        from gemport.solver import Position
        from gemport.solver.review import Review

        return Review([Position.on(board) for board in boards], impossible)

    def short_words(self, board: CellBoard, moves: Sequence[Move]) -> Sequence[str]:
        from gemport.solver import Position
        from gemport.solver.short import INSTANT_POSITIONS, Shortening
        from gemport.solver.sliced_work import finish

        shortening = Shortening(Position.on(board), moves)
        finish(shortening.work(INSTANT_POSITIONS))
        return self._words(board, shortening.moves)

    @staticmethod
    def _words(board: CellBoard, moves: Sequence[Move]) -> list[str]:
        from gemport.solver import Position
        from gemport.solver.solution import freecell_words

        by_itself = isinstance(board, AutoplayBoard)
        return freecell_words(Position.on(board), moves) if by_itself else list(map(str, moves))


def _judge(position: Position, limit: int | None, watch: Callable[[int], object] | None) -> Judgement:
    """Search a position until it is decided, or until ``limit`` positions have been searched."""
    from gemport.solver.judgement import DEFAULT_LIMITS, Limits, solve

    return solve(position, DEFAULT_LIMITS if limit is None else Limits.of(limit), watch)


def _shorten(
    position: Position,
    judgement: Judgement,
    limit: int | None,
    has_time: Callable[[int], bool] | None,
    watch: Callable[[int], object] | None,
) -> tuple[Judgement, bool]:
    """Shorten a solution while there is time, or until Ctrl-C, with at most ``limit`` positions in total.

    Also return whether Ctrl-C was pressed.
    """
    from gemport.solver.short import INSTANT_POSITIONS, LIMIT_STEP, Shortening

    assert judgement.moves is not None
    shortening = Shortening(position, judgement.moves)
    most = inf if has_time is not None else INSTANT_POSITIONS
    if limit is not None:
        most = min(most, limit - judgement.states)
    states, stopped = judgement.states, False
    try:
        for looked in shortening.work(most - LIMIT_STEP + 1):
            states = judgement.states + looked
            if watch is not None:
                watch(states)
            if has_time is not None and not has_time(looked):
                break
    except KeyboardInterrupt:
        # The player has waited long enough: use the best solution so far.
        stopped = True
    return replace(judgement, moves=shortening.moves, states=states, least=shortening.least), stopped


class Finder(NamedTuple):
    """A finder of the numbered deal that starts with given cards.

    Attributes:
        way: name of the game's drawing method in gemport.cards.deal_search
        draw: returns the number of a card's draw from its column or row and its position there
        counts: number of cards in each column or row
        part: the game's word for a column
    """

    way: str
    draw: Callable[[int, int], int]
    counts: Sequence[int]
    part: str = "column"

    def dealing(self) -> Dealing:
        from gemport.cards import deal_search

        dealing: Dealing = getattr(deal_search, self.way)
        return dealing

    def flowing(self, columns: Columns) -> Columns | None:
        """Return the columns in the game's sizes; a single column continues in the next. None for too many cards."""
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
    """The public record of a game. Its program, KIT in the package's module of the game's name, is loaded at its start.

    Attributes:
        name: name on the command line, in recordings and in the store
        title: name in the window's title
        numbers: the game numbers
        board: the class of its boards
        deal: returns a numbered deal as text; raises NumberError
        new: numbers for New game's random choice; None for all
        more: the larger choice for players who want more, or None
        daily: numbers for the game of the day, all winnable except those in the census; None without a game of the day
        counts_losses: whether a game that is given up or stuck counts as lost
        census: its name in the built-in census, if it is covered
        back: path of the picture of the card backs below the data folder, if cards are face down
        own_resources: name of the player's resource file for each language
        solver: its solver, or None
        finder: its finder, or None
        original: number of objects of each tree in the original's resource, if there is an original
    """

    name: str
    title: str
    numbers: Sequence[int]
    board: type[B]
    deal: Callable[[int], Deal]
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

    def number_of(self, columns: Sequence[Sequence[Card]], cells: int = MAX_CELLS) -> int | None:
        """Return the number of the game that starts with these full columns and number of cells, or None.

        The search covers only the first million of Microsoft's deals.
        """
        if self.finder is None or [len(cards) for cards in columns] != list(self.finder.counts):
            return None
        from gemport.cards.deal_search import find_numbers

        places = ((column, row) for column, cards in enumerate(columns) for row in range(len(cards)))
        known = {self.finder.draw(column, row): columns[column][row] for column, row in places}
        found = (number for number in find_numbers(self.finder.dealing(), known) if number in self.numbers)
        return next((challenge_number(number, cells) for number in found), None)

    def games_of_week(self, day: date, impossible: Container[int]) -> Sequence[int]:
        """Return the numbers of the games of the day in a week, Monday first; empty without ``daily``."""
        return () if self.daily is None else games_of_week(day, self.daily, self.deal, impossible)


def program_name(game: str) -> str:
    """Return the program name of a game on the machine: eight characters and ``.PRG``."""
    return f"{game[:8].upper()}.PRG"


AnyGame: TypeAlias = Game[Any]

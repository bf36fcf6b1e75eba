"""A game's record: everything that other packages use of a game. Each game's package has one, ``GAME``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Mapping, Sequence
from datetime import date
from itertools import accumulate
from random import Random
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from gemport.cards.board import Board
from gemport.cards.census import Verdict
from gemport.cards.challenge import MAX_CELLS, challenge_number
from gemport.cards.daily import games_of_week
from gemport.cards.deals import Deal, check_number
from gemport.cards.moves import Move

if TYPE_CHECKING:
    from gemport.cards.card import Card
    from gemport.cards.deal_search import Columns, Dealing

_B = TypeVar("_B", bound=Board)


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

    def review(self, boards: Sequence[Any], impossible: bool) -> Any:
        """Return the search for the losing move of a game (a Review of the solver), or None.

        ``impossible`` is true of its deal.
        """
        return None

    def short_words(self, board: Any, moves: Sequence[Move]) -> Sequence[str]:
        """Return a short winning sequence in the game's notation, made from winning moves."""
        return list(map(str, moves))


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
        """Return the game's way of dealing, for the search."""
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


class Game(NamedTuple, Generic[_B]):
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
    board: type[_B]
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
        """File name of the game's program on the machine."""
        return program_name(self.name)

    def check(self, number: int) -> int:
        """Return a number if the game has it. Raises NumberError otherwise."""
        return check_number(number, self.numbers)

    def any_number(self, chance: Random, more: bool = False) -> int:
        """Return a random number for New game, with ``more`` from the larger choice."""
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
"""The record of any game."""

"""A game's record: everything that the rest of the house has to know of it. Each game's package holds one, ``GAME``."""

from collections.abc import Callable, Container, Mapping, Sequence
from datetime import date
from random import Random
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from gemport.cards.board import Board
from gemport.cards.daily import games_of_week
from gemport.cards.deals import Deal, check_number
from gemport.gem import keys
from gemport.play.solving import Finder, Solver

B = TypeVar("B", bound=Board)

USUAL_KEYS: Final = {
    **{"new": keys.F1, "select": keys.F2, "restart": keys.F3, "about": keys.F4, "statistics": keys.F5},
    **{"undo": keys.UNDO, "quit": keys.F10},
}
"""The keys of the entries that every game has."""


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

    def games_of_week(self, day: date, impossible: Container[int]) -> Sequence[int]:
        """Return the numbers of the games of the day in the week of a day, Monday's first; none without ``daily``."""
        return () if self.daily is None else games_of_week(day, self.daily, self.deal, impossible)


def program_name(game: str) -> str:
    """Return the name that the machine has for the program of a game: eight characters and ``.PRG``."""
    return f"{game[:8].upper()}.PRG"


AnyGame: TypeAlias = Game[Any]

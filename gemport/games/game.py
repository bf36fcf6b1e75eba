"""A game's record: everything that the rest of the house has to know of it. Each game's package holds one, ``GAME``."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from datetime import date
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from gemport.cards.board import Board
from gemport.cards.daily import games_of_week
from gemport.cards.deals import Deal, check_number
from gemport.gem.aes.keys import (
    CONTROL_B,
    CONTROL_E,
    CONTROL_G,
    CONTROL_L,
    CONTROL_O,
    CONTROL_T,
    CONTROL_Y,
    F8,
    F9,
    HELP,
)

if TYPE_CHECKING:
    from gemport.games.deck import CardData, Rows
    from gemport.games.files import Files
    from gemport.games.program import CardProgram
    from gemport.gem.aes.gem import Gem
    from gemport.gem.formats.rsc import Resource
    from gemport.store.session import Session

B = TypeVar("B", bound=Board)

EXTRA_KEYS: Final = {
    "unfinished": F9,
    "redo": CONTROL_Y,
    "hint": F8,
    "winnable": CONTROL_G,
    "solution": CONTROL_L,
    "back": CONTROL_B,
    "look back": CONTROL_E,
    "oracle": CONTROL_O,
    "counter": CONTROL_T,
    "help": HELP,
}
"""By the name of an action the key word that stands for it, in every game: one key means one thing in all of them.

Ctrl+N, Ctrl+T and Ctrl+W are a browser's own."""


class Sources(Protocol):
    """The origin of a game's files: the command line, the player's folder, or what is built in."""

    def cards(self, lang: str) -> CardData:
        """Return the card pictures. Raises GemportError for a damaged file."""

    def large_cards(self, lang: str) -> Callable[[], Sequence[Rows]] | None:
        """Return what reads the pictures with large indices; None where the card pictures are not those built in."""

    def resource(
        self,
        game: str,
        lang: str,
        has_extras: Callable[[Resource, Resource], bool],
        own: Mapping[str, str] | None = None,
    ) -> tuple[Resource, bool]:
        """Return a game's resource, and if it has the extras of the built-in one. Raises GemportError if it is damaged.

        has_extras: tells that of a resource, and of the built-in one; raises GemportError if it is not the game's
        own: by language the name of a file of the player's that is taken instead of the built-in one, for any language
        """

    def built_in(self, name: str) -> bytes:
        """Return a built-in file, by its path below the data folder."""


class Game(NamedTuple, Generic[B]):
    """A game, as everybody else sees it. Its program is not loaded before it is started.

    name: on the command line, in recordings and in the store
    title: in the window's title
    numbers: the games there are
    board: the class of its boards
    deal: a numbered deal as text; raises NumberError
    program_class: the name of its program's class, in the module ``program`` of the game's package
    keys: by the name of an action the key word that stands for it
    new: the games that New game chooses from by chance; None: all
    more: those that it chooses from where the player wants more; None: there is no such choice
    daily: those that the game of the day is one of, all of which can be won but for those in the census; None: there is
        no game of the day
    counts_losses: a game that is given up or stuck counts as lost
    census: its name in the built-in census, if that knows which numbers cannot be won
    back: the built-in picture of its cards' backs, by its path below the data folder, if any are seen
    own_resources: by language the name of a file of the player's that is taken instead of the built-in resource
    original: how many objects of each tree the original's resource has too, if there is an original
    """

    name: str
    title: str
    numbers: range
    board: type[B]
    deal: Callable[[int], Deal]
    program_class: str
    keys: Mapping[str, int]
    new: range | None = None
    more: range | None = None
    daily: range | None = None
    counts_losses: bool = False
    census: str | None = None
    back: str | None = None
    own_resources: Mapping[str, str] | None = None
    original: Mapping[int, int] | None = None

    @property
    def program_name(self) -> str:
        """The name that the machine has for the program."""
        return program_name(self.name)

    def check(self, number: int) -> int:
        """Return the number, if the game has it; else raise NumberError."""
        return check_number(number, self.numbers)

    def any_number(self, chance: Random, more: bool = False) -> int:
        """Return a number that chance chooses, from ``more`` numbers if the player wants that."""
        return chance.choice((self.more if more else None) or self.new or self.numbers)

    def games_of_week(self, day: date, impossible: Container[int]) -> Sequence[int]:
        """Return the numbers of the games of the day in the week of a day, Monday's first; none without ``daily``."""
        return () if self.daily is None else games_of_week(day, self.daily, self.deal, impossible)

    def files(self, sources: Sources, lang: str) -> Files:
        """Load all that the game needs in a language. Raises GemportError."""
        from gemport.games.files import load_files

        return load_files(self, sources, lang)

    def program(self, gem: Gem, files: Files, session: Session[B]) -> CardProgram[B]:
        """Make the game's program, with the files loaded and a session begun."""
        module = import_module(f"{__package__}.{self.name}.program")
        made: CardProgram[B] = getattr(module, self.program_class)(gem, files, session)
        return made


def program_name(game: str) -> str:
    """Return the name that the machine has for the program of a game: eight characters and ``.PRG``."""
    return f"{game[:8].upper()}.PRG"


AnyGame: TypeAlias = Game[Any]

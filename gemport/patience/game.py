"""A game's record: everything that the rest of the house has to know of it. Each game's package holds one, ``GAME``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from gemport.cards.board import Board
from gemport.cards.deals import Deal, check_number

if TYPE_CHECKING:
    from gemport.gem.aes.gem import Gem
    from gemport.gem.formats.rsc import Resource
    from gemport.patience.kit.deck.dat import CardData
    from gemport.patience.kit.program import CardProgram
    from gemport.store.session import Session

B = TypeVar("B", bound=Board)
F = TypeVar("F")


class Sources(Protocol):
    """Where a game's files come from: the command line, the player's folder, or what is built in."""

    def cards(self, lang: str) -> CardData:
        """The card pictures. Raises GemportError for a damaged file."""

    def resource(
        self, game: str, lang: str, check: Callable[[Resource], None], own: Mapping[str, str] | None = None
    ) -> Resource:
        """A game's resource. Raises GemportError if it is damaged, or if ``check`` says that it is not the game's.

        own: by language the name of a file of the player's that is taken instead of the built-in one, for any language
        """

    def built_in(self, name: str) -> bytes:
        """A built-in file, by its path below the data folder."""


class Game(NamedTuple, Generic[B, F]):
    """A game, as everybody else sees it.

    name: on the command line, in recordings and in the store
    title: in the window's title
    numbers: the games there are
    board: the class of its boards
    deal: a numbered deal as text; raises NumberError
    files: what the game loads, in a language
    program: its program, with the files loaded and a session begun
    keys: by the name of an action the key word that stands for it
    counts_losses: a game that is given up or stuck counts as lost
    """

    name: str
    title: str
    numbers: range
    board: type[B]
    deal: Callable[[int], Deal]
    files: Callable[[Sources, str], F]
    program: Callable[[Gem, F, Session[B]], CardProgram[B]]
    keys: Mapping[str, int]
    counts_losses: bool = False

    @property
    def program_name(self) -> str:
        """What the machine calls the program."""
        return program_name(self.name)

    def check(self, number: int) -> int:
        """The number, if the game has it; else raises NumberError."""
        return check_number(number, self.numbers)

    def any_number(self, chance: Random) -> int:
        """A number that chance chooses."""
        return chance.choice(self.numbers)


def program_name(game: str) -> str:
    """What the machine calls the program of a game: eight characters and ``.PRG``."""
    return f"{game[:8].upper()}.PRG"


AnyGame: TypeAlias = Game[Any, Any]

"""All games: the packages of gemport.games with a GAME. No other file lists them."""

import pkgutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module

from gemport import games
from gemport.cards.board import Board
from gemport.cards.cells import CellBoard
from gemport.cards.challenge import fold_name
from gemport.cards.game import AnyGame


@cache
def names() -> tuple[str, ...]:
    """Return the games' names, VIERFREI first."""
    packages = [package.name for package in pkgutil.iter_modules(games.__path__) if package.ispkg]
    return tuple(sorted(packages, key=lambda name: (name != "vierfrei", name)))


def find(name: str) -> AnyGame:
    """Load and return the record of a game. Raises KeyError."""
    if name not in names():
        raise KeyError(name)
    game: AnyGame = import_module(f"{games.__name__}.{name}").GAME
    return game


def every(game: AnyGame | None = None) -> list[AnyGame]:
    """Return the records of all games or of one game, in the order of their names."""
    return [find(name) for name in names()] if game is None else [game]


def titles(can: Callable[[AnyGame], bool], word: str = "and") -> str:
    """Return the titles of the games with a property, joined with commas and a word: ``VIERFREI and FreeCell``."""
    *most, last = [game.title for game in every() if can(game)]
    return f"{', '.join(most)} {word} {last}" if most else last


def has_cells(game: AnyGame) -> bool:
    """Return whether a game is a cell game, so that its positions can be read and analysed."""
    return issubclass(game.board, CellBoard)


def boards() -> dict[str, type[Board]]:
    """Return the board classes by game; this loads all games."""
    return {name: find(name).board for name in names()}


def numbers() -> dict[str, Sequence[int]]:
    """Return the number ranges by game; this loads all games."""
    return {name: find(name).numbers for name in names()}


def named(text: str) -> str | None:
    """Return the name of a game in any spelling, such as ``grossfamilien`` for ``Großfamilien``, or None.

    Case, ß or ss, and the composition of accented letters do not matter. Bytes that the system's locale cannot decode
    are read as UTF-8.
    """
    with suppress(UnicodeEncodeError):
        text = text.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
    name = fold_name(text)
    return name if name in names() else None

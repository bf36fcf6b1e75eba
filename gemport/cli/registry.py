"""All games: the packages of gemport.games that hold a GAME. No other file lists them."""

import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module

from gemport import games
from gemport.cards.board import Board
from gemport.cards.challenge import fold_name
from gemport.play.game import AnyGame


@cache
def names() -> tuple[str, ...]:
    """The games' names, in the order in which they are listed: VIERFREI first."""
    packages = [package.name for package in pkgutil.iter_modules(games.__path__) if package.ispkg]
    return tuple(sorted(packages, key=lambda name: (name != "vierfrei", name)))


def find(name: str) -> AnyGame:
    """The record of a game, loaded when it is asked for. Raises KeyError."""
    if name not in names():
        raise KeyError(name)
    game: AnyGame = import_module(f"{games.__name__}.{name}").GAME
    return game


def every(game: AnyGame | None = None) -> list[AnyGame]:
    """The games' records, in the order of their names; that of one game alone if it is given."""
    return [find(name) for name in names()] if game is None else [game]


def numbers() -> dict[str, Sequence[int]]:
    """The numbers of the games that there are, by the games' names; all games are loaded."""
    return {name: find(name).numbers for name in names()}


def named(text: str) -> str | None:
    """The name of the game that is meant: ``Großfamilien`` is ``grossfamilien``; None if it is no game.

    Neither capitals count, nor whether ß is written as ss, nor how the system composes letters with accents. Bytes
    that the system's locale cannot read are taken for UTF-8.
    """
    with suppress(UnicodeEncodeError):
        text = text.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
    name = fold_name(text)
    return name if name in names() else None


class GameBoards(Mapping[str, type[Board]]):
    """The boards' classes by the games' names; a game is loaded when its board is asked for."""

    def __getitem__(self, name: str) -> type[Board]:
        board: type[Board] = find(name).board
        return board

    def __iter__(self) -> Iterator[str]:
        return iter(names())

    def __len__(self) -> int:
        return len(names())

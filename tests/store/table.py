"""A player who comes back to the same records, and the games that the tests of the session play."""

from __future__ import annotations

import pytest

from gemport.cards.notation import parse_record
from gemport.cli.registry import GameBoards
from gemport.games.freecell import GAME as FREECELL
from gemport.games.grossfamilien import GAME as GROSSFAMILIEN
from gemport.games.vierfrei import GAME as VIERFREI
from gemport.play.game import AnyGame
from gemport.store.session import AnySession
from tests.games.sessions import Book, session_of
from tests.places import RECORDED

STEPS = {"vierfrei": ("1a", "2b", "1c"), "freecell": ("8a", "7b", "5c"), "grossfamilien": ("t-o", "o-w", "t-o")}
"""The first steps of game 1."""
ALL = pytest.mark.parametrize("game", [VIERFREI, FREECELL, GROSSFAMILIEN], ids=lambda game: game.name)


class Table:
    """A book of records, and sessions that are begun with it one after the other."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.book = Book(game.name)
        self.steps = STEPS[game.name]

    def sit(self, number: int | None = None, afresh: bool = False, chance: int = 0) -> AnySession:
        """A start of the program."""
        return session_of(self.game, number, self.book, chance, afresh)


def vierfrei_win() -> tuple[int, list[str]]:
    """A recorded game of VIERFREI: its number and its steps."""
    path = sorted((RECORDED / "games").glob("*.txt"))[0]
    record = parse_record(path.read_text(encoding="utf-8"), GameBoards())
    return record.number, list(record.words)

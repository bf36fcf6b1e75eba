"""A player who comes back to the same records, the games that the tests of the session play, and a language of acts."""

from functools import cache
from typing import NamedTuple

import pytest

from gemport.cards.notation import Record, parse_record
from gemport.cli.registry import GameBoards
from gemport.games.freecell import GAME as FREECELL
from gemport.games.grossfamilien import GAME as GROSSFAMILIEN
from gemport.games.vierfrei import GAME as VIERFREI
from gemport.play.game import AnyGame
from gemport.store.session import AnySession
from gemport.store.statistics import Outcome
from tests.games.freecell.lines import LOSSES, WINS
from tests.games.sessions import Book, make, session_of
from tests.places import RECORDED

STEPS = {"vierfrei": ("1a", "2b", "1c"), "freecell": ("8a", "7b", "5c"), "grossfamilien": ("t-o", "o-w", "t-o")}
"""The first steps of game 1."""
ALL = pytest.mark.parametrize("game", [VIERFREI, FREECELL, GROSSFAMILIEN], ids=lambda game: game.name)
SIGNS = {Outcome.WON: "W", Outcome.LOST: "L", Outcome.SOLVED: "S"}


class Line(NamedTuple):
    """A game that was played to its end."""

    number: int
    words: tuple[str, ...]


def _file(name: str) -> Record:
    return parse_record((RECORDED / name).read_text(encoding="utf-8"), GameBoards())


@cache
def win(game: str) -> Line:
    """A game that is won."""
    if game == "freecell":
        return Line(1, tuple(WINS[1].split()))
    name = sorted((RECORDED / "games").glob("*.txt"))[0].name
    won = _file(f"games/{name}" if game == "vierfrei" else "grossfamilien/won.txt")
    return Line(won.number, won.words)


@cache
def loss(game: str) -> Line:
    """A game that ends where nothing moves."""
    if game == "freecell":
        return Line(1, tuple(LOSSES[1].split()))
    lost = _file("grossfamilien/lost.txt")
    return Line(lost.number, lost.words)


class Table:
    """A book of records, and sessions that are begun with it one after the other."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.book = Book(game.name)
        self.steps = STEPS[game.name]

    def sit(self, number: int | None = None, afresh: bool = False, chance: int = 0) -> AnySession:
        """A start of the program."""
        return session_of(self.game, number, self.book, chance, afresh)


class Scene(Table):
    """A table at which words act.

    a: the first step of a line, b: another one; end: the rest of the line; Undo Redo Restart leave forfeit; same, next:
    deal the number again, or another; forget: delete the unfinished game played last that is not on the table; clear:
    the statistics; kill, kill-number: start again without leaving, as the player asks for no number or for this one
    """

    def __init__(self, game: AnyGame, line: Line) -> None:
        super().__init__(game)
        self.line = line
        self.session = self.sit(line.number)
        first = line.words[0]
        self.other = next(word for move in self.session.board.legal_moves() if (word := str(move)) != first)

    def act(self, acts: str) -> None:
        for act in acts.split():
            self._act(act)

    def _act(self, act: str) -> None:
        session, number, words = self.session, self.line.number, self.line.words
        if act in ("a", "b"):
            make(session, words[0] if act == "a" else self.other)
        elif act == "end":
            make(session, *words[session.board.moves_made :])
        elif act in ("Undo", "Redo", "Restart"):
            make(session, act)
        elif act in ("same", "next"):
            session.deal(number if act == "same" else number + 1)
        elif act == "forget":
            kept = next(kept for kept in session.unfinished() if not session.is_on_table(kept.key))
            session.delete(kept)
        elif act == "clear":
            self.book.clear()
        elif act.startswith("kill"):
            self.session = self.sit(number if act == "kill-number" else None)
            self.session.outcome()
        else:
            getattr(session, act)()

    @property
    def counted(self) -> str:
        """The outcomes of the line's number, a letter each."""
        return "".join(SIGNS[outcome] for number, outcome in self.book.outcomes if number == self.line.number)

    @property
    def kept(self) -> str:
        """The unfinished games, the one played last first: the number of their steps, * where they have counted."""
        return " ".join(f"{len(kept.words)}{'*' * kept.counted}" for kept in self.book.games)

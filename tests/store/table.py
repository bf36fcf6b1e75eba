"""Sessions that share records, the games that their tests play, and a language of acts."""

from functools import cache

import pytest

from gemport.cards.game import AnyGame
from gemport.cards.notation import Record, parse_record
from gemport.cli.registry import boards
from gemport.games.freecell import GAME as FREECELL
from gemport.games.grossfamilien import GAME as GROSSFAMILIEN
from gemport.games.vierfrei import GAME as VIERFREI
from gemport.store.session import AnySession
from gemport.store.statistics import Outcome
from tests.games.freecell.lines import LOSSES, WINS
from tests.games.sessions import Book, make, session_of
from tests.places import RECORDED

STEPS = {"vierfrei": ("1a", "2b", "1c"), "freecell": ("8a", "7b", "5c"), "grossfamilien": ("t-o", "o-w", "t-o")}
"""First steps of game 1."""
ALL = pytest.mark.parametrize("game", [VIERFREI, FREECELL, GROSSFAMILIEN], ids=lambda game: game.name)
SIGNS = {Outcome.WON: "W", Outcome.LOST: "L", Outcome.SOLVED: "S"}


def _recorded(game: str, file: str, line: str) -> Record:
    if game == "freecell":
        return Record(game, 1, tuple(line.split()))
    return parse_record((RECORDED / file).read_text(encoding="utf-8"), boards())


@cache
def win(game: str) -> Record:
    """Return a won game."""
    return _recorded(game, "grossfamilien/won.txt" if game == "grossfamilien" else "games/000000.txt", WINS[1])


@cache
def loss(game: str) -> Record:
    """Return a game that ends without a legal move."""
    return _recorded(game, "grossfamilien/lost.txt", LOSSES[1])


class Table:
    """Records, and the sessions of several starts with them."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.book = Book(game.name)
        self.steps = STEPS[game.name]

    def sit(self, number: int | None = None, afresh: bool = False, chance: int = 0) -> AnySession:
        """Start the program again."""
        return session_of(self.game, number, self.book, chance, afresh)


class Scene(Table):
    """A table that is controlled by words.

    - a, b: the first step of the line, or a different first step; end: the rest of the line
    - Undo, Redo, Restart, leave, forfeit: like the commands
    - same, next: deal the same number again, or the next number
    - forget: delete the last played of the unfinished games that are not on the table
    - clear: clear the statistics
    - kill, kill-number: start again without leaving, without a number or with the same number
    """

    def __init__(self, game: AnyGame, line: Record) -> None:
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
            kept = next(kept for kept in session.records.unfinished() if not session.is_on_table(kept.key))
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
        """Outcomes of the line's number, one letter per game."""
        return "".join(SIGNS[outcome] for number, outcome in self.book.outcomes if number == self.line.number)

    @property
    def kept(self) -> str:
        """Unfinished games, last played first: the number of steps, with * if already counted."""
        return " ".join(f"{len(kept.words)}{'*' * kept.counted}" for kept in self.book.games)

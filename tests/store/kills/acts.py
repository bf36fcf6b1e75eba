"""What the victims of the kill test do: steps, some taken back and made again; and how the game stands after each."""

from __future__ import annotations

from functools import cache

from gemport.cli.registry import find
from gemport.store.records import Progress
from tests.games.freecell.lines import WINS
from tests.games.grossfamilien.player import recorded
from tests.games.sessions import make, session_of
from tests.store.table import vierfrei_win

LENGTH = 60
"""Acts; no game is over by then."""


@cache
def _game(game: str) -> tuple[int, tuple[str, ...]]:
    if game == "vierfrei":
        number, words = vierfrei_win()
        return number, tuple(words)
    if game == "freecell":
        return 1, tuple(WINS[1].split())
    record = recorded("won")
    return record.number, record.words


def number(game: str) -> int:
    """The number of the game that is played."""
    return _game(game)[0]


def acts(game: str) -> list[str]:
    """Steps, and after every fifth one two are taken back, made again, taken back and made by hand."""
    words, done = _game(game)[1], []
    for made, word in enumerate(words, 1):
        done.append(word)
        if made % 5 == 0:
            done += ["Undo", "Undo", "Ctrl+y", "Undo", *words[made - 2 : made]]
    return done[:LENGTH]


def states(game: str) -> list[tuple[tuple[str, ...], Progress]]:
    """The words and the progress that are kept before the first act and after each."""
    session = session_of(find(game), number(game), afresh=True)
    found: list[tuple[tuple[str, ...], Progress]] = [((), Progress(0))]
    for act in acts(game):
        make(session, "Redo" if act == "Ctrl+y" else act)
        kept = session.kept()
        assert kept is not None
        found.append((kept.words, kept.progress))
    return found

"""What the victims of the kill test do: steps, some taken back and made again; and how the game stands after each."""

from __future__ import annotations

from gemport.cli.registry import find
from gemport.store.records import Progress
from tests.games.sessions import make, session_of
from tests.store.table import win

LENGTH = 60
"""Acts; no game is over by then."""


def number(game: str) -> int:
    """The number of the game that is played."""
    return win(game).number


def acts(game: str) -> list[str]:
    """Steps, and after every fifth one two are taken back, made again, taken back and made by hand."""
    words, done = win(game).words, []
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

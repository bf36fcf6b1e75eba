"""A game in its own process that prints a line after each completed act and can be killed at any time."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

from gemport.cli.registry import find
from gemport.store.collection import Progress
from gemport.store.sqlite import Store
from tests.games.freecell.player import Player
from tests.games.grossfamilien.player import Familien
from tests.games.sessions import make, session_of
from tests.games.vierfrei.player import Game
from tests.store.table import win

LENGTH = 60
"""Number of acts, fewer than any of the games takes."""


def number(game: str) -> int:
    return win(game).number


def acts(game: str) -> list[str]:
    """Return the acts: a won game's steps; after every fifth step, two are undone, redone, undone and replayed."""
    words, done = win(game).words, []
    for made, word in enumerate(words, 1):
        done.append(word)
        if made % 5 == 0:
            done += ["Undo", "Undo", "Ctrl+y", "Undo", *words[made - 2 : made]]
    return done[:LENGTH]


def states(game: str) -> list[tuple[tuple[str, ...], Progress]]:
    """Return the words and progress to be saved before the first act and after each act."""
    session = session_of(find(game), number(game), afresh=True)
    found: list[tuple[tuple[str, ...], Progress]] = [((), Progress(0))]
    for act in acts(game):
        make(session, "Redo" if act == "Ctrl+y" else act)
        kept = session.as_unfinished()
        assert kept is not None
        found.append((kept.words, kept.progress))
    return found


def hand(game: str, store: Store) -> Callable[[str], object]:
    """Return a function that performs an act on a running program with mouse or keys."""
    records = store.records(game)
    if game == "freecell":
        player = Player(number(game), records, afresh=True)
        return lambda act: player.key_word(act) if act not in ("Undo", "Ctrl+y") else player.key(act)
    playing = (Game if game == "vierfrei" else Familien)(number(game), records=records, afresh=True)
    return lambda act: playing.play([act]) if act not in ("Undo", "Ctrl+y") else playing.key(act)


if __name__ == "__main__":
    name, folder = sys.argv[1:]
    with Store(Path(folder)) as opened:
        act_out = hand(name, opened)
        for count, act in enumerate(acts(name), 1):
            act_out(act)
            os.write(1, f"{count}\n".encode())
        sys.stdin.read()

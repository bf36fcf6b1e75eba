"""A game in a process of its own that plays, prints a line after each completed act, and may be killed at any time.

Arguments: the game, the folder of the store.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from gemport.store.sqlite import Store
from tests.games.freecell.player import Player
from tests.games.grossfamilien.player import Familien
from tests.games.vierfrei.player import Game
from tests.store.kills.acts import acts, number


def hand(game: str, store: Store) -> Callable[[str], object]:
    """What makes an act with mouse or keys on a running program."""
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

"""FreeCell in a process of its own that plays some moves and then waits to be killed.

Arguments: the folder of the store, a number or ``-`` (take up the game played last), the moves.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from gemport.store.sqlite import Store
from tests.games.freecell.player import Player

if __name__ == "__main__":
    folder, number, *words = sys.argv[1:]
    store = Store(Path(folder))
    wanted = None if number == "-" else int(number)
    player = Player(wanted, store.records("freecell"))
    player.key_words(" ".join(words))
    print(player.session.number, *player.words, flush=True)
    time.sleep(600)

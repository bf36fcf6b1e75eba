"""Baker's Game as a GEM program."""

from __future__ import annotations

from gemport.cards.bakersgame import BakersBoard, bakers_deal

from gemport.cards.deals import MICROSOFT_NUMBERS
from gemport.games.game import EXTRA_KEYS, Game
from gemport.gem.aes.keys import F1, F2, F3, F4, F5, F6, F7, F10, UNDO

GAME = Game(
    name="bakersgame",
    title="Baker's Game",
    numbers=MICROSOFT_NUMBERS,
    board=BakersBoard,
    deal=bakers_deal,
    program_class="BakersGame",
    keys={
        **EXTRA_KEYS,
        **{"about": F1, "new": F2, "select": F3, "statistics": F4, "restart": F5, "messages": F6},
        **{"count columns": F7, "undo": UNDO, "quit": F10},
    },
    counts_losses=True,
)

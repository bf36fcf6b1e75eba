"""VIERFREI as a GEM program."""

from __future__ import annotations

from gemport.cards.deals import NUMBERS
from gemport.cards.vierfrei import VierfreiBoard, vierfrei_deal
from gemport.games.game import EXTRA_KEYS, Game
from gemport.games.vierfrei.program import Vierfrei, load
from gemport.gem.aes.keys import DELETE, F1, F2, F3, F4, F5, F10, UNDO

GAME = Game(
    name="vierfrei",
    title="VIERFREI",
    numbers=NUMBERS,
    board=VierfreiBoard,
    deal=vierfrei_deal,
    files=load,
    program=Vierfrei,
    keys={
        **EXTRA_KEYS,
        "new": F1,
        "select": F2,
        "restart": F3,
        "about": F4,
        "statistics": F5,
        "remove": DELETE,
        "undo": UNDO,
        "quit": F10,
    },
    counts_losses=True,
)

"""VIERFREI as a GEM program."""

from __future__ import annotations

from gemport.cards.deals import NUMBERS
from gemport.cards.vierfrei import VierfreiBoard, vierfrei_deal
from gemport.games.game import EXTRA_KEYS, Game
from gemport.games.vierfrei import resource as rsc
from gemport.gem.aes.keys import DELETE, F1, F2, F3, F4, F5, F10, UNDO

GAME = Game(
    name="vierfrei",
    title="VIERFREI",
    numbers=NUMBERS,
    daily=NUMBERS,
    board=VierfreiBoard,
    deal=vierfrei_deal,
    program_class="Vierfrei",
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
    census="vierfrei",
    own_resources={"de": "VIERFREI.RSC", "en": "VIERFR_E.RSC"},
    # The original's resource has no more objects, and no free strings.
    original={rsc.MENU: 25, rsc.GETNUM: 5, rsc.GRAT: 5, rsc.ABOUT: 5, rsc.WIND: 1},
)

"""FreeCell as a GEM program."""

from __future__ import annotations

from gemport.cards.deals import ALL_MICROSOFT_NUMBERS, MICROSOFT_MILLION, MICROSOFT_NUMBERS
from gemport.cards.freecell import FreeCellBoard, freecell_deal
from gemport.games.game import EXTRA_KEYS, Game
from gemport.gem.aes.keys import F1, F2, F3, F4, F5, F6, F7, F10, UNDO

GAME = Game(
    name="freecell",
    title="FreeCell",
    numbers=ALL_MICROSOFT_NUMBERS,
    new=MICROSOFT_NUMBERS,
    more=MICROSOFT_MILLION,
    daily=MICROSOFT_NUMBERS,
    board=FreeCellBoard,
    deal=freecell_deal,
    program_class="FreeCell",
    keys={
        **EXTRA_KEYS,
        "about": F1,
        "new": F2,
        "select": F3,
        "statistics": F4,
        "restart": F5,
        "messages": F6,
        "count columns": F7,
        "undo": UNDO,
        "quit": F10,
    },
    counts_losses=True,
    census="microsoft",
)

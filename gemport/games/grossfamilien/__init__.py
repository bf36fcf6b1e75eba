"""Großfamilien as a GEM program."""

from __future__ import annotations

from gemport.cards.deals import NUMBERS
from gemport.cards.grossfamilien import FamilyBoard, grossfamilien_deal
from gemport.games.game import EXTRA_KEYS, Game
from gemport.gem.aes.keys import DELETE, F1, F2, F3, F4, F5, F10, UNDO

GAME = Game(
    name="grossfamilien",
    title="Großfamilien",
    numbers=NUMBERS,
    # Of these a way to win is known (docs/grossfamilien.md, Can it be won).
    daily=NUMBERS[:1000],
    board=FamilyBoard,
    deal=grossfamilien_deal,
    program_class="Grossfamilien",
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
    back="grossfamilien/back.img",
)

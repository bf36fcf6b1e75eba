"""Aces Up as a GEM program."""

from __future__ import annotations

from gemport.cards.acesup import AcesUpBoard, acesup_deal
from gemport.patience.acesup.program import AcesUp, load

from gemport.cards.deals import NUMBERS
from gemport.gem.aes.keys import F1, F2, F3, F4, F10, UNDO
from gemport.patience.game import Game

GAME = Game(
    name="acesup",
    title="Aces Up",
    numbers=NUMBERS,
    board=AcesUpBoard,
    deal=acesup_deal,
    files=load,
    program=AcesUp,
    keys={"new": F1, "select": F2, "restart": F3, "about": F4, "undo": UNDO, "quit": F10},
)

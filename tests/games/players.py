"""The players of all games, parametrizations that run a test for each of them, and games that need long analysis."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

import pytest

from gemport.cards.cells import CELLS
from gemport.cards.grossfamilien import STOCK, TURNED
from tests.games.freecell.player import Player
from tests.games.grossfamilien.player import Familien, pile_board, recorded
from tests.games.hand import Hand
from tests.games.vierfrei.player import Game, plain_files

__all__ = ["Familien", "Game", "Hand", "Hands", "Player", "cell_games", "drags", "every_game"]
__all__ += ["pile_board", "plain_files", "recorded"]

Hands: TypeAlias = type[Hand[Any]]
Begin: TypeAlias = Callable[..., Hand[Any]]
every_game = pytest.mark.parametrize("kind", [Game, Player, Familien])
drags = pytest.mark.parametrize(
    ("kind", "source", "target"), [(Game, 0, CELLS[0]), (Player, 0, CELLS[0]), (Familien, STOCK, TURNED)]
)
"""A card that can be dragged from one place to another."""
cell_games = pytest.mark.parametrize("kind", [Game, Player])
vierfrei = partial(Game, lang="en")
freecell = Player
both = pytest.mark.parametrize("game", [vierfrei, freecell], ids=["vierfrei", "freecell"])
"""The cell games, in English."""
HARD = 11982
"""An impossible game of FreeCell that takes long to analyse."""
LOST = 5, "3b 1c 2d 1a 38 15 c1 2c 18 81 18 81 18 81", 7
"""A game of FreeCell, moves to a lost position, and the number of undos that make it winnable again."""
LONG_LOST = 42, "7a 8c 3b ad da 8d 37 4h 46 32 3h 2h 72 27", 9
"""The same for VIERFREI."""


def solve_it(watched: Hand[Any]) -> None:
    """Show the solution to the end, and play on from its last position."""
    watched.key("Ctrl+l", "Undo", "P", "P")
    assert watched.board.won

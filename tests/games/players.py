"""The hands of all games, and tests that are run with each of them."""

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
every_game = pytest.mark.parametrize("kind", [Game, Player, Familien])
drags = pytest.mark.parametrize(
    ("kind", "source", "target"), [(Game, 0, CELLS[0]), (Player, 0, CELLS[0]), (Familien, STOCK, TURNED)]
)
"""A card that can go from one place to another."""
cell_games = pytest.mark.parametrize("kind", [Game, Player])

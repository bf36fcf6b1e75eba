"""The hands of all games, and tests that are run with each of them."""

from typing import Any, TypeAlias

import pytest

from tests.games.freecell.player import Player
from tests.games.grossfamilien.player import Familien, pile_board, recorded
from tests.games.hand import Hand
from tests.games.vierfrei.player import Game, plain_files

__all__ = ["Familien", "Game", "Hand", "Hands", "Player", "cell_games", "every_game"]
__all__ += ["pile_board", "plain_files", "recorded"]

Hands: TypeAlias = type[Hand[Any]]
every_game = pytest.mark.parametrize("kind", [Game, Player, Familien])
cell_games = pytest.mark.parametrize("kind", [Game, Player])

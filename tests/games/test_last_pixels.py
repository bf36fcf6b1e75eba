"""Clicks and drops count up to the last pixel of a card, and drops no further."""

from itertools import product
from typing import Any

import pytest

from gemport.cards.grossfamilien import STOCK
from gemport.play.basics import CLICK_MOVES
from gemport.play.deck import CARD_WIDTH
from tests.games.players import Familien, Game, Hand, Hands, Player, drags
from tests.games.test_exchange import choose


def height(game: Hand[Any], place: int) -> int:
    return game.program.table.layout.slots[place].height


@pytest.mark.parametrize(("kind", "place"), [(Game, 0), (Player, 0), (Familien, STOCK)])
def test_a_card_is_clicked_at_each_of_its_corners(kind: Hands, place: int) -> None:
    game = kind(5)
    choose(game, CLICK_MOVES)
    x, y = game.corner(place)
    # A card that is taken at its two leftmost pixels is dropped beside it, as in the original.
    for dx, dy in product((2, CARD_WIDTH - 1), (0, height(game, place) - 1)):
        game.click((x + dx, y + dy))
        assert len(game.board.words()) == 1, (dx, dy)
        game.key("Undo")
        game.wait()


def test_freecell_selects_a_card_that_is_clicked_at_each_of_its_corners() -> None:
    player = Player(5)
    x, y = player.corner(0)
    for dx, dy in product((2, CARD_WIDTH - 1), (0, height(player, 0) - 1)):
        player.click((x + dx, y + dy))
        assert player.selected is not None
        assert player.selected.place == 0
        player.key("Esc")
        player.wait()


@drags
def test_a_card_is_dropped_on_each_corner_of_a_place(kind: Hands, source: int, target: int) -> None:
    game = kind(5)
    x, y = game.corner(target)
    right, below = x + CARD_WIDTH, y + height(game, target)
    for at in ((x, y), (right - 1, y), (x, below - 1), (right - 1, below - 1)):
        game.drag(game.at(source), at)
        assert len(game.board.words()) == 1, at
        game.key("Undo")
    for at in ((right, y), (x, below)):
        game.drag(game.at(source), at)
        assert game.board.words() == [], at

"""Another window gets the keyboard and the mouse while a card is dragged."""

import pytest

from gemport.cards.cells import CELLS
from gemport.hosts import keysyms as host
from gemport.hosts.inputs import Inputs
from tests.games.players import Game


@pytest.mark.parametrize("button", ["the mouse's", "a key's"])
def test_nothing_moves_when_the_focus_is_lost_in_a_drag(button: str) -> None:
    game = Game()
    inputs = Inputs(game.machine, lambda: None, lambda _due: None)
    picture = game.picture()
    inputs.point(*game.at(0))
    if button == "a key's":
        inputs.press_key(host.LALT, 0)
        inputs.press_key(host.INSERT, host.MOD_ALT)
    else:
        inputs.press(1)
    inputs.point(*game.at(CELLS[0]))
    assert game.picture() != picture
    inputs.let_go()
    game.machine.settle()
    assert game.board.words() == []

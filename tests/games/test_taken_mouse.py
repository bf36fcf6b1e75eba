"""The mouse is taken away in the middle of a drag, as by a gesture of a phone: what was dragged goes back."""

import pytest

from gemport.cards.cells import CELLS
from gemport.cards.grossfamilien import STOCK
from gemport.gem import LEFT
from tests.games.players import Familien, Game, Hands, Player, drags


@drags
@pytest.mark.parametrize("way", ["over another place", "where it was", "in the time of a double click"])
def test_a_card_goes_back(kind: Hands, source: int, target: int, way: str) -> None:
    game = kind()
    game.move(game.at(source))
    before = game.picture()
    if way == "in the time of a double click":
        game.machine.mouse_button(LEFT, True)
    else:
        game.press()
        game.move(game.at(target))
    if way == "where it was":
        game.move(game.at(source))
    game.machine.take_mouse()
    game.machine.settle()
    assert (game.board.words(), game.picture()) == ([], before)
    # The next drag is one like any other.
    game.drag(game.at(source), game.at(target))
    assert len(game.board.words()) == 1


def test_the_talon_is_not_clicked() -> None:
    game = Familien()
    game.click(game.at(STOCK))
    words = game.board.words()
    game.press(game.at(STOCK))
    game.machine.take_mouse()
    game.machine.settle()
    assert game.board.words() == words


def test_a_window_goes_back() -> None:
    game = Game()
    before = game.picture()
    work = game.program.table.work
    game.press((work.x + 200, work.y - 8))
    game.move((work.x + 240, work.y + 40))
    game.machine.take_mouse()
    game.machine.settle()
    assert game.picture() == before


def test_a_button_of_a_box_is_not_pressed() -> None:
    game = Player(1, lang="en")
    game.drag(game.at(0), game.at(CELLS[0]))
    game.key("F10")
    asked = game.asked
    assert asked
    game.press(game.alert_button(1))
    game.machine.take_mouse()
    game.machine.settle()
    assert (game.asked, game.machine.finished) == (asked, False)

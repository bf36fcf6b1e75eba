"""The screen gets another size in the middle of a game, as when a phone is turned: the game goes on on the new one."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from gemport.cards.cells import CELLS
from tests.games.players import Game, Hand, Hands, Player, drags
from tests.games.test_exchange import choose

LYING, UPRIGHT = (640, 400), (500, 860)


def turn(game: Hand[Any], size: tuple[int, int]) -> None:
    game.machine.resize(*size)
    game.machine.settle()


def nothing(_game: Hand[Any]) -> None:
    pass


@drags
@pytest.mark.parametrize(
    "then",
    [nothing, partial(choose, name="select"), partial(choose, name="about")],
    ids=["the table", "the box for a number", "about the game"],
)
def test_a_turned_game_looks_as_if_it_had_begun_so(
    kind: Hands, source: int, target: int, then: Callable[[Hand[Any]], object]
) -> None:
    pictures = []
    for sizes in ((LYING, UPRIGHT, LYING), (LYING,), (LYING, UPRIGHT), (UPRIGHT,)):
        game = kind(size=sizes[0])
        game.drag(game.at(source), game.at(target))
        then(game)
        for size in sizes[1:]:
            turn(game, size)
        game.move((300, 200))
        pictures.append(game.picture())
        assert len(game.board.words()) == 1
    assert pictures[0] == pictures[1]
    assert pictures[2] == pictures[3]


@drags
def test_a_shrunk_window_is_blown_up_on_the_new_screen(kind: Hands, source: int, target: int) -> None:
    game = kind()
    game.drag(game.at(source), game.at(target))
    game.fuller()
    turn(game, UPRIGHT)
    game.fuller()
    other = kind(size=UPRIGHT)
    other.drag(other.at(source), other.at(target))
    assert game.picture() == other.picture()


@drags
def test_a_dragged_card_goes_back(kind: Hands, source: int, target: int) -> None:
    game = kind()
    game.press(game.at(source))
    game.move(game.at(target))
    turn(game, UPRIGHT)
    assert (game.board.words(), game.picture()) == ([], kind(size=UPRIGHT).picture())
    game.release()
    game.drag(game.at(source), game.at(target))
    assert len(game.board.words()) == 1


def test_an_open_menu_closes() -> None:
    game = Game()
    game.move((80, 8))
    assert game.picture() != Game().picture()
    turn(game, UPRIGHT)
    game.move((300, 300))
    assert game.picture() == Game(size=UPRIGHT).picture()


def test_an_alert_is_answered_first() -> None:
    game = Player()
    game.drag(game.at(0), game.at(CELLS[0]))
    game.key("F10")
    assert game.asked
    turn(game, UPRIGHT)
    assert (game.machine.width, game.machine.height) == LYING
    turn(game, (500, 700))
    game.key("Esc")
    assert (game.machine.width, game.machine.height) == (500, 700)
    assert len(game.picture()) == 512 * 700 // 8


def test_a_change_that_is_taken_back_while_an_alert_is_open_is_none() -> None:
    game = Player()
    game.drag(game.at(0), game.at(CELLS[0]))
    before = game.picture()
    game.key("F10")
    turn(game, UPRIGHT)
    turn(game, LYING)
    game.key("Esc")
    assert game.picture() == before


def test_a_box_that_moves_comes_to_its_end() -> None:
    game = Game()
    game.drag(game.at(0), game.at(CELLS[0]))
    game.machine.key(0x6100)
    game.machine.resize(*UPRIGHT)
    assert game.machine.height == LYING[1]
    game.machine.settle()
    assert (game.board.words(), game.picture()) == ([], Game(size=UPRIGHT).picture())


def test_a_window_that_would_lie_beyond_the_screen_comes_back() -> None:
    game = Game(size=(1280, 960))
    game.drag_window(600, 400)
    turn(game, LYING)
    assert game.picture() == Game().picture()

"""What moves with the pointer when cards are dragged: the outline, the cards themselves, or nothing."""

from typing import Any

import pytest

from gemport.cards.vierfrei import VierfreiBoard
from gemport.hosts.events import BUTTONS, Event
from gemport.play.deck import CARD_HEIGHT, CARD_WIDTH
from gemport.settings import Dragging
from tests.cards.cells.strategies import cell_board
from tests.games.players import Familien, Game, Hand, Hands, Player

COLUMNS = ["KC QD JC", "KS", "9S", "AH"]
BY = 150, 60


def holding(game: Hand[Any], place: int, index: int = -1) -> None:
    """Press the button on a card and move it by BY."""
    x, y = game.at(place, index)
    game.do(Event(0, "press", x, y, button=BUTTONS["left"]))
    for third in (1, 2, 3):
        game.do(Event(0, "move", x + BY[0] * third // 3, y + BY[1] * third // 3))


def let_go(game: Hand[Any], at: tuple[int, int] | None = None) -> None:
    if at is not None:
        game.do(Event(0, "move", *at))
    game.do(Event(0, "release", button=BUTTONS["left"]))


def table(dragging: Dragging) -> Game:
    game = Game(42)
    game.program.table.looks.dragging = dragging
    game.put(cell_board(VierfreiBoard, COLUMNS))
    return game


def test_the_card_is_under_the_pointer_and_not_where_it_was() -> None:
    game = table(Dragging.CARD)
    x, y = (at + 4 for at in game.corner(2))
    inner = CARD_WIDTH - 8, CARD_HEIGHT - 8
    card, before = game.pixels(x, y, *inner), game.picture()
    holding(game, 2)
    assert game.pixels(x + BY[0], y + BY[1], *inner) == card != game.pixels(x, y, *inner)
    # Put down in a gap it goes back, and nothing is left of its way.
    let_go(game, (x + 20, 395))
    assert game.picture() == before


def test_a_run_moves_as_it_lies() -> None:
    game = table(Dragging.CARD)
    holding(game, 0, 1)
    assert game.program.table.board.columns[0] == game.board.columns[0][:1]
    assert len(game.board.columns[0]) == 3
    let_go(game, game.at(1))
    assert [len(column) for column in game.board.columns[:2]] == [1, 3]
    assert game.picture() == game.full_picture()


@pytest.mark.parametrize("kind", [Player, Familien])
def test_every_game_drags_cards(kind: Hands) -> None:
    game = kind(5)
    game.program.table.looks.dragging = Dragging.CARD
    before = game.full_picture()
    holding(game, 0)
    assert game.program.table.past is not None
    assert game.picture() != before
    game.machine.take_mouse()
    assert game.picture() == before
    assert game.program.table.past is None


def test_nothing_moves_where_that_is_wanted() -> None:
    game = table(Dragging.NOTHING)
    before = game.machine.frame(pointer=False).to_bytes()
    holding(game, 2)
    assert game.machine.frame(pointer=False).to_bytes() == before
    let_go(game, game.at(56))
    assert game.board.words() == ["3a"]

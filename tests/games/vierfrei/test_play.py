"""Playing VIERFREI with the mouse: presses, drags, drops, and when the bell rings (docs/vierfrei.md 5)."""

import pytest

from gemport.cards.vierfrei import VierfreiBoard
from tests.cards.cells.strategies import cell_board
from tests.games.players import Game

CELL_C = 58


def board(*columns: str, cells: str = "") -> VierfreiBoard:
    """Return a position; the missing cards do not matter for the bell and the moves."""
    return cell_board(VierfreiBoard, columns, cells)


@pytest.fixture
def game() -> Game:
    return Game(42)


RUN = ("9H 8S 7D", "TS", "2C", "3C", "4C", "6C", "8C", "KD")


@pytest.mark.parametrize(
    ("position", "acts", "words", "bells"),
    [
        *((None, f"4>{column}", "", 1) for column in "235678"),
        (None, "4>H 4>S 4>D", "", 3),
        (None, "4>C", "4h", 0),
        (None, "1>b 2>b", "1b", 1),
        # A complete run moves if there are enough free places, in the original's order, and only to a column.
        (board("KC 9H 8S 7D", *RUN[1:]), "1.1>2", "1d 1c 12 c2 d2", 0),
        (board(*RUN, cells="AD AH AS"), "1.0>2", "", 1),
        (board(*RUN, cells="AD AH"), "1.0>2", "1d 1c 12 c2 d2", 0),
        (board("9H 8S", "TS"), "1.0>a 1.0>C", "", 2),
        # Pressing a place without a movable card does not ring.
        (None, "1.0>a", "", 0),
        (None, "4>C C>a", "4h", 0),
        # Right+left click moves the card and all cards below it to free cells, whether or not they form a run.
        (None, "+1.4", "1d 1c 1b", 0),
        (None, "2>a +1.3", "2a", 1),
        (None, "4>C 1>c +C +c +b", "4h 1c", 2),
        (None, "-1", "", 0),
        (None, "Delete", "4h", 0),
        (None, "Delete Delete", "4h", 0),
    ],
)
def test_what_is_done_makes_these_moves_and_rings_so_often(
    game: Game, position: VierfreiBoard | None, acts: str, words: str, bells: int
) -> None:
    if position is not None:
        game.put(position.copy())
    assert (game.act(acts), " ".join(game.words)) == (bells, words)
    game.move((320, 399))
    assert game.picture() == game.full_picture()


def test_a_drag_beyond_the_window_ends_at_its_edge(game: Game) -> None:
    for position, target, y, word in ((None, CELL_C, 0, "1c"), (board("9H", "TS"), 1, 399, "12")):
        if position is not None:
            game.put(position)
        x, _ = game.at(target)
        assert game.drag(game.at(0), (x, y)) == 0
        assert game.words == [word]

"""VIERFREI says when no move is left."""

from gemport.cards.vierfrei import VierfreiBoard
from gemport.games.vierfrei import vierfrei_rsc as rsc
from gemport.play.gamefiles import Files
from gemport.play.infoline import Counter
from gemport.store.statistics import Outcome
from tests.cards.cells.strategies import cell_board
from tests.games.sessions import Book
from tests.games.vierfrei.player import Game, files, plain_files

LAST_MOVE = 0, 59
BUTTONS = (210, 232), (308, 232), (406, 232)
"""Points on the alert's three buttons."""


def nearly_stuck(used: Files | None = None) -> Game:
    """One more card into the last free place, and nothing moves."""
    game = Game(42, used=used)
    board = cell_board(VierfreiBoard, ["9C 5C", "9S", "KC", "KS", "QC", "QS", "JC", "JS"], "2H 2D 3H")
    board.number = 42
    game.put(board)
    for _ in range(2):
        game.fuller()
    return game


def stuck(used: Files | None = None) -> Game:
    game = nearly_stuck(used)
    game.drag(game.at(LAST_MOVE[0]), game.at(LAST_MOVE[1]))
    assert game.board.lost
    return game


def test_return_takes_the_last_move_back() -> None:
    before = nearly_stuck().picture()
    game = stuck()
    game.key("Return")
    assert (game.board.moves_made, game.board.lost) == (0, False)
    assert game.picture() == before
    # Said again when it is so again.
    game.key("Ctrl+y")
    assert game.board.moves_made == 1
    game.key("Return")
    assert game.board.moves_made == 0
    assert game.picture() == before


def test_the_other_buttons_deal_the_game_again_or_leave_it_as_it_is() -> None:
    game = stuck()
    game.click(BUTTONS[1])
    assert (game.board.number, game.board.moves_made, len(game.board.columns[0])) == (42, 0, 7)
    game = stuck()
    game.click(BUTTONS[2])
    assert game.board.moves_made == 1
    game.key("Undo")
    assert game.board.moves_made == 0


def test_with_the_counter_on_the_info_line_says_it_and_no_box_is_in_the_way() -> None:
    game = nearly_stuck()
    game.key("Ctrl+t")
    assert "kein Zug" not in game.program.feature(Counter).text()
    game.drag(game.at(LAST_MOVE[0]), game.at(LAST_MOVE[1]))
    text = game.program.feature(Counter).text()
    assert "kein Zug" in text
    assert "Verloren" in text
    assert game.outcomes == [(42, Outcome.LOST)]
    assert "verloren" in files("de").resource.strings[rsc.STUCK]
    game.key("Undo")
    assert game.board.moves_made == 0


def test_with_the_originals_resource_nothing_is_said_and_nothing_lost() -> None:
    game = stuck(plain_files())
    game.key("Undo")
    assert game.board.moves_made == 0
    assert isinstance(game.records, Book)
    assert game.records.outcomes == []

"""VIERFREI says when no move is left."""

import pytest

from gemport.cards.vierfrei import VierfreiBoard
from gemport.games.vierfrei import vierfrei_rsc as rsc
from gemport.play.gamefiles import Files
from gemport.play.infoline import Counter
from gemport.store.statistics import Outcome
from tests.cards.cells.strategies import cell_board
from tests.games.vierfrei.player import Game, files, plain_files


def nearly_stuck(used: Files | None = None) -> Game:
    """One more card into the last free place, and nothing moves."""
    game = Game(42, used=used)
    board = cell_board(VierfreiBoard, ["9C 5C", "9S", "KC", "KS", "QC", "QS", "JC", "JS"], "2H 2D 3H")
    board.number = 42
    game.put(board)
    return game


def stuck(used: Files | None = None) -> Game:
    game = nearly_stuck(used)
    game.act("1>d")
    assert game.board.lost
    return game


@pytest.mark.parametrize(
    ("keys", "moves", "cards"),
    [("Return", 0, 2), ("Return Ctrl+y Return", 0, 2), ("Tab Return", 0, 7), ("Esc", 1, 1), ("Esc Undo", 0, 2)],
)
def test_the_alert_takes_the_move_back_deals_the_game_again_or_leaves_it(keys: str, moves: int, cards: int) -> None:
    game = stuck()
    game.key(*keys.split())
    assert (game.asked, game.board.number, game.board.moves_made) == ("", 42, moves)
    assert len(game.board.columns[0]) == cards
    assert game.picture() == game.full_picture()


def test_with_the_counter_on_the_info_line_says_it_and_no_box_is_in_the_way() -> None:
    game = nearly_stuck()
    game.key("Ctrl+t")
    assert "kein Zug" not in game.program.feature(Counter).text()
    game.act("1>d")
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
    assert game.outcomes == []

"""The switches in each game's Options: cards that go home by themselves, and clicks that move a card."""

from typing import Any

import pytest

from gemport.cards.cells import GoHome
from gemport.cards.freecell import FreeCellBoard
from gemport.cards.vierfrei import VierfreiBoard
from gemport.gem import ObState
from gemport.play.basics import ALL_HOME, CLICK_MOVES, GO_HOME
from tests.cards.cells.strategies import cell_board
from tests.games.players import Familien, Game, Hand, Hands, Player, cell_games, every_game, pile_board, plain_files
from tests.games.test_exchange import choose

START = ["2C AC KD", "AH", "AD", "9S TD", "TS 5H"]
CELL = 56


def checked(game: Hand[Any], name: str) -> bool:
    return bool(game.program.menu[game.program.items[name]].ob_state & ObState.CHECKED)


@every_game
def test_they_are_as_the_originals_have_it_until_switched_and_then_stay_so(kind: Hands) -> None:
    game = kind(5)
    assert (checked(game, GO_HOME), checked(game, CLICK_MOVES)) == (kind is Player, False)
    choose(game, GO_HOME)
    choose(game, CLICK_MOVES)
    again = kind(6, records=game.records)
    assert (checked(again, GO_HOME), checked(again, CLICK_MOVES)) == (kind is not Player, True)


def test_the_original_has_none_of_them() -> None:
    game = Game(5)
    choose(game, GO_HOME)
    choose(game, CLICK_MOVES)
    original = Game(5, records=game.records, used=plain_files())
    assert not any(original.program.play.options.values())
    original.put(cell_board(VierfreiBoard, START))
    before = original.full_picture()
    original.click(original.at(0))
    assert original.full_picture() == before
    original.drag(original.at(0), original.at(CELL))
    assert original.board.words() == ["1a"]


def test_in_vierfrei_cards_go_home_as_with_delete_a_step_each() -> None:
    game = Game(5)
    choose(game, GO_HOME)
    game.put(cell_board(VierfreiBoard, START))
    game.drag(game.at(0), game.at(CELL))
    assert game.board.words() == ["1a", "1h", "2h", "3h", "1h"]
    # What is taken back stays so until the next move.
    for _ in range(4):
        choose(game, "undo")
    assert game.board.words() == ["1a"]
    choose(game, "redo")
    assert game.board.words() == ["1a", "1h"]


@cell_games
def test_all_that_can_go_home(kind: Hands) -> None:
    game = kind(5)
    menu = game.program.menu
    if kind is Game:
        assert menu[game.program.items[ALL_HOME]].ob_state & ObState.DISABLED
        choose(game, GO_HOME)
    choose(game, ALL_HOME)
    # A red three that nobody needs to wait for any more, and a black four that one might lie on.
    board: Any = cell_board(kind.game.board, ["9S KD", "AH", "2H", "3H"])
    if kind is Player:
        board.goes_home = game.board.goes_home
    game.put(board)
    game.drag(game.at(0), game.at(CELL))
    assert game.board.foundations == [0, 3, 0, 0]
    again = kind(6, records=game.records)
    assert checked(again, ALL_HOME)
    choose(again, GO_HOME)
    assert again.program.menu[again.program.items[ALL_HOME]].ob_state & ObState.DISABLED


@pytest.mark.parametrize(("every", "words"), [(False, ["a2-a3", "a1-h"]), (True, ["a2-a3", "a1-h", "a4-h"])])
def test_in_grossfamilien_cards_of_no_further_use_go_home_or_all_that_can(every: bool, words: list[str]) -> None:
    game = Familien()
    choose(game, GO_HOME)
    if every:
        choose(game, ALL_HOME)
    game.put(pile_board(f"9S QC, 8S 5D, 4H 6D, 4H AH, {', '.join(['KD'] * 12)}", "2D 3D", families=(14, 0, 0, 0)))
    game.drag(game.at(1), game.at(2))
    # The family of clubs is built downwards; an ace of hearts may still be of use.
    assert game.board.words() == words


def test_in_grossfamilien_no_card_is_turned_where_one_that_went_home_left_a_place_free() -> None:
    game = Familien()
    choose(game, GO_HOME)
    choose(game, ALL_HOME)
    game.put(pile_board(f"AC, {', '.join(['KD'] * 15)}", "2D 3D", "9S", "8S"))
    assert game.click(game.at(60)) == 0
    assert (game.board.words(), game.asked) == (["o-w", "a1-h"], "")


def test_in_freecell_they_stay_when_that_is_switched_off_also_in_a_game_dealt_later() -> None:
    game = Player(5)
    choose(game, GO_HOME)
    board = cell_board(FreeCellBoard, START)
    board.goes_home = game.board.goes_home
    game.put(board)
    game.drag(game.at(0), game.at(CELL))
    assert (game.board.words(), game.board.home) == (["1a!"], 0)
    choose(game, GO_HOME)
    game.drag(game.at(3), game.at(6))
    assert (game.board.words(), game.board.home) == (["1a!", "47"], 4)
    choose(game, GO_HOME)
    choose(game, "new")
    assert game.board.goes_home is GoHome.NONE


@cell_games
@pytest.mark.parametrize(
    ("columns", "cells", "clicked", "word"),
    [
        # Home first, then onto a card, then a cell; a king and a run to an empty column.
        (["9S AC", "2H"], "", (0, 1), "1h"),
        (["KC 8D", "9S", "9C"], "", (0, 1), "12"),
        (["KC 8D", "5S"], "", (0, 1), "1a"),
        (["8C KD", "5S"], "", (0, 1), "13"),
        (["KC 8D 7S 6D", "9S"], "", (0, 1), "12x3"),
        (["2C 8D 7S 6D", "TS"], "", (0, 2), "13x2"),
        (["5S", "6C"], "KD QC", (CELL, 0), "a3"),
        (["5S", "6H"], "", (0, 0), "12"),
    ],
)
def test_a_click_moves_a_card_to_its_best_place(
    kind: Hands, columns: list[str], cells: str, clicked: tuple[int, int], word: str
) -> None:
    game = kind(5, lang="en")
    choose(game, GO_HOME)
    choose(game, GO_HOME)
    choose(game, CLICK_MOVES)
    board: Any = cell_board(kind.game.board, columns, cells)
    if kind is Player:
        board.goes_home = GoHome.NONE
    game.put(board)
    source, target, count = word[0], word[1], int(word[3:] or 1)
    before = len(board.piles[clicked[0]])
    goal = board.parse_move(source + target).target
    assert game.click(game.at(*clicked)) == 0
    assert len(board.piles[clicked[0]]) == before - count
    assert board.piles[goal]
    assert game.program.table.selected is None


@cell_games
def test_a_click_on_a_card_without_a_better_place_moves_nothing(kind: Hands) -> None:
    game = kind(5)
    choose(game, CLICK_MOVES)
    game.put(cell_board(kind.game.board, ["KC", "2S 8D"], "QS QC JS JC"))
    bells = game.click(game.at(0))
    # VIERFREI rings, FreeCell selects.
    assert (bells, game.program.table.selected is not None) == ((1, False) if kind is Game else (0, True))
    game.key("Esc")
    game.click(game.at(1, 0))
    assert game.board.words() == []


@cell_games
def test_the_second_press_of_a_double_click_moves_no_other_card(kind: Hands) -> None:
    game = kind(5)
    choose(game, CLICK_MOVES)
    game.put(cell_board(kind.game.board, ["3D 5S", "KH"]))
    at = game.at(0)
    game.click(at)
    game.click(at)
    assert game.board.words() == ["1a"]


def test_a_card_that_is_dragged_and_put_back_is_not_clicked() -> None:
    game = Game(5)
    choose(game, CLICK_MOVES)
    game.put(cell_board(VierfreiBoard, ["KC 8D", "9S"]))
    x, y = game.at(0)
    game.drag((x, y), (x, y + 150))
    assert game.board.words() == []


def test_in_grossfamilien_a_click_sends_a_card_to_its_family_or_another_pile() -> None:
    game = Familien()
    choose(game, CLICK_MOVES)
    rest = ", ".join(["KD"] * 12)
    game.put(pile_board(f"9H AC, 5S, 6S 4S, 7H 9C, {rest}", talon="2D 3D", turned="AH"))
    game.click(game.at(0))
    game.machine.advance(1000)
    game.click(game.at(2))
    game.machine.advance(1000)
    game.click(game.at(61))
    assert game.board.words() == ["a1-h", "a3-a2", "o-h"]

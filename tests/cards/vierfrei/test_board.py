"""VIERFREI: several cards at once, Delete, right+left button, the number of moves."""

import pytest
from hypothesis import given, settings

from gemport.cards.card import card_names
from gemport.cards.cells import CellRule
from gemport.cards.freecell import FreeCellBoard
from gemport.cards.moves import IllegalMove, PileRule
from gemport.cards.vierfrei import VierfreiBoard, vierfrei_removes
from tests.cards.cells.strategies import RunCase, cell_board, run_cases


def test_the_limit_grows_slower_than_freecells_from_three_empty_columns_on() -> None:
    vierfrei, freecell = cell_board(VierfreiBoard, []), cell_board(FreeCellBoard, [])
    assert [vierfrei.limit(4, columns) for columns in range(5)] == [5, 10, 20, 35, 55]
    assert [freecell.limit(4, columns) for columns in range(5)] == [5, 10, 20, 40, 80]
    assert [vierfrei.limit(cells, 0) for cells in range(5)] == [1, 2, 3, 4, 5]


@settings(deadline=None)
@given(run_cases())
def test_a_several_card_move_is_legal_card_by_card_and_leaves_all_else_as_it_was(case: RunCase) -> None:
    board = VierfreiBoard(case.columns, case.cells)
    room = board.room(case.target)
    if case.count > room:
        with pytest.raises(IllegalMove) as caught:
            board.supermove(case.source, case.count, case.target)
        assert caught.value.refusal.rule is CellRule.NO_ROOM
        assert (caught.value.refusal.wanted, caught.value.refusal.room) == (case.count, room)
        return
    moves = board.supermove(case.source, case.count, case.target)
    assert board.columns == case.columns
    for move in moves:
        assert board.move(move.source, move.target) == move
    wanted = [column.copy() for column in case.columns]
    wanted[case.target] += wanted[case.source][-case.count :]
    del wanted[case.source][-case.count :]
    assert board.columns == wanted
    assert board.cells == case.cells


def test_one_card_is_moved_directly_wherever_it_may_go() -> None:
    board = cell_board(VierfreiBoard, ["9C", "TD"])
    assert list(map(str, board.supermove(0, 1, 1))) == ["12"]
    assert list(map(str, board.supermove(0, 1, 59))) == ["1d"]
    with pytest.raises(IllegalMove):
        board.supermove(0, 1, 52)


def test_an_empty_place_has_no_step() -> None:
    board = cell_board(VierfreiBoard, ["9C"])
    for place in (1, 55, 56):
        with pytest.raises(IllegalMove) as caught:
            board.step(place, 2)
        assert caught.value.refusal.rule is PileRule.NO_CARD


@pytest.mark.parametrize(
    ("card", "foundations", "removed"),
    [
        ("AC", (0, 0, 0, 0), True),
        ("2C", (1, 0, 0, 0), True),
        ("3C", (2, 2, 0, 1), False),
        ("3C", (2, 2, 0, 2), True),
        ("3H", (2, 2, 2, 0), True),
        ("3H", (2, 2, 1, 13), False),
        ("4S", (0, 3, 2, 3), False),
        ("KD", (12, 0, 12, 12), True),
    ],
)
def test_delete_removes_aces_twos_and_what_the_other_colour_no_longer_needs(
    card: str, foundations: tuple[int, ...], removed: bool
) -> None:
    board = cell_board(VierfreiBoard, [card], foundations=foundations)
    assert bool(board.sweep(vierfrei_removes)) == removed


def test_delete_takes_free_places_first_then_columns_pass_after_pass() -> None:
    board = cell_board(VierfreiBoard, ["3C 2C", "KH AH", "2D AD"], "AC 2H")
    moves = board.sweep(vierfrei_removes)
    assert list(map(str, moves)) == ["ah", "1h", "2h", "3h", "bh", "3h", "1h"]
    assert board.cells[0] is not None
    for move in moves:
        board.move(move.source, move.target)
    assert board.foundations == [3, 2, 0, 2]
    assert board.sweep(vierfrei_removes) == []


def test_a_right_click_takes_the_card_and_all_below_to_free_places_from_the_right() -> None:
    board = cell_board(VierfreiBoard, ["KC 5D 9H 2S"], "- 7C")
    moves = board.to_cells(0, 1)
    assert moves is not None
    assert list(map(str, moves)) == ["1d", "1c", "1a"]
    assert card_names(move.card for move in moves) == ["2S", "9H", "5D"]
    assert board.to_cells(0, 0) is None
    short = board.to_cells(0, 3)
    assert short is not None
    assert list(map(str, short)) == ["1d"]
    assert cell_board(VierfreiBoard, ["KC 5D 9H"], "- 7C").to_cells(0, 0) is not None


@pytest.mark.parametrize(("place", "index"), [(57, 0), (52, 0), (1, 0), (0, 4), (0, -1)])
def test_a_right_click_on_anything_but_a_column_card_does_nothing(place: int, index: int) -> None:
    assert cell_board(VierfreiBoard, ["KC 5D 9H 2S"], "- 7C", (1, 0, 0, 0)).to_cells(place, index) is None


def test_won_with_52_cards_home_and_undo_still_works() -> None:
    board = cell_board(VierfreiBoard, ["KD"], foundations=(13, 13, 13, 12))
    assert not board.won
    board.move(0, 55)
    assert board.won
    assert board.undo().word == "1h"
    assert not board.won


def test_a_position_without_a_number_has_no_next_game() -> None:
    assert cell_board(VierfreiBoard, ["KD"]).next_number is None

"""FreeCell: what goes home by itself, runs and their targets, why a move is refused, undo and redo, a lost game."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemport.cards.card import parse_card, parse_cards
from gemport.cards.cells import CellRule, GoHome
from gemport.cards.freecell import FreeCellBoard
from gemport.cards.moves import FOUNDATIONS, IllegalMove, PlaceError, Refusal
from tests.cards.cells.strategies import RunCase, cell_board, run_cases


@pytest.mark.parametrize(
    ("card", "foundations", "goes"),
    [
        ("AC", (0, 0, 0, 0), True),
        ("2C", (1, 1, 0, 0), False),
        ("2C", (1, 1, 0, 1), True),
        ("5H", (4, 4, 3, 0), False),
        ("5H", (4, 4, 4, 0), True),
        ("6H", (13, 4, 13, 0), False),
    ],
)
def test_a_card_goes_home_when_all_lower_ones_of_the_other_colour_have(
    card: str, foundations: tuple[int, ...], goes: bool
) -> None:
    board = cell_board(FreeCellBoard, [card], foundations=foundations)
    assert bool(board.sweep(board.sends_home)) == goes


def played_again(start: Sequence[str], board: FreeCellBoard) -> list[FreeCellBoard]:
    """The words of a game, played whatever goes home by itself: they give the same position."""
    boards = []
    for goes_home in GoHome:
        again = cell_board(FreeCellBoard, start)
        again.goes_home = goes_home
        for word in board.words():
            again.play_word(word)
        assert (again.position(), again.words()) == (board.position(), board.words())
        boards.append(again)
    return boards


def test_with_it_switched_off_nothing_goes_home_and_words_say_so() -> None:
    start = ["2C AC KD", "AH", "AD", "9S TD"]
    board = cell_board(FreeCellBoard, start)
    board.goes_home = GoHome.NONE
    words = [board.play(0, 56).word, board.play(0, 4).word, board.play(3, 5).word]
    assert (words, board.foundations) == (["1a!", "15!", "46!"], [0] * 4)
    assert board.one_card(1, FOUNDATIONS[0] + 1).word == "2h!"
    for again in played_again(start, board):
        # A word of any version without the mark means what it always did.
        again.play_word("5h")
        assert again.foundations == [2, 1, 0, 1]
    # Where nothing could have gone home there is nothing to say.
    board = cell_board(FreeCellBoard, ["9S TD"])
    board.goes_home = GoHome.NONE
    assert board.play(0, 56).word == "1a"


def test_all_that_can_go_home_and_words_say_so() -> None:
    start = ["4C KD", "AH", "2H", "3H TD"]
    board = cell_board(FreeCellBoard, start)
    board.goes_home = GoHome.ALL
    # The 3 of hearts lies covered until the second step; a black two might still want it.
    words = [board.play(0, 56).word, board.play(3, 57).word, board.play(0, 1).word]
    assert words == ["1a+", "4b+", "12"]
    assert board.foundations == [0, 3, 0, 0]
    assert len(played_again(start, board)) == 3


def test_what_goes_home_by_itself_belongs_to_the_step() -> None:
    board = cell_board(FreeCellBoard, ["2C AC KD", "AH", "AD", "9S TD"])
    step = board.play(0, 56)
    assert step.word == "1a"
    assert list(map(str, step.moves)) == ["1a", "1h", "2h", "3h", "1h"]
    assert board.foundations == [2, 1, 0, 1]
    assert (board.moves_made, len(board.history)) == (1, 5)
    assert board.undo() == step
    assert board.position() == cell_board(FreeCellBoard, ["2C AC KD", "AH", "AD", "9S TD"]).position()


@settings(deadline=None)
@given(run_cases(), st.booleans())
def test_a_run_moves_card_by_card_within_the_room_and_leaves_all_else_as_it_was(case: RunCase, columns: bool) -> None:
    board = FreeCellBoard(case.columns, case.cells, (0, 0, 0, 0))
    board.count_columns = columns
    room = board.room(case.target)
    assert room == (case.cells.count(None) + 1) * (2 ** len(board.empty_columns(case.target)) if columns else 1)
    if case.count > room:
        with pytest.raises(IllegalMove) as caught:
            board.plan(case.source, case.target, case.count)
        assert caught.value.refusal == Refusal(
            CellRule.NO_ROOM, case.columns[case.source][-case.count], case.count, room
        )
        return
    step = board.plan(case.source, case.target, case.count)
    assert (board.columns, board.cells) == (case.columns, case.cells)
    home = [move for move in step.moves if move.target in FOUNDATIONS]
    for move in step.moves[: len(step.moves) - len(home)]:
        assert board.refusal(move.source, move.target) is None
        assert board.push(move.source, move.target) == move
    wanted = [column.copy() for column in case.columns]
    wanted[case.target] += wanted[case.source][-case.count :]
    del wanted[case.source][-case.count :]
    assert (board.columns, board.cells) == (wanted, case.cells)
    assert board.sweep(board.sends_home) == home


def test_as_many_cards_move_as_fit_the_target() -> None:
    board = cell_board(FreeCellBoard, ["KC JD TS 9H 8C", "9D", "QC", "TD", "JS", "2H"], "4C 6C")
    assert [board.fitting_count(0, target) for target in (1, 2, 3, 4, 5, 6)] == [1, 4, 1, 1, 1, 4]
    assert board.play(0, 2).word == "13"
    assert board.columns[2] == parse_cards(["QC", "JD", "TS", "9H", "8C"])


def test_the_whole_run_to_an_empty_column_is_as_long_as_there_is_room_for() -> None:
    board = cell_board(FreeCellBoard, ["KC JD TS 9H 8C", "9D", "QC", "TD", "JS", "2H", "3H"], "4C 6C")
    assert board.fitting_count(0, 7) == 3
    assert board.plan(0, 7).word == "18"
    assert board.plan(0, 7, 1).word == "18x1"
    with pytest.raises(IllegalMove, match="4 wanted, 3 at most"):
        board.plan(0, 7, 4)


def test_too_little_room_on_a_fitting_target_says_how_much_there_was() -> None:
    board = cell_board(FreeCellBoard, ["KC JD TS 9H 8C", "QC", "TD", "JS", "2H", "3H", "4H", "5H"], "4C 6C 2C")
    with pytest.raises(IllegalMove) as caught:
        board.play(0, 1)
    assert caught.value.refusal == Refusal(CellRule.NO_ROOM, parse_card("JD"), 4, 2)


def test_empty_columns_are_counted_only_if_the_option_says_so() -> None:
    board = cell_board(FreeCellBoard, ["KC JD TS 9H 8C", "QC", "", "", "2H"], "4C 6C 2C 3C")
    assert board.room(1) == 32
    board.count_columns = False
    assert board.copy().room(1) == 1


def test_a_card_in_a_free_cell_does_not_go_to_another() -> None:
    board = cell_board(FreeCellBoard, ["KC"], "4C")
    assert board.refusal(56, 57) == Refusal(CellRule.CELL_TO_CELL, parse_card("4C"))
    assert [str(move) for move in board.legal_moves() if move.source == 56] == [f"a{n}" for n in range(2, 9)]


def test_lost_when_nothing_can_move_any_more() -> None:
    full = ["KC", "KS", "QC", "QS", "JC", "JS", "TC", "TS"]
    assert cell_board(FreeCellBoard, full, "4C 4S 6C 6S").lost
    assert not cell_board(FreeCellBoard, full, "4C 4S 6C").lost
    assert not cell_board(FreeCellBoard, full, "4C 4S 6C QD").lost
    assert not FreeCellBoard([[]] * 8, foundations=(13, 13, 13, 13)).lost


@pytest.mark.parametrize("word", ["26x", "26x0", "26x14", "26x-1", "26xx", "2x6", "26x1x1"])
def test_a_word_that_is_no_step_is_named(word: str) -> None:
    with pytest.raises(PlaceError, match="is not a move"):
        FreeCellBoard.deal(1).play_word(word)


def test_the_longest_run_has_a_word() -> None:
    board = cell_board(FreeCellBoard, ["KC QH JC TH 9C 8H 7C 6H 5C 4H 3C 2H AC"])
    assert board.read_word("12x13") == board.plan(0, 1, 13)


def test_one_card_alone_goes_even_where_more_would_fit() -> None:
    board = cell_board(FreeCellBoard, ["KC QH JC", "KS QD"])
    assert [str(move) for move in board.one_card(0, 2).moves] == ["13"]
    assert board.one_card(0, 2).word == "13x1"


def test_an_empty_column_that_is_not_needed_is_not_used() -> None:
    board = cell_board(FreeCellBoard, ["KC QH", "", "", "", "2D", "2H", "2S", "2C"], "5H 5D 5S 5C")
    assert [str(move) for move in board.plan(0, 1, 2).moves] == ["14", "12", "42"]

"""Challenges: a number says with how many cells a deal is played, and closed cells are no places of the board."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.cards.boardtext import number_of
from gemport.cards.cells import CELLS, CellRule
from gemport.cards.challenge import MOST_CELLS, challenge_number, parse_number, split_number, write_number
from gemport.cards.deals import ALL_MICROSOFT_NUMBERS, VIERFREI_NUMBERS, NumberError
from gemport.cards.freecell import FreeCellBoard, freecell_deal
from gemport.cards.moves import IllegalMove
from gemport.cards.notation import Record, parse_link, parse_record, write_link
from gemport.cards.vierfrei import VierfreiBoard

BOARDS = VierfreiBoard, FreeCellBoard
KINDS = pytest.mark.parametrize("kind", BOARDS)
FEWER = pytest.mark.parametrize("cells", range(MOST_CELLS))


@given(st.sampled_from([-2, -1, 0, 1, 999_999, ALL_MICROSOFT_NUMBERS[-1]]), st.integers(0, MOST_CELLS))
def test_a_number_holds_deal_and_cells_and_is_read_as_it_is_written(deal: int, cells: int) -> None:
    number = challenge_number(deal, cells)
    assert split_number(number) == (deal, cells)
    assert parse_number(write_number(number)) == number
    assert (number in ALL_MICROSOFT_NUMBERS) == (deal != 0)


def test_numbers_are_written_as_people_do() -> None:
    assert [write_number(challenge_number(123456, cells)) for cells in (4, 2, 0)] == ["123456", "123456c2", "123456c0"]
    assert parse_number("123456c4") == 123456
    for wrong in ("123456c5", "c2", "123456c", "123456c-1", "123456 c2"):
        with pytest.raises(ValueError, match="is not a game number"):
            parse_number(wrong)


def test_neither_a_deal_nor_a_position_is_taken_for_a_challenge() -> None:
    brought = number_of("# name\nany position")
    assert split_number(brought) == (brought, MOST_CELLS)
    assert brought not in VIERFREI_NUMBERS
    with pytest.raises(NumberError, match=r"1000000 is not in 0\.\.999999"):
        VierfreiBoard.deal(challenge_number(1_000_000, 2))


@KINDS
@FEWER
def test_it_has_the_cards_of_the_deal_and_no_more_cells(kind: type[VierfreiBoard], cells: int) -> None:
    board = kind.deal(challenge_number(617, cells))
    assert board.columns == kind.deal(617).columns
    assert board.cells == [None] * cells
    for cell in CELLS[:cells]:
        board.push(0, cell)
    assert board.free_cells == board.copy().free_cells == 0
    assert not any(move.target in CELLS for move in board.legal_moves())
    refusal = board.refusal(1, CELLS[cells])
    assert refusal is not None
    assert refusal.rule is CellRule.CELL_CLOSED
    with pytest.raises(IllegalMove):
        board.play_word(f"2{'abcd'[cells]}")


@KINDS
@FEWER
def test_so_many_cards_move_at_once_as_the_cells_that_there_are_allow(kind: type[VierfreiBoard], cells: int) -> None:
    columns = [[20, 17, 12, 9, 4], [25], *([51 - 2 * at, 50 - 2 * at] for at in range(6))]
    board = kind(columns, (None,) * cells)
    count = board.fitting_count(0, 1)
    assert count == 5
    assert board.room(1) == cells + 1
    allowed = board.run_refusal(0, count, 1)
    assert allowed is not None
    assert allowed.rule is CellRule.NO_ROOM


def test_the_words_of_a_game_say_with_how_many_cells_it_was_played() -> None:
    boards = {board.game: board for board in BOARDS}
    played = Record("freecell", challenge_number(617, 1), ("1a",))
    text = str(played)
    assert text.startswith("game: freecell\nnumber: 617c1\n")
    assert parse_record(text, boards)._replace(lines=()) == played
    assert write_link(played) == "freecell/617c1/1a"
    assert parse_link("#FreeCell/617C1/1a", boards) == played


def test_vierfreis_next_game_is_that_of_the_deal() -> None:
    assert VierfreiBoard.deal(challenge_number(42, 2)).next_number == VierfreiBoard.deal(42).next_number
    assert freecell_deal(challenge_number(617, 2)).columns == freecell_deal(617).columns

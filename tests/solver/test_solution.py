"""Solutions without detours and in words; those of fc-solve, if it is there, on our board."""

from __future__ import annotations

import subprocess

import pytest

from gemport.cards.card import card_names
from gemport.cards.freecell import FreeCellBoard
from gemport.cards.notation import word_lines
from gemport.solver import Move, Position, played, solve
from gemport.solver.slices import finish
from gemport.solver.solution import freecell_words, run_words, shortened
from tests.needs import need_programs
from tests.solver.fc_solve import read_fc_solve


@pytest.fixture
def fc_solve() -> str:
    return need_programs("fc-solve")[0]


@pytest.mark.parametrize(("game", "form"), [("vierfrei", "-m"), ("freecell", "-snx")])
@pytest.mark.parametrize("number", [1, 2, 19_787])
def test_what_fc_solve_finds_is_won_on_our_board(fc_solve: str, game: str, number: int, form: str) -> None:
    position = Position.vierfrei(number) if game == "vierfrei" else Position.microsoft(number)
    deal = "".join(" ".join(card_names(column)) + "\n" for column in position.columns)
    command = [fc_solve, "-l", "lg", "-p", "-t", "-sam", form, "-"]
    text = subprocess.run(command, input=deal, capture_output=True, text=True, check=True).stdout
    moves = read_fc_solve(text, position)
    assert sum(played(position, moves).foundations) == 52
    assert len(freecell_words(position, moves)) <= len(moves)


@pytest.mark.parametrize("number", [1, 617, 11_983])
def test_with_runs_as_one_step_a_way_needs_fewer_words_and_wins_all_the_same(number: int) -> None:
    position, board = Position.microsoft(number), FreeCellBoard.deal(number)
    moves = solve(position).moves
    assert moves is not None
    words = finish(run_words(board, moves))
    assert len(words) < len(freecell_words(position, moves))
    for word in words:
        board.play_word(word)
    assert board.won


@pytest.mark.parametrize("number", range(3))
def test_our_solutions_are_read_back(number: int) -> None:
    moves = solve(Position.vierfrei(number)).moves
    assert moves is not None
    text = "\n".join(word_lines(list(map(str, moves))))
    assert read_fc_solve(text, Position.vierfrei(number)) == list(moves)


def test_freecell_leaves_out_what_has_gone_home_by_itself() -> None:
    position = Position.of([[48, 46], [49], [51], *[[]] * 5], [None, 50, None, None], foundations=(12, 12, 11, 12))
    moves = [Move(46, 0, 54), Move(48, 0, 52), Move(49, 1, 53), Move(51, 2, 55), Move(50, 57, 54)]
    assert sum(played(position, moves).foundations) == 52
    assert freecell_words(position, moves) == ["1h"]


def test_detours_are_taken_out() -> None:
    detour = [Move(9, 0, 56), Move(8, 1, 57), Move(9, 56, 3), Move(9, 3, 53), Move(8, 57, 1), Move(8, 1, 57)]
    assert shortened(detour) == [Move(9, 0, 53), Move(8, 1, 57)]


def test_a_detour_stays_that_makes_room() -> None:
    moves = [Move(9, 0, 56), Move(8, 0, 57), Move(9, 56, 3)]
    assert shortened(moves) == moves
    moves = [Move(9, 0, 1), Move(4, 2, 1), Move(4, 1, 2), Move(9, 1, 3)]
    assert shortened(moves) == [Move(9, 0, 3)]

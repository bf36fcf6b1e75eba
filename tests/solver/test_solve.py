"""The answers: each solution is played on the games' own boards."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemport.cards.cells import CELLS
from gemport.cards.deals import NumberError
from gemport.cards.freecell import FreeCellBoard
from gemport.solver import QUICK_ONLY, Judgement, Limits, Move, Position, Verdict, WrongPackError, played, search, solve
from gemport.solver.columns import HOME, pack_foundations
from gemport.solver.solution import freecell_words
from gemport.solver.weights import QUICK
from tests.solver.plain import board_of, strayed_positions

WON = Position.of([[]] * 8, foundations=(13, 13, 13, 13))


def won_by(position: Position, answer: Judgement) -> bool:
    assert answer.verdict is Verdict.WINNABLE
    assert answer.moves is not None
    return sum(played(position, answer.moves).foundations) == 52


@pytest.mark.parametrize("number", [*range(12), 999_999])
def test_deals_of_vierfrei_are_won_on_its_board(number: int) -> None:
    answer = solve(Position.vierfrei(number))
    assert answer.moves is not None
    board = board_of(Position.vierfrei(number))
    for word in map(str, answer.moves):
        board.play_word(word)
    assert board.won


@pytest.mark.parametrize("number", [*range(1, 10), 32_000])
def test_deals_of_freecell_are_won_on_its_board(number: int) -> None:
    answer = solve(Position.microsoft(number))
    assert answer.moves is not None
    board = FreeCellBoard.deal(number)
    for word in freecell_words(Position.microsoft(number), answer.moves):
        board.play_word(word)
    assert board.won


@settings(max_examples=30, deadline=None)
@given(strayed_positions(last=60), st.integers(0, 300))
def test_solutions_from_the_middle_of_a_game_are_won_in_both_games(position: Position, made: int) -> None:
    answer = solve(position, QUICK_ONLY)
    if answer.moves is not None:
        assert won_by(position, answer)
        middle = played(position, answer.moves[:made])
        board = FreeCellBoard(middle.columns, middle.cells, middle.foundations)
        for word in freecell_words(middle, answer.moves[made:]):
            board.play_word(word)
        assert board.won


def test_a_won_game_needs_no_moves() -> None:
    assert solve(WON) == Judgement(Verdict.WINNABLE, (), 0)


def test_the_last_card_goes_home() -> None:
    position = Position.of([[51], *[[]] * 7], foundations=(13, 13, 13, 12))
    assert solve(position).moves == (Move(51, 0, 55),)


def test_thinking_comes_in_slices_and_can_be_stopped() -> None:
    thinking = search(Position.vierfrei(8700))
    counts = [next(thinking) for _ in range(50)]
    assert counts == sorted(counts)
    assert all(0 <= later - earlier <= 128 for earlier, later in pairwise(counts))
    thinking.close()
    with pytest.raises(StopIteration):
        next(thinking)


def test_thinking_twice_gives_the_same_answer() -> None:
    assert solve(Position.vierfrei(4711)) == solve(Position.vierfrei(4711))


def test_the_quick_engine_alone_proves_nothing() -> None:
    answer = solve(Position.vierfrei(8700), Limits(quick=((QUICK, 300),), exhaustive=0))
    assert answer == Judgement(Verdict.UNDECIDED, None, 300)


def test_with_nothing_left_to_look_at_the_other_rounds_are_spared() -> None:
    lost = next(middle for middle in lost_positions() if solve(middle, Limits(((QUICK, 600),), 0)).states < 600)
    alone = solve(lost, Limits(((QUICK, 600),), 0))
    assert alone.verdict is Verdict.UNDECIDED
    assert solve(lost, QUICK_ONLY) == alone
    assert solve(lost).verdict is Verdict.IMPOSSIBLE


def lost_positions() -> list[Position]:
    """VIERFREI 8700 can't be won: nor can what is reached by filling the cells."""
    found = []
    for column in range(8):
        board = board_of(Position.vierfrei(8700))
        for cell in CELLS:
            board.push(column, cell)
        found.append(Position.on(board))
    return found


@pytest.mark.parametrize(
    ("foundations", "safe"),
    [
        ((0, 0, 0, 0), {0, 1, 2, 3}),
        ((1, 1, 1, 1), {4, 5, 6, 7}),
        ((2, 2, 2, 2), {8, 9, 10, 11}),
        ((2, 1, 2, 1), {8, 10, 5, 7}),
        ((3, 2, 0, 2), {2}),
        ((3, 2, 1, 2), {6, 9, 11, 12}),
        ((3, 2, 2, 2), {9, 10, 11, 12}),
        ((3, 1, 3, 1), {5, 7}),
        ((13, 11, 13, 13), {45}),
    ],
)
def test_which_cards_are_safe(foundations: tuple[int, ...], safe: set[int]) -> None:
    bits = HOME[pack_foundations(foundations)][0]
    assert {card for card in range(52) if bits >> card & 1} == safe


def test_numbers_that_are_not_dealt_are_refused() -> None:
    with pytest.raises(NumberError):
        Position.microsoft(2**31)
    with pytest.raises(NumberError):
        Position.microsoft(0)
    with pytest.raises(NumberError):
        Position.vierfrei(1_000_000)


def test_positions_hold_every_card_once() -> None:
    with pytest.raises(WrongPackError, match="each of the 52 cards once"):
        Position.of([[0]] * 8)
    with pytest.raises(WrongPackError, match="8 columns"):
        Position.of([[]] * 7, foundations=(13, 13, 13, 13))


def test_a_move_of_another_card_is_refused() -> None:
    with pytest.raises(ValueError, match="another card"):
        played(Position.of([[51], *[[]] * 7], foundations=(13, 13, 13, 12)), [Move(50, 0, 55)])

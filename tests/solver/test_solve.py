"""Solutions are played on the games' own boards; solutions without detours, in words, and in slices."""

import subprocess
import sys
from collections.abc import Callable, Generator, Sequence
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemport.cards.card import card_names
from gemport.cards.cells import CellBoard
from gemport.cards.freecell import FreeCellBoard
from gemport.cards.grossfamilien import FamilyBoard
from gemport.solver import QUICK_ONLY, Judgement, Limits, Move, Position, Verdict, WrongPackError, played, search, solve
from gemport.solver.columns import HOME, pack_foundations
from gemport.solver.difficulty import find_difficulty
from gemport.solver.grossfamilien import think_of_hint
from gemport.solver.ladder import find_ladder
from gemport.solver.short import Shortening
from gemport.solver.sliced_work import finish
from gemport.solver.solution import freecell_words, run_words, shortened
from gemport.solver.weights import QUICK
from tests.needs import need_programs
from tests.solver.plain import board_of, moves_in, strayed_positions, way, wins

WON = Position.of([[]] * 8, foundations=(13, 13, 13, 13))


def wins_on(board: CellBoard, words: Sequence[str]) -> bool:
    for word in words:
        board.play_word(word)
    return board.won


@pytest.mark.parametrize("number", [*range(12), 999_999])
def test_deals_of_vierfrei_are_won_on_its_board(number: int) -> None:
    position = Position.vierfrei(number)
    assert wins_on(board_of(position), [str(move) for move in way(position)])


@pytest.mark.parametrize("number", [*range(1, 10), 32_000])
def test_deals_of_freecell_are_won_on_its_board(number: int) -> None:
    position = Position.microsoft(number)
    assert wins_on(FreeCellBoard.deal(number), freecell_words(position, way(position)))


@settings(max_examples=30, deadline=None)
@given(strayed_positions(last=60), st.integers(0, 300))
def test_solutions_from_the_middle_of_a_game_are_won_in_both_games(position: Position, made: int) -> None:
    answer = solve(position, QUICK_ONLY)
    if answer.moves is not None:
        assert wins(position, answer.moves)
        middle = played(position, answer.moves[:made])
        board = FreeCellBoard(middle.columns, middle.cells, middle.foundations)
        assert wins_on(board, freecell_words(middle, answer.moves[made:]))


def test_a_won_game_needs_no_moves() -> None:
    assert solve(WON) == Judgement(Verdict.WINNABLE, (), 0)


def test_the_quick_engine_alone_proves_nothing() -> None:
    answer = solve(Position.vierfrei(8700), Limits(quick=((QUICK, 300),), exhaustive=0))
    assert answer == Judgement(Verdict.UNDECIDED, None, 300)


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


def test_positions_hold_every_card_once() -> None:
    with pytest.raises(WrongPackError, match="each of the 52 cards once"):
        Position.of([[0]] * 8)
    with pytest.raises(WrongPackError, match="8 columns"):
        Position.of([[]] * 7, foundations=(13, 13, 13, 13))


def test_a_move_of_another_card_is_refused() -> None:
    with pytest.raises(ValueError, match="another card"):
        played(Position.of([[51], *[[]] * 7], foundations=(13, 13, 13, 12)), [Move(50, 0, 55)])


@pytest.mark.parametrize(
    ("most", "quick", "exhaustive"),
    [
        (0, (0, 0, 0, 0), 0),
        (601, (600, 1, 0, 0), 0),
        (6000, (600, 2500, 2500, 400), 0),
        (9000, (600, 2500, 2500, 2500), 500),
    ],
)
def test_the_rounds_share_a_limit(most: int, quick: tuple[int, ...], exhaustive: int) -> None:
    """The last search has five parts of the rest, and each of the four others before it one."""
    limits = Limits.of(most)
    assert (tuple(positions for _, positions in limits.quick), limits.exhaustive) == (quick, exhaustive)


@pytest.mark.parametrize(
    ("number", "most", "winnable", "lost", "proven"),
    [
        (617, 3000, 4, -1, False),
        (617, 100_000, 4, 3, True),
        (7, 100_000, 1, 0, True),
        (1150, 3000, 0, -1, True),
        (146_692, 3000, None, -1, False),
        (146_692, 100_000, None, 4, True),
    ],
)
def test_a_ladder_ends_between_a_win_and_a_loss(
    number: int, most: int, winnable: int | None, lost: int, proven: bool
) -> None:
    looked: list[int] = []
    ladder = finish(find_ladder(Position.microsoft(number), Limits.of(most)), looked.append)
    assert (ladder.winnable, ladder.lost, ladder.proven) == (winnable, lost, proven)
    assert looked == sorted(looked)
    assert looked[-1] <= ladder.states < looked[-1] + 128
    # An undecided deal is tried with each number of cells.
    assert most > 3000 or ladder.states == {617: 5933, 1150: 848, 146_692: 3655}[number]


# ---- words


@pytest.fixture
def fc_solve() -> str:
    return need_programs("fc-solve")[0]


@pytest.mark.parametrize(("game", "form"), [("vierfrei", "-sam"), ("freecell", "-snx")])
@pytest.mark.parametrize("number", [1, 2, 19_787])
def test_what_fc_solve_finds_is_won_on_our_board(fc_solve: str, game: str, number: int, form: str) -> None:
    position = Position.vierfrei(number) if game == "vierfrei" else Position.microsoft(number)
    deal = "".join(" ".join(card_names(column)) + "\n" for column in position.columns)
    command = [fc_solve, "-l", "lg", "-p", "-t", form, "-m", "-"]
    text = subprocess.run(command, input=deal, capture_output=True, text=True, check=True).stdout
    moves = moves_in(text, position)
    assert wins(position, moves)
    assert len(freecell_words(position, moves)) <= len(moves)


@pytest.mark.parametrize("number", [1, 617, 11_983])
def test_with_runs_as_one_step_a_way_needs_fewer_words_and_wins_all_the_same(number: int) -> None:
    position, board = Position.microsoft(number), FreeCellBoard.deal(number)
    moves = way(position)
    words = finish(run_words(board, moves))
    assert len(words) < len(freecell_words(position, moves))
    assert wins_on(board, words)


def test_freecell_leaves_out_what_has_gone_home_by_itself() -> None:
    position = Position.of([[48, 46], [49], [51], *[[]] * 5], [None, 50, None, None], foundations=(12, 12, 11, 12))
    moves = [Move(46, 0, 54), Move(48, 0, 52), Move(49, 1, 53), Move(51, 2, 55), Move(50, 57, 54)]
    assert wins(position, moves)
    assert freecell_words(position, moves) == ["1h"]


def test_detours_are_taken_out() -> None:
    detour = [Move(9, 0, 56), Move(8, 1, 57), Move(9, 56, 3), Move(9, 3, 53), Move(8, 57, 1), Move(8, 1, 57)]
    assert shortened(detour) == [Move(9, 0, 53), Move(8, 1, 57)]


def test_a_detour_stays_that_makes_room() -> None:
    moves = [Move(9, 0, 56), Move(8, 0, 57), Move(9, 56, 3)]
    assert shortened(moves) == moves
    moves = [Move(9, 0, 1), Move(4, 2, 1), Move(4, 1, 2), Move(9, 1, 3)]
    assert shortened(moves) == [Move(9, 0, 3)]


# ---- slices


MOST = 20_000
"""Maximum number of Python lines between two yields, about two milliseconds; twice as many for the difficulty."""


def shorten(position: Position, moves: Sequence[Move]) -> Generator[int, None, None]:
    shortening = yield from Shortening.begin(position, moves)
    yield from shortening.work(900)


WORK: dict[str, Callable[[], Generator[int, None, Any]]] = {
    "a way is found": lambda: search(Position.microsoft(1)),
    "proven impossible": lambda: search(Position.microsoft(11982), Limits((), 3_000)),
    "shorter": lambda: shorten(Position.microsoft(3), way(Position.microsoft(3))),
    "kind": lambda: find_difficulty(Position.vierfrei(7)),
    "Großfamilien": lambda: think_of_hint(FamilyBoard.deal(1), 1_000),
}


@pytest.mark.parametrize("name", WORK)
def test_little_is_done_between_two_yields(name: str) -> None:
    work, lines, most = WORK[name](), 0, 0

    def count(_frame: FrameType, event: str, _arg: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        for _ in work:
            most, lines = max(most, lines), 0
        most = max(most, lines)
    finally:
        sys.settrace(before)
    assert most < (2 * MOST if name == "kind" else MOST)

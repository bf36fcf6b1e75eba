"""The exhaustive engine finds every solution and proves that a position has none."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemport.solver import Limits, Position, Verdict, played, solve
from gemport.solver.columns import HOME, pack_foundations
from gemport.solver.groups import Groups, State
from gemport.solver.weights import SHORT
from tests.solver.plain import board_of, plainly_winnable, position_of, strayed_positions, wins

PROOF_ONLY = Limits(quick=(), exhaustive=1_000_000)


def canonical(position: Position) -> object:
    """Return the position with all safe cards on the foundations, independent of the order of columns and cells."""
    board = board_of(position)
    for source, target in solve_home(position):
        board.push(source, target)
    cells = frozenset(card for card in board.cells if card is not None)
    return frozenset(map(tuple, board.columns)), cells, tuple(board.foundations)


def state_position(state: State) -> Position:
    columns, (cells, _, _), foundations, *_ = state
    return position_of((columns, cells, foundations))


def groups_after(groups: Groups, state: State) -> list[State]:
    """Return all positions one group from a position."""
    groups.seen.clear()
    return groups.after(state)


@settings(max_examples=60, deadline=None)
@given(strayed_positions(), st.lists(st.integers(0, 1000), max_size=8), st.booleans())
def test_a_group_leads_to_where_its_moves_lead(position: Position, choices: list[int], placing: bool) -> None:
    groups = Groups(position, SHORT, placing=placing)
    state = groups.start
    for choice in [*choices, 0]:
        after = groups_after(groups, state)
        for found in after:
            moves = groups.moves_to(found)
            assert canonical(played(position, moves)) == canonical(state_position(found))
        if not after:
            break
        state = after[choice % len(after)]


def solve_home(position: Position) -> list[tuple[int, int]]:
    """Return source and target of the moves of all safe cards to the foundations."""
    board = board_of(position)
    made: list[tuple[int, int]] = []
    while True:
        safe = HOME[pack_foundations(board.foundations)][0]
        home = [move for move in board.legal_moves() if move.target in range(52, 56) and safe >> move.card & 1]
        if not home:
            return made
        board.push(home[0].source, home[0].target)
        made.append((home[0].source, home[0].target))


@settings(max_examples=30, deadline=None)
@given(strayed_positions())
def test_positions_have_the_same_number_if_only_columns_and_free_places_are_exchanged(position: Position) -> None:
    numbers: dict[int, object] = {}
    groups = Groups(position, SHORT, placing=True)
    for state in groups_after(groups, groups.start):
        for further in groups_after(groups, state):
            form = canonical(state_position(further))
            assert numbers.setdefault(further[3], form) == form
    assert len(set(numbers.values())) == len(numbers)


@settings(max_examples=80, deadline=None)
@given(strayed_positions(), st.integers(0, 4))
def test_the_answer_is_that_of_a_plain_search(position: Position, free: int) -> None:
    """With up to four free cells; the others are closed."""
    held = tuple(card for card in position.cells if card is not None)
    position = Position(position.columns, (*held, *[None] * free)[:4], position.foundations)
    plain = plainly_winnable(position, 500)
    if plain is not None:
        answer = solve(position, PROOF_ONLY)
        assert answer.verdict is (Verdict.WINNABLE if plain else Verdict.IMPOSSIBLE)
        assert solve(position).verdict is answer.verdict
        assert wins(position, answer.moves) is plain


@pytest.mark.parametrize(("number", "states"), [(11982, 18_500), (781948, 1500)])
def test_impossible_deals_are_proven_with_few_positions(number: int, states: int) -> None:
    answer = solve(Position.microsoft(number), PROOF_ONLY)
    assert (answer.verdict, answer.moves) == (Verdict.IMPOSSIBLE, None)
    assert answer.states < states


@pytest.mark.parametrize("limits", [Limits(), pytest.param(PROOF_ONLY, marks=pytest.mark.slow)])
def test_a_deal_that_several_solvers_call_impossible_is_won(limits: Limits) -> None:
    answer = solve(Position.microsoft(739671), limits)
    assert answer.verdict is Verdict.WINNABLE
    assert wins(Position.microsoft(739671), answer.moves)


@pytest.mark.slow
@pytest.mark.parametrize("number", [378_088, 29_060, 995_119])
def test_deals_that_best_first_searches_leave_undecided_are_won(number: int) -> None:
    answer = solve(Position.vierfrei(number))
    assert wins(Position.vierfrei(number), answer.moves)
    assert answer.states < 700_000


def test_a_limit_that_is_too_small_leaves_it_undecided() -> None:
    answer = solve(Position.microsoft(146692), Limits(quick=(), exhaustive=1000))
    assert (answer.verdict, answer.moves) == (Verdict.UNDECIDED, None)

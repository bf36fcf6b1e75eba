"""Moves from position to position: what is carried along with them is what counting anew gives."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemport.cards.moves import FOUNDATIONS
from gemport.solver import Position
from gemport.solver.following import Following, Waiting, arrived, carry_price, way_to
from gemport.solver.solution import MoveMaker
from gemport.solver.weights import BOLD, CAREFUL, KINGS_FIRST, QUICK, Weights
from tests.solver.plain import position_of, strayed_positions


def walked(following: Following, choices: list[int]) -> list[Waiting]:
    """What follows after each of some moves."""
    here, found = following.start, []
    for choice in choices:
        after = following.after(arrived(here))
        found += after
        if not after:
            break
        here = after[choice % len(after)]
    return found


@settings(max_examples=40, deadline=None)
@given(
    strayed_positions(),
    st.sampled_from([QUICK, CAREFUL, KINGS_FIRST, BOLD]),
    st.booleans(),
    st.booleans(),
    st.lists(st.integers(0, 1000), max_size=12),
)
def test_points_and_number_are_those_of_the_position(
    position: Position, weights: Weights, runs: bool, priced: bool, choices: list[int]
) -> None:
    following = Following(position, weights, runs=runs, singles=priced, priced=priced)
    numbers = {}
    for points, number, *_ in (found := walked(following, choices)):
        numbers[number] = points
    for waiting in found:
        here = arrived(waiting)
        anew = Following(position_of(here), weights, runs=False, singles=False, priced=False)
        assert waiting[0] == anew.start[0]
        columns, cells, *_ = here
        assert waiting[1] == sum(column.number for column in columns) + sum(1 << 3 * card for card in cells)
    assert priced or len(numbers) == len(found)


@settings(max_examples=40, deadline=None)
@given(strayed_positions(), st.lists(st.integers(0, 1000), max_size=12))
def test_the_price_is_the_number_of_single_cards_moved(position: Position, choices: list[int]) -> None:
    for waiting in walked(Following(position, QUICK, runs=True, singles=True, priced=True), choices):
        maker = MoveMaker(position)
        maker.send_home()
        for move in way_to(arrived(waiting)) if waiting[4:6] == (0, None) else [*way_to(waiting[3]), waiting[-1]]:
            assert move is not None
            maker.make(move)
            maker.send_home()
        assert waiting[2] == sum(move.target not in FOUNDATIONS for move in maker.moves)


@pytest.mark.parametrize(("free", "spare", "prices"), [(0, 0, [1]), (1, 1, [1, 3, 5, 9]), (4, 0, [1, 3, 5, 7, 9])])
def test_what_a_run_costs(free: int, spare: int, prices: list[int]) -> None:
    assert [carry_price(count, free, spare) for count in range(1, len(prices) + 1)] == prices


def test_only_at_a_lower_price_a_position_is_found_again() -> None:
    priced = Following(Position.vierfrei(1), QUICK, runs=True, singles=True, priced=True)
    here = arrived(priced.start)
    numbers = [found[1] for found in priced.after(here)]
    assert len(numbers) > 5
    assert priced.after(here) == []
    priced.seen[numbers[3]] = 2
    assert [found[1] for found in priced.after(here)] == [numbers[3]]

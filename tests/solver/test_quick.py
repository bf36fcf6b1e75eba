"""The quick engine: its moves, the data about columns, and the data it updates from position to position."""

from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemport.cards.card import PACK_SIZE, suit_of
from gemport.cards.cells import COLUMNS, fits_below
from gemport.cards.moves import FOUNDATIONS
from gemport.solver import Limits, Position, solve
from gemport.solver.columns import ColumnTree
from gemport.solver.solution import MoveMaker
from gemport.solver.successors import Successors, Waiting, arrived, moves_to
from gemport.solver.weights import CAREFUL, EVEN, PATIENT, QUICK, SHORT, Weights
from tests.solver.plain import board_of, key_of, position_of, strayed_positions

# ---- columns


@st.composite
def grown_columns(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """Draw the cards of a column at the start of a search, and the column after adding cards."""
    began = draw(st.lists(st.integers(0, PACK_SIZE - 1), max_size=9, unique=True))
    grown = list(began)
    for choice in draw(st.lists(st.integers(0, PACK_SIZE - 1), max_size=6)):
        fitting = [card for card in range(PACK_SIZE) if card not in grown and _may_lie_on(card, grown)]
        if fitting:
            grown.append(fitting[choice % len(fitting)])
    return began, grown


def _may_lie_on(card: int, column: list[int]) -> bool:
    return not column or fits_below(card, column[-1])


@settings(deadline=None)
@given(grown_columns())
def test_the_number_tells_what_each_card_lies_on(case: tuple[list[int], list[int]]) -> None:
    began, cards = case
    number = ColumnTree([began], QUICK).column(cards).number
    pairs = set(pairwise(began))
    for at, card in enumerate(cards):
        below = cards[at - 1]
        lies_on = 2 if at == 0 else 7 if (below, card) in pairs else 3 + suit_of(below)
        assert number >> 3 * card & 7 == lies_on
        number -= lies_on << 3 * card
    assert number == 0


# ---- the search


@pytest.mark.parametrize(
    ("weights", "found"),
    [
        (QUICK, [(73, 124), (89, 159), (188, 137)]),
        (EVEN, [(126, 135), (188, 193), (115, 176)]),
        (CAREFUL, [(1161, 139), (93, 151), (360, 163)]),
        (PATIENT, [(102, 137), (406, 138), (145, 157)]),
    ],
)
def test_the_census_and_difficulties_rest_on_these_searches(weights: Weights, found: list[tuple[int, int]]) -> None:
    """The measure of difficulty was fitted to the number of positions, and the census lists the numbers of moves."""
    answers = [solve(Position.microsoft(number), Limits(((weights, 1500),), 0)) for number in (4, 7, 169)]
    assert [(answer.states, len(answer.moves or ())) for answer in answers] == found


# ---- from position to position


def walked(following: Successors, choices: list[int]) -> list[Waiting]:
    """Return all positions found on a walk, choosing the next position by ``choices``."""
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
    st.sampled_from([QUICK, CAREFUL, SHORT, PATIENT]),
    st.booleans(),
    st.booleans(),
    st.lists(st.integers(0, 1000), max_size=12),
)
def test_points_and_number_are_those_of_the_position(
    position: Position, weights: Weights, runs: bool, priced: bool, choices: list[int]
) -> None:
    following = Successors(position, weights, runs=runs, priced=priced)
    numbers = {}
    for points, number, *_ in (found := walked(following, choices)):
        numbers[number] = points
    for waiting in found:
        here = arrived(waiting)
        anew = Successors(position_of(here), weights, runs=False, priced=False)
        assert waiting[0] == anew.start[0]
        columns, cells, *_ = here
        assert waiting[1] == sum(column.number for column in columns) + sum(1 << 3 * card for card in cells)
    assert priced or len(numbers) == len(found)


@settings(max_examples=40, deadline=None)
@given(strayed_positions(), st.booleans(), st.booleans())
def test_every_move_of_the_board_is_found_once(position: Position, runs: bool, priced: bool) -> None:
    """One of several equal cells or empty columns is enough; a run moves together, or only its fitting part."""
    start = MoveMaker(position)
    start.send_home()
    board = start._board
    moves = {(move.source, move.target, 1) for move in board.legal_moves()}
    for source, target in product(COLUMNS, COLUMNS) if runs else ():
        moves.discard((source, target, 1))
        count = board.fitting_count(source, target)
        if source != target and board.columns[source] and board.run_refusal(source, count, target) is None:
            moves |= {(source, target, count), (source, target, 1 if priced and not board.columns[target] else count)}
    expected = set()
    for source, target, count in moves:
        maker = MoveMaker(Position.on(board))
        maker._board.carry(source, count, target) if count > 1 else maker._board.push(source, target)
        maker.send_home()
        expected.add(key_of(board_of(Position.on(maker._board))))
    following = Successors(position, QUICK, runs=runs, priced=priced)
    found = [key_of(board_of(position_of(arrived(waiting)))) for waiting in following.after(arrived(following.start))]
    assert priced or len(found) == len({*found})
    assert {*found} == expected - {key_of(board_of(Position.on(board)))}


@settings(max_examples=40, deadline=None)
@given(strayed_positions(), st.lists(st.integers(0, 1000), max_size=12))
def test_the_price_is_the_number_of_single_cards_moved(position: Position, choices: list[int]) -> None:
    for waiting in walked(Successors(position, QUICK, runs=True, priced=True), choices):
        maker = MoveMaker(position)
        maker.send_home()
        for move in moves_to(arrived(waiting)) if waiting[4:6] == (0, None) else [*moves_to(waiting[3]), waiting[-1]]:
            assert move is not None
            maker.make(move)
            maker.send_home()
        assert waiting[2] == sum(move.target not in FOUNDATIONS for move in maker.moves)


def test_only_at_a_lower_price_a_position_is_found_again() -> None:
    priced = Successors(Position.vierfrei(1), QUICK, runs=True, priced=True)
    here = arrived(priced.start)
    numbers = [found[1] for found in priced.after(here)]
    assert len(numbers) > 5
    assert priced.after(here) == []
    priced.seen[numbers[3]] = 2
    assert [found[1] for found in priced.after(here)] == [numbers[3]]

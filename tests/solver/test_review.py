"""The review of a played game: open positions are won by its solution, lost positions are lost; it works in slices."""

import random

import pytest

from gemport.solver import Position, Verdict, played, solve
from gemport.solver.review import Review
from gemport.solver.sliced_work import finish
from tests.solver.plain import way, wins
from tests.solver.weak import weak_game


@pytest.mark.parametrize("seed", [0, 5, 7, 13, 19])
def test_the_losing_move_is_found_and_proven(seed: int) -> None:
    positions = weak_game(random.Random(seed))
    review = Review(positions)
    finish(review.work())
    assert review.done
    assert -1 < review.last_open < len(positions) - 1
    assert wins(positions[review.last_open], review.solution)
    assert solve(positions[review.first_lost]).verdict is Verdict.IMPOSSIBLE


def test_a_won_game_was_open_all_the_time() -> None:
    start = Position.vierfrei(3)
    positions = [played(start, way(start)[:made]) for made in range(len(way(start)) + 1)]
    review = Review(positions)
    finish(review.work())
    assert (review.last_open, review.first_lost) == (len(positions) - 1, len(positions))
    assert wins(positions[-1], review.solution)


def test_a_game_that_nobody_can_win_was_lost_from_the_start() -> None:
    review = Review([Position.microsoft(146_692)])
    finish(review.work())
    assert (review.last_open, review.first_lost, review.solution) == (-1, 0, ())


@pytest.mark.slow
def test_nearly_all_losing_moves_of_weak_games_are_proven_soon() -> None:
    """The limit of 60,000 positions, about two seconds, is enough for 38 of 40 games; this tests the first twelve."""
    proven = 0
    for seed in range(12):
        review = Review(weak_game(random.Random(seed)))
        for looked in review.work():
            if looked > 60_000:
                break
        proven += review.done
    assert proven >= 11

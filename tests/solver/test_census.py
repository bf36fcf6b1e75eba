"""Spot checks of the shipped census; ``tools/census.py --verify`` checks more."""

from functools import cache
from random import Random

import pytest

from gemport.cards.census import Census, parse_census
from gemport.solver import QUICK_ONLY, Limits, Position, Verdict, played, solve
from tests.places import DATA

QUICKLY_PROVEN = 244536, 304540, 545174, 857211
"""Impossible numbers of VIERFREI with the shortest proofs: 6,000 to 28,000 positions."""
KNOWN = 11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948
"""Impossible numbers of Microsoft's first million, found by players with other programs."""


@cache
def shipped() -> dict[str, Census]:
    return parse_census((DATA / "census.txt").read_text(encoding="ascii"))


@pytest.mark.parametrize("game", ["vierfrei", "microsoft"])
def test_every_number_was_looked_at_and_decided(game: str) -> None:
    census = shipped()[game]
    assert (len(census.numbers), census.open, census.missing) == (1_000_000, (), ())
    assert census.winnable == 1_000_000 - len(census.impossible)


def test_of_microsofts_games_those_are_impossible_that_are_known_to_be() -> None:
    assert shipped()["microsoft"].impossible == KNOWN


@pytest.mark.parametrize("number", QUICKLY_PROVEN)
def test_an_impossible_number_is_proven_again(number: int) -> None:
    assert number in shipped()["vierfrei"].impossible
    assert solve(Position.vierfrei(number), Limits((), 100_000)).verdict is Verdict.IMPOSSIBLE


@pytest.mark.parametrize("game", ["vierfrei", "microsoft"])
def test_a_sample_of_the_others_is_won_again(game: str) -> None:
    census, deal = shipped()[game], {"vierfrei": Position.vierfrei, "microsoft": Position.microsoft}[game]
    for number in Random(game).sample(census.numbers, 20):
        if number not in census.impossible:
            answer = solve(deal(number), QUICK_ONLY)
            assert answer.moves is not None
            assert sum(played(deal(number), answer.moves).foundations) == 52

"""Census results: the text format, and spot checks of the shipped census (``tools/census.py --verify`` checks more)."""

from functools import cache
from random import Random

import pytest

from gemport.cards.census import Census, parse_census
from gemport.solver import QUICK_ONLY, Limits, Position, Verdict, played, solve
from tests.places import DATA

SMALL = Census(
    game="vierfrei",
    numbers=range(10),
    winnable=4,
    impossible=(3,),
    open=(5, 7),
    missing=(range(1, 3), range(9, 10)),
    lengths=((range(80, 90), 1), (range(100, 110), 3)),
    sha256="ab" * 32,
)
TEXT = f"""game: vierfrei
numbers: 0-9
winnable: 4
impossible: 3
open: 5 7
missing: 1-2 9-9
lengths: 80-89:1 100-109:3
sha256: {"ab" * 32}
"""


def test_several_games_follow_each_other_in_the_text() -> None:
    other = Census("microsoft", range(1, 4), 3, (), (), (), (), "")
    more = "game: microsoft\nnumbers: 1-3\nwinnable: 3\nimpossible:\nopen:\nmissing:\nlengths:\nsha256:\n"
    assert parse_census(f"# a remark\n\n{TEXT}\n{more}") == {"vierfrei": SMALL, "microsoft": other}


def test_what_is_known_of_a_number() -> None:
    expected = {0: Verdict.WINNABLE, 1: None, 2: None, 3: Verdict.IMPOSSIBLE, 5: Verdict.UNDECIDED, 9: None, 10: None}
    assert {number: SMALL.verdict(number) for number in expected} == expected


# ---- the shipped census


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
    assert census.winnable == sum(count for _, count in census.lengths) == 1_000_000 - len(census.impossible)


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

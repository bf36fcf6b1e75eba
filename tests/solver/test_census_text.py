"""What a census found, read from its text."""

from __future__ import annotations

from gemport.solver.census import Census, parse_census
from gemport.solver.judgement import Verdict

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


def test_the_text() -> None:
    assert parse_census(f"# a remark\n\n{TEXT}") == {"vierfrei": SMALL}


def test_several_games_follow_each_other() -> None:
    other = Census("microsoft", range(1, 4), 3, (), (), (), (), "")
    more = "game: microsoft\nnumbers: 1-3\nwinnable: 3\nimpossible:\nopen:\nmissing:\nlengths:\nsha256:\n"
    assert parse_census(f"{TEXT}\n{more}") == {"vierfrei": SMALL, "microsoft": other}


def test_what_is_known_of_a_number() -> None:
    expected = {0: Verdict.WINNABLE, 1: None, 2: None, 3: Verdict.IMPOSSIBLE, 5: Verdict.UNDECIDED, 9: None, 10: None}
    assert {number: SMALL.verdict(number) for number in expected} == expected

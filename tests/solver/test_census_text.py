"""What a census found, written and read back."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.solver.census import Census, CensusError, census_text, in_ranges, parse_census
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
    assert census_text([SMALL]) == TEXT
    assert parse_census(f"# a remark\n\n{TEXT}") == {"vierfrei": SMALL}


def test_several_games_follow_each_other() -> None:
    other = Census("microsoft", range(1, 4), 3, (), (), (), (), "")
    assert parse_census(census_text([SMALL, other])) == {"vierfrei": SMALL, "microsoft": other}


def test_what_is_known_of_a_number() -> None:
    expected = {0: Verdict.WINNABLE, 1: None, 2: None, 3: Verdict.IMPOSSIBLE, 5: Verdict.UNDECIDED, 9: None, 10: None}
    assert {number: SMALL.verdict(number) for number in expected} == expected


@given(st.sets(st.integers(0, 40)))
def test_numbers_as_ranges(numbers: set[int]) -> None:
    ranges = list(in_ranges(sorted(numbers)))
    assert [number for part in ranges for number in part] == sorted(numbers)
    assert all(first.stop < second.start for first, second in pairwise(ranges))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (TEXT.replace("open", "opne"), "line 5: 'opne' where 'open' should stand"),
        (TEXT.replace("winnable: 4", "winnable"), "line 3: 'winnable' where a name and a colon should stand"),
        (TEXT.replace("0-9", "9-0"), "line 2: not a list of numbers as it should stand here"),
        (TEXT.replace("0-9", "0-4294967297"), "line 2: not a list of numbers as it should stand here"),
        (TEXT.replace("0-9", "0-4294967296"), "line 2: 4294967297 numbers, but the lines below tell of 10"),
        (TEXT.replace(": 4", ": four"), "line 3: not a list of numbers as it should stand here"),
        (TEXT.replace(": 3", ": three"), "line 4: not a list of numbers as it should stand here"),
        (TEXT.replace("89:1", "89"), "line 7: not a list of numbers as it should stand here"),
        (TEXT.replace("5 7", "5 x"), "line 5: not a list of numbers as it should stand here"),
        (TEXT.replace("1-2", "1"), "line 6: not a list of numbers as it should stand here"),
        (TEXT.replace(": 4", ": 5"), "line 2: 10 numbers, but the lines below tell of 11"),
        (TEXT.partition("lengths")[0], "line 7: the text ends where 'lengths' should stand"),
    ],
)
def test_what_is_no_census_is_refused_with_its_line(text: str, complaint: str) -> None:
    with pytest.raises(CensusError, match=complaint):
        parse_census(text)

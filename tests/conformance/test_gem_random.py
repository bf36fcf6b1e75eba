"""More steps of the reference, random and systematic: many of them those of ``tests/gem/own`` in other artwork."""

import pytest

from gemport.gem import load_artwork
from tests.conformance.reference import REFERENCE, require
from tests.gem.own.recorded import MENU_TOO_LARGE, WHITE_SHADOW, Group, groups, judge, known
from tests.gem.own.steps import Verdict

KNOWN = {"gem-random": MENU_TOO_LARGE, "objects-2": WHITE_SHADOW}


def recorded() -> list[tuple[str, Group]]:
    return [(folder, group) for folder in KNOWN for group in groups(REFERENCE / folder)]


@pytest.mark.parametrize(("folder", "group"), recorded() or [("gem-random", ("sessions", "w90000"))])
def test_group_goes_as_on_a_real_gem(folder: str, group: Group) -> None:
    require(REFERENCE / folder)
    found = Verdict(REFERENCE / folder, folder, known(group, KNOWN[folder]))
    judge(REFERENCE / folder, group, load_artwork(REFERENCE / "system"), found)
    found.check()

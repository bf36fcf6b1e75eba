"""1,372 VDI and 1,032 AES steps as a real GEM drew and answered them in artwork of this project's."""

from collections import Counter

import pytest

from gemport.gem import load_artwork
from tests.gem.own.recorded import MENU_TOO_LARGE, Group, groups, judge, known
from tests.gem.own.steps import OWN, Verdict


@pytest.mark.parametrize("group", groups(OWN), ids="-".join)
def test_group_goes_as_on_a_real_gem(group: Group) -> None:
    found = Verdict(OWN, "gem_own", known(group, MENU_TOO_LARGE))
    judge(OWN, group, load_artwork(OWN / "system"), found)
    found.check()


def test_all_recorded_steps_are_there() -> None:
    counts: Counter[str] = Counter()
    for (file, group), steps in groups(OWN).items():
        counts[group.rstrip("0123456789") if file == "sessions" else file] += len(steps)
    drawn = {"vdi_pictures": 72, "vdi_random": 1300, "objects": 396}
    assert counts == {**drawn, "w": 253, "alert": 100, "menu": 133, "graf": 150}

"""1,372 VDI steps, systematic and random, as a real GEM drew and answered them in artwork of this project's."""

from __future__ import annotations

from functools import cache

import pytest

from tests.gem.own.steps import OWN, Step, by_group, read_json, verdict
from tests.gem.own.vdi_player import STEPS, replay


@cache
def groups() -> dict[str, list[Step]]:
    """All groups of VDI steps."""
    return by_group(step for name in STEPS for step in read_json(OWN / f"{name}.json"))


@pytest.mark.parametrize("group", list(groups()))
def test_group_is_drawn_and_answered_as_on_a_real_gem(group: str) -> None:
    found = verdict(OWN, "gem_own")
    replay(groups()[group], OWN / "system", read_json(OWN / "forms.json"), found)
    found.check()


def test_all_recorded_steps_are_there() -> None:
    assert {name: len(steps) for name, steps in groups().items() if not name[1:].isdigit()} == {
        "circle": 4,
        "arc_width": 5,
        "rbox": 4,
        "clip": 1,
        "text_effects": 6,
        "justified": 9,
        "copy": 22,
        "wide_then_fill": 1,
        "mouse": 20,
    }
    assert sum(map(len, groups().values())) == 1372

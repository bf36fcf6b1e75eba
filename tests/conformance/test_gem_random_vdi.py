"""The VDI steps of the reference's ``gem-random``: the calls of ``tests/gem/own`` in a real GEM's artwork."""

from __future__ import annotations

from functools import cache

import pytest

from tests.conformance.reference import REFERENCE, require
from tests.gem.own.steps import Step, by_group, read_json, verdict
from tests.gem.own.vdi_player import STEPS, replay

FOLDER = REFERENCE / "gem-random"


@cache
def groups() -> dict[str, list[Step]]:
    """All groups of VDI steps; none without the reference."""
    if not FOLDER.exists():
        return {}
    return by_group(step for name in STEPS for step in read_json(FOLDER / f"{name}.json"))


@pytest.mark.parametrize("group", list(groups()) or ["circle"])
def test_group_is_drawn_and_answered_as_on_a_real_gem(group: str) -> None:
    require(FOLDER)
    found = verdict(FOLDER, "gem_random")
    replay(groups()[group], REFERENCE / "system", read_json(FOLDER / "forms.json"), found)
    found.check()

"""1,032 AES steps as a real GEM drew and answered them in artwork of this project's: object trees and sessions."""

from __future__ import annotations

from functools import cache

import pytest

from tests.gem.own import desk_player, object_player
from tests.gem.own.steps import OWN, Step, by_group, read_json, verdict

PORTION = 40
"""So many steps on object trees make a test; they are independent of each other."""


@cache
def trees() -> list[Step]:
    """The steps on object trees."""
    steps: list[Step] = read_json(OWN / "objects.json")
    return steps


@cache
def sessions() -> dict[str, list[Step]]:
    """The recorded sessions by name."""
    return by_group(read_json(OWN / "sessions.json"))


@pytest.mark.parametrize("first", range(0, len(trees()), PORTION))
def test_objects_are_drawn_changed_and_edited_as_on_a_real_gem(first: int) -> None:
    found = verdict(OWN, "gem_own")
    object_player.replay(trees()[first : first + PORTION], OWN / "system", found)
    found.check()


@pytest.mark.parametrize("group", list(sessions()))
def test_session_goes_as_on_a_real_gem(group: str) -> None:
    found = verdict(OWN, "gem_own")
    desk_player.replay(sessions()[group], OWN / "system", found)
    found.check()


def test_all_recorded_steps_are_there() -> None:
    kinds = ("w", "alert", "menu", "graf")
    counts = {
        kind: sum(len(steps) for name, steps in sessions().items() if name.rstrip("0123456789") == kind)
        for kind in kinds
    }
    assert (len(trees()), counts) == (396, {"w": 253, "alert": 100, "menu": 133, "graf": 150})

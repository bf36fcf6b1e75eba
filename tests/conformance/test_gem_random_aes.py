"""The AES steps of the reference's ``gem-random``: those of ``tests/gem/own`` in a real GEM's artwork."""

from __future__ import annotations

from functools import cache

import pytest

from tests.conformance.reference import REFERENCE, require
from tests.gem.own import desk_player, object_player
from tests.gem.own.steps import Step, by_group, read_json, verdict

FOLDER = REFERENCE / "gem-random"


@cache
def trees() -> dict[str, list[Step]]:
    """The steps on object trees by kind; none without the reference."""
    return by_group(read_json(FOLDER / "objects.json")) if FOLDER.exists() else {}


@cache
def sessions() -> dict[str, list[Step]]:
    """The recorded sessions by name; none without the reference."""
    return by_group(read_json(FOLDER / "sessions.json")) if FOLDER.exists() else {}


@pytest.mark.parametrize("group", list(trees()) or ["tree"])
def test_objects_are_drawn_changed_and_edited_as_on_a_real_gem(group: str) -> None:
    require(FOLDER)
    found = verdict(FOLDER, "gem_random")
    object_player.replay(trees()[group], REFERENCE / "system", found)
    found.check()


@pytest.mark.parametrize("group", list(sessions()) or ["w90000"])
def test_session_goes_as_on_a_real_gem(group: str) -> None:
    require(FOLDER)
    found = verdict(FOLDER, "gem_random")
    desk_player.replay(sessions()[group], REFERENCE / "system", found)
    found.check()

"""Random play of the original VIERFREI, and the smallest sessions that show a rule each: every frame, by its number."""

import json
from functools import cache
from pathlib import Path

import pytest

from tests.conformance.reference import REFERENCE, require
from tests.conformance.report import RESULTS
from tests.games.own.sessions import Clothes, Entry, faults, play

AREAS = ("cases", "cases-2", "random")
GEM_ALONE = ("K2_", "M_")
"""Beginnings of sessions that show habits of the reference GEM alone, which the port does not have."""
CLOTHES = Clothes(
    REFERENCE / "system", REFERENCE / "vierfrei" / "VIERFREI.DAT", REFERENCE / "vierfrei" / "VIERFREI.RSC"
)


@cache
def index(area: str) -> dict[str, Entry]:
    """The sessions of a folder by name; none without the reference."""
    path = REFERENCE / area / "index.json"
    entries = json.loads(path.read_text()) if path.exists() else []
    return {entry["session"]: entry for entry in entries if not entry["session"].startswith(GEM_ALONE)}


def sessions() -> list[tuple[str, str]]:
    return [(area, session) for area in AREAS for session in index(area)] or [("cases", "missing")]


@pytest.mark.parametrize(("area", "session"), sessions())
def test_every_frame_is_the_originals(area: str, session: str) -> None:
    folder = require(REFERENCE / area / session)
    entry = index(area)[session]

    def png(file: str) -> Path:
        return folder / file

    differences = list(faults(entry, play(CLOTHES, entry["number"], folder / "events.jsonl"), png, RESULTS / area))
    assert not differences, "\n".join([entry.get("rule", session), *differences])

"""Frames of the original VIERFREI, recorded on a real GEM with this project's artwork: 2,589 in 128 sessions.

The artwork is frozen next to the sessions (``tests/data/own``, ``tests/data/gem_own/system``), so that the artwork of
the program can change.
"""

from functools import cache
from pathlib import Path

import pytest

from tests.conformance.report import RESULTS, read_picture
from tests.games.own.sessions import Clothes, Entry, digest, faults, play
from tests.gem.own.steps import OWN as GEM_OWN
from tests.gem.own.steps import read_json
from tests.places import RECORDED

OWN = RECORDED / "own"
AREAS = {"sessions": (30, 306), "cases": (24, 34), "random": (74, 2249)}
"""Numbers of sessions and frames by folder: chosen sessions, minimal examples of a rule, and random play."""


@cache
def index(area: str) -> dict[str, Entry]:
    return {entry["session"]: entry for entry in read_json(OWN / area / "index.json")}


def clothes(lang: str) -> Clothes:
    return Clothes(GEM_OWN / "system", OWN / f"cards_{lang}.dat", OWN / f"vierfrei_{lang}.rsc")


@pytest.mark.parametrize(("area", "session"), [(area, session) for area in AREAS for session in index(area)])
def test_every_frame_is_the_originals(area: str, session: str) -> None:
    entry = index(area)[session]
    shots = play(clothes(entry["lang"]), entry["number"], OWN / area / f"{session}.jsonl")

    def png(file: str) -> Path:
        return OWN / area / f"{session}_{file}"

    differences = list(faults(entry, shots, png, RESULTS / "own" / area))
    assert not differences, "\n".join([entry.get("rule", session), *differences])


@pytest.mark.parametrize("area", AREAS)
def test_all_sessions_are_there(area: str) -> None:
    frames = sum(len(entry["shots"]) for entry in index(area).values())
    assert (len(index(area)), frames) == AREAS[area]


@pytest.mark.parametrize("area", AREAS)
def test_the_pictures_are_those_of_the_index(area: str) -> None:
    """The frames are compared by checksum; this checks that the pictures for people show the same frames."""
    shots = {f"{name}_{shot['file']}": shot["sha256"] for name, entry in index(area).items() for shot in entry["shots"]}
    for path in (OWN / area).glob("*.png"):
        assert digest(read_picture(path)) == shots[path.name], path.name

"""Several programs at once: the sessions of the reference, frame by frame and line by line of what they were told."""

import pytest

from gemport.gem import load_artwork
from tests.conformance.kept import kept
from tests.conformance.reference import REFERENCE, require
from tests.conformance.sessions import sessions
from tests.gem.own.several import different, replay
from tests.gem.own.steps import BARE, Verdict, read_json


@pytest.mark.parametrize("name", list(sessions()) or ["open"])
def test_session_goes_as_on_a_real_gem(name: str) -> None:
    session = sessions()[name] if require(REFERENCE / "two") else {}
    found = Verdict(REFERENCE / session["programs"], "several", different(name))
    replay(session, load_artwork(REFERENCE / "system"), found)
    found.check()


@pytest.mark.slow
def test_what_every_clone_keeps_is_the_references() -> None:
    """``python -m tests.conformance.kept`` renews it."""
    require(REFERENCE / "two")
    for name, content in kept().items():
        assert read_json(BARE / name) == content, f"{name} is not up to date"

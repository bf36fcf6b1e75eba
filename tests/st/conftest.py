"""Fixtures of the tests of Atari programs."""

from pathlib import Path

import pytest

from tests.st.code import Code
from tests.st.machine import AtariMachine


@pytest.fixture
def atari(tmp_path: Path, processor: None, request: pytest.FixtureRequest) -> AtariMachine:
    """A machine whose drive C is an empty folder; a test may parametrize how fast and how large it is."""
    return AtariMachine(tmp_path, **getattr(request, "param", {}))


@pytest.fixture
def code() -> Code:
    """A program without instructions yet."""
    return Code()

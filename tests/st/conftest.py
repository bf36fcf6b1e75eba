"""Fixtures of the tests of Atari programs."""

from pathlib import Path

import pytest

from tests.st.code import Code
from tests.st.machine import AtariMachine


@pytest.fixture
def atari(tmp_path: Path, processor: None, request: pytest.FixtureRequest) -> AtariMachine:
    """Return a machine whose drive C is an empty folder; tests may parametrize its speed and size."""
    return AtariMachine(tmp_path, **getattr(request, "param", {}))


@pytest.fixture
def code() -> Code:
    return Code()

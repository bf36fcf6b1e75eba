"""What tests of Atari programs share."""

from pathlib import Path

import pytest

from tests.st.machine import AtariMachine


@pytest.fixture
def atari(tmp_path: Path) -> AtariMachine:
    """A machine whose drive C is an empty folder."""
    return AtariMachine(tmp_path)

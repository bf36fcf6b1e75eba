"""Fixtures of most tests of commands."""

from pathlib import Path

import pytest


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The player's folder; GEMPORT_HOME names it in all tests."""
    return tmp_path / "home"

"""Fixtures for tests of commands."""

from pathlib import Path

import pytest


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The user folder, set by GEMPORT_HOME in all tests."""
    return tmp_path / "home"

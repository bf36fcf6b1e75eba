"""What all tests share: user files of their own, and no sound."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees or changes the files of the user who runs it."""
    monkeypatch.setenv("GEMPORT_HOME", str(tmp_path / "home"))

"""What tests of games share."""

from __future__ import annotations

import pytest

from gemport.play import analysis


@pytest.fixture(autouse=True)
def _soon_content(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solution that is shown may be a little longer than it would be after seconds of thought."""
    monkeypatch.setattr(analysis, "TO_SHOW", 1_000)

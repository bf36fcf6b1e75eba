from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.gem.host.xvfb import need_display, xvfb


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """A display for this test process; DISPLAY's value."""
    need_display()
    with xvfb() as name:
        yield name

"""What the tests of the page share: the built page behind a server, and a browser."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.needs import need_programs
from tests.web.chromium import Chromium, Visitor, chromium
from tests.web.place import built_page, served


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's folder."""
    need_programs("npm", "node")
    base = tmp_path_factory.getbasetemp()
    return built_page(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base)


@pytest.fixture(scope="module")
def address(built: Path) -> Iterator[str]:
    """Where the page is served."""
    with served(built) as url:
        yield url


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """The browser of all tests that need none of another language."""
    need_programs("chromium")
    with chromium(tmp_path_factory.mktemp("chromium"), "--accept-lang=en-US") as browser:
        yield browser


@pytest.fixture
def browser(running: Chromium) -> Iterator[Visitor]:
    """A browser that was never here before."""
    visitor = Visitor(running)
    yield visitor
    visitor.close()

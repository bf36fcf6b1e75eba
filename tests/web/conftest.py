"""Fixtures of the page's tests: the built page, a server for it, and a browser."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.needs import need_programs
from tests.web.chromium import Chromium, Visitor, chromium
from tests.web.place import built_page, served


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need_programs("npm", "node")
    base = tmp_path_factory.getbasetemp()
    return built_page(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base)


@pytest.fixture(scope="session")
def address(built: Path) -> Iterator[str]:
    with served(built) as url:
        yield url


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """The English browser that most tests share."""
    need_programs("chromium")
    with chromium(tmp_path_factory.mktemp("chromium"), "--accept-lang=en-US") as browser:
        yield browser


@pytest.fixture(autouse=True)
def no_faults(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test if its pages had an uncaught error or wrote one to the console."""
    yield
    if {"newcomer", "browser", "running"} & set(request.fixturenames):
        running: Chromium = request.getfixturevalue("running")
        running.call("Browser.getVersion")
        assert not (faults := running.faults()), faults


@pytest.fixture
def newcomer(running: Chromium) -> Iterator[Visitor]:
    visitor = Visitor(running)
    yield visitor
    visitor.close()


@pytest.fixture(scope="session")
def _visitor(running: Chromium) -> Visitor:
    return Visitor(running)


@pytest.fixture
def browser(_visitor: Visitor, address: str) -> Iterator[Visitor]:
    """A visitor with empty storage, but with the page cached: it starts in a third of the time.

    The next test gets the same tab, so a test that adds scripts to new documents uses ``newcomer``.
    """
    yield _visitor
    _visitor.forget(f"{address}NOTICE.txt")

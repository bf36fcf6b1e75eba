"""What all tests share: user files of their own, a display, and a word on the reference at the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.hosts.xvfb import need_display, xvfb

_PICTURES = "tests/conformance/"


# No test fails because a machine is slow.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees or changes the files of the user who runs it."""
    monkeypatch.setenv("GEMPORT_HOME", str(tmp_path / "home"))


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """A display for this test process; DISPLAY's value."""
    need_display()
    with xvfb() as name:
        yield name


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many of the reference's pictures the port shows pixel for pixel."""
    counts = {
        outcome: sum(
            report.nodeid.startswith(_PICTURES) and ".png" in report.nodeid and "board" not in report.nodeid
            for report in terminalreporter.stats.get(outcome, [])
        )
        for outcome in ("passed", "failed", "skipped")
    }
    if any(counts.values()):
        same, total = counts["passed"], sum(counts.values())
        terminalreporter.write_line(f"reference: {same} of {total} pictures identical")

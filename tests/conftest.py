"""Fixtures of all tests: user files of their own, a display, and a word on the reference at the end."""

import os
import shutil
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from gemport.play import analysis
from tests.hosts.xvfb import xvfb
from tests.needs import CI, leave_out, need_display

_PICTURES = "tests/conformance/"
_IN_MEMORY, _ROOM = Path("/dev/shm"), 4 << 30
"""Folder of the tests' files, if there is room for so many bytes."""


# No test fails because a machine is slow.
# A busy machine may take its time between two draws, too.
unhurried = [HealthCheck.too_slow]
settings.register_profile("unhurried", deadline=None, max_examples=100 if CI else 50, suppress_health_check=unhurried)
settings.load_profile("unhurried")
# Hundreds of tests start a program: most of a start would be spent compiling, did it not find what was compiled before.
# The same goes for the tests themselves, which every worker loads.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# Games look for shorter ways to win whenever time passes: those tests that ask for them say how far.
analysis.TO_SHOW = analysis.FOR_PAR = 1_000
# Every step of a game is written through to the disk: where files are kept in memory that costs nothing.
if _IN_MEMORY.is_dir() and shutil.disk_usage(_IN_MEMORY).free > _ROOM and os.access(_IN_MEMORY, os.W_OK):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_IN_MEMORY))


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


@pytest.fixture
def processor() -> None:
    """The library that is the processor of Atari programs."""
    if find_spec("machine68k") is None:
        leave_out("machine68k missing: pip install machine68k")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many of the reference's pictures the port shows pixel for pixel."""
    counts = {
        outcome: sum(
            report.nodeid.startswith(_PICTURES) and ".png" in report.nodeid
            for report in terminalreporter.stats.get(outcome, [])
        )
        for outcome in ("passed", "failed", "skipped")
    }
    if any(counts.values()):
        same, total = counts["passed"], sum(counts.values())
        terminalreporter.write_line(f"reference: {same} of {total} pictures identical")

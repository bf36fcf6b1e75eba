"""Fixtures for all tests: separate user files, a display, and a final line about the reference pictures."""

import os
import shutil
import sys
from collections.abc import Iterator
from functools import reduce
from importlib.util import find_spec
from operator import or_
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from gemport.gem import Raster
from gemport.play import analysis
from tests.hosts.xvfb import xvfb
from tests.needs import CI, leave_out, need_display

_PICTURES = "tests/conformance/"
_IN_MEMORY, _ROOM = Path("/dev/shm"), 4 << 30
"""Folder for the tests' files if it has this number of free bytes."""


# No test may fail because a machine is slow, including slow generation of examples.
unhurried = [HealthCheck.too_slow]
settings.register_profile("unhurried", deadline=None, max_examples=100 if CI else 50, suppress_health_check=unhurried)
settings.load_profile("unhurried")
# Hundreds of tests start a program, so save compiled modules. The same applies to the tests, loaded by every worker.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# Games search for shorter solutions whenever time passes; limit that except in tests that set it.
analysis.DEMO_STATES = analysis.PAR_STATES = 1_000
# Games write every step through to the disk; in memory that is free.
if _IN_MEMORY.is_dir() and shutil.disk_usage(_IN_MEMORY).free > _ROOM and os.access(_IN_MEMORY, os.W_OK):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_IN_MEMORY))


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Prevent tests from reading or changing the files of the user who runs them."""
    monkeypatch.setenv("GEMPORT_HOME", str(tmp_path / "home"))


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """Start a display for this test process; yield the value of DISPLAY."""
    need_display()
    with xvfb() as name:
        yield name


@pytest.fixture
def processor() -> None:
    """Require the library that emulates the processor of Atari programs."""
    if find_spec("machine68k") is None:
        leave_out("machine68k missing: pip install machine68k")


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Show the differing part of two pictures."""
    if op != "==" or not isinstance(left, Raster) or not isinstance(right, Raster) or left.stride != right.stride:
        return None
    changes = [a ^ b for a, b in zip(left.rows, right.rows, strict=False)]
    lines = [y for y, change in enumerate(changes) if change]
    columns = f"{reduce(or_, changes):0{left.stride}b}"
    if not lines:
        return None
    part = columns.index("1"), lines[0], columns.rindex("1"), lines[-1]
    return [f"pictures that differ in {part}", *f"{left.part(part)}\n{right.part(part)}".splitlines()]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the number of reference pictures that the port reproduces exactly."""
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

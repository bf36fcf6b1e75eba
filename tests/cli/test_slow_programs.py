"""Programs whose calls are slow, in the real window: it can be closed at any time."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tests.hosts.xvfb import Program, wait_for
from tests.needs import needs_processor
from tests.st.slow import LARGE_SCREEN, PROGRAMS

MOST = 10
"""Seconds of the processor until the window is closed and the program has ended: an idle computer needs half a one."""


@needs_processor
@pytest.mark.window
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_window_of_a_slow_program_can_be_closed(name: str, display: str, tmp_path: Path) -> None:
    program = tmp_path / f"{name}.PRG"
    program.write_bytes(PROGRAMS[name])
    (tmp_path / "LARGE.DAT").write_bytes(bytes(3_000_000))
    (tmp_path / "LONGNAME.TXT").touch()
    size = "8192x8192" if name in LARGE_SCREEN else "640x400"
    options = ["--mute", "--speed", "max", "--screen", size]
    with Program.python(["-m", "gemport", "run", str(program), *options], display, program.name) as shown:
        time.sleep(1)
        shown.close()
        before = shown.cpu_seconds()
        # The time of a process that has ended is known until somebody has waited for it.
        wait_for(lambda: _has_ended(shown.process.pid), "the window stays")
        assert shown.cpu_seconds() - before <= MOST
        assert shown.wait() == 0


def _has_ended(pid: int) -> bool:
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

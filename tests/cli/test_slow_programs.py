"""Programs whose calls are slow: their host goes on after little time, and the real window can be closed."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

from tests.fuzzing.run import little_time
from tests.hosts.xvfb import Program, wait_for
from tests.needs import needs_processor
from tests.st.machine import AtariMachine
from tests.st.slow import LARGE_SCREEN, PROGRAMS

MOST = 10
"""Seconds of the processor until the window is closed and the program has ended: an idle computer needs half a one."""


AT_A_TIME = 2
"""Seconds of the processor that a host may be kept: an idle computer needs a tenth of one at most."""


def slow(name: str, folder: Path) -> Path:
    """One of the programs, and what it wants to find beside it."""
    program = folder / f"{name}.PRG"
    program.write_bytes(PROGRAMS[name])
    (folder / "LARGE.DAT").write_bytes(bytes(3_000_000))
    (folder / "LONGNAME.TXT").touch()
    return program


@needs_processor
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_slow_program_does_not_keep_its_host(name: str, tmp_path: Path) -> None:
    size = 8192 if name in LARGE_SCREEN else 640
    atari = AtariMachine(tmp_path, width=size, height=size)
    atari.system = replace(atari.system, stopwatch=time.process_time)
    program = slow(name, tmp_path)
    with little_time(AT_A_TIME):
        atari.start(program.read_bytes(), program.name)
    for _ in range(10):
        with little_time(AT_A_TIME):
            atari.machine.advance(10)
    assert not atari.machine.finished
    atari.machine.close()


@needs_processor
@pytest.mark.window
@pytest.mark.parametrize("name", ["LOOP", "ELLIPSE"])
def test_the_window_of_a_slow_program_can_be_closed(name: str, display: str, tmp_path: Path) -> None:
    program = slow(name, tmp_path)
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

"""Ctrl-C at any time prints nothing."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.cli.run import run
from tests.hosts.xvfb import WAIT_SECONDS, hearing_signals
from tests.places import ROOT

# During startup Python itself would react, so interrupts are blocked until the program's first line.
_START = """
import signal
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
print("begun", flush=True)
from gemport.__main__ import run
signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
raise SystemExit(run())
"""
TRIES = 5
"""Number of runs of each kind."""
LONGEST = 0.6
"""Seconds from the start to the last interrupt."""
COMMANDS = [["freecell", "1"], ["desktop"], ["deal", "vierfrei", *map(str, range(1, 3000))]]


def interrupted(arguments: Sequence[str], delay: float, home: Path, display: str) -> tuple[int, str]:
    """Start a command and interrupt it after some seconds; return its exit status and error output."""
    environment = {**os.environ, "GEMPORT_HOME": str(home), "DISPLAY": display}
    with hearing_signals():
        program = subprocess.Popen(
            [sys.executable, "-c", _START, *arguments],
            cwd=ROOT,
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    with program:
        try:
            assert program.stdout is not None
            assert program.stdout.readline() == "begun\n"
            time.sleep(delay)
            program.send_signal(signal.SIGINT)
            _, errors = program.communicate(timeout=WAIT_SECONDS)
        finally:
            program.kill()
    return program.returncode, errors


@pytest.fixture(autouse=True)
def _ignored() -> Iterator[None]:
    """Tests can run with Ctrl-C ignored; programs must receive it anyway."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.window
@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: arguments[0])
def test_an_interrupted_start_prints_nothing(arguments: list[str], display: str, tmp_path: Path) -> None:
    chance = random.Random(arguments[0])
    for _ in range(TRIES):
        delay = chance.uniform(0, LONGEST)
        status, errors = interrupted(arguments, delay, tmp_path, display)
        assert errors == "", f"after {delay} s"
        assert status in (0, 130, -signal.SIGINT), f"after {delay} s"


def catches_interrupts(process: int, number: int = signal.SIGINT) -> bool:
    """Return whether a process has a handler for an interrupt or another signal."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return bool(int(status.split("SigCgt:")[1].split()[0], 16) >> (number - 1) & 1)


def test_inherited_ignored_interrupts_stay_ignored() -> None:
    code = """
import signal
signal.signal(signal.SIGINT, signal.SIG_IGN)
from gemport.__main__ import run
from gemport.cli.terminal import end_on_interrupt, raise_on_interrupt
raise_on_interrupt()
end_on_interrupt()
assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
"""
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


@pytest.mark.parametrize("command", ["deal vierfrei 1", "replay #vierfrei/42/1a --shots {}"])
def test_commands_without_a_window_clean_up_after_signals(command: str, tmp_path: Path) -> None:
    before = {number: signal.signal(number, signal.SIG_DFL) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        assert run(*command.format(tmp_path).split()).status == 0
        assert all(callable(signal.getsignal(number)) for number in before)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

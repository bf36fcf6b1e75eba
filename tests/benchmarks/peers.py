"""Other patiences of the same machine, where Debian has put them: when they show something, and what they take.

A peer that is not installed, or shows nothing on a display without a desktop around it, is left out by name.
"""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from PIL import ImageGrab

from tests.hosts.xvfb import xvfb

PEERS = {
    "kpat": ("dbus-run-session", "--", "/usr/games/kpat"),
    "sol (aisleriot)": ("dbus-run-session", "--", "/usr/games/sol"),
}
"""By its name the command of each; both want a message bus."""
PATIENCE = 30.0
"""Seconds after which a peer counts as showing nothing."""
REST = 5.0
"""Seconds over which the processor time at rest is measured."""
_MIN_ROWS = 50
"""Rows of pixels that differ from each other: an empty window has fewer."""


class Taken(NamedTuple):
    """The costs of a program: milliseconds to its first contents, MiB resident, percent of one core at rest."""

    ms: float
    mib: float
    rest: float


def painted_after(command: Sequence[str]) -> Taken | None:
    """Start a program on a display of its own, with an empty home; None if it shows nothing."""
    with xvfb() as display, _home() as home:
        environment = {**os.environ, "DISPLAY": display, "HOME": home, "GEMPORT_HOME": home}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        started = time.perf_counter()
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while not _shows_something(display):
                if time.perf_counter() - started > PATIENCE or process.poll() is not None:
                    return None
            ms = (time.perf_counter() - started) * 1000
            time.sleep(3)
            mib = sum(_memory(pid) for pid in _family(process.pid))
            before = sum(_cpu(pid) for pid in _family(process.pid))
            time.sleep(REST)
            rest = (sum(_cpu(pid) for pid in _family(process.pid)) - before) / REST * 100
            return Taken(ms, mib, rest)
        finally:
            end(process.pid)
            process.wait(PATIENCE)


@contextmanager
def _home() -> Iterator[str]:
    """An empty folder, deleted as far as that is possible: a desktop's portal may have mounted itself into it."""
    home = tempfile.mkdtemp()
    try:
        yield home
    finally:
        # TemporaryDirectory wants to change modes first, and raises where it cannot, whatever it is to ignore.
        shutil.rmtree(home, ignore_errors=True)


def installed() -> dict[str, Sequence[str]]:
    """The peers that this machine has."""
    return {name: command for name, command in PEERS.items() if all(map(shutil.which, (command[0], command[-1])))}


def _shows_something(display: str) -> bool:
    picture = ImageGrab.grab(xdisplay=display)
    data, size = picture.tobytes(), len(picture.mode) * picture.width
    return len({data[at : at + size] for at in range(0, len(data), size)}) > _MIN_ROWS


def _family(pid: int) -> Iterator[int]:
    """A process and all its descendants."""
    yield pid
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    except OSError:
        return
    for child in children:
        yield from _family(int(child))


def _memory(pid: int) -> float:
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0
    return int(status.split("VmRSS:")[1].split()[0]) / 1024 if "VmRSS:" in status else 0


def _cpu(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rsplit(")", 1)[1].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def end(pid: int) -> None:
    """End a process and all its descendants."""
    for one in reversed([*_family(pid)]):
        with suppress(ProcessLookupError):
            os.kill(one, 15)

"""Other patience games of this machine (Debian packages): time to their first picture, memory and processor use.

Games that are not installed or show nothing on a display without a desktop are skipped with a message.
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
"""Commands by name; both games need a message bus."""
WAIT_SECONDS = 30.0
"""Timeout for the first picture in seconds."""
REST = 5.0
"""Duration of the measurement at rest, in seconds."""
_MIN_ROWS = 50
"""Minimum number of different pixel rows in a window with contents."""


class Taken(NamedTuple):
    """Costs of a program: milliseconds to its first contents, resident MiB, percent of a core at rest."""

    ms: float
    mib: float
    rest: float


def painted_after(command: Sequence[str]) -> Taken | None:
    """Measure a program on a new display with an empty home; return None if it shows nothing."""
    with xvfb() as display, _home() as home:
        environment = {**os.environ, "DISPLAY": display, "HOME": home, "GEMPORT_HOME": home}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        started = time.perf_counter()
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while not _shows_something(display):
                if time.perf_counter() - started > WAIT_SECONDS or process.poll() is not None:
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
            process.wait(WAIT_SECONDS)


@contextmanager
def _home() -> Iterator[str]:
    """Yield an empty folder and delete it as far as possible; a desktop's portal may have mounted something in it."""
    home = tempfile.mkdtemp()
    try:
        yield home
    finally:
        # TemporaryDirectory changes modes first, and raises an exception if that fails, even when told to ignore it.
        shutil.rmtree(home, ignore_errors=True)


def installed() -> dict[str, Sequence[str]]:
    return {name: command for name, command in PEERS.items() if all(map(shutil.which, (command[0], command[-1])))}


def _shows_something(display: str) -> bool:
    picture = ImageGrab.grab(xdisplay=display)
    data, size = picture.tobytes(), len(picture.mode) * picture.width
    return len({data[at : at + size] for at in range(0, len(data), size)}) > _MIN_ROWS


def _family(pid: int) -> Iterator[int]:
    """Yield the ids of a process and of all its descendants."""
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
    for one in reversed([*_family(pid)]):
        with suppress(ProcessLookupError):
            os.kill(one, 15)

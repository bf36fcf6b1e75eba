"""Measure what a player feels: python tests/benchmarks/run.py [--runs N]

Prints medians as a table. Windows open on an Xvfb of their own; the bare pyglet window in the same run, in which a
shader draws a texture, is what the machine and pyglet cost without gemport.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.benchmarks.board import card_blit, full_redraw  # noqa: E402
from tests.benchmarks.probe import GAME  # noqa: E402
from tests.gem.host.xvfb import Program, xvfb  # noqa: E402

REST = 5.0
"""Seconds over which the processor time at rest is measured."""


def median_ms(act: Callable[[], None], times: int) -> float:
    """The median duration of a call, in milliseconds."""
    durations = []
    for _ in range(times):
        started = time.perf_counter()
        act()
        durations.append(time.perf_counter() - started)
    return statistics.median(durations) * 1000


def start(what: str, display: str) -> dict[str, float]:
    """One start, measured from the creation of the process to its first frame."""
    command = [sys.executable, "-m", "tests.benchmarks.probe", what, repr(time.time())]
    result = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "DISPLAY": display}, check=True, stdout=subprocess.PIPE
    )
    measured: dict[str, float] = json.loads(result.stdout)
    return measured


def starts(runs: int, display: str) -> dict[str, dict[str, float]]:
    """Medians of several starts, the two kinds in turn so that both meet the same machine."""
    for what in ("bare", "gemport"):
        start(what, display)
    all_runs = [(what, start(what, display)) for _ in range(runs) for what in ("bare", "gemport")]
    return {
        what: {key: statistics.median(run[key] for name, run in all_runs if name == what) for key in ("ms", "mib")}
        for what in ("bare", "gemport")
    }


def at_rest(display: str) -> float:
    """Processor time in percent of one core while the game waits for its player."""
    with Program.python(["-m", "gemport", *GAME], display, "VIERFREI") as program:
        time.sleep(2)
        before = program.cpu_seconds()
        time.sleep(REST)
        return (program.cpu_seconds() - before) / REST * 100


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=7, help="starts of each kind (default 7)")
    runs = parser.parse_args().runs
    with xvfb() as display:
        started = starts(runs, display)
        rest = at_rest(display)
    bare, game = started["bare"], started["gemport"]
    rows = [
        ("start to first frame", f"{game['ms']:.0f} ms", f"a bare pyglet window: {bare['ms']:.0f} ms"),
        ("memory after it", f"{game['mib']:.0f} MiB", f"a bare pyglet window: {bare['mib']:.0f} MiB"),
        ("processor at rest", f"{rest:.1f} %", f"over {REST:.0f} s"),
        ("full redraw of the board's window", f"{median_ms(full_redraw(), 50):.1f} ms", "game 123456, 640x400"),
        ("one card drawn", f"{median_ms(card_blit(), 2000):.4f} ms", "mask and picture, 64x93"),
    ]
    for name, value, note in rows:
        print(f"{name:35}{value:>12}   {note}")


if __name__ == "__main__":
    main()

"""Measure the speed that a player notices: python -m benchmarks.run [--runs N]

Prints a table of minimum and median values. Windows open on a separate Xvfb. The bare pyglet window, a texture drawn by
a shader, shows the costs of the machine and of pyglet without gemport.
"""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from benchmarks import options, print_load, seconds
from benchmarks.board import card_blit, five_windows, full_redraw
from benchmarks.peers import PEERS, Taken, installed, painted_after
from benchmarks.probe import GAME
from tests.hosts.xvfb import Program, wait_for, xvfb
from tests.places import ROOT

REST = 5.0
"""Duration of the measurement at rest, in seconds."""
DESK_MENU, GAMES, HELP, NOWHERE = (80, 16), (120, 118), (120, 182), (1270, 790)
"""The title and two entries of the Desk menu, and an empty point, in host pixels of the window."""


def median_ms(act: Callable[[], None], times: int) -> float:
    return statistics.median(seconds(act) for _ in range(times)) * 1000


def start(what: str, display: str) -> dict[str, float]:
    """Measure one start from the creation of the process to its first frame; ``cpu`` is its total processor time."""
    command = [sys.executable, "-m", "benchmarks.probe", what, repr(time.time())]
    environment = {**os.environ, "DISPLAY": display}
    # Otherwise every start would compile gemport's modules, but not pyglet's.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = children_seconds()
    result = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE)
    measured: dict[str, float] = json.loads(result.stdout)
    return {**measured, "cpu": (children_seconds() - before) * 1000}


def children_seconds() -> float:
    """Return the processor time of all processes that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def starts(runs: int, display: str) -> dict[str, list[dict[str, float]]]:
    """Measure several starts of both kinds in turn, so that both have the same conditions."""
    kinds = ("bare", "gemport")
    for what in kinds:
        start(what, display)
    all_runs = [(what, start(what, display)) for _ in range(runs) for what in kinds]
    return {what: [run for name, run in all_runs if name == what] for what in kinds}


def at_rest(display: str) -> float:
    """Return the processor use at rest in percent of a core, with a game, the desktop and two accessories open."""
    with Program.python(["-m", "gemport", *GAME], display, "VIERFREI") as program:
        time.sleep(2)
        for entry in (HELP, GAMES):
            _choose(program, entry)
        before = program.cpu_seconds()
        time.sleep(REST)
        return (program.cpu_seconds() - before) / REST * 100


def _choose(program: Program, entry: tuple[int, int]) -> None:
    """Open an accessory by its menu entry, and check that the picture changes."""
    before = program.picture().tobytes()
    program.move(*DESK_MENU)
    wait_for(lambda: program.picture().tobytes() != before, "the menu does not open")
    program.click(*entry)
    program.move(*NOWHERE)
    time.sleep(1)
    assert program.picture().tobytes() != before, "the accessory does not open"


def peers() -> list[str]:
    """Return the lines about gemport and other games, measured alike; missing games are named."""
    own = painted_after([sys.executable, "-m", "gemport", *GAME])
    if own is None:
        return ["gemport shows nothing"]
    lines = [_taken("gemport", own, own)]
    there = installed()
    for name in PEERS:
        taken = painted_after(there[name]) if name in there else None
        missing = "shows nothing" if name in there else "is not installed"
        lines.append(f"{name} {missing}" if taken is None else _taken(name, taken, own))
    return lines


def _taken(name: str, taken: Taken, own: Taken) -> str:
    figures = f"{taken.ms:6.0f} ms ({taken.ms / own.ms:.1f})  {taken.mib:5.0f} MiB ({taken.mib / own.mib:.1f})"
    return f"{name:35}{figures}  {taken.rest:.1f} % at rest"


def main() -> None:
    with xvfb() as display:
        started = starts(options(__doc__, runs=15).runs, display)
        rest = at_rest(display)
    for key, what, unit in (
        ("ms", "start to first frame", "ms"),
        ("cpu", "processor time of that", "ms"),
        ("mib", "memory after it", "MiB"),
    ):
        for word, choose in (("least", min), ("median", statistics.median)):
            bare, game = (choose([run[key] for run in started[kind]]) for kind in ("bare", "gemport"))
            print(
                f"{what + ', ' + word:35}{game:8.0f} {unit:4} bare window {bare:.0f} {unit}: {game - bare:+.0f} {unit}"
            )
    rows = [
        ("processor at rest", f"{rest:.1f} %", f"over {REST:.0f} s; desktop, help and the list of games open"),
        ("full redraw of the board's window", f"{median_ms(full_redraw(), 50):.1f} ms", "game 123456, 640x400"),
        ("five overlapping windows redrawn", f"{median_ms(five_windows(), 50):.1f} ms", "five boards, 1280x960"),
        ("one card drawn", f"{median_ms(card_blit(), 2000):.4f} ms", "mask and picture, 64x93"),
    ]
    for name, value, note in rows:
        print(f"{name:35}{value:>12}   {note}")
    print("\n".join(peers()))
    print_load()


if __name__ == "__main__":
    main()

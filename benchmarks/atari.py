"""Measure Atari programs and the same calls in Python: python -m benchmarks.atari

Prints the number of calls per second through trap 2, and the time a program takes to draw a window.
"""

import statistics
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from benchmarks import print_load, seconds
from gemport.gem import GRect, Machine, Message, Raster, RasterOp, load_artwork, write_rsc
from tests.gem.own.steps import OWN
from tests.st import mirror
from tests.st.machine import AtariMachine

CALLS = 10_000
"""Number of calls made by the program BENCH."""
_RUNS = 5
_REDRAWS = 1000
_TEXT = b"\3" + b"\1" * 9 + b"\2ABCDEFGHI"
_KINDS = (("b", "v_bar, 200x100"), ("t", "v_gtext, 20 characters"), ("c", "vro_cpyfm, 64x93 from memory"))


def calls_through_traps(which: str, folder: Path) -> float:
    """Return the calls per second of a 68000 program: ``b`` v_bar, ``t`` v_gtext, ``c`` vro_cpyfm."""
    atari = AtariMachine(folder)

    def run() -> None:
        atari.start_built("BENCH.PRG", which)
        atari.finish()

    return CALLS / seconds(run)


def calls_from_python(which: str) -> float:
    """Return the calls per second of a loop in Python."""
    workstation = Machine(load_artwork(OWN / "system")).gem().v_opnvwk()
    card = Raster(64, 93)
    calls = {
        "b": lambda: workstation.v_bar(100, 100, 299, 199),
        "t": lambda: workstation.v_gtext(100, 100, _TEXT),
        "c": lambda: workstation.vro_cpyfm(RasterOp.S_ONLY, (0, 0, 63, 92, 100, 100, 163, 192), card, None),
    }

    def run() -> None:
        for _ in range(CALLS):
            calls[which]()

    return CALLS / seconds(run)


def redraws(machines: Sequence[Machine]) -> list[float]:
    """Return each program's minimum time in ms for a complete redraw of a window; the programs take turns."""
    times: list[list[float]] = [[] for _ in machines]
    for _ in range(_REDRAWS):
        for machine, taken in zip(machines, times, strict=True):
            area = Message.redraw(2, GRect(0, 0, machine.width, machine.height))
            taken.append(seconds(partial(machine.send, area)))
            # GEM delays a program that gets many messages at the same time.
            machine.advance(20)
    return [1000 * min(taken) for taken in times]


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "DEMO.RSC").write_bytes(write_rsc(mirror.resource()))
        for which, what in _KINDS:
            traps = statistics.median(calls_through_traps(which, folder) for _ in range(_RUNS))
            python = statistics.median(calls_from_python(which) for _ in range(_RUNS))
            print(f"{what:30}{traps:9.0f} calls a second, from Python {python:9.0f} ({python / traps:.1f})")
        atari, machine = AtariMachine(folder), Machine(load_artwork(OWN / "system"))
        atari.start_built("DEMO.PRG")
        machine.start(mirror.demo, "DEMO.PRG")
        times = redraws([atari.machine, machine])
        print(f"{'a window drawn':30}{times[0]:9.2f} ms, by the program in Python {times[1]:.2f} ms ", end="")
        print(f"({times[0] / times[1]:.1f})")
    print_load()


if __name__ == "__main__":
    main()

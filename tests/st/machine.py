"""A machine with an Atari program on it, for tests."""

from __future__ import annotations

import struct
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from random import Random

from gemport.gem import Gem, Machine, load_artwork
from gemport.st import MAX_MHZ, Drives, System, gem_program, read_program
from gemport.st.processor import BOTTOM
from gemport.st.program import AtariProgram
from tests.gem.own.steps import OWN
from tests.st.build import PROGRAMS

NOW = datetime(1989, 11, 9, 18, 57, 30)


class AtariMachine:
    """A machine whose drive C is a folder, and what its programs reported and wrote."""

    def __init__(self, folder: Path, mhz: float = MAX_MHZ, width: int = 640, height: int = 400) -> None:
        self.machine = Machine(load_artwork(OWN / "system"), width, height)
        self.reports: list[str] = []
        self.written: list[str] = []
        self.system = System(
            Drives({"C": folder}), lambda: NOW, Random(1), self.reports.append, self.written.append, mhz
        )
        self.machine.folder = self.system.drives.folder

    def start(self, data: bytes, name: str, tail: str = "") -> None:
        """Start a program from the bytes of its file."""
        self.machine.start(gem_program(read_program(data, name), self.system, "C", (), tail), name, tail)

    def start_built(self, name: str, tail: str = "") -> None:
        """Start one of the test programs."""
        self.start((PROGRAMS / name).read_bytes(), name, tail)

    def finish(self) -> object:
        """Let time pass until the programs have ended; the last one's result."""
        for _ in range(500):
            if self.machine.finished:
                return self.machine.result
            self.machine.settle()
            self.machine.advance(100)
        raise AssertionError("the program does not end")


def inside(folder: Path, look: Callable[[AtariProgram], object]) -> AtariMachine:
    """Look at the memory and the calls of a program that does not run yet."""
    atari = AtariMachine(folder)
    head = struct.pack(">HLLLLLLH", 0x601A, 16, 0, 0, 0, 0, 0, 1)

    async def probe(gem: Gem) -> None:
        program = AtariProgram(gem, read_program(head + bytes(16), "PROBE.PRG"), atari.system, "C", (), "")
        program.heap.mshrink(BOTTOM, 0x1000)
        look(program)
        program.space.release()

    atari.machine.start(probe, "PROBE.PRG")
    atari.machine.settle()
    assert (atari.machine.finished, atari.machine.faults) == (True, [])
    return atari

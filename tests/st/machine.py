"""A machine with an Atari program on it, for tests."""

from collections.abc import Sequence
from datetime import datetime
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

from gemport.gem import Machine, Program, load_artwork
from gemport.gem.aes.keys import key_press
from gemport.gem.formats.charset import encode
from gemport.st import MAX_MHZ, Drives, System, gem_program, read_program
from tests.gem.own.steps import OWN
from tests.st.build import PROGRAMS
from tests.st.code import Code, shown
from tests.st.script import Script

NOW = datetime(1989, 11, 9, 18, 57, 30)


class AtariMachine:
    """A machine whose drive C is a folder, with its programs' reports and output."""

    def __init__(self, folder: Path, mhz: float = MAX_MHZ, width: int = 640, height: int = 400) -> None:
        self.folder = folder
        self.machine = Machine(load_artwork(OWN / "system"), width, height)
        self.reports: list[str] = []
        self.written: list[str] = []
        self.system = System(
            Drives({"C": folder}), lambda: NOW, Random(1), self.reports.append, self.written.append, mhz
        )
        self.machine.folder = self.system.drives.folder

    def program(self, data: bytes, name: str, tail: str = "") -> Program:
        return gem_program(read_program(data, name), self.system, "C", (), tail)

    def start(self, data: bytes, name: str, tail: str = "") -> None:
        self.machine.start(self.program(data, name, tail), name, tail)

    def start_built(self, name: str, tail: str = "") -> None:
        self.start((PROGRAMS / name).read_bytes(), name, tail)

    def replay(self, script: Script) -> list[Any]:
        """Run REPLAY with recorded calls until it waits; return the answers if it has ended."""
        script.save()
        self.start_built("REPLAY.PRG")
        self.machine.settle()
        return [answer for _, answer in script.answers()] if self.machine.finished else []

    def answers(self, code: Code, *keys: int, waits: Sequence[int] = (100,)) -> list[int]:
        """Run a program to its end without reports; return the numbers that it printed.

        keys: pressed in turn, each after a delay in milliseconds in which the program must not end
        """
        self.start(code.end(), "CODE.PRG")
        for key, ms in zip(keys, cycle(waits)):
            self.machine.advance(ms)
            assert not self.machine.finished
            self.machine.key(key)
            self.machine.settle()
        assert (self.finish(), self.reports) == (0, [])
        return self.numbers()

    def numbers(self) -> list[int]:
        return shown("".join(self.written))

    def rows(self) -> list[str]:
        """The characters on the screen, row by row without the spaces at their ends; a run in reverse is in <>."""
        raster, font = self.machine.screen, load_artwork(OWN / "system").font_8x16
        cells = {font.glyph(code).rows: chr(code) for code in range(0x7F, 0x1F, -1)}
        found = []
        for top in range(0, raster.height - 15, 16):
            lines, row = raster.rows[top : top + 16], ""
            for right in range(raster.stride - 8, -1, -8):
                bits = tuple(line >> right & 0xFF for line in lines)
                reverse = tuple(line ^ 0xFF for line in bits)
                row += cells[bits] if bits in cells else f"<{cells.get(reverse, '?')}>"
            found.append(row.replace("><", "").rstrip())
        return found

    def sees(self, text: str) -> bool:
        font, raster = load_artwork(OWN / "system").font_8x16, self.machine.screen
        glyphs, mask = [font.glyph(code).rows for code in encode(text)], (1 << 8 * len(text)) - 1
        wanted = [int.from_bytes(bytes(rows[line] for rows in glyphs), "big") for line in range(16)]
        inked = next(line for line, bits in enumerate(wanted) if bits)
        return any(
            all(raster.rows[y + line] >> right & mask == bits for line, bits in enumerate(wanted))
            for y in range(raster.height - 15)
            for right in range(raster.stride - 8 * len(text) + 1)
            if raster.rows[y + inked] >> right & mask == wanted[inked]
        )

    def text(self) -> str:
        return "\n".join(self.rows()).rstrip()

    def type(self, *names: str) -> None:
        for name in names:
            self.machine.key(*key_press(name))
            self.machine.settle()

    def finish(self) -> object:
        """Run until the programs have ended; return the last program's result."""
        for _ in range(500):
            if self.machine.finished:
                return self.machine.result
            self.machine.settle()
            self.machine.advance(100)
        raise AssertionError(f"the program does not end: {self.reports}")

"""Random programs: damaged files, and traps with random arguments.

``python -m tests.st.fuzz 100000`` makes 100,000 calls.

Whatever a program does, it ends or waits, raises no exception, and changes no file outside its drive.
"""

import random
import struct
import sys
import tempfile
from functools import cache
from pathlib import Path

from gemport.gem import LEFT, FormatError, Machine, load_artwork
from gemport.gem.aes.keys import RETURN
from gemport.st import aes, tos, vdi
from tests.gem.own.steps import OWN
from tests.st import mirror
from tests.st.build import PROGRAMS, fixup_list
from tests.st.code import BASE, Code
from tests.st.machine import AtariMachine
from tests.st.script import Image
from tests.st.slow import WAIT

CALLS = 100
"""Calls of one program."""
_TEXT = BASE + 0x100
_BLOCKS = _TEXT + 0x10000
_BLOCK_SIZE = 0x400
_MAX_BLOCKS = 16
_USER = _BLOCKS + (_MAX_BLOCKS - 1) * _BLOCK_SIZE
_TRAPS = {tos.GEMDOS: 0x4E41, tos.BIOS: 0x4E4D, tos.XBIOS: 0x4E4E}
_ENDING = (
    *("pterm", "pterm0", "supexec", "super", "setexc", "xbtimer", "mfpint"),
    *("vex_timv", "vex_butv", "vex_motv", "vex_curv"),
)
"""Calls that end most programs, because they jump to data."""
_WAITING = ("evnt_button", "evnt_mouse", "evnt_mesag", "evnt_timer", "evnt_multi", "appl_read", "form_do", "v_string")
"""Calls after which most programs wait forever."""


class Fuzz:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def word(self) -> int:
        """A word, more often one that means something."""
        pick = self._random
        kinds = (
            lambda: pick.randrange(0x10000),
            lambda: pick.choice((0, 1, 2, 3, 0xFFFF, 0x7FFF, 0x8000, 4, 8, 16, 100, 640, 400)),
            lambda: pick.randrange(20),
            lambda: pick.randrange(700),
        )
        return pick.choice(kinds)()

    def address(self) -> int:
        """An address, more often one in the program's memory."""
        pick = self._random
        if pick.random() < 0.1:
            return _BLOCKS
        if pick.random() < 0.995:
            return _BLOCKS + pick.randrange(_MAX_BLOCKS * _BLOCK_SIZE)
        return pick.choice((0, 1, 0x3EFFFF, 0x3F0000, 0x400000, 0x400000 + 31998, 0xFFFFFFFF, pick.getrandbits(32)))

    def long(self) -> int:
        """An address, a size, anything."""
        pick = self._random
        return pick.choices((self.address, lambda: pick.getrandbits(32), self.word), (60, 1, 1))[0]()

    def block(self) -> bytes:
        """Bytes that may be a text, a tree, a form, a list of words."""
        pick = self._random
        match pick.randrange(5):
            case 0:
                texts = (
                    "C:\\*.*",
                    "..\\..\\SECRET.TXT",
                    "A.TXT",
                    "\\",
                    "D:\\X",
                    "[1][a|b][c]",
                    "[",
                    "OUT\\SECRET.TXT",
                    "C:\\" + "*" * 57,
                    "",
                    "".join("\33" + chr(pick.randrange(0x41, 0x78)) + chr(pick.randrange(128)) for _ in range(60)),
                )
                data = pick.choice(texts).encode()
            case 1:
                objects = b"".join(self._object(number) for number in range(pick.randrange(1, 8)))
                data = objects
            case 2:
                sizes = (pick.choice((16, 64, 640)), pick.choice((1, 16, 400)), pick.choice((1, 4, 40)))
                data = struct.pack(">L6H", self.address(), *sizes, 0, 1, 0)
            case 3:
                data = pick.randbytes(64)
            case _:
                data = struct.pack(">64H", *(self.word() for _ in range(64)))
        return data.ljust(_BLOCK_SIZE, b"\0")[:_BLOCK_SIZE]

    def _object(self, number: int) -> bytes:
        pick = self._random
        links = (number + 1, -1, -1) if number else (-1, 1, 3)
        if pick.random() < 0.3:
            links = (pick.randrange(-2, 9), pick.randrange(-2, 9), pick.randrange(-2, 9))
        words = (*links, pick.randrange(19, 35), pick.getrandbits(9), pick.getrandbits(6))
        place = tuple(pick.randrange(-20, 300) for _ in range(4))
        return struct.pack(">6hL4h", *words, pick.choice((self.address(), _USER)), *place)

    def _user_block(self) -> bytes:
        """Return a block for a G_USERDEF, whose code computes for some time or forever."""
        code = WAIT * self._random.choice((0, 1, 20)) + bytes.fromhex(self._random.choice(("4E75", "4E75", "60FE")))
        return (struct.pack(">2L", _USER + 8, 0) + code).ljust(_BLOCK_SIZE, b"\0")

    def _slow_call(self) -> bytes:
        code = Code()
        match self._random.randrange(3):
            case 0:
                code.trap(14, 38, (_USER + 8,))
            case 1:
                code.trap(1, 0x40, 1, (self._random.choice((100_000, 3_000_000)),), (_TEXT,))
            case _:
                code.trap(1, 0x48, (2,))
        return code.code

    def program(self) -> bytes:
        pick = self._random
        code = b""
        for _ in range(CALLS):
            code += self._slow_call() if pick.random() < 0.02 else b""
            code += self._line_a() if pick.random() < 0.1 else b""
            code += self._gem_call() if pick.random() < 0.6 else self._tos_call()
        code += bytes.fromhex("4267 4E41")
        blocks = menu() + b"".join(self.block() for _ in range(_MAX_BLOCKS - 2)) + self._user_block()
        image = code.ljust(_BLOCKS - _TEXT, b"\0") + blocks
        return struct.pack(">HLLLLLLH", 0x601A, len(image), 0, 0, 0, 0, 0, 1) + image

    def _gem_call(self) -> bytes:
        """Fill control and addresses in at a fixed place, and call."""
        pick = self._random
        for_aes = pick.random() < 0.5
        table = aes.CALLS if for_aes else vdi.CALLS
        number = pick.choice(list(table)) if pick.random() < 0.97 else self.word()
        call = table.get(number)
        if call is not None and call.name in (*_ENDING, *_WAITING) and pick.random() < 0.95:
            return b""
        opcode, sub = number if isinstance(number, tuple) else (number, self.word())
        control = _BLOCKS - 0x100
        if for_aes:
            words = [opcode, pick.choice((16, 2, 0, self.word())), 1, pick.randrange(4), 1]
        else:
            words = [opcode, pick.choice((2, 4, 8, self.word())), 0, pick.choice((1, 11, 37, self.word())), 0, sub]
            words += [pick.choice((1, 2, 2, 2, 3, self.word())), *struct.unpack(">4H", self._two_addresses())]
        code = b"".join(_store(control + 2 * i, word & 0xFFFF) for i, word in enumerate(words))
        pointers = control + 0x40
        arrays = [control, *(self.address() & ~1 for _ in range(5))]
        if pick.random() < 0.005:
            arrays[pick.randrange(6)] = pick.getrandbits(32)
        code += b"".join(_store_long(pointers + 4 * i, at) for i, at in enumerate(arrays))
        if for_aes and arrays[4] in range(_BLOCKS, _BLOCKS + 0x3F00):
            code += b"".join(_store_long(arrays[4] + 4 * i, self.address()) for i in range(3))
        return code + struct.pack(">HLHLH", 0x203C, 200 if for_aes else 115, 0x223C, pointers, 0x4E42)

    def _line_a(self) -> bytes:
        """Set some variables of Line-A, and carry out an instruction."""
        pick = self._random
        code = bytes.fromhex("A000")
        for _ in range(pick.randrange(1, 12)):
            at = 0x1400 + pick.randrange(4, 118) & ~1
            code += _store(at, self.word()) if pick.random() < 0.6 else _store_long(at, self.address())
        for at in (4, 8, 12, 46, 84):
            code += _store_long(0x1400 + at, self.address() & ~1)
        # lea address,a6
        return code + struct.pack(">HLH", 0x4DF9, self.address() & ~1, 0xA000 | pick.randrange(16))

    def _two_addresses(self) -> bytes:
        return struct.pack(">2L", *(self._random.choice((0, self.address())) for _ in range(2)))

    def _tos_call(self) -> bytes:
        pick = self._random
        vector = pick.choice((tos.GEMDOS, tos.GEMDOS, tos.BIOS, tos.XBIOS))
        row = pick.choice(list(tos.CALLS[vector].values()))
        if row.name in _ENDING and pick.random() < 0.95:
            return b""
        pushed = b""
        for kind in reversed(row.comes):
            value = self.word() if kind == "w" else self.address() if kind == "s" else self.long()
            pushed += struct.pack(">HH", 0x3F3C, value) if kind == "w" else struct.pack(">HL", 0x2F3C, value)
        number = row.number if pick.random() < 0.98 else self.word()
        return pushed + struct.pack(">3H", 0x3F3C, number, _TRAPS[vector])

    def damaged(self) -> bytes:
        """A test program with some bytes changed, or cut, or random bytes after a header."""
        pick = self._random
        data = bytearray(pick.choice(sorted(PROGRAMS.glob("*.PRG"))).read_bytes())
        match pick.randrange(4):
            case 0:
                data = bytearray(data[: pick.randrange(len(data))])
            case 1:
                text = pick.randbytes(pick.randrange(2, 400) & ~1)
                head = struct.pack(">HLLLLLLH", 0x601A, len(text), 0, pick.randrange(0x1000), 0, 0, 0, 0)
                data = bytearray(head + text + fixup_list([]))
            case _:
                for _ in range(pick.randrange(1, 12)):
                    data[pick.randrange(len(data))] = pick.randrange(256)
        return bytes(data)


@cache
def menu() -> bytes:
    """The first block: the menu of DEMO.PRG."""
    machine = Machine(load_artwork(OWN / "system"))
    image = Image(machine.gem().rsrc_load(mirror.resource()).tree(mirror.MENU))
    for at, _ in image.fixups:
        image.data[at : at + 4] = (int.from_bytes(image.data[at : at + 4], "big") + _BLOCKS).to_bytes(4, "big")
    assert len(image.data) <= _BLOCK_SIZE
    return bytes(image.data).ljust(_BLOCK_SIZE, b"\0")


def _store(at: int, word: int) -> bytes:
    return struct.pack(">HHL", 0x33FC, word, at)


def _store_long(at: int, long: int) -> bytes:
    return struct.pack(">HLL", 0x23FC, long & 0xFFFFFFFF, at)


def run(data: bytes, folder: Path) -> None:
    """Run a program file for some time with clicks and keys; raise any error that it must not cause."""
    atari = AtariMachine(folder, mhz=2)
    machine = atari.machine
    try:
        try:
            atari.start(data, "FUZZ.PRG")
        except FormatError:
            return
        for number in range(40):
            if machine.finished:
                break
            machine.mouse_to(97 * number % 640, 41 * number % 400 if number % 3 else 8)
            machine.mouse_button(LEFT, number % 2 == 0)
            machine.key(RETURN)
            machine.advance(100)
        assert machine.faults == []
    finally:
        machine.close()


def fuzz(programs: int, seed: int) -> None:
    """Run programs; a quarter of them are damaged files."""
    with tempfile.TemporaryDirectory() as name:
        drive = Path(name) / "drive"
        drive.mkdir()
        (Path(name) / "SECRET.TXT").write_text("secret")
        (drive / "OUT").symlink_to(name)
        (drive / "A.TXT").write_text("a")
        for number in range(seed, seed + programs):
            source = Fuzz(number)
            data = source.damaged() if number % 4 == 0 else source.program()
            try:
                run(data, drive)
            except BaseException:
                print(f"seed {number}", file=sys.stderr)
                raise
            assert sorted(path.name for path in Path(name).iterdir()) == ["SECRET.TXT", "drive"], number
            assert (Path(name) / "SECRET.TXT").read_text() == "secret", number


if __name__ == "__main__":
    count = int(sys.argv[1]) // CALLS
    fuzz(count, int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    print(f"{count} programs, {count * CALLS} calls")

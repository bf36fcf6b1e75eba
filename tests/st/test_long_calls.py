"""Every call of the tables with its largest arguments: no step stops the host for long."""

import gc
import struct
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Final

import pytest

from gemport.st import aes, linea, tos, vdi
from gemport.st.calls import CallRow
from tests.needs import needs_processor
from tests.st.build import program_file
from tests.st.code import BUFFER, ROOM, Code
from tests.st.machine import AtariMachine
from tests.st.slow import BOX, IMAGE, WORD, tree
from tests.st.test_linea import (
    COLOR,
    CONTRL,
    INTIN,
    LINE_MASK,
    MASK,
    PATTERN,
    PATTERNS,
    PTSIN,
    X1,
    LineA,
)

pytestmark = [needs_processor, pytest.mark.slow]

MAX_STEP_SECONDS: Final = 0.05
"""Limit of processor time for a step; a usual one needs less than 0.005."""
WIDTH, HEIGHT = 640, 400
TEXT, STRING, BUTTON, ICON, FTEXT = 21, 28, 26, 31, 29
MAX_OBJECTS: Final = 4095
MAX_POINTS: Final = 1024


@pytest.fixture(autouse=True)
def small_heap() -> Iterator[None]:
    """Make the garbage collector skip the objects of the tests. A program has far fewer."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


class Steps:
    """A stopwatch for programs that notes the maximum time between two readings."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._last = time.thread_time()

    def __call__(self) -> float:
        now = time.thread_time()
        self.longest, self._last = max(self.longest, now - self._last), now
        return now


def check_steps(folder: Path, program: bytes, ms: int = 2000) -> None:
    """Run a program for some time of the machine; fail if a step takes long.

    A busy computer sometimes stretches a step of any program, so the program runs up to three times.
    """
    assert any(longest_step(folder, program, ms) < MAX_STEP_SECONDS for _ in range(3))


def longest_step(folder: Path, program: bytes, ms: int) -> float:
    """Return the maximum seconds of processor time between two readings of the stopwatch."""
    # Otherwise collecting the objects of the programs before would be part of a step.
    gc.freeze()
    atari, steps = AtariMachine(folder, width=WIDTH, height=HEIGHT), Steps()
    atari.system = replace(atari.system, stopwatch=steps)
    atari.machine.programs["OWN.PRG"] = atari.program(program, "OWN.PRG")
    steps()
    atari.start(program, "OWN.PRG")
    for passed in range(0, ms, 50):
        steps()
        atari.machine.advance(50)
        steps()
        if passed == 500:
            atari.machine.key(0x1C0D)
        if atari.machine.finished:
            break
    atari.machine.close()
    return steps.longest


# ---- the VDI

POINTS: Final = {
    "zigzag": [(number * WIDTH // MAX_POINTS, -WORD if number % 2 else WORD) for number in range(MAX_POINTS)],
    "across": [(-WORD if number % 2 else WORD, number * HEIGHT // MAX_POINTS) for number in range(MAX_POINTS)],
    "around": [(WIDTH // 2, HEIGHT // 2), *[(WORD, WORD)] * (MAX_POINTS - 1)],
    "inside": [(number * 37 % WIDTH, number * 61 % HEIGHT) for number in range(MAX_POINTS)],
    "diagonals": [(0, 0), (WIDTH - 1, HEIGHT - 1)] * (MAX_POINTS // 2),
}
ATTRIBUTES: Final[tuple[dict[str, tuple[int, ...]], ...]] = (
    {},
    {
        **{"vsl_width": (39, 0), "vsl_ends": (1, 1), "vswr_mode": (3,), "vsm_type": (2,), "vsm_height": (0, WORD)},
        **{"vsf_interior": (2,), "vst_height": (0, WORD), "vst_effects": (31,), "vst_rotation": (900,)},
    },
    {
        **{"vsl_type": (7,), "vsl_udsty": (0x5555,), "vsm_type": (5,), "vsm_height": (0, WORD), "vswr_mode": (2,)},
        **{"vst_height": (0, 1), "vst_effects": (31,), "vst_rotation": (2700,), "vst_alignment": (2, 5)},
    },
)
NUMBERS: Final = {call.name: number if isinstance(number, tuple) else (number, 0) for number, call in vdi.CALLS.items()}
NOT_LONG: Final = ("v_clsvwk", "v_clswk", "v_string")
COPIES: Final = {"vro_cpyfm": (0, 3, 5, 6, 14), "vrt_cpyfm": (1, 4), "vr_trnfm": (0,)}


def _set(code: Code, name: str, words: Sequence[int]) -> None:
    in_points = name in ("vsl_width", "vsm_height", "vst_height")
    code.vdi(*NUMBERS[name], words if in_points else (), () if in_points else words)


@pytest.mark.parametrize("name", [name for name in NUMBERS if name not in (*NOT_LONG, *COPIES)])
def test_no_step_of_a_vdi_call_is_long(name: str, tmp_path: Path) -> None:
    number, sub = NUMBERS[name]
    first = [-1] if name == "v_contourfill" else [1, 1] if name == "v_justified" else [0, 3600] if number == 11 else []
    for points, attributes in product(POINTS.values(), ATTRIBUTES):
        code = Code()
        for call, words in attributes.items():
            _set(code, call, words)
        code.vdi(number, sub, [value for point in points for value in point], [*first, *[87] * (1000 - len(first))])
        check_steps(tmp_path, code.end())


@pytest.mark.parametrize("name", COPIES)
def test_no_step_of_a_raster_copy_is_long(name: str, tmp_path: Path) -> None:
    shapes = [(0, 512, 1000), (2, 511, 1000), (0, 2, WORD), (2, 3, 20_000), (0, 0, 0)]
    for op, one, other in product(COPIES[name], shapes, shapes):
        code = Code()
        forms = [
            code.put(struct.pack(">L7h", (BUFFER + at) * bool(words), 16 * words, height, words, 0, 1, 0, 0))
            for at, words, height in (one, other)
        ]
        pointers = [half for form in forms for half in (form >> 16, form & 0xFFFF)]
        contrl = code.words(NUMBERS[name][0], 4, 0, 3, 0, 0, 1, *pointers, 0)
        corners = code.words(*(0, 0, WORD, WORD) * 2)
        code._gem(115, contrl, code.words(op, 1, 0), corners, *[code.put(bytes(256))] * 2)
        check_steps(tmp_path, code.end())


# ---- the AES


def _text(code: Code, kind: int, text: str) -> bytes:
    at = code.put(text)
    return tree(kind, code.put(struct.pack(">3L8h", at, at, at, 3, 0, 2, 0x1180, 0, -1, 512, 512)))


def _icon(code: Code, count: int = MAX_OBJECTS) -> bytes:
    words = struct.pack(">11h", 0x1041, 0, 0, 0, 0, 8192, 500, 0, 0, WIDTH, HEIGHT)
    return tree(ICON, code.put(struct.pack(">3L", BUFFER, BUFFER, code.put("W" * 500)) + words), count)


def _picture(wide: int, high: int, count: int = MAX_OBJECTS) -> Callable[[Code], bytes]:
    return lambda code: tree(IMAGE, code.put(struct.pack(">L5h", BUFFER, wide, high, 0, 0, 1)), count)


TREES: Final[dict[str, Callable[[Code], bytes]]] = {
    "boxes": lambda _code: tree(BOX, 0x417F1173),
    "pictures": _picture(1024, 1000),
    "wide pictures": _picture(32000, 32),
    "icons": _icon,
    "texts": lambda code: _text(code, TEXT, "W" * 511),
    "fields": lambda code: _text(code, FTEXT, "_" * 511),
    "strings": lambda code: tree(STRING, code.put("W" * 511)),
    "buttons": lambda code: tree(BUTTON, code.put("W" * 511)),
}
WORDS: Final = (
    (0, 8, 0, 0, WIDTH, HEIGHT, WIDTH, HEIGHT),
    (MAX_OBJECTS, MAX_OBJECTS - 1, *(0, 0, 640, 400)),
    (-1,) * 16,
)
OF_TREES: Final = [call.name for call in aes.CALLS.values() if "o" in [kind for kind, _, _ in call.comes]]
AES_NUMBERS: Final = {call.name: number for number, call in aes.CALLS.items() if isinstance(number, int)}


@pytest.mark.parametrize("name", [*OF_TREES, "menu_bar"])
def test_no_step_of_a_call_with_a_tree_is_long(name: str, tmp_path: Path) -> None:
    for make, words in product(TREES.values(), WORDS):
        code = Code()
        code.aes(AES_NUMBERS["appl_init"])
        at = code.put(make(code))
        code.aes(AES_NUMBERS[name], words, (at, at))
        check_steps(tmp_path, code.end(), ms=600)


@pytest.mark.parametrize("name", [name for name in AES_NUMBERS if name not in (*OF_TREES, "menu_bar", "appl_exit")])
def test_no_step_of_an_aes_call_is_long(name: str, tmp_path: Path) -> None:
    for number in range(2000):
        (tmp_path / f"{number}.TXT").touch()
    for text, words in product(("[3][" + "W|" * 250, "C:\\" + "*" * 500), (*WORDS, (WORD,) * 16)):
        code = Code()
        code.aes(AES_NUMBERS["appl_init"])
        code.aes(AES_NUMBERS[name], words, (text, code.put(text), BUFFER))
        check_steps(tmp_path, code.end(), ms=600)


@pytest.mark.parametrize("make", [_picture(1024, 1000, 127), _picture(32000, 32, 127), lambda code: _icon(code, 127)])
def test_a_desktop_of_large_pictures_is_drawn_quickly(make: Callable[[Code], bytes], tmp_path: Path) -> None:
    code = Code()
    at = code.put(make(code))
    code.aes(AES_NUMBERS["wind_set"], (0, 14, at >> 16, at & 0xFFFF, 0, 0))
    code.aes(AES_NUMBERS["form_dial"], (3, 0, 0, 0, 0, 0, 0, WIDTH, HEIGHT))
    check_steps(tmp_path, code.end())


# ---- GEMDOS, BIOS and XBIOS

VALUES: Final[dict[str, tuple[int, ...]]] = {
    "w": (0, 1, 6, WORD, -1),
    "l": (BUFFER, ROOM, 0xFFFFFFFF),
    "n": (ROOM, 0x7FFFFFFF),
}
ENDS: Final = ("pterm0", "pterm", "ptermres")
ROWS: Final = [
    (number, row)
    for vector, number in ((tos.GEMDOS, 1), (tos.BIOS, 13), (tos.XBIOS, 14))
    for row in tos.CALLS[vector].values()
    if row.name not in ENDS
]


@pytest.mark.parametrize(("trap", "row"), [pytest.param(*pair, id=pair[1].name) for pair in ROWS])
def test_no_step_of_a_trap_is_long(trap: int, row: CallRow, tmp_path: Path) -> None:
    assert isinstance(row.number, int)
    (tmp_path / "LARGE.DAT").write_bytes(bytes(ROOM))
    for number in range(2000):
        (tmp_path / f"{number}.TXT").touch()
    code = Code()
    code.fill_memory(BUFFER, 0x41414141, ROOM // 4 - 1)
    code.gemdos("fopen", "LARGE.DAT", 0)
    code.gemdos("fsetdta", BUFFER)
    numbers = [VALUES.get(kind, (code.put("*" * 250), code.put("C:\\A"))) for kind in row.comes]
    for values in product(*numbers):
        arguments = [value if kind == "w" else (value,) for kind, value in zip(row.comes, values, strict=True)]
        code.trap(trap, row.number, *arguments)
    check_steps(tmp_path, code.end(), ms=20_000)


def _pexec(code: Code, name: str) -> None:
    code.trap(1, 0x4B, 0, (code.put(name),), (0,), (code.put("A\0" * 8000),))


def _with_fixups() -> bytes:
    code = Code()
    _pexec(code, "FIXUPS.PRG")
    code.aes(AES_NUMBERS["shel_write"], (1, 1, 0), ("FIXUPS.PRG", ""))
    return code.end()


def _itself() -> bytes:
    code = Code()
    code.trap(1, 0x4A, 0, (0x10000,), (0x20000,))
    start = len(code.code)
    _pexec(code, "OWN.PRG")
    return code.again(start)


@pytest.mark.parametrize("make", [_with_fixups, _itself])
def test_no_step_of_starting_a_program_is_long(make: Callable[[], bytes], tmp_path: Path) -> None:
    size, data = 2_500_000, make()
    (tmp_path / "FIXUPS.PRG").write_bytes(
        program_file(b"\x4e\x75" * (size // 2), fixups=b"\0\0\0\2" + b"\2" * (size // 2 - 4))
    )
    (tmp_path / "OWN.PRG").write_bytes(data)
    check_steps(tmp_path, data)


# ---- Line-A


@pytest.mark.parametrize(("number", "name"), [*enumerate(linea.NAMES)])
def test_no_step_of_a_line_a_instruction_is_long(number: int, name: str, tmp_path: Path) -> None:
    for points, mode in product(POINTS.values(), range(4)):
        code = LineA()
        flat = [value for point in points for value in point]
        code.long(CONTRL, code.words(number, 512, 0, 3, 0, 0, 1, 0, 0, 0, 0, 0))
        code.long(INTIN, code.words(-1 if name == "seed_fill" else mode, 1, 0, *[0] * 40))
        code.long(PTSIN, code.words(*(flat if name != "seed_fill" else (1, 1))))
        code.word(COLOR, 1)
        code.word(LINE_MASK, 0x5555, mode)
        code.word(X1, *flat[:4])
        code.long(PATTERN, code.words(*PATTERNS))
        code.word(MASK, 3)
        code.word(72, 0, 0, 0, 0, WORD, 1000)
        code.long(84, BUFFER)
        code.word(88, 1024, 31)
        # A bit block of 1 MB, with a pattern.
        form = struct.pack(">2hL3h", 0, 0, BUFFER, 2, 1024, 2)
        block = struct.pack(">5hL", 8191, 1000, 1, 1, 0, 0x03060703) + form * 2
        pattern = struct.pack(">L3h", code.words(*PATTERNS), 2, 0, 3)
        code.code += struct.pack(">HLHLHL", 0x2C7C, code.put(block + pattern), 0x207C, BUFFER, 0x247C, BUFFER)
        code.do(number)
        check_steps(tmp_path, code.end())

"""Small programs that each repeat a different slow operation forever."""

import struct
from collections.abc import Callable, Sequence
from typing import Final

from tests.st.code import BASE, ROOM, Code

WAIT: Final = bytes.fromhex("303C 7FFF 51C8 FFFE")
"""move.w #32767,d0; dbra d0: 327,000 cycles."""
_OBJECTS: Final = 4095
BOX, IMAGE, USERDEF = 20, 23, 24
WORD: Final = 32767


def _words(*words: int) -> bytes:
    return struct.pack(f">{len(words)}H", *(word & 0xFFFF for word in words))


def tree(kind: int, spec: int, count: int = _OBJECTS) -> bytes:
    """Return an object tree: a box as large as the screen that contains objects of a kind."""
    data = _words(-1, 1, count, BOX, 0, 0) + struct.pack(">L", 0x1100) + _words(0, 0, 640, 400)
    for number in range(1, count + 1):
        links = (number + 1 if number < count else 0, -1, -1)
        data += _words(*links, kind, 0x20 if number == count else 0, 0)
        data += struct.pack(">L", spec) + _words(0, 0, 640, 400)
    return data


def _draw(at: int, code: Code) -> None:
    code.aes(42, (0, 8, 0, 0, 640, 400), (at,))


def _zigzag(across: bool) -> list[int]:
    points = [(number * 640 // 511, -WORD if number % 2 else WORD) for number in range(512)]
    return [value for x, y in points for value in ((y, x) if across else (x, y))]


def _search(code: Code) -> None:
    code.trap(1, 0x4E, (code.put(b"C:\\" + b"*" * 57 + b"\0"),), 0)


def _search_long(code: Code) -> None:
    code.trap(1, 0x4E, (code.put(b"C:\\" + b"?*" * 57 + b".?*?*?*Q\0"),), 0)


def _write(letter: int) -> Callable[[Code], None]:
    def write(code: Code) -> None:
        code.fill_memory(0x28000, letter * 0x01010101, ROOM // 4)
        start = len(code.code)
        code.trap(1, 0x40, 1, (ROOM,), (0x28000,))
        code.again(start)

    return write


def _print(code: Code) -> None:
    code.trap(1, 9, (code.put(b"\n" * 4000 + b"\0"),))


def _character(code: Code) -> None:
    code.trap(1, 2, ord("A"))


def _malloc(code: Code) -> None:
    # The program keeps little of its memory.
    code.trap(1, 0x4A, 0, (BASE,), (0x10000,))
    start = len(code.code)
    code.trap(1, 0x48, (2,))
    code.again(start)


def _supexec(loops: int) -> Callable[[Code], None]:
    def call(code: Code) -> None:
        code.trap(14, 38, (code.code_at(WAIT * loops),))

    return call


def _endless(code: Code) -> None:
    code.trap(14, 38, (code.put(bytes.fromhex("60FE")),))


def _nested(code: Code) -> None:
    slow = Code()
    slow.trap(14, 38, (code.code_at(WAIT * 18),))
    body = slow.code
    code.trap(14, 38, (code.put(body + struct.pack(">Hh", 0x6000, -len(body) - 2)),))


def _boxes(code: Code) -> None:
    _draw(code.put(tree(BOX, 0x0FF1173)), code)


def _pictures(code: Code) -> None:
    picture = code.put(struct.pack(">L5H", 0x28000, 1024, 1000, 0, 0, 1))
    _draw(code.put(tree(IMAGE, picture)), code)


def _user(loops: int, count: int) -> Callable[[Code], None]:
    def draw(code: Code) -> None:
        user = code.put(struct.pack(">2L", code.code_at(WAIT * loops + bytes.fromhex("7000")), 0))
        _draw(code.put(tree(USERDEF, user, count)), code)

    return draw


def _user_draws(code: Code) -> None:
    inner = Code()
    inner._data = code._data
    _draw(inner.put(tree(BOX, 0x0FF1173)), inner)
    code._data = inner._data
    user = code.put(struct.pack(">2L", code.code_at(inner.code + bytes.fromhex("7000")), 0))
    _draw(code.put(tree(USERDEF, user, 100)), code)


def _desk(code: Code) -> None:
    at = code.put(tree(BOX, 0x0FF1173, 127))
    code.aes(105, (0, 14, at >> 16, at & 0xFFFF, 0, 0))
    code.aes(51, (3, 0, 0, 0, 0, 0, 0, 640, 400))


def _on_screen(code: Code) -> None:
    code.fill_memory(0x400000, 0, 8000)
    start = len(code.code)
    _draw(0x400000, code)
    code.again(start)


def _vex(number: int) -> Callable[[Code], None]:
    def listen(code: Code) -> None:
        code.vex(number, code.code_at(WAIT * 18))
        code.code += bytes.fromhex("60FE")

    return listen


def _vdi(number: int, sub: int = 0, points: Sequence[int] = (), words: Sequence[int] = ()) -> Callable[[Code], None]:
    return lambda code: code.vdi(number, sub, points, words)


def _wide(code: Code) -> None:
    code.vdi(16, 0, (39, 0))
    code.vdi(6, 0, _zigzag(across=False))


def _pattern(code: Code) -> None:
    code.vdi(32, 0, (), (3,))
    code.vdi(23, 0, (), (2,))
    code.vdi(25, 0, (), (1,))
    code.vdi(11, 1, (0, 0, 639, 399))
    code.vdi(103, 0, (320, 200), (-1,))


def _windows(code: Code) -> None:
    code.aes(100, (0xFEF, 0, 0, 640, 400))
    code.aes(101, (1, 0, 19, 640, 381))
    code.aes(102, (1,))
    code.aes(103, (1,))


def _read(code: Code) -> None:
    code.trap(1, 0x3D, (code.put(b"LARGE.DAT\0"),), 0)
    start = len(code.code)
    code.trap(1, 0x42, (0,), 6, 0)
    code.trap(1, 0x3F, 6, (ROOM,), (0x28000,))
    code.again(start)


_TREES: Final = 0xFFFF
TREES_RSC: Final = (
    _words(0, *[36] * 9, 0, _TREES, 0, 0, 0, 0, 0, WORD)
    + struct.pack(">L", 36 + 4 * _TREES) * _TREES
    + tree(BOX, 0x1100)
)
"""A resource file with as many trees as its header can count, all at the same address."""


def _resource(code: Code) -> None:
    # The program keeps little of its memory.
    code.trap(1, 0x4A, 0, (BASE,), (0x10000,))
    code.aes(110, (), ("TREES.RSC",))


def _program(write: Callable[[Code], None]) -> bytes:
    code = Code()
    write(code)
    return code.again()


def relinking(draw: Callable[[Code, int], None]) -> bytes:
    """A program with a tree of G_USERDEFs whose code makes two objects each other's child; ``draw`` has it drawn."""
    code = Code()
    at = code.put(tree(USERDEF, 0, 2))
    relink = struct.pack(">HLL", 0x23FC, 0x20002, at + 26) + struct.pack(">HLL", 0x23FC, 0x10001, at + 50)
    user = code.put(struct.pack(">2L", code.code_at(relink + bytes.fromhex("7000")), 0))
    code.code += b"".join(struct.pack(">HLL", 0x23FC, user, at + 24 * number + 12) for number in (1, 2))
    draw(code, at)
    return code.again()


LARGE_SCREEN: Final = ("ELLIPSE", "RFBOX")
"""Programs for a screen of 8192x8192 pixels."""

PROGRAMS: Final[dict[str, bytes]] = {
    name: _program(write)
    for name, write in {
        "LOOP": lambda code: None,
        "STARS": _search,
        "STARS2": _search_long,
        "LINES": _write(0x0A),
        "TEXT": _write(0x41),
        "PRINT": _print,
        "CHARS": _character,
        "MALLOC": _malloc,
        "READ": _read,
        "SUPER": _supexec(18),
        "ENDLESS": _endless,
        "NESTED": _nested,
        "BOXES": _boxes,
        "IMAGES": _pictures,
        "USER": _user(18, 1),
        "USERS": _user(1, _OBJECTS),
        "DRAWN": _user_draws,
        "DESK": _desk,
        "SCREEN": _on_screen,
        "TICKS": _vex(118),
        "ELLIPSE": _vdi(11, 5, (4096, 4096, WORD, WORD)),
        "RFBOX": _vdi(11, 9, (-WORD, -WORD, WORD, WORD)),
        "FILL": _vdi(9, 0, _zigzag(across=False)),
        "WIDE": _wide,
        "SEED": _pattern,
        "GTEXT": _vdi(8, 0, (0, 100), [65] * 1000),
        "WINDOWS": _windows,
        "TREES": _resource,
    }.items()
}
"""Program files by name; each runs forever."""

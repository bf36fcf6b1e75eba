"""Building the test programs: from assembler and C to .PRG, with Debian's binutils and gcc for the 68000.

``python -m tests.st.build`` rebuilds all programs and saves them next to their sources.
``python -m tests.st.build SOURCE.c PROGRAM.PRG`` builds another one, which finds gem.h.
"""

import re
import struct
import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path

from tests.places import ROOT

PROGRAMS = Path(__file__).parent / "programs"
DRIVER = Path(__file__).parent / "driver" / "driver.c"
SKETCH = ROOT / "examples" / "sketch" / "sketch.c"
TOOLS = ("m68k-linux-gnu-gcc", "m68k-linux-gnu-as", "m68k-linux-gnu-ld", "m68k-linux-gnu-readelf")
CFLAGS = ["-m68000", "-Os", "-ffreestanding", "-fno-pic", "-fomit-frame-pointer", "-fno-builtin", "-fno-ident"]
CFLAGS += ["-nostdlib", "-Wall", "-Werror", "-Wno-unused", "-Wno-array-bounds"]
LDFLAGS = ("--emit-relocs", "-z", "noexecstack", "--no-warn-rwx-segments")


def sources() -> list[Path]:
    """Sources of the programs; start.s is linked to C programs."""
    own = sorted(path for path in PROGRAMS.iterdir() if path.suffix in (".c", ".s") and path.stem != "start")
    return [*own, DRIVER, SKETCH]


def target(source: Path) -> Path:
    """The built program; the source of an accessory begins with acc_."""
    return source.with_name(source.stem.upper() + (".ACC" if source.stem.startswith("acc_") else ".PRG"))


def build(source: Path) -> bytes:
    """The program of a source; start.s and, in its folder, line_a.s are linked to a C program."""
    own = [PROGRAMS / "start.s", source] if source.suffix == ".c" else [source]
    own += source.parent.glob("line_a.s")
    with tempfile.TemporaryDirectory() as folder:
        elf, parts = Path(folder) / "program.elf", []
        for number, part in enumerate(own):
            parts.append(Path(folder) / f"{number}.o")
            # A name without a folder, because the built file contains it.
            compiler = [TOOLS[0], *CFLAGS, f"-I{PROGRAMS}", "-c", part.name, "-o", str(parts[-1])]
            subprocess.run(compiler, check=True, cwd=part.resolve().parent)
        script = PROGRAMS / "link.ld"
        subprocess.run([TOOLS[2], *LDFLAGS, "-T", script, "-o", elf, *parts], check=True)
        return program(elf)


def program(elf: Path) -> bytes:
    """The .PRG of a linked file that begins at address 0."""
    listed = subprocess.run([TOOLS[3], "-SrW", elf], check=True, capture_output=True, text=True).stdout
    image, sizes = b"", {}
    data = elf.read_bytes()
    for name, place, offset, size in re.findall(r"\] (\.\w+)\s+\w+\s+(\w+) (\w+) (\w+)", listed):
        if name in (".text", ".data", ".bss"):
            start, count = int(offset, 16), int(size, 16)
            sizes[name] = count
            image = image.ljust(int(place, 16), b"\0")
            image += data[start : start + count] if name != ".bss" else b""
    fixups = sorted({int(at, 16) for at in re.findall(r"^(\w{8})\s+\w+\s+R_68K_32\s", listed, re.M)})
    # The parts after the text are in place, whichever section they belong to.
    return program_file(image, bss=sizes.get(".bss", 0), fixups=fixup_list(fixups))


def program_file(
    text: bytes, data: bytes = b"", bss: int = 0, fixups: bytes = bytes(4), absolute: int = 0, symbols: bytes = b""
) -> bytes:
    head = struct.pack(">HLLLLLLH", 0x601A, len(text), len(data), bss, len(symbols), 0, 0, absolute)
    return head + text + data + symbols + fixups


def fixup_list(offsets: list[int]) -> bytes:
    if not offsets:
        return bytes(4)
    coded = offsets[0].to_bytes(4, "big")
    for before, after in pairwise(offsets):
        skips, rest = divmod(after - before, 254)
        if not rest:
            skips, rest = skips - 1, 254
        coded += b"\1" * skips + bytes([rest])
    return coded + b"\0"


if __name__ == "__main__":
    given = [Path(argument) for argument in sys.argv[1:]]
    for path, built in [(given[0], given[1])] if given else [(path, target(path)) for path in sources()]:
        built.write_bytes(build(path))
        print(built.name, built.stat().st_size)

"""The test programs follow from their sources; program files are read, placed and refused."""

import struct
from pathlib import Path

import pytest

from gemport.gem import FormatError, Raster
from gemport.st import read_program
from gemport.st.loader import Heap, place_image, place_program
from gemport.st.processor import Space
from tests.needs import need_programs, needs_processor
from tests.st import build
from tests.st.build import program_file

TEXT = b"\x4e\x71" * 8


@pytest.mark.parametrize("source", build.sources(), ids=lambda path: path.name)
def test_a_kept_program_follows_from_its_source(source: Path) -> None:
    need_programs(*build.TOOLS)
    assert build.target(source).read_bytes() == build.build(source)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "too few"),
        (program_file(TEXT)[:20], "too few"),
        (b"MZ" + program_file(TEXT)[2:], "is no program"),
        (program_file(TEXT, bss=5 << 20), "a program's memory has"),
        (program_file(TEXT, fixups=b"\0\0\0\x0e\0"), "names 14"),
        (program_file(TEXT, fixups=b"\0\0\0\x03\0"), "names 3"),
    ],
)
def test_a_damaged_program_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        read_program(data, "DAMAGED.PRG")


@pytest.mark.parametrize("offsets", [(), (4, 8, 12), (2, 256), (2, 256, 510, 1018), (4, 512), (4, 1020)])
def test_all_fixups_are_found_over_any_distance(offsets: tuple[int, ...]) -> None:
    data = program_file(bytes(1024), fixups=build.fixup_list(list(offsets)))
    assert (*read_program(data, "").fixups,) == offsets


def test_symbols_are_skipped_even_cut_off_and_an_absolute_program_has_no_fixups() -> None:
    assert read_program(program_file(TEXT, symbols=bytes(14))[:-10], "").text == TEXT
    listed = build.fixup_list([2])
    assert (*read_program(program_file(TEXT, symbols=b"\xff" * 14, fixups=listed), "").fixups,) == (2,)
    assert (*read_program(program_file(TEXT, fixups=listed, absolute=1), "").fixups,) == ()


@pytest.mark.parametrize(
    ("fixups", "found"),
    [
        (b"", ()),
        (b"\0", ()),
        (b"\0\0\0", ()),
        (b"\0\0\0\x04", (4,)),
        (b"\0\0\0\x04\x04", (4, 8)),
        (b"\0\0\0\x04\1\1", (4,)),
    ],
)
def test_the_end_of_the_file_ends_the_list_of_addresses(fixups: bytes, found: tuple[int, ...]) -> None:
    assert (*read_program(program_file(TEXT, fixups=fixups), "").fixups,) == found


def test_what_is_missing_of_a_program_is_zeros() -> None:
    """TOS does not check the number of bytes read."""
    data = program_file(TEXT, b"DATA", fixups=build.fixup_list([2]))
    for size, found in ((28 + 17, (TEXT, b"D\0\0\0")), (28 + 3, (TEXT[:3] + bytes(13), bytes(4)))):
        file = read_program(data[:size], "CUT.PRG")
        assert (file.text, file.data, *file.fixups) == found


@needs_processor
def test_an_accessory_leaves_the_rest_of_memory_free() -> None:
    space, heap = Space(Raster(640, 400)), Heap(0x10000, 0x3F0000)
    program = read_program(program_file(TEXT, bss=3000), "A.ACC")
    base = place_program(space, heap, program, b"", 0x1234, accessory=True)
    assert (space.register(8), space.long(space.register(15) + 4), space.long(base + 36)) == (base, 0, 0)
    free = heap.malloc(100_000)
    assert free >= space.long(base + 4) >= space.register(15) > base + 0x100 + len(TEXT) + 3000
    space.release()


@needs_processor
def test_a_program_finds_itself_and_its_basepage_in_memory() -> None:
    space, heap = Space(Raster(640, 400)), Heap(0x10000, 0x3F0000)
    program = read_program(program_file(bytes(8), b"DATA", 100, build.fixup_list([4])), "A.PRG")
    base = place_program(space, heap, program, b"C:\\A.TXT", 0x1234, accessory=False)
    assert [*place_image(space, base, program)] == []
    text = base + 0x100
    lengths = (base, 0x3F0000, text, 8, text + 8, 4, text + 12, 100, base + 0x80, 0x1000, 0, 0x1234)
    assert struct.unpack(">12L", space.read(base, 48)) == lengths
    assert space.read(base + 0x80, 9) == b"\x08C:\\A.TXT"
    assert space.read(text, 12) == bytes(4) + text.to_bytes(4, "big") + b"DATA"
    assert (space.register(16), space.long(space.register(15) + 4), space.register(8)) == (text, base, 0)
    assert (heap.malloc(2), heap.mshrink(base, 0x1000), heap.malloc(2)) == (0, True, base + 0x1000)
    space.release()


def test_memory_is_handed_out_taken_back_and_joined() -> None:
    heap = Heap(100, 200)
    blocks = [heap.malloc(size) for size in (31, 32, 36)]
    assert (blocks, heap.malloc(1), heap.largest()) == ([100, 132, 164], 0, 0)
    assert (heap.mfree(132), heap.mfree(132), heap.largest()) == (True, False, 32)
    assert (heap.mfree(100), heap.malloc(60)) == (True, 100)
    assert (heap.mshrink(164, 38), heap.mshrink(164, 4), heap.largest()) == (False, True, 32)

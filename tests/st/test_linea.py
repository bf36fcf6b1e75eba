"""Line-A: the tables returned by A000, and the drawing instructions."""

import struct

import pytest

from gemport.gem import Raster, Workstation
from gemport.gem.aes.keys import F10
from gemport.st.hardware import SCREEN
from tests.st.code import Code
from tests.st.machine import AtariMachine

VARIABLES = 0x1400
CONTRL, INTIN, PTSIN, COLOR, LINE_MASK, MODE, X1, PATTERN, MASK, CLIP = 4, 8, 12, 24, 34, 36, 38, 46, 50, 54
PATTERNS = (0xF0F0, 0x1234, 0x8001, 0xFFFF)


class LineA(Code):
    """A program that sets variables of Line-A and has it draw."""

    def __init__(self) -> None:
        super().__init__()
        self.vdi(3)
        self.code += b"\xa0\x00"

    def word(self, offset: int, *words: int) -> None:
        """Set words from an offset on: move.w #word,address."""
        for at, word in enumerate(words):
            self.code += struct.pack(">HHL", 0x33FC, word & 0xFFFF, VARIABLES + offset + 2 * at)

    def long(self, offset: int, long: int) -> None:
        """Set a long word: move.l #long,address."""
        self.code += struct.pack(">HLL", 0x23FC, long, VARIABLES + offset)

    def do(self, number: int) -> None:
        self.code += (0xA000 | number).to_bytes(2, "big")


def fill(code: LineA, number: int, x1: int, y1: int, x2: int, y2: int, mode: int = 0) -> None:
    code.word(COLOR, 1)
    code.long(PATTERN, code.words(*PATTERNS))
    code.word(MASK, 3)
    code.word(MODE, mode)
    code.word(X1, x1, y1, x2, y2)
    code.do(number)


def drawn(code: LineA, atari: AtariMachine) -> Workstation:
    """Run a drawing program; return a workstation on a separate screen for the same drawing."""
    atari.start(code.end(), "DRAW.PRG")
    atari.machine.settle()
    return Workstation(Raster(640, 400), atari.machine.gem().v_opnvwk().fonts)


def as_user(ws: Workstation, mode: int = 1) -> None:
    ws.vsf_interior(4)
    ws.vsf_udpat(PATTERNS * 4)
    ws.vswr_mode(mode)
    ws.vsf_perimeter(0)


def block(code: LineA, op: int, source: int, target: int, pattern: int = 0, color: int = 1) -> None:
    """Copy 20x3 pixels from (5, 1) to (37, 101): lea structure,a6; A007."""
    form = (2, 6, 2) if source else (2, 80, 2)
    data = struct.pack(">5h4B", 20, 3, 1, color, 0, 0, 0, op, 0)
    data += struct.pack(">2hL3h", 5, 1, source or SCREEN, *form)
    data += struct.pack(">2hL3h", 37, 101, target, 2, 80, 2)
    data += struct.pack(">L3h", pattern, 2, 0, 6)
    code.code += struct.pack(">HL", 0x2C7C, code.put(data + bytes(24)))
    code.do(7)


BITS = [0b000001010101010111100000_11111111, 0x7F00FF, 0x12345678, 0x07FFFFE0]


@pytest.mark.parametrize(("op", "patterned"), [(3, False), (6, False), (7, True), (3, True)])
def test_a_bit_block_is_copied_to_the_screen_through_a_pattern(op: int, patterned: bool, atari: AtariMachine) -> None:
    code = LineA()
    form = code.put(b"".join((bits << 16).to_bytes(6, "big") for bits in BITS))
    fill(code, 5, 0, 90, 100, 110)
    block(code, op, form, SCREEN, code.words(*PATTERNS) if patterned else 0)
    ws, source = drawn(code, atari), Raster(48, 4, [bits << 16 for bits in BITS])
    as_user(ws)
    ws.vr_recfl(0, 90, 100, 110)
    if patterned:
        for row in range(3):
            word = PATTERNS[(101 + row) % 4]
            source.rows[1 + row] &= laid(word, 37 - 5)
    ws.vro_cpyfm(op, (5, 1, 24, 3, 37, 101, 56, 103), source, None)
    assert atari.machine.screen == ws.raster


def laid(word: int, shift: int) -> int:
    """A line of 48 pixels of a pattern that lies on the words of a screen on which the line is shifted."""
    return int("".join(f"{word:016b}"[(x + shift) % 16] for x in range(48)), 2)


@pytest.mark.parametrize(("rotation", "after"), [(0, [108, 100]), (900, [100, 92]), (2700, [100, 108])])
def test_a008_leaves_the_place_of_the_next_character(rotation: int, after: list[int], atari: AtariMachine) -> None:
    code = LineA()
    code.word(72, 0, 0, 100, 100, 8, 16)
    code.long(84, code.put(bytes(32)))
    code.word(88, 2, 0)
    code.word(102, 0, rotation, 1)
    code.do(8)
    code.show_word(VARIABLES + 76, VARIABLES + 78)
    assert atari.answers(code) == after


@pytest.mark.parametrize("opcode", ["A010", "A04F", "A0FF", "AE71"])
def test_numbers_that_are_none_do_nothing(opcode: str, atari: AtariMachine, code: Code) -> None:
    # moveq #7,d0; the number; addq.l #1,d0
    code.ask_code(f"7007 {opcode} 5280")
    assert atari.answers(code) == [8]


def test_a000_tells_three_fonts_and_routines_that_can_be_called(atari: AtariMachine) -> None:
    code = LineA()
    code.long(INTIN, code.words(1))
    code.long(PTSIN, code.words(10, 220))
    # move.l 4(a2),a0; jsr (a0): the routine that A001 is.
    code.code += bytes.fromhex("A000 206A0004 4E90")
    for font in range(3):
        for offset in (2, 72 + 4, 80, 82):
            # A000; move.l 4*font(a1),a0; move.w offset(a0),d0; ext.l d0
            code.ask_code(struct.pack(">HHHHhH", 0xA000, 0x2069, 4 * font, 0x3028, offset, 0x48C0))
    code.ask_code("A000 2029000C")
    drawn(code, atari)
    points, bitmaps, widths, heights = (atari.numbers()[at:12:4] for at in range(4))
    assert (points, bitmaps, widths, heights) == ([8, 9, 10], [0] * 3, [192, 256, 256], [6, 8, 16])
    assert atari.numbers()[12] == 0
    assert atari.machine.screen.get_pixel(10, 220) == 1


def test_the_routine_that_hides_the_mouse_tells_where_its_counter_is(atari: AtariMachine, code: Code) -> None:
    """OMIKRON.BASIC programs find the address of the mouse's variables there."""
    # A000; move.l 40(a2),a0; move.w (a0),d0; and then move.l 2(a0),d0, and jsr (a0).
    for asked in ("7000 3010", "2028 0002"):
        code.ask_code("A000 206A0028" + asked)
    code.code += bytes.fromhex("A000 206A0028 4E90")
    code.gemdos("cconin")
    atari.start(code.end(), "HIDE.PRG")
    atari.machine.settle()
    assert atari.numbers() == [0x45F9, VARIABLES - 598]
    assert atari.machine.frame() == atari.machine.frame(pointer=False)


def test_the_form_that_a_program_gives_graf_mouse_is_seen_at_once(atari: AtariMachine, code: Code) -> None:
    code.aes(78, (255,), (code.words(0, 0, 1, 0, 1, *[0xFFFF] * 32),))
    code.gemdos("crawcin")
    atari.start(code.end(), "FORM.PRG")
    atari.machine.settle()
    assert atari.machine.frame().part((319, 199, 334, 214)).rows == [0xFFFF] * 16


def test_the_counter_of_hide_calls_is_told_and_taken(atari: AtariMachine) -> None:
    code = LineA()
    counter, seen = VARIABLES - 598, []
    for number, words in ((123, ()), (123, ()), (122, (1,)), (122, (0,))):
        code.vdi(number, words=words)
        code.show_word(counter)
    for count in (256, 257):
        code.aes(78, (count,), (0,))
        code.show_word(counter)
    code.word(-598, 5)
    code.vdi(122, words=(1,))
    code.show_word(counter)
    code.gemdos("cconin")
    code.word(-598, 0)
    code.gemdos("cconin")
    atari.start(code.end(), "COUNT.PRG")
    for _ in range(2):
        atari.machine.advance(100)
        seen.append(atari.machine.frame() != atari.machine.frame(pointer=False))
        atari.machine.key(F10)
    assert (atari.finish(), atari.numbers(), seen) == (0, [1, 2, 1, 0, 1, 0, 4], [False, True])


BACK, FRONT = 0xFF0F, 0x3FF0
SAVED = 74


def sprite(code: LineA, x: int, y: int, form: int, save: int) -> None:
    """Draw a sprite with the hot spot (3, 2), of white background and black foreground."""
    data = struct.pack(">5h", 3, 2, form, 0, 1) + struct.pack(">2H", BACK, FRONT) * 16
    # move.w #x,d0; move.w #y,d1; movea.l #sprite,a0; movea.l #save,a2; A00D
    code.code += struct.pack(">HhHh", 0x303C, x, 0x323C, y)
    code.code += struct.pack(">HLHL", 0x207C, code.put(data), 0x247C, save)
    code.do(13)


@pytest.mark.parametrize("form", [1, -1])
@pytest.mark.parametrize(("x", "y"), [(100, 50), (1, 1), (639, 399), (320, 450)])
def test_a_sprite_is_drawn_and_taken_away(form: int, x: int, y: int, atari: AtariMachine) -> None:
    code = LineA()
    save = code.put(bytes(SAVED + 2))
    fill(code, 5, 0, 0, 639, 399)
    sprite(code, x, y, form, save)
    code.gemdos("cconin")
    code.code += struct.pack(">HL", 0x247C, save)
    code.do(12)
    # The second call must not write: the screen has changed.
    fill(code, 5, 0, 0, 639, 5, 2)
    code.do(12)
    code.gemdos("cconin")
    ws = drawn(code, atari)
    screen = ws.raster
    as_user(ws)
    ws.vr_recfl(0, 0, 639, 399)
    before = list(screen.rows)
    for line in range(16):
        for bit in range(16):
            at_x, at_y = x - 3 + bit, y - 2 + line
            if 0 <= at_x < 640 and 0 <= at_y < 400:
                back, front = (word >> 15 - bit & 1 for word in (BACK, FRONT))
                pixel = 1 << 639 - at_x
                if front and not back and form < 0:
                    screen.rows[at_y] ^= pixel
                elif front:
                    screen.rows[at_y] |= pixel
                elif back:
                    screen.rows[at_y] &= ~pixel
    assert atari.machine.screen.rows == screen.rows
    atari.machine.key(F10)
    atari.machine.settle()
    screen.rows[:] = before
    ws.vswr_mode(3)
    ws.vr_recfl(0, 0, 639, 5)
    assert atari.machine.screen.rows == screen.rows
    atari.machine.key(F10)
    assert atari.finish() == 0
    assert atari.reports == []


def test_a00f_fills_to_the_border_within_the_clipping(atari: AtariMachine) -> None:
    code = LineA()
    code.word(LINE_MASK, 0xFFFF)
    code.word(COLOR, 1)
    for corners in ((10, 10, 90, 10), (90, 10, 90, 60), (90, 60, 10, 60), (10, 60, 10, 10)):
        code.word(X1, *corners)
        code.do(3)
    code.long(PATTERN, code.words(*PATTERNS))
    code.word(MASK, 3)
    code.word(CLIP, 1, 0, 0, 50, 399)
    code.long(INTIN, code.words(1))
    code.long(PTSIN, code.words(20, 20))
    code.do(15)
    ws = drawn(code, atari)
    ws.v_pline([(10, 10), (90, 10), (90, 60), (10, 60), (10, 10)])
    as_user(ws)
    ws.vs_clip(1, 0, 0, 50, 399)
    ws.v_contourfill(20, 20, 1)
    assert atari.machine.screen == ws.raster
    assert ws.raster.rows[30] >> 600 != 0

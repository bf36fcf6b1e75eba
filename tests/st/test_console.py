"""The console: a VT52 on the screen, waiting for keys, and text programs with exclusive use of the screen."""

from dataclasses import replace

import pytest

from gemport.gem import Gem, charset
from tests.st.code import Code
from tests.st.machine import AtariMachine

LETTERS = "".join(f"\33Y{chr(32 + row)} {letter * 4}" for row, letter in enumerate("abcd"))
"""Four rows, abcd in each column."""


def start(atari: AtariMachine, code: Code, name: str = "TEXT.TOS") -> None:
    """Start a program of text, to its first wait."""
    atari.start(code.end(), name)
    atari.machine.settle()


def written(atari: AtariMachine, text: str) -> str:
    """The screen after a program without a cursor has written a text."""
    code = Code()
    code.gemdos("cconws", "\33f" + text)
    code.gemdos("crawcin")
    start(atari, code)
    return atari.text()


@pytest.mark.parametrize(
    ("text", "screen"),
    [
        ("one\r\ntwo\nthree", "one\ntwo\n   three"),
        ("one\7\10\10X\rY", "YXe"),
        ("\ra\tb\13\14c", "a       b\n\n         c"),
        # GEMDOS counts the characters of an escape as columns
        ("\r\33Y  a\tb", "a    b"),
        (LETTERS + '\33Y"!X', "aaaa\nbbbb\ncXcc\ndddd"),
        (LETTERS + '\33Y"!\33AX\33B\33BY', "aaaa\nbXbb\ncccc\nddYd"),
        (LETTERS + '\33Y"!\33CX\33D\33D\33DY', "aaaa\nbbbb\nYcXc\ndddd"),
        (LETTERS + "\33H\33A\33DX\33Y8\177Y\33B\33CZ", "Xaaa\nbbbb\ncccc\ndddd" + "\n" * 21 + " " * 79 + "Z"),
        (LETTERS + "\33EX", "X"),
        (LETTERS + "\33Y!!\33IX\33H\33IY", "Y\naXaa\nbbbb\ncccc\ndddd"),
        (LETTERS + "\33Y!!\33J", "aaaa\nb"),
        (LETTERS + "\33Y!!\33KX", "aaaa\nbX\ncccc\ndddd"),
        (LETTERS + "\33Y!!\33LX", "aaaa\nX\nbbbb\ncccc\ndddd"),
        (LETTERS + "\33Y!!\33MX", "aaaa\nXccc\ndddd"),
        (LETTERS + "\33Y!!\33dX", "\n Xbb\ncccc\ndddd"),
        (LETTERS + "\33Y!!\33lX", "aaaa\nX\ncccc\ndddd"),
        (LETTERS + "\33Y!!\33o", "aaaa\n  bb\ncccc\ndddd"),
        ("ab\33jcd\33kX\33kY", "YbXd"),
        ("a\33pbc\33qd", "a<bc>d"),
        ("a\33b0b\33c1c\33b1\33c0d", "a <c>d"),
        ("\33Y o12345", " " * 79 + "5"),
        ("\33v\33Y o12345", " " * 79 + "1\n2345"),
        ("\33Y8 first\n\r\33Y8 last", "\n" * 23 + "first\nlast"),
        ("a\33?b\33\33c\1\2d", "abcd"),
        # the cursor inverts its cell
        ("\33eabc\33D", "ab<c>"),
    ],
)
def test_the_screen_is_a_vt52(text: str, screen: str, atari: AtariMachine) -> None:
    assert written(atari, text) == screen


@pytest.mark.parametrize("jump", ["\33E", "\33H", "\33Y!!"])
def test_a_jump_of_the_cursor_ends_a_line_of_the_plain_text(jump: str, atari: AtariMachine) -> None:
    written(atari, f"one{jump}two")
    assert "".join(atari.written) == "one\ntwo"


@pytest.mark.parametrize("paper", [0, 1])
@pytest.mark.parametrize("atari", [{"width": 645, "height": 407}], indirect=True)
def test_clearing_reaches_the_edges_of_any_screen_and_the_cursor_stays_in_its_cells(
    paper: int, atari: AtariMachine
) -> None:
    assert written(atari, f"\33c{paper}\33E\33Y\177\177X").endswith("X" if not paper else ">")
    rows = [*atari.machine.screen.rows[:384], *atari.machine.screen.rows[400:]]
    assert rows == [((1 << 645) - 1 << 11) * paper] * 391


def test_clearing_the_screen_takes_the_pointer_along_until_it_moves(atari: AtariMachine, code: Code) -> None:
    code.gemdos("cconws", "\33E")
    code.gemdos("crawcin")
    start(atari, code, "TEXT.PRG")
    assert atari.machine.frame() == atari.machine.frame(pointer=False)
    atari.machine.mouse_to(9, 99)
    assert atari.machine.frame() != atari.machine.frame(pointer=False)


def test_bios_writes_to_the_console_alone_raw_characters_to_the_device_5(atari: AtariMachine, code: Code) -> None:
    for device in range(7):
        for char in (0x41 + device, 7):
            code.trap(13, 3, device, char)
        code.ask_trap(13, 8, device)
    start(atari, code)
    # The raw console also draws a character for the bell.
    ready, bell = "FFFFFFFF\n", charset.decode(b"\7")
    assert "".join(atari.written) == 2 * ready + "C" + 3 * ready + f"F{bell}{ready}{ready}"
    assert atari.machine.bells == 1


# ---- keys


@pytest.mark.parametrize(("name", "echo"), [("cconin", "a"), ("crawcin", ""), ("cnecin", "")])
def test_keys_are_waited_for_and_cconin_shows_them(name: str, echo: str, atari: AtariMachine, code: Code) -> None:
    code.gemdos("cconws", "\33f")
    code.ask(name)
    start(atari, code)
    assert not atari.machine.finished
    atari.type("a")
    assert (atari.text(), atari.machine.finished) == (f"{echo}001E0061", True)


@pytest.mark.parametrize(("name", "ends"), [("cconin", True), ("cnecin", True), ("crawcin", False)])
def test_control_c_ends_a_program_but_for_raw_input(name: str, ends: bool, atari: AtariMachine, code: Code) -> None:
    code.gemdos(name)
    start(atari, code)
    atari.type("Ctrl+c")
    assert atari.machine.result == (-32 if ends else 0)


ROOM = 20


def line_of(atari: AtariMachine, *keys: str) -> tuple[bytes, str]:
    """Return the length and characters that Cconrs read, and the screen's rows after it."""
    code = Code()
    buffer = code.put(bytes([ROOM]) + bytes(41))
    code.gemdos("cconws", "\33fName: ")
    code.gemdos("cconrs", buffer)
    code.gemdos("fcreate", "LINE.BIN", 0)
    code.gemdos("fwrite", 6, 42, buffer)
    start(atari, code)
    atari.type(*keys)
    data = (atari.folder / "LINE.BIN").read_bytes()
    assert (data[0], atari.machine.finished) == (ROOM, True)
    return data[2 : 2 + data[1]], atari.text()


@pytest.mark.parametrize(
    ("keys", "line", "screen"),
    [
        ("abc", b"abc", "Name: abc"),
        # the line ends when the buffer is full
        (tuple("a" * 20), b"a" * 20, "Name: " + "a" * 20),
        (("a", "b", "Backspace", "c", "Delete", "d"), b"ad", "Name: ad"),
        (("Backspace", "a", "Backspace", "Backspace", "b"), b"b", "Name: b"),
        (("a", "b", "Ctrl+x", "c"), b"c", "Name: c"),
        (("a", "Ctrl+a", "b", "Ctrl+x", "c"), b"c", "Name: c"),
        (("a", "b", "Ctrl+u", "c"), b"c", "Name: ab#\n      c"),
        (("a", "b", "Ctrl+r", "c"), b"abc", "Name: ab#\n      abc"),
        (("F1", "Up", "a", "Ctrl+b"), b"a\2", "Name: a^B"),
        (("a", "Tab", "b", "Backspace", "Backspace", "c"), b"ac", "Name: ac"),
    ],
)
def test_a_line_is_edited(keys: tuple[str, ...], line: bytes, screen: str, atari: AtariMachine) -> None:
    assert line_of(atari, *keys, *["Return"] * (len(line) < ROOM)) == (line, screen)


def test_a_line_is_read_as_from_a_file_and_ctrl_c_ends_the_program(atari: AtariMachine, code: Code) -> None:
    buffer = code.put(bytes(42))
    code.ask("fread", 0, 1, buffer)
    code.ask("fread", 0, 20, buffer)
    code.gemdos("cconws", "!")
    code.gemdos("cconrs", code.put(b"\7" + bytes(9)))
    start(atari, code)
    atari.type("a", "b", "c", "Return", "x", "Ctrl+c")
    assert "".join(atari.written) == "a00000001\nbc00000002\n!x"
    assert atari.machine.result == -32


def test_bios_and_raw_input_tell_whether_a_key_waits(atari: AtariMachine, code: Code) -> None:
    code.gemdos("crawcin")
    code.trap(14, 37)
    for _ in range(2):
        code.ask("cconis")
        code.ask_trap(13, 1, 2)
        code.ask_trap(13, 1, 1)
        code.ask("crawio", 0xFF)
    code.ask_trap(13, 2, 2)
    start(atari, code)
    for key in (0x1E61, 0x3062, 0x2E63, 0x2064):
        atari.machine.key(key)
    atari.machine.settle()
    assert atari.numbers() == [-1, -1, 0, 0x300062, -1, -1, 0, 0x2E0063, 0x200064]


# ---- programs of text


def text_program() -> bytes:
    code = Code()
    code.gemdos("cconws", "first\r\nsecond")
    return code.end()


@pytest.mark.parametrize("name", ["TEXT.TOS", "TEXT.TTP"])
def test_a_program_of_text_has_the_screen_until_a_key_is_pressed(name: str, atari: AtariMachine) -> None:
    async def run(gem: Gem) -> None:
        while True:
            await gem.evnt_keybd()
            gem.bell()

    atari.machine.start(run, "OTHER.PRG")
    before = atari.machine.frame(pointer=False)
    atari.system = replace(atari.system, any_key="Press any key")
    atari.start(text_program(), name)
    atari.machine.mouse_to(100, 8)
    assert atari.text() == "first\nsecond\n< Press any key >"
    assert atari.machine.frame() == atari.machine.frame(pointer=False)
    atari.type("a")
    atari.machine.mouse_to(319, 199)
    assert (atari.machine.frame(pointer=False) == before, atari.machine.bells) == (True, 0)
    assert atari.machine.frame() != before
    assert "".join(atari.written) == "first\nsecond"
    atari.type("a")
    assert atari.machine.bells == 1


def test_a_request_to_end_ends_a_program_of_text_where_it_waits(atari: AtariMachine) -> None:
    atari.system = replace(atari.system, any_key="Press any key")
    for number in range(2):
        code = Code()
        code.gemdos("cconws", "text")
        if number:
            code.gemdos("crawcin")
        start(atari, code)
        assert not atari.machine.finished
        atari.machine.request_quit()
        assert atari.machine.finished


@pytest.mark.parametrize(("gem", "screen"), [(False, "text\n< Press any key >"), (True, "text")])
def test_another_program_is_waited_for_if_it_does_not_know_gem(gem: bool, screen: str, atari: AtariMachine) -> None:
    atari.system = replace(atari.system, any_key="Press any key")
    code = Code()
    if gem:
        code.aes(10)
    code.gemdos("cconws", "\33Etext")
    start(atari, code, "TEXT.PRG")
    assert (atari.text(), atari.machine.finished) == (screen, gem)


def test_line_a_tells_the_cells_of_the_screen_and_of_the_cursor(atari: AtariMachine, code: Code) -> None:
    code.gemdos("cconws", '\33Y"&')
    code.code += bytes.fromhex("A000")
    for offset in (-28, -26, -44, -42):
        code.show_word(0x1400 + offset)
    assert atari.answers(code) == [6, 2, 79, 24]


def test_the_vdi_tells_the_terminals_cursor_and_cells(atari: AtariMachine, code: Code) -> None:
    for place in ((2, 3), (300, -7), (0, 230)):
        code.vdi(5, 11, (), place)
        code.vdi(5, 15)
        code.show_answer(0, 1)
    code.vdi(5, 1)
    code.show_answer(0, 1)
    start(atari, code)
    assert atari.numbers() == [2, 3, 25, 1, 1, 80, 25, 80]

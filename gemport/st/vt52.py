"""The terminal: a VT52 on the screen.

It draws in the 8x16 font from the upper left corner on, over windows and anything else. Its cursor does not blink. The
output is also printed as plain text.
"""

import re
from collections.abc import Callable
from typing import Final

from gemport.gem import Gem, GRect, WritingMode, charset
from gemport.gem.aes.screen import Pen

CELL_WIDTH, CELL_HEIGHT = 8, 16  # size of a character in pixels
TAB: Final = 8
_COORDINATE_BIAS: Final = 32
_PRINTABLE_RUN: Final = re.compile(rb"[^\0-\x1f]+")
_ESCAPE: Final = 0x1B
_ARGUMENT_COUNTS: Final = {ord("Y"): 2, ord("b"): 1, ord("c"): 1}
"""Number of characters after the letter of an escape sequence."""
_STEPS: Final = {"A": (0, -1), "B": (0, 1), "C": (1, 0), "D": (-1, 0)}


class Terminal:
    """A VT52 on the screen. Positions and sizes are in cells."""

    def __init__(self, gem: Gem, printed: Callable[[str], None]) -> None:
        """Create a terminal; ``printed`` is called with the plain text, in which a backspace deletes a character."""
        self._gem, self._printed = gem, printed
        self._workstation = workstation = gem.v_opnvwk()
        self._pen = Pen(workstation)
        self._raster = workstation.raster
        self.columns, self.rows = self._raster.width // CELL_WIDTH, self._raster.height // CELL_HEIGHT
        self.x = self.y = 0  # cursor
        self.written = False
        self._saved: tuple[int, int] | None = None
        self._sequence = b""  # the incomplete escape sequence
        self._ink, self._paper = 1, 0
        self._reverse = self._wraps = self._cursor = False
        self._pieces: list[str] = []  # parts of the plain text of the current write
        self._line_begun = False  # true if characters have been printed since the last line end

    def write(self, text: bytes, raw: bool = False) -> None:
        """Write text with control characters and escape sequences; ``raw`` draws these as characters."""
        self._invert_cursor()
        at = 0
        while at < len(text):
            run = None if self._sequence else _PRINTABLE_RUN.match(text, at)
            if raw:
                at = len(text)
                self._put(text)
            elif run is not None:
                at = run.end()
                self._put(run[0])
            else:
                self._control(text[at])
                at += 1
        self._invert_cursor()
        pieces, self._pieces = self._pieces, []
        if pieces:
            self._printed("".join(pieces))

    def go_to(self, x: int, y: int) -> None:
        """Place the cursor in the nearest existing column and row."""
        self.write(b"\33Y  ")
        self._invert_cursor()
        self._go(x, y)
        self._invert_cursor()

    def show_line(self, text: str) -> None:
        """Show a text in reverse on a separate line, without printing it."""
        printed, self._printed = self._printed, lambda _text: None
        line = charset.encode(f" {text} ", "replace")
        self.write((b"\r\n" if self.x else b"") + b"\33p" + line + b"\33q\33f")
        self._printed = printed

    def _put(self, text: bytes) -> None:
        self.written = True
        self._gem.draws_on_screen()
        self._print(charset.decode(text), begun=True)
        while text:
            part = text[: self.columns - self.x]
            self._draw(part)
            self.x, text = self.x + len(part), text[len(part) :]
            if self.x == self.columns:
                if self._wraps:
                    self.x = 0
                    self._feed_line()
                else:
                    # Further characters overwrite each other in the last column.
                    self.x, text = self.columns - 1, text[-1:]

    def _draw(self, text: bytes) -> None:
        ws, x, y = self._workstation, self.x * CELL_WIDTH, self.y * CELL_HEIGHT
        ink, paper = (self._paper, self._ink) if self._reverse else (self._ink, self._paper)
        ws.vswr_mode(WritingMode.MD_REPLACE)
        ws.v_gtext(x, y, text)
        if ink == paper:
            self._pen.fill(_area(self.x, self.y, self.x + len(text) - 1, self.y), color=ink)
        elif paper:
            self._invert(self.x, self.x + len(text) - 1)

    # ---- drawing

    def _blank(self, left: int, top: int, right: int, bottom: int) -> None:
        if left <= right and top <= bottom:
            self._gem.draws_on_screen()
            self._pen.fill(_area(left, top, right, bottom), color=self._paper)

    def _invert(self, left: int, right: int) -> None:
        """Invert cells of the cursor's row."""
        self._pen.invert(_area(left, self.y, right, self.y))

    def _invert_cursor(self) -> None:
        if self._cursor:
            self._invert(self.x, self.x)

    def _scroll(self, first: int, down: bool) -> None:
        """Scroll the rows from ``first`` on by a row and clear the free row."""
        self._gem.draws_on_screen()
        rows, last = self._raster.rows, self.rows - 1
        top, end = first * CELL_HEIGHT, self.rows * CELL_HEIGHT
        if down:
            rows[top + CELL_HEIGHT : end] = rows[top : end - CELL_HEIGHT]
        else:
            rows[top : end - CELL_HEIGHT] = rows[top + CELL_HEIGHT : end]
        row = first if down else last
        self._blank(0, row, self.columns - 1, row)

    def _print(self, text: str, begun: bool) -> None:
        self._pieces.append(text)
        self._line_begun = begun

    def _end_line(self) -> None:
        """End the line of the plain text, for a jump of the cursor."""
        if self._line_begun:
            self._print("\n", begun=False)

    # ---- control characters and escape sequences

    def _control(self, code: int) -> None:
        if self._sequence or code == _ESCAPE:
            self._sequence += bytes([code])
            if len(self._sequence) > 1 and len(self._sequence) - 2 == _ARGUMENT_COUNTS.get(self._sequence[1], 0):
                sequence, self._sequence = self._sequence, b""
                self._escape(chr(sequence[1]), sequence[2:])
            return
        match code:
            case 7:
                self._gem.bell()
            case 8:
                self.x = max(self.x - 1, 0)
                self._print("\b", self._line_begun)
            case 9:
                self._print(" " * (TAB - self.x % TAB), self._line_begun)
                self.x = min(self.x + TAB - self.x % TAB, self.columns - 1)
            case 10 | 11 | 12:
                self._feed_line()
                self._print("\n", begun=False)
            case 13:
                self.x = 0

    def _feed_line(self) -> None:
        if self.y < self.rows - 1:
            self.y += 1
        else:
            self._scroll(0, down=False)

    def _go(self, x: int, y: int) -> None:
        self.x, self.y = min(max(x, 0), self.columns - 1), min(max(y, 0), self.rows - 1)

    def _escape(self, letter: str, arguments: bytes) -> None:
        x, y, right, bottom = self.x, self.y, self.columns - 1, self.rows - 1
        match letter:
            case "A" | "B" | "C" | "D":
                dx, dy = _STEPS[letter]
                self._go(x + dx, y + dy)
            case "E":
                self._end_line()
                self._gem.draws_on_screen()
                # Also the part of the screen outside the cells.
                self._pen.fill(GRect(0, 0, self._raster.width, self._raster.height), color=self._paper)
                self._workstation.pointer.keep(None)
                self._go(0, 0)
            case "H":
                self._end_line()
                self._go(0, 0)
            case "I":
                if y:
                    self._go(x, y - 1)
                else:
                    self._scroll(0, down=True)
            case "J":
                self._blank(x, y, right, y)
                self._blank(0, y + 1, right, bottom)
            case "K":
                self._blank(x, y, right, y)
            case "L" | "M":
                self._scroll(y, down=letter == "L")
                self.x = 0
            case "Y":
                self._end_line()
                self._go(arguments[1] - _COORDINATE_BIAS, arguments[0] - _COORDINATE_BIAS)
            case "b":
                self._ink = arguments[0] & 1
            case "c":
                self._paper = arguments[0] & 1
            case "d":
                self._blank(0, y, x, y)
                self._blank(0, 0, right, y - 1)
            case "e" | "f":
                self._cursor = letter == "e"
            case "j":
                self._saved = x, y
            case "k":
                self._go(*(self._saved or (0, 0)))
                self._saved = None
            case "l":
                self._blank(0, y, right, y)
                self.x = 0
            case "o":
                self._blank(0, y, x, y)
            case "p" | "q":
                self._reverse = letter == "p"
            case "v" | "w":
                self._wraps = letter == "v"


def _area(left: int, top: int, right: int, bottom: int) -> GRect:
    """Return a rectangle of cells in pixels; all corners are inclusive."""
    x, y, width, height = left * CELL_WIDTH, top * CELL_HEIGHT, right - left + 1, bottom - top + 1
    return GRect(x, y, width * CELL_WIDTH, height * CELL_HEIGHT)

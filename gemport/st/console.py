"""Console calls: GEMDOS 1 to 11 and BIOS 1, 2, 3 and 8 write to the program's terminal and wait for keys."""

from typing import Final

from gemport.st.calls import Steps
from gemport.st.processor import End
from gemport.st.task import Task
from gemport.st.vt52 import TAB

READY: Final = -1
_MAX_STEP_CHARS: Final = 256  # each character may end a line
_CTRL_C_EXIT_CODE: Final = -32
_CONSOLE, _RAW_CONSOLE = 2, 5
"""BIOS devices. Printer, AUX, MIDI and keyboard processor accept all characters and never send any."""


class ConsoleCalls:
    """The console calls of a program."""

    def __init__(self, task: Task) -> None:
        self._task, self._space, self._terminal = task, task.space, task.terminal
        self._column = 0  # GEMDOS's own count for tabulators: it knows neither escapes nor the end of a row

    # ---- writing

    def cconws(self, at: int) -> Steps[int]:
        yield from self.write(self._space.string(at))
        return 0

    def write(self, text: bytes) -> Steps[int]:
        """Write a long text, piece by piece; return its length."""
        for begin in range(0, len(text), _MAX_STEP_CHARS):
            self._show(text[begin : begin + _MAX_STEP_CHARS])
            yield
        return len(text)

    def _show(self, text: bytes) -> None:
        shown = bytearray()
        for char in text:
            if char == 9:
                shown += b" " * (TAB - self._column % TAB)
                self._column += TAB - self._column % TAB
                continue
            shown.append(char)
            self._column = 0 if char == 13 else self._column - 1 if char == 8 else self._column + (char >= 0x20)
        self._terminal.write(bytes(shown))

    def cconout(self, char: int) -> int:
        self._show(bytes([char & 0xFF]))
        return 1

    def bconout(self, device: int, char: int) -> int:
        """Write a character to a device; only the console devices show it."""
        if device in (_CONSOLE, _RAW_CONSOLE):
            self._terminal.write(bytes([char & 0xFF]), raw=device == _RAW_CONSOLE)
        return 1

    # ---- keys

    async def cconin(self) -> int:
        key = await self.cnecin()
        self._terminal.write(bytes([key & 0xFF]))
        return key

    async def crawcin(self) -> int:
        key = await self._task.next_key()
        return (key & 0xFF00) << 8 | key & 0xFF

    async def cnecin(self) -> int:
        key = await self.crawcin()
        if key & 0xFF == 0x03:
            raise End(_CTRL_C_EXIT_CODE)
        return key

    async def crawio(self, char: int) -> int:
        if char & 0xFF != 0xFF:
            return self.cconout(char)
        return await self.crawcin() if await self.cconis() else 0

    async def bconin(self, device: int) -> int:
        return await self.crawcin() if device == _CONSOLE else 0

    async def cconis(self) -> int:
        return READY if await self._task.has_key() else 0

    async def bconstat(self, device: int) -> int:
        return await self.cconis() if device == _CONSOLE else 0

    async def cconrs(self, at: int) -> int:
        """Read a line into the buffer at ``at``: its maximum length, its length, its characters."""
        (room,) = self._space.read(at, 1)
        line = await self.read_line(room)
        self._space.write(at + 1, bytes([len(line)]) + line)
        return 0

    async def read(self, room: int) -> bytes:
        """Read from the console as from a file: one character if ``room`` is 1, otherwise a line."""
        return bytes([await self.cconin() & 0xFF]) if room == 1 else await self.read_line(room)

    async def read_line(self, room: int) -> bytes:
        """Read a line of at most ``room`` characters with the editing keys of TOS.

        Backspace and Delete remove a character, Ctrl-X removes all; Ctrl-U starts over on a new line, Ctrl-R prints the
        line again.
        """
        write, start, line = self._terminal.write, self._terminal.x, b""
        while len(line) < room:
            match char := chr(await self._task.next_key() & 0xFF):
                case "\r" | "\n":
                    write(b"\r")
                    break
                case "\b" | "\x7f" | "\x18":
                    rest = line[:-1] if char != "\x18" else b""
                    write(b"\b \b" * (_end(line, start) - _end(rest, start)))
                    line = rest
                case "\x15" | "\x12":
                    line = line if char == "\x12" else b""
                    write(b"#\r\n" + b" " * start + _echo(line))
                case "\x03":
                    raise End(_CTRL_C_EXIT_CODE)
                case "\0":
                    # A key without a character.
                    pass
                case _:
                    line += char.encode("latin-1")
                    write(_echo(line[-1:]))
        return line


def _echo(line: bytes) -> bytes:
    """Return a line as shown during input, with ^A for Ctrl-A."""
    return b"".join(b"^%c" % (char | 0x40) if char < 0x20 and char != 9 else b"%c" % char for char in line)


def _end(line: bytes, start: int) -> int:
    """Return the column after a line that starts in column ``start``."""
    for char in line:
        start += TAB - start % TAB if char == 9 else 2 if char < 0x20 else 1
    return start

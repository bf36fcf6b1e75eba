"""What a host holds: the machine that programs run on, with its screen, its input and its clock.

A host pushes input, lets time pass and takes pictures. All coordinates are screen pixels, all times milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from gemport.gem.aes.constants import HBOX, LEFT, RIGHT, WCHAR, MouseNumber, Msg
from gemport.gem.aes.gem import Gem, Program
from gemport.gem.aes.kernel.dispatch import GemError, Process
from gemport.gem.aes.kernel.message import Message
from gemport.gem.aes.libraries import Libraries
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.system.artwork import SystemArtwork
from gemport.gem.vdi.raster import Raster

WIDTH, HEIGHT = 640, 400
"""The machine's monochrome screen."""

_NAME_TOP = 2


class Machine:
    """A screen of any size with windows, menus and dialogs, and one program at a time."""

    def __init__(self, artwork: SystemArtwork, width: int = WIDTH, height: int = HEIGHT) -> None:
        self.bells = 0
        """How often the bell was rung."""
        self.on_bell: Callable[[], None] | None = None
        self._libraries = Libraries(artwork, width, height, self._ring)
        self._program: Process | None = None

    def _ring(self) -> None:
        self.bells += 1
        if self.on_bell is not None:
            self.on_bell()

    def gem(self) -> Gem:
        """A Gem for the host itself, which draws with it; its calls that wait raise GemError."""
        return Gem(self._libraries)

    @property
    def screen(self) -> Raster:
        """The screen's raster, without the pointer."""
        return self._libraries.screen.raster

    @property
    def width(self) -> int:
        """Pixels across."""
        return self._libraries.screen.rect.w

    @property
    def height(self) -> int:
        """Pixels down."""
        return self._libraries.screen.rect.h

    def start(self, program: Program, name: str = "") -> None:
        """Show the desktop with the program's name in the menu strip, and run the program to its first wait.

        Another program may follow when one has ended; it finds no windows, no menu and the busy bee. GemError while
        one runs, and after :meth:`close`. What the program raises comes out of whichever call lets it run.
        """
        if self._program is not None and not self._program.done:
            raise GemError(f"{self._program.name or 'a program'} is running already")
        if self._libraries.manager.done:
            raise GemError("this machine is closed")
        self._clear_desktop(name)
        self._program = Process(name, lambda: program(self.gem()))
        dispatcher = self._libraries.dispatcher
        self._libraries.windows.program = dispatcher.program = dispatcher.owner = self._program
        if self._libraries.manager.coroutine is None:
            self._libraries.dispatcher.start(self._libraries.manager)
        self._libraries.dispatcher.start(self._program)

    def _clear_desktop(self, name: str) -> None:
        self._libraries.windows.forget_all()
        self._libraries.menu.forget()
        self._libraries.dispatcher.keys.clear()
        self._libraries.screen.pointer.hidden = 0
        self._libraries.screen.graf_mouse(MouseNumber.BUSY_BEE)
        pen = self._libraries.screen.pen
        pen.fill(GRect(0, 0, self.width, HBOX - 1), 0)
        pen.fill(GRect(0, HBOX - 1, self.width, 1))
        pen.text((self.width - WCHAR * len(name)) // 2, _NAME_TOP, name)
        self._libraries.windows.draw_desktop(self._libraries.screen.desk)

    @property
    def finished(self) -> bool:
        """The program has ended."""
        return self._program is not None and self._program.done

    @property
    def result(self) -> Any:
        """What the program returned."""
        return self._program.result if self._program is not None else None

    def send(self, message: Message) -> None:
        """Queue a message for the program, as another program's appl_write would; lost if it has ended."""
        if self._program is not None and not self._program.done:
            self._libraries.dispatcher.post(self._program, message)
            self._libraries.dispatcher.run()

    def request_quit(self) -> None:
        """Ask the program to end (AP_TERM), as the host's closing of its window does.

        A menu that is open, perhaps because the pointer crossed the bar on its way, is closed first.
        """
        if self._libraries.dispatcher.mctrl is self._libraries.manager:
            self._libraries.dispatcher.post(self._libraries.manager, Message(Msg.AP_TERM))
        self.send(Message(Msg.AP_TERM))

    def close(self) -> None:
        """End all processes where they wait. The picture stays; nothing runs on this machine any more."""
        for process in (self._program, self._libraries.manager):
            if process is not None and not process.done:
                self._libraries.dispatcher.stop(process)

    def mouse_to(self, x: int, y: int) -> None:
        """The pointer moves to (x, y); held on the screen."""
        self._libraries.dispatcher.move(x, y)

    def mouse_button(self, button: int, down: bool) -> None:
        """Press or release a button: LEFT (1) or RIGHT (2)."""
        if button not in (LEFT, RIGHT):
            raise ValueError(f"mouse button {button}: 1 (left) or 2 (right)")
        bits = self._libraries.dispatcher.real_buttons
        self._libraries.dispatcher.button(bits | button if down else bits & ~button)

    def key(self, word: int, shift: int = 0) -> None:
        """A key is pressed: scancode * 256 + character, with the shift keys' bits."""
        self._libraries.dispatcher.shift = shift
        self._libraries.dispatcher.key(word)

    def shift(self, bits: int) -> None:
        """The shift keys' state: 1 right shift, 2 left shift, 4 control, 8 alternate."""
        self._libraries.dispatcher.shift = bits

    def advance(self, ms: int) -> None:
        """Let time pass. GemError if the program itself calls it: it awaits :meth:`pause` or evnt_timer."""
        self._libraries.dispatcher.advance(ms)

    def next_wakeup(self) -> int | None:
        """Milliseconds until time alone makes something happen; None if only input can."""
        return self._libraries.dispatcher.next_wakeup()

    def settle(self) -> None:
        """Let time pass until nothing is animated and no double click can follow. GemError as :meth:`advance`."""
        self._libraries.dispatcher.settle()

    def frame(self, pointer: bool = True) -> Raster:
        """The picture on the screen, with the mouse pointer or without."""
        return self._libraries.screen.frame(pointer)

    def frame_key(self) -> Hashable:
        """Changes whenever :meth:`frame` may look different."""
        return self._libraries.screen.frame_key()

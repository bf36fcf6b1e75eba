"""One GEM: the machine that programs run on and that hosts show.

A program calls what GEM calls (``gem.wind_open``, ``await gem.evnt_multi``); a host pushes input, lets time pass and
takes pictures. All coordinates are screen pixels, all times milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Hashable
from typing import Any

from gemport.gem.aes.constants import HBOX, LEFT, RIGHT, WCHAR, Kind, MouseNumber, Msg, Wc
from gemport.gem.aes.forms.alert import AlertLibrary
from gemport.gem.aes.forms.forms import FormLibrary
from gemport.gem.aes.graf.graf import GrafLibrary
from gemport.gem.aes.kernel.appl import ApplLibrary
from gemport.gem.aes.kernel.dispatch import Dispatcher, GemError, Process
from gemport.gem.aes.kernel.events import EventLibrary
from gemport.gem.aes.kernel.lock import UpdateLock
from gemport.gem.aes.kernel.message import Message
from gemport.gem.aes.manager import ScreenManager
from gemport.gem.aes.menu import MenuLibrary
from gemport.gem.aes.objects import edit as _edit
from gemport.gem.aes.objects import tree as _tree
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.rsrc import ResourceLibrary
from gemport.gem.aes.screen import Screen
from gemport.gem.aes.windows.parts import wind_calc
from gemport.gem.aes.windows.windows import WindowLibrary
from gemport.gem.formats.rsc.objects import Tree
from gemport.gem.formats.system.artwork import SystemArtwork
from gemport.gem.vdi.raster import Raster
from gemport.gem.vdi.workstation import Workstation

Program = Callable[["Gem"], Coroutine[Any, Any, Any]]
"""A GEM program: an ``async def`` that takes the Gem it runs on."""

WIDTH, HEIGHT = 640, 400
"""The machine's monochrome screen."""

_NAME_TOP = 2


class Gem:
    """A screen of any size with windows, menus and dialogs, and one program at a time.

    The libraries are attributes, and so are GEM's calls, under their own names.
    """

    def __init__(self, artwork: SystemArtwork, width: int = WIDTH, height: int = HEIGHT) -> None:
        self._screen = Screen(width, height, artwork)
        self._dispatcher = Dispatcher(width, height, self._screen.pointer)
        self._program: Process | None = None
        self.bells = 0
        """How often the bell was rung."""
        self.on_bell: Callable[[], None] | None = None

        self.events = EventLibrary(self._dispatcher)
        self.appl = ApplLibrary(self._dispatcher, self.events)
        self.lock = UpdateLock(self._dispatcher)
        self.windows = WindowLibrary(self._screen, self._dispatcher)
        self.menu = MenuLibrary(self._screen, self._dispatcher, self.events)
        self.graf = GrafLibrary(self._screen, self._dispatcher, self.events)
        self.forms = FormLibrary(
            self._screen, self._dispatcher, self.events, self.lock, self.windows, self.graf, self.bell
        )
        self.alerts = AlertLibrary(self._screen, self.lock, self.forms)
        self.resources = ResourceLibrary(width)
        self._bind_calls()

        manager = ScreenManager(
            self._screen, self._dispatcher, self.events, self.lock, self.windows, self.menu, self.graf
        )
        self._manager = manager.process
        self._dispatcher.who_owns = manager.owner_at
        self._dispatcher.who_hovers = manager.hovers_at
        self._dispatcher.on_end = self.lock.release

    def _bind_calls(self) -> None:
        self.evnt_multi = self.events.evnt_multi
        self.evnt_keybd = self.events.evnt_keybd
        self.evnt_button = self.events.evnt_button
        self.evnt_mouse = self.events.evnt_mouse
        self.evnt_mesag = self.events.evnt_mesag
        self.evnt_timer = self.events.evnt_timer
        self.evnt_dclick = self.events.evnt_dclick
        self.graf_mkstate = self.events.graf_mkstate

        self.appl_init = self.appl.appl_init
        self.appl_exit = self.appl.appl_exit
        self.appl_find = self.appl.appl_find
        self.appl_read = self.appl.appl_read
        self.appl_write = self.appl.appl_write
        self.scrp_read = self.appl.scrp_read
        self.scrp_write = self.appl.scrp_write

        self.wind_create = self.windows.wind_create
        self.wind_open = self.windows.wind_open
        self.wind_close = self.windows.wind_close
        self.wind_delete = self.windows.wind_delete
        self.wind_get = self.windows.wind_get
        self.wind_set = self.windows.wind_set
        self.wind_find = self.windows.wind_find
        self.wind_update = self.lock.wind_update

        self.menu_bar = self.menu.menu_bar
        self.menu_icheck = self.menu.menu_icheck
        self.menu_ienable = self.menu.menu_ienable
        self.menu_tnormal = self.menu.menu_tnormal
        self.menu_text = self.menu.menu_text
        self.menu_register = self.menu.menu_register

        self.graf_handle = self.graf.graf_handle
        self.graf_dragbox = self.graf.graf_dragbox
        self.graf_rubberbox = self.graf.graf_rubberbox
        self.graf_movebox = self.graf.graf_movebox
        self.graf_growbox = self.graf.graf_growbox
        self.graf_shrinkbox = self.graf.graf_shrinkbox
        self.graf_watchbox = self.graf.graf_watchbox
        self.graf_slidebox = self.graf.graf_slidebox
        self.graf_mouse = self._screen.graf_mouse

        self.form_center = self.forms.form_center
        self.form_dial = self.forms.form_dial
        self.form_do = self.forms.form_do
        self.form_keybd = self.forms.form_keybd
        self.form_button = self.forms.form_button
        self.form_alert = self.alerts.form_alert
        self.form_error = self.alerts.form_error

        self.objc_draw = self._screen.objc_draw
        self.objc_change = self._screen.objc_change

        self.rsrc_load = self.resources.rsrc_load
        self.rsrc_free = self.resources.rsrc_free
        self.rsrc_gaddr = self.resources.rsrc_gaddr
        self.rsrc_saddr = self.resources.rsrc_saddr
        self.rsrc_obfix = self.resources.rsrc_obfix

    # ---- calls that need no library

    @staticmethod
    def wind_calc(what: Wc, kind: int, rect: GRect) -> GRect:
        """The outer rectangle around a work area (WC_BORDER) or the work area in an outer one (WC_WORK)."""
        return wind_calc(what, Kind(kind), rect)

    objc_find = staticmethod(_tree.objc_find)
    objc_offset = staticmethod(_tree.objc_offset)
    objc_add = staticmethod(_tree.objc_add)
    objc_delete = staticmethod(_tree.objc_delete)
    objc_order = staticmethod(_tree.objc_order)

    def objc_edit(self, tree: Tree, obj: int, key: int, index: int, kind: _edit.EdKind) -> int:
        """Start, go on with, or end the input in a field; the cursor's new index."""
        return _edit.objc_edit(self._screen.pen, tree, obj, key, index, kind)

    def v_opnvwk(self) -> Workstation:
        """A VDI workstation on this Gem's screen."""
        return self._screen.v_opnvwk()

    def bell(self) -> None:
        """Ring the bell: the character 7 to the console."""
        self.bells += 1
        if self.on_bell is not None:
            self.on_bell()

    async def pause(self, ms: int) -> None:
        """Let time pass as a busy program does: nothing else runs, the pointer still follows the mouse."""
        await self._dispatcher.pause(ms)

    # ---- the host's side

    @property
    def screen(self) -> Raster:
        """The screen's raster, without the pointer."""
        return self._screen.raster

    @property
    def width(self) -> int:
        """Pixels across."""
        return self._screen.rect.w

    @property
    def height(self) -> int:
        """Pixels down."""
        return self._screen.rect.h

    def start(self, program: Program, name: str = "") -> None:
        """Show the desktop with the program's name in the menu strip, and run the program to its first wait.

        Another program may follow when one has ended; it finds no windows, no menu and the busy bee. GemError while
        one runs, and after :meth:`close`. What the program raises comes out of whichever call lets it run.
        """
        if self._program is not None and not self._program.done:
            raise GemError(f"{self._program.name or 'a program'} is running already")
        if self._manager.done:
            raise GemError("this Gem is closed")
        self._clear_desktop(name)
        self._program = Process(name, lambda: program(self))
        self.windows.program = self._dispatcher.program = self._dispatcher.owner = self._program
        if self._manager.coroutine is None:
            self._dispatcher.start(self._manager)
        self._dispatcher.start(self._program)

    def _clear_desktop(self, name: str) -> None:
        self.windows.forget_all()
        self.resources.rsrc_free()
        self.menu.forget()
        self._dispatcher.keys.clear()
        self._screen.pointer.hidden = 0
        self._screen.graf_mouse(MouseNumber.BUSY_BEE)
        pen = self._screen.pen
        pen.fill(GRect(0, 0, self.width, HBOX - 1), 0)
        pen.fill(GRect(0, HBOX - 1, self.width, 1))
        pen.text((self.width - WCHAR * len(name)) // 2, _NAME_TOP, name)
        self.windows.draw_desktop(self._screen.desk)

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
            self._dispatcher.post(self._program, message)
            self._dispatcher.run()

    def request_quit(self) -> None:
        """Ask the program to end (AP_TERM), as the host's closing of its window does.

        A menu that is open, perhaps because the pointer crossed the bar on its way, is closed first.
        """
        if self._dispatcher.mctrl is self._manager:
            self._dispatcher.post(self._manager, Message(Msg.AP_TERM))
        self.send(Message(Msg.AP_TERM))

    def close(self) -> None:
        """End all processes where they wait. The picture stays; nothing runs on this Gem any more."""
        for process in (self._program, self._manager):
            if process is not None and not process.done:
                self._dispatcher.stop(process)

    def mouse_to(self, x: int, y: int) -> None:
        """The pointer moves to (x, y); held on the screen."""
        self._dispatcher.move(x, y)

    def mouse_button(self, button: int, down: bool) -> None:
        """Press or release a button: LEFT (1) or RIGHT (2)."""
        if button not in (LEFT, RIGHT):
            raise ValueError(f"mouse button {button}: 1 (left) or 2 (right)")
        bits = self._dispatcher.real_buttons
        self._dispatcher.button(bits | button if down else bits & ~button)

    def key(self, word: int, shift: int = 0) -> None:
        """A key is pressed: scancode * 256 + character, with the shift keys' bits."""
        self._dispatcher.shift = shift
        self._dispatcher.key(word)

    def shift(self, bits: int) -> None:
        """The shift keys' state: 1 right shift, 2 left shift, 4 control, 8 alternate."""
        self._dispatcher.shift = bits

    def advance(self, ms: int) -> None:
        """Let time pass. GemError if the program itself calls it: it awaits :meth:`pause` or evnt_timer."""
        self._dispatcher.advance(ms)

    def next_wakeup(self) -> int | None:
        """Milliseconds until time alone makes something happen; None if only input can."""
        return self._dispatcher.next_wakeup()

    def settle(self) -> None:
        """Let time pass until nothing is animated and no double click can follow. GemError as :meth:`advance`."""
        self._dispatcher.settle()

    def frame(self, pointer: bool = True) -> Raster:
        """The picture on the screen, with the mouse pointer or without."""
        return self._screen.frame(pointer)

    def frame_key(self) -> Hashable:
        """Changes whenever :meth:`frame` may look different."""
        return self._screen.frame_key()

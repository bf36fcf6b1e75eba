"""The program's side of a machine: GEM's calls, the libraries behind them, and the active application.

A program calls GEM's functions (``gem.wind_open``, ``await gem.evnt_multi``). All coordinates are screen pixels, all
times milliseconds. Its Gem owns only the application id, the loaded resource and the workstations. Windows, menu bar
and locks are stored in libraries shared by all applications, by process: as in GEM, the AES's calls ask the dispatcher
for the running process.

The active application has the keyboard, and the mouse unless another process claims it. Activating a program shows its
menu bar; an accessory has none, so the previous program's bar stays. An application is activated when it starts (except
accessories), when it opens or tops a window, when the windows above its window close, and when the user presses on the
desktop that it has set. When the active application ends, the owner of the top window follows.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

from gemport.gem.aes import draw, objects
from gemport.gem.aes.appl import Applications, ApplLibrary
from gemport.gem.aes.constants import MouseNumber
from gemport.gem.aes.events import EventLibrary
from gemport.gem.aes.forms import FormLibrary
from gemport.gem.aes.frames import wind_calc
from gemport.gem.aes.graf import GrafLibrary
from gemport.gem.aes.manager import ScreenManager
from gemport.gem.aes.menu import MenuLibrary
from gemport.gem.aes.objects import NIL
from gemport.gem.aes.process import Process
from gemport.gem.aes.rsrc import ResourceLibrary
from gemport.gem.aes.screen import Screen
from gemport.gem.aes.speech import Speech
from gemport.gem.aes.windows import WindowLibrary
from gemport.gem.formats.artwork import SystemArtwork
from gemport.gem.formats.structures import TedInfo
from gemport.gem.vdi.raster import Raster

if TYPE_CHECKING:
    from gemport.gem.aes.fsel import Selection, SelectorLibrary

_T = TypeVar("_T")
_Ts = TypeVarTuple("_Ts")


class Libraries:
    """The AES's libraries, shared by the applications of a machine."""

    def __init__(
        self,
        artwork: SystemArtwork,
        width: int,
        height: int,
        ring: Callable[[], None],
        sound: Callable[[int, int], None],
        launch: Callable[[str, str, Process], int],
    ) -> None:
        self.ring, self.sound = ring, sound
        self.environment: dict[str, str] = {}
        self.compute: Callable[..., Generator[int, None, Any]] = lambda function, *values: function(*values)
        self.scrap_folder = ""
        self.speech = Speech()
        self.screen = Screen(width, height, artwork)
        self.dispatcher = EventLibrary(width, height, self.screen.mouse)
        self.applications = Applications(self.dispatcher, launch)
        self.windows = WindowLibrary(self.screen, self.dispatcher, self.speech)
        self.menu = MenuLibrary(self.screen, self.dispatcher, self.speech)
        self.graf = GrafLibrary(self.screen, self.dispatcher)
        self.forms = FormLibrary(self.screen, self.dispatcher, self.windows, self.graf, ring, self.speech)
        manager = ScreenManager(self.screen, self.dispatcher, self.windows, self.menu, self.graf, self.resize)
        self.manager = manager.process
        self.change_screen = manager.change_screen
        self.stale = False
        """True while the picture still shows the last program, now ended; the next program to start draws everything.
        """
        self.dispatcher.mouse_owner_at = manager.owner_at
        self.dispatcher.hover_owner_at = manager.hover_owner_at
        self.dispatcher.on_press = self.raise_
        self.dispatcher.on_end = self._on_exit
        self.windows.on_top = self.activate

    @cached_property
    def selector(self) -> SelectorLibrary:
        from gemport.gem.aes.fsel import SelectorLibrary

        return SelectorLibrary(self.screen, self.dispatcher, self.forms, self.environment, self.speech)

    def draw_everything(self) -> None:
        """Draw the menu strip, the desktop and the frames, and ask all window owners to redraw."""
        self.stale = False
        self.menu.draw()
        self.windows.redraw_area(self.screen.desk)
        self.windows.show_topped()

    def resize(self, width: int, height: int) -> None:
        before = self.screen.desk
        self.screen.resize(width, height)
        self.dispatcher.width, self.dispatcher.height = width, height
        self.menu.fit_screen()
        self.windows.fit_screen(before)
        self.draw_everything()

    # ---- the active application

    def activate(self, process: Process) -> None:
        """Give an application the keyboard, the mouse and, for a program, the menu bar."""
        if process is self.dispatcher.active or process not in self.applications.running:
            return
        self.dispatcher.active = process
        self.dispatcher.owner = self.dispatcher.owner or process
        self.dispatcher.release_mouse()
        if not process.accessory and self.menu.shown is not process:
            self.menu.shown = process
            self.menu.draw()

    def raise_(self, process: Process) -> None:
        """Activate an application without a window: at its start, or after a press on its desktop."""
        self.activate(process)
        self.windows.show_topped()

    def _on_exit(self, process: Process) -> None:
        """Drop all state of an ended process and activate another; the last program's picture stays visible."""
        self.dispatcher.release_lock(process)
        if process.system:
            return
        if self.forms.own_box is process:
            self.forms.hide_box()
        uncovered = self.windows.forget(process)
        self.menu.forget(process)
        self.applications.forget(process)
        programs = self.applications.programs
        latest = programs[-1] if programs else None
        if self.applications.running and (process.interrupted or self.dispatcher.active is None):
            self.screen.reset_pointer(MouseNumber.ARROW)
        if self.dispatcher.active is None:
            self.dispatcher.active = self.windows.owner(self.windows.top) or self.windows.desktop_owner or latest
            self.dispatcher.release_mouse()
        if self.menu.shown is None:
            # The active program's bar, or the bar of the program with the desktop, or of the latest program.
            active = self.dispatcher.active
            program = active if active is not None and not active.accessory else None
            self.menu.shown = program or self.windows.desktop_owner or latest
        self.stale = not self.applications.running or self.manager.done
        if process.interrupted and not self.stale:
            self.draw_everything()
        elif not self.stale:
            self.menu.draw()
            for area in uncovered:
                self.windows.redraw_area(area)
            self.windows.show_topped()
        if not process.accessory and not programs:
            self.menu.close_accessories()


class Status:
    """The state of a machine that both its host and its programs read."""

    _libraries: Libraries

    @property
    def width(self) -> int:
        """Width of the screen in pixels."""
        return self._libraries.screen.rect.w

    @property
    def height(self) -> int:
        """Height of the screen in pixels."""
        return self._libraries.screen.rect.h

    @property
    def now(self) -> int:
        """The machine's clock: milliseconds since power-on. ST programs read the system's 200 Hz counter instead."""
        return self._libraries.dispatcher.now

    @property
    def field(self) -> TedInfo | None:
        """The dialog field that currently receives keys, or None."""
        return self._libraries.forms.field


Program = Callable[["Gem"], Coroutine[Any, Any, Any]]
"""A GEM program: an ``async def`` that takes its Gem."""


async def _nothing(_process: Process) -> None:
    """Stand in for a program: the process of a host's own Gem never starts."""


class Gem(Status, ApplLibrary, ResourceLibrary):
    """One application's side of a machine: GEM's calls under their original names."""

    def __init__(self, libraries: Libraries, application: Process | None = None) -> None:
        ApplLibrary.__init__(self, application or Process(NIL, "", _nothing), libraries.applications)
        ResourceLibrary.__init__(self, libraries.screen.rect.w)
        self._libraries = libraries

        events = libraries.dispatcher
        self.evnt_multi = events.evnt_multi
        self.evnt_keybd = events.evnt_keybd
        self.evnt_button = events.evnt_button
        self.evnt_mouse = events.evnt_mouse
        self.evnt_mesag = events.evnt_mesag
        self.evnt_timer = events.evnt_timer
        self.evnt_dclick = events.evnt_dclick
        self.graf_mkstate = events.graf_mkstate
        self.form_event = events.form_event
        self.wind_update = events.wind_update
        self.work = events.work
        self.appl_read = events.evnt_mesag
        """Wait for a message, like evnt_mesag."""
        self.pause = events.pause
        """Let time pass as in a busy program: nothing else runs, but the pointer still follows the mouse."""

        windows = libraries.windows
        self.wind_create = windows.wind_create
        self.wind_open = windows.wind_open
        self.wind_close = windows.wind_close
        self.wind_delete = windows.wind_delete
        self.wind_get = windows.wind_get
        self.wind_set = windows.wind_set
        self.wind_find = windows.wind_find

        menu = libraries.menu
        self.menu_bar = menu.menu_bar
        self.menu_icheck = menu.menu_icheck
        self.menu_ienable = menu.menu_ienable
        self.menu_tnormal = menu.menu_tnormal
        self.menu_text = menu.menu_text
        self.menu_register = menu.menu_register
        self.menu_keys = menu.menu_keys

        graf = libraries.graf
        self.graf_handle = graf.graf_handle
        self.graf_dragbox = graf.graf_dragbox
        self.graf_rubberbox = graf.graf_rubberbox
        self.graf_movebox = graf.graf_movebox
        self.graf_growbox = graf.graf_growbox
        self.graf_shrinkbox = graf.graf_shrinkbox
        self.graf_watchbox = graf.graf_watchbox
        self.graf_slidebox = graf.graf_slidebox

        forms = libraries.forms
        self.form_center = forms.form_center
        self.form_dial = forms.form_dial
        self.form_do = forms.form_do
        self.form_keybd = forms.form_keybd
        self.form_button = forms.form_button
        self.form_alert, self.show_alert = forms.form_alert, forms.show_alert
        self.form_error = forms.form_error
        self.show_box = forms.show_box
        self.hide_box = forms.hide_box
        self.scroller = forms.new_scroller

        screen = libraries.screen
        self.objc_draw = partial(draw.objc_draw, screen.pen)
        self.objc_draw_steps = partial(draw.objc_draw_steps, screen.pen)
        self.objc_change = partial(draw.objc_change, screen.pen)
        self.objc_edit = partial(draw.objc_edit, screen.pen)
        self.graf_mouse = screen.graf_mouse
        self.v_opnvwk = screen.v_opnvwk
        self.bell = libraries.ring
        """Ring the bell, like writing character 7 to the console."""
        self.write_sound = libraries.sound
        """Write a register of the sound chip. Its sound continues until the register is written again."""
        self.speech = libraries.speech

    # ---- calls whose library is loaded on demand

    @property
    def fsel_input(self) -> Callable[[str, str], Coroutine[Any, Any, Selection]]:
        """See :meth:`gemport.gem.aes.fsel.SelectorLibrary.fsel_input`."""
        return self._libraries.selector.fsel_input

    @property
    def fsel_exinput(self) -> Callable[..., Coroutine[Any, Any, Selection]]:
        """See :meth:`gemport.gem.aes.fsel.SelectorLibrary.fsel_exinput`."""
        return self._libraries.selector.fsel_exinput

    # ---- calls without a library

    wind_calc = staticmethod(wind_calc)
    objc_find = staticmethod(objects.objc_find)
    objc_offset = staticmethod(objects.objc_offset)
    objc_add = staticmethod(objects.objc_add)
    objc_delete = staticmethod(objects.objc_delete)
    objc_order = staticmethod(objects.objc_order)

    def invert_screen(self, inverse: bool) -> None:
        """Show black as white and white as black, as a palette can do, or show both normally."""
        self._libraries.screen.inverse = inverse

    def show_raster(self, raster: Raster | None) -> None:
        """Show another picture of the screen's size instead of the one that programs draw on, or None for that one."""
        self._libraries.screen.other = raster

    def scrp_read(self) -> str:
        """Return the folder of the clipboard, or an empty text if unset."""
        return self._libraries.scrap_folder

    def scrp_write(self, path: str) -> None:
        """Set the folder of the clipboard. The path is only remembered; no disk is accessed."""
        self._libraries.scrap_folder = path

    def compute(self, function: Callable[[*_Ts], Generator[int, None, _T]], *values: *_Ts) -> Generator[int, None, _T]:
        """Return ``function(*values)`` as long work, or a generator that waits while the host computes elsewhere."""
        return self._libraries.compute(function, *values)

    def shel_envrn(self, name: str) -> str | None:
        """Return the value of a variable in the machine's environment, or None."""
        return self._libraries.environment.get(name)

    @property
    def mouse_taken(self) -> bool:
        """True if the host took the mouse away during a drag, so that the dragged object returns."""
        return self._libraries.dispatcher.mouse.taken

    @property
    def dclick_ms(self) -> int:
        """The current double-click time in milliseconds (see evnt_dclick)."""
        return self._libraries.dispatcher.dclick_ms

"""The program's side of a machine: GEM's calls, the libraries behind them, and the active application.

A program calls GEM's functions (``gem.wind_open``, ``await gem.evnt_multi``). All coordinates are screen pixels, all
times milliseconds. Its own are the application id, the loaded resource, the mouse pointer and the workstations; its
windows, menu bar and locks are kept by the libraries that all applications share, under the calling process: the
calls of the AES ask the dispatcher for the running process, as GEM's own code does.

The active application has the keys, and the mouse where nobody else claims it. A program that is activated brings its
menu bar; an accessory has none, so the bar of the program before it stays. An application is activated when it starts
(accessories are not), when it opens or tops a window, when the windows above its own go away, and when the user presses
on the desktop that it has set. When the active one ends, the owner of the window on top follows.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gemport.gem.aes import objects
from gemport.gem.aes.appl import Application, Applications, ApplLibrary, Launch, ScrapLibrary
from gemport.gem.aes.constants import Kind, Wc
from gemport.gem.aes.dispatch import Dispatcher, UpdateLock
from gemport.gem.aes.draw import EdKind, objc_change, objc_draw, objc_edit
from gemport.gem.aes.events import EventLibrary
from gemport.gem.aes.forms import AlertLibrary, FormLibrary
from gemport.gem.aes.frames import wind_calc
from gemport.gem.aes.graf import GrafLibrary
from gemport.gem.aes.manager import ScreenManager
from gemport.gem.aes.menu import MenuLibrary
from gemport.gem.aes.process import Process
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.rsrc import ResourceLibrary
from gemport.gem.aes.screen import Screen
from gemport.gem.aes.windows import WindowLibrary
from gemport.gem.formats.rsc.objects import ObState, Tree
from gemport.gem.formats.system.artwork import MouseForm, SystemArtwork
from gemport.gem.vdi.mouse import Pointer
from gemport.gem.vdi.workstation import Workstation

if TYPE_CHECKING:
    from gemport.gem.aes.fsel import Selection, SelectorLibrary


class Front:
    """Brings applications to the front."""

    def __init__(
        self, dispatcher: Dispatcher, applications: Applications, windows: WindowLibrary, menu: MenuLibrary
    ) -> None:
        self._dispatcher = dispatcher
        self._applications = applications
        self._windows = windows
        self._menu = menu

    def bring(self, process: Process) -> None:
        """Keyboard, mouse and, if it is a program, the menu bar are this application's now."""
        application = self._applications.of(process)
        if application is None or application is self._dispatcher.active:
            return
        self._dispatcher.active = application
        self._dispatcher.owner = self._dispatcher.owner or application
        self._dispatcher.leave_mouse()
        if not application.accessory and self._menu.shown is not application:
            self._menu.show(application)

    def come(self, process: Process) -> None:
        """An application comes to the front without a window: its start, or a press on its desktop."""
        self.bring(process)
        self._windows.relight()

    def leave(self, application: Application) -> None:
        """The application has ended and left nothing: somebody else is in front, and what it covered is drawn."""
        if self._dispatcher.active is None:
            heir = self._windows.owner(self._windows.top) or self._windows.desktop_owner
            programs = self._applications.programs
            if heir is None and programs:
                heir = programs[-1]
            self._dispatcher.active = heir
            self._dispatcher.leave_mouse()
        if self._menu.shown is None:
            self._menu.shown = self._next_bar()

    def _next_bar(self) -> Application | None:
        """Whose strip it is: the active program's; else that of the program with the desktop, or the latest."""
        active = self._applications.of(self._dispatcher.active)
        if active is not None and not active.accessory:
            return active
        desktop = self._applications.of(self._windows.desktop_owner)
        programs = self._applications.programs
        return desktop or (programs[-1] if programs else None)


class Libraries:
    """The AES's libraries, tied together. ``ring`` rings the bell, ``launch`` starts a program by its name."""

    def __init__(
        self, artwork: SystemArtwork, width: int, height: int, ring: Callable[[], None], launch: Launch
    ) -> None:
        self.ring = ring
        self.launch = launch
        self.environment: dict[str, str] = {}
        """What shel_envrn finds."""
        self.screen = Screen(width, height, artwork)
        self.dispatcher = Dispatcher(width, height, self.screen.mouse)
        self.applications = Applications(self.dispatcher)
        self.events = EventLibrary(self.dispatcher)
        self.scrap = ScrapLibrary()
        self.lock = UpdateLock(self.dispatcher)
        self.windows = WindowLibrary(self.screen, self.dispatcher)
        self.menu = MenuLibrary(self.screen, self.dispatcher, self.events)
        self.front = Front(self.dispatcher, self.applications, self.windows, self.menu)
        self.graf = GrafLibrary(self.screen, self.dispatcher, self.events, self.lock)
        self.forms = FormLibrary(
            self.screen, self.dispatcher, self.events, self.lock, self.windows, self.graf, self.ring
        )
        self.alerts = AlertLibrary(self.screen, self.lock, self.forms)
        self._manager = ScreenManager(
            self.screen, self.dispatcher, self.events, self.lock, self.windows, self.menu, self.graf
        )
        self.manager = self._manager.process
        self.stale = False
        """The picture still shows a program that has ended, the last one; who begins next draws everything."""
        self._host_pointer = self._last_pointer = self.screen.new_pointer()
        self._connect()

    @cached_property
    def selector(self) -> SelectorLibrary:
        """The file selector, loaded when it is first asked for."""
        from gemport.gem.aes.fsel import SelectorLibrary

        return SelectorLibrary(self.screen, self.events, self.lock, self.graf, self.forms, self.ring)

    def _connect(self) -> None:
        self.dispatcher.who_owns = self._manager.owner_at
        self.dispatcher.who_hovers = self._manager.hovers_at
        self.dispatcher.on_press = self.front.come
        self.dispatcher.on_end = self._ended
        self.windows.on_top = self.front.bring
        self.screen.whose_pointer = self._pointer

    def pointer(self, process: Process | None) -> Pointer:
        """The pointer of an application; the host's own for everybody else."""
        return process.pointer if isinstance(process, Application) else self._host_pointer

    def _pointer(self) -> Pointer:
        """The pointer on the screen: who took the mouse for himself shows his."""
        taken, active = self.dispatcher.mctrl, self.dispatcher.active
        if taken is not None and not taken.system:
            return self.pointer(taken)
        return self._last_pointer if active is None else self.pointer(active)

    def draw_everything(self) -> None:
        """Strip, desktop and frames; the owners of all windows are asked to draw them."""
        self.stale = False
        self.menu.draw()
        self.windows.redraw_area(self.screen.desk)
        self.windows.relight()

    def _ended(self, process: Process) -> None:
        """Nothing of a process stays. The picture of the last one does, until the next one starts."""
        self.lock.release(process)
        if not isinstance(process, Application):
            return
        self._last_pointer = process.pointer
        self.windows.forget(process)
        self.menu.forget(process)
        self.applications.forget(process)
        if not process.accessory and not self.applications.programs:
            self.menu.close_accessories()
        self.front.leave(process)
        self.stale = True
        if self.applications.running and not self.manager.done:
            self.draw_everything()


Program = Callable[["Gem"], Coroutine[Any, Any, Any]]
"""A GEM program: an ``async def`` that takes its Gem."""


class Gem:
    """One application's side of a machine: GEM's calls, under their own names."""

    def __init__(self, libraries: Libraries, application: Application | None = None) -> None:
        self._libraries = libraries
        self._pointer = libraries.pointer(application)
        self._bind_events()
        self._bind_applications(application)
        self._bind_windows()
        self._bind_menus()
        self._bind_graf()
        self._bind_forms()
        self._bind_resources()

    def _bind_events(self) -> None:
        libraries = self._libraries
        self.evnt_multi = libraries.events.evnt_multi
        self.evnt_keybd = libraries.events.evnt_keybd
        self.evnt_button = libraries.events.evnt_button
        self.evnt_mouse = libraries.events.evnt_mouse
        self.evnt_mesag = libraries.events.evnt_mesag
        self.evnt_timer = libraries.events.evnt_timer
        self.evnt_dclick = libraries.events.evnt_dclick
        self.graf_mkstate = libraries.events.graf_mkstate
        self.work = libraries.events.work

    def _bind_applications(self, application: Application | None) -> None:
        libraries = self._libraries
        appl = ApplLibrary(
            application, libraries.applications, libraries.dispatcher, libraries.events, libraries.launch
        )
        self.appl_init = appl.appl_init
        self.appl_exit = appl.appl_exit
        self.appl_find = appl.appl_find
        self.appl_search = appl.appl_search
        self.appl_read = appl.appl_read
        self.appl_write = appl.appl_write
        self.shel_read = appl.shel_read
        self.shel_write = appl.shel_write
        self.scrp_read = libraries.scrap.scrp_read
        self.scrp_write = libraries.scrap.scrp_write

    def _bind_windows(self) -> None:
        libraries = self._libraries
        self.wind_create = libraries.windows.wind_create
        self.wind_open = libraries.windows.wind_open
        self.wind_close = libraries.windows.wind_close
        self.wind_delete = libraries.windows.wind_delete
        self.wind_get = libraries.windows.wind_get
        self.wind_set = libraries.windows.wind_set
        self.wind_find = libraries.windows.wind_find
        self.wind_update = libraries.lock.wind_update

    def _bind_menus(self) -> None:
        libraries = self._libraries
        self.menu_bar = libraries.menu.menu_bar
        self.menu_icheck = libraries.menu.menu_icheck
        self.menu_ienable = libraries.menu.menu_ienable
        self.menu_tnormal = libraries.menu.menu_tnormal
        self.menu_text = libraries.menu.menu_text
        self.menu_register = libraries.menu.menu_register

    def _bind_graf(self) -> None:
        libraries = self._libraries
        self.graf_handle = libraries.graf.graf_handle
        self.graf_dragbox = libraries.graf.graf_dragbox
        self.graf_rubberbox = libraries.graf.graf_rubberbox
        self.graf_movebox = libraries.graf.graf_movebox
        self.graf_growbox = libraries.graf.graf_growbox
        self.graf_shrinkbox = libraries.graf.graf_shrinkbox
        self.graf_watchbox = libraries.graf.graf_watchbox
        self.graf_slidebox = libraries.graf.graf_slidebox

    def _bind_forms(self) -> None:
        libraries = self._libraries
        self.form_center = libraries.forms.form_center
        self.form_dial = libraries.forms.form_dial
        self.form_do = libraries.forms.form_do
        self.form_event = libraries.events.form_event
        self.form_keybd = libraries.forms.form_keybd
        self.form_button = libraries.forms.form_button
        self.form_alert = libraries.alerts.form_alert
        self.form_error = libraries.alerts.form_error

    def _bind_resources(self) -> None:
        resources = ResourceLibrary(self._libraries.screen.rect.w)
        self.rsrc_load = resources.rsrc_load
        self.rsrc_free = resources.rsrc_free
        self.rsrc_gaddr = resources.rsrc_gaddr
        self.rsrc_saddr = resources.rsrc_saddr
        self.rsrc_obfix = resources.rsrc_obfix

    # ---- calls whose library is loaded when they are needed

    @property
    def fsel_input(self) -> Callable[[str, str], Coroutine[Any, Any, Selection]]:
        """See :meth:`gemport.gem.aes.fsel.SelectorLibrary.fsel_input`."""
        return self._libraries.selector.fsel_input

    @property
    def fsel_exinput(self) -> Callable[[str, str, str], Coroutine[Any, Any, Selection]]:
        """See :meth:`gemport.gem.aes.fsel.SelectorLibrary.fsel_exinput`."""
        return self._libraries.selector.fsel_exinput

    # ---- calls that need no library

    @staticmethod
    def wind_calc(what: Wc, kind: int, rect: GRect) -> GRect:
        """The outer rectangle around a work area (WC_BORDER) or the work area in an outer one (WC_WORK)."""
        return wind_calc(what, Kind(kind), rect)

    objc_find = staticmethod(objects.objc_find)
    objc_offset = staticmethod(objects.objc_offset)
    objc_add = staticmethod(objects.objc_add)
    objc_delete = staticmethod(objects.objc_delete)
    objc_order = staticmethod(objects.objc_order)

    def objc_draw(self, tree: Tree, start: int, depth: int, clip: GRect) -> None:
        """Draw an object and ``depth`` levels below it (8: all), limited to ``clip`` in screen pixels.

        TreeError for an object that is not there or wrong links, ObjectError for one that shows what its type cannot.
        """
        objc_draw(self._libraries.screen.pen, tree, start, depth, clip)

    def objc_change(self, tree: Tree, obj: int, clip: GRect, state: ObState, redraw: bool = True) -> bool:
        """Give an object a new state and, with ``redraw``, show it within ``clip``; always True.

        A change of SELECTED only inverts the object; anything else draws it over what is there. Errors as objc_draw's.
        """
        return objc_change(self._libraries.screen.pen, tree, obj, clip, state, redraw)

    def objc_edit(self, tree: Tree, obj: int, key: int, index: int, kind: EdKind) -> int:
        """Start, continue or end the input in a field; the cursor's new index."""
        return objc_edit(self._libraries.screen.pen, tree, obj, key, index, kind)

    def v_opnvwk(self) -> Workstation:
        """A VDI workstation on the screen."""
        return self._libraries.screen.v_opnvwk(self._pointer)

    def graf_mouse(self, number: int, form: MouseForm | None = None) -> None:
        """Choose the pointer: 0..7 a system form, 255 one of its own, 256 hide, 257 show; other numbers are the arrow.

        It shows while the application is in front.
        """
        self._libraries.screen.graf_mouse(self._pointer, number, form)

    def bell(self) -> None:
        """Ring the bell: the character 7 to the console."""
        self._libraries.ring()

    def shel_envrn(self, name: str) -> str | None:
        """The text that the machine's environment has under a name; None if there is none."""
        return self._libraries.environment.get(name)

    async def pause(self, ms: int) -> None:
        """Let time pass as a busy program does: nothing else runs, the pointer still follows the mouse."""
        await self._libraries.dispatcher.pause(ms)

    @property
    def now(self) -> int:
        """The machine's clock: ms since it was switched on. Programs for the ST read the system's 200 Hz counter."""
        return self._libraries.dispatcher.now

    @property
    def width(self) -> int:
        """Of the screen, in pixels."""
        return self._libraries.screen.rect.w

    @property
    def height(self) -> int:
        """Of the screen, in pixels."""
        return self._libraries.screen.rect.h

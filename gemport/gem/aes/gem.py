"""What a program holds: the AES in its name.

A program calls what GEM calls (``gem.wind_open``, ``await gem.evnt_multi``). All coordinates are screen pixels, all
times milliseconds. Its own are the application id, the loaded resource, the mouse pointer and the workstations; its
windows, menu bar and locks are kept by the libraries that all applications share, under the process that called.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from gemport.gem.aes.constants import Kind, Wc
from gemport.gem.aes.kernel.appl import ApplLibrary
from gemport.gem.aes.kernel.applications import Application
from gemport.gem.aes.libraries import Libraries
from gemport.gem.aes.objects import edit as _edit
from gemport.gem.aes.objects import tree as _tree
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.rsrc import ResourceLibrary
from gemport.gem.aes.windows.parts import wind_calc
from gemport.gem.formats.artwork import MouseForm
from gemport.gem.formats.objects import Tree
from gemport.gem.vdi.workstation import Workstation

if TYPE_CHECKING:
    from gemport.gem.aes.fsel.selector import Selection

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
        self.objc_draw = libraries.screen.objc_draw
        self.objc_change = libraries.screen.objc_change

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
        """See :meth:`gemport.gem.aes.fsel.selector.SelectorLibrary.fsel_input`."""
        return self._libraries.selector.fsel_input

    @property
    def fsel_exinput(self) -> Callable[[str, str, str], Coroutine[Any, Any, Selection]]:
        """See :meth:`gemport.gem.aes.fsel.selector.SelectorLibrary.fsel_exinput`."""
        return self._libraries.selector.fsel_exinput

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
        """Start, continue or end the input in a field; the cursor's new index."""
        return _edit.objc_edit(self._libraries.screen.pen, tree, obj, key, index, kind)

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
    def dclick_ms(self) -> int:
        """How soon the second press of a double click must come: the time of the rate that evnt_dclick tells."""
        return self._libraries.dispatcher.dclick_ms

    @property
    def width(self) -> int:
        """Of the screen, in pixels."""
        return self._libraries.screen.rect.w

    @property
    def height(self) -> int:
        """Of the screen, in pixels."""
        return self._libraries.screen.rect.h

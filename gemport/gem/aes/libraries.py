"""What the applications of one machine share: screen, dispatcher, lock, windows, menus, and the screen manager.

The calls of the AES ask the dispatcher who makes them, as GEM's own code does: whatever a call leaves behind is kept
under the running process.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from gemport.gem.aes.forms.alert import AlertLibrary
from gemport.gem.aes.forms.forms import FormLibrary
from gemport.gem.aes.front import Front
from gemport.gem.aes.graf.graf import GrafLibrary
from gemport.gem.aes.kernel.appl import Launch, ScrapLibrary
from gemport.gem.aes.kernel.applications import Application, Applications
from gemport.gem.aes.kernel.dispatch import Dispatcher
from gemport.gem.aes.kernel.events import EventLibrary
from gemport.gem.aes.kernel.lock import UpdateLock
from gemport.gem.aes.kernel.process import Process
from gemport.gem.aes.manager import ScreenManager
from gemport.gem.aes.menu import MenuLibrary
from gemport.gem.aes.screen import Screen
from gemport.gem.aes.windows.windows import WindowLibrary
from gemport.gem.formats.artwork import SystemArtwork
from gemport.gem.vdi.mouse import Pointer

if TYPE_CHECKING:
    from gemport.gem.aes.fsel.selector import SelectorLibrary


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
        from gemport.gem.aes.fsel.selector import SelectorLibrary

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

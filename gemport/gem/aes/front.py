"""Which application the user works with.

It is active: the keys are its own, and the mouse where nobody else claims it. A program that comes to the front brings
its menu bar; an accessory has none, so the bar of the program before it stays. An application comes to the front when
it starts (accessories do not), when it opens or tops a window, when the windows above its own go away, and when the
user presses on the desktop that it has set. When the one in front ends, it is the window on top that decides.
"""

from __future__ import annotations

from gemport.gem.aes.kernel.applications import Application, Applications
from gemport.gem.aes.kernel.dispatch import Dispatcher
from gemport.gem.aes.kernel.process import Process
from gemport.gem.aes.menu import MenuLibrary
from gemport.gem.aes.windows.windows import WindowLibrary


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

"""What the applications of one machine share: screen, dispatcher, lock, windows, menus, and the screen manager."""

from __future__ import annotations

from collections.abc import Callable

from gemport.gem.aes.forms.alert import AlertLibrary
from gemport.gem.aes.forms.forms import FormLibrary
from gemport.gem.aes.graf.graf import GrafLibrary
from gemport.gem.aes.kernel.dispatch import Dispatcher
from gemport.gem.aes.kernel.events import EventLibrary
from gemport.gem.aes.kernel.lock import UpdateLock
from gemport.gem.aes.manager import ScreenManager
from gemport.gem.aes.menu import MenuLibrary
from gemport.gem.aes.screen import Screen
from gemport.gem.aes.windows.windows import WindowLibrary
from gemport.gem.formats.system.artwork import SystemArtwork


class Libraries:
    """The AES's libraries, tied together. ``ring`` rings the bell."""

    def __init__(self, artwork: SystemArtwork, width: int, height: int, ring: Callable[[], None]) -> None:
        self.ring = ring
        self.screen = Screen(width, height, artwork)
        self.dispatcher = Dispatcher(width, height, self.screen.pointer)
        self.events = EventLibrary(self.dispatcher)
        self.lock = UpdateLock(self.dispatcher)
        self.windows = WindowLibrary(self.screen, self.dispatcher)
        self.menu = MenuLibrary(self.screen, self.dispatcher, self.events)
        self.graf = GrafLibrary(self.screen, self.dispatcher, self.events)
        self.forms = FormLibrary(
            self.screen, self.dispatcher, self.events, self.lock, self.windows, self.graf, self.ring
        )
        self.alerts = AlertLibrary(self.screen, self.lock, self.forms)
        manager = ScreenManager(
            self.screen, self.dispatcher, self.events, self.lock, self.windows, self.menu, self.graf
        )
        self.manager = manager.process
        self.dispatcher.who_owns = manager.owner_at
        self.dispatcher.who_hovers = manager.hovers_at
        self.dispatcher.on_end = self.lock.release

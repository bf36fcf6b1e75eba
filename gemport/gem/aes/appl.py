"""The application library: running applications, appl_ and shel_ calls (docs/machine.md 3.0, 3.9; kinds as in AES 4).

An application is a program, or, if its name ends in .ACC, an accessory: that one waits in the Desk menu until it is
needed, and a machine on which only accessories are left has finished. The state of an application is kept by the
library that uses it, under the application, and dropped there when it ends: windows and desktop by the windows, the
menu bar and entries in the Desk menu by the menus, locks by the lock. The application itself has its queues and its
pointer.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from enum import IntEnum
from typing import Any, NamedTuple

from gemport.gem.aes.constants import Msg
from gemport.gem.aes.dispatch import Dispatcher
from gemport.gem.aes.events import EventLibrary
from gemport.gem.aes.process import Message, Process
from gemport.gem.vdi.mouse import Pointer

MANAGER_ID = 1
MANAGER_NAME = "SCRENMGR"
_NAME_LENGTH = 8
_ACCESSORY = ".ACC"


class Kin(IntEnum):
    """What appl_search says that an application is."""

    SYSTEM = 1
    PROGRAM = 2
    ACCESSORY = 4


class Found(NamedTuple):
    """What appl_search finds."""

    name: str
    """Eight characters at most, without the extension."""
    kin: Kin
    ap_id: int


class Application(Process):
    """A program or an accessory that runs, with the command and the tail it was started with."""

    def __init__(
        self,
        ap_id: int,
        command: str,
        tail: str,
        parent: Application | None,
        pointer: Pointer,
        run: Callable[[Application], Coroutine[Any, Any, Any]],
    ) -> None:
        super().__init__(command, lambda: run(self))
        self.ap_id = ap_id
        self.tail = tail
        self.parent = parent
        self.pointer = pointer

    @property
    def accessory(self) -> bool:
        """Whether it stands in the Desk menu instead of having a menu bar."""
        return self.name.upper().endswith(_ACCESSORY)

    @property
    def short_name(self) -> str:
        """What appl_find knows it by."""
        return short_name(self.name)


def short_name(command: str) -> str:
    """A command as appl_find has it: eight characters, large, without its extension."""
    return command.rstrip().split(".")[0][:_NAME_LENGTH].upper()


class Applications:
    """All applications that run, in the order of their starts."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self._dispatcher = dispatcher
        self._next_id = 0
        self.running: list[Application] = []

    def new_id(self) -> int:
        """An id that nobody has: they count up from 0, without the screen manager's, until nobody runs any more."""
        if not self.running:
            self._next_id = 0
        ap_id, self._next_id = self._next_id, self._next_id + 1
        return ap_id if ap_id != MANAGER_ID else self.new_id()

    @property
    def programs(self) -> list[Application]:
        """Those that are not accessories."""
        return [application for application in self.running if not application.accessory]

    def of(self, process: Process | None) -> Application | None:
        """The application that a process is; None if it is not one that runs."""
        return next((application for application in self.running if application is process), None)

    def by_id(self, ap_id: int) -> Application | None:
        """The application with an id."""
        return next((application for application in self.running if application.ap_id == ap_id), None)

    def find(self, name: str) -> int:
        """The id that belongs to a name; -1 if there is none. The one started last, if several have it."""
        wanted = short_name(name)
        if wanted == MANAGER_NAME:
            return MANAGER_ID
        return next((a.ap_id for a in reversed(self.running) if wanted and a.short_name == wanted), -1)

    def all(self) -> list[Found]:
        """Everybody, the screen manager first."""
        kin = {False: Kin.PROGRAM, True: Kin.ACCESSORY}
        others = [Found(a.short_name, kin[a.accessory], a.ap_id) for a in self.running]
        return [Found(MANAGER_NAME, Kin.SYSTEM, MANAGER_ID), *others]

    def forget(self, application: Application) -> None:
        """An application has ended: who started it is told, by CH_EXIT with its id and 0, or -1 if it broke."""
        self.running.remove(application)
        parent = application.parent
        if parent is not None and not parent.done:
            code = 0 if application.error is None else -1
            self._dispatcher.post(parent, Message(Msg.CH_EXIT, 0, 0, application.ap_id, code))


Launch = Callable[[str, str, Application], int]
"""Starts a command with a tail for an application: the new one's id, 0 if there is no such program."""


class Search(IntEnum):
    """Modes of appl_search."""

    APP_FIRST = 0
    APP_NEXT = 1


class ScrapLibrary:
    """The clipboard's folder, which all applications share."""

    def __init__(self) -> None:
        self._scrap = ""

    def scrp_read(self) -> str:
        """The folder of the clipboard, empty if none was set."""
        return self._scrap

    def scrp_write(self, path: str) -> None:
        """Name the folder of the clipboard. It is only remembered; nothing is looked for on a disk."""
        self._scrap = path


class ApplLibrary:
    """One application's view of the others; the host's own Gem has none itself."""

    def __init__(
        self,
        own: Application | None,
        applications: Applications,
        dispatcher: Dispatcher,
        events: EventLibrary,
        launch: Launch,
    ) -> None:
        self._own = own
        self._applications = applications
        self._dispatcher = dispatcher
        self._events = events
        self._launch = launch
        self._search: list[Found] = []

    def appl_init(self) -> int:
        """The application's id; -1 for the host's own Gem. Not needed: an application is known from its start."""
        return -1 if self._own is None else self._own.ap_id

    def appl_exit(self) -> int:
        """Always 1. An application ends by returning; nothing of it stays then."""
        return 1

    def appl_find(self, name: str) -> int:
        """The id of an application by its name (eight characters, without its extension); -1 if none runs."""
        return self._applications.find(name)

    def appl_search(self, mode: Search) -> Found | None:
        """The first (APP_FIRST) or next application with its kind and id; None after the last."""
        if mode == Search.APP_FIRST:
            self._search = self._applications.all()
        return self._search.pop(0) if self._search else None

    def appl_write(self, ap_id: int, message: Message) -> bool:
        """Queue a message for an application, which may be oneself.

        False if none has that id, or eight wait there. Who sends puts the own id into word 1, as in C.
        """
        application = self._applications.by_id(ap_id)
        return application is not None and self._dispatcher.post(application, message)

    async def appl_read(self) -> Message:
        """Wait for a message, as evnt_mesag does."""
        return await self._events.evnt_mesag()

    def shel_read(self) -> tuple[str, str]:
        """The command and the tail that the application was started with."""
        return ("", "") if self._own is None else (self._own.name, self._own.tail)

    def shel_write(self, command: str, tail: str = "") -> int:
        """Start another program of those that the host knows, by name; its id, 0 if there is none.

        It begins when the caller waits, and runs beside it. The caller gets CH_EXIT when it has ended.
        """
        return 0 if self._own is None else self._launch(command, tail, self._own)

"""The application library: running applications, appl_ and shel_ calls (docs/machine.md 3.0, 3.9; kinds as in AES 4).

An application is a program, or, if its name ends in .ACC, an accessory: that one waits in the Desk menu until it is
needed, and a machine on which only accessories are left has finished. The state of an application is kept by the
library that uses it, under the application, and dropped there when it ends: windows and desktop by the windows, the
menu bar and entries in the Desk menu by the menus, locks by the lock. The application itself has its queues.
"""

from collections.abc import Callable
from enum import IntEnum
from typing import NamedTuple

from gemport.gem.aes.constants import Msg
from gemport.gem.aes.dispatch import Dispatcher
from gemport.gem.aes.process import MANAGER_ID, Alarm, Message, Process

MANAGER_NAME = "SCRENMGR"


class AppKind(IntEnum):
    """The kinds of applications that appl_search reports."""

    SYSTEM = 1
    PROGRAM = 2
    ACCESSORY = 4


class AppInfo(NamedTuple):
    """An application as appl_search reports it."""

    name: str
    """Eight characters at most, without the extension."""
    kind: AppKind
    ap_id: int


class Search(IntEnum):
    """Modes of appl_search."""

    APP_FIRST = 0
    APP_NEXT = 1


def short_name(command: str) -> str:
    """A command's name for appl_find: eight characters, upper case, without its extension."""
    return command.rstrip().split(".")[0][:8].upper()


class Applications:
    """All applications that run, in the order of their starts.

    launch: starts a command with a tail for an application; the new one's id, 0 if there is no such program
    """

    def __init__(self, dispatcher: Dispatcher, launch: Callable[[str, str, Process], int]) -> None:
        self.dispatcher = dispatcher
        self.launch = launch
        self._next_id = 0
        self.running: list[Process] = []

    def new_id(self) -> int:
        """A free id: they count up from 0, without the screen manager's, and restart when no application runs."""
        if not self.running:
            self._next_id = 0
        ap_id, self._next_id = self._next_id, self._next_id + 1
        return ap_id if ap_id != MANAGER_ID else self.new_id()

    @property
    def programs(self) -> list[Process]:
        return [application for application in self.running if not application.accessory]

    def by_id(self, ap_id: int) -> Process | None:
        return next((application for application in self.running if application.ap_id == ap_id), None)

    def forget(self, application: Process) -> None:
        """Drop an application that has ended; its parent gets CH_EXIT with its id and 0, or -1 after an error."""
        self.running.remove(application)
        parent = application.parent
        if parent is not None and not parent.done:
            code = 0 if application.error is None else -1
            self.dispatcher.post(parent, Message(Msg.CH_EXIT, 0, 0, application.ap_id, code))


class ApplLibrary:
    """The appl_ and shel_ calls of one application; the host's own Gem has none (``own`` is None)."""

    def __init__(self, own: Process | None, applications: Applications) -> None:
        self._own = own
        self._applications = applications
        self._search: list[AppInfo] = []

    def appl_init(self) -> int:
        """The application's id; -1 for the host's own Gem. Not needed: an application is known from its start."""
        return -1 if self._own is None else self._own.ap_id

    def when_waited_for(self, restless: Callable[[], bool]) -> None:
        """Have a machine that has waited long for the application to settle ask whether it never will."""
        if self._own is not None:
            self._own.restless = restless

    def appl_exit(self) -> int:
        """Always 1. An application ends by returning, which frees everything it has."""
        return 1

    def alarm(self, due: Callable[[], int | None] | None, call: Callable[[], None] = lambda: None) -> None:
        """Have something called whenever the machine's clock comes to a time, whatever the application waits for then.

        due: asked for the time before time passes; None where there is none
        """
        if self._own is not None:
            self._own.alarm = None if due is None else Alarm(due, call)

    def draws_on_screen(self) -> None:
        """Note that the application draws beyond its windows: everything is drawn again when it ends."""
        if self._own is not None:
            self._own.interrupted = True

    def appl_find(self, name: str) -> int:
        """The id of the application with a name of eight characters, of several the one started last; -1: none is."""
        wanted = short_name(name)
        if wanted == MANAGER_NAME:
            return MANAGER_ID
        running = reversed(self._applications.running)
        return next((a.ap_id for a in running if wanted and short_name(a.name) == wanted), -1)

    def appl_search(self, mode: Search) -> AppInfo | None:
        """The first (APP_FIRST) or next application with its kind and id, the screen manager first; None at the end."""
        if mode == Search.APP_FIRST:
            self._search = [AppInfo(MANAGER_NAME, AppKind.SYSTEM, MANAGER_ID)]
            for application in self._applications.running:
                kind = AppKind.ACCESSORY if application.accessory else AppKind.PROGRAM
                self._search.append(AppInfo(short_name(application.name), kind, application.ap_id))
        return self._search.pop(0) if self._search else None

    def appl_write(self, ap_id: int, message: Message) -> bool:
        """Queue a message for an application, or for oneself.

        False if none has that id, or eight wait there. The sender puts its own id into word 1, as in C.
        """
        application = self._applications.by_id(ap_id)
        return application is not None and self._applications.dispatcher.post(application, message)

    def shel_read(self) -> tuple[str, str]:
        """The command and the tail that the application was started with."""
        return ("", "") if self._own is None else (self._own.name, self._own.tail)

    def shel_write(self, command: str, tail: str = "") -> int:
        """Start another program of those that the host knows, by name; its id, 0 if there is none or 32 run already.

        It begins when the caller waits, and runs beside it. The caller gets CH_EXIT when it has ended.
        """
        return 0 if self._own is None else self._applications.launch(command, tail, self._own)

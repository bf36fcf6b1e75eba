"""The application library: running applications, ``appl_`` and ``shel_`` calls (docs/machine.md 3.0, 3.9).

An application is a program or, if its name ends in .ACC, an accessory. An accessory waits in the Desk menu until the
user needs it; a machine with only accessories left has finished. Each library stores its own state per application and
drops it when the application ends: the window library the windows and desktop, the menu library the menu bar and the
Desk menu's entries, the event library the locks. Only the queues belong to the application itself.
"""

from collections.abc import Callable
from enum import IntEnum
from typing import NamedTuple

from gemport.gem.aes.constants import Msg
from gemport.gem.aes.dispatch import Dispatcher
from gemport.gem.aes.process import MANAGER_ID, NO_ALARM, Alarm, Message, Process

MANAGER_NAME = "SCRENMGR"


class AppKind(IntEnum):
    """The kinds of applications that appl_search reports."""

    SYSTEM = 1
    PROGRAM = 2
    ACCESSORY = 4


class AppInfo(NamedTuple):
    """An application as reported by appl_search."""

    name: str
    """At most eight characters, without the extension."""
    kind: AppKind
    ap_id: int


class Search(IntEnum):
    """Modes of appl_search."""

    APP_FIRST = 0
    APP_NEXT = 1


def short_name(command: str) -> str:
    """Return a command's name for appl_find: upper case, eight characters, without the extension."""
    return command.rstrip().split(".")[0][:8].upper()


class Applications:
    """All running applications, in the order they started.

    ``launch`` starts a command with a tail on behalf of an application; it returns the new id, 0 if the program is
    unknown.
    """

    def __init__(self, dispatcher: Dispatcher, launch: Callable[[str, str, Process], int]) -> None:
        self.dispatcher = dispatcher
        self.launch = launch
        self._next_id = 0
        self.running: list[Process] = []

    def new_id(self) -> int:
        """Return a free id, counting up from 0 without the screen manager's; it restarts when no application runs."""
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
        """Drop an application that has ended; send its parent CH_EXIT with its id and 0, or -1 after an error."""
        self.running.remove(application)
        parent = application.parent
        if parent is not None and not parent.done:
            code = 0 if application.error is None else -1
            self.dispatcher.post(parent, Message(Msg.CH_EXIT, 0, 0, application.ap_id, code))


class ApplLibrary:
    """The appl_ and shel_ calls of the application ``own``."""

    def __init__(self, own: Process, applications: Applications) -> None:
        self._own = own
        self._applications = applications
        self._search: list[AppInfo] = []

    def appl_init(self) -> int:
        """Return the application's id, or -1 for the host's own Gem. Calling it is optional."""
        return self._own.ap_id

    def when_waited_for(self, restless: Callable[[], bool]) -> None:
        """Set a function that returns whether the application polls; called a second after the last input."""
        self._own.restless = restless

    def when_held(self, repeats: Callable[[int], bool]) -> None:
        """Set a function that returns whether a held key, by its word, repeats; without one every key does."""
        self._own.repeats = repeats

    def use_digit_row(self) -> None:
        """Have the upper row's keys give digits where no field is edited, also where the layout has them with Shift."""
        self._own.digit_row = True

    def take_any_mouse(self) -> None:
        """Report buttons and rectangles that hold at a call of evnt_multi even if another process has the mouse."""
        self._own.takes_any_mouse = True

    def appl_exit(self) -> int:
        """Return 1. An application ends by returning, which frees all its resources."""
        return 1

    def alarm(self, due: Callable[[], int | None] | None, call: Callable[[], None] = lambda: None) -> None:
        """Call ``call`` whenever the machine's clock reaches the time ``due``, whatever the application is waiting for.

        ``due`` returns the time in milliseconds, or None for no alarm; it is called before time passes. Pass None to
        remove the alarm.
        """
        self._own.alarm = NO_ALARM if due is None else Alarm(due, call)

    def draws_on_screen(self) -> None:
        """Record that the application draws outside its windows, so that everything is redrawn when it ends."""
        self._own.interrupted = True

    def appl_find(self, name: str) -> int:
        """Return the id of the last started application with a name of eight characters, or -1."""
        wanted = short_name(name)
        if wanted == MANAGER_NAME:
            return MANAGER_ID
        running = reversed(self._applications.running)
        return next((a.ap_id for a in running if wanted and short_name(a.name) == wanted), -1)

    def appl_search(self, mode: Search) -> AppInfo | None:
        """Return the first (APP_FIRST) or next application, starting with the screen manager, or None at the end."""
        if mode == Search.APP_FIRST:
            self._search = [AppInfo(MANAGER_NAME, AppKind.SYSTEM, MANAGER_ID)]
            for application in self._applications.running:
                kind = AppKind.ACCESSORY if application.accessory else AppKind.PROGRAM
                self._search.append(AppInfo(short_name(application.name), kind, application.ap_id))
        return self._search.pop(0) if self._search else None

    def appl_write(self, ap_id: int, message: Message) -> bool:
        """Queue a message for an application; it may be the caller.

        Return False if the id is unknown or the queue already has eight messages. The sender must put its id into word
        1, as in C.
        """
        application = self._applications.by_id(ap_id)
        return application is not None and self._applications.dispatcher.post(application, message)

    def shel_read(self) -> tuple[str, str]:
        """Return the command and the tail that started the application."""
        return self._own.name, self._own.tail

    def shel_write(self, command: str, tail: str = "") -> int:
        """Start another program known to the host, by name; return its id, or 0 if it is unknown or 32 are running.

        It starts when the caller next waits, and runs concurrently. The caller gets CH_EXIT when it ends.
        """
        return self._applications.launch(command, tail, self._own)

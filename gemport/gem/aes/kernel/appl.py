"""The application, scrap and shell libraries: appl_, scrp_ and shel_ calls (docs/machine.md 3.0, 3.9; AES 4)."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

from gemport.gem.aes.kernel.applications import Application, Applications, Found
from gemport.gem.aes.kernel.dispatch import Dispatcher
from gemport.gem.aes.kernel.events import EventLibrary
from gemport.gem.aes.kernel.message import Message

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

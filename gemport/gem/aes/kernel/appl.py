"""The application and scrap libraries: appl_ and scrp_ calls (spec: GEM 3.0, 3.9). One program runs at a time."""

from __future__ import annotations

from gemport.gem.aes.kernel.dispatch import Dispatcher
from gemport.gem.aes.kernel.events import EventLibrary
from gemport.gem.aes.kernel.message import Message

PROGRAM_ID, MANAGER_ID = 0, 1
_MANAGER = "SCRENMGR"
_NAME_LENGTH = 8


class ApplLibrary:
    """Who is who, and messages to oneself."""

    def __init__(self, dispatcher: Dispatcher, events: EventLibrary) -> None:
        self._dispatcher = dispatcher
        self._events = events
        self._scrap = ""

    def appl_init(self) -> int:
        """appl_init: the program's id, always 0. Not needed: a program is known from its start."""
        return PROGRAM_ID

    def appl_exit(self) -> int:
        """appl_exit: always 1. A program ends by returning; its windows stay until the next one starts."""
        return 1

    def appl_find(self, name: str) -> int:
        """appl_find: the id of a program by its name (eight characters, without its extension); -1 if none runs."""
        wanted = name.rstrip().upper()
        program = self._dispatcher.program
        own = program.name.split(".")[0][:_NAME_LENGTH].upper() if program is not None else ""
        if wanted == _MANAGER:
            return MANAGER_ID
        return PROGRAM_ID if wanted and wanted == own else -1

    def appl_write(self, message: Message) -> None:
        """appl_write: queue a message to oneself; it is lost if eight wait. GemError outside of a running program."""
        self._dispatcher.post(self._dispatcher.current, message)

    async def appl_read(self) -> Message:
        """appl_read: wait for a message, as evnt_mesag does."""
        return await self._events.evnt_mesag()

    def scrp_read(self) -> str:
        """scrp_read: the folder of the clipboard, empty if none was set."""
        return self._scrap

    def scrp_write(self, path: str) -> None:
        """scrp_write: name the folder of the clipboard. It is only remembered; nothing is looked for on a disk."""
        self._scrap = path

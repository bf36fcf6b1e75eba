"""wind_update: who may draw, and who has the mouse and the keys for itself (spec: GEM 3.2, B.5)."""

from __future__ import annotations

from gemport.aes.constants import Update
from gemport.aes.dispatch import Dispatcher, Process, Suspend


class _LockWait:
    def __init__(self, lock: UpdateLock, process: Process) -> None:
        self._lock = lock
        self._process = process

    def poll(self) -> object | None:
        return True if self._lock.owner in (None, self._process) else None

    def deadline(self) -> int | None:
        return None


class UpdateLock:
    """A nestable lock of the screen, and the nestable capture of mouse and keys that implies it."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self._dispatcher = dispatcher
        self.owner: Process | None = None
        self._depth = 0
        self._mctrl_depth = 0

    async def wind_update(self, code: Update) -> None:
        """BEG_UPDATE locks the screen (menus and gadgets wait), BEG_MCTRL takes all mouse and key events as well.

        Waits while another process has the screen. An END without its BEG does nothing.
        """
        process = self._dispatcher.current
        match code:
            case Update.BEG_UPDATE:
                await self._take(process)
            case Update.END_UPDATE:
                self._give_back(process)
            case Update.BEG_MCTRL:
                await self._take(process)
                self._mctrl_depth += 1
                self._dispatcher.mctrl = self._dispatcher.owner = process
            case Update.END_MCTRL:
                if self._mctrl_depth and self._dispatcher.mctrl is process:
                    self._mctrl_depth -= 1
                    if not self._mctrl_depth:
                        self._dispatcher.mctrl = None
                    self._give_back(process)

    async def _take(self, process: Process) -> None:
        if self.owner not in (None, process):
            await Suspend(_LockWait(self, process))
        self.owner = process
        self._depth += 1

    def _give_back(self, process: Process) -> None:
        if self.owner is process:
            self._depth -= 1
            if not self._depth:
                self.owner = None

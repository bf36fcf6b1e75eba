"""wind_update: who may draw, and who has the mouse and the keys for itself (docs/machine.md 3.2, B.5)."""

from __future__ import annotations

from gemport.gem.aes.constants import Update
from gemport.gem.aes.kernel.dispatch import Dispatcher
from gemport.gem.aes.kernel.process import Process, Suspend


class _LockWait:
    latches = False

    def __init__(self, lock: UpdateLock, process: Process, mouse: bool) -> None:
        self._lock = lock
        self._process = process
        self._mouse = mouse

    def poll(self) -> object | None:
        return self._lock.free_for(self._process, self._mouse) or None

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

        Waits while another process has the screen. Both nest; an END without its BEG does nothing, so that an
        application which has the mouse has the screen as well and nobody can wait for the other half.
        """
        code = Update(code)
        ending = code in (Update.END_UPDATE, Update.END_MCTRL)
        if ending and self._dispatcher.running is None:
            # A program that is thrown away may still run its "finally" parts.
            return
        process = self._dispatcher.current
        match code:
            case Update.BEG_UPDATE:
                await self._take(process, mouse=False)
            case Update.END_UPDATE:
                self._give_back(process)
            case Update.BEG_MCTRL:
                await self._take(process, mouse=True)
            case Update.END_MCTRL:
                if self._give_mouse_back(process):
                    self._give_back(process)
        self._note_holder()

    async def take_again(self) -> None:
        """BEG_UPDATE for a process that still has the mouse; it goes without while somebody else has the screen.

        Whoever has the screen may want the mouse too: keeping it would block both.
        """
        process = self._dispatcher.current
        if self.free_for(process, mouse=False):
            self._depth += 1
            self.owner = process
        else:
            while self._give_mouse_back(process):
                pass
            await self._take(process, mouse=True)
        self._note_holder()

    def free_for(self, process: Process, mouse: bool) -> bool:
        """Whether the process may have the screen now, or the screen and the mouse."""
        return self.owner in (None, process) and (not mouse or self._dispatcher.mctrl in (None, process))

    def release(self, process: Process) -> None:
        """Take everything from a process that has ended."""
        while self._give_mouse_back(process):
            pass
        if self.owner is process:
            self.owner, self._depth = None, 0
        self._note_holder()

    async def _take(self, process: Process, mouse: bool) -> None:
        if not self.free_for(process, mouse):
            await Suspend(_LockWait(self, process, mouse))
        self.owner = process
        self._depth += 1
        if mouse:
            self._mctrl_depth += 1
            self._dispatcher.mctrl = process
            self._dispatcher.leave_mouse()

    def _give_back(self, process: Process) -> None:
        kept = self._mctrl_depth if self._dispatcher.mctrl is process and not process.system else 0
        if self.owner is process and self._depth > kept:
            self._depth -= 1
            if not self._depth:
                self.owner = None

    def _give_mouse_back(self, process: Process) -> bool:
        if self._dispatcher.mctrl is not process:
            return False
        self._mctrl_depth -= 1
        if not self._mctrl_depth:
            self._dispatcher.mctrl = None
        return True

    def _note_holder(self) -> None:
        both = self.owner is not None and self.owner is self._dispatcher.mctrl
        self._dispatcher.screen_holder = self.owner if both else None

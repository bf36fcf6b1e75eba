"""The event library: the evnt_ calls (docs/machine.md 3.1), and the lock of the screen (3.2, B.5)."""

from collections.abc import Generator
from typing import Any, NamedTuple, TypeVar, cast

from gemport.gem.aes.constants import LEFT, TICK, Msg, Mu, Update
from gemport.gem.aes.dispatch import Dispatcher, Terminated
from gemport.gem.aes.process import SLICE_MS, Message, Press, Process, Wait, Work, suspend
from gemport.gem.aes.rect import GRect
from gemport.gem.vdi.mouse import Mouse

_T = TypeVar("_T")

_INVERT_BIT = 0x100


class MouseRect(NamedTuple):
    """A rectangle for evnt_multi: wait until the pointer is inside, or with ``leave`` until it is outside."""

    leave: bool
    rect: GRect


class MultiEvent(NamedTuple):
    """The result of evnt_multi: the events that happened, and the state at that time."""

    events: Mu
    x: int
    y: int
    buttons: int
    shift: int
    key: int
    """The key word; only with MU_KEYBD."""
    clicks: int
    """The number of clicks, at most the number requested; only with MU_BUTTON."""
    message: Message | None
    """The message; only with MU_MESAG."""


class MouseState(NamedTuple):
    """Pointer, buttons and shift keys at a moment."""

    x: int
    y: int
    buttons: int
    shift: int


# Plain numbers, because the AES spends most of its time polling.
_KEYBD, _BUTTON, _M1, _M2, _MESAG, _TIMER, _WORK = (int(flag) for flag in Mu)
_TERMINATION = object()


class _EventWait(Wait):
    """A process in evnt_multi or, with ``form``, in a dialog; a request to quit interrupts that with _TERMINATION."""

    latches = True

    def __init__(
        self,
        dispatcher: Dispatcher,
        flags: Mu,
        clicks: int,
        mask: int,
        state: int,
        rects: tuple[MouseRect | None, MouseRect | None] = (None, None),
        ms: int = 0,
        work: Work[Any] | None = None,
        form: bool = False,
    ) -> None:
        self._d = dispatcher
        self._process = dispatcher.current
        self._flags = int(flags)
        self._most_clicks, self._inverted = clicks & 0xFF, clicks & _INVERT_BIT != 0
        self._mask, self._state = mask, state
        self._rects = rects
        self._ends = dispatcher.now + (max(ms // TICK, 1) * TICK if ms > 0 else 0)
        self._work = work if self._flags & _WORK else None
        self._form = form
        self._is_first = True

    def max_clicks(self) -> int:
        return self._most_clicks if self._flags & _BUTTON else 1

    def work(self) -> Work[Any] | None:
        return None if self._work is None or self._work.done or self._shut_out() else self._work

    def deadline(self) -> int | None:
        if self._shut_out():
            return None
        times = [self._ends] if self._flags & _TIMER else []
        if self._work is not None and not self._work.done:
            # After the present, so that no two slices run without time passing.
            times.append(self._d.now // SLICE_MS * SLICE_MS + SLICE_MS)
        return min(times, default=None)

    def poll(self) -> object | None:
        if self._form and any(message.type == Msg.AP_TERM for message in self._process.messages):
            return _TERMINATION
        if self._shut_out():
            return None
        d, process, flags = self._d, self._process, self._flags
        mouse, before, is_first = d.mouse, process.before, self._is_first
        self._is_first = False
        now = Press(d.buttons, d.clicks, mouse.x, mouse.y)
        press = now
        happened = _KEYBD if flags & _KEYBD and process.keys and d.mctrl in (None, process) else 0
        if flags & _BUTTON and is_first and process.changes > 1 and self._met(before.buttons):
            # A click made while the process was busy.
            happened, press = happened | _BUTTON, before
        # All buttons up counts for every process: one that waits for the release may have lost the mouse.
        elif flags & _BUTTON and (d.owner is process or not d.buttons) and self._met(d.buttons):
            happened |= _BUTTON
            press = now._replace(x=before.x, y=before.y) if process.changes else now
        elif process.changes > 1:
            press = now._replace(x=before.x, y=before.y, buttons=before.buttons if flags & _BUTTON else now.buttons)
        if d.owner is process:
            happened |= self._rects_met()
        if flags & _MESAG and process.messages:
            happened |= _MESAG
        if flags & _TIMER and d.now >= self._ends:
            happened |= _TIMER
        if self._work is not None and self._work.done:
            happened |= _WORK
        if not happened and is_first and process.takes_any_mouse:
            happened |= self._rects_met() | (_BUTTON if flags & _BUTTON and self._met(d.buttons) else 0)
        if not happened:
            return None
        if not happened & _BUTTON:
            press = press._replace(clicks=0)
        process.changes = 0
        return MultiEvent(
            Mu(happened),
            press.x,
            press.y,
            press.buttons,
            mouse.shift_keys,
            process.keys.popleft() if happened & _KEYBD else 0,
            press.clicks if is_first else min(press.clicks, self._most_clicks),
            process.messages.popleft() if happened & _MESAG else None,
        )

    def _rects_met(self) -> int:
        x, y, flags = self._d.mouse.x, self._d.mouse.y, 0
        for flag, wish in zip((_M1, _M2), self._rects, strict=True):
            if self._flags & flag and wish is not None and wish.rect.contains(x, y) is not wish.leave:
                flags |= flag
        return flags

    def _met(self, buttons: int) -> bool:
        return (((self._state ^ buttons) & self._mask) == 0) is not self._inverted

    def _shut_out(self) -> bool:
        """Return whether another process has menus or outlines on the screen, so that this one must not draw."""
        return self._d.screen_holder not in (None, self._process)


class EventLibrary(Dispatcher):
    """The dispatcher with the calls that processes wait in: evnt_ and wind_update, for the running process.

    wind_update is a nestable lock of the screen, and a nestable grab of mouse and keys that includes the lock.
    """

    def __init__(self, width: int, height: int, mouse: Mouse) -> None:
        super().__init__(width, height, mouse)
        self.lock_owner: Process | None = None
        self._lock_depth = 0
        self._mctrl_depth = 0

    async def evnt_multi(
        self,
        flags: Mu,
        *,
        clicks: int = 1,
        mask: int = 1,
        state: int = 1,
        m1: MouseRect | None = None,
        m2: MouseRect | None = None,
        ms: int = 0,
        work: Work[Any] | None = None,
    ) -> MultiEvent:
        """Wait until at least one of the requested events has happened; return all that are true.

        Args:
            flags: the requested events
            clicks: in the low byte, the maximum number of clicks to count (2 delays a single click by the double-click
                time); bit 0x100 inverts the button condition
            mask: the buttons of the condition ``(state ^ buttons) & mask == 0``; a state that already holds is reported
                immediately
            state: the buttons of that condition
            ms: with MU_TIMER, milliseconds, rounded down to ticks of 20 ms, at least one tick; 0 does not wait
            work: with MU_WORK, work done in slices while no event happens; unfinished work may be passed again
        """
        return cast(MultiEvent, await suspend(_EventWait(self, flags, clicks, mask, state, (m1, m2), ms, work)))

    async def work(self, steps: Generator[Any, None, _T]) -> _T:
        """Run long work in slices, ignoring all events until it ends; return the generator's value.

        The generator should yield about four times per millisecond. To receive events in the meantime, pass ``work`` to
        evnt_multi. Raises the generator's exception.
        """
        work = Work(steps)
        try:
            await self.evnt_multi(Mu.MU_WORK, work=work)
            return work.result
        finally:
            work.close()

    async def form_event(self) -> MultiEvent:
        """Wait like a dialog for keys and clicks of the left button. Raises Terminated if the program should quit."""
        event = await suspend(_EventWait(self, Mu.MU_KEYBD | Mu.MU_BUTTON, 2, 0xFF, LEFT, form=True))
        if event is _TERMINATION:
            self.current.interrupted = True
            raise Terminated
        return cast(MultiEvent, event)

    async def evnt_keybd(self) -> int:
        """Wait for a key; return its key word (scancode * 256 + character)."""
        return (await self.evnt_multi(Mu.MU_KEYBD)).key

    async def evnt_button(self, clicks: int, mask: int, state: int) -> MultiEvent:
        """Wait for a state of the buttons; see evnt_multi for ``clicks``, ``mask`` and ``state``."""
        return await self.evnt_multi(Mu.MU_BUTTON, clicks=clicks, mask=mask, state=state)

    async def evnt_mouse(self, leave: bool, rect: GRect) -> MultiEvent:
        """Wait until the pointer is in a rectangle of the screen, or outside it with ``leave``."""
        return await self.evnt_multi(Mu.MU_M1, m1=MouseRect(leave, rect))

    async def evnt_mesag(self) -> Message:
        """Wait for a message and return it."""
        message = (await self.evnt_multi(Mu.MU_MESAG)).message
        assert message is not None
        return message

    async def evnt_timer(self, ms: int) -> None:
        """Wait for a time in milliseconds, at least one tick of 20 ms."""
        await self.evnt_multi(Mu.MU_TIMER, ms=max(ms, TICK))

    def evnt_dclick(self, rate: int, set_it: bool) -> int:
        """Read or set the double-click rate 0 (slow) .. 4 (fast); return the current rate."""
        if set_it:
            self.dclick_rate = min(max(rate, 0), len(self.dclick_times) - 1)
        return self.dclick_rate

    def graf_mkstate(self) -> MouseState:
        """Return the current state of pointer, buttons and shift keys without waiting."""
        mouse = self.mouse
        return MouseState(mouse.x, mouse.y, mouse.buttons, mouse.shift_keys)

    # ---- the lock

    async def wind_update(self, code: Update) -> None:
        """Lock the screen (BEG_UPDATE), which stops menus and gadgets, or also grab mouse and keys (BEG_MCTRL).

        It waits while another process has the screen. Both nest; an END without its BEG does nothing. An application
        with the mouse always has the screen, so no process can wait for the other half. Other numbers below 2, such as
        TRUE in some languages, are BEG_UPDATE; larger numbers are BEG_MCTRL.
        """
        code = Update(code if code in (0, 2) else 1 if code < 2 else 3)
        ending = code in (Update.END_UPDATE, Update.END_MCTRL)
        if ending and self.running is None:
            # A discarded program may still run its "finally" blocks.
            return
        process = self.current
        if not ending:
            await self._take(process, mouse=code == Update.BEG_MCTRL)
        elif code == Update.END_UPDATE or self._give_mouse_back(process):
            kept = self._mctrl_depth if self.mctrl is process and not process.system else 0
            if self.lock_owner is process and self._lock_depth > kept:
                self._lock_depth -= 1
                if not self._lock_depth:
                    self.lock_owner = None
        self._note_holder()

    async def retake_lock(self) -> None:
        """Do BEG_UPDATE for a process that still has the mouse, releasing the mouse while another has the screen.

        The screen's holder may also want the mouse; holding it would block both.
        """
        process = self.current
        if self._is_free(process, mouse=False):
            self._lock_depth += 1
            self.lock_owner = process
        else:
            while self._give_mouse_back(process):
                pass
            await self._take(process, mouse=True)
        self._note_holder()

    def release_lock(self, process: Process) -> None:
        """Release everything held by a process that has ended."""
        while self._give_mouse_back(process):
            pass
        if self.lock_owner is process:
            self.lock_owner, self._lock_depth = None, 0
        self._note_holder()

    def _is_free(self, process: Process, mouse: bool) -> bool:
        return self.lock_owner in (None, process) and (not mouse or self.mctrl in (None, process))

    async def _take(self, process: Process, mouse: bool) -> None:
        if not self._is_free(process, mouse):
            await suspend(Wait(lambda: self._is_free(process, mouse) or None))
        self.lock_owner = process
        self._lock_depth += 1
        if mouse:
            self._mctrl_depth += 1
            self.mctrl = process
            self.release_mouse()

    def _give_mouse_back(self, process: Process) -> bool:
        if self.mctrl is not process:
            return False
        self._mctrl_depth -= 1
        if not self._mctrl_depth:
            self.mctrl = None
        return True

    def _note_holder(self) -> None:
        both = self.lock_owner is not None and self.lock_owner is self.mctrl
        self.screen_holder = self.lock_owner if both else None

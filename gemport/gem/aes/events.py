"""The event library: the evnt_ calls (docs/machine.md 3.1)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple, TypeVar, cast

from gemport.gem.aes.constants import (
    LEFT,
    MU_BUTTON,
    MU_KEYBD,
    MU_M1,
    MU_M2,
    MU_MESAG,
    MU_TIMER,
    MU_WORK,
    TICK,
    Msg,
    Mu,
)
from gemport.gem.aes.dispatch import DCLICK_MS, Dispatcher, Terminated
from gemport.gem.aes.process import Message, Press, Process, Suspend, Work
from gemport.gem.aes.rect import GRect

T = TypeVar("T")

_INVERT = 0x100


class MouseRect(NamedTuple):
    """A rectangle of evnt_multi: wait until the pointer is inside, or (``leave``) until it is outside."""

    leave: bool
    rect: GRect


class MultiEvent(NamedTuple):
    """What evnt_multi returns: the events that happened, and the state at that moment."""

    events: Mu
    x: int
    y: int
    buttons: int
    shift: int
    key: int
    """The key word; only with MU_KEYBD."""
    clicks: int
    """How often it was clicked, at most what was asked for; only with MU_BUTTON."""
    message: Message | None
    """The message; only with MU_MESAG."""


class MouseState(NamedTuple):
    """Pointer, buttons and shift keys at a moment."""

    x: int
    y: int
    buttons: int
    shift: int


class _ButtonWish(NamedTuple):
    clicks: int
    mask: int
    state: int
    invert: bool

    def met(self, buttons: int) -> bool:
        return (((self.state ^ buttons) & self.mask) == 0) is not self.invert


class _EventWait:
    """A process in evnt_multi."""

    latches = True

    def __init__(
        self,
        dispatcher: Dispatcher,
        process: Process,
        flags: Mu,
        button: _ButtonWish,
        rects: tuple[MouseRect | None, MouseRect | None],
        ms: int,
        work: Work[Any] | None = None,
    ) -> None:
        self._d = dispatcher
        self._process = process
        self._flags = flags
        self._button = button
        self._rects = rects
        self._until = dispatcher.now + (max(ms // TICK, 1) * TICK if ms > 0 else 0)
        self.max_clicks = button.clicks if MU_BUTTON in flags else 1
        self._work = work if MU_WORK in flags else None

    def deadline(self) -> int | None:
        if self._shut_out():
            return None
        times = [self._until] if MU_TIMER in self._flags else []
        if self.work is not None:
            times.append(self.work.next_slice(self._d.now))
        return min(times, default=None)

    @property
    def work(self) -> Work[Any] | None:
        """What is to be worked on; nothing while the process could not go on."""
        return None if self._work is None or self._work.done or self._shut_out() else self._work

    def poll(self) -> object | None:
        happened = self._happened()
        return self._result(happened) if happened else None

    def _happened(self) -> Mu:
        d, flags, happened = self._d, self._flags, Mu(0)
        if self._shut_out():
            return happened
        if MU_KEYBD in flags and self._process.keys and d.mctrl in (None, self._process):
            happened |= MU_KEYBD
        if MU_BUTTON in flags and (self._buttons_are_news() or self._kept_press() is not None):
            happened |= MU_BUTTON
        if d.owner is self._process:
            for flag, wish in zip((MU_M1, MU_M2), self._rects, strict=True):
                if flag in flags and wish is not None and d.inside(wish.rect) is not wish.leave:
                    happened |= flag
        if MU_MESAG in flags and self._process.messages:
            happened |= MU_MESAG
        if MU_TIMER in flags and d.now >= self._until:
            happened |= MU_TIMER
        if self._work is not None and self._work.done:
            happened |= MU_WORK
        return happened

    def _buttons_are_news(self) -> bool:
        # That all buttons are up is news for everybody: who waits for the end of a press may have lost the mouse since.
        return self._button.met(self._d.buttons) and (self._d.owner is self._process or not self._d.buttons)

    def _kept_press(self) -> Press | None:
        """The press that fell into a busy time, if it is one that is waited for."""
        press = self._process.press
        return press if press is not None and self._button.met(press.buttons) else None

    def _shut_out(self) -> bool:
        """While another has menus or outlines on the screen, nothing may happen that this process would draw."""
        return self._d.screen_holder not in (None, self._process)

    def _result(self, happened: Mu) -> MultiEvent:
        d = self._d
        press = self._kept_press() if MU_BUTTON in happened else None
        if press is None:
            press = Press(d.buttons, d.clicks, d.mouse_x, d.mouse_y)
        if MU_BUTTON in happened:
            self._process.press = None
        return MultiEvent(
            happened,
            press.x,
            press.y,
            press.buttons,
            d.shift,
            self._process.keys.popleft() if MU_KEYBD in happened else 0,
            min(press.clicks, self._button.clicks) if MU_BUTTON in happened else 0,
            self._process.messages.popleft() if MU_MESAG in happened else None,
        )


_TERMINATED = object()


class _FormWait(_EventWait):
    """A process in a dialog: that it shall end is heard there too."""

    def poll(self) -> object | None:
        if any(message.type == Msg.AP_TERM for message in self._process.messages):
            return _TERMINATED
        return super().poll()


class EventLibrary:
    """The evnt_ calls for whichever process makes them."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self._d = dispatcher

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
        """Wait until at least one of the wanted events has happened; all that are true are reported together.

        ``clicks``: low byte how many clicks are counted (2 delays a single click by the double-click time), bit
        0x100 inverts the button condition ``(state ^ buttons) & mask == 0``. A state that holds is reported at once.
        ``ms``: with MU_TIMER, rounded down to 20 ms ticks, at least one; 0 does not wait.
        ``work``: with MU_WORK, done in slices while nothing happens; what is left may be waited for again.
        """
        wish = _ButtonWish(max(clicks & 0xFF, 1), mask, state, clicks & _INVERT != 0)
        wait = _EventWait(self._d, self._d.current, flags, wish, (m1, m2), ms, work)
        return cast(MultiEvent, await Suspend(wait))

    async def work(self, steps: Generator[Any, None, T]) -> T:
        """Do long work in slices, whatever happens meanwhile, and return what the generator returns.

        It yields about every millisecond. Raises what the generator raises. Who wants to hear events meanwhile waits
        with evnt_multi and its ``work``.
        """
        work = Work(steps)
        try:
            await self.evnt_multi(MU_WORK, work=work)
            return work.result
        finally:
            work.close()

    async def form_event(self) -> MultiEvent:
        """What a dialog waits for: keys and clicks of the left button. Raises Terminated if the program is to end."""
        wish = _ButtonWish(2, 0xFF, LEFT, False)
        wait = _FormWait(self._d, self._d.current, MU_KEYBD | MU_BUTTON, wish, (None, None), 0)
        event = await Suspend(wait)
        if event is _TERMINATED:
            raise Terminated
        return cast(MultiEvent, event)

    async def evnt_keybd(self) -> int:
        """Wait for a key; its key word (scancode * 256 + character)."""
        return (await self.evnt_multi(MU_KEYBD)).key

    async def evnt_button(self, clicks: int, mask: int, state: int) -> MultiEvent:
        """Wait for a state of the buttons; see evnt_multi for ``clicks``, ``mask`` and ``state``."""
        return await self.evnt_multi(MU_BUTTON, clicks=clicks, mask=mask, state=state)

    async def evnt_mouse(self, leave: bool, rect: GRect) -> MultiEvent:
        """Wait until the pointer is in a rectangle of the screen, or outside of it (``leave``); at once if it is."""
        return await self.evnt_multi(MU_M1, m1=MouseRect(leave, rect))

    async def evnt_mesag(self) -> Message:
        """Wait for a message."""
        message = (await self.evnt_multi(MU_MESAG)).message
        assert message is not None
        return message

    async def evnt_timer(self, ms: int) -> None:
        """Wait for a time, at least one tick of 20 ms."""
        await self.evnt_multi(MU_TIMER, ms=max(ms, TICK))

    def evnt_dclick(self, rate: int, set_it: bool) -> int:
        """Read or set the double-click rate 0 (slow) .. 4 (fast); the rate in force."""
        if set_it:
            self._d.dclick_rate = min(max(rate, 0), len(DCLICK_MS) - 1)
        return self._d.dclick_rate

    def graf_mkstate(self) -> MouseState:
        """Pointer, buttons and shift keys as they are now, without waiting."""
        d = self._d
        return MouseState(d.mouse_x, d.mouse_y, d.real_buttons, d.shift)

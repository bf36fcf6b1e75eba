"""The dispatcher: the clock, the input, the processes that wait for them, and the lock of the screen.

A process is a coroutine that awaits its events: the screen manager, and the applications. Hosts push input and let
time pass, and everything that can go on at a moment goes on before the call returns. Nothing here reads a wall clock,
so the same input at the same times gives the same pictures.

The buttons and the mouse's rectangles belong to the ``owner`` of the mouse. Keys go into the queue of the ``active``
application, or of the one that grabbed them (``mctrl``). The screen manager goes first, the applications take turns.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gemport.gem.aes.constants import LEFT, TICK, Msg, Update
from gemport.gem.aes.process import SLICE_MS, SLICE_STEPS, Message, Press, Process, Suspend, Work
from gemport.gem.aes.rect import GRect
from gemport.gem.vdi.mouse import Mouse

KEYS = 8
"""Keys that wait until their process asks for them; more are lost."""
BUFFERED_KEYS = 64
"""Keys that the keyboard's own buffer (256 bytes) holds while the processor is busy."""
MESSAGES = 8
"""Messages that wait for one process; more are lost."""
DCLICK_MS = (450, 330, 275, 220, 165)
"""Double-click times that evnt_dclick chooses from (docs/machine.md 3.1)."""
_DCLICK_MOVE = 2
_DCLICK_BONUS = 3 * TICK
_SPIN = 500
_LONGEST_SETTLE = 600_000


class GemError(Exception):
    """A program used the AES in a way that cannot work."""


class Terminated(Exception):  # noqa: N818 - a program that is asked to end has not failed
    """Raised where a program waits in a dialog or an alert and is asked to end (AP_TERM); it need not catch it.

    A program that has something to do before it ends catches it, or does it in ``finally``.
    """


class _Start:
    """A process that has not begun yet: it does when nobody else has menus or outlines on the screen."""

    latches = False

    def __init__(self, dispatcher: Dispatcher) -> None:
        self._dispatcher = dispatcher

    def poll(self) -> object | None:
        return self._dispatcher.screen_holder is None or None

    def deadline(self) -> int | None:
        return None


class _Pause:
    """Waiting for time alone while nobody else may run: a processor that is busy."""

    latches = False

    def __init__(self, dispatcher: Dispatcher, until: int) -> None:
        self._dispatcher = dispatcher
        self._until = until

    def poll(self) -> object | None:
        return True if self._dispatcher.now >= self._until else None

    def deadline(self) -> int | None:
        return self._until


class Dispatcher:
    """The clock, the state of mouse and keys, and who runs when.

    Coordinates are screen pixels, times milliseconds since the start, button bits 1 left and 2 right.
    """

    def __init__(self, width: int, height: int, mouse: Mouse) -> None:
        self.width = width
        self.height = height
        self.now = 0
        self._mouse = mouse
        mouse.x, mouse.y = width // 2 - 1, height // 2 - 1
        self.buttons = 0
        """The buttons as events report them: a double-click window holds changes back."""
        self.clicks = 1
        """How often the last reported press was clicked."""
        self.dclick_rate = 3
        self.processes: list[Process] = []
        self.owner: Process | None = None
        """Who gets the mouse's buttons and rectangles."""
        self.active: Process | None = None
        """Who has the keys, and the mouse when nobody else wants it: the application that the user works with."""
        self.mctrl: Process | None = None
        """Who took the mouse and the keys for itself (BEG_MCTRL)."""
        self.screen_holder: Process | None = None
        """Who took the mouse and drew over others' windows (an open menu, a drag): no events for the others."""
        self.who_owns: Callable[[int, int], Process | None] = lambda _x, _y: None
        self.who_hovers: Callable[[int, int], Process | None] = lambda _x, _y: None
        self.on_press: Callable[[Process], None] = lambda _process: None
        """Called when a press goes to a process that did not take the mouse for itself."""
        self.on_end: Callable[[Process], None] = lambda _process: None
        """Called when a process has ended, whatever the reason."""
        self.keeps: Callable[[Process, Exception], bool] = lambda _process, _error: False
        """Called with what a process that has ended raised: whether it is kept, or comes out of the host's call."""
        self._current: Process | None = None
        self._pausing: Process | None = None
        self._pressed: Process | None = None
        self._click_until: int | None = None
        self._click_state = 0
        self._click_count = 0
        self._running = False
        self._spins = 0
        self._spin_until: int | None = None

    # ---- the mouse and the shift keys as they are; the VDI's calls see the same

    @property
    def mouse_x(self) -> int:
        """The hot spot's column."""
        return self._mouse.x

    @property
    def mouse_y(self) -> int:
        """The hot spot's row."""
        return self._mouse.y

    def inside(self, rect: GRect) -> bool:
        """Whether the pointer is in the rectangle."""
        return rect.contains(self.mouse_x, self.mouse_y)

    @property
    def real_buttons(self) -> int:
        """The buttons as they are, not as events report them; graf_mkstate shows them."""
        return self._mouse.buttons

    @property
    def shift(self) -> int:
        """The shift keys: 1 right, 2 left, 4 control, 8 alternate."""
        return self._mouse.shift_keys

    @shift.setter
    def shift(self, bits: int) -> None:
        self._mouse.shift_keys = bits

    # ---- processes

    @property
    def running(self) -> Process | None:
        """The process that runs now; None while the host does."""
        return self._current

    @property
    def current(self) -> Process:
        """The process that runs now; GemError outside of one."""
        if self._current is None:
            raise GemError("a waiting call was made outside of a running program")
        return self._current

    def start(self, process: Process) -> None:
        """Let a process run up to its first wait, at once or when the one that runs now waits.

        GemError if it has been started already.
        """
        if process.coroutine is not None:
            raise GemError(f"{process.name or 'the program'} has been started already")
        process.coroutine = process.run()
        process.wait = _Start(self)
        self.processes.append(process)
        if self._current is None:
            self._input_done()

    def stop(self, process: Process) -> None:
        """End a process where it waits; what it does on its way out may not wait."""
        before, self._current = self._current, process
        try:
            if process.coroutine is not None:
                process.coroutine.close()
        finally:
            self._current = before
            self._ended(process)

    def _ended(self, process: Process) -> None:
        process.done = True
        process.wait = process.answer = None
        process.messages.clear()
        process.keys.clear()
        if self._pausing is process:
            self._pausing = None
        if process in self.processes:
            self.processes.remove(process)
        if self.owner is process:
            self.owner = None
        if self.active is process:
            self.active = None
        if self._pressed is process:
            self._pressed = None
        self.on_end(process)

    def run(self) -> None:
        """Resume processes until everyone waits for something that has not happened yet."""
        if self._running:
            return
        self._running = True
        try:
            while self._step():
                pass
        finally:
            self._running = False

    def _step(self) -> bool:
        self._tell_press()
        for process in list(self.processes):
            if process.done or process.wait is None:
                continue
            if self._pausing is not None and self._pausing is not process:
                continue
            if process.answer is not None and self.screen_holder not in (None, process):
                continue
            if self._throttled():
                return False
            answer = process.answer if process.answer is not None else process.wait.poll()
            if answer is None:
                continue
            self._spins += 1
            if not process.system:
                self.processes.remove(process)
                self.processes.append(process)
            self._resume(process, answer)
            return True
        return False

    def _throttled(self) -> bool:
        """A program that never really waits is given a tick's time now and then, or the clock would stand still."""
        if self._spin_until is not None:
            if self.now < self._spin_until:
                return True
            self._spin_until = None
        if self._spins >= _SPIN:
            self._spins = 0
            self._spin_until = self.now + TICK
            return True
        return False

    def _resume(self, process: Process, answer: object) -> None:
        before, self._current = self._current, process
        if self._pausing is process:
            self._pausing = None
        starting = isinstance(process.wait, _Start)
        process.wait = process.answer = None
        assert process.coroutine is not None
        try:
            # A coroutine that has not begun takes no answer.
            process.wait = process.coroutine.send(None if starting else answer)
        except StopIteration as stop:
            process.result = stop.value
            self._ended(process)
        except Terminated:
            self._ended(process)
        except Exception as error:
            process.error = error
            self._ended(process)
            if not self.keeps(process, error):
                raise
        except BaseException:
            self._ended(process)
            raise
        finally:
            self._current = before
        if isinstance(process.wait, _Pause):
            self._pausing = process

    async def pause(self, ms: int) -> None:
        """Let ``ms`` milliseconds pass in which the processor is busy: nobody else runs."""
        await Suspend(_Pause(self, self.now + ms))

    # ---- input

    def move(self, x: int, y: int) -> None:
        """The pointer is at (x, y) now; held on the screen."""
        x = min(max(x, 0), self.width - 1)
        y = min(max(y, 0), self.height - 1)
        if (x, y) == (self.mouse_x, self.mouse_y):
            return
        if max(abs(x - self.mouse_x), abs(y - self.mouse_y)) > _DCLICK_MOVE:
            self._end_clicking()
        self._mouse.x, self._mouse.y = x, y
        self._give_mouse_to_who_hovers()
        self._input_done()

    def button(self, bits: int) -> None:
        """The buttons' state is ``bits`` now."""
        if bits == self.real_buttons:
            return
        self._mouse.buttons = bits
        if self._click_until is not None:
            if bits == self._click_state:
                self._click_count += 1
                self._click_until += _DCLICK_BONUS
        elif bits and self._clicks_are_counted(bits):
            self._click_state = bits
            self._click_count = 1
            self._click_until = self.now + DCLICK_MS[self.dclick_rate] // TICK * TICK
        else:
            self._report(bits, 1)
        self._input_done()

    def key(self, word: int) -> None:
        """A key was pressed; ``word`` is scancode * 256 + character."""
        process = self._typed_to()
        if process is not None and len(process.keys) < (KEYS if self._pausing is None else BUFFERED_KEYS):
            process.keys.append(word)
        self._input_done()

    @property
    def waiting_keys(self) -> int:
        """How many keys wait for whoever gets the next one."""
        process = self._typed_to()
        return 0 if process is None else len(process.keys)

    def _typed_to(self) -> Process | None:
        return self.active if self.mctrl is None or self.mctrl.system else self.mctrl

    def _input_done(self) -> None:
        self._spins = 0
        self._spin_until = None
        self.run()

    def _give_mouse_to_who_hovers(self) -> None:
        if self.buttons == 0 and self.mctrl is None:
            self.owner = self.who_hovers(self.mouse_x, self.mouse_y) or self.owner

    def _clicks_are_counted(self, bits: int) -> bool:
        """Whether he whose press it will be waits for two; on a frame the active application counts, too."""
        owner = self._owner_of_press(bits) or self.owner
        waiting = (owner, self.active) if owner is None or owner.system else (owner,)
        return any(getattr(p.wait, "max_clicks", 1) > 1 for p in waiting if p is not None)

    def _owner_of_press(self, bits: int) -> Process | None:
        """Who gets the mouse when the buttons change to this; None if nobody new does."""
        if self.buttons == 0 and bits == LEFT:
            return self.mctrl or self.who_owns(self.mouse_x, self.mouse_y)
        return None

    def _report(self, bits: int, clicks: int) -> None:
        owner = self._owner_of_press(bits)
        if owner is not None:
            self.owner = owner
            if owner is not self.mctrl:
                self._pressed = owner
                self._tell_press()
        if bits & ~self.buttons and self.owner is not None:
            self._keep_press(self.owner, Press(bits, clicks, self.mouse_x, self.mouse_y))
        self.buttons = bits
        self.clicks = clicks
        for process in self.processes:
            if process.wait is not None and process.wait.latches and process.answer is None:
                process.answer = process.wait.poll()
        self.leave_mouse()

    def _tell_press(self) -> None:
        # What comes to the front is drawn: not between the outlines that somebody shows who is pausing.
        if self._pressed is not None and self._pausing is None:
            pressed, self._pressed = self._pressed, None
            self.on_press(pressed)

    def _keep_press(self, owner: Process, press: Press) -> None:
        busy = owner.wait is None or not owner.wait.latches
        # A second button that goes down beside the first belongs to the same press.
        if busy and not owner.system and (owner.press is None or self.buttons):
            owner.press = press

    def leave_mouse(self) -> None:
        """While no button is down the mouse is his who took it, else the active one's; a press stays its owner's."""
        if self.buttons == 0:
            self.owner = self.mctrl or self.active or self.owner

    def _end_clicking(self) -> None:
        if self._click_until is None:
            return
        self._click_until = None
        # Both changes are there before anybody goes on; who waited for the first one has it in his answer.
        self._report(self._click_state, self._click_count)
        if self.real_buttons != self.buttons:
            self._report(self.real_buttons, 1)
        self.run()

    # ---- time

    def _deadlines(self) -> list[int]:
        times = [] if self._click_until is None else [self._click_until]
        if self._spin_until is not None and self._spin_until > self.now:
            # Nobody goes on before that, so what is due already does not count.
            return [*times, self._spin_until]
        for process in self.processes:
            if process.wait is not None and self._pausing in (None, process):
                deadline = process.wait.deadline()
                if deadline is not None:
                    times.append(deadline)
        return times

    def next_wakeup(self) -> int | None:
        """Milliseconds until time alone will make something happen, None if only input can."""
        times = self._deadlines()
        return max(min(times) - self.now, 0) if times else None

    def advance(self, ms: int) -> None:
        """Let time pass. GemError within a running program, which could never see it end."""
        self._check_idle()
        target = self.now + ms
        while True:
            due = min((t for t in self._deadlines() if t <= target), default=None)
            if due is None:
                break
            self._tick(due)
        self.now = target

    def _check_idle(self) -> None:
        if self.running:
            raise GemError("only a host can let time pass; a program awaits pause or evnt_timer")

    def _tick(self, due: int) -> None:
        slice_due = due > self.now and not due % SLICE_MS
        if due > self.now:
            self.now = due
            self._spins = 0
        if self._click_until is not None and self._click_until <= self.now:
            self._end_clicking()
        if slice_due:
            self._do_work()
        self.run()

    @property
    def working(self) -> bool:
        """Whether a process waits with work that can go on."""
        return bool(self._works())

    def _works(self) -> list[Work[Any]]:
        if self._pausing is not None:
            return []
        works = (getattr(process.wait, "work", None) for process in self.processes)
        return [work for work in works if work is not None]

    def _do_work(self) -> None:
        works = self._works()
        for work in works:
            work.run(max(SLICE_STEPS // len(works), 1))

    def settle(self) -> None:
        """Let time pass until no process is pausing, no double-click window is open and no work waits to be done.

        After ten minutes of the Gem's time it gives up: some programs never come to rest. GemError as advance.
        """
        self._check_idle()
        limit = self.now + _LONGEST_SETTLE
        while (self._pausing is not None or self._click_until is not None or self.working) and self.now < limit:
            due = min(self._deadlines())
            self._tick(due)

    # ---- messages

    def post(self, process: Process, message: Message) -> bool:
        """Queue a message; a redraw of a window already waiting to be redrawn is merged into the older one.

        False for a message too many, which is lost, but not that the program shall end, and no redraw: of those there
        is only one a window, and what they ask for would be wrong on the screen for good.
        """
        if message.type == Msg.WM_REDRAW:
            for i, queued in enumerate(process.messages):
                if queued.type == Msg.WM_REDRAW and queued.handle == message.handle:
                    process.messages[i] = Message.redraw(queued.handle, queued.rect.union(message.rect))
                    return True
        if len(process.messages) >= MESSAGES and message.type not in (Msg.AP_TERM, Msg.WM_REDRAW):
            return False
        process.messages.append(message)
        return True


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

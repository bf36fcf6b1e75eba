"""The dispatcher: the clock, the input, and the processes that wait for them.

A process (the screen manager or an application) is a coroutine that awaits events. Hosts push input and advance time;
before each call returns, every process that can continue has run. This module never reads a wall clock, so the same
input at the same times produces the same pictures.

Mouse buttons and rectangles belong to the ``owner`` of the mouse. Keys are queued for the ``active`` application, or
for the process that grabbed them (``mctrl``). The screen manager runs first, then the applications in turn.
"""

from collections.abc import Callable, Sequence
from typing import Any

from gemport.gem.aes.constants import LEFT, TICK, Msg
from gemport.gem.aes.process import SLICE_MS, SLICE_STEPS, Message, Press, Process, Wait, Work, suspend
from gemport.gem.vdi.mouse import Mouse

MAX_KEYS = 8
MAX_BUFFERED_KEYS = 64  # the size of the keyboard's buffer (256 bytes), which fills while the processor is busy
MAX_MESSAGES = 8
DCLICK_MS = (450, 330, 275, 220, 165)
"""Double-click times in milliseconds for the rates of evnt_dclick, unless set by the host (docs/machine.md 3.1)."""
INITIAL_DCLICK_RATE = 3
_DCLICK_MOVE = 2
_DCLICK_BONUS = 3 * TICK
_MAX_SPINS = 500
_MAX_SETTLE_MS = 600_000
_POLLING_MS = 1_000  # time that a settling machine gives polling processes after the last input
_START_SIGNAL = object()


class GemError(Exception):
    """A program used the AES in an invalid way."""


class Terminated(Exception):  # noqa: N818 - a program that is asked to end has not failed
    """A request to quit (AP_TERM) arrived while the program waited in a dialog or an alert.

    A program need not catch it. To clean up, catch it or use ``finally``.
    """


class Dispatcher:
    """The clock, the state of mouse and keys, and the scheduling of processes.

    Coordinates are screen pixels, times are milliseconds since the start, button bits are 1 left and 2 right.
    """

    def __init__(self, width: int, height: int, mouse: Mouse) -> None:
        self.width = width
        self.height = height  # size of the screen in pixels; the pointer stays on it
        self.now = 0
        self.mouse = mouse  # the actual position, buttons and shift keys, shared with the VDI's calls and graf_mkstate
        mouse.x, mouse.y = width // 2 - 1, height // 2 - 1
        self.buttons = 0  # the buttons as reported by events; changes are delayed while a double click is possible
        self.clicks = 0
        self.dclick_times: Sequence[int] = DCLICK_MS  # double-click times in milliseconds, from slow to fast
        self.dclick_rate = INITIAL_DCLICK_RATE
        self.slice_over: Callable[[], bool] = lambda: False
        """Called after each step of long work or of a process; True ends the host's call early, for slow hosts."""
        self.processes: list[Process] = []
        self.running: Process | None = None  # the running process, or None while the host runs
        self.owner: Process | None = None  # the process that receives the mouse's buttons and rectangles
        self.active: Process | None = None
        """The application in use: it has the keys, and the mouse unless another process claims it."""
        self.mctrl: Process | None = None  # the process that grabbed the mouse and the keys (BEG_MCTRL)
        self.screen_holder: Process | None = None
        """The mouse's grabber while it draws over other windows (an open menu, a drag); others then receive no events.
        """
        self.mouse_owner_at: Callable[[int, int], Process | None] = lambda _x, _y: None
        """Returns the process that receives a press of the left button at a position."""
        self.hover_owner_at: Callable[[int, int], Process | None] = lambda _x, _y: None
        """Returns the process that receives the mouse when it moves to a position without a pressed button."""
        self.on_press: Callable[[Process], None] = lambda _process: None
        """Called when a press goes to a process that did not grab the mouse."""
        self.on_end: Callable[[Process], None] = lambda _process: None
        """Called when a process has ended, for any reason."""
        self.on_error: Callable[[Process, Exception], bool] = lambda _process, _error: False
        """Called with the exception that ended a process. True suppresses it, False raises it from the host's call."""
        self.input_at = 0  # time of the last input
        self.menu_keys = False  # a key requested the open menu, so the menu receives the keys
        self._pausing: Process | None = None
        self._pressed: Process | None = None
        self._click_until: int | None = None
        self._click_state = 0
        self._click_count = 0
        self._in_run = False
        self._cut = False  # a slow host has ended ``run``, and other processes may be able to continue
        self._spins = 0
        self._spin_until: int | None = None

    @property
    def dclick_ms(self) -> int:
        return self.dclick_times[self.dclick_rate]

    # ---- processes

    @property
    def current(self) -> Process:
        """The running process. Raises GemError if no process is running."""
        if self.running is None:
            raise GemError("a waiting call was made outside of a running program")
        return self.running

    def start(self, process: Process) -> None:
        """Run a process to its first wait, immediately or when the running process waits next.

        It waits until no other process has menus or outlines on the screen.
        """
        process.coroutine = process.run(process)
        process.wait = Wait(lambda: _START_SIGNAL if self.screen_holder is None else None)
        self.processes.append(process)
        if self.running is None:
            self.run(after_input=True)

    def stop(self, process: Process) -> None:
        """End a waiting process; its clean-up code must not wait."""
        before, self.running = self.running, process
        process.interrupted = True
        try:
            if process.coroutine is not None:
                process.coroutine.close()
        finally:
            self.running = before
            self._end(process)

    def _end(self, process: Process) -> None:
        process.done = True
        process.wait = process.answer = None
        process.messages.clear()
        process.keys.clear()
        if process in self.processes:
            self.processes.remove(process)
        if self._pausing is process:
            self._pausing = None
        if self.owner is process:
            self.owner = None
        if self.active is process:
            self.active = None
        self.on_end(process)

    def run(self, after_input: bool = False) -> None:
        """Resume processes until all wait for future events."""
        if after_input:
            self._spins, self._spin_until = 0, None
        if self._in_run:
            return
        self._in_run, self._cut = True, False
        try:
            while not self._cut and (process := self._next()) is not None:
                self._resume(process)
                self._cut = self.slice_over()
        finally:
            self._in_run = False

    def _next(self) -> Process | None:
        """Return the first process that can continue, with its answer set, or None."""
        if self._pressed is not None:
            self._report_press()
        if self._throttled():
            return None
        for process in self.processes:
            if process.wait is None or self._pausing not in (None, process):
                continue
            if process.answer is None:
                process.answer = process.wait.poll()
            elif self.screen_holder not in (None, process):
                continue
            if process.answer is not None:
                self._spins += 1
                if not process.system:
                    self.processes.remove(process)
                    self.processes.append(process)
                return process
        return None

    def _throttled(self) -> bool:
        """Return whether programs must pause for a tick, so that time passes even if one never really waits."""
        if self._spin_until is not None:
            if self.now < self._spin_until:
                return True
            self._spin_until = None
        if self._spins >= _MAX_SPINS:
            self._spins = 0
            self._spin_until = self.now + TICK
            return True
        return False

    def _resume(self, process: Process) -> None:
        before, self.running = self.running, process
        if self._pausing is process:
            self._pausing = None
        answer, process.wait, process.answer = process.answer, None, None
        assert process.coroutine is not None
        try:
            # A coroutine that has not started accepts only None.
            process.wait = process.coroutine.send(None if answer is _START_SIGNAL else answer)
        except (StopIteration, Terminated):
            self._end(process)
        except Exception as error:
            process.error, process.interrupted = error, True
            self._end(process)
            if not self.on_error(process, error):
                raise
        except BaseException:
            self._end(process)
            raise
        finally:
            self.running = before

    async def pause(self, ms: int) -> None:
        """Wait ``ms`` milliseconds as with a busy processor: no other process runs."""
        until = self.now + ms
        self._pausing = self.current
        await suspend(Wait(lambda: True if self.now >= until else None, until))

    # ---- input

    def move(self, x: int, y: int) -> None:
        mouse = self.mouse
        x, y = min(max(x, 0), self.width - 1), min(max(y, 0), self.height - 1)
        if (x, y) == (mouse.x, mouse.y):
            return
        if max(abs(x - mouse.x), abs(y - mouse.y)) > _DCLICK_MOVE:
            self._end_clicking()
        mouse.x, mouse.y, mouse.moves = x, y, mouse.moves + 1
        if self.buttons == 0 and self.mctrl is None:
            self.owner = self.hover_owner_at(x, y) or self.owner
        self.run(after_input=True)

    def button(self, buttons: int, down: bool) -> None:
        bits = self.mouse.buttons | buttons if down else self.mouse.buttons & ~buttons
        self.mouse.taken = self.mouse.taken and not down
        if bits == self.mouse.buttons:
            return
        self.mouse.buttons = bits
        if self._click_until is not None:
            if bits == self._click_state:
                self._click_count += 1
                self._click_until += _DCLICK_BONUS
        elif bits and self._clicks_are_counted(bits):
            self._click_state = bits
            self._click_count = 1
            self._click_until = self.now + self.dclick_ms // TICK * TICK
        else:
            self._report(bits, 1)
        self.run(after_input=True)

    def key(self, word: int) -> None:
        process = self._keyboard_owner()
        is_busy = self._pausing is not None or any(True for _ in self._works())
        if process is not None and len(process.keys) < (MAX_BUFFERED_KEYS if is_busy else MAX_KEYS):
            process.keys.append(word)
        self.run(after_input=True)

    def repeats(self, word: int) -> bool:
        """Return whether the process that receives the keys wants the repetitions of a held one."""
        process = self._keyboard_owner()
        return process is None or process.repeats(word)

    @property
    def digit_row(self) -> bool:
        """Whether the process that receives the keys wants digits from the keyboard's upper row."""
        process = self._keyboard_owner()
        return process is not None and process.digit_row

    @property
    def waiting_keys(self) -> int:
        process = self._keyboard_owner()
        return 0 if process is None else len(process.keys)

    def _keyboard_owner(self) -> Process | None:
        return self.active if self.mctrl is None or (self.mctrl.system and not self.menu_keys) else self.mctrl

    def _clicks_are_counted(self, bits: int) -> bool:
        """Return whether the receiver of a press, or the active application on a frame, waits for double clicks."""
        owner = self._press_owner(bits)
        waiting = (owner, self.active) if owner is None or owner.system else (owner,)
        return any(p.wait.max_clicks() > 1 for p in waiting if p is not None and p.wait is not None)

    def _press_owner(self, bits: int) -> Process | None:
        """Return the process that gets the buttons' change to ``bits``, or None for a press on the bare desktop."""
        if self.buttons == 0 and bits == LEFT:
            return self.mctrl or self.mouse_owner_at(self.mouse.x, self.mouse.y)
        return self.owner

    def _report(self, bits: int, clicks: int) -> None:
        owner = self.owner = self._press_owner(bits)
        if self.buttons == 0 and bits == LEFT and owner is not self.mctrl:
            self._pressed = owner
            self._report_press()
        if owner is not None and owner.system:
            # Clicks that the others missed end with an event of the screen manager.
            for process in self.processes:
                process.changes = 0
        elif owner is not None:
            owner.changes += 1
            owner.before = Press(self.buttons, self.clicks, self.mouse.x, self.mouse.y)
        self.buttons = bits
        self.clicks = clicks
        for process in self.processes:
            if process.wait is not None and process.wait.latches and process.answer is None:
                process.answer = process.wait.poll()
        self.release_mouse()

    def _report_press(self) -> None:
        # Topping a window draws it, so wait until a pausing process has removed its outlines.
        if self._pressed is not None and self._pausing is None:
            pressed, self._pressed = self._pressed, None
            self.on_press(pressed)

    def release_mouse(self) -> None:
        """Pass the mouse to its grabber or the active application, unless a button is down."""
        if self.buttons == 0:
            self.owner = self.mctrl or self.active or self.owner

    def _end_clicking(self) -> None:
        if self._click_until is None:
            return
        self._click_until = None
        # Report both changes before any process continues; an answer for the first change is already stored.
        self._report(self._click_state, self._click_count)
        if self.mouse.buttons != self.buttons:
            self._report(self.mouse.buttons, 1)
        self.run()

    # ---- time

    def _deadlines(self) -> list[int]:
        if self._cut:
            return [self.now]
        times = [] if self._click_until is None else [self._click_until]
        times += [due for process in self.processes if (due := process.alarm.due()) is not None]
        if self._spin_until is not None and self._spin_until > self.now:
            # No process continues before that, so earlier deadlines do not count.
            return [*times, self._spin_until]
        for process in self.processes:
            if process.wait is not None and self._pausing in (None, process):
                deadline = process.wait.deadline()
                if deadline is not None:
                    times.append(deadline)
        return times

    def next_wakeup(self) -> int | None:
        times = self._deadlines()
        return max(min(times) - self.now, 0) if times else None

    def advance(self, ms: int) -> None:
        """Advance the clock by ``ms`` milliseconds, or less for a slow host: see ``slice_over``.

        Raises GemError in a running program: it would wait forever.
        """
        self._check_idle()
        target = self.now + ms
        while (due := min(self._deadlines(), default=target + 1)) <= target:
            self._tick(due)
            if self.slice_over():
                return
        self.now = target

    def settle(self) -> None:
        """Advance the clock until no process is pausing, no double click is possible and no work remains.

        Stop after ten minutes of the machine's time, or a second after the last input if all busy processes report that
        they will never settle. Raises GemError as ``advance`` does.
        """
        self._check_idle()
        began = self.now
        while (self._cut or self._pausing is not None or self._click_until is not None or self.working) and (
            self.now - began < _MAX_SETTLE_MS
        ):
            if self.now - self.input_at >= _POLLING_MS and self._is_restless():
                break
            self._tick(min(self._deadlines()))

    def _is_restless(self) -> bool:
        works = {process: process.wait.work() for process in self.processes if process.wait is not None}
        busy = [process for process, work in works.items() if work is not None and not work.background]
        busy = busy if self._pausing is None else [self._pausing]
        return bool(busy) and all(process.restless() for process in busy)

    def _check_idle(self) -> None:
        if self.running:
            raise GemError("only a host can let time pass; a program awaits pause or evnt_timer")

    def _tick(self, due: int) -> None:
        slice_due = due > self.now and not due % SLICE_MS
        if due > self.now:
            self.now = due
            self._spins = 0
        for process in list(self.processes):
            alarm_due = process.alarm.due()
            if alarm_due is not None and alarm_due <= self.now:
                before, self.running = self.running, process
                try:
                    process.alarm.call()
                finally:
                    self.running = before
        if self._click_until is not None and self._click_until <= self.now:
            self._end_clicking()
        if slice_due:
            works = self._works()
            for work in works:
                work.run(max(SLICE_STEPS // (5 if work.background else len(works)), 1), self.slice_over)
        self.run()

    @property
    def working(self) -> bool:
        return not all(work.background for work in self._works())

    @property
    def working_behind(self) -> bool:
        return any(work.background for work in self._works())

    def _works(self) -> list[Work[Any]]:
        if self._pausing is not None:
            return []
        works = [process.wait.work() for process in self.processes if process.wait is not None]
        return [work for work in works if work is not None]

    # ---- messages

    def post(self, process: Process, message: Message) -> bool:
        """Queue a message, merging a WM_REDRAW with an earlier one for the same window; return whether it was queued.

        A message that exceeds the maximum is lost. AP_TERM and WM_REDRAW are exceptions: each window has at most one
        redraw queued, and losing it would leave the screen wrong.
        """
        if message.type == Msg.WM_REDRAW:
            for i, queued in enumerate(process.messages):
                if queued.type == Msg.WM_REDRAW and queued.handle == message.handle:
                    process.messages[i] = Message.redraw(queued.handle, queued.rect.union(message.rect))
                    return True
        if len(process.messages) >= MAX_MESSAGES and message.type not in (Msg.AP_TERM, Msg.WM_REDRAW):
            return False
        process.messages.append(message)
        return True

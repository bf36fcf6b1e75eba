"""Interrupts: program code that runs as the machine's time passes, even while the program waits.

They are the vertical blank with its queue, the four timers of the MFP, the ticks of the system and the VDI, and the
sounds of Dosound. They occur at exact milliseconds, unless the status register masks them.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from gemport.st.hardware import FRAME_US, SHOWN_LINES
from gemport.st.processor import STATUS, Crash
from gemport.st.task import Endless, Task

_FRAME, _TICK = 28, 0  # keys of the vertical blank (its vector) and of the tick; a timer's key is its vector
_PERIODS: Final = {_FRAME: FRAME_US, _TICK: 20_000.0}  # periods in microseconds by key
_TICK_VECTOR, _TICK_WORDS = 0x100, b"\0\x14"
"""The system's tick vector, and the parameter of its code: the tick's milliseconds."""
_FRAME_LEVEL, _TIMER_LEVEL = 4, 6
FIRST_VECTOR: Final = 64  # vector of the MFP's interrupt 0
_TIMERS: Final = (
    (13, 0xFFFA19, 0, 0xFFFA1F),
    (8, 0xFFFA1B, 0, 0xFFFA21),
    (5, 0xFFFA1D, 4, 0xFFFA23),
    (4, 0xFFFA1D, 0, 0xFFFA25),
)
"""Timers A to D: interrupt, control register, position of its bits, data register."""
_ENABLE_REGISTER, _MASK_REGISTER = 0xFFFA07, 0xFFFA13
"""Registers of interrupts 8 to 15; the registers of interrupts 0 to 7 are two bytes higher."""
_DIVIDERS: Final = (0, 4, 10, 16, 50, 64, 100, 200)
_MFP_MHZ: Final = 2.4576
_EVENT_COUNT_MODE: Final = 8  # control value of a timer that counts external events; timer B counts the visible lines
_TIMER_B: Final = _TIMERS[1][0]
_QUEUE, _QUEUE_LENGTH, _QUEUE_SEMAPHORE = 0x456, 0x454, 0x452
_MAX_QUEUED: Final = 64
_MIXER, _PORT_BITS = 7, 0xC0
_LOAD_COMMAND, _STEP_COMMAND = 0x80, 0x81
_MAX_COMMANDS: Final = 256


class Interrupts:
    """The interrupts of one program."""

    def __init__(self, task: Task) -> None:
        self._task, self._space, self._hardware = task, task.space, task.space.hardware
        self._due: dict[int, float] = {}  # next time of each interrupt, in microseconds of the machine's clock
        self._astray: set[int] = set()  # vectors and addresses of code that did not return
        self._sound = self._delay = self._value = 0
        """Address of Dosound's next command, the ticks before it, and the value of its counter."""
        self._known: dict[int, float] = {}  # periods when the program was last resident
        task.space.on_put_away = self._periods
        task.gem.alarm(self._next, self._run)

    # ---- scheduling

    def _next(self) -> int | None:
        """Return the time of the next interrupt in ms, or None."""
        now = self._task.gem.now * 1000
        periods = {} if self._task.broken else self._periods()
        self._due = {key: self._due.get(key, _next(key, period, now)) for key, period in periods.items()}
        return int(-(-min(self._due.values()) // 1000)) if self._due else None

    def _periods(self) -> dict[int, float]:
        """Return the periods of the running interrupts in microseconds, without reading another program's memory."""
        if self._space.is_resident:
            try:
                self._known = self._read_periods()
            except Crash as crash:
                self._known = {}
                self._task.break_down(crash)
        return self._known

    def _read_periods(self) -> dict[int, float]:
        periods: dict[int, float] = {}
        if self._sound or "vex_timv" in self._task.vectors or self._space.has_handler(_TICK_VECTOR):
            periods[_TICK] = _PERIODS[_TICK]
        if self._space.is_stopped:
            periods[_FRAME] = _PERIODS[_FRAME]
        if self._space.has_interrupts():
            if self._space.has_handler(_FRAME) or any(self._queue()):
                periods[_FRAME] = _PERIODS[_FRAME]
            for number, control, shift, data in _TIMERS:
                step = _step(number, self._hardware.stored(control) >> shift)
                bits = [_bit(first, number) for first in (_ENABLE_REGISTER, _MASK_REGISTER)]
                enabled = step and all(self._hardware.stored(at) & bit for at, bit in bits)
                if enabled and self._space.has_handler(FIRST_VECTOR + number):
                    periods[FIRST_VECTOR + number] = step * (self._hardware.stored(data) or 256)
        return periods

    def _run(self) -> None:
        """Run the interrupts that are due; drop them once the program has no cycles left."""
        task = self._task
        task.pay()
        now = task.gem.now * 1000
        try:
            for key, period in self._periods().items():
                while self._due.setdefault(key, now) <= now and task.credit > 0:
                    self._due[key] += period
                    self._serve(key)
                if self._due[key] <= now:
                    self._due[key] = _next(key, period, now)
        except Exception as error:
            task.break_down(error)

    def _serve(self, key: int) -> None:
        task, space = self._task, self._space
        if key == _TICK:
            self._play()
            if "vex_timv" in task.vectors:
                self._call(task.vectors["vex_timv"])
            if space.has_handler(_TICK_VECTOR):
                self._call(space.long(4 * _TICK_VECTOR), _TICK_WORDS)
            return
        # The status register masks interrupts of its level and below.
        if space.register(STATUS) >> 8 & 7 >= (_FRAME_LEVEL if key == _FRAME else _TIMER_LEVEL):
            return
        if space.is_stopped:
            space.go_on()
        if key == _FRAME:
            for code in self._queue():
                if code:
                    self._call(code)
            if space.has_handler(_FRAME):
                self._interrupt(_FRAME)
        else:
            self._interrupt(key)

    def _let_run(self, code: int, run: Callable[[], object]) -> None:
        """Run code of the program; code that does not return is not called again."""
        if code not in self._astray:
            try:
                run()
            except Endless:
                self._astray.add(code)

    def _interrupt(self, vector: int) -> None:
        self._let_run(vector, partial(self._task.interrupt, vector))

    def _call(self, code: int, words: bytes = b"") -> None:
        self._let_run(code, partial(self._task.call, code, supervisor=True, words=words))

    def _queue(self) -> list[int]:
        """Return the addresses of the code in the vertical blank's queue."""
        space = self._space
        if space.word(_QUEUE_SEMAPHORE) <= 0:
            return []
        count, at = min(max(space.word(_QUEUE_LENGTH), 0), _MAX_QUEUED), space.long(_QUEUE)
        return [space.long(at + 4 * number) for number in range(count)]

    # ---- the MFP

    def enable(self, number: int, on: bool) -> None:
        for first in (_ENABLE_REGISTER, _MASK_REGISTER):
            at, bit = _bit(first, number)
            before = self._hardware.stored(at)
            self._hardware.write(at, 1, before | bit if on else before & ~bit)

    def set_timer(self, timer: int, control: int, data: int, code: int) -> None:
        """Start a timer of the MFP, 0 to 3, with the code that it calls (Xbtimer)."""
        number, at, shift, data_at = _TIMERS[timer]
        others = self._hardware.stored(at) & ~(0xF << shift)
        self._hardware.write(at, 1, others | (control & 0xF) << shift if at == _TIMERS[2][1] else control)
        self._hardware.write(data_at, 1, data)
        self._space.exchange_vector(FIRST_VECTOR + number, code)
        self.enable(number, True)

    # ---- Dosound

    def dosound(self, at: int) -> int:
        """Start a command list for the sound chip unless ``at`` is negative; return the current position."""
        before = self._sound
        if not at & 0x80000000:
            self._sound, self._delay = at, 0
        return before

    def _play(self) -> None:
        if not self._sound:
            return
        if self._delay:
            self._delay -= 1
            return
        for _ in range(_MAX_COMMANDS):
            command, value = self._take(2)
            if command > _LOAD_COMMAND:
                break
            if command == _LOAD_COMMAND:
                self._value = value
            else:
                self._write(command, value)
        if command == _STEP_COMMAND:
            step, last = self._take(2)
            self._value = self._value + step & 0xFF
            self._write(value, self._value)
            if self._value != last:
                self._sound -= 4
        elif command > _STEP_COMMAND:
            self._delay = value
            if not value:
                self._sound = 0

    def _take(self, count: int) -> bytes:
        data = self._space.read(self._sound, count)
        self._sound += count
        return data

    def _write(self, register: int, value: int) -> None:
        if register & 15 == _MIXER:
            value = value & ~_PORT_BITS | self._hardware.sound[_MIXER] & _PORT_BITS
        self._hardware.access_sound(register, value)


def _step(number: int, control: int) -> float:
    """Return the microseconds per count of an interrupt's timer, or 0 if the timer is stopped."""
    if number == _TIMER_B and control & 0xF == _EVENT_COUNT_MODE:
        # Spread the visible lines evenly over the frame; exact times matter only to code that draws.
        return FRAME_US / SHOWN_LINES
    return _DIVIDERS[control & 7] / _MFP_MHZ


def _next(key: int, period: float, now: float) -> float:
    """Return the next time of an interrupt that is new or late; frames follow the monitor's beam."""
    return now + period - (now % period if key == _FRAME else 0)


def _bit(first: int, number: int) -> tuple[int, int]:
    """Return the register and the bit of an interrupt of the MFP."""
    return (first, 1 << number - 8) if number >= 8 else (first + 2, 1 << number)

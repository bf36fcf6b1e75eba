"""One run of a program on the processor: its memory, time, waits, and program code called by GEM.

All bindings of a program share one :class:`Task`.
"""

import struct
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from random import Random
from string import Template
from types import CoroutineType, GeneratorType
from typing import Any, Final

from gemport.gem import MU_KEYBD, MU_MESAG, MU_TIMER, Gem, Msg, Mu, MultiEvent, ParmBlk, Terminated
from gemport.gem.formats.structures import tree_fault
from gemport.st.calls import Steps
from gemport.st.drives import Drives
from gemport.st.loader import Heap
from gemport.st.memory_objects import OBJECT_SIZE, MemoryObject
from gemport.st.processor import BOTTOM, D0, DRIVE_BITS, RETURN, TOP, Crash, End, Space, Stop, is_stub
from gemport.st.trace import Answered, Trace
from gemport.st.vt52 import Terminal

MHZ: Final = 8.0
MAX_MHZ: Final = 100.0  # maximum speed that leaves the computer responsive
_RUN_CYCLES: Final = 40_000
_TRAP_CYCLES: Final = 500  # cycles charged per call, so that time passes for a program that only polls the mouse
_WAIT_CYCLES: Final = 8_000
"""Cycles charged per call that may wait, so that a polling program does not keep the computer busy."""
_MAX_BURST_MS: Final = 20
_CALL_CYCLES: Final = 16_000_000
"""Maximum cycles of code called by GEM until the program continues, and the equivalent in seconds of the host."""
_CALL_SECONDS: Final = 0.2
_INTERRUPT_CYCLES: Final = 4_000_000  # maximum cycles of an interrupt handler
_MAX_NESTED_CALLS: Final = 8
_CYCLES_PER_MS: Final = 8000  # speed of the clock that code called by GEM sees, independent of the processor's speed
_MAX_LOOP_MS: Final = 60_000
_MAX_POLL_GAP_MS: Final = 200  # a program that has checked for input within this time is treated as polling
_PARMBLK: Final = struct.Struct(">L3h8hL")
_NO_DIVIDERS: Final = str.maketrans("[]|", "()!")


@dataclass(frozen=True)
class System:
    """The services that the host provides to programs."""

    drives: Drives
    clock: Callable[[], datetime]
    random: Random  # source of the numbers of Random
    report: Callable[[str], None]  # called with a line for each unknown call and each crash
    console: Callable[[str], None]  # called with the programs' console output
    mhz: float = MHZ
    stopwatch: Callable[[], float] = float  # the host's working time in seconds; always 0 for repeatable runs
    crashed: str = "[3][$name has crashed:|$reason.][ OK ]"
    # The first button continues the program.
    computing: str = "[2][$name has been computing|for $seconds seconds.][ Wait | End ]"
    any_key: str = ""  # prompt for a key after a text program has ended, or empty for no prompt
    trace: Trace | None = None
    copy: Callable[[str], None] = lambda _text: None
    paste: Callable[[], str] = str
    """Put a text on the host's clipboard, and return its text; both may raise GemportError."""


class Endless(Crash):
    """Code called by GEM does not return."""


class Task:
    """A running program: its memory, its time, and the common parts of its calls."""

    def __init__(self, gem: Gem, name: str, system: System, answer: Callable[[Stop], Awaitable[Any] | None]) -> None:
        """Create the task; ``answer`` carries out the call at a stop and returns an awaitable or None."""
        self.gem, self.name, self.system, self.answer = gem, name, system, answer
        self.physical = gem.v_opnvwk()  # the physical workstation, returned by graf_handle
        self.space = Space(self.physical.raster)
        self.heap = Heap(BOTTOM, TOP)
        self.terminal = Terminal(gem, system.console)
        self.knows_gem = False  # true if the program has called appl_init and therefore reads its messages
        self.keys: deque[int] = deque()  # keys that GEMDOS has seen but no call has read
        self.vectors: dict[str, int] = {}  # addresses of program code for mouse buttons, mouse movements and ticks
        self.on_time: Callable[[], None] | None = None  # callback for time that has passed
        self.on_wait: Callable[[], None] = lambda: None  # callback before other programs run
        self._reported: set[str] = set()
        self.nested = 0  # number of calls of the program's code by GEM, one within the other
        self.broken: Crash | End | None = None
        """Fault in code called by GEM, perhaps while another program ran; it ends the program later."""
        self.credit = _MAX_BURST_MS * 1000 * system.mhz  # cycles left
        self._paid = self._told = gem.now
        self._left = _CALL_CYCLES
        self._waits = False
        """True while other programs run, so that time spent in this program's code is limited separately."""
        self._called = gem.now  # time of the last call of code during a wait
        self._watch = system.stopwatch()
        self._waited = gem.now
        self._patience = _MAX_LOOP_MS
        self._input = gem.graf_mkstate()
        self.space.set_variable(DRIVE_BITS, system.drives.bits)
        self.space.hardware.on_inverse, self.space.hardware.on_sound = gem.invert_screen, gem.write_sound
        self.space.on_show = gem.show_raster
        gem.when_waited_for(self._is_restless)
        gem.take_any_mouse()

    # ---- time

    async def advance(self) -> Stop | None:
        """Run the processor for a slice or until a stop, then other programs if its time is used up."""
        if self.broken is not None:
            raise self.broken
        self.pay()
        if self.vectors:
            self._interrupt()
        stop, used = self.space.run(_RUN_CYCLES)
        self._charge(used + (_TRAP_CYCLES if stop is not None else 0))
        while self.credit <= 0:
            await self._rest()
            self.pay()
        self._left = _CALL_CYCLES
        return stop

    def spend(self, cycles: int) -> None:
        """Charge the cycles that a call of GEM takes."""
        self.credit -= cycles
        self._left -= cycles

    def _charge(self, cycles: int) -> None:
        """Charge cycles, or the equivalent of the host's working time if that is more."""
        watch = self.system.stopwatch()
        seconds, self._watch = watch - self._watch, watch
        self.credit -= max(cycles, seconds * 1_000_000 * self.system.mhz)
        self._left -= max(cycles, int(seconds / _CALL_SECONDS * _CALL_CYCLES))

    def pay(self) -> None:
        """Credit the program with the cycles of the time that has passed."""
        now = self.gem.now
        if now != self._paid:
            rate = 1000 * self.system.mhz
            self.credit = min(self.credit + (now - self._paid) * rate, _MAX_BURST_MS * rate)
            self._paid = now
            self._tell_time(now)
            if self.on_time is not None:
                self.on_time()

    def change_pointer(self, change: Callable[[], None]) -> None:
        """Show or hide the pointer, with the counter of Line-A read before and written after."""
        for step in (self.on_time, change, self.on_time):
            if step is not None:
                step()

    def _tell_time(self, ms: int) -> None:
        if ms > self._told:
            self._told = ms
            self.space.set_clock(ms, self.gem.graf_mkstate().shift)

    def _leave(self) -> None:
        """Prepare for other programs to run: read this program's changes of its trees and variables."""
        self.on_wait()
        if self.on_time is not None:
            self.on_time()

    async def _rest(self) -> None:
        """Wait 10 ms; after long computing, ask the user whether to continue."""
        self._leave()
        self._waits = True
        await self.gem.work(_moment())
        if self.gem.now - self._waited >= self._patience:
            if await self.alert(self.system.computing, seconds=self._patience // 1000) != 1:
                raise End(-1)
            self._waited, self._patience = self.gem.now, 2 * self._patience
        self._waits = False
        self._watch = self.system.stopwatch()

    def go_on(self) -> None:
        """Clear the state of a child that has ended, so that its parent continues."""
        self.broken, self._waits = None, False

    def _is_restless(self) -> bool:
        restless = self.gem.now - self._waited < _MAX_POLL_GAP_MS
        if restless:
            self._report_once(f"{self.name} polls for input: each event without a time lets it run for a second")
        return restless

    async def wait(self, awaited: Awaitable[Any]) -> None:
        self._leave()
        self._waits, now = True, self.gem.now
        await awaited
        self._waits = False
        if self.gem.now != now:
            self._watch = self.system.stopwatch()
        # Charge this program for work done without waiting, such as redrawing windows.
        self._charge(0)
        self.credit -= _WAIT_CYCLES
        self.attend()

    def carry_out(
        self, result: Any, finish: Callable[[Any], None], refused: Any = None, wrong: tuple[type[Exception], ...] = ()
    ) -> Awaitable[None] | None:
        """Finish a call with its result; return an awaitable if the call has to wait first, or None.

        Args:
            result: the result, or a coroutine or generator that returns it
            finish: called with the result
            refused: the result of a coroutine in code called by GEM, which cannot wait
            wrong: exceptions passed to ``finish`` as results
        """
        if isinstance(result, GeneratorType):
            return self.work(_worked(result, finish, wrong))
        if isinstance(result, CoroutineType):
            if not self.refuses(result):
                return self.wait(_awaited(result, finish, wrong))
            result = refused
        finish(result)
        return None

    def work(self, steps: Steps[None]) -> Awaitable[None] | None:
        """Run a long call; return an awaitable, or None after running it to its end in code called by GEM."""
        if not self.nested:
            return self._work(steps)
        with closing(steps):
            for _ in steps:
                self._charge(0)
                if self._left <= 0:
                    raise Crash("code that GEM calls has no end")
        return None

    async def _work(self, steps: Steps[None]) -> None:
        with closing(steps):
            for _ in steps:
                self._charge(0)
                self._left = _CALL_CYCLES
                if self.credit <= 0:
                    await self._rest()
                    self.pay()

    def exchange_vector(self, name: str, code: int) -> int:
        """Set the code for future events, or 0 for none; return the previous address or 0."""
        before = self.vectors.pop(name, 0)
        if code:
            self.vectors[name] = code
        self._input = self.gem.graf_mkstate()
        return before

    def _interrupt(self) -> None:
        """Call the program's code for mouse events since the last call."""
        vectors, before, now = self.vectors, self._input, self.gem.graf_mkstate()
        self._input = now
        if "vex_motv" in vectors and (now.x, now.y) != (before.x, before.y):
            self.call(vectors["vex_motv"], registers=(now.x, now.y), supervisor=True)
        if "vex_butv" in vectors and now.buttons != before.buttons:
            self.call(vectors["vex_butv"], registers=(now.buttons,), supervisor=True)

    # ---- code that GEM calls

    def call(
        self,
        code: int,
        block: bytes = b"",
        registers: tuple[int, ...] = (),
        supervisor: bool = False,
        words: bytes = b"",
    ) -> int:
        """Call code of the program and return its D0; calls in it cannot wait. Raises Crash.

        For the parameters see Space.push_call.
        """
        push = partial(self.space.push_call, code, block, registers, supervisor, words)
        return self._run_code(push, f"at ${code & 0xFFFFFF:06X}")

    def interrupt(self, vector: int) -> None:
        """Run the program's handler for an interrupt. Raises Crash, or Endless after a short limit."""
        self._called, self._left = self.gem.now, _INTERRUPT_CYCLES
        self._run_code(partial(self.space.push_interrupt, vector), f"of interrupt {vector}")

    def _run_code(self, push: Callable[[], Any], place: str) -> int:
        if self._waits:
            # All calls at the same time share one limit.
            if self._called != self.gem.now:
                self._left = _CALL_CYCLES
            self._called = self.gem.now
            self._watch = self.system.stopwatch()
        if self.nested >= _MAX_NESTED_CALLS:
            raise Crash("code that calls itself through GEM")
        self.nested += 1
        before = push()
        began = self._told
        try:
            used = 0
            while True:
                if self.broken is not None:
                    raise self.broken
                stop, cycles = self.space.run(_RUN_CYCLES)
                self._charge(cycles + _TRAP_CYCLES)
                if stop is not None:
                    if stop.code == RETURN and is_stub(stop):
                        return self.space.register(D0)
                    self.answer(stop)
                if self._left <= 0:
                    raise Endless(f"endless code {place}")
                used += cycles
                # Advance the clock for code that waits for it, although no other program runs.
                self._tell_time(began + used // _CYCLES_PER_MS)
        finally:
            self.nested -= 1
            self.space.context = before

    def draw_user(self, code: int, tree: int, block: ParmBlk) -> int:
        """Call a G_USERDEF's code with its PARMBLK, unless the program has crashed."""
        if self.broken is not None:
            return 0
        rectangles = (*block.pb_rect, *block.pb_clip)
        size = OBJECT_SIZE * sum(isinstance(obj, MemoryObject) for obj in block.pb_tree)
        states = (block.pb_obj, int(block.pb_prevstate), int(block.pb_currstate))
        data = _PARMBLK.pack(tree, *map(_signed, (*states, *rectangles)), block.pb_parm & 0xFFFFFFFF)
        try:
            before = self.space.read(tree, size)
            answer = self.call(code, data)
            if self.space.read(tree, size) != before and tree_fault(block.pb_tree) is not None:
                # Restore the links, because the drawing of the tree continues.
                self.space.write(tree, before)
                raise Crash("code that spoils its tree")
            return _signed(answer)
        except Exception as error:
            self.break_down(error)
        return 0

    def break_down(self, error: Exception) -> None:
        """End the program when it next runs, after a fault in code called by GEM."""
        if not isinstance(error, Crash | End):
            error = Crash(f"a call failed ({type(error).__name__})")
        self.broken = self.broken or error

    # ---- common parts of calls

    def refuses(self, waiting: Coroutine[Any, Any, Any]) -> bool:
        """Close a coroutine in code called by GEM, which cannot wait; return whether it was closed."""
        if self.nested:
            waiting.close()
        return self.nested > 0

    def traced(self, library: str, name: str, arguments: str) -> Answered | None:
        """Log a call; return the function that logs its answer, or None without a log."""
        trace = self.system.trace
        return None if trace is None else trace.begin(self.name, lambda: self.gem.now, library, name, arguments)

    def unknown(self, kind: str, number: object) -> None:
        self._report_once(f"{self.name}: {kind} {number} is not known here, and is not answered")

    def wrong(self, kind: str, name: str) -> None:
        self._report_once(f"{self.name}: {kind} {name} does nothing, because its arguments are wrong")

    def _report_once(self, text: str) -> None:
        if text not in self._reported:
            self._reported.add(text)
            self.system.report(text)

    async def next_key(self) -> int:
        while not self.keys:
            await self._listen(MU_KEYBD)
        return self.keys.popleft()

    async def has_key(self) -> bool:
        if not self.keys:
            await self._listen(MU_KEYBD | MU_TIMER)
        return bool(self.keys)

    async def _listen(self, flags: Mu) -> None:
        """Wait for events. A request to end ends a program that has not called appl_init."""
        event = await self.gem.evnt_multi(flags if self.knows_gem else flags | MU_MESAG, ms=0)
        if event.events & MU_KEYBD:
            self.keys.append(event.key)
        if event.message is not None and event.message.type == Msg.AP_TERM:
            raise Terminated

    async def evnt_multi(self, flags: Mu, **wishes: Any) -> MultiEvent:
        """Wait like Gem.evnt_multi, but return a key that GEMDOS has seen immediately."""
        if not (flags & MU_KEYBD and self.keys):
            return await self.gem.evnt_multi(flags, **wishes)
        event = await self.gem.evnt_multi(flags & ~MU_KEYBD | MU_TIMER, **{**wishes, "ms": 0})
        happened = event.events if flags & MU_TIMER and not wishes["ms"] else event.events & ~MU_TIMER
        return event._replace(events=happened | MU_KEYBD, key=self.keys.popleft())

    def attend(self) -> None:
        """Record that the program checks for input, so that it does not count as computing."""
        self._waited = self.gem.now

    async def alert(self, text: str, **values: object) -> int:
        """Show an alert with the program's name; return the button."""
        # A name may contain the delimiters of an alert.
        self._waits = True
        self.space.show_drawn()
        values = {"name": self.name.translate(_NO_DIVIDERS), **values}
        return await self.gem.form_alert(1, Template(text).safe_substitute(values))


async def _awaited(call: Awaitable[Any], finish: Callable[[Any], None], wrong: tuple[type[Exception], ...]) -> None:
    try:
        result = await call
    except wrong as error:
        result = error
    finish(result)


def _worked(call: Steps[Any], finish: Callable[[Any], None], wrong: tuple[type[Exception], ...]) -> Steps[None]:
    try:
        result = yield from call
    except wrong as error:
        result = error
    finish(result)


def _signed(word: int) -> int:
    return (word & 0xFFFF ^ 0x8000) - 0x8000


def _moment() -> Generator[None, None, None]:
    """Yield once, which takes one slice of the machine's time."""
    yield

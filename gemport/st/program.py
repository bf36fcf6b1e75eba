"""A program of the Atari, run as any other program of this GEM: a coroutine that is given its Gem.

The processor runs until it meets a trap; the answer is GEM's. What waits is awaited, and the processor goes on with
the answer. A program that computes gets the cycles of its speed, a slice each time the machine's clock has come 10 ms
further, so that the others run meanwhile.

A program that cannot go on is ended with an alert, whatever it did; nothing it does reaches beyond its own memory and
the folders of its drives.
"""

from __future__ import annotations

import struct
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from random import Random
from string import Template
from typing import Any, Final, NoReturn

from gemport.gem import MU_KEYBD, MU_TIMER, Gem, Mu, MultiEvent, ParmBlk, Tree
from gemport.gem import Program as GemProgram
from gemport.gem.aes.dispatch import Terminated
from gemport.gem.formats.charset import decode, encode
from gemport.gem.formats.objects import tree_fault
from gemport.st.aes import AesBinding
from gemport.st.calls import Steps
from gemport.st.drives import Drives
from gemport.st.files import Files
from gemport.st.loader import Heap, ProgramFile, place_program
from gemport.st.processor import BOTTOM, D0, LINE_A, RETURN, SYSTEM_ROOM, TOP, VECTOR, Crash, Space, Stop, is_stub
from gemport.st.structures import OBJECT_SIZE, MemoryObject, tree_at
from gemport.st.tos import CALLS as TOS_CALLS
from gemport.st.tos import Tos
from gemport.st.vdi import VdiBinding

MHZ: Final = 8.0
"""The speed of the machine's processor."""
MAX_MHZ: Final = 100.0
"""As fast as it goes, and the computer stays at hand."""
_AES, _VDI, _NO_GDOS = 200, 115, -2
_GEM_TRAP: Final = 34
_EXCEPTIONS: Final = {
    2: "bus error",
    3: "address error",
    4: "illegal instruction",
    6: "CHK instruction",
    7: "TRAPV instruction",
    8: "privilege violation",
    9: "trace",
    10: "Line-A instruction",
    11: "Line-F instruction",
}
_RUN_CYCLES: Final = 40_000
_TRAP_CYCLES: Final = 500
"""The time a call takes, in the machine's time: a program that only asks where the mouse is lets it move at last."""
_WAIT_CYCLES: Final = 8_000
"""The time a call that may wait takes: a program that looks for events without end leaves the computer at rest."""
_BURST_MS: Final = 20
_CALL_CYCLES: Final = 16_000_000
"""The most that code which GEM calls may use until the program goes on, and that is as much as so many seconds."""
_CALL_SECONDS: Final = 0.2
_MOST_NESTED: Final = 8
_PATIENCE_MS: Final = 60_000
_TICK_MS: Final = 20
_MOST_TICKS: Final = 5
_PARMBLK: Final = struct.Struct(">L3h8hL")
_NO_DIVIDERS: Final = str.maketrans("[]|", "()!")
_ENVIRONMENT: Final = b"PATH=;C:\\\0\0"


class _End(Exception):  # noqa: N818 - how a program ends
    """The program ends, with this code."""

    def __init__(self, code: int) -> None:
        self.code = code


@dataclass(frozen=True)
class System:
    """The services that the host gives programs.

    drives: the folders that they reach
    clock: tells date and time
    random: the numbers of Random
    report: is told in one line what a program asked for in vain, and why one ended
    console: gets what programs write as a text
    mhz: how fast programs compute
    stopwatch: tells the seconds that the host has worked, which programs pay for; always 0 where no run may differ
    crashed, computing: alerts, with $name and $reason, and with $name and $seconds; its first button waits
    """

    drives: Drives
    clock: Callable[[], datetime]
    random: Random
    report: Callable[[str], None]
    console: Callable[[str], None]
    mhz: float = MHZ
    stopwatch: Callable[[], float] = float
    crashed: str = "[3][$name has crashed:|$reason.][ OK ]"
    computing: str = "[2][$name has been computing|for $seconds seconds.][ Wait | End ]"


def gem_program(
    file: ProgramFile, system: System, letter: str, folder: tuple[str, ...] = (), tail: str = ""
) -> GemProgram:
    """Return a program as Machine.start takes it.

    letter, folder: where it lies, which is its present folder
    tail: its command line, unless another program starts it with one of its own
    """

    async def run(gem: Gem) -> int:
        return await AtariProgram(gem, file, system, letter, folder, gem.shel_read()[1] or tail).run()

    return run


class AtariProgram:
    """One run of a program: its memory and files, and the traps that it meets."""

    def __init__(
        self, gem: Gem, file: ProgramFile, system: System, letter: str, folder: tuple[str, ...], tail: str
    ) -> None:
        self.gem, self.system, self.drives = gem, system, system.drives
        self._name = file.name
        workstation = gem.v_opnvwk()
        self.space = Space(workstation.raster)
        self.heap = Heap(BOTTOM, TOP)
        self.files = Files(self, folder, letter)
        self.vdi = VdiBinding(self)
        self.aes = AesBinding(self)
        self.keys: deque[int] = deque()
        """Keys that GEMDOS has looked at and nobody has taken."""
        self._tos = Tos(self)
        self._strings: dict[bytes, int] = {}
        self._room = SYSTEM_ROOM.start + 0x800
        self.rts = self.system_string(b"\x4e\x75")
        """The address of code that only returns."""
        self._unknown: set[tuple[str, object]] = set()
        self._nested = 0
        self._broken: Crash | _End | None = None
        """The fault that has ended the program in code that GEM called, maybe while another program was running."""
        self._credit = _BURST_MS * 1000 * system.mhz
        self._paid = gem.now
        self._left = _CALL_CYCLES
        self._waits = False
        """Others run: what code of the program does is not what it has asked for."""
        self._called = gem.now
        """When code was called last while the program waited."""
        self._watch = system.stopwatch()
        self._waited = gem.now
        self._patience = _PATIENCE_MS
        self._input = gem.graf_mkstate()
        self._ticks = gem.now // _TICK_MS
        self._accessory = file.name.upper().endswith(".ACC")
        self.space.set_drives(self.drives.bits)
        environment = self.system_string(_ENVIRONMENT)
        base = place_program(self.space, self.heap, file, encode(tail, "replace"), environment, self._accessory)
        self.files.dta = base + 0x80

    async def run(self) -> int:
        """Run to the end; the code of Pterm, -1 after a crash."""
        try:
            while True:
                stop = self._advance()
                if self._credit <= 0:
                    await self._rest()
                self._left = _CALL_CYCLES
                awaited = self._answer(stop) if stop is not None else None
                if awaited is not None:
                    await awaited
        except _End as end:
            return end.code
        except Crash as crash:
            await self._tell(str(crash))
            return -1
        except Terminated:
            raise
        except Exception as error:
            # Whatever a program has made of its memory, the others go on.
            await self._tell(f"a call failed ({type(error).__name__})")
            return -1
        finally:
            self.files.close_all()
            self.space.release()

    def attend(self) -> None:
        """Note that the program looks for what the user does, and is at no endless loop."""
        self._waited = self.gem.now

    def end(self, code: int) -> NoReturn:
        """End the program."""
        raise _End(code)

    async def _tell(self, reason: str) -> None:
        pc = self.space.pc
        self.system.report(f"{self._name}: {reason}" + (f", before ${pc:06X}" if pc >= BOTTOM else ""))
        await self._alert(self.system.crashed, reason=reason)

    async def _alert(self, text: str, **values: object) -> int:
        # A name may have what divides an alert.
        self._waits = True
        values = {"name": self._name.translate(_NO_DIVIDERS), **values}
        return await self.gem.form_alert(1, Template(text).safe_substitute(values))

    # ---- time

    def _advance(self) -> Stop | None:
        """Let the processor run for a while, or until it stops."""
        if self._broken is not None:
            raise self._broken
        self._pay()
        if self.vdi.listens:
            self._interrupt()
        stop, used = self.space.run(_RUN_CYCLES)
        self._charge(used + (_TRAP_CYCLES if stop is not None else 0))
        return stop

    def _charge(self, cycles: int) -> None:
        """Take cycles from the credit; if the host has worked for longer meanwhile, as many as that time is worth."""
        watch = self.system.stopwatch()
        seconds, self._watch = watch - self._watch, watch
        self._credit -= max(cycles, seconds * 1_000_000 * self.system.mhz)
        self._left -= max(cycles, int(seconds / _CALL_SECONDS * _CALL_CYCLES))

    def _pay(self) -> None:
        """Credit the cycles of the time that has passed."""
        now, rate = self.gem.now, 1000 * self.system.mhz
        if now != self._paid:
            self._credit = min(self._credit + (now - self._paid) * rate, _BURST_MS * rate)
            self._paid = now
            self.space.set_clock(now)
            if self._tos.shows_variables:
                self._tos.write_variables()

    async def _rest(self) -> None:
        """Let 10 ms pass; who has computed for long is asked for."""
        self.aes.check_kept()
        self._waits = True
        await self.gem.work(_moment())
        if self.gem.now - self._waited >= self._patience:
            if await self._alert(self.system.computing, seconds=self._patience // 1000) != 1:
                self.end(-1)
            self._waited, self._patience = self.gem.now, 2 * self._patience
        self._waits = False
        self._watch = self.system.stopwatch()

    async def wait(self, awaited: Awaitable[Any]) -> None:
        """Await what the program waits for."""
        self.aes.check_kept()
        self._waits, now = True, self.gem.now
        await awaited
        self._waits = False
        if self.gem.now != now:
            self._watch = self.system.stopwatch()
        # What was done at once was done for this program, as the windows' redraws were.
        self._charge(0)
        self._credit -= _WAIT_CYCLES
        self.attend()

    def work(self, steps: Steps[None]) -> Awaitable[None] | None:
        """Make a call that may take long; to be awaited, unless code that GEM has called makes it."""
        if not self._nested:
            return self._work(steps)
        with closing(steps):
            for _ in steps:
                self._charge(0)
                self._check_left()
        return None

    async def _work(self, steps: Steps[None]) -> None:
        with closing(steps):
            for _ in steps:
                self._charge(0)
                self._left = _CALL_CYCLES
                if self._credit <= 0:
                    await self._rest()
                    self._pay()

    def _check_left(self) -> None:
        if self._left <= 0:
            raise Crash("code that GEM calls has no end")

    def _interrupt(self) -> None:
        """Call the program's code for what has happened to the mouse, and for ticks, since it last ran."""
        vectors, before = self.vdi.vectors, self._input
        now, ticks = self.gem.graf_mkstate(), self.gem.now // _TICK_MS
        passed, self._ticks, self._input = min(ticks - self._ticks, _MOST_TICKS), ticks, now
        if vectors["vex_motv"] and (now.x, now.y) != (before.x, before.y):
            self.call(vectors["vex_motv"], registers=(now.x, now.y), supervisor=True)
        if vectors["vex_butv"] and now.buttons != before.buttons:
            self.call(vectors["vex_butv"], registers=(now.buttons,), supervisor=True)
        for _ in range(passed if vectors["vex_timv"] else 0):
            if self._credit <= 0:
                break
            self.call(vectors["vex_timv"], supervisor=True)

    # ---- traps

    def _answer(self, stop: Stop) -> Awaitable[Any] | None:
        """Answer a stop; what is to be awaited, if anything is."""
        vector = stop.code - VECTOR
        if vector == _GEM_TRAP and is_stub(stop):
            return self._answer_gem()
        if stop.code in LINE_A:
            self._tos.line_a(stop.code)
            return None
        if not is_stub(stop):
            raise Crash(f"Line-A instruction at ${stop.pc:06X}")
        if stop.code == RETURN:
            self.end(0)
        if vector not in TOS_CALLS:
            pc = self.space.long(self.space.register(15) + 2)
            raise Crash(f"{_EXCEPTIONS.get(vector, f'exception {vector}')} at ${pc & 0xFFFFFF:06X}")
        answer = self._tos.begin(vector)
        if isinstance(answer, int):
            self.space.set_register(D0, answer)
            return None
        if isinstance(answer, Generator):
            return self.work(self._steps(answer))
        if self.refuses(answer):
            self.space.set_register(D0, 0)
            return None
        return self.wait(self._finish(answer))

    async def _finish(self, answer: Awaitable[int]) -> None:
        self.space.set_register(D0, await answer)

    def _steps(self, answer: Steps[int]) -> Steps[None]:
        self.space.set_register(D0, (yield from answer))

    def _answer_gem(self) -> Awaitable[Any] | None:
        which, block = self.space.register(D0) & 0xFFFF, self.space.register(D0 + 1)
        if which == _AES:
            return self.aes.begin(block)
        if which == _VDI:
            return self.vdi.call(block)
        elif which != _NO_GDOS & 0xFFFF:
            self.unknown("trap 2", which)
        return None

    def call(self, code: int, block: bytes = b"", registers: tuple[int, ...] = (), supervisor: bool = False) -> int:
        """Call code of the program; D0 when it returns. Calls in it that would wait are not answered. Raises Crash.

        block, registers: see Space.push_call
        """
        if self._waits:
            # All calls of a moment share what there is.
            if self._called != self.gem.now:
                self._left = _CALL_CYCLES
            self._called = self.gem.now
            self._watch = self.system.stopwatch()
        steps = self.calling(code, block, registers, supervisor)
        with closing(steps):
            while True:
                try:
                    next(steps)
                except StopIteration as end:
                    return int(end.value)
                if self._left <= 0:
                    raise Crash(f"endless code at ${code & 0xFFFFFF:06X}")

    def calling(
        self, code: int, block: bytes = b"", registers: tuple[int, ...] = (), supervisor: bool = False
    ) -> Steps[int]:
        """Call code of the program as ``call`` does, for some cycles a step."""
        if self._nested >= _MOST_NESTED:
            raise Crash("code that calls itself through GEM")
        self._nested += 1
        before = self.space.push_call(code, block, registers, supervisor)
        try:
            while True:
                if self._broken is not None:
                    raise self._broken
                stop, used = self.space.run(_RUN_CYCLES)
                self._charge(used + _TRAP_CYCLES)
                if stop is not None:
                    if stop.code == RETURN and is_stub(stop):
                        return self.space.register(D0)
                    self._answer(stop)
                yield
        finally:
            self._nested -= 1
            self.space.pop_call(before)

    # ---- for the bindings

    def refuses(self, waiting: Coroutine[Any, Any, Any]) -> bool:
        """Return whether a call cannot wait, as it was made by code that GEM has called; it is given up then."""
        if self._nested:
            waiting.close()
        return self._nested > 0

    def unknown(self, kind: str, number: object) -> None:
        """Report a call that is not known here, once."""
        if (kind, number) not in self._unknown:
            self._unknown.add((kind, number))
            self.system.report(f"{self._name}: {kind} {number} is not known here, and is not answered")

    def print(self, text: bytes) -> None:
        """Write to the console; a 7 in it rings the bell."""
        if b"\7" in text:
            self.gem.bell()
        lines = text.replace(b"\7", b"").replace(b"\r", b"").split(b"\n")
        if any(lines) or len(lines) > 1:
            self.system.console("\n".join(map(decode, lines)))

    async def next_key(self) -> int:
        """Wait for a key."""
        return self.keys.popleft() if self.keys else await self.gem.evnt_keybd()

    async def evnt_multi(self, flags: Mu, **wishes: Any) -> MultiEvent:
        """Wait as evnt_multi does; a key that GEMDOS has looked at is one that waits."""
        if not (flags & MU_KEYBD and self.keys):
            return await self.gem.evnt_multi(flags, **wishes)
        event = await self.gem.evnt_multi(flags & ~MU_KEYBD | MU_TIMER, **{**wishes, "ms": 0})
        happened = event.events if flags & MU_TIMER and not wishes["ms"] else event.events & ~MU_TIMER
        return event._replace(events=happened | MU_KEYBD, key=self.keys.popleft())

    def system_string(self, text: bytes) -> int:
        """Return the address of a text that the system keeps for the program; 0 where there is no more room."""
        if text not in self._strings:
            at, after = self._room, self._room + len(text) + 2 & ~1
            if after > SYSTEM_ROOM.stop:
                return 0
            self.space.put_string(at, text)
            self._strings[text], self._room = at, after
        return self._strings[text]

    def object_at(self, tree: int, number: int) -> MemoryObject:
        """Return an object of a tree in memory."""
        return MemoryObject(self.space, tree + OBJECT_SIZE * number, tree, self._draw_user)

    def tree(self, at: int) -> Tree:
        """Return the tree at an address; ValueError if it is none."""
        return tree_at(self.space, at, self._draw_user)

    def _draw_user(self, code: int, tree: int, block: ParmBlk) -> int:
        """Call a G_USERDEF's code with its PARMBLK; that of a program that has crashed is not called again."""
        if self._broken is not None:
            return 0
        rectangles = (*block.pb_rect, *block.pb_clip)
        size = OBJECT_SIZE * sum(isinstance(obj, MemoryObject) for obj in block.pb_tree)
        states = (block.pb_obj, int(block.pb_prevstate), int(block.pb_currstate))
        data = _PARMBLK.pack(tree, *map(_signed, (*states, *rectangles)), block.pb_parm & 0xFFFFFFFF)
        try:
            before = self.space.read(tree, size)
            answer = self.call(code, data)
            if self.space.read(tree, size) != before and tree_fault(block.pb_tree) is not None:
                # Its drawing goes on, with the links that it began with.
                self.space.write(tree, before)
                raise Crash("code that spoils its tree")
            return _signed(answer)
        except (Crash, _End) as end:
            self._broken = self._broken or end
        except Exception as error:
            self._broken = self._broken or Crash(f"a call failed ({type(error).__name__})")
        return 0


def _signed(word: int) -> int:
    return (word & 0xFFFF ^ 0x8000) - 0x8000


def _moment() -> Generator[None, None, None]:
    """The least work there is: it lets one slice of the machine's time pass."""
    yield

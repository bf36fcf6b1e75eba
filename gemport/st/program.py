"""Atari programs, which run like all programs of this GEM as a coroutine with a Gem.

The processor runs until a trap, which GEM answers; the program waits if the call does, and continues with the answer. A
computing program gets the cycles of its speed in slices of 10 ms of the machine's clock, so that other programs run as
well.

Any fault ends only the program, with an alert. A program reaches only its memory and the folders of its drives.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from gemport.gem import Gem, MouseNumber, Terminated, Update, charset
from gemport.gem import Program as GemProgram
from gemport.st.aes import AesBinding
from gemport.st.children import Children
from gemport.st.exceptions import LINE_A_VECTOR
from gemport.st.exceptions import NAMES as EXCEPTIONS
from gemport.st.gemdos_files import GemdosFiles
from gemport.st.interrupts import Interrupts
from gemport.st.linea import NAMES as LINE_A_NAMES
from gemport.st.linea import LineA
from gemport.st.loader import ProgramFile, place_image, place_parent, place_program
from gemport.st.processor import BOTTOM, D0, LINE_A, PC, RETURN, VECTOR, Crash, End, Stop, is_stub
from gemport.st.task import System, Task
from gemport.st.tos import CALLS as TOS_CALLS
from gemport.st.tos import NAMES as TOS_NAMES
from gemport.st.tos import Tos, tos_name
from gemport.st.trace import tos_answer, tos_arguments
from gemport.st.vdi import VdiBinding

_AES, _VDI, _YIELD, _ENTRY, _NO_GDOS = 200, 115, 201, 0xFFFF, 0xFFFE
"""Numbers in D0 for trap 2: AES and VDI calls, yield, address of the VDI's code, test for GDOS."""
_VDI_CODE: Final = bytes.fromhex("7073 4E42 4E75")  # moveq #115,d0; trap #2; rts
_GEM_TRAP: Final = 34
_TEXT_PROGRAMS: Final = (".TOS", ".TTP")
_CRASH_EXIT_CODE: Final = -1
_ENVIRONMENT: Final = b"PATH=;C:\\\0\0"


def gem_program(
    file: ProgramFile, system: System, letter: str, folder: tuple[str, ...] = (), tail: str = ""
) -> GemProgram:
    """Return a program for Machine.start.

    Args:
        letter: drive of the program and initial current drive
        folder: folder of the program and initial current folder
        tail: command line, unless another program starts it with a different one
    """

    async def run(gem: Gem) -> int:
        program = AtariProgram(gem, file, system, letter, folder, gem.shel_read()[1] or tail)
        if file.name.upper().endswith(_TEXT_PROGRAMS):
            await program.take_screen()
        code = await program.run()
        await program.wait_for_reader()
        return code

    return run


class AtariProgram:
    """One run of a program: its bindings, and the dispatch of its traps."""

    def __init__(
        self, gem: Gem, file: ProgramFile, system: System, letter: str, folder: tuple[str, ...], tail: str
    ) -> None:
        self._task = task = Task(gem, file.name, system, self._answer)
        self._files = GemdosFiles(task, letter, folder)
        self._vdi = VdiBinding(task)
        self._aes = AesBinding(task, self._files)
        self._line_a = LineA(task)
        self._crashed = False
        accessory = file.name.upper().endswith(".ACC")
        environment = task.space.intern(_ENVIRONMENT)
        path, line = f"{letter}:\\" + "\\".join((*folder, file.name.upper())), charset.encode(tail, "replace")
        place_parent(
            task.space, task.space.intern(charset.encode(path, "replace")), task.space.intern(line), environment
        )
        base = place_program(task.space, task.heap, file, line, environment, accessory)
        self._files.dta = base + 0x80
        self._image = place_image(task.space, base, file)
        self._children = Children(task, self._files, base)
        self._tos = Tos(task, self._files, self._children, Interrupts(task))

    async def take_screen(self) -> None:
        """Take exclusive control of screen, mouse and keys, for a text program."""
        gem = self._task.gem
        await gem.wind_update(Update.BEG_MCTRL)
        gem.graf_mouse(MouseNumber.M_OFF)
        self._task.terminal.write(b"\33E\33e")  # clear the screen and show the cursor

    async def wait_for_reader(self) -> None:
        """Wait for a key, so that the user can read the output of a program without GEM."""
        task, terminal = self._task, self._task.terminal
        if self._crashed or task.knows_gem or not terminal.written or not task.system.any_key:
            return
        terminal.show_line(task.system.any_key)
        task.keys.clear()
        await task.next_key()

    async def run(self) -> int:
        """Run to the end; return the exit code, -1 after a crash."""
        self._log("begins")
        try:
            awaited = self._task.work(self._image)
            while True:
                try:
                    if awaited is not None:
                        await awaited
                    stop = await self._task.advance()
                    awaited = self._answer(stop) if stop is not None else None
                    continue
                except End as end:
                    self._log(f"ends with {end.code}")
                    code, kept, self._crashed = end.code, end.kept, False
                except Terminated:
                    raise
                except Exception as error:
                    # Whatever the program did to its memory, its parent and other programs must continue.
                    await self._tell(error)
                    code, kept = _CRASH_EXIT_CODE, None
                if not self._children.end(code, kept):
                    return code
                self._task.go_on()
                awaited = None
        finally:
            self._files.close_all()
            self._task.space.hardware.set_color(0, 0x777)
            self._task.space.hardware.silence()
            self._task.space.show_drawn()
            self._task.gem.alarm(None)
            self._task.space.release()

    async def _tell(self, error: Exception) -> None:
        self._crashed = True
        reason = str(error) if isinstance(error, Crash) else f"a call failed ({type(error).__name__})"
        self._log(reason)
        task, pc = self._task, self._task.space.register(PC)
        task.system.report(f"{task.name}: {reason}" + (f", before ${pc:06X}" if pc >= BOTTOM else ""))
        await task.alert(task.system.crashed, reason=reason)

    def _log(self, text: str, library: str = "") -> None:
        task = self._task
        if task.system.trace is not None:
            task.system.trace.note(task.name, task.gem.now, library, text)

    # ---- traps

    def _answer(self, stop: Stop) -> Awaitable[Any] | None:
        """Handle a stop; return an awaitable if the program has to wait, or None."""
        task, space = self._task, self._task.space
        vector = stop.code - VECTOR
        if vector == _GEM_TRAP and is_stub(stop):
            which, block = space.register(D0) & 0xFFFF, space.register(D0 + 1)
            if which == _AES:
                return self._aes.begin(block)
            if which == _VDI:
                return self._vdi.call(block)
            if which == 0:  # programs ported from CP/M end so
                raise End(0)
            if which == _YIELD:
                space.set_register(D0, 0)
                yielding = task.gem.evnt_timer(0)
                return None if task.refuses(yielding) else task.wait(yielding)
            if which == _ENTRY:
                space.set_register(D0, space.intern(_VDI_CODE))
            elif which != _NO_GDOS:
                task.unknown("trap 2", which)
            return None
        if not is_stub(stop):
            if space.has_handler(LINE_A_VECTOR):
                space.enter_handler(LINE_A_VECTOR, stop.pc)
            elif stop.code in LINE_A:
                self._log(LINE_A_NAMES[stop.code], "Line-A")
                return self._line_a.call(stop.code)
            # Ignore other numbers, like TOS.
            return None
        if vector == LINE_A_VECTOR:
            space.pass_over()
            return None
        if stop.code == RETURN:
            raise End(0)
        if vector not in TOS_CALLS:
            pc = space.long(space.register(15) + 2)
            raise Crash(f"{EXCEPTIONS.get(vector, f'exception {vector}')} at ${pc & 0xFFFFFF:06X}")
        finish = self._finisher(vector)
        return task.carry_out(self._tos.begin(vector), finish, refused=0)

    def _finisher(self, vector: int) -> Callable[[int | None], None]:
        """Log the call of a trap; return the function that takes its answer."""
        task, space = self._task, self._task.space
        if task.system.trace is None:
            return self._put_answer
        library, at = TOS_NAMES[vector], space.arguments
        number = space.word(at) & 0xFFFF
        name = tos_name(vector, number)
        answered = task.traced(library, name, tos_arguments(name, TOS_CALLS[vector].get(number), space, at + 2))

        def finish(answer: int | None) -> None:
            self._put_answer(answer)
            if answered is not None:
                answered(tos_answer(library, answer or 0))

        return finish

    def _put_answer(self, answer: int | None) -> None:
        if answer is not None:
            self._task.space.set_register(D0, answer)

"""Child programs: Pexec loads them into their parent's memory, and the parent continues when they end."""

from typing import Any, Final, NamedTuple

from gemport.gem import FormatError
from gemport.st import loader
from gemport.st.calls import Steps
from gemport.st.drives import Error
from gemport.st.gemdos_files import FileState, GemdosFiles
from gemport.st.processor import A0, D0, RUNNING
from gemport.st.task import Task

_LOAD_AND_GO, _LOAD, _GO, _BASEPAGE, _GO_AND_FREE = 0, 3, 4, 5, 6  # modes of Pexec
_MAX_CHILDREN: Final = 16
_ENVIRONMENT_AT: Final = 0x2C
_MAX_ENVIRONMENT_BYTES: Final = 0x4000


class _Parent(NamedTuple):
    """A program that waits for its child."""

    context: Any  # its registers
    base: int  # address of its basepage
    files: FileState  # state of its files
    blocks: frozenset[int]  # its memory blocks
    frees: tuple[int, ...]  # blocks to free when the child ends


class Children:
    """The running program and the parents that wait for it."""

    def __init__(self, task: Task, files: GemdosFiles, base: int) -> None:
        self._task, self._space, self._files = task, task.space, files
        self._base = base
        self._parents: list[_Parent] = []
        task.space.set_variable(RUNNING, base)

    def pexec(self, mode: int, path: int, tail: int, environment: int) -> Steps[int] | int | None:
        """Start or only load a child; return its basepage or an error, or None if it was started."""
        if mode in (_LOAD_AND_GO, _LOAD):
            return self._load(self._files.text(path), tail, environment, mode == _LOAD_AND_GO)
        if mode == _BASEPAGE:
            return self._make(tail, environment)
        if mode in (_GO, _GO_AND_FREE):
            return self._go(tail, self._blocks_of(tail) if mode == _GO_AND_FREE else ())
        return Error.EINVFN

    def end(self, code: int, kept: int | None) -> bool:
        """End the running program; return False if no parent waits for it.

        ``kept`` is the number of bytes of a program that stays resident (Ptermres); its allocated blocks stay as well.
        """
        if not self._parents:
            return False
        parent = self._parents.pop()
        heap = self._task.heap
        if kept is None:
            for at in (*parent.frees, *(heap.blocks - parent.blocks)):
                heap.mfree(at)
        else:
            heap.mshrink(self._base, kept)
        self._files.restore(parent.files)
        self._space.context = parent.context
        self._space.set_register(D0, code & 0xFFFF)
        self._base = parent.base
        self._space.set_variable(RUNNING, self._base)
        return True

    def _blocks_of(self, base: int) -> tuple[int, int]:
        return base, self._space.long(base + _ENVIRONMENT_AT)

    def _load(self, path: str, tail: int, environment: int, go: bool) -> Steps[int] | int:
        try:
            file = loader.read_program(self._files.contents(path, loader.MAX_PROGRAM_SIZE), path)
        except FormatError:
            return Error.EPLFMT
        base = self._make(tail, environment, loader.program_size(file))
        return self._place(base, file, go) if base > 0 else base

    def _place(self, base: int, file: loader.ProgramFile, go: bool) -> Steps[Any]:
        yield from loader.place_image(self._space, base, file)
        return self._go(base, self._blocks_of(base)) if go else base

    def _make(self, tail: int, environment: int, needed: int = loader.MIN_PROGRAM_SIZE) -> int:
        """Create a basepage in the largest free block; return its address or an error."""
        space, heap = self._space, self._task.heap
        at = environment or space.long(self._base + _ENVIRONMENT_AT)
        # An empty string ends the environment.
        own = (space.string(at, _MAX_ENVIRONMENT_BYTES, b"\0\0") if space.string(at, 1) else b"") + b"\0\0"
        copy, size = heap.malloc(len(own)), heap.largest()
        if size < needed:
            heap.mfree(copy)
            return Error.ENSMEM
        space.write(copy, own)
        base = heap.malloc(size)
        length = min(space.read(tail, 1)[0], loader.MAX_TAIL_CHARS) if tail else 0
        loader.place_basepage(space, base, size, space.read(tail + 1, length), copy, self._base)
        return base

    def _go(self, base: int, frees: tuple[int, ...]) -> int | None:
        if len(self._parents) >= _MAX_CHILDREN or self._task.nested:
            return Error.ENSMEM
        loader.set_saved_stack(self._space, self._base, self._space.arguments)
        try:
            files = self._files.hand_over()
        except OSError:
            return Error.EACCDN
        parent = _Parent(self._space.context, self._base, files, self._task.heap.blocks, frees)
        loader.begin_program(self._space, base)
        self._space.set_register(A0, 0)
        self._parents.append(parent)
        self._base = base
        self._space.set_variable(RUNNING, base)
        self._files.dta = base + 0x80
        return None

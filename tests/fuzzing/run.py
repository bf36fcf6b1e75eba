"""Many damaged files for a reader, with limits on time and memory; the same seed produces the same files."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from tests.fuzzing.damage import damage
from tests.fuzzing.readers import READERS, Reader

SECONDS = 10
"""Limit of processor time per input at cost 1, a thousand times the usual need, so that slow machines pass."""
MEMORY = 512 << 20
"""Limit of additional memory during a run, in bytes."""


class FuzzingError(AssertionError):
    """A reader has failed; the message has a command that repeats the failure."""


class OutOfTime(BaseException):
    """An input has exceeded its time limit."""


def fuzz(name: str, inputs: int, seed: int, first: int = 0) -> None:
    """Read ``inputs`` damaged files with the reader ``name``, numbered from ``first``. Raises FuzzingError."""
    reader = READERS[name]
    samples = reader.samples()
    with little_memory():
        for number in range(first, first + inputs):
            chosen = damage(Random(f"{name} {seed} {number}"), len(samples))
            data = chosen.done(samples, reader.words, reader.kinds)
            error = fault(reader, data)
            if error is not None:
                what = f"{type(error).__name__}: {error}".splitlines()[0]
                again = f"tools/fuzz.py --reader {name!r} --seed {seed} --first {number} --inputs 1"
                raise FuzzingError(f"{name}: {what}\n  again: {again}\n  its beginning: {data[:200]!r}") from error


def fault(reader: Reader, data: bytes) -> BaseException | None:
    """Return the unexpected exception of a reader for an input, or None."""
    try:
        read(reader, data)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return error
    return None


def read(reader: Reader, data: bytes) -> None:
    """Read one input; raise only unexpected exceptions."""
    with little_time(SECONDS * reader.cost):
        try:
            reader.check(data)
        except reader.errors as error:
            message = str(error)
            if not message or "\n" in message or len(message) > 2000:
                raise AssertionError(f"no message of one line: {message[:200]!r}") from None


@contextmanager
def little_time(seconds: float) -> Iterator[None]:
    """Raise OutOfTime when the body has used this much processor time."""
    if sys.platform == "win32":
        yield
        return

    def ring(*_: object) -> None:
        raise OutOfTime(f"more than {seconds} s")

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextmanager
def little_memory() -> Iterator[None]:
    """Raise MemoryError if the body uses more than MEMORY in addition; only on Linux."""
    if sys.platform != "linux":
        yield
        return
    import resource

    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MEMORY, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)

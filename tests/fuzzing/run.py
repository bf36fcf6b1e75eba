"""Many damaged files for a reader, each within bounds of time and memory; the same seed gives the same files."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from tests.fuzzing.damage import Damage, damage
from tests.fuzzing.readers import READERS, Reader

SECONDS = 10
"""Processor time for one input of a reader of cost 1: a thousand times what any needs, so no machine is too slow."""
MEMORY = 512 << 20
"""Bytes that a run may take beyond what the process has when it begins."""


class FuzzingError(AssertionError):
    """A reader has done what it may not; the message says how to do it again."""


class OutOfTime(BaseException):
    """An input takes too long."""


def fuzz(name: str, inputs: int, seed: int, first: int = 0) -> None:
    """Feed a reader, by its name in READERS, with so many inputs, numbered from the first on. Raises FuzzingError."""
    reader = READERS[name]
    samples = reader.samples()
    with little_memory():
        for number in range(first, first + inputs):
            chosen = damage(Random(f"{name} {seed} {number}"), len(samples))
            error = fault(reader, chosen.done(samples, reader.words, reader.kinds))
            if error is not None:
                data = _fewest(reader, chosen, samples).done(samples, reader.words, reader.kinds)
                what = f"{type(error).__name__}: {error}".splitlines()[0]
                again = f"tools/fuzz.py --reader {name!r} --seed {seed} --first {number} --inputs 1"
                raise FuzzingError(
                    f"{name}: {what}\n  again: {again}\n  with fewest changes, its beginning: {data[:200]!r}"
                ) from error


def fault(reader: Reader, data: bytes) -> BaseException | None:
    """Return the exception that a reader must not raise for an input; None if there is none."""
    try:
        read(reader, data)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return error
    return None


def _fewest(reader: Reader, chosen: Damage, samples: list[bytes]) -> Damage:
    """Return a failing damage with the fewest changes."""
    for index in reversed(range(len(chosen.changes))):
        fewer = chosen.without(index)
        if fault(reader, fewer.done(samples, reader.words, reader.kinds)) is not None:
            chosen = fewer
    return chosen


def read(reader: Reader, data: bytes) -> None:
    """Feed a reader with one input; raise what it must not raise."""
    with little_time(SECONDS * reader.cost):
        try:
            reader.check(data)
        except reader.errors as error:
            message = str(error)
            if not message or "\n" in message or len(message) > 2000:
                raise AssertionError(f"no message of one line: {message[:200]!r}") from None


@contextmanager
def little_time(seconds: float) -> Iterator[None]:
    """Raise OutOfTime when the block has used so much of the processor's time."""
    if not hasattr(signal, "setitimer"):
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
    """Raise MemoryError in the block instead of giving it more than MEMORY, on systems that can."""
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

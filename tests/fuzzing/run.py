"""Feeds a reader with many damaged files, each within bounds of time and memory; the same seed, the same files."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from tests.fuzzing.damage import Damage, damage
from tests.fuzzing.readers import READERS, Reader

SECONDS = 10
"""Of the processor's time for one input: a thousand times what any needs, so no machine is too slow."""
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
            error = fault(reader, chosen.done(samples, reader.words))
            if error is not None:
                data = _fewest(reader, chosen, samples).done(samples, reader.words)
                what = f"{type(error).__name__}: {error}".splitlines()[0]
                again = f"tools/fuzz.py --reader {name!r} --seed {seed} --first {number} --inputs 1"
                raise FuzzingError(
                    f"{name}: {what}\n  again: {again}\n  with fewest changes, its beginning: {data[:200]!r}"
                ) from error


def fault(reader: Reader, data: bytes) -> BaseException | None:
    """What a reader does wrong with an input; None if nothing."""
    try:
        read(reader, data)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return error
    return None


def _fewest(reader: Reader, chosen: Damage, samples: list[bytes]) -> Damage:
    """A failing damage without what it fails without, too."""
    for index in reversed(range(len(chosen.changes))):
        fewer = chosen.without(index)
        if fault(reader, fewer.done(samples, reader.words)) is not None:
            chosen = fewer
    return chosen


def read(reader: Reader, data: bytes) -> None:
    """Feed a reader with one input. What it may not raise comes out of this."""
    with little_time():
        try:
            reader.check(data)
        except reader.errors as error:
            message = str(error)
            if not message or "\n" in message or len(message) > 2000:
                raise AssertionError(f"no message of one line: {message[:200]!r}") from None


@contextmanager
def little_time() -> Iterator[None]:
    """Raises OutOfTime when the processor has worked for long on what is inside."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*_: object) -> None:
        raise OutOfTime(f"more than {SECONDS} s")

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextmanager
def little_memory() -> Iterator[None]:
    """What is inside gets MemoryError instead of more than MEMORY, where the system can do that."""
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

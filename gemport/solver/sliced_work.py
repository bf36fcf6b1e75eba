"""Work in slices: generators that yield about four times per millisecond, so that a page or window stays responsive."""

from collections.abc import Callable, Generator
from typing import Any, Protocol, TypeVar, TypeVarTuple

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

FREED_PER_SLICE = 300  # a fraction of a millisecond, in a web page a quarter


class Executor(Protocol):
    """The place where the solver works: in this thread, or in another one if the host has one."""

    def __call__(self, function: Callable[[*Ts], Generator[int, None, T]], *args: *Ts) -> Generator[int, None, T]:
        """Return the generator ``function(*args)``, or one that only waits for its numbers and its result."""


def run_here(function: Callable[[*Ts], Generator[int, None, T]], *args: *Ts) -> Generator[int, None, T]:
    """Run in this thread (see Executor)."""
    return function(*args)


def finish(work: Generator[Any, None, T], watch: Callable[[Any], object] | None = None) -> T:
    """Run a generator to completion and return its result; call ``watch`` with each value that it yields."""
    while True:
        try:
            value = next(work)
        except StopIteration as end:
            result: T = end.value
            return result
        if watch is not None:
            watch(value)


def counted_on(states: int, engine: Generator[int, None, T]) -> Generator[int, None, T]:
    """Run an engine, and add ``states`` to each number of positions that it yields."""
    while True:
        try:
            visited = next(engine)
        except StopIteration as end:
            result: T = end.value
            return result
        yield states + visited


def emptied(visited: int, *containers: list[Any] | set[Any] | dict[Any, Any]) -> Generator[int, None, None]:
    """Empty containers, yielding ``visited``: freeing hundreds of thousands of objects in one go would stall."""
    room = FREED_PER_SLICE
    for container in containers:
        take = container.popitem if isinstance(container, dict) else container.pop
        while container:
            count = min(len(container), room)
            for _ in range(count):
                take()
            room -= count
            if not room:
                room = FREED_PER_SLICE
                yield visited

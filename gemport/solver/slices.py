"""Work in slices: generators that yield some four times a millisecond, so that a page or a window stays alive."""

from collections.abc import Generator
from typing import Any, TypeVar

T = TypeVar("T")

FREED = 300
"""So many things are freed between two yields: a small part of a millisecond, in a page a quarter."""


def finish(work: Generator[Any, None, T]) -> T:
    """Run work in slices to its end: return its result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result


def counted_on(states: int, engine: Generator[int, None, T]) -> Generator[int, None, T]:
    """Run an engine with its numbers of positions counted on from ``states``."""
    while True:
        try:
            looked = next(engine)
        except StopIteration as end:
            result: T = end.value
            return result
        yield states + looked


def emptied(looked: int, *containers: list[Any] | set[Any] | dict[Any, Any]) -> Generator[int, None, None]:
    """Empty containers, yielding ``looked``: freeing hundreds of thousands of positions at once would be seen."""
    room = FREED
    for container in containers:
        take = container.popitem if isinstance(container, dict) else container.pop
        while container:
            count = min(len(container), room)
            for _ in range(count):
                take()
            room -= count
            if not room:
                room = FREED
                yield looked

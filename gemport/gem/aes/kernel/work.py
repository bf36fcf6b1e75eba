"""Long work in slices, counted by the machine's clock and not by any other (docs/gem.md, "Long work").

A piece of work is a generator that yields about every millisecond. While its process waits with it, the machine makes
``SLICE_STEPS`` of its steps whenever its clock comes to a multiple of ``SLICE_MS``. So what has been done at a moment
of the machine's clock does not depend on how fast the host is, and a recorded run finds the same at the same times.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final, Generic, TypeVar

T = TypeVar("T")

SLICE_MS: Final = 10
"""Milliseconds of the machine's time from slice to slice."""
SLICE_STEPS: Final = 5
"""Steps in a slice; several processes that work share them, one each at least."""


class Work(Generic[T]):
    """A generator that is run while its process waits with it: see evnt_multi's ``work``. It rests at other times.

    done: it has come to its end, or raised
    progress: what it has yielded last, None before that
    """

    def __init__(self, steps: Generator[Any, None, T]) -> None:
        self._steps = steps
        self._result: T | None = None
        self._error: Exception | None = None
        self._finished = False
        self.done = False
        self.progress: Any = None

    @property
    def result(self) -> T:
        """What the generator returned. Raises what it raised; ValueError if it has not come to its end."""
        if self._error is not None:
            raise self._error
        if not self._finished:
            raise ValueError("the work has not been done")
        result: Any = self._result
        return result  # type: ignore[no-any-return]

    @staticmethod
    def next_slice(now: int) -> int:
        """When the next slice comes. Never at once: a moment in which no time passes must not be two of them."""
        return now // SLICE_MS * SLICE_MS + SLICE_MS

    def close(self) -> None:
        """Give the work up, if it is not done."""
        self._steps.close()

    def run(self, steps: int) -> None:
        """Make so many steps."""
        try:
            for _ in range(steps):
                self.progress = next(self._steps)
        except StopIteration as end:
            self._result, self._finished, self.done = end.value, True, True
        except Exception as error:
            self._error, self.done = error, True

"""Questions of a page to its worker. Long searches would stop the page, so the worker has a separate Python.

A question is a generator function with its arguments, sent with pickle. It yields numbers, its progress.
"""

import pickle
import time
from collections.abc import Callable, Generator
from typing import Any, TypeVar, TypeVarTuple

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

_SLICE_SECONDS = 0.05  # seconds of work until the worker looks for messages from the page


class Asker:
    """The page's end: an executor for the solver."""

    def __init__(self, send: Callable[[int, bytes | None], None]) -> None:
        """Send each question with its number; None stops it."""
        self._send = send
        self._asked = 0
        self._open: dict[int, tuple[int, bytes | None]] = {}  # progress of each open question, and its answer
        self._works = True

    def __call__(self, function: Callable[[*Ts], Generator[int, None, T]], *args: *Ts) -> Generator[int, None, T]:
        """Ask, and yield the progress until the answer arrives; without a worker do the work here."""
        if not self._works:
            return (yield from function(*args))
        self._asked += 1
        number = self._asked
        self._open[number] = 0, None
        self._send(number, pickle.dumps((function, args)))
        try:
            while (answer := self._open[number][1]) is None:
                yield self._open[number][0]
        finally:
            if self._open.pop(number)[1] is None:
                self._send(number, None)
        if not answer:
            return (yield from function(*args))
        result: T = pickle.loads(answer)
        return result

    def answered(self, number: int, progress: int, answer: Any = None) -> None:
        """Take the progress of a question, or its answer; an empty answer means that the worker has failed."""
        octets = None if answer is None else bytes(answer.to_bytes())
        self._works = self._works and octets != b""
        if number in self._open:
            self._open[number] = progress, octets


class Worker:
    """The worker's end. It works on the newest question: the player waits for that one."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._open: dict[int, Generator[int, None, object]] = {}

    def ask(self, number: int, question: Any) -> None:
        function, args = pickle.loads(bytes(question.to_bytes()))
        self._open[number] = function(*args)

    def stop(self, number: int) -> None:
        if number in self._open:
            self._open.pop(number).close()

    def work(self) -> tuple[int, int, bytes | None] | None:
        """Work for a moment; return the number of the question, its progress, and the answer or None.

        Return None if no question is open.
        """
        if not self._open:
            return None
        number, steps = next(reversed(self._open.items()))
        until, progress = self._now() + _SLICE_SECONDS, 0
        try:
            while self._now() < until:
                progress = next(steps)
        except StopIteration as end:
            del self._open[number]
            return number, progress, pickle.dumps(end.value)
        return number, progress, None

"""Processes: coroutines with their queues and messages (docs/machine.md 3.1), and long work in slices (docs/gem.md).

A piece of long work is a generator that yields about four times a millisecond. While its process waits for it, the
machine runs ``SLICE_STEPS`` of its steps whenever the machine's clock reaches a multiple of ``SLICE_MS``. So progress
depends on the machine's clock alone and not on the host's speed, and a recorded run sees the same at the same times.
Of work in the background it is a fifth of them, and no host waits for its end. A host that would stand still meanwhile
may end a slice after any step.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Coroutine, Generator
from dataclasses import dataclass, field
from types import coroutine
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

from gemport.gem.aes.constants import Msg
from gemport.gem.aes.rect import GRect

_T = TypeVar("_T")

SLICE_MS: Final = 10
"""Milliseconds of the machine's time from slice to slice."""
SLICE_STEPS: Final = 20
"""Steps in a slice; several processes that work share them, one each at least."""

MANAGER_ID = 1
"""The screen manager's id; it is no application."""


class Message(NamedTuple):
    """Eight words, readable as GEM's buffer (``message[3]``) or by name."""

    type: int
    sender: int = 0
    extra: int = 0
    w3: int = 0
    w4: int = 0
    w5: int = 0
    w6: int = 0
    w7: int = 0

    @classmethod
    def redraw(cls, handle: int, rect: GRect) -> Message:
        return cls(Msg.WM_REDRAW, 0, 0, handle, *rect)

    @property
    def handle(self) -> int:
        """The window that a WM_ message is about."""
        return self.w3

    @property
    def title(self) -> int:
        """MN_SELECTED: the object of the menu's title."""
        return self.w3

    @property
    def item(self) -> int:
        """MN_SELECTED: the object of the entry."""
        return self.w4

    @property
    def rect(self) -> GRect:
        """WM_REDRAW, WM_MOVED, WM_SIZED: the rectangle."""
        return GRect(self.w4, self.w5, self.w6, self.w7)


class Work(Generic[_T]):
    """A generator that runs while its process waits for it: see evnt_multi's ``work``. It rests at other times.

    background: takes a tenth of the time, and a machine that settles does not wait for it
    done: it has come to its end, or raised
    progress: its last yielded value, None before that
    """

    def __init__(self, steps: Generator[Any, None, _T], background: bool = False) -> None:
        self._steps = steps
        self.background = background
        self._result: _T | None = None
        self._error: Exception | None = None
        self.done = False
        self.progress: Any = None

    @property
    def result(self) -> _T:
        """The generator's return value. Raises its exception; ValueError if it has not come to its end."""
        if self._error is not None:
            raise self._error
        if not self.done:
            raise ValueError("the work has not been done")
        return cast(_T, self._result)

    @staticmethod
    def next_slice(now: int) -> int:
        """The time of the next slice. Never ``now``: a moment in which no time passes must not be two slices."""
        return now // SLICE_MS * SLICE_MS + SLICE_MS

    def close(self) -> None:
        self._steps.close()

    def run(self, steps: int, over: Callable[[], bool]) -> None:
        """Make so many steps, or one and more until it is ``over``."""
        try:
            for _ in range(steps):
                self.progress = next(self._steps)
                if over():
                    break
        except StopIteration as end:
            self._result, self.done = end.value, True
        except Exception as error:
            self._error, self.done = error, True


class Press(NamedTuple):
    """A press of the mouse's buttons: the buttons that are down, the number of clicks, and the place in pixels."""

    buttons: int
    clicks: int
    x: int
    y: int


class Wait:
    """The condition a process waits for: ``poll`` gives the answer once it is met, else None.

    until: the time that ends the waiting by itself, in milliseconds of the machine's clock
    clicks: gives the number of clicks to count before a press is reported; a wait that has it ``latches``, a change of
    the buttons ends it even if the process can only go on later
    """

    latches = False

    def __init__(
        self,
        poll: Callable[[], object | None],
        until: int | None = None,
        clicks: Callable[[], int] | None = None,
    ) -> None:
        self.poll = poll
        self._until = until
        self._clicks = clicks
        self.latches = clicks is not None

    def deadline(self) -> int | None:
        return self._until

    def max_clicks(self) -> int:
        return 1 if self._clicks is None else self._clicks()

    def work(self) -> Work[Any] | None:
        """The work to do meanwhile; None while the process could not go on."""
        return None


@coroutine
def suspend(wait: Wait) -> Generator[Wait, Any, Any]:
    """Wait for a condition: the dispatcher resumes the process with the answer."""
    return (yield wait)


class Alarm(NamedTuple):
    """Something that is called, whatever its process waits for, at a time that it tells itself; None is never."""

    due: Callable[[], int | None]
    call: Callable[[], None]


@dataclass(eq=False)
class Process:
    """A coroutine, made by ``run`` when the process starts, with its queues of messages and keys.

    It is an application (a program or an accessory, with the command and the tail it was started with), or the screen
    manager (``system``), which runs before all others and gets no keys.
    """

    ap_id: int
    name: str
    run: Callable[[Process], Coroutine[Any, Any, Any]]
    tail: str = ""
    parent: Process | None = None
    coroutine: Coroutine[Any, Any, Any] | None = None
    wait: Wait | None = None
    answer: object | None = None
    """The answer that ended the waiting, while the process cannot go on yet."""
    messages: deque[Message] = field(default_factory=deque)
    keys: deque[int] = field(default_factory=deque)
    press: Press | None = None
    """A press while the process was busy: one is kept until it asks for the buttons."""
    done: bool = False
    result: Any = None
    error: Exception | None = None
    restless: Callable[[], bool] | None = None
    """Asked by a machine that has waited long for it to settle: True if it will not come to rest."""
    alarm: Alarm | None = None
    """Tells when something is called, whatever the process waits for, and what that is."""
    interrupted: bool = False
    """It did not come to its end by itself, or draws without windows: what it has drawn beyond them may be left."""

    def __post_init__(self) -> None:
        self.system = self.ap_id == MANAGER_ID
        self.accessory = self.name.upper().endswith(".ACC")
        """It stands in the Desk menu instead of having a menu bar."""

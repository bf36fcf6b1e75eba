"""Processes: coroutines with queues and messages (docs/machine.md 3.1), and long work in slices (docs/gem.md).

Long work is a generator that yields about four times per millisecond. While its process waits for it, the machine runs
``SLICE_STEPS`` of its steps whenever the machine's clock reaches a multiple of ``SLICE_MS``. So progress depends only
on the machine's clock, not on the host's speed, and a recording replays identically. Background work gets a fifth of
the steps, and no host waits for its end. A host that would otherwise freeze may end a slice after any step.
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

SLICE_MS: Final = 10  # milliseconds of the machine's time between slices
SLICE_STEPS: Final = 20  # steps per slice, shared by the working processes, at least one step each

MANAGER_ID = 1  # the screen manager's id; it is not an application


class Message(NamedTuple):
    """Eight words, accessible by index like GEM's buffer (``message[3]``) or by name."""

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
        """Create the WM_REDRAW message for a part of a window."""
        return cls(Msg.WM_REDRAW, 0, 0, handle, *rect)

    @property
    def handle(self) -> int:
        """The window of a message about a window."""
        return self.w3

    @property
    def title(self) -> int:
        """The object of the menu's title (MN_SELECTED)."""
        return self.w3

    @property
    def item(self) -> int:
        """The object of the menu entry (MN_SELECTED)."""
        return self.w4

    @property
    def rect(self) -> GRect:
        """The rectangle of WM_REDRAW, WM_MOVED, WM_SIZED."""
        return GRect(self.w4, self.w5, self.w6, self.w7)


class Work(Generic[_T]):
    """A generator that runs only while its process waits for it (see evnt_multi's ``work``).

    Attributes:
        background: whether it gets only a fifth of the time, and a settling machine does not wait for it
        done: whether it has ended or raised an exception
        progress: the last yielded value, initially None
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
        """The generator's return value. Raises the generator's exception, or ValueError if it has not ended."""
        if self._error is not None:
            raise self._error
        if not self.done:
            raise ValueError("the work has not been done")
        return cast(_T, self._result)

    def close(self) -> None:
        """Stop the work; it cannot be continued."""
        self._steps.close()

    def run(self, steps: int, over: Callable[[], bool]) -> None:
        """Run up to ``steps`` steps, stopping after a step if ``over`` returns True."""
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
    """A state of the mouse's buttons: the pressed ones, the number of clicks, and the position in pixels."""

    buttons: int
    clicks: int
    x: int
    y: int


class Wait:
    """The condition that a process waits for.

    Args:
        poll: returns the answer once the condition is met, otherwise None
        until: time that ends the wait, in milliseconds of the machine's clock
        clicks: returns the number of clicks to count before reporting a press; with it the wait ``latches``: a change
            of the buttons ends it even if the process can only continue later
    """

    latches = False

    def __init__(
        self, poll: Callable[[], object | None], until: int | None = None, clicks: Callable[[], int] | None = None
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
        """Return the work to do during the wait, or None without work or if the process could not continue."""
        return None


@coroutine
def suspend(wait: Wait) -> Generator[Wait, Any, Any]:
    """Wait for a condition; the dispatcher resumes the process with the answer."""
    return (yield wait)


class Alarm(NamedTuple):
    """A function to call at a time, whatever its process waits for; ``due`` returns the time, or None for never."""

    due: Callable[[], int | None]
    call: Callable[[], None]


NO_ALARM = Alarm(lambda: None, lambda: None)


@dataclass(eq=False)
class Process:
    """A coroutine, created by ``run`` at the start, with queues of messages and keys.

    It is an application (a program or an accessory, with the command and the tail that started it), or the screen
    manager (``system``): that runs before all others and receives no keys.
    """

    ap_id: int
    name: str
    run: Callable[[Process], Coroutine[Any, Any, Any]]
    tail: str = ""
    parent: Process | None = None
    coroutine: Coroutine[Any, Any, Any] | None = None
    wait: Wait | None = None
    answer: object | None = None  # the answer that ended the wait, while the process cannot continue yet
    messages: deque[Message] = field(default_factory=deque)
    keys: deque[int] = field(default_factory=deque)
    changes: int = 0  # the number of changes of the buttons since its last event
    before: Press = field(default_factory=lambda: Press(0, 0, 0, 0))
    """The state before the last of these changes, at that change's position."""
    done: bool = False
    error: Exception | None = None
    restless: Callable[[], bool] = lambda: False
    """Called by a settling machine a second after the last input; True if it polls, so that it will never settle."""
    repeats: Callable[[int], bool] = lambda _word: True
    """Called with the word of a held key; False if that key shall act only once."""
    digit_row: bool = False
    """Outside of fields the keys of the upper row are digits to it, whatever the host's layout has there."""
    takes_any_mouse: bool = False
    """Whether evnt_multi first looks at buttons and rectangles even if another process has the mouse, as on an ST.

    A program then sees the press that has chosen its menu entry; a game would take that press for a click on a card.
    """
    alarm: Alarm = NO_ALARM  # a function called at a certain time, whatever the process waits for
    interrupted: bool = False  # it ended early, or draws outside its windows, so its drawing may remain on the screen

    def __post_init__(self) -> None:
        self.system = self.ap_id == MANAGER_ID
        self.accessory = self.name.upper().endswith(".ACC")
        """Whether it appears in the Desk menu instead of having a menu bar."""

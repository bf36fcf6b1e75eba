"""Fingers as a mouse: a tap is a click, a drag a drag, two fingers are the right button.

A finger that lies still or moves has the left button down from then on; what lifts before is a tap. While two fingers
are held the right button is down, and a third one clicks. Two fingers that only tap click with the right button held,
which is what these games send a card home with.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from gemport.gem.host.anymachine import LEFT, RIGHT

HOLD = 0.25
"""Seconds after which a finger that has not moved is no tap any more."""


class Mouse(Protocol):
    """What the fingers move. Coordinates are GEM pixels."""

    def point(self, x: int, y: int) -> None:
        """The pointer goes to a pixel."""

    def press(self, button: int) -> None:
        """A button goes down."""

    def release(self, button: int) -> None:
        """A button goes up."""


@dataclass
class _Finger:
    """Where a finger came down, and what has become of it."""

    x: int
    y: int
    since: float


class Touch:
    """The fingers on a screen."""

    def __init__(self, mouse: Mouse, now: Callable[[], float]) -> None:
        """``now``: seconds."""
        self._mouse = mouse
        self._now = now
        self._fingers: dict[int, _Finger] = {}
        self._undecided: int | None = None
        """The finger that may still become a tap, a drag, or the first of two."""
        self._dragging: int | None = None
        """The finger that has the left button down."""
        self._pair: set[int] = set()
        """The two fingers that are the right button, both still there."""
        self._pair_since: float | None = None
        """When the second of them came; None once they have been used for a click, or were held."""

    def down(self, finger: int, x: int, y: int) -> None:
        """A finger touches the screen."""
        self._fingers[finger] = _Finger(x, y, self._now())
        if self._dragging is not None:
            return
        if self._pair:
            self._pair_since = None
            self._undecided = finger
            self._mouse.point(x, y)
        elif self._undecided is not None:
            first = self._fingers[self._undecided]
            self._pair, self._undecided, self._pair_since = {self._undecided, finger}, None, self._now()
            self._mouse.point(first.x, first.y)
            self._mouse.press(RIGHT)
        elif len(self._fingers) == 1:
            self._undecided = finger
            self._mouse.point(x, y)

    def move(self, finger: int, x: int, y: int, far: bool) -> None:
        """A finger moves; ``far``: further from where it came down than fingers tremble."""
        if finger == self._undecided and far:
            self._start_drag(finger)
        if finger == self._dragging:
            self._mouse.point(x, y)

    def up(self, finger: int) -> None:
        """A finger leaves the screen."""
        self._fingers.pop(finger, None)
        if finger == self._dragging:
            self._dragging = None
            self._mouse.release(LEFT)
        elif finger == self._undecided:
            self._undecided = None
            self._mouse.press(LEFT)
            self._mouse.release(LEFT)
        elif finger in self._pair:
            self._part()

    def cancel(self) -> None:
        """The system has taken the fingers for something else: no button is down any more, and nothing is clicked."""
        if self._dragging is not None:
            self._mouse.release(LEFT)
        if self._pair:
            self._mouse.release(RIGHT)
        self._fingers.clear()
        self._pair.clear()
        self._undecided = self._dragging = self._pair_since = None

    @property
    def due(self) -> float | None:
        """The time at which ``wake`` has something to do."""
        return None if self._undecided is None else self._fingers[self._undecided].since + HOLD

    def wake(self) -> None:
        """Time has passed: a finger that has waited long enough presses."""
        if self._undecided is not None and self.due is not None and self._now() >= self.due:
            self._start_drag(self._undecided)

    def _start_drag(self, finger: int) -> None:
        came = self._fingers[finger]
        self._undecided, self._dragging = None, finger
        self._mouse.point(came.x, came.y)
        self._mouse.press(LEFT)

    def _part(self) -> None:
        """One of the two fingers leaves: the right button goes up, after a click if they only tapped."""
        if self._pair_since is not None and self._now() - self._pair_since < HOLD:
            self._mouse.press(LEFT)
            self._mouse.release(LEFT)
        self._pair.clear()
        self._pair_since = None
        self._mouse.release(RIGHT)

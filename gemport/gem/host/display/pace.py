"""How a machine's clock follows the host's."""

from __future__ import annotations

import time
from collections.abc import Callable

_GRACE = 10_000
"""Milliseconds that a host may be late with waking a machine; what goes beyond was the host's sleep, nobody's time."""
_WORKING_GRACE = 9
"""The same for a machine that does long work: less than from slice to slice, or a slow host would be ever later."""


class Pace:
    """Turns the host's seconds into the machine's milliseconds, without losing fractions.

    While only input can wake the machine, its clock stands still.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._then = now()
        self._wakeup: int | None = None

    def passed(self, working: bool = False) -> int:
        """The milliseconds that the machine has not been told of yet; it must be told now.

        Of a machine that is ``working`` time stands still while the host is busy with a slice of its work.
        """
        now = self._now()
        if self._wakeup is None:
            self._then = now
            return 0
        passed = int((now - self._then) * 1000)
        grace = _WORKING_GRACE if working else _GRACE
        if passed > self._wakeup + grace:
            self._then = now
            return self._wakeup
        self._then += passed / 1000
        return passed

    def due(self, wakeup: int | None) -> float | None:
        """Take the machine's next wakeup (milliseconds from the time it knows); the seconds until it is due."""
        self._wakeup = wakeup
        return None if wakeup is None else max(self._then + wakeup / 1000 - self._now(), 0.0)

"""How a machine's clock follows the host's."""

from __future__ import annotations

import time
from collections.abc import Callable

KEEP = 10.0
"""Seconds from an input until what has passed is kept, and from then to the next time."""
_GRACE = 10_000
"""Milliseconds that a host may be late with waking a machine; what goes beyond was the host's sleep, nobody's time."""
_WORKING_GRACE = 9
"""The same for a machine that does long work: less than from slice to slice, or a slow host would be ever later."""
_LONGEST = 3_600_000
"""The most milliseconds that pass between two inputs when nothing else can wake the machine: then nobody sits there."""


class Pace:
    """Turns the host's seconds into the machine's milliseconds, without losing fractions.

    The host need not wake up for that: a machine is told before an input how long it slept. Time begins when the first
    is asked for. Not all clocks stand still while a computer is suspended, so a gap counts only up to the wakeup that
    the host has missed in it.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic, keep: Callable[[], bool] | None = None) -> None:
        """``keep``: keeps what has passed, for whoever is killed; whether more will have passed ten seconds later."""
        self._now = now
        self._then: float | None = None
        self._wakeup: int | None = None
        self._keep = keep
        self._keep_at: float | None = None

    def passed(self, working: bool = False) -> int:
        """The milliseconds that the machine has not been told of yet; it must be told now.

        Of a machine that is ``working`` time stands still while the host is busy with a slice of its work.
        """
        now = self._now()
        then = now if self._then is None else self._then
        passed = int((now - then) * 1000)
        if self._wakeup is None:
            counted = most = _LONGEST
        else:
            counted, most = self._wakeup, self._wakeup + (_WORKING_GRACE if working else _GRACE)
        if passed > most:
            self._then = now
            return counted
        self._then = then + passed / 1000
        return passed

    def keep(self, leaving: bool = False) -> None:
        """Keep what the machine has just been told: ten seconds after an input and so on, or because of ``leaving``."""
        if self._keep is None:
            return
        now = self._now()
        if leaving or (self._keep_at is not None and now >= self._keep_at):
            self._keep_at = now + KEEP if self._keep() else None
        elif self._keep_at is None:
            self._keep_at = now + KEEP

    def due(self, wakeup: int | None) -> float | None:
        """Take the machine's next wakeup (milliseconds from the time it knows); the seconds until the host's."""
        now = self._now()
        then = now if self._then is None else self._then
        if self._keep_at is not None:
            keep = max(int((self._keep_at - then) * 1000) + 1, 0)
            wakeup = keep if wakeup is None else min(wakeup, keep)
        self._wakeup = wakeup
        return None if wakeup is None else max(then + wakeup / 1000 - now, 0.0)

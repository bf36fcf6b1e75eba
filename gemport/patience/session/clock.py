"""How long a game is played."""

from __future__ import annotations

from collections.abc import Callable

REST = 300_000
"""ms after a step until the clock rests: nobody plays."""


class PlayClock:
    """Runs while a game is played: from its first step on, and for five minutes after each, until it is stopped."""

    def __init__(self) -> None:
        self._read: Callable[[], int] = lambda: 0
        self._played = 0
        self._since: int | None = None
        """When the last step was made; None while it does not run."""

    def attach(self, read: Callable[[], int]) -> None:
        """Go by the clock of a machine, in ms, from now on."""
        self._read = read
        if self._since is not None:
            self._since = read()

    def set(self, seconds: int, running: bool) -> None:
        """Another game is on the table, played for so long already."""
        self._played = 1000 * seconds
        self._since = self._read() if running else None

    def step(self) -> None:
        """Somebody plays."""
        self._played += self._elapsed
        self._since = self._read()

    def stop(self) -> None:
        """The game is over, until the next step if there is one."""
        self._played += self._elapsed
        self._since = None

    @property
    def seconds(self) -> int:
        """How long the game was played."""
        return (self._played + self._elapsed) // 1000

    @property
    def _elapsed(self) -> int:
        return 0 if self._since is None else min(self._read() - self._since, REST)

"""How long a game is played."""

from __future__ import annotations

from collections.abc import Callable

REST = 300_000
"""ms after a step until the clock rests: nobody plays."""


class PlayClock:
    """Runs while a game is played: from its first step on, and for five minutes after each, until it is stopped.

    It stands still while the player does not see the game.
    """

    def __init__(self) -> None:
        self._read: Callable[[], int] = lambda: 0
        self._played = 0
        self._since: int | None = None
        """When the last step was made, or the game was seen again; None while it does not run."""
        self._going = False
        self._seen = True

    def attach(self, read: Callable[[], int]) -> None:
        """Go by the clock of a machine, in ms, from now on."""
        self._read = read
        if self._since is not None:
            self._since = read()

    def set(self, seconds: int, running: bool) -> None:
        """Another game is on the table, played for so long already."""
        self._played = 1000 * seconds
        self._going = running
        self._turn()

    def step(self) -> None:
        """Somebody plays."""
        self._played += self._elapsed
        self._going = True
        self._turn()

    def stop(self) -> None:
        """The game is over, until the next step if there is one."""
        self._played += self._elapsed
        self._going = False
        self._turn()

    def see(self, seen: bool) -> None:
        """Whether the player sees the game."""
        if seen != self._seen:
            self._played += self._elapsed
            self._seen = seen
            self._turn()

    def _turn(self) -> None:
        self._since = self._read() if self._going and self._seen else None

    @property
    def running(self) -> bool:
        """Whether the time that was played is getting more."""
        return self._since is not None and self._elapsed < REST

    @property
    def ms(self) -> int:
        """How long the game was played, in ms."""
        return self._played + self._elapsed

    @property
    def seconds(self) -> int:
        """The same in whole seconds."""
        return self.ms // 1000

    @property
    def _elapsed(self) -> int:
        return 0 if self._since is None else min(self._read() - self._since, REST)


def clock_text(seconds: int) -> str:
    """A time as clocks show it: ``3:07``, ``1:02:45``."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

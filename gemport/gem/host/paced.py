"""A machine whose clock runs at another speed than its host's."""

from __future__ import annotations

from gemport.gem.aes.machine import Machine
from gemport.gem.formats.artwork import SystemArtwork

_UNIT = 1000


class PacedMachine(Machine):
    """A machine whose clock runs at another speed than its host's."""

    def __init__(self, artwork: SystemArtwork, width: int, height: int) -> None:
        super().__init__(artwork, width, height)
        self._permille = _UNIT
        self._rest = 0

    def pace(self, speed: float) -> None:
        """Run so many times as fast as the host's clock, to three decimals."""
        # Whole thousandths: no moment may get lost by rounding.
        self._permille = round(speed * _UNIT)

    def advance(self, ms: int) -> None:
        """Let ``ms`` of the host's milliseconds pass."""
        passed, self._rest = divmod(ms * self._permille + self._rest, _UNIT)
        super().advance(passed)

    def next_wakeup(self) -> int | None:
        """The host's milliseconds until time alone makes something happen."""
        wakeup = super().next_wakeup()
        return None if wakeup is None else max(-((self._rest - wakeup * _UNIT) // self._permille), 0)

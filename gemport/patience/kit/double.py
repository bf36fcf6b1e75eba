"""Double clicks where presses act at once: the second press is known by place and time, the first does not wait."""

from __future__ import annotations

from gemport.gem.aes.constants import RIGHT
from gemport.gem.aes.events import MultiEvent
from gemport.gem.aes.gem import Gem

_NEAR = 2
"""So many pixels apart the second press may be."""


class DoubleClick:
    """Tells the second press of a double click, by the machine's double-click time."""

    def __init__(self, gem: Gem) -> None:
        self._gem = gem
        self._last: tuple[int, int, int] | None = None
        """Time and place of a press that may be a first one."""

    def is_second(self, event: MultiEvent) -> bool:
        """Whether a press of the left button follows another one closely. To be asked at every press."""
        now, last = self._gem.now, self._last
        self._last = None
        if event.buttons & RIGHT:
            return False
        if last is not None and now - last[0] <= self._gem.dclick_ms:
            _, x, y = last
            if abs(event.x - x) <= _NEAR and abs(event.y - y) <= _NEAR:
                return True
        self._last = now, event.x, event.y
        return False

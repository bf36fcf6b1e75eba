"""Where the control panel's values take effect: on the host, on the machine, and in what is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from gemport.desktop.controls import Controls, ControlsError, field_text, read_field
from gemport.desktop.host import HostControls, Preferences
from gemport.gem.aes.dispatch import DCLICK_MS, DCLICK_RATE
from gemport.gem.aes.machine import Machine
from gemport.gem.errors import GemportError

FIELDS = tuple(field.name for field in fields(Controls))
DOUBLE_CLICK_MS = (800, 560, 400, 280, 200)
"""Double-click times of the host's users, from slow to fast; the machine's are shorter."""
_MIDDLE = 2
NEXT_START = ("screen", "language")
"""Fields that take effect at the next start."""
_PREFIX = "panel."


def read_controls(preferences: Preferences, complain: Callable[[str], None]) -> Controls:
    """What is kept. What is not, or cannot be read, is as at first; ``complain`` is told the latter in a line."""
    found: dict[str, Any] = {}
    for field in FIELDS:
        try:
            text = preferences.get(_PREFIX + field)
            if text is not None:
                found[field] = read_field(field, text)
        except ControlsError as error:
            complain(f"control panel: {error}")
        except GemportError as error:
            complain(str(error))
            break
    return Controls(**found)


def keep_field(preferences: Preferences, field: str, value: Any) -> None:
    """Keep a value. Raises GemportError where that fails."""
    preferences.set(_PREFIX + field, field_text(field, value))


class Board:
    """The values in force, and those kept, which options of the command line may differ from for one run."""

    def __init__(
        self, machine: Machine, host: HostControls, preferences: Preferences, kept: Controls, now: Controls
    ) -> None:
        """``now``: what is in force in this run; of what waits for the next start, the kept values are shown."""
        self._machine = machine
        self._host = host
        self._preferences = preferences
        self._shown = replace(now, **{field: getattr(kept, field) for field in NEXT_START})
        self._times, self._usual_rate = DOUBLE_CLICK_MS, _MIDDLE
        self._act()

    def be_original(self) -> None:
        """The program is the original: double clicks are as quick as on its machine."""
        self._times, self._usual_rate = DCLICK_MS, DCLICK_RATE
        self._act()

    def rate(self, controls: Controls) -> int:
        """The double-click rate of some values."""
        return self._usual_rate if controls.double_click is None else controls.double_click

    @property
    def shown(self) -> Controls:
        """What the panel shows: the host may have changed whether the screen is filled."""
        self._shown = replace(self._shown, fullscreen=self._host.fullscreen)
        return self._shown

    def change(self, controls: Controls) -> None:
        """Have other values take effect now; they are not kept yet."""
        self._shown = controls
        self._act()

    def keep(self, names: set[str]) -> None:
        """Keep the present values of some fields. Raises GemportError where that fails."""
        for name in sorted(names):
            keep_field(self._preferences, name, getattr(self._shown, name))

    def _act(self) -> None:
        self._machine.box_speed = self._shown.boxes
        self._machine.double_click_times = self._times
        self._machine.double_click = self.rate(self._shown)
        self._machine.environment["CELEBRATION"] = field_text("celebration", self._shown.celebration)
        self._host.show(self._shown)

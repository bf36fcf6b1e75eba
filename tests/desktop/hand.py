"""Mouse and keyboard input for machines without a window, and preferences in memory."""

import json
from typing import Any

from gemport.desktop.panel import CHOICES
from gemport.gem import LEFT, GemportError, Machine
from gemport.gem.aes.keys import LEFT_SHIFT, key_press


class Kept(dict[str, Any]):
    """Preferences in memory; while ``broken`` is true, saving fails."""

    broken = False

    def set(self, name: str, value: Any) -> None:
        if self.broken:
            raise GemportError("the disk is full")
        self[name] = json.loads(json.dumps(value))


def button_for(setting: str, value: object) -> int:
    """Return the object of the panel's button for a value of a setting."""
    return next(obj for obj, each in CHOICES[setting].items() if each == value)


class Hand:
    """Mouse and keyboard input; points are screen pixels, and every action waits until the machine has settled."""

    machine: Machine

    def to(self, at: tuple[int, int]) -> None:
        self.machine.mouse_to(*at)
        self.machine.settle()

    def press(self, at: tuple[int, int]) -> None:
        self.machine.mouse_to(*at)
        self.machine.mouse_button(LEFT, True)
        self.machine.settle()

    def release(self) -> None:
        self.machine.mouse_button(LEFT, False)
        self.machine.settle()

    def click(self, at: tuple[int, int], shift: bool = False, times: int = 1) -> None:
        self.machine.shift(LEFT_SHIFT if shift else 0)
        self.machine.mouse_to(*at)
        for _ in range(times):
            self.machine.mouse_button(LEFT, True)
            self.machine.mouse_button(LEFT, False)
        self.machine.settle()
        self.machine.shift(0)

    def double_click(self, at: tuple[int, int]) -> None:
        self.click(at, times=2)

    def drag(self, source: tuple[int, int], target: tuple[int, int]) -> None:
        self.press(source)
        self.to(target)
        self.release()

    def key(self, *names: str) -> None:
        for name in names:
            self.machine.key(*key_press(name))
            self.machine.settle()

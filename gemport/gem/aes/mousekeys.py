"""The keys that stand for the mouse: Alternate with the arrows, Insert and ClrHome (docs/machine.md 5.3, 5.6).

The machine's own input side takes them, so they work wherever the mouse does, and no program ever sees them.
"""

from __future__ import annotations

from gemport.gem.aes.constants import LEFT, RIGHT
from gemport.gem.aes.keys import ALTERNATE, ARROW_DOWN, ARROW_LEFT, ARROW_RIGHT, ARROW_UP, CLR_HOME, INSERT, SHIFT

STEP, FINE_STEP = 8, 1
"""How far a key moves the pointer, in pixels: alone, and with Shift."""

# By scancode: Shift changes the character. With Control they are other keys, and the program's.
_DIRECTIONS = {ARROW_UP >> 8: (0, -1), ARROW_DOWN >> 8: (0, 1), ARROW_LEFT >> 8: (-1, 0), ARROW_RIGHT >> 8: (1, 0)}
_BUTTONS = {INSERT >> 8: LEFT, CLR_HOME >> 8: RIGHT}


def pointer_step(word: int, shift: int) -> tuple[int, int] | None:
    """How far a key moves the pointer, right and down in pixels; None for a key that does not."""
    direction = _DIRECTIONS.get(word >> 8) if shift & ALTERNATE else None
    if direction is None:
        return None
    step = FINE_STEP if shift & SHIFT else STEP
    return direction[0] * step, direction[1] * step


def button_of(word: int, shift: int) -> int:
    """The button that a key stands for, LEFT or RIGHT, as long as it is held; 0 for a key that stands for none."""
    return _BUTTONS.get(word >> 8, 0) if shift & ALTERNATE else 0

"""What the built-in resources have in every game beyond the games' own: menu entries, and the keys that stand for them.

One key means one thing in all three games; F8 and F9 are the function keys that none of them uses otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from gemport.gem.aes.keys import (
    CONTROL_B,
    CONTROL_L,
    CONTROL_O,
    CONTROL_T,
    CONTROL_W,
    CONTROL_Y,
    F8,
    F9,
    HELP,
    SHIFT,
    UNDO,
)
from gemport.gem.aes.rsrc import LoadedResource
from gemport.patience.kit.check import Needs, entry, has

if TYPE_CHECKING:
    from gemport.patience.kit.program import Command

EXTRA_KEYS: Final = {
    "unfinished": F9,
    "redo": CONTROL_Y,
    "hint": F8,
    "winnable": CONTROL_W,
    "solution": CONTROL_L,
    "back": CONTROL_B,
    "oracle": CONTROL_O,
    "counter": CONTROL_T,
    "help": HELP,
}
"""By the name of an action the key word that stands for it."""


_QUESTION = ord("?")


def other_key(key: int, shift: int) -> int | None:
    """The key of an extra that a key stands for beside its own: ``?`` is Help, and Shift+Undo is Redo; else None."""
    if key & 0xFF == _QUESTION:
        return EXTRA_KEYS["help"]
    return EXTRA_KEYS["redo"] if key == UNDO and shift & SHIFT else None


def extra_commands(trees: LoadedResource, menu: int, commands: Mapping[int, Command]) -> dict[int, Command]:
    """Those of the commands whose entries a resource's menu (the tree ``menu``) has."""
    return {item: command for item, command in commands.items() if has(trees, Needs({menu: {item: entry}}))}

"""Messages: the eight words that the AES sends to a program (docs/machine.md 3.1)."""

from __future__ import annotations

from typing import NamedTuple

from gemport.gem.aes.constants import Msg
from gemport.gem.aes.rect import GRect


class Message(NamedTuple):
    """Eight words, readable as GEM's buffer (``message[3]``) or by name."""

    type: int
    sender: int = 0
    extra: int = 0
    w3: int = 0
    w4: int = 0
    w5: int = 0
    w6: int = 0
    w7: int = 0

    @classmethod
    def redraw(cls, handle: int, rect: GRect) -> Message:
        """WM_REDRAW for a window and a rectangle in screen pixels."""
        return cls(Msg.WM_REDRAW, 0, 0, handle, *rect)

    @property
    def handle(self) -> int:
        """The window that a WM_ message is about."""
        return self.w3

    @property
    def title(self) -> int:
        """MN_SELECTED: the object of the menu's title."""
        return self.w3

    @property
    def item(self) -> int:
        """MN_SELECTED: the object of the entry."""
        return self.w4

    @property
    def rect(self) -> GRect:
        """WM_REDRAW, WM_MOVED, WM_SIZED: the rectangle."""
        return GRect(self.w4, self.w5, self.w6, self.w7)

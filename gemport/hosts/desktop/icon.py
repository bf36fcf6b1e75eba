"""The program's icon in two sizes for the host's window and menus: a fan of cards."""

from __future__ import annotations

from gemport.hosts.files import data_folder

SIZE, SMALL = 32, 16  # width and height of the two pictures in pixels
_COLOURS = {"o": b"\x00\x00\x00\xff", "+": b"\xff\xff\xff\xff", ".": b"\x00\x00\x00\x00"}  # ink, paper, transparent


class Icon:
    """The picture, with the part of pyglet's ImageData that a window's icon needs, because its import is slow."""

    def __init__(self, small: bool = False) -> None:
        """Create the large icon, or the icon of SMALL x SMALL pixels."""
        self.width = self.height = SMALL if small else SIZE
        self._rows = (data_folder() / "desktop" / f"icon_{self.width}.txt").read_text(encoding="ascii").split()

    def get_image_data(self) -> Icon:
        return self

    def get_data(self, channels: str, pitch: int) -> bytes:
        """Return the pixels with one byte per channel (such as ``BGRA``), bottom row first, or top if ``pitch`` < 0."""
        rows = self._rows[::-1] if pitch > 0 else self._rows
        places = ["RGBA".index(channel) for channel in channels]
        return b"".join(bytes(_COLOURS[mark][place] for place in places) for row in rows for mark in row)

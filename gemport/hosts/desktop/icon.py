"""The program's icon in two sizes for the host's window and menus: a fan of cards."""

from __future__ import annotations

SIZE, SMALL = 32, 16  # width and height of the two pictures in pixels
# o ink, + paper, . transparent
_PICTURE = """
................................
...ooooooooooooooooo............
..oo+++++++++++++++oo...........
..o++++ooooooooooooooooo........
..o+++oo+++++++++++++++oo.......
..o+++o++++oooooooooooooooooo...
..o+++o+++oo++++++++++++++++oo..
..o+++o+++o++++++++++++++++++o..
..o+++o+++o+++oo+++++++++++++o..
..o+++o+++o++o++o++++++++++++o..
..o+++o+++o++o++o++++++++++++o..
..o+++o+++o++oooo++++++++++++o..
..o+++o+++o++o++o++++++++++++o..
..o+++o+++o++o++o++++++++++++o..
..o+++o+++o++++++++++++++++++o..
..o+++o+++o+++++++++o++++++++o..
..o+++o+++o++++++++ooo+++++++o..
..o+++o+++o+++++++ooooo++++++o..
..o+++o+++o++++++ooooooo+++++o..
..o+++o+++o+++++ooooooooo++++o..
..o+++o+++o++++ooooooooooo+++o..
..o+++o+++o++++ooooooooooo+++o..
..o+++o+++o++++ooooooooooo+++o..
..o+++o+++o+++++ooo+o+ooo++++o..
..oo++o+++o+++++++++o++++++++o..
...oooo+++o++++++++ooo+++++++o..
......oo++o+++++++ooooo++++++o..
.......oooo++++++++++++++++++o..
..........o++++++++++++++++++o..
..........oo++++++++++++++++oo..
...........oooooooooooooooooo...
................................
"""
_SMALL_PICTURE = """
................
..ooooooooo.....
.o+++++++++o....
.o+ooooooooooo..
.o+o+++++++++o..
.o+o++++o++++o..
.o+o+++ooo+++o..
.o+o++ooooo++o..
.o+o+ooooooo+o..
.o+o+ooooooo+o..
.o+o+oo+o+oo+o..
.o+o++++o++++o..
..oo+++ooo+++o..
...o+++++++++o..
....ooooooooo...
................
"""
_COLOURS = {"o": b"\x00\x00\x00\xff", "+": b"\xff\xff\xff\xff", ".": b"\x00\x00\x00\x00"}


class Icon:
    """The picture, with the part of pyglet's ImageData that a window's icon needs, because its import is slow."""

    def __init__(self, small: bool = False) -> None:
        """Create the large icon, or the icon of SMALL x SMALL pixels."""
        self._picture = _SMALL_PICTURE if small else _PICTURE
        self.width = self.height = SMALL if small else SIZE

    def get_image_data(self) -> Icon:
        return self

    def get_data(self, channels: str, pitch: int) -> bytes:
        """Return the pixels with one byte per channel (such as ``BGRA``), bottom row first, or top if ``pitch`` < 0."""
        rows = self._picture.split()
        if pitch > 0:
            rows.reverse()
        places = ["RGBA".index(channel) for channel in channels]
        return b"".join(bytes(_COLOURS[mark][place] for place in places) for row in rows for mark in row)

"""The program's icon in two sizes, for the host's window and its menus: cards in a fan, in the project's own pixels."""

from __future__ import annotations

SIZE, SMALL = 32, 16
"""Width and height of the two pictures in pixels."""
# o ink, + paper, . see-through
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


def pixels(small: bool = False) -> bytes:
    """SIZE x SIZE pixels, or SMALL x SMALL, from the top left, four bytes each: red, green, blue, opacity."""
    picture = _SMALL_PICTURE if small else _PICTURE
    return b"".join(_COLOURS[mark] for row in picture.split() for mark in row)

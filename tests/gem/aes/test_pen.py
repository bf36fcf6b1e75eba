"""The AES's outlines and copies."""

from __future__ import annotations

import pytest

from gemport.gem.aes.objects import CENTRED, SMALL
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.screen import text_position
from tests.gem.aes.objects.fixtures import black, blank, drawing, picture


def test_the_dotted_outline_turns_over_pixels_with_an_odd_sum_but_no_corner() -> None:
    pen = blank(8, 6)
    pen.dotted_outline(GRect(1, 0, 6, 5))
    # The corners 1,0 and 1,4 have odd sums, but are turned over twice.
    assert picture(pen) == drawing("""
        ...#.#..
        ......#.
        .#......
        ......#.
        ...#.#..
        ........
        """)


def test_drawn_a_second_time_an_outline_is_gone() -> None:
    pen = blank(120, 90)
    pen.fill(GRect(20, 0, 40, 50), 3)
    before = picture(pen)
    for outline in (pen.dotted_outline, pen.dotted_corners, pen.invert):
        outline(GRect(5, 4, 100, 80))
        assert picture(pen) != before
        outline(GRect(5, 4, 100, 80))
        assert picture(pen) == before


def test_the_legs_of_corner_outlines_are_one_pixel_longer_at_the_left_and_top() -> None:
    pen = blank(120, 100)
    pen.dotted_corners(GRect(0, 0, 120, 100))
    top = {x for x, y in black(pen) if y == 0}
    assert (max(x for x in top if x < 60), min(x for x in top if x > 60)) == (37, 83)
    right = {y for x, y in black(pen) if x == 119}
    assert (max(y for y in right if y < 50), min(y for y in right if y > 50)) == (38, 62)


def test_the_sides_of_a_cut_outline_begin_their_dots_at_the_edge() -> None:
    # The right side runs down from a dot at 11, 2, the left one up from a dot at 2, 11.
    pen = blank(16, 16)
    pen.clip(GRect(0, 5, 16, 4))
    pen.dotted_outline(GRect(2, 2, 10, 10))
    assert black(pen) == {(11, 5), (11, 7), (2, 8), (2, 6)}


def test_rows_of_a_cut_outline_keep_their_dots() -> None:
    pen = blank(16, 16)
    pen.clip(GRect(5, 0, 4, 16))
    pen.dotted_outline(GRect(2, 2, 10, 10))
    assert black(pen) == {(5, 2), (7, 2), (6, 11), (8, 11)}


def test_a_copy_takes_the_screen_as_it_was() -> None:
    pen = blank(10, 4)
    pen.fill(GRect(0, 0, 2, 2))
    pen.copy(GRect(0, 0, 4, 2), 1, 1)
    assert picture(pen) == drawing("""
        ##........
        ###.......
        .##.......
        ..........
        """)


@pytest.mark.parametrize(
    ("rect", "length", "just", "placed"),
    [
        (GRect(1, 1, 99, 17), 5, CENTRED, (31, 2, 5)),
        (GRect(1, 1, 99, 17), 5, 0, (1, 2, 5)),
        (GRect(1, 1, 99, 17), 5, 1, (60, 2, 5)),
        (GRect(0, 0, 40, 16), 8, 0, (0, 0, 5)),
        (GRect(0, 0, 40, 15), 3, 0, (0, 0, 0)),
        (GRect(10, 10, 101, 30), 3, CENTRED, (49, 17, 3)),
    ],
)
def test_text_has_its_place_in_a_rectangle(rect: GRect, length: int, just: int, placed: tuple[int, int, int]) -> None:
    assert text_position(rect, "x" * length, just) == placed


def test_small_text_needs_six_pixels_a_character() -> None:
    assert text_position(GRect(0, 0, 35, 6), "abcdefgh", 0, SMALL) == (0, 0, 5)

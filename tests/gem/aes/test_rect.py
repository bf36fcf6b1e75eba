"""Rectangles: the AES's arithmetic."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.gem.aes.rect import GRect

Rects = st.builds(GRect, st.integers(-20, 20), st.integers(-20, 20), st.integers(1, 20), st.integers(1, 20))


@given(Rects, Rects, st.integers(-20, 40), st.integers(-20, 40))
def test_the_intersection_holds_exactly_the_points_of_both(a: GRect, b: GRect, x: int, y: int) -> None:
    common = a.intersection(b)
    assert common.contains(x, y) == (a.contains(x, y) and b.contains(x, y))
    assert a.intersects(b) == (not common.empty)


@given(Rects, Rects)
def test_the_union_is_the_smallest_rectangle_around_both(a: GRect, b: GRect) -> None:
    union = a.union(b)
    assert a.intersection(union) == a
    assert b.intersection(union) == b
    assert {union.x, union.y} <= {a.x, a.y, b.x, b.y}
    assert {union.right, union.bottom} <= {a.right, a.bottom, b.right, b.bottom}


@pytest.mark.parametrize(
    ("rect", "moved"),
    [
        (GRect(5, 5, 10, 10), GRect(10, 10, 10, 10)),
        (GRect(45, 45, 10, 10), GRect(40, 40, 10, 10)),
        (GRect(20, 20, 10, 10), GRect(20, 20, 10, 10)),
        (GRect(0, 0, 60, 10), GRect(-10, 10, 60, 10)),
    ],
)
def test_a_constrained_rectangle_lies_inside_or_ends_flush_right(rect: GRect, moved: GRect) -> None:
    assert rect.constrained(GRect(10, 10, 40, 40)) == moved

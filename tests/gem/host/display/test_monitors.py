"""Where a window goes on one host's screen or several."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.gem.host.display.controls import Placement
from gemport.gem.host.display.monitors import (
    Area,
    ScaleError,
    check_scale,
    comfortable_size,
    first_area,
    is_reachable,
    monitor_of,
    scaled_size,
)
from gemport.settings import FIT, Scale

SCREEN = (640, 400)
LEFT, RIGHT, BELOW = Area(0, 0, 1920, 1080), Area(1920, 0, 1280, 1024), Area(0, 1080, 800, 600)
MONITORS = [LEFT, RIGHT, BELOW]
SIZES = st.tuples(st.integers(320, 8000), st.integers(200, 5000))
SCREENS = st.tuples(st.integers(1, 8192), st.integers(1, 8192))
SCALES = st.one_of(st.none(), st.just(FIT), st.integers(1, 99))


@pytest.mark.parametrize(
    ("host", "scale"), [((1920, 1080), 2), ((1366, 768), 1), ((2560, 1440), 3), ((3840, 2160), 4), ((640, 400), 1)]
)
def test_a_new_window_leaves_room_on_the_hosts_screen(host: tuple[int, int], scale: int) -> None:
    assert comfortable_size(host, SCREEN) == (640 * scale, 400 * scale)


def test_a_screen_larger_than_the_hosts_is_made_smaller() -> None:
    assert comfortable_size((1366, 768), (1280, 960)) == (921, 691)
    assert scaled_size(3, (1366, 768), (1280, 960)) == (921, 691)


@given(SIZES, SCREENS, SCALES)
def test_no_window_is_larger_than_the_hosts(host: tuple[int, int], screen: tuple[int, int], scale: Scale) -> None:
    width, height = scaled_size(scale, host, screen)
    assert 1 <= width <= host[0]
    assert 1 <= height <= host[1]
    if isinstance(scale, int) and screen[0] * scale <= host[0] and screen[1] * scale <= host[1]:
        check_scale(scale, host, screen)
        assert (width, height) == (screen[0] * scale, screen[1] * scale)


@pytest.mark.parametrize(
    ("scale", "screen", "message"),
    [
        (
            82,
            SCREEN,
            "82 needs 52480x32800 pixels, and the display has 1366x768: up to 1, and fit, have room",
        ),
        (1, (8192, 8192), "1 needs 8192x8192 pixels, and the display has 1366x768: fit has room"),
    ],
)
def test_a_scale_without_room_is_refused_with_what_has(scale: int, screen: tuple[int, int], message: str) -> None:
    with pytest.raises(ScaleError) as refusal:
        check_scale(scale, (1366, 768), screen)
    assert str(refusal.value) == f"a scale of {message}"
    check_scale(FIT, (1366, 768), screen)
    check_scale(None, (1366, 768), screen)


@pytest.mark.parametrize(
    ("window", "monitor"),
    [
        (Area(10, 10, 640, 400), 0),
        (Area(1500, 10, 640, 400), 0),
        (Area(1700, 10, 640, 400), 1),
        (Area(100, 900, 640, 400), 2),
        (Area(-1000, 10, 640, 400), 0),
        (Area(9000, 10, 640, 400), 1),
        (Area(300, 9000, 640, 400), 2),
    ],
)
def test_a_window_is_on_the_monitor_that_shows_most_of_it(window: Area, monitor: int) -> None:
    assert monitor_of(window, MONITORS) == monitor


def test_what_lies_just_beyond_an_edge_is_not_to_be_seen() -> None:
    assert is_reachable(Area(0, 1679, 640, 400), MONITORS)
    assert not is_reachable(Area(0, 1680, 640, 400), MONITORS)
    assert is_reachable(Area(2879, 0, 640, 400), MONITORS)
    assert not is_reachable(Area(2880, 0, 640, 400), MONITORS)
    assert not is_reachable(Area(0, -1, 640, 400), MONITORS)


def test_a_window_opens_where_it_was_left() -> None:
    left = Placement((900, 600), (2000, 50))
    assert first_area(left, None, SCREEN, MONITORS) == (Area(2000, 50, 900, 600), True)
    assert first_area(Placement(), None, SCREEN, MONITORS) == (Area(0, 0, 1280, 800), False)
    assert first_area(Placement(), 1, SCREEN, MONITORS) == (Area(0, 0, 640, 400), False)


def test_a_window_without_a_size_gets_that_of_the_monitor_that_it_is_on() -> None:
    assert first_area(Placement(place=(1930, 40)), None, SCREEN, MONITORS) == (Area(1930, 40, 640, 400), True)
    assert first_area(Placement(place=(5, 5)), None, SCREEN, MONITORS) == (Area(5, 5, 1280, 800), True)


def test_a_place_that_is_no_more_is_not_used_nor_a_size_without_room() -> None:
    area, placed = first_area(Placement((900, 600), (2000, 50)), None, SCREEN, [LEFT])
    assert (area.size, placed) == ((900, 600), False)
    area, placed = first_area(Placement((1900, 1000), (10, 1100)), None, SCREEN, MONITORS)
    assert (area.size, placed) == ((640, 400), True)


@given(st.integers(-4000, 6000), st.integers(-4000, 4000), SIZES)
def test_a_place_that_is_used_lets_the_window_be_taken_hold_of(x: int, y: int, size: tuple[int, int]) -> None:
    area, placed = first_area(Placement(size, (x, y)), None, SCREEN, MONITORS)
    middle = (area.x + area.width // 2, area.y)
    seen = any(at.x <= middle[0] < at.x + at.width and at.y <= middle[1] < at.y + at.height for at in MONITORS)
    assert placed == seen == is_reachable(area, MONITORS)

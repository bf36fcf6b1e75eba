"""Positions of the GEM screen, of a window and of a hint."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.gem import GemportError, GRect, read_fnt
from gemport.hosts.desktop.geometry import (
    Letterbox,
    check_scale,
    comfortable_size,
    first_area,
    fit,
    host_pixel,
    monitor_of,
    working_part,
)
from gemport.hosts.desktop.shifter import hint_picture
from gemport.settings import FIT, Placement, Scale
from tests.places import DATA

SCREEN = (640, 400)
FONT = read_fnt((DATA / "system/8x16.fnt").read_bytes())
SIZES = st.tuples(st.integers(1, 4000), st.integers(1, 3000))
LEFT, RIGHT, BELOW = GRect(0, 0, 1920, 1080), GRect(1920, 0, 1280, 1024), GRect(0, 1080, 800, 600)
MONITORS = [LEFT, RIGHT, BELOW]
DISPLAYS = st.tuples(st.integers(320, 8000), st.integers(200, 5000))


def box(left: int, top: int, across: int, down: int) -> Letterbox:
    return Letterbox(left, top, across, down, *SCREEN)


@pytest.mark.parametrize(
    ("window", "whole", "filled"),
    [
        ((640, 400), box(0, 0, 640, 400), box(0, 0, 640, 400)),
        ((1920, 1080), box(320, 140, 1280, 800), box(96, 0, 1728, 1080)),
        # Within 1 % of a whole scale the picture has that scale, even if a row of pixels is cut off.
        ((1281, 803), box(0, 1, 1280, 800), box(0, 1, 1280, 800)),
        ((1278, 2000), box(-1, 600, 1280, 800), box(-1, 600, 1280, 800)),
        ((1260, 2000), box(310, 800, 640, 400), box(0, 606, 1260, 788)),
        ((500, 300), box(10, 0, 480, 300), box(10, 0, 480, 300)),
    ],
)
def test_the_screen_lies_in_the_middle(window: tuple[int, int], whole: Letterbox, filled: Letterbox) -> None:
    assert fit(window, SCREEN, whole=True) == whole
    assert fit(window, SCREEN, whole=False) == filled


@pytest.mark.parametrize(
    ("host", "gem", "inside"),
    [
        ((320, 140), (0, 0), True),
        ((322, 142), (1, 1), True),
        ((1599, 939), (639, 399), True),
        ((319, 500), (0, 180), False),
        ((320, 139), (0, 0), False),
        ((1600, 939), (639, 399), False),
        ((5000, 141), (639, 0), False),
        ((1599, 940), (639, 399), False),
    ],
)
def test_outside_it_is_the_nearest_pixel(host: tuple[int, int], gem: tuple[int, int], inside: bool) -> None:
    place = fit((1920, 1080), SCREEN, whole=True)
    assert (place.to_gem(*host), place.contains(*host)) == (gem, inside)


def test_a_point_of_a_window_is_one_of_its_pixels_at_any_density() -> None:
    assert host_pixel(0, 0, (1000, 500), (1500, 750)) == (0, 748)
    assert host_pixel(999.9, 499, (1000, 500), (1500, 750)) == (1498, 0)


@pytest.mark.parametrize(
    ("host", "screen", "size"),
    [
        ((1920, 1080), SCREEN, (1280, 800)),
        ((640, 400), SCREEN, (640, 400)),
        ((1920, 1080), (640, 512), (1280, 1024)),
        # No whole scale from 2 fits: four fifths of the host's screen.
        ((1366, 768), SCREEN, (1165, 728)),
        # Only slightly larger than the screen: its pixels stay sharp.
        ((700, 480), SCREEN, (640, 400)),
    ],
)
def test_a_new_window_is_as_large_as_has_room(
    host: tuple[int, int], screen: tuple[int, int], size: tuple[int, int]
) -> None:
    assert comfortable_size(host, screen) == size


def test_panels_take_room_from_the_monitors_that_they_are_on() -> None:
    assert working_part(LEFT, None) == LEFT
    assert working_part(LEFT, GRect(0, 30, 3200, 1690)) == GRect(0, 30, 1920, 1050)
    assert working_part(RIGHT, GRect(0, 30, 3200, 1690)) == GRect(1920, 30, 1280, 994)
    assert working_part(RIGHT, GRect(0, 0, 1920, 1000)) == RIGHT
    # With two panels of 24 pixels, twice 512 rows no longer fit.
    area, _ = first_area(Placement(), None, (640, 512), [LEFT], GRect(0, 24, 1920, 1032))
    assert area[2:] == (1240, 992)


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
    with pytest.raises(GemportError) as refusal:
        check_scale(scale, (1366, 768), screen)
    assert str(refusal.value) == f"a scale of {message}"
    check_scale(FIT, (1366, 768), screen)
    check_scale(None, (1366, 768), screen)


@pytest.mark.parametrize(
    ("window", "monitor"),
    [
        (GRect(10, 10, 640, 400), 0),
        (GRect(1700, 10, 640, 400), 1),
        (GRect(100, 900, 640, 400), 2),
        (GRect(9000, 10, 640, 400), 1),
        (GRect(300, 9000, 640, 400), 2),
        (GRect(-5000, 900, 640, 400), 2),
    ],
)
def test_a_window_is_on_the_monitor_that_shows_most_of_it(window: GRect, monitor: int) -> None:
    assert monitor_of(window, MONITORS) == monitor


@pytest.mark.parametrize(
    ("placement", "scale", "monitors", "opening"),
    [
        # a window opens at its last place
        (Placement((900, 600), (2000, 50)), None, MONITORS, (GRect(2000, 50, 900, 600), True)),
        (Placement(), 1, MONITORS, (GRect(0, 0, 640, 400), False)),
        # a window without a size gets the size for its monitor
        (Placement(place=(1930, 40)), None, MONITORS, (GRect(1930, 40, 1280, 800), True)),
        # a place off all monitors and a size that does not fit are not used
        (Placement((900, 600), (2000, 50)), None, [LEFT], (GRect(2000, 50, 900, 600), False)),
        (Placement((1900, 1000), (10, 1100)), None, MONITORS, (GRect(10, 1100, 800, 500), True)),
        (Placement((1900, 400), (10, 1100)), None, MONITORS, (GRect(10, 1100, 800, 500), True)),
    ],
)
def test_a_window_opens_here(
    placement: Placement, scale: Scale, monitors: list[GRect], opening: tuple[GRect, bool]
) -> None:
    assert first_area(placement, scale, SCREEN, monitors) == opening


def test_a_further_window_opens_beside_those_that_are_open() -> None:
    for placement in (Placement(), Placement((1280, 800), (100, 100)), Placement((1280, 800), (630, 270))):
        areas = [first_area(placement, None, SCREEN, [LEFT], others=others) for others in range(1, 9)]
        assert all(placed for _, placed in areas)
        places = {(area.x, area.y) for area, _ in areas}
        assert len(places) == 8
        assert placement.place not in places
        assert all(x <= 1920 - 1280 and 40 <= y <= 1080 - 800 for x, y in places)
    right = Placement((640, 400), (1930, 60))
    assert first_area(right, None, SCREEN, MONITORS, others=1) == (GRect(1962, 92, 640, 400), True)
    # Windows move sideways if there is no space below a title bar, and stay if they do not fit at all.
    small = GRect(0, 0, 1366, 768)
    assert first_area(Placement(), None, SCREEN, [small], others=1) == (GRect(32, 0, 1165, 728), True)
    assert first_area(Placement((1366, 768), (0, 0)), None, SCREEN, [small], others=1) == (small, True)


@given(st.integers(-4000, 6000), st.integers(-4000, 4000), DISPLAYS)
def test_a_window_keeps_a_place_whose_title_is_visible(x: int, y: int, size: tuple[int, int]) -> None:
    area, placed = first_area(Placement(size, (x, y)), None, SCREEN, MONITORS)
    visible = any(at.x <= area.x + area.w // 2 < at.x + at.w and at.y <= area.y < at.y + at.h for at in MONITORS)
    assert placed == visible


def test_a_hint_is_a_text_in_a_double_frame() -> None:
    picture = hint_picture("Alt", FONT)
    rows = [f"{row >> (picture.stride - picture.width):0{picture.width}b}" for row in picture.rows]
    width = 3 * 8 + 2 * 8 + 2 * 3
    assert (picture.width, picture.height) == (width, 16 + 2 * 6)
    assert rows[:3] == ["1" * width, "1" + "0" * (width - 2) + "1", "10" + "1" * (width - 4) + "01"]
    assert rows[3] == rows[-4] == "101" + "0" * (width - 6) + "101"
    assert rows == [*rows[:6], *rows[6:-6], *reversed(rows[:6])]
    text = [int(row[11:-11], 2) for row in rows[6:-6]]
    letters = [FONT.glyph(ord(letter)).rows for letter in "Alt"]
    assert text == [first << 16 | second << 8 | third for first, second, third in zip(*letters, strict=True)]

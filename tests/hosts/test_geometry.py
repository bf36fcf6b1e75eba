"""Positions of the GEM screen, of a window and of a hint."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.gem import GemportError, GRect, read_fnt
from gemport.hosts.desktop.geometry import (
    Letterbox,
    check_scale,
    comfortable_size,
    filling,
    first_area,
    fit,
    host_pixel,
    monitor_of,
    scaled_size,
    working_part,
)
from gemport.hosts.desktop.shifter import hint_box, hint_picture
from gemport.settings import FIT, Placement, Scale
from tests.places import DATA

SCREEN = (640, 400)
FONT = read_fnt((DATA / "system/8x16.fnt").read_bytes())
SIZES = st.tuples(st.integers(1, 4000), st.integers(1, 3000))
SCREENS = st.tuples(st.integers(1, 1400), st.integers(1, 1100))
LEFT, RIGHT, BELOW = GRect(0, 0, 1920, 1080), GRect(1920, 0, 1280, 1024), GRect(0, 1080, 800, 600)
MONITORS = [LEFT, RIGHT, BELOW]
DISPLAYS = st.tuples(st.integers(320, 8000), st.integers(200, 5000))
ANY_SCREENS = st.tuples(st.integers(1, 8192), st.integers(1, 8192))
SCALES = st.one_of(st.none(), st.just(FIT), st.integers(1, 99))


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


@given(st.integers(640, 4000), st.integers(400, 3000))
def test_a_whole_scale_is_the_largest_that_fits_within_1_percent(width: int, height: int) -> None:
    place = fit((width, height), SCREEN, whole=True)
    scale = place.across // 640
    width, height = max(width, place.across * 99 // 100), max(height, place.down * 99 // 100)
    assert (place.left, place.top) >= (-place.across // 200 - 1, -place.down // 200 - 1)
    assert (place.across, place.down) == (640 * scale, 400 * scale)
    assert place.left <= width - place.across - place.left <= place.left + 1
    assert place.top <= height - place.down - place.top <= place.top + 1
    assert width < (scale + 1) * 640 or height < (scale + 1) * 400


@given(SIZES, SCREENS)
def test_a_filling_picture_reaches_two_edges_and_keeps_its_shape(
    window: tuple[int, int], screen: tuple[int, int]
) -> None:
    across, down = filling(window, screen)
    assert across <= window[0]
    assert down <= window[1]
    assert across == window[0] or down == window[1]
    if across > 1 and down > 1:
        # Within half a host pixel of the screen's proportions.
        assert abs(across * screen[1] - down * screen[0]) * 2 <= max(screen)


@given(SIZES, SCREENS, st.booleans(), st.data())
def test_a_host_pixel_is_the_gem_pixel_under_its_middle(
    window: tuple[int, int], screen: tuple[int, int], whole: bool, data: st.DataObject
) -> None:
    place = fit(window, screen, whole)
    x = data.draw(st.integers(place.left, place.left + place.across - 1))
    y = data.draw(st.integers(place.top, place.top + place.down - 1))
    assert place.contains(x, y)
    gem_x, gem_y = place.to_gem(x, y)
    middle_x = (x - place.left + 0.5) / place.across * screen[0]
    middle_y = (y - place.top + 0.5) / place.down * screen[1]
    assert gem_x <= middle_x + 1e-6
    assert middle_x <= gem_x + 1 + 1e-6
    assert gem_y <= middle_y + 1e-6
    assert middle_y <= gem_y + 1 + 1e-6


@pytest.mark.parametrize(
    ("host", "gem"),
    [
        ((320, 140), (0, 0)),
        ((322, 142), (1, 1)),
        ((1599, 939), (639, 399)),
        ((319, 500), (0, 180)),
        ((5000, 141), (639, 0)),
    ],
)
def test_outside_it_is_the_nearest_pixel(host: tuple[int, int], gem: tuple[int, int]) -> None:
    assert fit((1920, 1080), SCREEN, whole=True).to_gem(*host) == gem


def test_the_screen_contains_its_corners_and_no_more() -> None:
    place = fit((1920, 1080), SCREEN, whole=True)
    points = ((320, 140), (1599, 939), (319, 140), (320, 139), (1600, 939), (1599, 940))
    assert [place.contains(*point) for point in points] == [True, True, False, False, False, False]


@given(SIZES, st.integers(1, 4), st.data())
def test_a_point_of_a_window_is_one_of_its_pixels(window: tuple[int, int], density: int, data: st.DataObject) -> None:
    framebuffer = (window[0] * density, window[1] * density)
    x, y = data.draw(st.integers(0, window[0] - 1)), data.draw(st.integers(0, window[1] - 1))
    assert host_pixel(x, y, window, framebuffer) == (x * density, (window[1] - 1 - y) * density)
    # Densities can be fractions.
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


@given(DISPLAYS, ANY_SCREENS)
def test_a_new_window_is_a_whole_multiple_or_uses_up_the_room(host: tuple[int, int], screen: tuple[int, int]) -> None:
    width, height = comfortable_size(host, screen)
    factor = width // screen[0]
    whole = factor >= 1 and (width, height) == (screen[0] * factor, screen[1] * factor)
    assert whole or width == host[0] or height == host[1] - 40
    assert comfortable_size(host, screen, FIT) == filling((host[0], host[1] - 40), screen)


def test_panels_take_room_from_the_monitors_that_they_are_on() -> None:
    assert working_part(LEFT, None) == LEFT
    assert working_part(LEFT, GRect(0, 30, 3200, 1690)) == GRect(0, 30, 1920, 1050)
    assert working_part(RIGHT, GRect(0, 30, 3200, 1690)) == GRect(1920, 30, 1280, 994)
    assert working_part(RIGHT, GRect(0, 0, 1920, 1000)) == RIGHT
    # With two panels of 24 pixels, twice 512 rows no longer fit.
    area, _ = first_area(Placement(), None, (640, 512), [LEFT], GRect(0, 24, 1920, 1032))
    assert area[2:] == (1240, 992)


@given(DISPLAYS, ANY_SCREENS, SCALES)
def test_no_window_is_larger_than_the_hosts(host: tuple[int, int], screen: tuple[int, int], scale: Scale) -> None:
    width, height = scaled_size(scale, host, host, screen)
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


@given(st.tuples(st.integers(640, 4000), st.integers(400, 3000)), st.integers(100, 8000))
def test_a_hint_lies_in_the_window_at_a_whole_scale(window: tuple[int, int], across: int) -> None:
    size = (270, 28)
    box = hint_box(window, (across, 640), size)
    scale = box.across // size[0]
    assert (box.across, box.down) == (size[0] * scale, size[1] * scale)
    assert 1 <= scale <= max(window[0] // size[0], 1)
    assert box.left >= 0
    assert abs(2 * box.left + box.across - window[0]) <= 1


@pytest.mark.parametrize(("window", "whole"), [((1280, 800), True), ((1366, 768), False)])
@pytest.mark.parametrize("pixels", [(0, 0, 0, 0), (100, 50, 140, 60), (639, 399, 639, 399)])
def test_a_drawn_part_has_all_of_its_pixels_and_little_more(
    window: tuple[int, int], whole: bool, pixels: tuple[int, int, int, int]
) -> None:
    """A part that is too small leaves remains of the old picture."""
    box = fit(window, (640, 400), whole)
    left, top, right, bottom = pixels
    part = box.around(*pixels, window[1])
    # The host pixels at the corners, counted from the bottom left.
    for x, y in ((left, top), (right + 0.999, bottom + 0.999)):
        host_x = box.left + int(x * box.across / 640)
        host_y = window[1] - 1 - box.top - int(y * box.down / 400)
        assert part.contains(host_x, host_y)
    assert part.w <= (right - left + 6) * box.across / 640 + 2
    assert box.left <= part.x < part.right <= box.left + box.across

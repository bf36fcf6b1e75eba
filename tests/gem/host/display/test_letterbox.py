"""Where the GEM screen lies in a window."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.gem.host.display.letterbox import Letterbox, fit, host_pixel

SCREEN = (640, 400)
SIZES = st.tuples(st.integers(1, 4000), st.integers(1, 3000))
SCREENS = st.tuples(st.integers(1, 1400), st.integers(1, 1100))


def box(left: int, top: int, across: int, down: int) -> Letterbox:
    return Letterbox(left, top, across, down, *SCREEN)


@pytest.mark.parametrize(
    ("window", "whole", "filled"),
    [
        ((640, 400), box(0, 0, 640, 400), box(0, 0, 640, 400)),
        ((1280, 800), box(0, 0, 1280, 800), box(0, 0, 1280, 800)),
        ((1920, 1080), box(320, 140, 1280, 800), box(96, 0, 1728, 1080)),
        ((1366, 768), box(363, 184, 640, 400), box(68, 0, 1229, 768)),
        ((1281, 803), box(0, 1, 1280, 800), box(0, 1, 1281, 801)),
        ((1279, 2000), box(319, 800, 640, 400), box(0, 600, 1279, 799)),
        ((500, 300), box(10, 0, 480, 300), box(10, 0, 480, 300)),
    ],
)
def test_the_screen_lies_in_the_middle(window: tuple[int, int], whole: Letterbox, filled: Letterbox) -> None:
    assert fit(window, SCREEN, whole=True) == whole
    assert fit(window, SCREEN, whole=False) == filled


@given(st.integers(640, 4000), st.integers(400, 3000))
def test_a_whole_scale_never_leaves_the_window_nor_wastes_one(width: int, height: int) -> None:
    found = fit((width, height), SCREEN, whole=True)
    scale = found.across // 640
    assert (found.across, found.down) == (640 * scale, 400 * scale)
    assert 0 <= found.left <= width - found.across - found.left <= found.left + 1
    assert 0 <= found.top <= height - found.down - found.top <= found.top + 1
    assert width < (scale + 1) * 640 or height < (scale + 1) * 400


@given(SIZES, SCREENS)
def test_what_fills_a_window_reaches_from_edge_to_edge_and_keeps_its_shape(
    window: tuple[int, int], screen: tuple[int, int]
) -> None:
    found = fit(window, screen, whole=False)
    assert found.across <= window[0]
    assert found.down <= window[1]
    assert found.across == window[0] or found.down == window[1]
    assert 0 <= found.left <= window[0] - found.across - found.left <= found.left + 1
    assert 0 <= found.top <= window[1] - found.down - found.top <= found.top + 1
    if found.across > 1 and found.down > 1:
        # Within half a host pixel of the screen's own shape.
        assert abs(found.across * screen[1] - found.down * screen[0]) * 2 <= max(screen)


@given(st.integers(1, 6), SCREENS)
def test_at_a_whole_scale_nothing_is_left_to_fill(scale: int, screen: tuple[int, int]) -> None:
    window = (screen[0] * scale, screen[1] * scale)
    assert fit(window, screen, whole=True) == fit(window, screen, whole=False) == Letterbox(0, 0, *window, *screen)


@given(SIZES, SCREENS, st.booleans(), st.data())
def test_a_host_pixel_is_the_gem_pixel_under_its_middle(
    window: tuple[int, int], screen: tuple[int, int], whole: bool, data: st.DataObject
) -> None:
    found = fit(window, screen, whole)
    x = data.draw(st.integers(found.left, found.left + found.across - 1))
    y = data.draw(st.integers(found.top, found.top + found.down - 1))
    assert found.contains(x, y)
    gem_x, gem_y = found.to_gem(x, y)
    middle_x = (x - found.left + 0.5) / found.across * screen[0]
    middle_y = (y - found.top + 0.5) / found.down * screen[1]
    assert gem_x <= middle_x + 1e-6
    assert middle_x <= gem_x + 1 + 1e-6
    assert gem_y <= middle_y + 1e-6
    assert middle_y <= gem_y + 1 + 1e-6


@given(st.integers(640, 4000), st.integers(400, 3000), st.booleans())
def test_every_gem_pixel_can_be_pointed_at(width: int, height: int, whole: bool) -> None:
    found = fit((width, height), SCREEN, whole)
    pointed = [found.to_gem(x, found.top)[0] for x in range(found.left, found.left + found.across)]
    assert sorted(set(pointed)) == list(range(640))
    assert pointed == sorted(pointed)


@pytest.mark.parametrize(
    ("host", "gem"),
    [
        ((320, 140), (0, 0)),
        ((321, 141), (0, 0)),
        ((322, 142), (1, 1)),
        ((1599, 939), (639, 399)),
        ((1600, 940), (639, 399)),
        ((0, 0), (0, 0)),
        ((319, 500), (0, 180)),
        ((5000, 141), (639, 0)),
    ],
)
def test_outside_it_is_the_nearest_pixel(host: tuple[int, int], gem: tuple[int, int]) -> None:
    assert fit((1920, 1080), SCREEN, whole=True).to_gem(*host) == gem


def test_the_hosts_pointer_is_hidden_over_the_screen_alone() -> None:
    found = fit((1920, 1080), SCREEN, whole=True)
    assert found.contains(320, 140)
    assert found.contains(1599, 939)
    assert not found.contains(319, 140)
    assert not found.contains(320, 139)
    assert not found.contains(1600, 939)
    assert not found.contains(1599, 940)


@given(SIZES, st.integers(1, 4), st.data())
def test_a_point_of_a_window_measured_in_points_is_one_of_its_pixels(
    window: tuple[int, int], density: int, data: st.DataObject
) -> None:
    framebuffer = (window[0] * density, window[1] * density)
    x, y = data.draw(st.integers(0, window[0] - 1)), data.draw(st.integers(0, window[1] - 1))
    assert host_pixel(x, y, window, framebuffer) == (x * density, (window[1] - 1 - y) * density)


def test_densities_need_not_be_whole_numbers() -> None:
    assert host_pixel(0, 0, (1000, 500), (1500, 750)) == (0, 748)
    assert host_pixel(999.9, 499, (1000, 500), (1500, 750)) == (1498, 0)

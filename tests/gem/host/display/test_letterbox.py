from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.gem.host.display.letterbox import Letterbox, comfortable_scale, fit

SCREEN = (640, 400)


@pytest.mark.parametrize(
    ("window", "box"),
    [
        ((640, 400), Letterbox(0, 0, 1, *SCREEN)),
        ((1280, 800), Letterbox(0, 0, 2, *SCREEN)),
        ((1920, 1080), Letterbox(320, 140, 2, *SCREEN)),
        ((1281, 803), Letterbox(0, 1, 2, *SCREEN)),
        ((1279, 2000), Letterbox(319, 800, 1, *SCREEN)),
        ((500, 300), Letterbox(0, 0, 1, *SCREEN)),
    ],
)
def test_the_screen_lies_in_the_middle_at_a_whole_scale(window: tuple[int, int], box: Letterbox) -> None:
    assert fit(window, SCREEN) == box


@given(st.integers(640, 4000), st.integers(400, 3000))
def test_the_scaled_screen_never_leaves_the_window_nor_wastes_a_whole_scale(width: int, height: int) -> None:
    box = fit((width, height), SCREEN)
    assert 0 <= box.left <= width - box.scale * 640 - box.left + 1
    assert 0 <= box.top <= height - box.scale * 400 - box.top + 1
    assert width < (box.scale + 1) * 640 or height < (box.scale + 1) * 400


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
def test_a_host_pixel_is_the_gem_pixel_under_it_held_at_the_edges(host: tuple[int, int], gem: tuple[int, int]) -> None:
    assert fit((1920, 1080), SCREEN).to_gem(*host) == gem


def test_the_hosts_pointer_is_hidden_over_the_screen_alone() -> None:
    box = fit((1920, 1080), SCREEN)
    assert box.contains(320, 140)
    assert box.contains(1599, 939)
    assert not box.contains(319, 140)
    assert not box.contains(320, 139)
    assert not box.contains(1600, 939)
    assert not box.contains(1599, 940)


@pytest.mark.parametrize(
    ("host", "scale"), [((1920, 1080), 2), ((1366, 768), 1), ((2560, 1440), 3), ((3840, 2160), 4), ((800, 600), 1)]
)
def test_a_new_window_leaves_room_on_the_hosts_screen(host: tuple[int, int], scale: int) -> None:
    assert comfortable_scale(host, SCREEN) == scale

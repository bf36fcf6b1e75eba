"""Where a game's window stands at first, and how large it is."""

import pytest

from gemport.gem import Gem, Machine
from gemport.play.cardwindow import MOST_HEIGHT, MOST_WIDTH, GameWindow
from tests.games.hand import artwork


def windows(size: tuple[int, int], *wanted: tuple[int, int]) -> list[tuple[int, int, int]]:
    """Left edge, width and height of the work areas of windows that are opened one after the other."""
    machine, opened = Machine(artwork(), *size), []

    for most in wanted:

        async def main(gem: Gem, most: tuple[int, int] = most) -> None:
            window = GameWindow(gem, [], most)
            window.show()
            opened.append(window.work)
            while True:
                await gem.evnt_mesag()

        machine.start(main)
        machine.settle()
    return [(work.x, work.w, work.h) for work in opened]


SMALL, LARGE = (MOST_WIDTH, MOST_HEIGHT), (1278, 921)


@pytest.mark.parametrize(
    ("size", "wanted", "stand"),
    [
        ((1280, 960), [LARGE], [(1, 1278, 921)]),
        ((1280, 960), [SMALL, LARGE], [(1, 638, 442), (641, 638, 921)]),
        ((1280, 960), [LARGE, SMALL], [(1, 1278, 921), (1, 638, 442)]),
        ((640, 400), [SMALL, LARGE], [(1, 638, 361), (1, 638, 361)]),
        ((800, 600), [SMALL, LARGE], [(1, 638, 442), (1, 798, 561)]),
    ],
)
def test_a_window_is_as_large_as_is_of_use_and_narrower_only_if_it_fits_beside_others(
    size: tuple[int, int], wanted: list[tuple[int, int]], stand: list[tuple[int, int, int]]
) -> None:
    assert windows(size, *wanted) == stand

"""v_contourfill beyond plain rooms: patterns that the fill itself meets, and when it gives up."""

from __future__ import annotations

import pytest
from hypothesis import given

from gemport.gem.vdi import seedfill
from gemport.gem.vdi.raster import Raster
from gemport.gem.vdi.workstation import Workstation
from tests.gem.vdi.model import rasters
from tests.gem.vdi.pictures import SMALL, art, raster_of, show


def connected(raster: Raster, x: int, y: int) -> set[tuple[int, int]]:
    """The pixels of one colour around a seed."""
    color, found, waiting = raster.get_pixel(x, y), set[tuple[int, int]](), [(x, y)]
    while waiting:
        x, y = waiting.pop()
        inside = 0 <= x < raster.width and 0 <= y < raster.height
        if inside and (x, y) not in found and raster.get_pixel(x, y) == color:
            found.add((x, y))
            waiting += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return found


@given(rasters())
def test_fill_stays_within_the_connected_pixels(raster: Raster) -> None:
    ws = Workstation(raster, [SMALL])
    x, y = raster.width // 2, raster.height // 2
    color, wanted, before = raster.get_pixel(x, y), connected(raster, x, y), raster.copy()
    ws.vsf_interior(1)
    ws.vsf_color(1 - color)
    ws.v_contourfill(x, y, -1)
    everywhere = [(i, j) for i in range(raster.width) for j in range(raster.height)]
    assert {at for at in everywhere if raster.get_pixel(*at) != before.get_pixel(*at)} <= wanted
    assert raster.get_pixel(x, y) != color


def test_fill_looks_no_further_from_a_line_where_two_ways_meet() -> None:
    """The run at the right of the second line is reached from below and from above: what lies over it is left."""
    ws = Workstation(raster_of("...#.\n.#...\n....#\n##..."), [SMALL])
    ws.vsf_interior(1)
    ws.v_contourfill(2, 2, -1)
    assert show(ws.raster) == "####.\n#####\n#####\n#####"


def test_a_colour_that_there_is_not_fills_nothing() -> None:
    ws = Workstation(Raster(16, 8), [SMALL])
    version = ws.raster.version
    ws.v_contourfill(5, 5, 2)
    assert ws.raster.version == version


COMB = """
#################
#.#.#.#.#.#.#.#.#
#.#.#.#.#.#.#.#.#
#...............#
#.#.#.#.#.#.#.#.#
#.#.#.#.#.#.#.#.#
#################
"""


def test_a_full_queue_leaves_the_rest_unfilled(monkeypatch: pytest.MonkeyPatch) -> None:
    comb = raster_of(COMB)
    ws = Workstation(comb.copy(), [SMALL])
    ws.vsf_interior(1)
    ws.v_contourfill(8, 3, 1)
    assert show(ws.raster) == "\n".join(["#" * 17] * 7)
    ws.raster.rows[:] = comb.rows
    monkeypatch.setattr(seedfill, "QUEUE_SIZE", 3)
    ws.v_contourfill(8, 3, 1)
    assert "." in show(ws.raster)


def test_a_fill_that_changes_nothing_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seedfill, "MOST_LINES", 500)
    ws = Workstation(raster_of(COMB), [SMALL])
    ws.vsf_interior(0)
    ws.vswr_mode(2)
    ws.v_contourfill(8, 3, 1)
    assert show(ws.raster) == COMB.strip()


def test_fill_goes_over_its_own_pattern_again() -> None:
    """The pattern's white pixels are to be filled still: (3, 1) is reached twice, and flipped back in XOR mode."""
    ground = raster_of("""
        ...#...#.
        .#...#.##
        ..###....
        ...#.#.##
        ##......#
        ..##.....
    """)
    ws = Workstation(ground, [SMALL])
    ws.vsf_interior(2)
    ws.vsf_style(4)
    ws.vswr_mode(3)
    ws.v_contourfill(4, 3, -1)
    assert show(ws.raster) == art("""
        #.###.##.
        .#...#.##
        #.###.#.#
        .#.#.#.##
        ###.#.#.#
        ..##.#.#.
    """)

"""The grid that icons stand on, for any desktop."""

from hypothesis import given, settings
from hypothesis import strategies as st

from gemport.desktop.settings import Grid, Place, places_text, read_places
from gemport.gem import GRect

ICON = (80, 42)
CELL = (88, 56)
desks = st.builds(GRect, st.just(0), st.just(19), st.integers(300, 2000), st.integers(200, 1500))
spots = st.builds(Place, st.integers(-500, 2500), st.integers(-500, 2500))


def rect(place: Place) -> GRect:
    return GRect(*place, *ICON)


@given(desks, st.integers(1, 12))
def test_first_places_are_apart_and_wholly_on_the_desktop_as_long_as_there_is_room(desk: GRect, count: int) -> None:
    names = [f"program {number}" for number in range(count)]
    places = Grid(desk, CELL, ICON).first_places(names, "trash")
    rects = [rect(place) for place in places.values()]
    assert list(places) == [*names, "trash"]
    assert all(found.intersection(desk) == found for found in rects)
    room = (desk.w // CELL[0]) * (desk.h // CELL[1])
    apart = [one.intersects(two) for at, one in enumerate(rects) for two in rects[:at]]
    assert any(apart) == (count + 1 > room)


@given(desks, spots, st.lists(spots, max_size=5))
def test_the_nearest_cell_is_free_and_on_the_desktop(desk: GRect, wanted: Place, taken: list[Place]) -> None:
    found = rect(Grid(desk, CELL, ICON).nearest(wanted, taken))
    assert found.intersection(desk) == found


def test_where_no_cell_is_free_the_place_is_as_wanted_but_on_the_desktop() -> None:
    grid = Grid(GRect(0, 19, 300, 200), CELL, ICON)
    everywhere = [Place(x, y) for x in range(0, 300, 40) for y in range(19, 219, 20)]
    assert grid.nearest(Place(100, 60), everywhere) == (100, 60)
    assert grid.nearest(Place(280, 5), everywhere) == (220, 19)


@given(desks, spots)
def test_a_place_in_a_cell_is_its_own_nearest(desk: GRect, wanted: Place) -> None:
    grid = Grid(desk, CELL, ICON)
    cell = grid.nearest(wanted, [])
    assert grid.nearest(cell, []) == cell


@settings(max_examples=20)
@given(st.dictionaries(st.text(max_size=8), spots, max_size=5))
def test_places_are_read_as_they_were_written(places: dict[str, Place]) -> None:
    assert read_places(places_text(places)) == places
    assert read_places(None) == {}

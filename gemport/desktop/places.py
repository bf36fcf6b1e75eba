"""Places of icons: a grid over the desktop, the places that they have at first, and how places are kept as text."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from gemport.gem.aes.rect import GRect


class Place(NamedTuple):
    """The top left corner of an icon on the screen, in pixels."""

    x: int
    y: int


class Grid:
    """Cells of one size over the desktop, icons of one size in their middles. All in screen pixels."""

    def __init__(self, desk: GRect, cell: tuple[int, int], icon: tuple[int, int]) -> None:
        self._desk = desk
        self._icon = icon
        self._columns, self._rows = max(desk.w // cell[0], 1), max(desk.h // cell[1], 1)

    def first_places(self, names: Sequence[str], last: str) -> dict[str, Place]:
        """Return the first places of icons: along the lower edge, further rows above it, ``last`` in the right corner.

        Windows are opened and shrunk at the upper edge.
        """
        cells = [(column, row) for row in reversed(range(self._rows)) for column in range(self._columns)]
        corner = (self._columns - 1, self._rows - 1)
        free = [cell for cell in cells if cell != corner]
        places = {name: self._place(*free[number % len(free)] if free else corner) for number, name in enumerate(names)}
        return {**places, last: self._place(*corner)}

    def nearest(self, place: Place, taken: Collection[Place]) -> Place:
        """The nearest cell's place that no other icon reaches into; the place itself if all are taken."""
        free = [found for found in self._all() if not any(self._meet(found, other) for other in taken)]
        return min(free, key=lambda found: _distance(found, place), default=self.inside(place))

    def inside(self, place: Place) -> Place:
        """The place, or the nearest one at which an icon is wholly on the desktop."""
        rect = GRect(*place, *self._icon).constrained(self._desk)
        return Place(rect.x, rect.y)

    def _all(self) -> Iterable[Place]:
        return (self._place(column, row) for column in range(self._columns) for row in range(self._rows))

    def _place(self, column: int, row: int) -> Place:
        """The place in a cell; what the cells leave of the desktop lies between them."""
        desk, (w, h) = self._desk, self._icon
        x = desk.x + desk.w * (2 * column + 1) // (2 * self._columns) - w // 2
        y = desk.y + desk.h * (2 * row + 1) // (2 * self._rows) - h // 2
        return Place(x, y)

    def _meet(self, one: Place, other: Place) -> bool:
        return GRect(*one, *self._icon).intersects(GRect(*other, *self._icon))


def _distance(one: Place, other: Place) -> int:
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2


def places_text(places: Mapping[str, Place]) -> str:
    """Places as they are kept."""
    return json.dumps({name: list(place) for name, place in places.items()})


def read_places(text: str | None) -> dict[str, Place]:
    """Kept places by name; without those that cannot be read."""
    try:
        found = json.loads(text or "{}")
    except ValueError:
        return {}
    if not isinstance(found, dict):
        return {}
    return {name: Place(*at) for name, at in found.items() if _is_place(at)}


def _is_place(found: object) -> bool:
    return isinstance(found, list) and len(found) == 2 and all(type(number) is int for number in found)

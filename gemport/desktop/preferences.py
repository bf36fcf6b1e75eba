"""The grid for the icons on the desktop, and the desktop's settings including the icons' places."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from gemport.gem import GemportError, GRect
from gemport.settings import Preferences


class Place(NamedTuple):
    """The top left corner of an icon on the screen, in pixels."""

    x: int
    y: int


class Grid:
    """Cells of equal size on the desktop, each with space for a centred icon. All values are in screen pixels."""

    def __init__(self, desk: GRect, cell: tuple[int, int], icon: tuple[int, int]) -> None:
        self._desk = desk
        self._icon = icon
        self._columns, self._rows = max(desk.w // cell[0], 1), max(desk.h // cell[1], 1)

    def first_places(self, names: Sequence[str], last: str) -> dict[str, Place]:
        """Return the initial places of icons: rows from the bottom up, with ``last`` in the bottom right corner.

        The upper edge is left free, since windows open and shrink there.
        """
        cells = [(column, row) for row in reversed(range(self._rows)) for column in range(self._columns)]
        corner = (self._columns - 1, self._rows - 1)
        free = [cell for cell in cells if cell != corner]
        places = {name: self._place(*free[number % len(free)] if free else corner) for number, name in enumerate(names)}
        return {**places, last: self._place(*corner)}

    def nearest(self, place: Place, taken: Collection[Place]) -> Place:
        """Return the nearest cell without overlap with other icons; without a free cell, the result of ``inside``."""
        icons = [GRect(*other, *self._icon) for other in taken]
        cells = (self._place(column, row) for column in range(self._columns) for row in range(self._rows))
        free = [cell for cell in cells if not any(GRect(*cell, *self._icon).intersects(icon) for icon in icons)]
        return min(free, key=lambda cell: (cell.x - place.x) ** 2 + (cell.y - place.y) ** 2, default=self.inside(place))

    def inside(self, place: Place) -> Place:
        """Return the nearest place with the entire icon on the desktop."""
        rect = GRect(*place, *self._icon).constrained(self._desk)
        return Place(rect.x, rect.y)

    def _place(self, column: int, row: int) -> Place:
        """Return the place in a cell; the cells are spread evenly over the desktop."""
        desk, (w, h) = self._desk, self._icon
        x = desk.x + desk.w * (2 * column + 1) // (2 * self._columns) - w // 2
        y = desk.y + desk.h * (2 * row + 1) // (2 * self._rows) - h // 2
        return Place(x, y)


def read_places(saved: object) -> dict[str, Place]:
    """Return saved places by name, skipping invalid ones."""

    def is_place(value: object) -> bool:
        return isinstance(value, list) and len(value) == 2 and all(type(number) is int for number in value)

    return {name: Place(*at) for name, at in saved.items() if is_place(at)} if isinstance(saved, dict) else {}


class DesktopSettings:
    """The settings for icon size, grid and places; places are saved per screen size and icon size.

    A setting that cannot be saved still applies in this run; ``failure`` is the error message, or None.
    """

    def __init__(self, preferences: Preferences, screen: Callable[[], tuple[int, int]]) -> None:
        """``screen`` returns the size of the screen in pixels."""
        self._preferences = preferences
        self._screen = screen
        self.failure: str | None = None
        self.small = self._flag("small", False)  # whether icons are small
        self.grid = self._flag("grid", True)  # whether icons snap to the grid
        self.boxes = self._flag("boxes", True)  # whether growing and shrinking boxes are drawn

    def save(self) -> None:
        for name in ("small", "grid", "boxes"):
            self._set(name, getattr(self, name))

    def places(self) -> dict[str, Place]:
        return read_places(self._get(self._places_name()))

    def save_places(self, places: Mapping[str, Place]) -> None:
        self._set(self._places_name(), places)

    def _places_name(self) -> str:
        width, height = self._screen()
        return f"{'small' if self.small else 'large'}.{width}x{height}"

    def _flag(self, name: str, default: bool) -> bool:
        saved = self._get(name)
        # Version 1.0 saved texts.
        return saved in (True, "on") if saved in (True, False, "on", "off") else default

    def _get(self, name: str) -> Any:
        try:
            return self._preferences.get(f"desktop.{name}")
        except GemportError as error:
            self.failure = str(error)
            return None

    def _set(self, name: str, value: object) -> None:
        try:
            self._preferences.set(f"desktop.{name}", value)
        except GemportError as error:
            self.failure = str(error)

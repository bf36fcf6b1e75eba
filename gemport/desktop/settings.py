"""The desktop's own settings: the icons' size, grid and places. One that cannot be kept still counts in this run."""

from __future__ import annotations

from collections.abc import Mapping

from gemport.desktop.places import Place, places_text, read_places
from gemport.gem.errors import GemportError
from gemport.settings import Preferences

_ON, _OFF = "on", "off"


class DesktopSettings:
    """The settings, by the screen's size where they depend on it. ``failure``: why something could not be kept."""

    def __init__(self, preferences: Preferences, screen: tuple[int, int]) -> None:
        self._preferences = preferences
        self._screen = screen
        self.failure: str | None = None
        self.small = self._flag("small", False)
        """Small icons are shown, not large ones."""
        self.grid = self._flag("grid", True)
        """Icons go to the nearest cell of the grid."""
        self.boxes = self._flag("boxes", True)
        """Growing and shrinking boxes are shown."""

    def keep(self) -> None:
        """Keep the flags."""
        for name in ("small", "grid", "boxes"):
            self._set(name, _ON if getattr(self, name) else _OFF)

    def places(self) -> dict[str, Place]:
        """Return the places of the icons of the present size."""
        return read_places(self._get(self._places_name()))

    def keep_places(self, places: Mapping[str, Place]) -> None:
        """Keep where the icons of the present size are."""
        self._set(self._places_name(), places_text(places))

    def _places_name(self) -> str:
        width, height = self._screen
        return f"{'small' if self.small else 'large'}.{width}x{height}"

    def _flag(self, name: str, default: bool) -> bool:
        return {_ON: True, _OFF: False}.get(self._get(name) or "", default)

    def _get(self, name: str) -> str | None:
        try:
            return self._preferences.get(f"desktop.{name}")
        except GemportError as error:
            self.failure = str(error)
            return None

    def _set(self, name: str, text: str) -> None:
        try:
            self._preferences.set(f"desktop.{name}", text)
        except GemportError as error:
            self.failure = str(error)

"""Puts one window where it belongs on the host's screens, and notes where it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gemport.gem.host.display.controls import Placement, WindowControls
from gemport.gem.host.display.letterbox import Size
from gemport.gem.host.display.maximised import is_maximised
from gemport.gem.host.display.monitors import Area, check_scale, first_area, monitor_of, roomiest, scaled_size
from gemport.gem.host.display.toolkit import get_display
from gemport.settings import FIT

if TYPE_CHECKING:
    from pyglet.display.base import Screen

    from gemport.gem.host.display.toolkit import Window


class Placer:
    """Where a window goes, by what its controls say.

    Raises ScaleError where a scale has no room on the host's screen and may not be reduced.
    """

    def __init__(self, controls: WindowControls, screen: Size) -> None:
        """``screen``: the GEM screen's size."""
        self._controls = controls
        self._screen = screen
        state = controls.state
        areas = [area for area, _ in _monitors()]
        if state.insist:
            check_scale(state.scale, roomiest(areas, screen).size, screen)
        self.first, self._placed = first_area(state.placement, state.scale, screen, areas)
        """Where the window opens."""
        self.least = min(screen[0], self.first.width), min(screen[1], self.first.height)
        """The smallest size that the window may get."""
        self._maximised = False

    def open(self, window: Window) -> None:
        """Bring a window that has just become visible to where it was left."""
        if window.fullscreen:
            return
        if self._placed:
            window.set_location(self.first.x, self.first.y)
        if self._controls.state.placement.maximised:
            window.maximize()

    def fill(self, window: Window, fullscreen: bool) -> None:
        """Have a window fill the screen of the host that it is on, or give it back."""
        if fullscreen:
            if window.visible:
                self.note(window)
            window.set_fullscreen(True, self._monitor(window))
            # Where pyglet took it to be; one that was not to be seen yet was nowhere.
            window._windowed_location = self._controls.state.placement.place
        else:
            window.set_fullscreen(False, None, None, *self._size(window))
            window.set_minimum_size(*self.least)
        self._controls.note_fullscreen(fullscreen)

    def resize(self, window: Window) -> None:
        """Give a window the size of the scale that was just chosen; what fills the window needs no other."""
        scale = self._controls.state.scale
        if scale == FIT:
            return
        placement = self._controls.state.placement
        size = scaled_size(scale, _area(self._monitor(window)).size, self._screen)
        self._controls.note_placement(placement._replace(size=size, maximised=False))
        if not window.fullscreen:
            window.set_size(*size)

    def note(self, window: Window) -> None:
        """Note where a window is, while it is neither full screen nor closed."""
        placement = self._controls.state.placement
        if window.fullscreen:
            return
        if is_maximised(window):
            self._controls.note_placement(placement._replace(maximised=True))
        else:
            self._controls.note_placement(Placement(window.get_size(), window.get_location()))

    def look(self, window: Window) -> bool:
        """See whether somebody else has maximised a window; whether that is news."""
        before, self._maximised = self._maximised, is_maximised(window)
        return self._maximised != before

    def is_whole(self, window: Window) -> bool:
        """Whether GEM pixels are to be whole numbers of host pixels large."""
        scale = self._controls.state.scale
        return isinstance(scale, int) or (scale is None and not window.fullscreen and not self._maximised)

    def _size(self, window: Window) -> Size:
        """The size of a window that is full screen no more."""
        state = self._controls.state
        return state.placement.size or scaled_size(state.scale, _area(self._monitor(window)).size, self._screen)

    def _monitor(self, window: Window) -> Screen:
        """The host's screen that a window is on."""
        if window.fullscreen:
            return window.screen
        at = Area(*window.get_location(), *window.get_size()) if window.visible else self.first
        monitors = _monitors()
        return monitors[monitor_of(at, [area for area, _ in monitors])][1]


def _monitors() -> list[tuple[Area, Screen]]:
    """The host's screens; the first is that on which windows come up."""
    display = get_display()
    first = display.get_default_screen()
    screens = [first, *(screen for screen in display.get_screens() if _area(screen) != _area(first))]
    return [(_area(screen), screen) for screen in screens]


def _area(screen: Screen) -> Area:
    return Area(screen.x, screen.y, screen.width, screen.height)

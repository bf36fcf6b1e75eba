"""The parts of a GEM application: its event loop, its windows, its dialogs with lists, and its alerts (docs/gem.md).

An application is an :class:`App` with :class:`Command` entries and :class:`Window` objects; programs subclass both and
override what they do differently. Everything here is made of the calls in :mod:`gemport.gem`, which stay at hand.
"""

from gemport.toolkit.app import App, Command
from gemport.toolkit.dialog import Dialog, Line, ListBox, ListParts, alert
from gemport.toolkit.window import Window, open_windows, redraw

__all__ = ["App", "Command", "Dialog", "Line", "ListBox", "ListParts", "Window", "alert", "open_windows", "redraw"]

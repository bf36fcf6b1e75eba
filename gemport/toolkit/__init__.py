"""Building blocks of a GEM application: event loop, windows, dialogs with lists, and alerts (docs/gem.md).

An application is an :class:`App` with :class:`Command` entries and :class:`Window` objects. Programs subclass both and
override methods as needed. The toolkit is built on the calls in :mod:`gemport.gem`, which remain available.
"""

from gemport.toolkit.app import App, Command
from gemport.toolkit.dialog import Dialog, Line, ListBox, ListParts, alert
from gemport.toolkit.window import Window, open_windows, redraw

__all__ = ["App", "Command", "Dialog", "Line", "ListBox", "ListParts", "Window", "alert", "open_windows", "redraw"]

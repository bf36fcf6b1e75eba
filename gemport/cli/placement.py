"""Where the host's window was left, for each size of the GEM screen, and whether it filled the host's screen."""

from __future__ import annotations

import re

from gemport.cli.output import complain
from gemport.desktop.host import Preferences
from gemport.gem.errors import GemportError
from gemport.gem.host.display.controls import Placement

_KEPT = r"(?a)(?:([1-9]\d{0,4})x([1-9]\d{0,4}))?([+-]\d{1,5})([+-]\d{1,5})( maximised)?"


def read_placement(preferences: Preferences, screen: tuple[int, int]) -> Placement:
    """The placement that is kept; what cannot be read is said, and as at first."""
    name = _name(screen)
    try:
        text = preferences.get(name)
    except GemportError:
        # Whoever reads the rest of what is kept has already said so.
        return Placement()
    if text is None:
        return Placement()
    kept = re.fullmatch(_KEPT, text)
    if kept is None:
        complain(f"{name} was kept as {text!r}; that is not a size and a place such as 1280x800+100+50")
        return Placement()
    size = (int(kept[1]), int(kept[2])) if kept[1] else None
    return Placement(size, (int(kept[3]), int(kept[4])), kept[5] is not None)


def keep_placement(preferences: Preferences, screen: tuple[int, int], opened: Placement, left: Placement) -> None:
    """Keep where a window was left, as far as that differs from how it opened: else an option may have had it so.

    Raises GemportError where that fails.
    """
    if left == opened or left.place is None:
        return
    kept = read_placement(preferences, screen)
    size = kept.size if left.size == opened.size else left.size
    maximised = kept.maximised if left.maximised == opened.maximised else left.maximised
    text = ("" if size is None else "{}x{}".format(*size)) + "{:+}{:+}".format(*left.place)
    preferences.set(_name(screen), f"{text} maximised" if maximised else text)


def _name(screen: tuple[int, int]) -> str:
    return "window.{}x{}".format(*screen)

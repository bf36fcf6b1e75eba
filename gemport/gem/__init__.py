"""A GEM for Python programs: files, drawing, windows. It is independent of hosts that display it, and of card games.

This is the public API: it contains all names that a program needs, each loaded on first use (PEP 562). A name is
defined in one module; ``gemport.gem`` searches the modules in dependency order.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gemport.gem.aes import keys as keys
    from gemport.gem.aes.appl import *
    from gemport.gem.aes.constants import *
    from gemport.gem.aes.dispatch import *
    from gemport.gem.aes.draw import *
    from gemport.gem.aes.events import *
    from gemport.gem.aes.forms import *
    from gemport.gem.aes.frames import Slider as Slider
    from gemport.gem.aes.fsel import *
    from gemport.gem.aes.gem import *
    from gemport.gem.aes.graf import *
    from gemport.gem.aes.keys import *
    from gemport.gem.aes.lists import *
    from gemport.gem.aes.machine import *
    from gemport.gem.aes.menu import MAX_TITLES as MAX_TITLES
    from gemport.gem.aes.menu import menu_entries as menu_entries
    from gemport.gem.aes.menu import menu_fault as menu_fault
    from gemport.gem.aes.objects import *
    from gemport.gem.aes.process import *
    from gemport.gem.aes.rect import *
    from gemport.gem.aes.rsrc import *
    from gemport.gem.aes.screen import draw_dotted as draw_dotted
    from gemport.gem.aes.speech import *
    from gemport.gem.errors import *
    from gemport.gem.formats import charset as charset
    from gemport.gem.formats.artwork import *
    from gemport.gem.formats.fnt import *
    from gemport.gem.formats.icn import *
    from gemport.gem.formats.img import *
    from gemport.gem.formats.objects import *
    from gemport.gem.formats.png import *
    from gemport.gem.formats.rsc import *
    from gemport.gem.formats.rsctext import *
    from gemport.gem.jsontext import *
    from gemport.gem.vdi.modes import *
    from gemport.gem.vdi.raster import Point as Point
    from gemport.gem.vdi.raster import Raster as Raster
    from gemport.gem.vdi.raster import lines_of as lines_of
    from gemport.gem.vdi.workstation import *

_MODULES = (
    "errors",
    "jsontext",
    "aes.constants",
    "aes.keys",
    "aes.rect",
    "formats.objects",
    "aes.objects",
    "vdi.modes",
    "formats.fnt",
    "formats.artwork",
    "formats.img",
    "formats.icn",
    "formats.rsc",
    "vdi.raster",
    "vdi.workstation",
    "aes.process",
    "aes.draw",
    "aes.dispatch",
    "aes.appl",
    "aes.events",
    "aes.graf",
    "aes.speech",
    "aes.frames",
    "aes.screen",
    "aes.forms",
    "aes.lists",
    "aes.menu",
    "aes.rsrc",
    "aes.gem",
    "aes.machine",
    "aes.fsel",
    "formats.rsctext",
    "formats.png",
)
"""The modules that define public names, the most commonly needed first."""
_WHOLE = {"keys": "aes.keys", "charset": "formats.charset"}
"""Modules that are public themselves."""


def __getattr__(name: str) -> object:
    """Load a public name from its module."""
    if name in _WHOLE:
        whole = globals()[name] = import_module(f"gemport.gem.{_WHOLE[name]}")
        return whole
    if not name.startswith("_"):
        for home in _MODULES:
            module = import_module(f"gemport.gem.{home}")
            if name in vars(module):
                found = globals()[name] = vars(module)[name]
                return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""A GEM for Python programs: files, drawing, windows. Knows no host that shows them, and nothing of cards.

This is its public face: whatever a program needs is here, and is loaded when it is first used (PEP 562).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gemport.gem.aes.appl import Search
    from gemport.gem.aes.constants import (
        LEFT,
        MU_BUTTON,
        MU_KEYBD,
        MU_M1,
        MU_M2,
        MU_MESAG,
        MU_TIMER,
        MU_WORK,
        RIGHT,
        Arrowed,
        Fmd,
        Kind,
        MouseNumber,
        Msg,
        Mu,
        Update,
        Wc,
        Wf,
    )
    from gemport.gem.aes.dispatch import GemError
    from gemport.gem.aes.events import MultiEvent
    from gemport.gem.aes.fsel import Folder, Selection
    from gemport.gem.aes.gem import Gem, Program
    from gemport.gem.aes.machine import Fault, Machine
    from gemport.gem.aes.process import Message, Work
    from gemport.gem.aes.rect import GRect
    from gemport.gem.aes.rsrc import LoadedResource, RsrcError, RsrcType
    from gemport.gem.errors import FormatError, GemportError
    from gemport.gem.formats.artwork import SystemArtwork, load_artwork
    from gemport.gem.formats.objects import (
        BitBlk,
        BoxSpec,
        IconBlk,
        ObFlag,
        Object,
        ObState,
        ObType,
        ParmBlk,
        TedInfo,
        Tree,
        UserBlk,
    )
    from gemport.gem.formats.rsc import Resource, read_rsc, write_rsc
    from gemport.gem.formats.rsctext import parse_rsc_text, rsc_text
    from gemport.gem.vdi.modes import FillInterior, RasterOp, WritingMode
    from gemport.gem.vdi.raster import Raster
    from gemport.gem.vdi.workstation import Workstation

_HOMES = {
    "gemport.gem.aes.constants": (
        "Arrowed Fmd Kind LEFT MU_BUTTON MU_KEYBD MU_M1 MU_M2 MU_MESAG MU_TIMER MU_WORK MouseNumber Msg Mu RIGHT "
        "Update Wc Wf"
    ),
    "gemport.gem.aes.fsel": "Folder Selection",
    "gemport.gem.aes.gem": "Gem Program",
    "gemport.gem.aes.dispatch": "GemError",
    "gemport.gem.aes.events": "MultiEvent",
    "gemport.gem.aes.process": "Message Work",
    "gemport.gem.aes.appl": "Search",
    "gemport.gem.aes.machine": "Fault Machine",
    "gemport.gem.aes.rect": "GRect",
    "gemport.gem.aes.rsrc": "LoadedResource RsrcError RsrcType",
    "gemport.gem.errors": "FormatError GemportError",
    "gemport.gem.formats.artwork": "SystemArtwork load_artwork",
    "gemport.gem.formats.objects": "BitBlk BoxSpec IconBlk ObFlag ObState ObType Object ParmBlk TedInfo Tree UserBlk",
    "gemport.gem.formats.rsc": "Resource read_rsc write_rsc",
    "gemport.gem.formats.rsctext": "parse_rsc_text rsc_text",
    "gemport.gem.vdi.modes": "FillInterior RasterOp WritingMode",
    "gemport.gem.vdi.raster": "Raster",
    "gemport.gem.vdi.workstation": "Workstation",
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names.split()}

__all__ = [
    "LEFT",
    "MU_BUTTON",
    "MU_KEYBD",
    "MU_M1",
    "MU_M2",
    "MU_MESAG",
    "MU_TIMER",
    "MU_WORK",
    "RIGHT",
    "Arrowed",
    "BitBlk",
    "BoxSpec",
    "Fault",
    "FillInterior",
    "Fmd",
    "Folder",
    "FormatError",
    "GRect",
    "Gem",
    "GemError",
    "GemportError",
    "IconBlk",
    "Kind",
    "LoadedResource",
    "Machine",
    "Message",
    "MouseNumber",
    "Msg",
    "Mu",
    "MultiEvent",
    "ObFlag",
    "ObState",
    "ObType",
    "Object",
    "ParmBlk",
    "Program",
    "Raster",
    "RasterOp",
    "Resource",
    "RsrcError",
    "RsrcType",
    "Search",
    "Selection",
    "SystemArtwork",
    "TedInfo",
    "Tree",
    "Update",
    "UserBlk",
    "Wc",
    "Wf",
    "Work",
    "Workstation",
    "WritingMode",
    "load_artwork",
    "parse_rsc_text",
    "read_rsc",
    "rsc_text",
    "write_rsc",
]


def __getattr__(name: str) -> object:
    """Load a public name from where it is at home."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME_OF})

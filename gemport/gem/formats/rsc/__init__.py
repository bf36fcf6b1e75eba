"""GEM resource files, .RSC: trees, free strings and free images, from bytes and back (docs/machine.md 4.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gemport.gem.formats.rsc.read import read_rsc
from gemport.gem.formats.rsc.resource import (
    Resource,
    char_to_pixel,
    pixel_to_char,
    tree_fault,
    width_to_pixel,
)

if TYPE_CHECKING:
    from gemport.gem.formats.rsc.write import write_rsc

__all__ = [
    "Resource",
    "char_to_pixel",
    "pixel_to_char",
    "read_rsc",
    "tree_fault",
    "width_to_pixel",
    "write_rsc",
]


def __getattr__(name: str) -> object:
    """Load the writer when it is asked for: most programs only read."""
    if name != "write_rsc":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from gemport.gem.formats.rsc.write import write_rsc

    return write_rsc

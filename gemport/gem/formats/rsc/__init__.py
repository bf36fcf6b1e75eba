"""GEM resource files, .RSC: trees, free strings and free images, from bytes and back (docs/machine.md 4.1)."""

from __future__ import annotations

from gemport.gem.formats.rsc.read import read_rsc
from gemport.gem.formats.rsc.resource import (
    Layout,
    Resource,
    char_to_pixel,
    pixel_to_char,
    tree_fault,
    width_to_pixel,
)
from gemport.gem.formats.rsc.write import write_rsc

__all__ = [
    "Layout",
    "Resource",
    "char_to_pixel",
    "pixel_to_char",
    "read_rsc",
    "tree_fault",
    "width_to_pixel",
    "write_rsc",
]

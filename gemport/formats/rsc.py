"""GEM resource files, .RSC: trees, free strings and free images, from bytes and back. Spec: GEM 4.1."""

from __future__ import annotations

from gemport.formats.resource import (
    Layout,
    Resource,
    char_to_pixel,
    pixel_to_char,
    tree_fault,
    width_to_pixel,
)
from gemport.formats.rscread import read_rsc
from gemport.formats.rscwrite import write_rsc

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

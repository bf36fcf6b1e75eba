"""Whether a resource, which may be a user's own, holds what a program is going to use."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from gemport.gem.errors import GemportError
from gemport.gem.formats.rsc.objects import Object, ObType, TedInfo
from gemport.gem.formats.rsc.resource import Resource


class Part(Enum):
    """What an object is used as; the value is what it is called when it is something else."""

    ANY = "object"
    TITLE = "menu title"
    ENTRY = "menu entry"
    FIELD = "text field"


class ResourceError(GemportError):
    """A resource lacks something; the message names it."""


def check_trees(resource: Resource, needs: Mapping[int, Mapping[int, Part]], strings: int = 0) -> None:
    """Look whether all needed objects are there, by tree and number, and so many free strings. Raises ResourceError."""
    for tree, parts in needs.items():
        if tree >= len(resource.trees):
            raise ResourceError(f"tree {tree} is missing, there are {len(resource.trees)}")
        objects = resource.trees[tree]
        for number, part in parts.items():
            if number >= len(objects) or not _is(objects[number], part):
                raise ResourceError(f"tree {tree}: object {number} is no {part.value}")
    if len(resource.strings) < strings:
        raise ResourceError(f"{strings} free strings are needed, there are {len(resource.strings)}")


def _is(obj: Object, part: Part) -> bool:
    match part:
        case Part.TITLE:
            return obj.ob_type == ObType.G_TITLE
        case Part.ENTRY:
            return obj.ob_type == ObType.G_STRING
        case Part.FIELD:
            return isinstance(obj.ob_spec, TedInfo) and "_" in obj.ob_spec.te_ptmplt
    return True

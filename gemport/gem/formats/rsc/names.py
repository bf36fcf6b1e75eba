"""Names of a resource's trees, objects and free strings. A file has none: its text and the program share them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from gemport.gem.errors import FormatError


@dataclass
class Names:
    """What trees (by number), objects (by tree and number) and free strings (by number) are called, where they are."""

    trees: dict[int, str] = field(default_factory=dict)
    objects: dict[tuple[int, int], str] = field(default_factory=dict)
    strings: dict[int, str] = field(default_factory=dict)


def constants(names: Names, name: str = "resource") -> dict[str, int]:
    """The numbers of everything that has a name: TREE, TREE_OBJECT, STRING, in the order of the resource.

    ``name`` is for messages; FormatError where two would be called the same, or a named object's tree has no name.
    """
    found: dict[str, int] = {}
    for constant, number in _constants(names, name):
        if constant in found:
            raise FormatError(name, f"two things are called {constant}")
        found[constant] = number
    return found


def _constants(names: Names, name: str) -> Iterator[tuple[str, int]]:
    nameless = next((tree for tree, _ in names.objects if tree not in names.trees), None)
    if nameless is not None:
        raise FormatError(name, f"tree {nameless} needs a name, as it has objects with names")
    for tree, title in sorted(names.trees.items()):
        yield title, tree
        for (of, number), word in sorted(names.objects.items()):
            if of == tree:
                yield f"{title}_{word}", number
    for number, word in sorted(names.strings.items()):
        yield word, number

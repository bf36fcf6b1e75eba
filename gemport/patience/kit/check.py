"""Whether a resource, which may be a user's own, holds what a program is going to use.

A program says what it uses as :class:`Needs`, by the numbers that the names in its built-in resource stand for. What it
cannot do without is looked at before it starts (:func:`check_resource`). What only the built-in resource has beyond the
original's is an extra: where it is not there (:func:`has`) the program does without.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from gemport.gem.aes.forms import AlertError, parse_alert
from gemport.gem.aes.menu import menu_entries, menu_fault
from gemport.gem.aes.objects import MAX_DEPTH, PLACE, STRING_TYPES, objc_find, object_rect, object_type
from gemport.gem.aes.rsrc import LoadedResource, rsrc_load
from gemport.gem.errors import GemportError
from gemport.gem.formats.objects import ObFlag, ObState, ObType, TedInfo, Tree
from gemport.gem.formats.rsc import Resource

Part = Callable[[Tree, int], str | None]
"""Looks at an object of a tree: what it is not ("menu entry"), though a program uses it as that; None if it is."""
Text = Callable[[str], str | None]
"""Looks at a free string: what it is not; None if it is."""


class ResourceError(GemportError):
    """A resource lacks something; the message names it."""


class Needs(NamedTuple):
    """What a program, or one of its extras, uses of a resource; ``|`` puts two together."""

    objects: Mapping[int, Mapping[int, Part]] = {}
    """By tree and number."""
    strings: Mapping[int, Text] = {}
    """Free strings by number."""
    menu: int | None = None
    """The tree that is the menu."""

    def __or__(self, other: Needs) -> Needs:
        objects = {
            tree: {**self.objects.get(tree, {}), **other.objects.get(tree, {})}
            for tree in (*self.objects, *other.objects)
        }
        menu = self.menu if other.menu is None else other.menu
        return Needs(objects, {**self.strings, **other.strings}, menu)


def check_resource(resource: Resource, needs: Needs) -> None:
    """Look whether all that is needed is there, and is what it is used as. Raises ResourceError."""
    fault = _fault(rsrc_load(resource), needs)
    if fault is not None:
        raise ResourceError(fault)


def has(trees: LoadedResource, extra: Needs) -> bool:
    """Whether a resource has what an extra needs."""
    return _fault(trees, extra) is None


def _fault(trees: LoadedResource, needs: Needs) -> str | None:
    """What is missing or something else, in words; None if nothing."""
    for number, parts in needs.objects.items():
        if number >= len(trees.trees):
            return f"tree {number} is missing, there are {len(trees.trees)}"
        tree = trees.tree(number)
        broken = menu_fault(tree) if number == needs.menu else None
        if broken is not None:
            return f"object {broken[0]} of tree {number}: {broken[1]}"
        for obj, part in parts.items():
            wrong = part(tree, obj) if obj < len(tree) else "there"
            if wrong is not None:
                return f"object {obj} of tree {number} is not {wrong}"
    for number, text in needs.strings.items():
        if number >= len(trees.strings):
            return f"free string {number} is missing, there are {len(trees.strings)}"
        wrong = text(trees.string(number))
        if wrong is not None:
            return f"free string {number} is not {wrong}"
    return None


# ---- parts


def anything(_tree: Tree, _obj: int) -> str | None:
    """An object of any kind."""
    return None


def entry(tree: Tree, obj: int) -> str | None:
    """An entry of the menu, which can be chosen."""
    found = object_type(tree[obj]) == ObType.G_STRING and obj in (item for _, item in menu_entries(tree))
    return None if found else "a menu entry"


def line(tree: Tree, obj: int) -> str | None:
    """A text that the program writes anew."""
    return None if object_type(tree[obj]) in STRING_TYPES else "a text"


def number_field(most: int | None = None) -> Part:
    """A field that digits are put into, with places for no more than ``most`` of them."""

    def look(tree: Tree, obj: int) -> str | None:
        spec = tree[obj].ob_spec
        places = spec.te_ptmplt.count(PLACE) if isinstance(spec, TedInfo) else 0
        if not places:
            return "a text field"
        return None if most is None or places <= most else f"a field of {most} digits at most, it has {places}"

    return look


def button(tree: Tree, obj: int) -> str | None:
    """A button that ends form_do when it is clicked on, and can be: it is neither disabled, hidden nor covered."""
    target = tree[obj]
    exits = ObFlag.TOUCHEXIT in target.ob_flags or ObFlag.SELECTABLE | ObFlag.EXIT in target.ob_flags
    rect = object_rect(tree, obj)
    on_top = objc_find(tree, 0, MAX_DEPTH, rect.x + rect.w // 2, rect.y + rect.h // 2) == obj
    usable = exits and on_top and ObState.DISABLED not in target.ob_state
    return None if usable else "a button that ends the dialog"


# ---- free strings


def any_text(_text: str) -> str | None:
    """A text of any form."""
    return None


def alert(text: str) -> str | None:
    """The text of an alert."""
    try:
        parse_alert(text)
    except AlertError as error:
        return f"an alert ({error})"
    return None


def word(text: str) -> str | None:
    """A text that is put into alerts, whose form it must not break."""
    return None if "]" not in text else f"free of the ] that ends a part of an alert: {text!r}"

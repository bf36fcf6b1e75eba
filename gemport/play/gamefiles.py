"""The files that a game loads, and the required structure of its resource.

A game's resource has its menu, the About box, and its own boxes and words. Boxes and words of every game are in the
shared resource. A player's resource must have the structure of the built-in resource. VIERFREI's can also have the
original's structure, the first part of the built-in one: then none of the additions, the extras, appears.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from datetime import datetime
from string import Template
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from gemport.gem import (
    NIL,
    AlertError,
    Gem,
    LoadedResource,
    ObFlag,
    ObState,
    Resource,
    TedInfo,
    Tree,
    children,
    menu_entries,
    menu_fault,
    object_type,
    parse_alert,
)
from gemport.gem.aes.objects import PLACEHOLDER
from gemport.play.games_rsc import WHEN

if TYPE_CHECKING:
    from gemport.gem import Selection
    from gemport.play.deck import CardData, Rows

MENU: Final = 0  # number of the menu's tree in every game's resource


class Files(NamedTuple):
    """Everything that a game loads.

    Attributes:
        resource: the game's own resource
        shared: boxes and words of every game
        extras: whether the additions to the original appear; false only with the original VIERFREI's resource
        impossible: numbers of games that cannot be won
        back: the picture of a card's back
        large: reads the pictures with large indices for the control panel; None with the player's files
    """

    cards: CardData
    resource: Resource
    shared: Resource
    extras: bool = True
    impossible: Container[int] = ()
    back: Rows | None = None
    large: Callable[[], Sequence[Rows]] | None = None


class Exchange(Protocol):
    """The host's files that the player chooses; every failure is a GemportError that names the file."""

    async def place(self, gem: Gem, title: str, mask: str, name: str, again: bool = False) -> Selection | None:
        """Ask the player for the place of a file, with a proposed name; return None if cancelled.

        After a failure, ``again`` asks with the last answer instead; a host without such a question returns None.
        """

    def exists(self, chosen: Selection) -> bool:
        """Return whether there is such a file already."""

    def write(self, chosen: Selection, data: bytes) -> str:
        """Write a file; return the host's path of it."""

    async def open(
        self, gem: Gem, title: str, mask: str, largest: int, again: bool = False
    ) -> tuple[str, bytes] | None:
        """Ask the player for a file of at most ``largest`` bytes, as ``place`` does; return its name and bytes.

        Returns None if the player cancels, or if the file arrives later with VA_START.
        """

    def received(self) -> tuple[str, bytes] | None:
        """Return a file that has arrived, once: its name and bytes."""

    def picture(self) -> bytes:
        """Return the screen as a PNG."""

    def copy(self, text: str) -> None:
        """Put a text on the clipboard."""

    def paste(self, gem: Gem) -> str | None:
        """Return the clipboard's text, or None if it arrives later with VA_START."""

    def pasted(self) -> str | None:
        """Return a text that has arrived, once."""


def say(trees: LoadedResource, string: int, **words: object) -> str:
    """Return a free string with its $words replaced. Raises RsrcError if the string does not exist."""
    return Template(trees.string(string)).safe_substitute(words)


def when(trees: LoadedResource, moment: datetime | None) -> str:
    """Return a date with its time; empty for a time outside the calendar."""
    if moment is None:
        return ""
    day, month, hour, minute = (f"{part:02}" for part in (moment.day, moment.month, moment.hour, moment.minute))
    return say(trees, WHEN, year=moment.year, month=month, day=day, hour=hour, minute=minute)


# ---- the shape of a resource


def shape_fault(resource: Resource, like: Resource, objects: Mapping[int, int] | None = None) -> str | None:
    """Return the first difference between a resource's structure and another's, or None.

    Additional trees, objects and strings are ignored, and so are positions, sizes and texts. ``objects`` limits the
    comparison to a number of objects of each of its trees, without free strings; by default all is compared.
    """
    counts = {number: len(tree) for number, tree in enumerate(like.trees)} if objects is None else objects
    for number, count in counts.items():
        if number >= len(resource.trees):
            return f"tree {number} is missing, the resource has {len(resource.trees)}"
        fault = _tree_fault(resource.trees[number], like.trees[number], count)
        if fault is not None:
            obj, reason = fault
            return f"object {obj} of tree {number}{reason}"
    for number, text in enumerate(like.strings if objects is None else ()):
        if number >= len(resource.strings):
            return f"free string {number} is missing, the resource has {len(resource.strings)}"
        wrong = _string_fault(resource.strings[number], text)
        if wrong is not None:
            return f"free string {number} is not {wrong}"
    return None


def _tree_fault(tree: Tree, like: Tree, count: int) -> tuple[int, str] | None:
    """Return the first of ``count`` objects that differs, and the difference."""
    is_menu = menu_fault(like) is None
    broken = menu_fault(tree) if is_menu else None
    if broken is not None:
        return broken[0], f": {broken[1]}"
    if count > len(tree):
        return len(tree), " is missing"
    parents, wanted = _parents(tree), _parents(like)
    entries = {entry for _, entry in menu_entries(tree)} if is_menu else set()
    like_entries = {entry for _, entry in menu_entries(like)} if is_menu else set()
    for number in range(count):
        obj, other = tree[number], like[number]
        kind, other_kind = object_type(obj), object_type(other)
        if kind != other_kind:
            return number, f" is of the type {kind}, not {other_kind}"
        if number in like_entries and number not in entries:
            return number, " is not a menu entry"
        if parents[number] != wanted[number]:
            return number, f" is not a child of object {wanted[number]}"
        if (obj.ob_flags ^ other.ob_flags) & ~ObFlag.LASTOB:
            return number, f" has the flags {obj.ob_flags & ~ObFlag.LASTOB}, not {other.ob_flags & ~ObFlag.LASTOB}"
        if (obj.ob_state ^ other.ob_state) & ObState.DISABLED:
            return number, f" is {'not ' if ObState.DISABLED in other.ob_state else ''}DISABLED"
        if isinstance(other.ob_spec, TedInfo) and isinstance(obj.ob_spec, TedInfo):
            places, most = obj.ob_spec.te_ptmplt.count(PLACEHOLDER), other.ob_spec.te_ptmplt.count(PLACEHOLDER)
            if not 0 < places <= most:
                return number, f" is not a field of 1 to {most} digits, it has {places}"
    return None


def _parents(tree: Tree) -> list[int]:
    parents = [NIL] * len(tree)
    for number, obj in enumerate(tree):
        if obj.ob_head != NIL:
            for child in children(tree, number):
                parents[child] = number
    return parents


def _string_fault(text: str, like: str) -> str | None:
    """Return the kind of text that is required instead of ``text``, or None if it fits."""
    try:
        parse_alert(like)
    except AlertError:
        return None if "]" not in text else f"free of the ] that ends a part of an alert: {text!r}"
    try:
        parse_alert(text)
    except AlertError as error:
        return f"an alert ({error})"
    return None

"""The desktop's ground as an object tree: a gray box, and the icons on it."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from gemport.desktop import resource as rsc
from gemport.desktop.places import Place
from gemport.gem.aes.constants import DESKTOP, Update, Wf
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.objects import MAX_DEPTH, NIL
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.rsrc import LoadedResource
from gemport.gem.formats.objects import IconBlk, Object, ObState, Tree
from gemport.gem.formats.rsc import Resource

TRASH = "trash"
"""The name of the one icon that is no program's."""

_LARGE = {
    "vierfrei": rsc.LARGE_VIERFREI,
    "freecell": rsc.LARGE_FREECELL,
    "grossfamilien": rsc.LARGE_GROSSFAMILIEN,
    TRASH: rsc.LARGE_TRASH,
}
_SMALL = {
    "vierfrei": rsc.SMALL_VIERFREI,
    "freecell": rsc.SMALL_FREECELL,
    "grossfamilien": rsc.SMALL_GROSSFAMILIEN,
    TRASH: rsc.SMALL_TRASH,
}


class Label(NamedTuple):
    """An icon to show: its name, and what stands at it."""

    name: str
    text: str


def artwork(trees: LoadedResource, name: str, small: bool) -> Object:
    """The resource's icon for a name, as it is; a program without one of its own has the plain one."""
    tree, number = _where(name, small)
    return trees.tree(tree)[number]


def picture(resource: Resource, name: str, small: bool) -> IconBlk:
    """The picture of the icon for a name, from the resource's file: 32x32 pixels, ``small`` 16x16."""
    tree, number = _where(name, small)
    return _icon_of(resource.trees[tree][number])


def _where(name: str, small: bool) -> tuple[int, int]:
    tree, numbers, plain = (rsc.SMALL, _SMALL, rsc.SMALL_PROGRAM) if small else (rsc.LARGE, _LARGE, rsc.LARGE_PROGRAM)
    return tree, numbers.get(name, plain)


def label_text(icon: Object) -> str:
    """What stands at an icon."""
    return _icon_of(icon).ib_ptext


def picture_alone(icon: Object) -> IconBlk:
    """An icon's picture at the corner of its object, without a text."""
    return replace(_icon_of(icon), ib_xicon=0, ib_yicon=0, ib_ptext="")


class Ground:
    """The desktop as it is drawn. Icons go by their names; rectangles and places are in screen pixels."""

    def __init__(self, gem: Gem, trees: LoadedResource, labels: Sequence[Label], small: bool) -> None:
        self._gem = gem
        root = copy.copy(trees.tree(rsc.LARGE)[0])
        root.ob_head = root.ob_tail = NIL
        root.ob_width, root.ob_height = gem.width, gem.height
        self.tree: Tree = [root]
        self.names = [label.name for label in labels]
        self._numbers = {name: number for number, name in enumerate(self.names, 1)}
        for label in labels:
            icon = copy.deepcopy(artwork(trees, label.name, small))
            icon.ob_next = icon.ob_head = icon.ob_tail = NIL
            _icon_of(icon).ib_ptext = label.text
            self.tree.append(icon)
            gem.objc_add(self.tree, 0, len(self.tree) - 1)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of an icon with its text."""
        return self.tree[-1].ob_width, self.tree[-1].ob_height

    # ---- places

    def place(self, places: Mapping[str, Place]) -> None:
        """Put icons somewhere; nothing is drawn."""
        for name, place in places.items():
            icon = self._object(name)
            icon.ob_x, icon.ob_y = place

    def places(self) -> dict[str, Place]:
        """Where all icons stand."""
        return {name: Place(self._object(name).ob_x, self._object(name).ob_y) for name in self.names}

    def rect(self, name: str) -> GRect:
        """All that an icon may draw."""
        icon = self._object(name)
        return GRect(icon.ob_x, icon.ob_y, icon.ob_width, icon.ob_height)

    def picture(self, name: str) -> GRect:
        """An icon's picture."""
        icon = _icon_of(self._object(name))
        rect = self.rect(name)
        return GRect(rect.x + icon.ib_xicon, rect.y + icon.ib_yicon, icon.ib_wicon, icon.ib_hicon)

    def label(self, name: str) -> GRect:
        """The box of an icon's text."""
        icon = _icon_of(self._object(name))
        rect = self.rect(name)
        return GRect(rect.x + icon.ib_xtext, rect.y + icon.ib_ytext, icon.ib_wtext, icon.ib_htext)

    def find(self, x: int, y: int) -> str | None:
        """The icon whose picture or text is at a place, the topmost if there are several."""
        at = GRect(x, y, 1, 1)
        return next((name for name in reversed(self.names) if self.meets(name, at)), None)

    def meets(self, name: str, area: GRect) -> bool:
        """Whether an icon's picture or text reaches into an area."""
        return self.picture(name).intersects(area) or self.label(name).intersects(area)

    # ---- selected ones

    @property
    def selected(self) -> list[str]:
        """The selected icons."""
        return [name for name in self.names if ObState.SELECTED in self._object(name).ob_state]

    async def select(self, names: Iterable[str]) -> None:
        """Select these icons and no others; those that change are drawn."""
        wanted = set(names)
        for name in wanted.symmetric_difference(self.selected):
            self._object(name).ob_state ^= ObState.SELECTED
            await self.draw(self.rect(name))

    # ---- drawing

    async def draw(self, area: GRect) -> None:
        """Draw what no window covers of an area."""
        gem = self._gem
        await gem.wind_update(Update.BEG_UPDATE)
        rect = gem.wind_get(DESKTOP, Wf.WF_FIRSTXYWH)
        while not rect.empty:
            gem.objc_draw(self.tree, 0, MAX_DEPTH, rect.intersection(area))
            rect = gem.wind_get(DESKTOP, Wf.WF_NEXTXYWH)
        await gem.wind_update(Update.END_UPDATE)

    def _object(self, name: str) -> Object:
        return self.tree[self._numbers[name]]


def _icon_of(icon: Object) -> IconBlk:
    assert isinstance(icon.ob_spec, IconBlk)
    return icon.ob_spec

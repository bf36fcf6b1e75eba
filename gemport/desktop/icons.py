"""The desktop's icons: drawing, selecting, dragging as outlines, and saving their places."""

import copy
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from gemport import gem as api
from gemport.desktop import desktop_rsc as rsc
from gemport.desktop.preferences import DesktopSettings, Grid, Place
from gemport.desktop.programs import Openable
from gemport.gem import keys
from gemport.gem.aes.screen import draw_dotted
from gemport.toolkit.window import redraw

TRASH = "trash"  # name of the only icon that does not represent a program

_LARGE_CELL, _SMALL_CELL = (88, 56), (104, 24)

Shape: TypeAlias = Sequence[tuple[int, int]]  # corners of a closed outline, in screen pixels


def artwork(trees: Sequence[api.Tree], name: str, small: bool) -> api.Object:
    """Return the icon for a name, 32x32 pixels or 16x16 if ``small``; the generic icon if the name has none."""
    # Both trees have the same objects.
    number: int = getattr(rsc, f"LARGE_{name.upper()}", rsc.LARGE_PROGRAM)
    return trees[rsc.SMALL if small else rsc.LARGE][number]


def set_picture(resource: api.Resource, name: str, picture: api.IconBlk) -> None:
    """Replace the picture of the large icon for a name, centred above its text."""
    icon = api.spec_of(artwork(resource.trees, name, small=False), api.IconBlk)
    icon.ib_xicon += (icon.ib_wicon - picture.ib_wicon) // 2
    icon.ib_yicon += icon.ib_hicon - picture.ib_hicon
    icon.ib_wicon, icon.ib_hicon = picture.ib_wicon, picture.ib_hicon
    icon.ib_pdata, icon.ib_pmask = picture.ib_pdata, picture.ib_pmask


class Surface:
    """The icons of the programs and the trash, by name, as objects of one tree. Places are in screen pixels."""

    def __init__(
        self, gem: api.Gem, trees: api.LoadedResource, programs: Sequence[Openable], settings: DesktopSettings
    ) -> None:
        self._gem = gem
        self._trees = trees
        self._settings = settings
        self._ws = gem.v_opnvwk()
        self._labels = {program.name: program.title for program in programs}
        self._labels[TRASH] = api.spec_of(artwork(trees.trees, TRASH, small=False), api.IconBlk).ib_ptext
        self.names = list(self._labels)
        self._lay()

    def _lay(self) -> None:
        gem, small = self._gem, self._settings.small
        root = copy.copy(self._trees.tree(rsc.LARGE)[0])
        root.ob_head = root.ob_tail = api.NIL
        root.ob_width, root.ob_height = gem.width, gem.height
        self._tree: api.Tree = [root]
        for name, label in self._labels.items():
            icon = copy.deepcopy(artwork(self._trees.trees, name, small))
            icon.ob_next = icon.ob_head = icon.ob_tail = api.NIL
            api.spec_of(icon, api.IconBlk).ib_ptext = label
            self._tree.append(icon)
            gem.objc_add(self._tree, 0, len(self._tree) - 1)
        size = self._tree[-1].ob_width, self._tree[-1].ob_height
        self._grid = Grid(self.desk(), _SMALL_CELL if small else _LARGE_CELL, size)
        self._put_first()
        saved = {name: place for name, place in self._settings.places().items() if name in self.names}
        self._put({name: self._grid.inside(place) for name, place in saved.items()})

    def _put_first(self) -> None:
        self._put(self._grid.first_places([name for name in self.names if name != TRASH], TRASH))

    def _put(self, places: Mapping[str, Place]) -> None:
        for name, place in places.items():
            self._object(name).ob_x, self._object(name).ob_y = place

    def desk(self) -> api.GRect:
        return self._gem.wind_get(api.DESKTOP, api.Wf.WF_WORKXYWH)

    def _object(self, name: str) -> api.Object:
        return self._tree[1 + self.names.index(name)]

    # ---- places

    def places(self) -> dict[str, Place]:
        return {name: Place(*self.rect(name)[:2]) for name in self.names}

    def rect(self, name: str) -> api.GRect:
        icon = self._object(name)
        return api.GRect(icon.ob_x, icon.ob_y, icon.ob_width, icon.ob_height)

    def picture(self, name: str) -> api.GRect:
        icon, rect = api.spec_of(self._object(name), api.IconBlk), self.rect(name)
        return api.GRect(rect.x + icon.ib_xicon, rect.y + icon.ib_yicon, icon.ib_wicon, icon.ib_hicon)

    def label(self, name: str) -> api.GRect:
        icon, rect = api.spec_of(self._object(name), api.IconBlk), self.rect(name)
        return api.GRect(rect.x + icon.ib_xtext, rect.y + icon.ib_ytext, icon.ib_wtext, icon.ib_htext)

    def find(self, x: int, y: int) -> str | None:
        """Return the topmost icon with its picture or text at a point, or None."""
        at = api.GRect(x, y, 1, 1)
        return next((name for name in reversed(self.names) if self._meets(name, at)), None)

    def _meets(self, name: str, area: api.GRect) -> bool:
        return self.picture(name).intersects(area) or self.label(name).intersects(area)

    # ---- drawing

    async def show(self) -> None:
        self._lay()
        self._gem.wind_set(api.DESKTOP, api.Wf.WF_NEWDESK, self._tree, 0)
        await self._draw(self.desk())

    async def arrange(self) -> None:
        self._put_first()
        self._settings.save_places(self.places())
        await self._draw(self.desk())

    async def _draw(self, area: api.GRect) -> None:
        await redraw(self._gem, api.DESKTOP, area, lambda part: self._gem.objc_draw(self._tree, 0, api.MAX_DEPTH, part))

    @property
    def selected(self) -> list[str]:
        return [name for name in self.names if api.ObState.SELECTED in self._object(name).ob_state]

    async def select(self, names: Iterable[str]) -> None:
        wanted = set(names)
        for name in wanted.symmetric_difference(self.selected):
            self._object(name).ob_state ^= api.ObState.SELECTED
            await self._draw(self.rect(name))
        self._gem.speech.say(", ".join(self._labels[name] for name in self.selected))

    # ---- the mouse

    async def press(self, event: api.MultiEvent) -> bool:
        """Handle a press: select, drag, or draw a box around icons. Return whether programs were dropped on the trash.

        With Shift, the icon is added to the selection, or removed from it.
        """
        name, further = self.find(event.x, event.y), bool(event.shift & keys.SHIFT)
        held = bool(self._gem.graf_mkstate().buttons & api.LEFT)
        if name is None:
            await self._press_ground(event, held, further)
            return False
        chosen = self.selected
        if further:
            await self.select(set(chosen) ^ {name})
        elif name not in chosen:
            await self.select((name,))
        return held and name in self.selected and await self._drag(event)

    async def _press_ground(self, event: api.MultiEvent, held: bool, further: bool) -> None:
        before = self.selected if further else []
        await self.select(before)
        if not held:
            return

        def spanned(x: int, y: int) -> api.GRect:
            left, top = min(event.x, x), min(event.y, y)
            return api.GRect(left, top, abs(event.x - x) + 1, abs(event.y - y) + 1)

        def show(corner: api.GRect) -> None:
            x1, y1, x2, y2 = spanned(corner.x, corner.y).corners()
            draw_dotted(self._ws, [(x1, y1), (x2, y1), (x2, y2), (x1, y2), (x1, y1)])

        area = spanned(*await self._gem.graf_dragbox(1, 1, event.x, event.y, self.desk(), show))
        await self.select(set(before) ^ {name for name in self.names if self._meets(name, area)})

    async def _drag(self, event: api.MultiEvent) -> bool:
        """Drag the selected icons as outlines; return whether they were dropped on the trash, which moves nothing."""
        gem, names = self._gem, self.selected
        shapes = [_icon_shape(self.picture(name), self.label(name)) for name in names]
        around = api.bounds(self.rect(name) for name in names)

        def show(box: api.GRect) -> None:
            for shape in shapes:
                draw_dotted(self._ws, [(x + box.x - around.x, y + box.y - around.y) for x, y in (*shape, shape[0])])

        gem.graf_mouse(api.MouseNumber.FLAT_HAND)
        x, y = await gem.graf_dragbox(around.w, around.h, around.x, around.y, self.desk(), show)
        gem.graf_mouse(api.MouseNumber.ARROW)
        mouse = gem.graf_mkstate()
        if self.find(mouse.x, mouse.y) == TRASH and TRASH not in names:
            return True
        if gem.wind_find(mouse.x, mouse.y) == api.DESKTOP and (x, y) != (around.x, around.y):
            await self._move(names, x - around.x, y - around.y)
        return False

    async def _move(self, names: Sequence[str], dx: int, dy: int) -> None:
        """Move icons; with the grid, each to the nearest free cell."""
        before, places = [self.rect(name) for name in names], self.places()
        taken = [place for name, place in places.items() if name not in names]
        for name in names:
            wanted = Place(places[name].x + dx, places[name].y + dy)
            cell = self._grid.nearest(wanted, taken) if self._settings.grid else self._grid.inside(wanted)
            self._put({name: cell})
            taken.append(cell)
        self._settings.save_places(self.places())
        for area in (*before, *map(self.rect, names)):
            await self._draw(area)

    # ---- the keyboard

    async def step(self, dx: int, dy: int) -> None:
        """Select the next icon in a direction, or the first icon if none is selected."""
        if not self.selected:
            await self.select(self.names[:1])
            return
        places = self.places()
        here = places[self.selected[0]]
        ahead = [name for name in places if _ahead(here, places[name], dx, dy) > 0]
        if ahead:
            # Distance across the direction counts double.
            away = {
                name: 2 * abs(_ahead(here, places[name], dy, dx)) + _ahead(here, places[name], dx, dy) for name in ahead
            }
            await self.select((min(ahead, key=lambda name: away[name]),))


def _ahead(one: Place, other: Place, dx: int, dy: int) -> int:
    return (other.x - one.x) * dx + (other.y - one.y) * dy


def _icon_shape(picture: api.GRect, label: api.GRect) -> Shape:
    """Return the outline of an icon's picture with its text below it or to the right of it."""
    px1, py1, px2, py2 = picture.corners()
    lx1, ly1, lx2, ly2 = label.corners()
    if label.y >= picture.bottom:
        return (px1, py1), (px2, py1), (px2, ly1), (lx2, ly1), (lx2, ly2), (lx1, ly2), (lx1, ly1), (px1, ly1)
    return (px1, py1), (px2, py1), (px2, ly1), (lx2, ly1), (lx2, ly2), (px2, ly2), (px2, py2), (px1, py2)

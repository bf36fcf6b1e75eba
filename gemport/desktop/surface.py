"""What is done with icons on the desktop: shown, selected, dragged, put somewhere, kept there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from gemport.desktop.host import Openable
from gemport.desktop.icons import TRASH, Ground, Label, artwork, label_text
from gemport.desktop.outlines import Shape, box_shape, follow, icon_shape, moved
from gemport.desktop.places import Grid, Place
from gemport.desktop.settings import Settings
from gemport.gem.aes import keys
from gemport.gem.aes.constants import DESKTOP, LEFT, MouseNumber, Wf
from gemport.gem.aes.events import MultiEvent
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rect import GRect, bounds
from gemport.gem.aes.rsrc import LoadedResource

_LARGE_CELL, _SMALL_CELL = (88, 56), (104, 24)


class Surface:
    """The icons of some programs, and the trash. Rectangles are in screen pixels."""

    def __init__(self, gem: Gem, trees: LoadedResource, programs: Sequence[Openable], settings: Settings) -> None:
        self._gem = gem
        self._trees = trees
        self._settings = settings
        self._ws = gem.v_opnvwk()
        self._labels = [Label(program.name, program.title) for program in programs]
        self._labels.append(Label(TRASH, label_text(artwork(trees, TRASH, small=False))))
        self._lay()

    def _lay(self) -> None:
        """Make the icons of the size that is set, and put them where they were."""
        self.ground = Ground(self._gem, self._trees, self._labels, self._settings.small)
        self._grid = Grid(self._desk(), _SMALL_CELL if self._settings.small else _LARGE_CELL, self.ground.size)
        self._put_first()
        kept = {name: place for name, place in self._settings.places().items() if name in self.ground.names}
        self.ground.place({name: self._grid.inside(place) for name, place in kept.items()})

    def _put_first(self) -> None:
        programs = [name for name in self.ground.names if name != TRASH]
        self.ground.place(self._grid.first_places(programs, TRASH))

    def _desk(self) -> GRect:
        return self._gem.wind_get(DESKTOP, Wf.WF_WORKXYWH)

    async def show(self) -> None:
        """Show the icons of the size that is set."""
        self._lay()
        self._gem.wind_set(DESKTOP, Wf.WF_NEWDESK, self.ground.tree, 0)
        await self.ground.draw(self._desk())

    async def arrange(self) -> None:
        """Put all icons where they stood at first."""
        self._put_first()
        self._settings.keep_places(self.ground.places())
        await self.ground.draw(self._desk())

    # ---- the mouse

    async def press(self, event: MultiEvent) -> bool:
        """Answer a press: select, drag, or draw a box around icons. Whether programs were dropped on the trash.

        With Shift an icon is selected besides the others, or no more.
        """
        name, further = self.ground.find(event.x, event.y), bool(event.shift & keys.SHIFT)
        held = bool(self._gem.graf_mkstate().buttons & LEFT)
        if name is None:
            await self._press_ground(event, held, further)
            return False
        chosen = self.ground.selected
        if further:
            await self.ground.select(set(chosen) ^ {name})
        elif name not in chosen:
            await self.ground.select((name,))
        if held and name in self.ground.selected:
            return await self._drag(event)
        return False

    async def _press_ground(self, event: MultiEvent, held: bool, further: bool) -> None:
        before = self.ground.selected if further else []
        await self.ground.select(before)
        if not held:
            return

        def spanned(x: int, y: int) -> GRect:
            left, top = min(event.x, x), min(event.y, y)
            return GRect(left, top, abs(event.x - x) + 1, abs(event.y - y) + 1)

        x, y = await follow(self._gem, self._ws, self._desk(), lambda x, y: [box_shape(spanned(x, y))])
        inside = {name for name in self.ground.names if self.ground.meets(name, spanned(x, y))}
        await self.ground.select(set(before) ^ inside)

    async def _drag(self, event: MultiEvent) -> bool:
        """Drag the selected icons as outlines. Whether programs were dropped on the trash; they go nowhere then."""
        gem, ground, names = self._gem, self.ground, self.ground.selected
        shapes = [icon_shape(ground.picture(name), ground.label(name)) for name in names]
        around, desk = bounds(ground.rect(name) for name in names), self._desk()

        def way(x: int, y: int) -> tuple[int, int]:
            held = around.moved(x - event.x, y - event.y).constrained(desk)
            return held.x - around.x, held.y - around.y

        def outlines(x: int, y: int) -> list[Shape]:
            return [moved(shape, *way(x, y)) for shape in shapes]

        gem.graf_mouse(MouseNumber.FLAT_HAND)
        x, y = await follow(gem, self._ws, desk, outlines)
        gem.graf_mouse(MouseNumber.ARROW)
        target = ground.find(x, y)
        if target == TRASH and TRASH not in names:
            return True
        if gem.wind_find(x, y) == DESKTOP and way(x, y) != (0, 0):
            await self._move(names, *way(x, y))
        return False

    async def _move(self, names: Sequence[str], dx: int, dy: int) -> None:
        """Move icons; on the grid each goes to the nearest free cell."""
        ground = self.ground
        before = [ground.rect(name) for name in names]
        places = ground.places()
        wanted = {name: Place(places[name].x + dx, places[name].y + dy) for name in names}
        taken = [place for name, place in places.items() if name not in wanted]
        for name, place in wanted.items():
            found = self._grid.nearest(place, taken) if self._settings.grid else self._grid.inside(place)
            ground.place({name: found})
            taken.append(found)
        self._settings.keep_places(ground.places())
        for area in (*before, *map(ground.rect, names)):
            await ground.draw(area)

    # ---- the keyboard

    async def step(self, dx: int, dy: int) -> None:
        """Select the icon that is next in a direction; the first one where none is selected."""
        chosen = self.ground.selected[:1]
        if not chosen:
            await self.ground.select(self.ground.names[:1])
            return
        here, places = chosen[0], self.ground.places()
        ahead = [name for name in places if _ahead(places[here], places[name], dx, dy) > 0]
        if ahead:
            await self.ground.select((min(ahead, key=partial(self._detour, here, dx, dy)),))

    def _detour(self, here: str, dx: int, dy: int, name: str) -> int:
        """How far an icon is away, the way across counting double."""
        places = self.ground.places()
        across = _ahead(places[here], places[name], dy, dx)
        return _ahead(places[here], places[name], dx, dy) + 2 * abs(across)


def _ahead(one: Place, other: Place, dx: int, dy: int) -> int:
    """How far another place lies in a direction, in pixels."""
    return (other.x - one.x) * dx + (other.y - one.y) * dy

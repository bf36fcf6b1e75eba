"""The menu library: the bar, its calls, and the loop that drops menus down (spec: GEM 3.3, B.3)."""

from __future__ import annotations

from gemport.gem.aes.constants import HBOX, HCHAR, LEFT, MU_BUTTON, MU_M1, MU_MESAG, Msg
from gemport.gem.aes.kernel.dispatch import Dispatcher
from gemport.gem.aes.kernel.events import EventLibrary, MouseRect
from gemport.gem.aes.kernel.message import Message
from gemport.gem.aes.objects.tree import MAX_DEPTH, NIL, children, objc_find, object_rect
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.screen import Screen
from gemport.gem.formats.rsc.objects import ObState, Tree
from gemport.gem.vdi.raster import Raster

_TITLE_BIT = 0x8000


class MenuLibrary:
    """The menu bar of the program, if it has shown one."""

    def __init__(self, screen: Screen, dispatcher: Dispatcher, events: EventLibrary) -> None:
        self._screen = screen
        self._dispatcher = dispatcher
        self._events = events
        self._tree: Tree | None = None

    # ---- the calls

    def menu_bar(self, tree: Tree, show: bool) -> None:
        """Install a menu tree and draw its bar, or take it out of use (the strip is not erased).

        The tree is changed: the bar gets the screen's width, and the first menu loses its places for accessories.
        """
        if not show:
            self._tree = None
            return
        self._tree = tree
        self._shorten_first_menu(tree)
        tree[self._bar(tree)].ob_width = self._screen.rect.w
        self._screen.objc_draw(tree, self._bar(tree), MAX_DEPTH, self._screen.rect)
        self._screen.pen.fill(GRect(0, HBOX - 1, self._screen.rect.w, 1))

    def menu_icheck(self, tree: Tree, item: int, check: bool) -> None:
        """Set or clear an entry's check mark; it shows when the menu drops next."""
        self._set(tree, item, ObState.CHECKED, check)

    def menu_ienable(self, tree: Tree, item: int, enable: bool) -> None:
        """Enable or disable an entry, or with bit 15 of ``item`` set a title, which is drawn again at once."""
        self._set(tree, item, ObState.DISABLED, not enable)
        if item & _TITLE_BIT:
            self._screen.objc_draw(tree, item & ~_TITLE_BIT, 0, self._screen.rect)

    def menu_tnormal(self, tree: Tree, title: int, normal: bool) -> None:
        """Show a title normal or inverted, at once."""
        _select(self._screen, tree, title, not normal)

    def menu_text(self, tree: Tree, item: int, text: str) -> None:
        """Give an entry another text; it shows when the menu drops next."""
        tree[item].ob_spec = text

    @staticmethod
    def menu_register(_id: int, _text: str) -> int:
        """An entry in the first menu is for accessories only, which there are none: always -1."""
        return NIL

    # ---- what the Gem and the screen manager ask

    def forget(self) -> None:
        """No program has shown a menu bar."""
        self._tree = None

    def titles(self) -> GRect | None:
        """The rectangle of all titles, whose entering drops a menu; None without a menu bar."""
        return object_rect(self._tree, self._tree[self._bar(self._tree)].ob_head) if self._tree else None

    async def track(self) -> Message | None:
        """Drop menus down under the pointer until one entry is chosen or none; the message for the program."""
        assert self._tree is not None
        return await _Tracking(self._tree, self._screen, self._dispatcher, self._events).run()

    # ---- inner

    @staticmethod
    def _bar(tree: Tree) -> int:
        return tree[0].ob_head

    def _shorten_first_menu(self, tree: Tree) -> None:
        """Without accessories only the first entry of the first menu remains."""
        menu = next(children(tree, tree[0].ob_tail), NIL)
        if menu != NIL and tree[menu].ob_head != NIL:
            entry = tree[menu].ob_head
            tree[menu].ob_tail = entry
            tree[entry].ob_next = menu
            tree[menu].ob_height = HCHAR

    @staticmethod
    def _set(tree: Tree, item: int, bit: ObState, on: bool) -> None:
        obj = tree[item & ~_TITLE_BIT]
        obj.ob_state = obj.ob_state | bit if on else obj.ob_state & ~bit


class _Tracking:
    """One use of the menu bar, from the pointer's coming to its end; a message to the screen manager ends it too."""

    def __init__(self, tree: Tree, screen: Screen, dispatcher: Dispatcher, events: EventLibrary) -> None:
        self._tree = tree
        self._screen = screen
        self._state = dispatcher
        self._events = events
        self._active = tree[tree[0].ob_head].ob_head
        self._menus = dict(zip(children(tree, self._active), children(tree, tree[0].ob_tail), strict=False))
        self._title = NIL
        self._item = NIL
        self._saved: tuple[GRect, Raster] | None = None

    async def run(self) -> Message | None:
        with self._screen.arrow():
            await self._follow_until_done()
        return self._end()

    async def _follow_until_done(self) -> None:
        self._follow_pointer()
        while not self._left_the_bar():
            here = MouseRect(True, GRect(self._state.mouse_x, self._state.mouse_y, 1, 1))
            other = LEFT ^ (self._state.buttons & LEFT)
            event = await self._events.evnt_multi(MU_BUTTON | MU_M1 | MU_MESAG, mask=LEFT, state=other, m1=here)
            if MU_MESAG in event.events:
                self._highlight(NIL)
                break
            self._follow_pointer()
            if MU_BUTTON in event.events and self._title != NIL and not self._on_title():
                break

    def _left_the_bar(self) -> bool:
        return self._title == NIL and self._state.mouse_y >= HBOX

    def _on_title(self) -> bool:
        return self._title_below() != NIL

    def _title_below(self) -> int:
        found = objc_find(self._tree, self._active, 1, self._state.mouse_x, self._state.mouse_y)
        return found if found in self._menus else NIL

    def _follow_pointer(self) -> None:
        title = self._title_below()
        if title != NIL and title != self._title:
            self._close()
            if ObState.DISABLED not in self._tree[title].ob_state:
                self._open(title)
        if self._title != NIL:
            self._highlight(self._item_below())

    def _item_below(self) -> int:
        menu = self._menus[self._title]
        found = objc_find(self._tree, menu, 1, self._state.mouse_x, self._state.mouse_y)
        if found in (NIL, menu) or ObState.DISABLED in self._tree[found].ob_state:
            return NIL
        return found

    def _highlight(self, item: int) -> None:
        if item == self._item:
            return
        for obj, selected in ((self._item, False), (item, True)):
            if obj != NIL:
                _select(self._screen, self._tree, obj, selected)
        self._item = item

    def _open(self, title: int) -> None:
        self._title = title
        _select(self._screen, self._tree, title, True)
        menu = self._menus[title]
        rect = object_rect(self._tree, menu)
        self._saved = self._screen.save(GRect(rect.x - 1, rect.y - 1, rect.w + 2, rect.h + 2))
        self._screen.objc_draw(self._tree, menu, MAX_DEPTH, self._screen.rect)

    def _close(self) -> None:
        """Take the open menu away; its title becomes normal."""
        if self._title == NIL:
            return
        self._take_menu_away()
        _select(self._screen, self._tree, self._title, False)
        self._title = NIL

    def _take_menu_away(self) -> None:
        if self._item != NIL:
            self._tree[self._item].ob_state &= ~ObState.SELECTED
            self._item = NIL
        if self._saved is not None:
            self._screen.restore(self._saved)
            self._saved = None

    def _end(self) -> Message | None:
        item, title = self._item, self._title
        if item == NIL:
            self._close()
            return None
        self._take_menu_away()
        return Message(Msg.MN_SELECTED, 0, 0, title, item)


def _select(screen: Screen, tree: Tree, obj: int, selected: bool) -> None:
    state = tree[obj].ob_state & ~ObState.SELECTED
    screen.objc_change(tree, obj, screen.rect, state | ObState.SELECTED if selected else state)

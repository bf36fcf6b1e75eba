"""The menu library: the menu bars, their calls, and the loop for open menus (docs/machine.md 3.3, B.3).

Every program may have a bar. The strip at the top shows one of them, or the program's name if it has no bar. The first
menu of every bar lists the accessories below the program's own entries.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gemport.gem.aes.constants import HBOX, HCHAR, LEFT, MU_BUTTON, MU_KEYBD, MU_M1, MU_MESAG, WCHAR, Msg
from gemport.gem.aes.draw import objc_change, objc_draw
from gemport.gem.aes.events import EventLibrary, MouseRect
from gemport.gem.aes.keys import ARROW_DOWN, ARROW_LEFT, ARROW_RIGHT, ARROW_UP, ENTER, RETURN, SPACE
from gemport.gem.aes.objects import MAX_DEPTH, NIL, children, objc_find, object_rect
from gemport.gem.aes.process import Message, Process
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.screen import Screen
from gemport.gem.aes.speech import Speech
from gemport.gem.formats.structures import Object, ObState, ObType, Tree, object_type
from gemport.gem.vdi.raster import Raster

MAX_TITLES = 64
"""Maximum number of titles in a menu bar; about as many fit the widest screen."""
MAX_ACCESSORIES = 6
_OWN_ENTRIES = 2  # the program's entry, and the line below it
_TITLE_BIT = 0x8000
_NAME_TOP = 2
_KEY_GAP = re.compile(r" {2,}|(?<=\.\.\.) ")  # the blanks between an entry's words and its key


def menu_fault(tree: Tree) -> tuple[int, str] | None:
    """Return the first object that makes a tree invalid as a menu, and the reason, or None if it is valid.

    A menu's root has two children, the bar and the screen below it. The titles are one level below the bar; the
    screen's children are the menus, one per title in the same order.
    """
    parts = list(children(tree, 0))
    if len(parts) != 2:
        return 0, f"a menu's root has two children, the bar and the menus, not {len(parts)}"
    bar, screen = parts
    active = tree[bar].ob_head
    titles = [] if active == NIL else list(children(tree, active))
    menus = list(children(tree, screen))
    if not titles:
        return bar, "this menu bar has no titles"
    wrong = next((title for title in titles if object_type(tree[title]) != ObType.G_TITLE), None)
    if wrong is not None:
        return wrong, "it stands among the titles of a menu, but is not a G_TITLE"
    if len(titles) > MAX_TITLES:
        return bar, f"a menu bar has room for {MAX_TITLES} titles, not {len(titles)}"
    if len(titles) != len(menus):
        return screen, f"there are {len(menus)} menus for {len(titles)} titles"
    return None


def menu_entries(tree: Tree) -> Iterator[tuple[int, int]]:
    """Yield (title, entry) for each entry of a menu tree that can be chosen.

    For the first menu only the first entry is included, as menu_bar leaves it without accessories.
    """
    for number, (title, menu) in enumerate(_menus(tree)):
        entries = list(children(tree, menu))
        yield from ((title, entry) for entry in (entries if number else entries[:1]))


def _menus(tree: Tree) -> Iterator[tuple[int, int]]:
    """Yield each title of a menu tree with its menu."""
    titles = children(tree, tree[tree[0].ob_head].ob_head)
    return zip(titles, children(tree, tree[0].ob_tail), strict=False)


class MenuRow(NamedTuple):
    """A title of a menu bar, or an entry below it, for hosts that list menus themselves.

    Attributes:
        item: the entry's object, NIL for the title
        text: the words of a title or entry; empty for a line between entries
        key: the description of the key at the right end of an entry
    """

    title: int
    item: int
    text: str
    key: str
    checked: bool
    enabled: bool


class DeskEntry(NamedTuple):
    """An accessory's entry in the Desk menu."""

    process: Process
    menu_id: int
    text: str


class DeskMenu:
    """The first menu of a tree, whose places the accessories' entries share.

    GEM requires six places in a tree; if there are fewer, objects are appended to the tree.
    """

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._menu = next(children(tree, tree[0].ob_tail), NIL)
        self._places = list(children(tree, self._menu)) if self._menu != NIL else []
        self._width = tree[self._menu].ob_width if self._menu != NIL else 0

    def fit(self, entries: list[DeskEntry]) -> None:
        """Show the program's entry and, below a line, the accessories' entries; without any, the first entry only."""
        if not self._places:
            return
        count = _OWN_ENTRIES + len(entries) if entries else 1
        while len(self._places) < count:
            self.tree.append(Object(ob_type=ObType.G_STRING, ob_spec=""))
            self._places.append(len(self.tree) - 1)
        menu, shown = self.tree[self._menu], self._places[:count]
        for place, following in zip(shown, [*shown[1:], self._menu], strict=True):
            self.tree[place].ob_next = following
        menu.ob_tail, menu.ob_height = shown[-1], count * HCHAR
        texts = ["-" * (self._width // WCHAR), *(entry.text for entry in entries)]
        for row, (place, text) in enumerate(zip(shown[1:], texts, strict=False), start=1):
            obj = self.tree[place]
            obj.ob_spec, obj.ob_state = text, ObState.DISABLED if row == 1 else ObState.NORMAL
            obj.ob_x, obj.ob_y, obj.ob_width, obj.ob_height = 0, row * HCHAR, self._width, HCHAR

    def accessory_at(self, item: int) -> int | None:
        """Return the number from 0 of the accessory's entry at an object, or None for the program's entry."""
        places = self._places[_OWN_ENTRIES:]
        return places.index(item) if item in places else None


class MenuLibrary:
    """The menu bars that programs have shown, and the accessories' entries.

    The calls act for the running process; the host's own Gem can have a bar like a program.
    """

    def __init__(self, screen: Screen, events: EventLibrary, speech: Speech) -> None:
        self._screen = screen
        self._events = events
        self._speech = speech
        self._bars: dict[Process | None, Tree] = {}
        self._desk_menus: dict[Process | None, DeskMenu] = {}
        self._entries: list[DeskEntry] = []
        self.shown: Process | None = None  # the process whose bar or name is in the strip
        self._tree: Tree = []
        """While menus are in use: their tree, the menu of each title, the open menu's title, its highlighted entry, the
        last spoken entry, and the picture under the menu."""
        self._menus: dict[int, int] = {}
        self._title = self._item = self._spoken = NIL
        self._saved: tuple[GRect, Raster] | None = None

    # ---- the calls

    def menu_bar(self, tree: Tree, show: bool) -> None:
        """Install a menu tree and draw its bar, or remove it (without erasing the strip).

        The tree is changed: its bar gets the screen's width, and its first menu gets the accessories'
        entries, without spare places. If the program is not in front, its bar is drawn when the user returns to it.
        """
        caller = self._events.running
        if not show:
            self._bars = {owner: bar for owner, bar in self._bars.items() if bar is not tree and owner is not caller}
            return
        self._bars[caller] = tree
        if caller not in self._desk_menus or self._desk_menus[caller].tree is not tree:
            self._desk_menus[caller] = DeskMenu(tree)
        self._desk_menus[caller].fit(self._entries)
        self._fit_bar(tree)
        if caller is self.shown:
            self._draw_bar(tree)

    def menu_icheck(self, tree: Tree, item: int, check: bool) -> None:
        """Set or clear an entry's check mark, visible when the menu opens next."""
        obj = tree[item & ~_TITLE_BIT]
        obj.ob_state = obj.ob_state | ObState.CHECKED if check else obj.ob_state & ~ObState.CHECKED

    def menu_ienable(self, tree: Tree, item: int, enable: bool) -> None:
        """Enable or disable an entry, or with bit 15 of ``item`` a title; a changed title is redrawn immediately."""
        obj, draw = item & ~_TITLE_BIT, bool(item & _TITLE_BIT) and self._is_shown(tree)
        state = tree[obj].ob_state & ~ObState.DISABLED if enable else tree[obj].ob_state | ObState.DISABLED
        objc_change(self._screen.pen, tree, obj, self._screen.rect, state, draw)

    def menu_tnormal(self, tree: Tree, title: int, normal: bool) -> bool:
        """Show a title normal or inverted, immediately; return False, without a change, if it is DISABLED."""
        if ObState.DISABLED in tree[title].ob_state:
            return False
        _select(self._screen, tree, title, not normal, self._is_shown(tree))
        return True

    def menu_text(self, tree: Tree, item: int, text: str) -> None:
        """Change an entry's text, visible when the menu opens next."""
        tree[item].ob_spec = text

    def menu_register(self, ap_id: int, text: str) -> int:
        """Add an entry for the caller to every program's first menu; return its menu id.

        The result is -1 for a negative ``ap_id`` or if there are already six entries. When the user chooses the entry,
        the caller gets AC_OPEN with the first title's object in word 3 and the menu id in word 4. When all programs
        have ended, it gets AC_CLOSE with the menu id in word 3. The text should start with two blanks like other
        entries.
        """
        caller = self._events.running
        taken = {entry.menu_id for entry in self._entries}
        menu_id = next((number for number in range(MAX_ACCESSORIES) if number not in taken), NIL)
        if caller is None or menu_id == NIL or ap_id < 0:
            return NIL
        self._entries = sorted([*self._entries, DeskEntry(caller, menu_id, text)], key=lambda entry: entry.menu_id)
        self._fit_desk_menus()
        return menu_id

    def menu_keys(self) -> None:
        """Open the first menu for choosing by keys, when a program receives its menu key; a gemport extension.

        The arrows move the pointer to titles and entries, Return or the space bar chooses, any other key closes the
        menu. The pointer then returns to its position. Without a bar nothing happens.
        """
        self._events.menu_keys = self.titles() is not None

    # ---- for the machine and the screen manager

    def draw(self) -> None:
        """Draw the strip: the bar or the name of its program, or an empty strip."""
        bar = self._bars.get(self.shown) if self.shown is not None else None
        if bar is not None:
            self._draw_bar(bar)
            return
        pen, rect, name = self._screen.pen, self._screen.rect, self.shown.name if self.shown is not None else ""
        pen.fill(GRect(0, 0, rect.w, HBOX - 1), 0)
        pen.fill(GRect(0, HBOX - 1, rect.w, 1))
        pen.text((rect.w - WCHAR * len(name)) // 2, _NAME_TOP, name)

    def fit_screen(self) -> None:
        """Make all bars as wide as the screen without drawing."""
        for tree in self._bars.values():
            self._fit_bar(tree)

    def _fit_bar(self, tree: Tree) -> None:
        tree[tree[0].ob_head].ob_width = self._screen.rect.w

    def forget(self, process: Process) -> None:
        """Drop the bar and the entries of an ended process without drawing."""
        self._bars.pop(process, None)
        self._desk_menus.pop(process, None)
        others = [entry for entry in self._entries if entry.process is not process]
        if len(others) != len(self._entries):
            self._entries = others
            self._fit_desk_menus()
        if self.shown is process:
            self.shown = None

    def close_accessories(self) -> None:
        for entry in self._entries:
            self._events.post(entry.process, Message(Msg.AC_CLOSE, 0, 0, entry.menu_id))

    def titles(self) -> GRect | None:
        """Return the rectangle of all titles, which opens a menu when entered, or None without a menu bar."""
        tree = self._bars.get(self.shown)
        return object_rect(tree, tree[tree[0].ob_head].ob_head) if tree else None

    async def track(self) -> bool:
        """Open menus under the pointer until the user chooses an entry or none, and send a message to its owner.

        Return whether a message to the screen manager ended the loop.
        """
        process = self.shown
        if self.titles() is None:
            # The program that requested the menu by key has ended.
            self._events.menu_keys = False
            return False
        tree = self._tree = self._bars[process]
        self._menus = dict(_menus(tree))
        mouse = self._events.mouse
        before = mouse.x, mouse.y
        if self._events.menu_keys:
            self._point_to_title(1)
        with self._screen.arrow():
            title, item, is_called_off = await self._follow_mouse()
        if self._events.menu_keys:
            self._events.menu_keys = False
            mouse.x, mouse.y = before
        if item != NIL:
            self._send(process, title, item)
        return is_called_off

    def rows(self) -> Iterator[MenuRow]:
        """Yield each title of the visible bar, followed by its entries."""
        tree = self._bars.get(self.shown)
        if not tree:
            return
        for title, menu in _menus(tree):
            usable = ObState.DISABLED not in tree[title].ob_state
            for item in (NIL, *sorted(children(tree, menu), key=lambda entry: tree[entry].ob_y)):
                obj = tree[title if item == NIL else item]
                spec = obj.ob_spec if isinstance(obj.ob_spec, str) and obj.ob_spec.strip(" -") else ""
                text, key = [*_KEY_GAP.split(spec.strip(), 1), ""][:2]
                enabled = usable and ObState.DISABLED not in obj.ob_state
                yield MenuRow(title, item, text, key, ObState.CHECKED in obj.ob_state, enabled)

    def choose(self, title: int, item: int) -> None:
        """Choose an entry of the visible bar as with the mouse; do nothing if it cannot be chosen."""
        if any((row.title, row.item, row.enabled) == (title, item, True) and item != NIL for row in self.rows()):
            self.menu_tnormal(self._bars[self.shown], title, False)
            self._send(self.shown, title, item)

    def _send(self, process: Process | None, title: int, item: int) -> None:
        """Notify an entry's owner that the user chose it; its title is inverted."""
        accessory = self._desk_menus[process].accessory_at(item)
        if accessory is not None:
            self.menu_tnormal(self._bars[process], title, True)
            entry = self._entries[accessory]
            self._events.post(entry.process, Message(Msg.AC_OPEN, 0, 0, title, entry.menu_id))
        elif process is not None:
            self._events.post(process, Message(Msg.MN_SELECTED, 0, 0, title, item))

    # ---- inner

    def _is_shown(self, tree: Tree) -> bool:
        """Return whether a change of a title is visible, which requires its bar to be in the strip."""
        caller = self._events.running
        owner = next((process for process, bar in self._bars.items() if bar is tree), caller)
        return owner in (None, self.shown)

    def _draw_bar(self, tree: Tree) -> None:
        objc_draw(self._screen.pen, tree, tree[0].ob_head, MAX_DEPTH, self._screen.rect)
        self._screen.pen.fill(GRect(0, HBOX - 1, self._screen.rect.w, 1))

    def _fit_desk_menus(self) -> None:
        for menu in self._desk_menus.values():
            menu.fit(self._entries)

    # ---- the open menu

    async def _follow_mouse(self) -> tuple[int, int, bool]:
        """Return the chosen title and entry (NIL if none), and True if a message ended the loop."""
        mouse, is_called_off = self._events.mouse, False
        self._follow_pointer()
        while self._title != NIL or mouse.y < HBOX:
            here = MouseRect(True, GRect(mouse.x, mouse.y, 1, 1))
            other = LEFT ^ (self._events.buttons & LEFT)
            flags = MU_BUTTON | MU_M1 | MU_MESAG
            if self._events.menu_keys:
                flags |= MU_KEYBD
            event = await self._events.evnt_multi(flags, mask=LEFT, state=other, m1=here)
            if MU_KEYBD in event.events and not self._key(event.key):
                break
            if MU_MESAG in event.events:
                self._highlight(NIL)
                is_called_off = True
                break
            if MU_BUTTON in event.events and self._title == NIL and self._title_below() == NIL:
                # A press in the bar off the titles opens no menu before its release.
                await self._events.evnt_button(1, LEFT, 0)
            self._follow_pointer()
            if MU_BUTTON in event.events and self._title != NIL and self._title_below() == NIL:
                break
        title, item = self._title, self._item
        if item == NIL:
            self._close()
        else:
            self._remove_menu()
            self._title = NIL
        return title, item, is_called_off

    def _key(self, word: int) -> bool:
        """Move the pointer for a key; return whether the menu stays open. If not, the entry is chosen."""
        if word in (ARROW_LEFT, ARROW_RIGHT):
            self._point_to_title(1 if word == ARROW_RIGHT else -1)
        elif word in (ARROW_UP, ARROW_DOWN):
            entries = children(self._tree, self._menus[self._title]) if self._title != NIL else ()
            rows = sorted(entries, key=lambda obj: self._tree[obj].ob_y)
            self._point_to(rows, self._item, 1 if word == ARROW_DOWN else -1)
        elif word in (RETURN, ENTER, SPACE):
            return self._item == NIL
        else:
            self._highlight(NIL)
            return False
        return True

    def _point_to_title(self, step: int) -> None:
        self._point_to(list(self._menus), self._title, step)

    def _point_to(self, objects: Sequence[int], here: int, step: int) -> None:
        """Move the pointer to the right end of the next enabled object after ``here``, wrapping around."""
        usable = [obj for obj in objects if ObState.DISABLED not in self._tree[obj].ob_state]
        if usable:
            at = (usable.index(here) + step) % len(usable) if here in usable else min(step, 0)
            rect, mouse = object_rect(self._tree, usable[at]), self._events.mouse
            mouse.x, mouse.y = rect.right - 2, rect.y + rect.h // 2

    def _title_below(self) -> int:
        active = self._tree[self._tree[0].ob_head].ob_head
        title = objc_find(self._tree, active, 1, self._events.mouse.x, self._events.mouse.y)
        return title if title in self._menus else NIL

    def _follow_pointer(self) -> None:
        title = self._title_below()
        if title != NIL and title != self._title:
            self._close()
            if ObState.DISABLED not in self._tree[title].ob_state:
                self._open(title)
        if self._title != NIL:
            menu = self._menus[self._title]
            item = objc_find(self._tree, menu, 1, self._events.mouse.x, self._events.mouse.y)
            usable = item not in (NIL, menu) and ObState.DISABLED not in self._tree[item].ob_state
            self._highlight(item if usable else NIL)
            if item not in (NIL, menu, self._spoken):
                self._speech.hush()
                self._speech.entry(self._tree, item)
            self._spoken = item

    def _highlight(self, item: int) -> None:
        if item == self._item:
            return
        for obj, selected in ((self._item, False), (item, True)):
            if obj != NIL:
                _select(self._screen, self._tree, obj, selected)
        self._item = item

    def _open(self, title: int) -> None:
        self._title, self._spoken = title, NIL
        self._speech.hush()
        self._speech.entry(self._tree, title)
        _select(self._screen, self._tree, title, True)
        menu = self._menus[self._title]
        self._saved = self._screen.save(object_rect(self._tree, menu).inset(-1))
        objc_draw(self._screen.pen, self._tree, menu, MAX_DEPTH, self._screen.rect)

    def _close(self) -> None:
        if self._title != NIL:
            self._remove_menu()
            _select(self._screen, self._tree, self._title, False)
            self._title = NIL

    def _remove_menu(self) -> None:
        if self._item != NIL:
            self._tree[self._item].ob_state &= ~ObState.SELECTED
            self._item = NIL
        if self._saved is not None:
            self._screen.restore(self._saved)
            self._saved = None


def _select(screen: Screen, tree: Tree, obj: int, selected: bool, draw: bool = True) -> None:
    state = tree[obj].ob_state & ~ObState.SELECTED
    objc_change(screen.pen, tree, obj, screen.rect, state | ObState.SELECTED if selected else state, draw)

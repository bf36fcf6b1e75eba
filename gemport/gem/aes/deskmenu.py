"""The first menu of every bar, which has the accessories' entries below the program's own (docs/machine.md 3.3)."""

from __future__ import annotations

from typing import NamedTuple

from gemport.gem.aes.constants import HCHAR
from gemport.gem.aes.kernel.process import Process
from gemport.gem.aes.objects.tree import NIL, children
from gemport.gem.formats.objects import Object, ObState, ObType, Tree

MOST_ENTRIES = 6
"""Accessories' entries that fit into the Desk menu."""
_OWN_ENTRIES = 2
"""The program's entry, and the line below it."""


class Entry(NamedTuple):
    """An accessory's entry."""

    process: Process
    menu_id: int
    text: str


class DeskEntries:
    """The entries that accessories have registered, in the order of their places."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def register(self, process: Process, text: str) -> int:
        """A further entry; its menu id, the lowest free one, or -1 if there is no room."""
        taken = {entry.menu_id for entry in self.entries}
        menu_id = next((number for number in range(MOST_ENTRIES) if number not in taken), NIL)
        if menu_id != NIL:
            self.entries.append(Entry(process, menu_id, text))
            self.entries.sort(key=lambda entry: entry.menu_id)
        return menu_id

    def forget(self, process: Process) -> bool:
        """Take out what a process has registered; whether there was anything."""
        before = len(self.entries)
        self.entries = [entry for entry in self.entries if entry.process is not process]
        return len(self.entries) != before


class DeskMenu:
    """The first menu of a tree: remembers its places, and gives them to the accessories that there are.

    A tree has six places as GEM asks for; where one has fewer, objects are added to its end.
    """

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._menu = next(children(tree, tree[0].ob_tail), NIL)
        self._places = list(children(tree, self._menu)) if self._menu != NIL else []
        self._width = tree[self._menu].ob_width if self._menu != NIL else 0

    def fit(self, entries: list[Entry]) -> None:
        """Show the program's entry, and below a line those of the accessories; without any the first entry alone."""
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
        if entries:
            self._fill(shown, ["-" * (self._width // 8), *(entry.text for entry in entries)])

    def _fill(self, shown: list[int], texts: list[str]) -> None:
        for row, (place, text) in enumerate(zip(shown[1:], texts, strict=True), start=1):
            obj = self.tree[place]
            obj.ob_spec, obj.ob_state = text, ObState.DISABLED if row == 1 else ObState.NORMAL
            obj.ob_x, obj.ob_y, obj.ob_width, obj.ob_height = 0, row * HCHAR, self._width, HCHAR

    def place_of(self, item: int) -> int | None:
        """Which accessory's entry an object is, counted from 0; None for the program's own."""
        places = self._places[_OWN_ENTRIES:]
        return places.index(item) if item in places else None

"""fsel_input and fsel_exinput: the user chooses a file in a folder that the host allows (docs/machine.md 3.8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gemport.gem.aes.constants import LEFT, MU_BUTTON, MU_TIMER, TICK, Fmd, Update
from gemport.gem.aes.forms.forms import DOUBLE_CLICK, FormLibrary
from gemport.gem.aes.fsel.folder import Entry, Folder, Path, find, listed, parse_path
from gemport.gem.aes.fsel.layout import PATH_PLACES, ROWS, Part, build, set_text, show_entries, text
from gemport.gem.aes.graf.graf import GrafLibrary
from gemport.gem.aes.kernel.events import EventLibrary
from gemport.gem.aes.kernel.lock import UpdateLock
from gemport.gem.aes.objects.tree import MAX_DEPTH, object_rect
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.screen import Screen
from gemport.gem.formats.objects import ObState

_TITLE = "FILE SELECTOR"
_ELLIPSIS = "..."


class Selection(NamedTuple):
    """What the file selector returns."""

    path: str
    """Folders and mask, ``\\FOLDER\\*.EXT``."""
    name: str
    """The selection line; empty if nothing was chosen."""
    button: int
    """1 OK, 0 Cancel."""


class SelectorLibrary:
    """fsel_input and fsel_exinput."""

    def __init__(
        self,
        screen: Screen,
        events: EventLibrary,
        lock: UpdateLock,
        graf: GrafLibrary,
        forms: FormLibrary,
        bell: Callable[[], None],
    ) -> None:
        self.folder: Folder | None = None
        """What the host lets programs see; None: nothing."""
        self._screen = screen
        self._events = events
        self._lock = lock
        self._graf = graf
        self._forms = forms
        self._bell = bell

    async def fsel_input(self, path: str, name: str) -> Selection:
        """Let the user choose a file: see :meth:`fsel_exinput`, with a title of its own."""
        return await self.fsel_exinput(path, name, _TITLE)

    async def fsel_exinput(self, path: str, name: str, title: str) -> Selection:
        """Let the user choose a file, or name a new one; ``path`` is ``\\FOLDER\\*.EXT``.

        A drive before the path is left out. The windows below are asked to draw again by WM_REDRAW. Cancel at once
        where the host allows no folder. Raises Terminated as form_do.
        """
        if self.folder is None:
            return Selection(path, name, 0)
        await self._lock.wind_update(Update.BEG_UPDATE)
        await self._lock.wind_update(Update.BEG_MCTRL)
        try:
            dialog = _Dialog(self.folder, title, self._screen, self._events, self._graf, self._forms, self._bell)
            with self._screen.arrow():
                return await dialog.run(parse_path(path), name)
        finally:
            await self._lock.wind_update(Update.END_MCTRL)
            await self._lock.wind_update(Update.END_UPDATE)


class _Dialog:
    """One use of the selector."""

    def __init__(
        self,
        top: Folder,
        title: str,
        screen: Screen,
        events: EventLibrary,
        graf: GrafLibrary,
        forms: FormLibrary,
        bell: Callable[[], None],
    ) -> None:
        self._top = top
        self._screen = screen
        self._events = events
        self._graf = graf
        self._forms = forms
        self._bell = bell
        self._tree = build(title)
        self._path = Path((), "")
        self._shown_path = ""
        self._entries: list[Entry] = []
        self._first = 0
        self._steps: dict[int, Callable[[], int]] = {
            Part.UP: lambda: -1,
            Part.DOWN: lambda: 1,
            Part.TRACK: self._page,
        }

    async def run(self, path: Path, name: str) -> Selection:
        rect = self._forms.form_center(self._tree)
        self._read(path)
        set_text(self._tree, Part.NAME, name)
        self._show_list(draw=False)
        self._screen.objc_draw(self._tree, 0, MAX_DEPTH, self._screen.desk)
        button = await self._use()
        await self._forms.form_dial(Fmd.FMD_FINISH, GRect(0, 0, 0, 0), rect)
        return Selection(str(self._path), text(self._tree, Part.NAME), int(button == Part.OK))

    async def _use(self) -> Part:
        """Let the user work until OK or Cancel ends it."""
        while True:
            result = await self._forms.form_do(self._tree, Part.NAME)
            part, twice = result & ~DOUBLE_CLICK, bool(result & DOUBLE_CLICK)
            edited = text(self._tree, Part.PATH) != self._shown_path
            if part == Part.CANCEL:
                return Part.CANCEL
            if edited:
                # The list is another one: what was meant by the old one does not count.
                self._normal(part)
                self._open(parse_path(text(self._tree, Part.PATH)))
            elif part == Part.OK or (twice and self._file_of(part)):
                return Part.OK
            else:
                await self._touched(part)
            await self._events.evnt_button(1, LEFT, 0)

    async def _touched(self, part: int) -> None:
        if part == Part.CLOSER:
            if self._path.folders:
                self._open(self._path.above())
        elif part == Part.MASK:
            self._open(self._path)
        elif part == Part.ELEVATOR:
            await self._slide()
        elif part in self._steps:
            await self._repeat(part)
        elif part >= Part.ROW:
            self._pick(part)

    # ---- the folder

    def _open(self, path: Path) -> None:
        self._read(path)
        self._show_list()
        for part in (Part.PATH, Part.MASK):
            self._draw(part)

    def _read(self, path: Path) -> None:
        """Have another folder's entries; an empty list, and the bell, if there is none or it cannot be read."""
        self._path, self._first = path, 0
        try:
            folder = find(self._top, path.folders)
            self._entries = [] if folder is None else listed(folder, path.mask)
        except OSError:
            folder, self._entries = None, []
        if folder is None:
            self._bell()
        whole = str(path)
        # The end of a long path tells more than its beginning.
        long = len(whole) > PATH_PLACES
        self._shown_path = _ELLIPSIS + whole[len(_ELLIPSIS) - PATH_PLACES :] if long else whole
        set_text(self._tree, Part.PATH, self._shown_path)
        set_text(self._tree, Part.MASK, f" {path.mask} ")

    def _entry(self, part: int) -> Entry | None:
        at = self._first + part - Part.ROW
        return self._entries[at] if part >= Part.ROW and at < len(self._entries) else None

    def _file_of(self, part: int) -> bool:
        """Whether a line shows a file; its name is the selection from now on."""
        entry = self._entry(part)
        if entry is None or entry.is_folder:
            return False
        set_text(self._tree, Part.NAME, entry.name)
        return True

    def _pick(self, part: int) -> None:
        entry = self._entry(part)
        if entry is not None and entry.is_folder:
            self._open(self._path.below(entry.name))
        elif self._file_of(part):
            self._show_list()
            self._draw(Part.NAME)

    # ---- the list

    def _show_list(self, draw: bool = True) -> None:
        show_entries(self._tree, self._entries, self._first, text(self._tree, Part.NAME))
        if draw:
            self._draw(Part.LIST)
            self._draw(Part.TRACK)

    def _scroll(self, first: int) -> None:
        first = min(max(first, 0), max(len(self._entries) - ROWS, 0))
        if first != self._first:
            self._first = first
            self._show_list()

    async def _slide(self) -> None:
        position = await self._graf.graf_slidebox(self._tree, Part.TRACK, Part.ELEVATOR, True)
        hidden = max(len(self._entries) - ROWS, 0)
        self._scroll((position * hidden + 500) // 1000)

    def _page(self) -> int:
        """A page towards the pointer; nothing once the elevator is under it."""
        y, elevator = self._events.graf_mkstate().y, object_rect(self._tree, Part.ELEVATOR)
        if elevator.y <= y < elevator.bottom:
            return 0
        return -ROWS if y < elevator.y else ROWS

    async def _repeat(self, part: int) -> None:
        """One step at once, after a double click's time more of them while the button is down on it."""
        step, rect = self._steps[part], object_rect(self._tree, part)
        wait = self._events.dclick_ms
        self._scroll(self._first + step())
        while True:
            event = await self._events.evnt_multi(MU_BUTTON | MU_TIMER, mask=LEFT, state=0, ms=wait)
            if MU_BUTTON in event.events:
                return
            if rect.contains(event.x, event.y):
                self._scroll(self._first + step())
            wait = 2 * TICK

    # ---- drawing

    def _normal(self, part: int) -> None:
        """The button that ended the form for a moment is as before."""
        if part == Part.OK:
            state = self._tree[part].ob_state & ~ObState.SELECTED
            self._screen.objc_change(self._tree, part, self._screen.desk, state)

    def _draw(self, part: int) -> None:
        self._screen.objc_draw(self._tree, part, MAX_DEPTH, self._screen.desk)

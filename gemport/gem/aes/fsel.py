r"""The file selector: the user chooses a file in a folder provided by the host (docs/machine.md 3.8).

A path is ``\FOLDER\FOLDER\*.EXT``: folders from the top down and a mask for files. A drive before it (``A:``) is
ignored, since there is a single tree. Case does not matter.

The box has the machine's layout: title, path, selection line, on the left the list with closer, mask, arrows and
slider, on the right the buttons. It lacks the drive buttons and has more space for names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from fnmatch import fnmatchcase
from typing import NamedTuple, Protocol

from gemport.gem.aes import keys
from gemport.gem.aes.constants import HCHAR, LANGUAGE, LEFT, Fmd, Update
from gemport.gem.aes.draw import objc_change, objc_draw
from gemport.gem.aes.events import EventLibrary, MultiEvent
from gemport.gem.aes.forms import DOUBLE_CLICK, FormLibrary, FormStep
from gemport.gem.aes.objects import MAX_DEPTH, PLACEHOLDER, objc_add, tedinfo
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.rsrc import rsrc_obfix
from gemport.gem.aes.screen import Screen
from gemport.gem.aes.scroller import ListParts, Scroller
from gemport.gem.aes.speech import Speech
from gemport.gem.errors import GemportError
from gemport.gem.formats import charset
from gemport.gem.formats.charset import CHARACTERS
from gemport.gem.formats.structures import ObFlag, Object, ObState, ObType, Tree

SEPARATOR = "\\"
ALL_FILES = "*.*"  # the mask for all files, including names without an extension
MAX_NAME_CHARS = 28


class Folder(Protocol):
    """A folder that the host shows to programs."""

    def entries(self) -> Mapping[str, Folder | None]:
        """Return its entries by name, with None for a file. Raises OSError if it cannot be read."""


class SelectorPath(NamedTuple):
    """A path: folders from the top down, and a mask for files."""

    folders: tuple[str, ...]
    mask: str

    def __str__(self) -> str:
        return SEPARATOR.join(("", *self.folders, self.mask))


class FileEntry(NamedTuple):
    """A line of the list."""

    name: str
    is_folder: bool


def parse_path(text: str) -> SelectorPath:
    """Parse a path; the default mask is all files."""
    text = re.sub(r"^[A-Za-z]:", "", text)
    *folders, mask = text.split(SEPARATOR)
    return SelectorPath(tuple(name for name in folders if name), mask or ALL_FILES)


def find(top: Folder, folders: tuple[str, ...]) -> Folder | None:
    """Return the folder that the names lead to, or None. Raises OSError if a folder on the way cannot be read."""
    folder: Folder | None = top
    for name in folders:
        if folder is None:
            break
        below = folder.entries()
        folder = below.get(same_name(name, below))
    return folder


def same_name(name: str, names: Iterable[str]) -> str:
    """Return the existing name that equals this one ignoring case, or the name itself."""
    names = tuple(names)
    return name if name in names else next((other for other in names if other.lower() == name.lower()), name)


def fits(mask: str, text: str) -> bool:
    """Return whether a text matches a mask: * is any characters, ? is one character."""
    return fnmatchcase(text, mask.replace("[", "[[]"))


def listed(folder: Folder, mask: str) -> list[FileEntry]:
    """Return the folders in a folder and the files that match the mask, each sorted by name, folders first.

    Names that cannot be shown or edited are omitted: long names, and names with characters that the machine lacks.
    Raises OSError if the folder cannot be read.
    """
    wanted = "*" if mask == ALL_FILES else mask.lower()
    entries = [FileEntry(name, below is not None) for name, below in folder.entries().items() if _can_be_shown(name)]
    entries = [entry for entry in entries if entry.is_folder or fits(wanted, entry.name.lower())]
    return sorted(entries, key=lambda entry: (not entry.is_folder, entry.name.lower(), entry.name))


def _can_be_shown(name: str) -> bool:
    # An @ at the start makes a field count as empty.
    if not 0 < len(name) <= MAX_NAME_CHARS or name[0] == "@" or SEPARATOR in name or not name.isprintable():
        return False
    try:
        charset.encode(name)
    except GemportError:
        return False
    return True


ROWS = 9
PATH_CHARS = 44


class FselPart(IntEnum):
    """Object numbers; the list's rows follow, starting with ``ROW``."""

    BOX = 0
    TITLE = 1
    PATH_LABEL = 2
    PATH = 3
    NAME_LABEL = 4
    NAME = 5
    CLOSER = 6
    MASK = 7
    LIST = 8
    UP = 9
    DOWN = 10
    TRACK = 11
    ELEVATOR = 12
    OK = 13
    CANCEL = 14
    ROW = 15


_SIGNS = " ", CHARACTERS[7]  # the symbols of files and of folders
_BOX = f"""
tree 0
  0 G_BOX at 0,0 size 48,18+12 OUTLINED border 2
    1 G_TEXT at 2,0+12 size 44,1 tedinfo
        just centre
    2 G_STRING at 2,2+4 size 10,1 ""
    3 G_FTEXT at 2,3+10 size {PATH_CHARS},1 EDITABLE tedinfo
        template "{PLACEHOLDER * PATH_CHARS}"
        valid "X"
        txtlen {PATH_CHARS + 1}
    4 G_STRING at 2,5+8 size 10,1 ""
    5 G_FTEXT at 13,5+8 size {MAX_NAME_CHARS},1 EDITABLE tedinfo
        template "{PLACEHOLDER * MAX_NAME_CHARS}"
        valid "X"
        txtlen {MAX_NAME_CHARS + 1}
    6 G_BOXCHAR at 2,7+8 size 2+3,1+3 TOUCHEXIT char 5 border 1 color 0x1101
    7 G_BOXTEXT at 4+3,7+8 size 31+5,1+3 TOUCHEXIT tedinfo
        just centre
        color 0x11a1
        thickness 1
    8 G_BOX at 2,8+10 size 31+6,9+2 border 1
    9 G_BOXCHAR at 33+5,8+10 size 2+3,1+3 TOUCHEXIT char 1 border 1 color 0x1101
    10 G_BOXCHAR at 33+5,16+9 size 2+3,1+3 TOUCHEXIT char 2 border 1 color 0x1101
    11 G_BOX at 33+5,9+12 size 2+3,6+14 TOUCHEXIT border 1 color 0x1111
      12 G_BOX at 0,0 size 2+3,6+14 TOUCHEXIT border 1
    13 G_BUTTON at 38,14 size 8,1+4 SELECTABLE DEFAULT EXIT "OK"
    14 G_BUTTON at 38,16+4 size 8,1+4 SELECTABLE EXIT ""
"""
"""The box as the text of a resource, without the list's rows."""
_WORDS = {"en": ("Directory:", "Selection:", "Cancel"), "de": ("Ordner:", "Auswahl:", "Abbruch")}


def build(title: str, language: str = "en") -> Tree:
    """Return the box with empty fields and an empty list, in pixels; in English if the language is unknown."""
    # Imported here: most runs choose no file.
    from gemport.gem.formats.rsctext import parse_rsc_text

    tree = parse_rsc_text(_BOX).trees[0]
    for obj in range(len(tree)):
        rsrc_obfix(tree, obj)
    tedinfo(tree[FselPart.TITLE]).te_ptext = title
    labels = FselPart.PATH_LABEL, FselPart.NAME_LABEL, FselPart.CANCEL
    for label, text in zip(labels, _WORDS.get(language, _WORDS["en"]), strict=True):
        tree[label].ob_spec = text
    width = tree[FselPart.LIST].ob_width - 2
    for row in range(ROWS):
        line = Object(ob_type=ObType.G_STRING, ob_flags=ObFlag.TOUCHEXIT, ob_spec="")
        line.ob_x, line.ob_y, line.ob_width, line.ob_height = 1, 1 + row * HCHAR, width, HCHAR
        tree.append(line)
        objc_add(tree, FselPart.LIST, len(tree) - 1)
    return tree


_PARTS = ListParts(FselPart.LIST, FselPart.ROW, ROWS, FselPart.UP, FselPart.DOWN, FselPart.TRACK, FselPart.ELEVATOR)
_NO_PATH = SelectorPath((), "")
_ELLIPSIS = "..."


class Selection(NamedTuple):
    """The result of the file selector."""

    path: str
    """Folders and mask, ``\\FOLDER\\*.EXT``."""
    name: str
    """The selection line; empty if the user chose nothing."""
    button: int
    """1 OK, 0 Cancel."""


@dataclass(eq=False)
class SelectorLibrary:
    """fsel_input and fsel_exinput."""

    _screen: Screen
    _events: EventLibrary
    _forms: FormLibrary
    _environment: Mapping[str, str]
    _speech: Speech
    folder: Folder | None = None  # the folder shown to programs, or None
    # The open box; at most one is open.
    _top: Folder | None = None
    _tree: Tree = field(default_factory=list)
    _list: Scroller = field(init=False)
    _path: SelectorPath = _NO_PATH
    _shown_path: str = ""
    _entries: list[FileEntry] = field(default_factory=list)
    _line: int | None = None
    """The entry selected by keys (0 for the closer in an empty list), or None while a field has the keys."""
    _in_list: bool = False  # true if a key in the list chose the used object; the keys then stay in the list
    _exists: bool = True
    _proposed: str | None = None  # the name to retain when the folder changes, or None

    async def fsel_input(self, path: str, name: str) -> Selection:
        """Let the user choose a file: :meth:`fsel_exinput` with a fixed title. Raises Terminated as form_do does."""
        return await self.fsel_exinput(path, name, "FILE SELECTOR")

    async def fsel_exinput(self, path: str, name: str, title: str, top: Folder | None = None) -> Selection:
        r"""Let the user choose a file or enter a new name.

        The windows below get WM_REDRAW. Without a folder to show, return Cancel immediately. Raises
        Terminated as form_do does.

        Args:
            path: the initial folder and mask, ``\FOLDER\*.EXT``; a drive before it is dropped
            name: the proposed name
            title: the title of the box
            top: a separate folder of the caller instead of the folder shown to all programs; in it, a typed or proposed
                name stays when the folder changes
        """
        self._proposed = None if top is None else name
        top = self.folder if top is None else top
        if top is None:
            return Selection(path, name, 0)
        await self._events.wind_update(Update.BEG_MCTRL)
        try:
            with self._screen.arrow():
                self._tree, self._top = build(title, self._environment.get(LANGUAGE, "en")), top
                self._list = self._forms.new_scroller(self._tree, _PARTS, self._draw)
                rect = self._forms.form_center(self._tree)
                tedinfo(self._tree[FselPart.NAME]).te_ptext = name
                self._read(parse_path(path))
                objc_draw(self._screen.pen, self._tree, 0, MAX_DEPTH, self._screen.desk)
                self._speech.form(self._tree)
                is_chosen = await self._use()
                await self._forms.form_dial(Fmd.FMD_FINISH, GRect(0, 0, 0, 0), rect)
        finally:
            self._speech.leave(self._tree)
            await self._events.wind_update(Update.END_MCTRL)
        return Selection(str(self._path), tedinfo(self._tree[FselPart.NAME]).te_ptext, int(is_chosen))

    async def _use(self) -> bool:
        """Wait for the choice; return False for Cancel."""
        while True:
            result = await self._forms.form_do(self._tree, FselPart.NAME, self._keybd)
            part, twice = result & ~DOUBLE_CLICK, bool(result & DOUBLE_CLICK)
            in_list, self._in_list = self._in_list, False
            if self._line is not None and not in_list:
                self._go_to(None)
            edited = tedinfo(self._tree[FselPart.PATH]).te_ptext != self._shown_path
            if part == FselPart.CANCEL:
                return False
            if edited:
                # The list changes, so the used object belonged to the old list and does not count.
                if part == FselPart.OK:
                    self._release(part)
                self._open(parse_path(tedinfo(self._tree[FselPart.PATH]).te_ptext))
            elif part == FselPart.OK or (twice and self._choose_file(part)):
                if self._exists:
                    return True
                self._forms.bell()
                self._release(FselPart.OK)
            else:
                await self._touched(part)
                if in_list:
                    self._go_to(0)
            await self._events.evnt_button(1, LEFT, 0)

    async def _keybd(self, tree: Tree, field: int, event: MultiEvent) -> FormStep:
        """Handle a key. In addition to the machine's keys, the wheel scrolls the list, and Undo cancels like Esc.

        Esc does so only in an empty field. Tab and the down arrow move from the last field into the list.
        """
        if self._list.turn(event.key):
            return FormStep(True, field)
        if self._line is not None and (step := self._list_key(self._line, field, event.key)) is not None:
            return step
        if (
            field == FselPart.NAME
            and event.key in (keys.TAB, keys.ARROW_DOWN)
            and (self._entries or self._path.folders)
        ):
            self._go_to(0)
            return FormStep(True, field)
        if event.key == keys.UNDO or (event.key == keys.ESCAPE and not tedinfo(tree[field]).te_ptext):
            return FormStep(False, FselPart.CANCEL)
        return self._forms.form_keybd(tree, field, event.key)

    def _list_key(self, line: int, field: int, key: int) -> FormStep | None:
        """Handle a key in the list; return None for a key of the field, which becomes active again.

        Return opens a folder or ends with a file. Backspace, and Return in an empty list, go up one folder.
        """
        entry, step = self._entries[line] if self._entries else None, self._list.step_of(key)
        if step and entry is not None and (line, key) != (0, keys.ARROW_UP):
            self._go_to(min(max(line + step, 0), len(self._entries) - 1))
        elif key == keys.BACKSPACE or (key in (keys.RETURN, keys.ENTER) and (entry is None or entry.is_folder)):
            # The form ends, and with it the field's cursor, before the field is drawn.
            self._in_list = True
            return FormStep(
                False,
                FselPart.CLOSER if key == keys.BACKSPACE or entry is None else FselPart.ROW + line - self._list.first,
            )
        else:
            self._go_to(None)
            if key in (keys.RETURN, keys.ENTER) and entry is not None:
                tedinfo(self._tree[FselPart.NAME]).te_ptext = entry.name
            return FormStep(True, field) if key in (keys.TAB, keys.BACKTAB, keys.ARROW_UP, keys.ESCAPE) else None
        return FormStep(True, field)

    def _go_to(self, line: int | None) -> None:
        """Move the key selection to a line of the list, inverting it, or back to the field."""
        self._line = line if self._entries or self._path.folders else None
        if self._line is not None:
            self._list.reveal(self._line)
        self._mark()
        self._list.show()
        self._draw(FselPart.CLOSER)

    def _release(self, button: int) -> None:
        state = self._tree[button].ob_state & ~ObState.SELECTED
        objc_change(self._screen.pen, self._tree, button, self._screen.desk, state)

    async def _touched(self, part: int) -> None:
        if part == FselPart.CLOSER:
            if self._path.folders:
                self._open(self._path._replace(folders=self._path.folders[:-1]))
        elif part == FselPart.MASK:
            self._open(self._path)
        elif not await self._list.press(part):
            entry = self._entry(part)
            if entry is not None and entry.is_folder:
                self._open(self._path._replace(folders=(*self._path.folders, entry.name)))
            elif self._choose_file(part):
                self._mark()
                self._list.show()
                self._draw(FselPart.NAME)

    # ---- the folder

    def _open(self, path: SelectorPath) -> None:
        if [name.lower() for name in path.folders] != [name.lower() for name in self._path.folders]:
            field = tedinfo(self._tree[FselPart.NAME])
            if self._proposed is None or FileEntry(field.te_ptext, False) in self._entries:
                field.te_ptext = self._proposed or ""
        self._read(path)
        self._list.show()
        for part in (FselPart.PATH, FselPart.NAME, FselPart.MASK):
            self._draw(part)

    def _read(self, path: SelectorPath) -> None:
        """Read another folder's entries; on failure show an empty list and ring the bell."""
        self._path, self._list.first, self._line = path, 0, None
        try:
            folder = None if self._top is None else find(self._top, path.folders)
            self._entries = [] if folder is None else listed(folder, path.mask)
        except OSError:
            folder, self._entries = None, []
        self._exists = folder is not None
        if folder is None:
            self._forms.bell()
        text = str(path)
        # The end of a long path is more informative than its start.
        long = len(text) > PATH_CHARS
        self._shown_path = _ELLIPSIS + text[len(_ELLIPSIS) - PATH_CHARS :] if long else text
        tedinfo(self._tree[FselPart.PATH]).te_ptext = self._shown_path
        tedinfo(self._tree[FselPart.MASK]).te_ptext = f" {path.mask} "
        self._mark()

    def _mark(self) -> None:
        """Show the entries in the list, with the selection inverted."""
        chosen = FileEntry(tedinfo(self._tree[FselPart.NAME]).te_ptext, False)
        if self._line is not None and self._entries:
            chosen = self._entries[self._line]
        on_closer = self._line is not None and not self._entries
        self._tree[FselPart.CLOSER].ob_state = ObState.SELECTED if on_closer else ObState.NORMAL
        self._list.lines = [
            (f" {_SIGNS[entry.is_folder]} {entry.name}", ObState.SELECTED if entry == chosen else ObState.NORMAL)
            for entry in self._entries
        ]
        self._list.write()

    def _entry(self, part: int) -> FileEntry | None:
        at = self._list.line_of(part)
        return None if at is None else self._entries[at]

    def _choose_file(self, part: int) -> bool:
        """Select the file in a line; return False if it has none."""
        entry = self._entry(part)
        if entry is None or entry.is_folder:
            return False
        tedinfo(self._tree[FselPart.NAME]).te_ptext = entry.name
        return True

    def _draw(self, part: int) -> None:
        objc_draw(self._screen.pen, self._tree, part, MAX_DEPTH, self._screen.desk)

"""What the file selector shows: a tree of folders that the host hands over, and the paths and masks for it.

A path is ``\\FOLDER\\FOLDER\\*.EXT``: folders from the top down and a mask for files. A drive before it (``A:``) is
left out, for there is one tree alone. Small and capital letters are the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

from gemport.gem.formats import charset

SEPARATOR = "\\"
ANYTHING = "*.*"
"""The mask of all files, also of those without an extension."""
LONGEST_NAME = 28
"""Characters of a name that the selector has room for."""


class Folder(Protocol):
    """A folder that the host lets programs see."""

    def entries(self) -> Mapping[str, Folder | None]:
        """What lies in it, by name: None for a file. OSError if it cannot be read."""


class Path(NamedTuple):
    """A path taken apart."""

    folders: tuple[str, ...]
    mask: str

    def __str__(self) -> str:
        return SEPARATOR.join(("", *self.folders, self.mask))

    def above(self) -> Path:
        """The folder that this one lies in; the top one stays."""
        return self._replace(folders=self.folders[:-1])

    def below(self, name: str) -> Path:
        """A folder in this one."""
        return self._replace(folders=(*self.folders, name))


class Entry(NamedTuple):
    """A line of the list."""

    name: str
    is_folder: bool


def parse_path(text: str) -> Path:
    """Take a path apart; without a mask it means all files."""
    text = re.sub(r"^[A-Za-z]:", "", text)
    *folders, mask = text.split(SEPARATOR)
    return Path(tuple(name for name in folders if name), mask or ANYTHING)


def find(top: Folder, folders: tuple[str, ...]) -> Folder | None:
    """The folder that the names lead to; None if there is none. OSError if one on the way cannot be read."""
    folder: Folder | None = top
    for name in folders:
        if folder is None:
            break
        below = folder.entries()
        folder = below.get(same_name(name, below))
    return folder


def same_name(name: str, names: Iterable[str]) -> str:
    """The one of the names that this one means, whatever its letters' case; itself if it is a new one."""
    names = tuple(names)
    return name if name in names else next((other for other in names if other.lower() == name.lower()), name)


def listed(folder: Folder, mask: str) -> list[Entry]:
    """The folders in a folder and the files that the mask lets through, each sorted by name, the folders first.

    Names are left out that cannot be shown or edited: too long ones, and those with characters that the machine lacks.
    OSError if the folder cannot be read.
    """
    wanted = _pattern(mask)
    entries = [Entry(name, below is not None) for name, below in folder.entries().items() if _can_be_shown(name)]
    entries = [entry for entry in entries if entry.is_folder or wanted.fullmatch(entry.name)]
    return sorted(entries, key=lambda entry: (not entry.is_folder, entry.name.lower(), entry.name))


def _pattern(mask: str) -> re.Pattern[str]:
    """``*`` stands for any characters, ``?`` for one."""
    if mask == ANYTHING:
        mask = "*"
    signs = {"*": ".*", "?": "."}
    return re.compile("".join(signs.get(char) or re.escape(char) for char in mask), re.IGNORECASE)


def _can_be_shown(name: str) -> bool:
    # An @ at the beginning makes a field count as empty.
    if not 0 < len(name) <= LONGEST_NAME or name[0] == "@" or SEPARATOR in name or not name.isprintable():
        return False
    try:
        charset.encode(name)
    except charset.CharsetError:
        return False
    return True

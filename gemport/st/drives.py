"""Drives, each a folder that the host chooses, and GEMDOS's errors. Programs reach only these folders.

A GEMDOS path is resolved name by name in the folders' contents, like in the file selector: only valid GEMDOS names
(eight plus three characters), ignoring case. ``..`` at the top stays at the top. Links are followed only to places in
the drive; hidden files, devices and pipes are invisible.
"""

import os
import re
import stat
from collections.abc import Iterator, Mapping
from enum import IntEnum
from pathlib import Path
from typing import Final, TypeAlias
from weakref import WeakValueDictionary

_ANY_NAME: Final = re.compile(r"[A-Z0-9!#$%&'()@^_`{}~+=;,\[\]\-\x80-\U0010ffff]{1,8}(\.[^\s.\\/:*?\"<>|]{1,3})?", re.I)
_NEW_NAME: Final = re.compile(r"[A-Z0-9!#$%&'()@^_`{}~\-]{1,8}(\.[A-Z0-9!#$%&'()@^_`{}~\-]{1,3})?")
_DEVICES: Final = frozenset(("CON", "PRN", "AUX", "NUL", *(f"{port}{n}" for port in ("COM", "LPT") for n in range(10))))
_LETTERS: Final = "ABCDEFGHIJKLMNOP"
MB: Final = 1 << 20
DEFAULT_QUOTA_MB: Final = 256


Found: TypeAlias = tuple[str, Path, os.stat_result]  # an entry that a search found, with its upper-case name


class Error(IntEnum):
    """Error codes of GEMDOS and the BIOS."""

    EDRVNR = -2
    EINVFN = -32
    EFILNF = -33
    EPTHNF = -34
    ENHNDL = -35
    EACCDN = -36
    EIHNDL = -37
    ENSMEM = -39
    EIMBA = -40
    EDRIVE = -46
    ENSAME = -48
    ENMFIL = -49
    ERANGE = -64
    EPLFMT = -66


class Missing(Exception):  # noqa: N818 - an answer of GEMDOS, not a fault
    """The file or folder does not exist."""


class MissingFolder(Missing):
    """A folder in the path does not exist."""


def can_be_seen(name: str) -> bool:
    """Return whether a name is valid in GEMDOS, so that programs see the file."""
    return _ANY_NAME.fullmatch(name) is not None


class DriveFolder:
    """A folder of a drive, with the contents that programs and the file selector see."""

    def __init__(self, top: Path, path: Path) -> None:
        self._top, self._path = top, path

    def children(self) -> dict[str, Path]:
        """Return files and folders by upper-case name. Raises OSError if the folder cannot be read."""
        paths: dict[str, Path] = {}
        with os.scandir(self._path) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if can_be_seen(entry.name) and self._is_inside(entry):
                    paths.setdefault(entry.name.upper(), self._path / entry.name)
        return paths

    def _is_inside(self, entry: os.DirEntry[str]) -> bool:
        """Return whether an entry is a file or folder of the drive, also by a link."""
        try:
            inside = not entry.is_symlink() or Path(os.path.realpath(entry.path)).is_relative_to(self._top)
            return inside and (entry.is_dir() or entry.is_file())
        except OSError:
            # A link in a circle, to a name that is too long, or into an unreadable folder.
            return False

    def entries(self) -> "Mapping[str, DriveFolder | None]":
        return {name: DriveFolder(self._top, path) if path.is_dir() else None for name, path in self.children().items()}


class _Listing(list[str]):
    """Names in a folder; weak references need a class."""


def _may_be_made(path: Path, name: str) -> bool:
    """Return whether a name is valid and unused in a folder, also by files that programs do not see."""
    try:
        return can_be_seen(name) and name.upper() not in (other.upper() for other in os.listdir(path))
    except OSError:
        return False


class _Top:
    """A virtual folder of all drives."""

    def __init__(self, drives: Mapping[str, DriveFolder]) -> None:
        self._drives = drives

    def entries(self) -> Mapping[str, DriveFolder | None]:
        return dict(self._drives)


class Drives:
    """The drives by letter.

    ``quota`` is the maximum number of bytes that all programs together may write in a run.
    """

    def __init__(self, folders: Mapping[str, Path], quota: int = DEFAULT_QUOTA_MB * MB) -> None:
        self.quota = self.room = quota  # number of bytes that programs may write in total, and still may write
        self._tops = {letter: Path(os.path.realpath(folder)) for letter, folder in folders.items()}
        self.letters = "".join(sorted(self._tops))
        self.scrap = "", b""  # the text last exchanged with the host's clipboard, and its bytes in the scrap
        self.searches: dict[tuple[int, int], Iterator[Found]] = {}  # searches of all programs, latest last
        self._listings: WeakValueDictionary[Path, _Listing] = WeakValueDictionary()

    @property
    def bits(self) -> int:
        """The drives as returned by Drvmap: bit 2 is C."""
        return sum(1 << _LETTERS.index(letter) for letter in self.letters)

    def is_in_use(self, path: Path) -> bool:
        """Return whether a path is the folder of a drive or one of its parents."""
        return any(os.path.samefile(path, part) for top in self._tops.values() for part in (top, *top.parents))

    # ---- for the file selector, whose folders form one tree

    @property
    def folder(self) -> DriveFolder | _Top:
        """The top folder of the file selector: the only drive, or the virtual folder of all drives."""
        folders = {letter: DriveFolder(top, top) for letter, top in self._tops.items()}
        return folders[self.letters] if len(folders) == 1 else _Top(folders)

    def selector_path(self, path: str) -> str:
        letter, rest = self.split(path, self.letters[0])
        rest = rest if rest.startswith("\\") else f"\\{rest}"
        return rest if len(self.letters) == 1 else f"\\{letter}{rest}"

    def program_path(self, path: str) -> str:
        """Convert a path of the file selector to a program's path with a drive."""
        if len(self.letters) == 1:
            return f"{self.letters}:{path}"
        letter, _, rest = path.lstrip("\\").partition("\\")
        return f"{letter}:\\{rest}"

    # ---- for GEMDOS

    @staticmethod
    def split(path: str, current: str) -> tuple[str, str]:
        return (path[0].upper(), path[2:]) if path[1:2] == ":" else (current, path)

    def folder_at(self, letter: str, names: tuple[str, ...]) -> DriveFolder:
        """Return the folder that ``names`` lead to. Raises Missing or MissingFolder if it does not exist."""
        if letter not in self._tops:
            raise MissingFolder
        top = path = self._tops[letter]
        for name in names:
            try:
                path = DriveFolder(top, path).children()[name.upper()]
            except (KeyError, OSError):
                raise (MissingFolder if _may_be_made(path, name) else Missing) from None
        if not path.is_dir():
            raise MissingFolder
        return DriveFolder(top, path)

    def listing(self, letter: str, names: tuple[str, ...]) -> tuple[Path, list[str]]:
        """Return a folder and its names. Searches share the list until the names change.

        Raises like folder_at, and OSError if the folder cannot be read.
        """
        folder = self.folder_at(letter, names)
        listing = _Listing(path.name for _, path in sorted(folder.children().items()))
        if (known := self._listings.get(folder._path)) == listing:
            return folder._path, known
        self._listings[folder._path] = listing
        return folder._path, listing

    def find(self, letter: str, names: tuple[str, ...]) -> Path:
        """Return the host's path of a file or folder. Raises Missing if it does not exist."""
        if not names:
            return self.folder_at(letter, ())._path
        try:
            return self.folder_at(letter, names[:-1]).children()[names[-1].upper()]
        except (KeyError, OSError):
            raise Missing from None

    def place(self, letter: str, names: tuple[str, ...]) -> Path:
        """Return the host's path of a file that exists or can be created.

        Raises Missing if its folder does not exist or the name is not valid for a new file.
        """
        try:
            return self.find(letter, names)
        except Missing:
            name = names[-1].upper() if names else ""
            if not _NEW_NAME.fullmatch(name) or name.partition(".")[0] in _DEVICES:
                raise
        folder = self.folder_at(letter, names[:-1])
        path = folder._path / name
        if os.path.lexists(path):
            # Hidden from programs: a link out of the drive, or a device.
            raise Missing
        return path


def open_file(path: Path, writing: bool) -> int:
    """Open an existing regular file; return its descriptor. Raises OSError for anything else."""
    flags = getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
    descriptor = os.open(path, flags | (os.O_RDWR if writing else os.O_RDONLY))
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise FileNotFoundError(path)
    return descriptor


def create_file(path: Path) -> int:
    """Create a file, or truncate an existing one; return its descriptor."""
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
    if not os.path.lexists(path):
        return os.open(path, flags | os.O_EXCL, 0o666)
    descriptor = open_file(path, writing=True)
    os.ftruncate(descriptor, 0)
    return descriptor

"""GEMDOS file calls: opening, reading, writing, searching and folders, in the drives of a program."""

import os
import stat
from collections.abc import Coroutine, Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from gemport.gem import GemportError, charset
from gemport.gem.aes.fsel import fits
from gemport.st.calls import Steps
from gemport.st.console import ConsoleCalls
from gemport.st.drives import Error, Found, Missing, create_file, open_file
from gemport.st.memory_objects import text_at
from gemport.st.task import Task

_FIRST_HANDLE: Final = 6
_MAX_FILES: Final = 40
_MAX_FILE_BYTES: Final = 64 << 20
_MAX_READ_BYTES: Final = 4 << 20
_MAX_SEARCHES: Final = 48  # of all programs together
_SECTOR, _CLUSTER = 512, 1024  # sizes in bytes
_NEW_FILE_BYTES, _NEW_FOLDER_BYTES = _CLUSTER, 4096  # cost of creating one
_KEYBOARD: Final = 0
_CONSOLE: Final = (1, 2)
_NAMED_DEVICES: Final = {"CON:": 0xFFFF, "AUX:": 0xFFFE, "PRN:": 0xFFFD}  # handles that are negative words
_DEVICES: Final = {-1: 1, -2: 2, -3: 3}  # standard handles, 0 to 5, by the negative handles of named devices
_OUTPUT, _INPUT = 1, 0
_CTRL_Z: Final = 0x1A
_STEP_BYTES: Final = 1024
_FOLDER_BIT: Final = 0x10
_READ_ONLY_BIT: Final = 0x01
_WRITE_BITS: Final = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
_DTA_SIZE: Final = 44
_PATH_SIZE: Final = 256
_SCRAP: Final = "SCRAP.TXT"
_TAB, _LF, _CR = (charset.CHARACTERS[code] for code in b"\t\n\r")  # the pictures of these codes
_TO_SCRAP: Final = str.maketrans({"\t": _TAB, "\n": _CR + _LF, "\r": None})
_FROM_SCRAP: Final = str.maketrans({_TAB: "\t", _LF: "\n", _CR: None})


class FileState(NamedTuple):
    """The state restored when a program's child ends."""

    letter: str
    folders: dict[str, tuple[str, ...]]
    dta: int
    handles: dict[int, int]


class GemdosFiles:
    """A program's open files, current folders and searches."""

    def __init__(self, task: Task, letter: str, folder: tuple[str, ...]) -> None:
        self._task, self._space, self._drives = task, task.space, task.system.drives
        self._console = ConsoleCalls(task)
        self._open: dict[int, int] = {}
        self._scraps: set[int] = set()  # handles that may write to the scrap
        self._own = (letter, folder)
        self._letter = letter
        self._folders: dict[str, tuple[str, ...]] = {letter: folder}
        self.dta = 0

    def close_all(self) -> None:
        self._close(self._open.values())
        self._open.clear()
        for key in [key for key in self._drives.searches if key[0] == id(self)]:
            del self._drives.searches[key]

    @staticmethod
    def _close(descriptors: Iterable[int]) -> None:
        for descriptor in descriptors:
            if descriptor >= 0:
                os.close(descriptor)

    # ---- child programs

    def hand_over(self) -> FileState:
        """Replace all handles by copies for a child program; return the state of its parent."""
        copies: dict[int, int] = {}
        try:
            for handle, opened in self._open.items():
                copies[handle] = self._copy(opened)
        except OSError:
            self._close(copies.values())
            raise
        handles, self._open = self._open, copies
        return FileState(self._letter, dict(self._folders), self.dta, handles)

    def restore(self, state: FileState) -> None:
        """Close the files of a child that has ended, and restore its parent's state."""
        self._close(self._open.values())
        self._letter, self._folders, self.dta = state.letter, state.folders, state.dta
        self._open = state.handles
        self._scraps.clear()

    def contents(self, path: str, most: int) -> bytes:
        """Return at most ``most`` bytes of a file. Raises Missing or OSError if it cannot be read."""
        with os.fdopen(open_file(self._drives.find(*self._names(path)), writing=False), "rb") as file:
            return file.read(most)

    # ---- standard handles and their redirection

    def _device(self, handle: int) -> int | None:
        """Return the standard handle, 0 to 5, of a handle's device, or None for a file."""
        opened = self._open.get(handle)
        if opened is None:
            return handle if 0 <= handle < _FIRST_HANDLE else _DEVICES.get(handle)
        return None if opened >= 0 else -1 - opened

    @staticmethod
    def _copy(opened: int) -> int:
        return os.dup(opened) if opened >= 0 else opened

    def _copy_of(self, handle: int) -> int | None:
        """Return a duplicate descriptor, or a negative number for a device; None if the handle is not open."""
        device = self._device(handle)
        if device is not None:
            return -1 - device
        return self._copy(self._open[handle]) if handle in self._open else None

    def fdup(self, handle: int) -> int:
        """Duplicate a standard handle or its redirection; return the new handle."""
        copy = self._copy_of(handle) if 0 <= handle < _FIRST_HANDLE else None
        return Error.EIHNDL if copy is None else self._add(copy)

    def fforce(self, handle: int, other: int) -> int:
        """Redirect a standard handle, 0 to 5, to the file or device of another handle."""
        copy = self._copy_of(other) if 0 <= handle < _FIRST_HANDLE else None
        if copy is None:
            return Error.EIHNDL
        self._close([self._open.get(handle, -1)])
        self._open[handle] = copy
        return 0

    def redirected(self, call: str, arguments: list[Any]) -> int | None:
        """Carry out a console call on redirected input or output; return None if it is not redirected."""
        output, keys = self._open.get(_OUTPUT, -1), self._open.get(_INPUT, -1)
        if output >= 0 and call in ("cconws", "cconout"):
            (value,) = arguments
            return self._write(output, self._space.string(value) if call == "cconws" else bytes([value & 0xFF]))
        if keys >= 0 and call in ("cconin", "crawcin", "cnecin"):
            return (os.read(keys, 1) or bytes([_CTRL_Z]))[0]
        return -1 if keys >= 0 and call == "cconis" else None

    # ---- paths

    def _names(self, path: str) -> tuple[str, tuple[str, ...]]:
        """Return a path's drive and the names from the top of the drive."""
        letter, rest = self._drives.split(path, self._letter)
        names = [] if rest.startswith("\\") else list(self._folders.get(letter, ()))
        for name in rest.split("\\"):
            if name == "..":
                names = names[:-1]
            elif name not in ("", "."):
                names.append(name.rstrip(" "))
        return letter, tuple(names)

    def path_of(self, path: str) -> str | None:
        """Return the full path of a file in the current folder or the program's folder, or None."""
        own, folder = self._own
        name = path.replace("\\", ":").rpartition(":")[2]
        for letter, names in (self._names(path), (own, (*folder, name))):
            try:
                if name and self._drives.find(letter, names).is_file():
                    return f"{letter}:\\" + "\\".join(names)
            except Missing:
                continue
        return None

    def find(self, path: str) -> bytes | None:
        """Return the bytes of the file that path_of finds, or None."""
        full_path = self.path_of(path)
        with suppress(OSError):
            return None if full_path is None else self.contents(full_path, _MAX_READ_BYTES)
        return None

    # ---- files

    def _add(self, descriptor: int, scrap: bool = False) -> int:
        handle = next((n for n in range(_FIRST_HANDLE, _FIRST_HANDLE + _MAX_FILES) if n not in self._open), None)
        if handle is None:
            self._close([descriptor])
            return Error.ENHNDL
        self._open[handle] = descriptor
        if scrap:
            self._scraps.add(handle)
        return handle

    def fcreate(self, path: str, _attributes: int) -> int:
        if path.upper() in _NAMED_DEVICES:
            return _NAMED_DEVICES[path.upper()]
        try:
            place = self._drives.place(*self._names(path))
        except Missing:
            return Error.EPTHNF
        if place.is_dir() or _is_read_only(place) or not self._take(_NEW_FILE_BYTES):
            return Error.EACCDN
        return self._add(create_file(place), self._is_scrap(path))

    def _take(self, size: int) -> bool:
        """Charge bytes to the quota; return False without charging them if they exceed it."""
        has_room = self._drives.room >= size
        self._drives.room -= size if has_room else 0
        return has_room

    def fopen(self, path: str, mode: int) -> int:
        """Open a file for reading (mode 0), writing (1) or both (2)."""
        if path.upper() in _NAMED_DEVICES:
            return _NAMED_DEVICES[path.upper()]
        scrap, writing = self._is_scrap(path), mode & 3 != 0
        if scrap:
            self._fetch_scrap(path)
        place = self._drives.find(*self._names(path))
        if place.is_dir():
            return Error.EFILNF
        if writing and _is_read_only(place):
            return Error.EACCDN
        return self._add(open_file(place, writing), scrap and writing)

    def fclose(self, handle: int) -> int:
        known = handle in self._open or self._device(handle) is not None
        if handle in self._scraps:
            self._send_scrap(handle)
        self._close([self._open.pop(handle, -1)])
        return 0 if known else Error.EIHNDL

    def fread(self, handle: int, count: int, at: int) -> int | Coroutine[Any, Any, int]:
        """Read bytes from a file, or a character or line from the console; return their number."""
        device = self._device(handle)
        if device is not None:
            return self._read_console(count, at) if device == _KEYBOARD or handle in _DEVICES else 0
        if handle not in self._open:
            return Error.EIHNDL
        data = os.read(self._open[handle], min(count, _MAX_READ_BYTES))
        self._space.write(at, data)
        return len(data)

    async def _read_console(self, count: int, at: int) -> int:
        line = await self._console.read(count)
        self._space.write(at, line)
        return len(line)

    def fwrite(self, handle: int, count: int, at: int) -> int | Steps[int]:
        """Write bytes; return the number written, which the quota may reduce."""
        device = self._device(handle)
        if device is not None:
            return self._write_console(at, count) if device in _CONSOLE else count
        if handle not in self._open:
            return Error.EIHNDL
        return self._write(self._open[handle], self._space.read(at, count))

    def _write(self, descriptor: int, data: bytes) -> int:
        room = min(_MAX_FILE_BYTES - os.lseek(descriptor, 0, os.SEEK_CUR), self._drives.room)
        written = os.write(descriptor, data[: max(room, 0)])
        self._drives.room -= written
        return written

    def _write_console(self, at: int, count: int) -> Steps[int]:
        for begin in range(0, count, _STEP_BYTES):
            yield from self._console.write(self._space.read(at + begin, min(_STEP_BYTES, count - begin)))
        return count

    def fseek(self, offset: int, handle: int, mode: int) -> int:
        if self._device(handle) is not None:
            return 0
        if handle not in self._open:
            return Error.EIHNDL
        descriptor = self._open[handle]
        size = os.fstat(descriptor).st_size
        starts = (0, os.lseek(descriptor, 0, os.SEEK_CUR), size)
        place = starts[mode] + offset if 0 <= mode < len(starts) else -1
        return os.lseek(descriptor, place, os.SEEK_SET) if 0 <= place <= size else Error.ERANGE

    def fdelete(self, path: str) -> int:
        place = self._drives.find(*self._names(path))
        if place.is_dir():
            return Error.EFILNF
        if _is_read_only(place):
            return Error.EACCDN
        place.unlink()
        return 0

    def frename(self, _zero: int, old: str, new: str) -> int:
        (letter, names), (other, new_names) = self._names(old), self._names(new)
        source, target = self._drives.find(letter, names), self._drives.place(other, new_names)
        if os.path.lexists(target) or self._drives.is_in_use(source):
            return Error.EACCDN
        if letter != other:
            return Error.ENSAME
        source.rename(target)
        return 0

    def fattrib(self, path: str, setting: int, attributes: int) -> int:
        """Return or set a file's attributes; only the read-only attribute is stored."""
        place = self._drives.find(*self._names(path))
        if not setting:
            return _attributes_of(place)
        if place.is_dir():
            return Error.EFILNF
        mode = stat.S_IMODE(place.stat().st_mode)
        place.chmod(mode & ~_WRITE_BITS if attributes & _READ_ONLY_BIT else mode | stat.S_IWUSR)
        return attributes

    def fdatime(self, at: int, handle: int, setting: int) -> int:
        if self._open.get(handle, -1) < 0:
            return Error.EIHNDL
        if setting:
            moment = decoded_moment(*self._space.words(at, 2))
            if moment is not None and os.utime in os.supports_fd:
                os.utime(self._open[handle], (moment.timestamp(), moment.timestamp()))
        else:
            moment = _changed(os.fstat(self._open[handle]))
            self._space.put_word(at, time_word(moment))
            self._space.put_word(at + 2, date_word(moment))
        return 0

    # ---- the scrap, a file that is the host's clipboard

    def _is_scrap(self, path: str) -> bool:
        """Return whether a path leads to SCRAP.TXT in the folder that a program has set by scrp_write."""
        folder = self._task.gem.scrp_read().upper()
        folder = folder[: folder.rfind("\\") + 1] if "*" in folder else folder and f"{folder}\\"
        return folder != "" and self._names(path.upper()) == self._names(folder + _SCRAP)

    def _fetch_scrap(self, path: str) -> None:
        """Write the host's text to the scrap if it has changed."""
        with suppress(GemportError, OSError):
            text = self._task.system.paste()
            if not text or text == self._drives.scrap[0]:
                return
            data, handle = charset.encode(text.translate(_TO_SCRAP), "replace"), self.fcreate(path, 0)
            if handle >= _FIRST_HANDLE:
                written = self._write(self._open[handle], data[:_MAX_READ_BYTES])
                self._drives.scrap = text, data[:written]
                self.fclose(handle)

    def _send_scrap(self, handle: int) -> None:
        """Copy a written scrap to the host's clipboard if it has changed."""
        self._scraps.remove(handle)
        os.lseek(self._open[handle], 0, os.SEEK_SET)
        data = os.read(self._open[handle], _MAX_READ_BYTES)
        if data != self._drives.scrap[1]:
            text = charset.decode(data.rstrip(b"\0\x1a")).translate(_FROM_SCRAP)
            self._drives.scrap = text, data
            with suppress(GemportError):
                self._task.system.copy(text)

    # ---- searching

    def fsetdta(self, at: int) -> int:
        self.dta = at
        return 0

    def fgetdta(self) -> int:
        return self.dta

    def fsfirst(self, path: str, attributes: int) -> int:
        folder, _, mask = path.replace(":", ":\\.\\", 1).rpartition("\\") if "\\" not in path else path.rpartition("\\")
        scrap = path[: len(path) - len(mask)] + _SCRAP
        if mask.upper().startswith("SCRAP") and self._is_scrap(scrap):
            self._fetch_scrap(scrap)
        letter, names = self._names(f"{folder}\\" if folder or path.startswith("\\") else "")
        searches, key = self._drives.searches, (id(self), self.dta)
        searches.pop(key, None)
        searches[key] = _found(*self._drives.listing(letter, names), mask.upper(), attributes & _FOLDER_BIT != 0)
        if len(searches) > _MAX_SEARCHES:
            del searches[next(iter(searches))]
        return Error.EFILNF if self.fsnext() else 0

    def fsnext(self) -> int:
        item = next(self._drives.searches.get((id(self), self.dta), iter(())), None)
        if item is None:
            return Error.ENMFIL
        name, path, state = item
        moment = _changed(state)
        folder = stat.S_ISDIR(state.st_mode)
        dta = bytes(21) + bytes([_attributes_of(path)])
        dta += time_word(moment).to_bytes(2, "big") + date_word(moment).to_bytes(2, "big")
        dta += (0 if folder else min(state.st_size, 0x7FFFFFFF)).to_bytes(4, "big")
        self._space.write(self.dta, (dta + charset.encode(name, "replace")[:13]).ljust(_DTA_SIZE, b"\0"))
        return 0

    # ---- folders and drives

    def dsetdrv(self, number: int) -> int:
        letter = chr(ord("A") + (number & 0x1F))
        if letter in self._drives.letters:
            self._letter = letter
        return self._drives.bits

    def dgetdrv(self) -> int:
        return ord(self._letter) - ord("A")

    def dsetpath(self, path: str) -> int:
        letter, names = self._names(path)
        self._drives.folder_at(letter, names)
        self._folders[letter] = names
        return 0

    def _drive(self, number: int) -> str | None:
        """Return the letter of an existing drive; 0 is the current drive."""
        letter = chr(ord("A") + number - 1) if 0 < number < 27 else self._letter
        return letter if letter in self._drives.letters else None

    def dgetpath(self, at: int, number: int) -> int:
        letter = self._drive(number)
        if letter is None:
            return Error.EDRIVE
        path = "".join(f"\\{name}" for name in self._folders.get(letter, ()))
        self._space.put_string(at, charset.encode(path.upper(), "replace")[: _PATH_SIZE - 1])
        return 0

    def dcreate(self, path: str) -> int:
        place = self._drives.place(*self._names(path))
        if place.exists() or not self._take(_NEW_FOLDER_BYTES):
            return Error.EACCDN
        place.mkdir()
        return 0

    def ddelete(self, path: str) -> int:
        place = self._drives.find(*self._names(path))
        if place.is_symlink() or self._drives.is_in_use(place):
            return Error.EACCDN
        place.rmdir()
        return 0

    def dfree(self, at: int, number: int) -> int:
        if self._drive(number) is None:
            return Error.EDRIVE
        clusters = (self._drives.room // _CLUSTER, self._drives.quota // _CLUSTER)
        for index, number in enumerate((*clusters, _SECTOR, _CLUSTER // _SECTOR)):
            self._space.put_long(at + 4 * index, number)
        return 0

    def text(self, at: int) -> str:
        return text_at(self._space, at, _PATH_SIZE)


def _found(folder: Path, names: Iterable[str], mask: str, with_folders: bool) -> Iterator[Found]:
    """Yield the entries of a listing that match a mask and still exist."""
    for name in names:
        if not _matches(mask, name.upper()):
            continue
        try:
            state = (folder / name).stat()
        except OSError:
            continue
        if with_folders or not stat.S_ISDIR(state.st_mode):
            yield name.upper(), folder / name, state


def _changed(state: os.stat_result) -> datetime:
    """Return a file's modification time in local time, or the first or last moment if it is out of range."""
    try:
        return datetime.fromtimestamp(state.st_mtime)
    except (ValueError, OverflowError, OSError):
        return datetime.max if state.st_mtime > 0 else datetime.min


def decoded_moment(time: int, date: int) -> datetime | None:
    """Decode a time and date of GEMDOS, or return None if they are invalid."""
    try:
        day = (1980 + (date >> 9 & 0x7F), date >> 5 & 15, date & 31)
        return datetime(*day, time >> 11 & 31, time >> 5 & 63, min(2 * (time & 31), 59))
    except ValueError:
        return None


def _attributes_of(path: Path) -> int:
    return (_FOLDER_BIT if path.is_dir() else 0) | (_READ_ONLY_BIT if _is_read_only(path) else 0)


def _is_read_only(path: Path) -> bool:
    """Return whether an existing file cannot be written, also by root, who may write to any."""
    return path.exists() and not (os.access(path, os.W_OK) and path.stat().st_mode & _WRITE_BITS)


def _matches(mask: str, name: str) -> bool:
    """Return whether a name matches a GEMDOS mask with the wildcards * and ?."""
    stem, dot, extension = mask.partition(".")
    own, own_dot, own_extension = name.partition(".")
    if not own_dot and extension == "*":
        return fits(stem, own)
    return dot == own_dot and fits(stem, own) and fits(extension, own_extension)


def time_word(moment: datetime) -> int:
    """Encode a time for GEMDOS: hours, minutes and pairs of seconds."""
    return moment.hour << 11 | moment.minute << 5 | moment.second // 2


def date_word(moment: datetime) -> int:
    """Encode a date for GEMDOS: years since 1980, month and day."""
    return min(max(moment.year - 1980, 0), 127) << 9 | moment.month << 5 | moment.day

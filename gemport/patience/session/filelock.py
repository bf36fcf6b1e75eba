"""A lock on an open file, against other programs that ask for it; it ends when the file is closed, or the program."""

from __future__ import annotations

import sys
from io import FileIO

_FAR = 1 << 40
"""The byte that is locked where the lock also keeps others from reading: no file is so long."""


class FileLocked(Exception):  # noqa: N818 - it is no error that another has the file
    """Another program has the lock."""


def lock_file(file: FileIO) -> None:
    """Take the lock, or raise FileLocked at once. Where a file system knows no locks there are none."""
    if sys.platform == "win32":
        import msvcrt

        place = file.tell()
        file.seek(_FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            raise FileLocked from None
        finally:
            file.seek(place)
    else:
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise FileLocked from None
        except OSError:
            return

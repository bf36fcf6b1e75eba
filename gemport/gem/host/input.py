"""The one way to read a file that somebody names: an ordinary file, and no more of it than its format can have."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from gemport.gem.errors import GemportError


class InputError(GemportError):
    """A file is none that can be read; the message names it and says why."""


def read_input(path: Path, largest: int) -> bytes:
    """A file's bytes, at most ``largest``. Raises InputError for what is no file or too large, and OSError.

    A pipe, a device or a folder is never waited for or read.
    """
    # What is not there yet must not be waited for: that of a pipe nobody writes to never comes.
    waiting = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
    if not stat.S_ISREG(path.stat().st_mode):
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        raise InputError(f"{path}: is a pipe or a device, not a file")
    with os.fdopen(os.open(path, os.O_RDONLY | waiting), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise InputError(f"{path}: is not a file any more")
        data = file.read(largest + 1)
    if len(data) > largest:
        raise InputError(f"{path}: is too large: more than {largest} bytes, and no such file has so many")
    return data

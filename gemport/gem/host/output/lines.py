"""A file of lines that grows while something happens: what has happened is in it, whatever ends the program."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import BinaryIO

from gemport.gem.host.output.files import Outputs, naming


class LinesFile:
    """Takes the place of what stood under its name with the first line, and each line is in it when it was added.

    Until then the file that was there stays as it is. A line that cannot be written ends the file; nobody is disturbed
    by it, ``close`` tells.
    """

    def __init__(self, path: Path, outputs: Outputs) -> None:
        """Raises OutputError or OSError where the file can never be written."""
        self._path = path
        self._outputs = outputs
        self._out: BinaryIO | None = None
        self._failed: Exception | None = None
        outputs.check(path)
        with naming(path):
            _require_folder(path)

    def add(self, line: str) -> None:
        """Append a line, which is given without its end."""
        if self._failed is not None:
            return
        try:
            data = line.encode() + b"\n"
            if self._out is None:
                self._outputs.write(self._path, data)
                self._out = self._path.open("ab", buffering=0)
            else:
                _write_all(self._out, data)
        except (OSError, ValueError) as error:
            self._failed = error

    def close(self) -> None:
        """The end. Raises what kept a line from being written."""
        if self._out is not None:
            self._out.close()
        if self._failed is not None:
            with naming(self._path):
                raise self._failed


def _write_all(out: BinaryIO, data: bytes) -> None:
    while data:
        # On a disk that gets full only a part may find room.
        data = data[out.write(data) :]


def _require_folder(path: Path) -> None:
    """Raises OSError unless a file can have this place."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    path.parent.stat()

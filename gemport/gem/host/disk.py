"""A folder of the disk as the file selector shows it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from gemport.gem.aes.fsel import find, parse_path, same_name
from gemport.gem.errors import GemportError


class DiskFolder:
    """A folder that programs may see, with all below it: for ``Machine.folder``.

    Hidden files are left out, and links that lead out of the folder.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._top = _real(path)

    def entries(self) -> Mapping[str, DiskFolder | None]:
        """What lies in it, by name: None for a file. OSError if it cannot be read."""
        inside = [child for child in self._path.iterdir() if child.name[0] != "." and self._contains(child)]
        return {child.name: self._below(child) if child.is_dir() else None for child in inside}

    def file(self, path: str, name: str) -> Path:
        """Where the file lies, or will lie, that the file selector returned.

        GemportError if there is no such folder, or the name leads out of it. OSError if it cannot be read.
        """
        folder = find(self, parse_path(path).folders)
        if not isinstance(folder, DiskFolder):
            raise GemportError(f"{path}: there is no such folder")
        child = folder._path / same_name(name, folder.entries())
        if name in ("", "..") or Path(name).name != name or not self._contains(child):
            raise GemportError(f"{name!r} is no name of a file in this folder")
        return child

    def _below(self, path: Path) -> DiskFolder:
        folder = DiskFolder(path)
        folder._top = self._top
        return folder

    def _contains(self, path: Path) -> bool:
        return _real(path).is_relative_to(self._top)


def _real(path: Path) -> Path:
    # Not Path.resolve: some versions of it raise where links lead in circles.
    return Path(os.path.realpath(path))

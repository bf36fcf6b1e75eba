"""Files that were installed into a folder shared with others: exactly they are replaced and removed, nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path, PurePosixPath

from gemport.cli.output import complain
from gemport.gem.errors import FormatError, GemportError
from gemport.gem.host.input import InputError, read_input
from gemport.gem.host.output.files import ANYWHERE, naming

_LARGEST = 1 << 20
"""The most bytes that a list has."""


class ForeignFileError(GemportError):
    """A file that is in the way belongs to somebody else."""


class Installation:
    """What was installed below a folder; a list beside it, of paths and digests, tells it from everything else."""

    def __init__(self, folder: Path, listing: Path) -> None:
        """``listing``: the file that the list is kept in."""
        self._folder = folder
        self._listing = listing

    def install(self, files: Mapping[str, bytes]) -> int:
        """Write files, by their paths below the folder, in the place of those that were installed before; how many.

        Raises ForeignFileError, before anything is written, for a file of another origin, or that was changed since;
        FormatError for a damaged list; OSError.
        """
        known = self._read()
        for path, content in files.items():
            found = self._digest(path)
            if found not in (None, known.get(path), _digest(content)):
                raise ForeignFileError(f"{self._folder / path} is not gemport's or was changed; nothing is installed")
        # The list comes first: whatever happens then, nothing is left that --remove would not find.
        wanted = {path: _digest(content) for path, content in files.items()}
        self._remove({path: digest for path, digest in known.items() if path not in wanted})
        self._write({path: _digest(content) for path, content in files.items()})
        for path, content in files.items():
            target = self._folder / path
            with naming(target):
                target.parent.mkdir(parents=True, exist_ok=True)
            ANYWHERE.write(target, content)
        return len(files)

    def remove(self) -> int:
        """Remove what was installed, and the folders that are empty then; how many files. One that was changed stays.

        Raises FormatError for a damaged list; OSError.
        """
        count = self._remove(self._read())
        self._listing.unlink(missing_ok=True)
        with suppress(OSError):
            self._listing.parent.rmdir()
        return count

    def _remove(self, known: Mapping[str, str]) -> int:
        count = 0
        for path, digest in known.items():
            found = self._digest(path)
            if found == digest:
                (self._folder / path).unlink()
                self._tidy(path)
                count += 1
            elif found is not None:
                complain(f"{self._folder / path} was changed since it was installed; it is left as it is")
        return count

    def _tidy(self, path: str) -> None:
        """Remove the folders between a file and the folder of all, as far as they are empty."""
        for parent in PurePosixPath(path).parents:
            if parent == PurePosixPath("."):
                return
            try:
                (self._folder / parent).rmdir()
            except OSError:
                return

    def _digest(self, path: str) -> str | None:
        """The digest of a file as it is now; None if there is none. What is no file has no digest of ours."""
        target = self._folder / path
        if target.is_symlink() or (target.exists() and not target.is_file()):
            return "no file"
        return _digest(target.read_bytes()) if target.exists() else None

    def _read(self) -> dict[str, str]:
        try:
            listed = json.loads(read_input(self._listing, _LARGEST))
        except FileNotFoundError:
            return {}
        except InputError:
            raise
        except (ValueError, RecursionError):
            raise self._damaged() from None
        if not isinstance(listed, dict) or not all(_sound(path, digest) for path, digest in listed.items()):
            raise self._damaged()
        return listed

    def _damaged(self) -> FormatError:
        return FormatError(str(self._listing), "not the list of what was installed")

    def _write(self, listed: Mapping[str, str]) -> None:
        with naming(self._listing):
            self._listing.parent.mkdir(parents=True, exist_ok=True)
        ANYWHERE.write(self._listing, (json.dumps(listed, indent=1) + "\n").encode())


def _sound(path: object, digest: object) -> bool:
    """Whether an entry of a list is one that this program writes: it leads nowhere but below the folder."""
    if not isinstance(path, str) or not isinstance(digest, str):
        return False
    parts = PurePosixPath(path).parts
    return bool(parts) and parts[0] in ("applications", "icons") and ".." not in parts


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()

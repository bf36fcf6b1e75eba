"""Files that a player saves and opens from a menu: chosen in the file selector, over a folder of the disk.

The page's counterpart is :class:`gemport.hosts.browser.PageExchange`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from gemport.gem import FileError, GemportError, Machine
from gemport.hosts.controls import no_clipboard, no_paste
from gemport.hosts.files import DiskFolder, Outputs, read_input

if TYPE_CHECKING:
    from gemport.gem import Gem, Selection

SAVED = "saved"
"""The folder below the user's that the file selector opens at first."""


class DiskExchange:
    """Reads and writes below a folder. Its errors name a file without its folders, for which an alert has no room."""

    def __init__(
        self,
        machine: Machine,
        folder: Path,
        outputs: Outputs,
        copy: Callable[[str], None] = no_clipboard,
        paste: Callable[[], str] = no_paste,
    ) -> None:
        """``copy``: puts a text on the clipboard, ``paste`` returns it. Raise GemportError where there is none."""
        self.copy = copy
        self._paste = paste
        self._machine = machine
        self._folder = folder
        self._outputs = outputs.within(folder)
        self._path = f"\\{SAVED}\\"
        """The folder that was chosen last, as the file selector has it."""

    async def place(self, gem: Gem, title: str, mask: str, name: str) -> Selection | None:
        """Let the player choose a file, or name a new one; None if that was cancelled.

        A name without an ending gets the mask's. Raises GemportError if there can be no such folder.
        """
        saved = self._folder / SAVED
        try:
            saved.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _short(error, saved) from None
        chosen = await gem.fsel_exinput(self._path + mask, name, title, DiskFolder(self._folder))
        self._path = chosen.path.rpartition("\\")[0] + "\\"
        if not chosen.button or not chosen.name:
            return None
        return chosen if "." in chosen.name else chosen._replace(name=chosen.name + mask.removeprefix("*"))

    async def open(self, gem: Gem, title: str, mask: str, largest: int) -> tuple[str, bytes] | None:
        chosen = await self.place(gem, title, mask, "")
        if chosen is None:
            return None
        path = self._file(chosen)
        try:
            return chosen.name, read_input(path, largest)
        except (OSError, GemportError) as error:
            raise _short(error, path) from None

    def paste(self, _gem: Gem) -> str | None:
        return self._paste()

    def pasted(self) -> str | None:
        # Nor does a text.
        return None

    def received(self) -> tuple[str, bytes] | None:
        # No file comes later than it is chosen.
        return None

    def exists(self, chosen: Selection) -> bool:
        return self._file(chosen).exists()

    def write(self, chosen: Selection, data: bytes) -> str:
        """Write a file, complete or not at all; return its whole path. Raises GemportError."""
        path = self._file(chosen)
        try:
            self._outputs.write(path, data)
            return str(path.absolute())
        except (OSError, GemportError) as error:
            raise _short(error, path) from None

    def picture(self) -> bytes:
        # Imported here: rarely needed.
        from gemport.hosts.headless import shot

        return shot(self._machine, pointer=False)

    def _file(self, chosen: Selection) -> Path:
        try:
            return DiskFolder(self._folder).file(chosen.path, chosen.name)
        except OSError as error:
            raise _short(error, Path(chosen.name)) from None


def _short(error: OSError | GemportError, path: Path) -> FileError:
    """Return an error that names a file without its folders."""
    reason = error.strerror or str(error) if isinstance(error, OSError) else str(error).removeprefix(f"{path}: ")
    return FileError(path.name, reason, error.errno if isinstance(error, OSError) else None)

"""Files that a player saves and opens from a menu: chosen in the file selector, over folders of the disk.

The page's counterpart is :class:`gemport.hosts.browser.PageExchange`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from gemport.gem import FileError, GemportError, Machine
from gemport.hosts.controls import no_clipboard
from gemport.hosts.files import DiskFolder, Outputs, Places, read_input

if TYPE_CHECKING:
    from gemport.gem import Gem, Selection

SAVED = "saved"
"""The folder below the user's that the file selector opens at first where that is all there is."""


class DiskExchange:
    """Reads and writes below folders. Its errors name a file without its folders, for which an alert has no room."""

    def __init__(
        self,
        machine: Machine,
        folder: Path,
        outputs: Outputs,
        copy: Callable[[str], None] = no_clipboard,
        paste: Callable[[], str] = no_clipboard,
        places: Callable[[], Places | None] = lambda: None,
    ) -> None:
        """Allow files below a folder, or in several places where there are such.

        copy, paste: put a text on the clipboard, and return it. They raise GemportError where there is none
        places: returns these; called when the first file is chosen
        """
        self.copy = copy
        self._paste = paste
        self._machine = machine
        self._folder = folder
        self._find_places = places
        self._outputs = outputs
        self._paths: dict[str, str] = {}
        """The folder that was chosen last, as the file selector has it, by the mask of the files."""

    async def place(self, gem: Gem, title: str, mask: str, name: str) -> Selection | None:
        """Let the player choose a file, or name a new one; None if that was cancelled.

        A name without an ending gets the mask's. Raises GemportError if there can be no such folder.
        """
        if self._places is None:
            saved = self._folder / SAVED
            try:
                saved.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise _short(error, saved) from None
        first = f"\\{SAVED}\\" if self._places is None else self._places.first[mask]
        path = self._paths.get(mask, first) + mask
        chosen = await gem.fsel_exinput(path, name, title, self._top)
        self._paths[mask] = chosen.path.rpartition("\\")[0] + "\\"
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
            outputs = self._outputs.within(self._folder) if self._places is None else self._outputs
            outputs.write(path, data)
            return str(path.absolute())
        except (OSError, GemportError) as error:
            raise _short(error, path) from None

    def picture(self) -> bytes:
        # Imported here: rarely needed.
        from gemport.hosts.headless import shot

        return shot(self._machine, pointer=False)

    @cached_property
    def _places(self) -> Places | None:
        return self._find_places()

    @property
    def _top(self) -> DiskFolder | Places:
        return DiskFolder(self._folder) if self._places is None else self._places

    def _file(self, chosen: Selection) -> Path:
        try:
            return self._top.file(chosen.path, chosen.name)
        except OSError as error:
            raise _short(error, Path(chosen.name)) from None


def _short(error: OSError | GemportError, path: Path) -> FileError:
    """Return an error that names a file without its folders."""
    reason = error.strerror or str(error) if isinstance(error, OSError) else str(error).removeprefix(f"{path}: ")
    return FileError(path.name, reason, error.errno if isinstance(error, OSError) else None)

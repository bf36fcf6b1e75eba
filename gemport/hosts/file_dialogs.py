"""Saving and opening of files from a menu, with the file selector and folders of the disk.

The page's counterpart is :class:`gemport.hosts.browser.PageExchange`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from gemport.gem import FileError, GemportError, Machine
from gemport.hosts.files import DiskFolder, Outputs, Places, file_in, read_input
from gemport.hosts.window_controls import no_clipboard

if TYPE_CHECKING:
    from gemport.gem import Gem, Selection

SAVED = "saved"  # initial folder of the file selector if only the user folder is available, relative to it


class DiskExchange:
    """Reading and writing below folders. Errors name a file without its folders, which do not fit an alert."""

    def __init__(
        self,
        machine: Machine,
        folder: Path,
        outputs: Outputs,
        copy: Callable[[str], None] = no_clipboard,
        paste: Callable[[], str] = no_clipboard,
        places: Callable[[], Places | None] = lambda: None,
    ) -> None:
        """Allow files below a folder, or in several places.

        ``copy`` puts a text on the clipboard and ``paste`` returns it; both raise GemportError without a clipboard.
        ``places`` returns the places and is called when the first file is chosen.
        """
        self.copy = copy
        self._paste = paste
        self._machine = machine
        self._folder = folder
        self._find_places = places
        self._outputs = outputs
        # The last folder with a saved or opened file, in the file selector's form, for each mask of files.
        self._paths: dict[str, str] = {}
        self._asked = ""  # the mask of the last question
        self._chosen: Selection | None = None  # the answer

    async def place(self, gem: Gem, title: str, mask: str, name: str, again: bool = False) -> Selection | None:
        """Ask the player for an existing or new file; return None if the player cancels.

        A name without an extension gets the mask's. Raises GemportError if the folder is impossible.
        """
        if self._places is None:
            saved = self._folder / SAVED
            try:
                saved.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                if again:
                    # The player knows the reason, and cannot choose another folder.
                    return None
                raise _short(error, saved) from None
        first = f"\\{SAVED}\\" if self._places is None else self._places.first[mask]
        path = self._paths.get(mask, first) + mask
        if again and self._chosen is not None:
            path, name = self._chosen.path, self._chosen.name
        self._asked, chosen = mask, await gem.fsel_exinput(path, name, title, self._top)
        if not chosen.button or not chosen.name:
            return None
        if "." not in chosen.name:
            chosen = chosen._replace(name=chosen.name + mask.removeprefix("*"))
        self._chosen = chosen
        return chosen

    async def open(
        self, gem: Gem, title: str, mask: str, largest: int, again: bool = False
    ) -> tuple[str, bytes] | None:
        chosen = await self.place(gem, title, mask, "", again)
        if chosen is None:
            return None
        path = self._file(chosen)
        try:
            data = read_input(path, largest)
        except (OSError, GemportError) as error:
            raise _short(error, path) from None
        self._remember(chosen)
        return chosen.name, data

    def _remember(self, chosen: Selection) -> None:
        self._paths[self._asked] = chosen.path.rpartition("\\")[0] + "\\"

    def paste(self, _gem: Gem) -> str | None:
        return self._paste()

    def pasted(self) -> str | None:
        # The clipboard answers immediately.
        return None

    def received(self) -> tuple[str, bytes] | None:
        # A chosen file is available immediately.
        return None

    def exists(self, chosen: Selection) -> bool:
        return self._file(chosen).exists()

    def write(self, chosen: Selection, data: bytes) -> str:
        """Write a file completely or not at all; return its full path. Raises GemportError."""
        path = self._file(chosen)
        try:
            outputs = self._outputs.within(self._folder) if self._places is None else self._outputs
            outputs.write(path, data)
        except (OSError, GemportError) as error:
            raise _short(error, path) from None
        self._remember(chosen)
        return str(path.absolute())

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
            return file_in(self._top, chosen.path, chosen.name)
        except OSError as error:
            raise _short(error, Path(chosen.name)) from None


def _short(error: OSError | GemportError, path: Path) -> FileError:
    """Return an error that names a file without its folders."""
    reason = error.strerror or str(error) if isinstance(error, OSError) else str(error).removeprefix(f"{path}: ")
    return FileError(path.name, reason, error.errno if isinstance(error, OSError) else None)

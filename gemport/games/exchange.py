"""Recordings and pictures that the player saves and opens from the menu (docs/manual.md, Recordings and pictures).

The host has the files: the file selector chooses among those of the disk, a page sends and fetches them.
"""

from __future__ import annotations

import errno
import re
from collections.abc import Mapping
from string import Template
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from gemport.cards.notation import Record
from gemport.games import resource as shared
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rsrc import LoadedResource
from gemport.gem.errors import FileError, GemportError
from gemport.store.recordings import LARGEST, RecordingError, read_recording
from gemport.toolkit.dialog import alert

if TYPE_CHECKING:
    from gemport.games.table import CardTable
    from gemport.gem.aes.fsel import Selection

    AnyTable: TypeAlias = CardTable[Any]

_RECORDINGS: Final = "*.txt"
_PICTURES: Final = "*.png"
_REPLACE, _CANCEL = 1, 2
_SYSTEM: Final[Mapping[int | None, int]] = {
    errno.ENOENT: shared.NO_FILE,
    errno.EACCES: shared.NO_ACCESS,
    errno.EPERM: shared.NO_ACCESS,
    errno.EROFS: shared.NO_ACCESS,
    errno.ENOSPC: shared.DISK_FULL,
}
"""The strings that say what the system's numbers of errors mean."""
_HEAD: Final = re.compile(rb"^\s*game:\s*([^\s#]+)", re.MULTILINE)


class Exchange(Protocol):
    """The host's files, as far as the player chooses them; every failure is a GemportError that names the file."""

    async def place(self, gem: Gem, title: str, mask: str, name: str) -> Selection | None:
        """Let the player choose where a file goes, a name being proposed; None if that is cancelled."""

    def exists(self, chosen: Selection) -> bool:
        """Return whether there is such a file already."""

    def write(self, chosen: Selection, data: bytes) -> None:
        """Write a file."""

    async def open(self, gem: Gem, title: str, mask: str, largest: int) -> tuple[str, bytes] | None:
        """Let the player choose a file of at most so many bytes; its name and its bytes.

        None if none is chosen, or if it comes later: then the program gets VA_START.
        """

    def received(self) -> tuple[str, bytes] | None:
        """Return the file that has come, once: its name and its bytes."""

    def picture(self) -> bytes:
        """Return the screen as a PNG."""


async def save_recording(table: AnyTable, trees: LoadedResource, exchange: Exchange) -> None:
    """Save the moves of the game on a table; those that were taken back are not in it."""
    session = table.session
    record = Record(session.game.name, session.number, tuple(session.board.words()))
    await _save(table, trees, exchange, shared.SAVE_RECORDING, _RECORDINGS, str(record).encode())


async def save_picture(table: AnyTable, trees: LoadedResource, exchange: Exchange) -> None:
    """Save the screen as it is now."""
    await _save(table, trees, exchange, shared.SAVE_PICTURE, _PICTURES, exchange.picture())


async def _save(table: AnyTable, trees: LoadedResource, exchange: Exchange, title: int, mask: str, data: bytes) -> None:
    """Write a file where the player wants it; another one there is replaced only if the player says so."""
    gem, session = table.gem, table.session
    name = f"{session.game.name}-{session.number}{mask.removeprefix('*')}"
    try:
        chosen = await exchange.place(gem, trees.string(title), mask, name)
        if chosen is None:
            return
        # No alert stands on what is left of the file selector.
        await table.redraw()
        if exchange.exists(chosen):
            question = trees.string(shared.ASK_REPLACE)
            if await alert(gem, question, _CANCEL, name=chosen.name) != _REPLACE:
                return
        exchange.write(chosen, data)
    except GemportError as error:
        await alert(gem, trees.string(shared.NOT_SAVED), reason=_reason(trees, error))


async def open_recording(table: AnyTable, trees: LoadedResource, exchange: Exchange) -> tuple[str, bytes] | None:
    """Let the player choose a recording; its name and its bytes, None if there is none now."""
    try:
        return await exchange.open(table.gem, trees.string(shared.OPEN_RECORDING), _RECORDINGS, LARGEST)
    except GemportError as error:
        await table.redraw()
        await alert(table.gem, trees.string(shared.NOT_OPENED), reason=_reason(trees, error))
        return None


async def recorded_games(table: AnyTable, trees: LoadedResource, name: str, data: bytes) -> list[Record] | None:
    """Return the games that a file holds; tell why there are none, and return None."""
    game, head = table.session.game, _HEAD.search(data)
    await table.redraw()
    try:
        if head is not None and head[1] != game.name.encode():
            other = head[1].decode("utf-8", "replace")
            await alert(table.gem, trees.string(shared.OTHER_GAME), reason=f"{name}: {other}")
            return None
        return read_recording(data, name, {game.name: game.board})
    except GemportError as error:
        await alert(table.gem, trees.string(shared.NOT_OPENED), reason=_reason(trees, error, name))
        return None


def _reason(trees: LoadedResource, error: GemportError, name: str = "") -> str:
    """Return why a file is refused, in the language of the screen where that has words for it. ``name``: the file's."""
    string, line, move = None, 0, 0
    if isinstance(error, FileError):
        string, name = _SYSTEM.get(error.errno), error.name
    elif isinstance(error, RecordingError):
        string, line, move = shared.NO_RECORDING, error.line or 0, error.move or 0
        if line:
            string = shared.WRONG_MOVE if move else shared.WRONG_LINE
    if string is None:
        return str(error)
    return Template(trees.string(string)).substitute(name=name, line=line, move=move)

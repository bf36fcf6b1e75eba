"""Recordings and pictures that the player saves and opens from the menu (docs/manual.md, Recordings and pictures).

The host has the files: the file selector chooses among those of the disk, a page sends and fetches them.
"""

from __future__ import annotations

import errno
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, Protocol

from gemport.cards.boardtext import BoardTextError, clipped
from gemport.cards.card import Card
from gemport.cards.cells import CellBoard
from gemport.cards.notation import Record, write_link
from gemport.gem import FileError, Gem, GemportError, LoadedResource
from gemport.play import games_rsc as shared
from gemport.play.gamefiles import say
from gemport.store.recordings import LARGEST, RecordingError, read_recording
from gemport.toolkit.dialog import alert

if TYPE_CHECKING:
    from gemport.gem import Selection
    from gemport.play.table import CardTable

_RECORDINGS: Final = "*.txt"
_PICTURES: Final = "*.png"
_REPLACE, _CANCEL = 1, 2
_LONGEST_POSITION: Final = 10_000
"""Characters of a text that are looked at for a position."""
_LINE: Final = 30
"""Characters of a wrong line that are shown."""
_SYSTEM: Final[Mapping[int | None, int]] = {
    errno.ENOENT: shared.NO_FILE,
    errno.EACCES: shared.NO_ACCESS,
    errno.EPERM: shared.NO_ACCESS,
    errno.EROFS: shared.NO_ACCESS,
    errno.ENOSPC: shared.DISK_FULL,
}
"""Strings for the system's error numbers."""
_HEAD: Final = re.compile(rb"^\s*game:\s*([^\s#]+)", re.MULTILINE)


class Exchange(Protocol):
    """The host's files, as far as the player chooses them; every failure is a GemportError that names the file."""

    async def place(self, gem: Gem, title: str, mask: str, name: str) -> Selection | None:
        """Let the player choose where a file goes, a name being proposed; None if that is cancelled."""

    def exists(self, chosen: Selection) -> bool:
        """Return whether there is such a file already."""

    def write(self, chosen: Selection, data: bytes) -> str:
        """Write a file; return where it lies, as the host calls it."""

    async def open(self, gem: Gem, title: str, mask: str, largest: int) -> tuple[str, bytes] | None:
        """Let the player choose a file of at most so many bytes; its name and its bytes.

        None if none is chosen, or if it comes later: then the program gets VA_START.
        """

    def received(self) -> tuple[str, bytes] | None:
        """Return the file that has come, once: its name and its bytes."""

    def picture(self) -> bytes:
        """Return the screen as a PNG."""

    def copy(self, text: str) -> None:
        """Put a text on the clipboard."""

    def paste(self, gem: Gem) -> str | None:
        """Return the clipboard's text, None if it comes later: then the program gets VA_START."""

    def pasted(self) -> str | None:
        """Return the text that has come, once."""


class FileCommands:
    """The commands of a game's menu that need the host's files, for the game on a table."""

    def __init__(self, table: CardTable[Any], trees: LoadedResource, exchange: Exchange) -> None:
        self._table = table
        self._gem: Gem = table.gem
        self._session = table.session
        self._trees = trees
        self._exchange = exchange

    async def save_recording(self) -> None:
        """Save the moves of the game; those that were taken back are not in it."""
        await self._save(shared.SAVE_RECORDING, _RECORDINGS, str(self._record).encode())

    async def save_picture(self) -> None:
        await self._save(shared.SAVE_PICTURE, _PICTURES, self._exchange.picture())

    async def copy_position(self) -> None:
        """Put the position on the clipboard, as FreeCell solvers write it and ``--board`` reads it."""
        await self._copy(self._table.board.text(), shared.COPIED, shared.NOT_COPIED)

    async def copy_link(self) -> None:
        """Put a link on the clipboard that shows the game as far as it was played."""
        await self._copy(f"#{write_link(self._record)}", shared.LINK_COPIED, shared.LINK_NOT_COPIED)

    @property
    def _record(self) -> Record:
        session = self._session
        return Record(session.game.name, session.number, tuple(session.board.words()))

    async def _copy(self, text: str, done: int, refused: int) -> None:
        try:
            self._exchange.copy(text)
        except GemportError as error:
            await self._refuse(refused, error)
            return
        await self._confirm(self._trees.string(done))

    async def pasted(self) -> str | None:
        """Return the clipboard's text; None if it comes later, or if there is none, which is said."""
        try:
            return self._exchange.paste(self._gem)
        except (GemportError, UnicodeError) as error:
            await alert(self._gem, self._trees.string(shared.NOT_PASTED), reason=str(error))
            return None

    async def position(self, text: str, card_name: Callable[[Card], str]) -> CellBoard | None:
        """Return the board of a text; tell what is wrong with it, and return None."""
        board: CellBoard
        try:
            board = self._session.game.board.read(text[:_LONGEST_POSITION])
        except BoardTextError as error:
            reason = self._board_fault(text, error, card_name)
            await alert(self._gem, self._trees.string(shared.NOT_PASTED), reason=reason)
            return None
        return board

    def _board_fault(self, text: str, error: BoardTextError, card_name: Callable[[Card], str]) -> str:
        missing = [card for card, count in error.counts.items() if not count]
        twice = next((card for card, count in error.counts.items() if count > 1), None)
        if not text.strip():
            return self._trees.string(shared.PASTE_EMPTY)
        if error.line is not None:
            return say(self._trees, shared.PASTE_LINE, line=error.line, word=clipped(error.word, _LINE))
        if twice is not None:
            return say(self._trees, shared.PASTE_TWICE, card=card_name(twice), count=error.counts[twice])
        string = shared.PASTE_MISSING if len(missing) == 1 else shared.PASTE_MISSING_MORE
        return say(self._trees, string, card=card_name(missing[0]), count=len(missing))

    async def _save(self, title: int, mask: str, data: bytes) -> None:
        """Write a file where the player wants it; another one there is replaced only if the player says so."""
        exchange, session = self._exchange, self._session
        name = f"{session.game.name}-{session.name.partition('.')[0]}{mask.removeprefix('*')}"
        try:
            chosen = await exchange.place(self._gem, self._trees.string(title), mask, name)
            if chosen is None:
                return
            # No alert stands on what is left of the file selector.
            await self._table.redraw()
            if exchange.exists(chosen):
                question = self._trees.string(shared.ASK_REPLACE)
                if await alert(self._gem, question, _CANCEL, name=chosen.name) != _REPLACE:
                    return
            where = exchange.write(chosen, data)
        except GemportError as error:
            await self._refuse(shared.NOT_SAVED, error)
            return
        await self._confirm(say(self._trees, shared.SAVED_AS, file=where))

    async def _confirm(self, text: str) -> None:
        self._gem.speech.say(text)
        await self._table.note(text)

    async def open_recording(self) -> tuple[str, bytes] | None:
        """Let the player choose a recording; its name and its bytes, None if there is none now."""
        try:
            return await self._exchange.open(self._gem, self._trees.string(shared.OPEN_RECORDING), _RECORDINGS, LARGEST)
        except GemportError as error:
            await self._table.redraw()
            await self._refuse(shared.NOT_OPENED, error)
            return None

    async def recorded_games(self, name: str, data: bytes) -> list[Record] | None:
        """Return the games that a file holds; tell why there are none, and return None."""
        game, head = self._session.game, _HEAD.search(data)
        await self._table.redraw()
        try:
            if head is not None and head[1] != game.name.encode():
                other = head[1].decode("utf-8", "replace")
                await alert(self._gem, self._trees.string(shared.OTHER_GAME), reason=f"{name}: {other}")
                return None
            return read_recording(data, name, {game.name: game.board})
        except GemportError as error:
            await self._refuse(shared.NOT_OPENED, error, name)
            return None

    async def _refuse(self, string: int, error: GemportError, name: str = "") -> None:
        """Tell why it was not done, in the language of the screen where that has words for it. ``name``: the file's."""
        reason, line, move = None, 0, 0
        if isinstance(error, FileError):
            reason, name = _SYSTEM.get(error.errno), error.name
        elif isinstance(error, RecordingError):
            reason, line, move = shared.NO_RECORDING, error.line or 0, error.move or 0
            if line:
                reason = shared.WRONG_MOVE if move else shared.WRONG_LINE
        words = str(error) if reason is None else say(self._trees, reason, name=name, line=line, move=move)
        await alert(self._gem, self._trees.string(string), reason=words)

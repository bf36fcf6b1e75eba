"""Recordings: text files of games, written during play and read for replay.

A file holds one or more games of the same kind in sequence, each in the format of :mod:`gemport.cards.notation`. It
omits undone moves, and games without moves unless the file has no other game.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import TypeAlias

from gemport.cards.boardtext import BoardText, BoardTextError
from gemport.cards.cells import CellBoard
from gemport.cards.deals import NumberError
from gemport.cards.foreign import MAX_BYTES as MAX_FOREIGN_BYTES
from gemport.cards.foreign import ForeignError, ForeignGame, native_words, read_foreign
from gemport.cards.notation import Boards, NotationError, Record, parse_record, replay
from gemport.gem.errors import GemportError
from gemport.store.session import AnySession, Change

MAX_BYTES = 64 << 20  # maximum size of a recording in bytes, about 95,000 games of 225 moves

NumberOf: TypeAlias = Callable[[str, BoardText], int | None]
"""Function that returns the number of a game's starting position, or None."""

_HEAD = "game:"
_HEAD_LINE = re.compile(rb"^\s*game:", re.MULTILINE)
_NO_MOVES = b"\n\n"  # end of a game that consists of a header only


class RecordingError(GemportError):
    """A file is not a recording or cannot be recorded into; the message names the file and the place in it.

    ``line`` and ``move`` are as in NotationError.
    """

    def __init__(self, reason: str, line: int | None = None, move: int | None = None) -> None:
        self.line, self.move = line, move
        super().__init__(reason)


class UnnumberedError(RecordingError):
    """The file is another program's game without a number that this program knows; ``found`` is the game."""

    def __init__(self, reason: str, found: ForeignGame) -> None:
        super().__init__(reason)
        self.found = found


def read_recording(
    data: bytes, name: str, boards: Boards, ends: bool = False, number_of: NumberOf | None = None
) -> list[Record]:
    """Parse a recording, replay its moves as a check, and return its games, at least one. Raises RecordingError.

    ``ends`` limits this to the first and the last game, to save time. With ``number_of``, games of other programs
    (:mod:`gemport.cards.foreign`) are also read; it returns the number of a game's starting position.
    """
    if number_of is not None and (foreign := _foreign_game(data, name, boards, number_of)) is not None:
        return [foreign]
    try:
        # Python on the web page has no utf-8-sig codec.
        parts = _parts(data.decode("utf-8").removeprefix("\ufeff"))
        games = [
            _native(parse_record(part, boards, line), boards)
            for line, part in parts[:: max(1, len(parts) - 1) if ends else 1]
        ]
    except UnicodeDecodeError as error:
        raise RecordingError(f"{name}: byte {error.start} is not UTF-8 text") from None
    except NotationError as error:
        raise RecordingError(f"{name}: {error}", error.line, error.move) from None
    kinds = list(dict.fromkeys(game.game for game in games))
    if len(kinds) > 1:
        raise RecordingError(f"{name}: games of {' and '.join(kinds)} in one file")
    return games


def _native(game: Record, boards: Boards) -> Record:
    """Return a game with its moves in its own notation; a cell game can have another program's solution."""
    try:
        replay(game, boards[game.game].deal(game.number))
    except NotationError:
        board = boards[game.game].deal(game.number)
        if isinstance(board, CellBoard):
            with suppress(NotationError):
                own = game._replace(words=tuple(native_words(board, game.words)), lines=())
                if replay(own, board).won:
                    return own
        raise
    return game


def _foreign_game(data: bytes, name: str, boards: Boards, number_of: NumberOf) -> Record | None:
    """Return the game of a file from another program, or None if it is from no known program.

    Raises RecordingError, and UnnumberedError for a position.
    """
    if len(data) > MAX_FOREIGN_BYTES or _HEAD_LINE.search(data) is not None:
        return None
    try:
        found = read_foreign(data)
    except ForeignError as error:
        raise RecordingError(f"{name}: {error}") from None
    except BoardTextError:
        return None
    first: Record | None = None
    fault: NotationError | NumberError | None = None
    for game, of in boards.items():
        if not issubclass(of, CellBoard) or found.game not in (None, game):
            continue
        try:
            number = found.number
            if found.start is not None and (
                number is None or of.deal(number).position() != of(*found.start).position()
            ):
                number = number_of(game, found.start)
            if number is None:
                continue
            board = of.deal(number)
            words = native_words(board, found.words)
        except (NotationError, NumberError) as error:
            fault = error
            continue
        record = Record(game, number, tuple(words))
        if replay(record, board).won:
            return record
        first = first or record
    if first is not None:
        return first
    if fault is not None:
        raise RecordingError(f"{name}: {fault}", move=fault.move if isinstance(fault, NotationError) else None)
    if found.start is None or found.game not in (None, *boards):
        raise RecordingError(f"{name}: a game of {found.game}")
    raise UnnumberedError(f"{name}: the game's number is unknown; --board or Paste position starts with it", found)


def _parts(text: str) -> list[tuple[int, str]]:
    """Return the text of each game and the number of its first line in the file."""
    lines = text.splitlines()
    heads = [number for number, line in enumerate(lines) if line.split()[:1] == [_HEAD]]
    bounds = zip([0, *heads[1:]], [*heads[1:], len(lines)], strict=True)
    return [(start + 1, "\n".join(lines[start:end])) for start, end in bounds]


class RecordingFile:
    """A recording of a session's games, updated after each change.

    New games are appended to the file. Raises RecordingError if the file is not a recording or another program is
    recording into it, and OSError if it cannot be written.
    """

    def __init__(self, path: Path, game: str, boards: Boards) -> None:
        self._name = path
        self._file = _opened(path)
        self._text = b""  # the current game as written to the file
        self._failed: OSError | None = None
        try:
            self._start = self._read(path, game, boards)  # byte offset of the current game, after the earlier ones
            if self._start:
                self._write(self._start - 1, b"\n")
        except BaseException:
            self._file.close()
            raise

    def _read(self, path: Path, game: str, boards: Boards) -> int:
        """Return the length in bytes of the games in the file, including the final newline."""
        data = self._file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise RecordingError(f"{path}: too large to append to, the maximum is {MAX_BYTES} bytes")
        if not data.strip():
            return 0
        try:
            there = read_recording(data, str(path), boards, ends=True)[-1].game
        except RecordingError as error:
            raise RecordingError(f"{error} (not a recording; nothing was written)") from None
        if there != game:
            raise RecordingError(f"{path}: contains games of {there}; games of {game} cannot be added")
        return len(data.decode().rstrip().encode()) + 1

    def watch(self, session: AnySession, change: Change) -> None:
        """Write a change to the file, unless the game started from a position and has no number.

        A failed write does not interrupt the game: the next change tries again, and ``close`` raises the error.
        """
        if session.start is not None:
            return
        if change is Change.DEALT and not self._text.endswith(_NO_MOVES):
            # Retain the previous game, since it has moves.
            self._start, self._text = self._start + len(self._text), b""
        text = b""
        if session.board.moves_made or not self._start:
            text = str(Record(session.game.name, session.number, tuple(session.board.words()))).encode()
            text = b"\n" + text if self._start else text
        # Write only the changed end, at a cost independent of the game's length; after a failure write everything.
        same = max(0, min(len(self._text), len(text)) - 1)
        if self._failed is not None or self._text[:same] != text[:same]:
            same = 0
        try:
            self._write(self._start + same, text[same:])
            self._text, self._failed = text, None
        except OSError as error:
            self._failed = error

    def close(self) -> None:
        """Close the file. Raises OSError if the last change could not be written."""
        self._file.close()
        if self._failed is not None:
            raise self._failed

    def _write(self, at: int, text: bytes) -> None:
        try:
            self._file.seek(at)
            rest = text
            while rest:
                # A nearly full disk may accept only a part.
                rest = rest[self._file.write(rest) :]
            self._file.truncate(at + len(text))
        except OSError as error:
            raise type(error)(error.errno, error.strerror, str(self._name)) from None


def _opened(path: Path) -> FileIO:
    """Open a file for reading and writing, locked until it is closed."""
    # Imported here: reading needs no locks, and the web page has no SQLite.
    from gemport.store.locks import lock_file

    if path.exists() and not path.is_file():
        raise RecordingError(f"{path} is not a regular file")
    try:
        file = path.open("r+b", buffering=0)
    except FileNotFoundError:
        # Mode "a" creates the file, even through a dangling link, and never truncates one just created elsewhere.
        path.open("ab").close()
        file = path.open("r+b", buffering=0)
    if not lock_file(file):
        file.close()
        raise RecordingError(f"{path}: another program is recording to it")
    return file

"""Games as a text file: written while they are played, and read to be replayed.

A file holds one game or several of the same kind, one after the other, each as :mod:`gemport.cards.notation` writes it.
Moves taken back are not in it, nor are games in which no move was left, unless there is no other.
"""

from io import FileIO
from pathlib import Path

from gemport.cards.notation import Boards, NotationError, Record, parse_record, replay
from gemport.gem.errors import GemportError
from gemport.store.session import AnySession, Change

LARGEST = 64 << 20
"""The most bytes that a recording has: some 95,000 games of 225 moves."""

_HEAD = "game:"
_HEAD_LINES = 2
_NO_MOVES = b"\n\n"
"""The end of a game that has a head alone."""


class RecordingError(GemportError):
    """A file is not a recording, or cannot be made one; the message names the file, and the place in it.

    ``line`` and ``move``: as those of NotationError.
    """

    def __init__(self, reason: str, line: int | None = None, move: int | None = None) -> None:
        self.line, self.move = line, move
        super().__init__(reason)


def read_recording(data: bytes, name: str, boards: Boards, heads: bool = False) -> list[Record]:
    """Return the games of a file, at least one, whose moves have been tried. Raises RecordingError.

    heads: of all but the last only the head is looked at, however long they are
    """
    games: list[Record] = []
    try:
        # Not the codec utf-8-sig, which a page lacks.
        parts = _parts(data.decode("utf-8").removeprefix("\ufeff"))
        for place, (line, part) in enumerate(parts, 1):
            if heads and place < len(parts):
                games.append(parse_record(_head(part), boards, line))
                continue
            game = parse_record(part, boards, line)
            replay(game, boards[game.game].deal(game.number))
            games.append(game)
    except UnicodeDecodeError as error:
        raise RecordingError(f"{name}: byte {error.start} is not UTF-8 text") from None
    except NotationError as error:
        raise RecordingError(f"{name}: {error}", error.line, error.move) from None
    kinds = list(dict.fromkeys(game.game for game in games))
    if len(kinds) > 1:
        raise RecordingError(f"{name}: games of {' and '.join(kinds)} in one file")
    return games


def _head(part: str) -> str:
    said: list[str] = []
    lines = part.splitlines()
    for count, line in enumerate(lines, 1):
        said += [line] if line.partition("#")[0].split() else []
        if len(said) == _HEAD_LINES:
            return "\n".join(lines[:count])
    return part


def _parts(text: str) -> list[tuple[int, str]]:
    """The text of each game, and the number of its first line in the file."""
    lines = text.splitlines()
    heads = [number for number, line in enumerate(lines) if line.split()[:1] == [_HEAD]]
    bounds = zip([0, *heads[1:]], [*heads[1:], len(lines)], strict=True)
    return [(start + 1, "\n".join(lines[start:end])) for start, end in bounds]


class RecordingFile:
    """Keeps a file up to date with the games of a session.

    Games that the file holds already stay, new ones are written after them. Raises RecordingError for a file that
    holds anything but a recording, or that another program records into, and OSError where no file can be written.
    """

    def __init__(self, path: Path, game: str, boards: Boards) -> None:
        self._name = path
        self._file = _opened(path)
        self._text = b""
        """The part of the file that is the present game."""
        self._failed: OSError | None = None
        try:
            self._start = self._read(path, game, boards)
            """Start of the present game, in bytes; the file holds others before it."""
            if self._start:
                self._write(self._start - 1, b"\n")
        except BaseException:
            self._file.close()
            raise

    def _read(self, path: Path, game: str, boards: Boards) -> int:
        """Return the length in bytes of the games that are in the file, with the end of their last line."""
        data = self._file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise RecordingError(f"{path}: more than {LARGEST} bytes are too many to add to")
        if not data.strip():
            return 0
        try:
            there = read_recording(data, str(path), boards, heads=True)[-1].game
        except RecordingError as error:
            raise RecordingError(f"{error} (it is not a recording, so nothing is written to it)") from None
        if there != game:
            raise RecordingError(f"{path}: holds games of {there}, so none of {game} is written to it")
        return len(data.decode().rstrip().encode()) + 1

    def watch(self, session: AnySession, change: Change) -> None:
        """Write down what has changed, but for games that began with a position and have no number.

        A failure does not disturb the game: the next change tries again, and ``close`` tells.
        """
        if session.start is not None:
            return
        if change is Change.DEALT and not self._text.endswith(_NO_MOVES):
            # The game before it has moves, and stays.
            self._start, self._text = self._start + len(self._text), b""
        text = b""
        if session.board.moves_made or not self._start:
            text = str(Record(session.game.name, session.number, tuple(session.board.words()))).encode()
            text = b"\n" + text if self._start else text
        # One word more or less is written, the same however long the game is; after a failure all of it.
        same = max(0, min(len(self._text), len(text)) - 1)
        if self._failed is not None or self._text[:same] != text[:same]:
            same = 0
        try:
            self._write(self._start + same, text[same:])
            self._text, self._failed = text, None
        except OSError as error:
            self._failed = error

    def close(self) -> None:
        """The end. Raises OSError if the last change could not be written."""
        self._file.close()
        if self._failed is not None:
            raise self._failed

    def _write(self, at: int, text: bytes) -> None:
        try:
            self._file.seek(at)
            rest = text
            while rest:
                # On a disk that gets full only a part may find room.
                rest = rest[self._file.write(rest) :]
            self._file.truncate(at + len(text))
        except OSError as error:
            raise type(error)(error.errno, error.strerror, str(self._name)) from None


def _opened(path: Path) -> FileIO:
    """A file to read and to write, this program's alone until it is closed."""
    # Imported here: to read a recording needs no locks, nor the SQLite behind them, which a page does not have.
    from gemport.store.locks import lock_file

    if path.exists() and not path.is_file():
        raise RecordingError(f"{path}: is not a file to record into")
    try:
        file = path.open("r+b", buffering=0)
    except FileNotFoundError:
        # To append makes a file that another has not just made, behind a link too, and empties none.
        path.open("ab").close()
        file = path.open("r+b", buffering=0)
    if not lock_file(file):
        file.close()
        raise RecordingError(f"{path}: another program is recording into it")
    return file

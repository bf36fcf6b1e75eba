"""Games as a text file: written while they are played, and read to be replayed.

A file holds one game or several of a kind, one behind the other, each as :mod:`gemport.cards.notation` writes it.
Moves taken back are not in it, nor are games in which no move was left, unless there is no other.
"""

from __future__ import annotations

import os
from pathlib import Path

from gemport.cards.notation import AnyBoard, NotationError, Record, parse_record, record, replay

_HEAD = "game:"


class RecordingError(ValueError):
    """A file is no recording, or cannot be made one; the message names the file, and the place in it."""


def read_recording(data: bytes, name: str) -> list[Record]:
    """The games of a file, at least one, every move of which has been tried. Raises RecordingError."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordingError(f"{name}: byte {error.start} is no UTF-8 text") from None
    try:
        games = [parse_record(part) for part in _parts(text)]
        for game in games:
            replay(game)
    except NotationError as error:
        raise RecordingError(f"{name}: {error}") from None
    kinds = list(dict.fromkeys(game.game for game in games))
    if len(kinds) > 1:
        raise RecordingError(f"{name}: games of {' and '.join(kinds)} in one file")
    return games


def _parts(text: str) -> list[str]:
    """The text of each game, behind as many empty lines as there are lines before it: errors name the file's lines."""
    lines = text.splitlines()
    heads = [number for number, line in enumerate(lines) if line.split()[:1] == [_HEAD]]
    bounds = zip([0, *heads[1:]], [*heads[1:], len(lines)], strict=True)
    return ["\n" * start + "\n".join(lines[start:end]) for start, end in bounds]


class RecordingFile:
    """Keeps a file up to date with the games played: whole after every change, whatever becomes of the program.

    Games that the file holds already stay, new ones are written behind them. Raises RecordingError for a file that
    holds anything but a recording, and OSError where no file can be written.
    """

    def __init__(self, path: Path, game: str) -> None:
        self._path = path.resolve()
        self._before = self._read(path, game)
        self._board: AnyBoard | None = None
        self._game = ""
        self._failed: OSError | None = None
        self._write(self._before)

    def _read(self, path: Path, game: str) -> str:
        """What stands in the file already."""
        if not path.exists():
            return ""
        if not path.is_file():
            raise RecordingError(f"{path}: is no file to record into")
        data = path.read_bytes()
        if not data.strip():
            return ""
        try:
            there = read_recording(data, str(path))[0].game
        except RecordingError as error:
            raise RecordingError(f"{error} (it is no recording, so nothing is written to it)") from None
        if there != game:
            raise RecordingError(f"{path}: holds games of {there}, so none of {game} is written to it")
        return data.decode("utf-8-sig").rstrip() + "\n"

    def watch(self, board: AnyBoard) -> None:
        """Write down what has been played; another board is another game.

        A failure does not disturb the game: the next change tries again, and ``close`` tells.
        """
        if board is not self._board:
            self._before = _joined(self._before, self._game)
        self._board = board
        text = str(record(board))
        self._game = text if board.words() else ""
        try:
            self._write(_joined(self._before, self._game) or text)
            self._failed = None
        except OSError as error:
            self._failed = error

    def close(self) -> None:
        """The end. Raises OSError if the last change could not be written."""
        if self._failed is not None:
            raise self._failed

    def _write(self, text: str) -> None:
        # A file of its own that then takes the place: at no moment is there half a recording.
        new = self._path.with_name(f".{self._path.name}.new")
        try:
            new.write_text(text, encoding="utf-8", newline="\n")
            os.replace(new, self._path)
        except OSError as error:
            raise type(error)(error.errno, error.strerror, str(self._path)) from None


def _joined(before: str, game: str) -> str:
    return "\n".join(filter(None, (before, game)))

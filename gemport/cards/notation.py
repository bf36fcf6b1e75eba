"""A game as text, for people to read and for replaying.

::

    game: vierfrei
    number: 123456

    2a 84 25 a5 7h

VIERFREI: a word a single-card move (columns 1-8, free places a-d, h = home). FreeCell: a word a step, as many cards as
fit (26; 26x3 where the player chose fewer), the cards that go home by themselves not written. Grossfamilien: a word a
step (piles a1-d4, t-o turns a card, o-w lays it off, b3-h), fillings of free places not written. What stands behind a
``#`` is a remark.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from gemport.cards.freecell import board as freecell
from gemport.cards.grossfamilien import board as grossfamilien
from gemport.cards.moves import IllegalMove, PlaceError
from gemport.cards.numbers import NumberError
from gemport.cards.vierfrei import board as vierfrei

AnyBoard: TypeAlias = vierfrei.Board | freecell.Board | grossfamilien.Board

_BOARDS: dict[str, type[vierfrei.Board] | type[freecell.Board] | type[grossfamilien.Board]] = {
    board.game: board for board in (vierfrei.Board, freecell.Board, grossfamilien.Board)
}
_WORDS_A_LINE = 10
_NUMBER_LENGTH = 9


class NotationError(ValueError):
    """A text that is no game; the message names the line and the word."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a game's text and the line (from 1) where it stands; 0 when it comes from no text."""

    text: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """A game written down: which one, its number, and its moves in order."""

    game: str
    number: int
    words: tuple[Word, ...]

    def __str__(self) -> str:
        texts = [word.text for word in self.words]
        lines = [" ".join(texts[i : i + _WORDS_A_LINE]) for i in range(0, len(texts), _WORDS_A_LINE)]
        return "\n".join([f"game: {self.game}", f"number: {self.number}", "", *lines]) + "\n"


def deal_board(game: str, number: int) -> AnyBoard:
    """The start of a numbered game of one of the three. Raises NotationError for another game, NumberError."""
    if game not in _BOARDS:
        raise NotationError(f"{game!r} is no game ({', '.join(_BOARDS)})")
    return _BOARDS[game].deal(number)


def record(board: AnyBoard) -> Record:
    """What has been played on a dealt board. Raises NotationError for a position without a number."""
    if board.number is None:
        raise NotationError("a position without a game number can't be written as a game")
    return Record(board.game, board.number, tuple(Word(word) for word in board.words()))


def parse_record(text: str) -> Record:
    """The game that ``str(record)`` writes so; its moves are not looked at. Raises NotationError."""
    lines = [(number, line.partition("#")[0].split()) for number, line in enumerate(text.splitlines(), 1)]
    rest = iter([(number, words) for number, words in lines if words])
    line, game = _header("game:", next(rest, None))
    if game not in _BOARDS:
        raise NotationError(f"line {line}: {game!r} is no game ({', '.join(_BOARDS)})")
    line, number = _header("number:", next(rest, None))
    if not (number.isascii() and number.isdecimal() and len(number) <= _NUMBER_LENGTH):
        raise NotationError(f"line {line}: {number!r} is no game number")
    try:
        deal_board(game, int(number))
    except NumberError as error:
        raise NotationError(f"line {line}: {error}") from None
    return Record(game, int(number), tuple(Word(word, at) for at, words in rest for word in words))


def replay(game: Record) -> AnyBoard:
    """The board after the moves of a record. Raises NotationError for a move that can't be made, NumberError."""
    board = deal_board(game.game, game.number)
    for count, word in enumerate(game.words, 1):
        try:
            board.play_word(word.text)
        except (IllegalMove, PlaceError) as error:
            where = f"line {word.line}: " if word.line else ""
            raise NotationError(f"{where}move {count}, {word.text!r}: {error}") from None
    return board


def _header(head: str, line: tuple[int, list[str]] | None) -> tuple[int, str]:
    if line is None:
        raise NotationError(f"the text ends where {head!r} should stand")
    number, words = line
    if words[0] != head or len(words) != 2:
        raise NotationError(f"line {number}: {' '.join(words)!r} where {head!r} and one word should stand")
    return number, words[1]

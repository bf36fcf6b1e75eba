"""Games as text, for reading and for replaying.

::

    game: vierfrei
    number: 123456

    2a 84 25 a5 7h

VIERFREI: one word per single-card move (columns 1-8, free places a-d, h = home). FreeCell: one word per step, which
moves as many cards as fit (26; 26x3 if the player chose fewer). Automatic moves home are implied (26! if the player had
switched them off and safe cards stayed; 26+ if more than the safe cards moved). Großfamilien: one word per step (piles
a1-d4, t-o turns a card, o-w discards it, b3-h); fillings of free places are implied. Comments start with ``#``. The
number of a challenge is in written form: ``number: 123456c2``.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from gemport.cards.board import Board
from gemport.cards.challenge import fold_name, parse_number, write_number
from gemport.cards.moves import IllegalMove, PlaceError

Boards: TypeAlias = Mapping[str, type[Board]]
"""Board classes by name of the game."""

_WORDS_PER_LINE = 10
_PAIR_CHARS, _WORD_PREFIX = 2, "."
_MAX_LINK_CHARS = 20_000
_LINK = re.compile(r"(?:\S*#)?([^\W\d]+)/([^\s/]+)(?:/\S*)?")
_NUMBER_PREFIX = re.compile(r"^(\s*number:\s+)#(?=\S)")


class NotationError(ValueError):
    """The text is not a valid game; the message names the line and the word.

    ``line`` is the number of the line, ``move`` the number of the illegal move, both from 1 or None.
    """

    def __init__(self, reason: str, line: int | None = None, move: int | None = None) -> None:
        self.line, self.move = line, move
        super().__init__(reason if line is None else f"line {line}: {reason}")


class Record(NamedTuple):
    """A written game: its name, its number and its moves in order.

    ``lines`` holds the line number of each move, from 1; it is empty if the moves were not read from text.
    """

    game: str
    number: int
    words: tuple[str, ...]
    lines: tuple[int, ...] = ()

    def __str__(self) -> str:
        head = f"game: {self.game}", f"number: {write_number(self.number)}", ""
        return "\n".join([*head, *word_lines(self.words)]) + "\n"


def word_lines(words: Sequence[str]) -> list[str]:
    """Return words as lines of ten."""
    return [" ".join(words[at : at + _WORDS_PER_LINE]) for at in range(0, len(words), _WORDS_PER_LINE)]


def parse_record(text: str, boards: Boards, first: int = 1) -> Record:
    """Parse the text of a :class:`Record` without checking its moves. Raises NotationError.

    ``first`` is the number of the first line, for error messages.
    """
    lines = [(number, _words(line)) for number, line in enumerate(text.splitlines(), first)]
    rest = iter([(number, words) for number, words in lines if words])
    line, game = _header("game:", next(rest, None))
    game = fold_name(game)
    _require_game(game, boards, line)
    line, word = _header("number:", next(rest, None))
    number, _ = _deal(game, word, boards, line)
    placed = [(word, at) for at, words in rest for word in words]
    return Record(game, number, tuple(word for word, _ in placed), tuple(at for _, at in placed))


def _words(line: str) -> list[str]:
    """Return the words of a line before its comment; in ``number: #617`` the # belongs to the number."""
    return _NUMBER_PREFIX.sub(r"\1", line).partition("#")[0].split()


def replay(game: Record, board: Board) -> Board:
    """Make the moves of a record on a new board and return it. Raises NotationError at an illegal move."""
    for place, word in enumerate(game.words):
        try:
            board.play_word(word)
        except (IllegalMove, PlaceError) as error:
            line = game.lines[place] if game.lines else None
            raise NotationError(f"move {place + 1}, {word!r}: {error}", line, place + 1) from None
    return board


# ---- games in links


def write_link(game: Record) -> str:
    """Return the fragment of a link (after the #) for a game and its moves: ``vierfrei/123456/1a2b4h``.

    Words of two characters are concatenated. If any word has another length, all words start with a point:
    ``.26x3.1a``.
    """
    pairs = all(len(word) == _PAIR_CHARS for word in game.words)
    moves = "".join(word if pairs else f"{_WORD_PREFIX}{word}" for word in game.words)
    # Programs that detect links in text drop a ! at the end.
    return f"{game.game}/{write_number(game.number)}/{moves.replace('!', '~')}"


def parse_link(text: str, boards: Boards) -> Record:
    """Parse a fragment or link of ``write_link`` and check each move. Raises NotationError."""
    place = text.rpartition("#")[2]
    if len(place) > _MAX_LINK_CHARS:
        raise NotationError(f"a link has no more than {_MAX_LINK_CHARS} characters")
    name, _, rest = place.partition("/")
    written, _, moves = rest.partition("/")
    moves = moves.lower().replace("~", "!")
    if moves.startswith(_WORD_PREFIX):
        words = moves[1:].split(_WORD_PREFIX)
    else:
        words = [moves[at : at + _PAIR_CHARS] for at in range(0, len(moves), _PAIR_CHARS)]
    name = fold_name(name)
    _require_game(name, boards)
    number, board = _deal(name, written.lower(), boards)
    game = Record(name, number, tuple(words))
    replay(game, board)
    return game


def is_link(text: str) -> bool:
    """Return whether a text looks like what ``write_link`` returns, also as a page's address."""
    return _LINK.fullmatch(text.strip()) is not None


def number_text(text: str, game: str) -> str:
    """Return the number in a text: the text itself, or a link's if that is of the game."""
    link = _LINK.fullmatch(text.strip())
    if link is None:
        return text.strip()
    return link[2] if fold_name(link[1]) == game else ""


def _require_game(game: str, boards: Boards, line: int | None = None) -> None:
    if game not in boards:
        raise NotationError(f"{game!r} is not a game ({', '.join(boards)})", line)


def _deal(game: str, written: str, boards: Boards, line: int | None = None) -> tuple[int, Board]:
    """Parse a game number, and return the number and its board."""
    try:
        number = parse_number(written, boards[game].microsoft)
        return number, boards[game].deal(number)
    except ValueError as error:
        raise NotationError(str(error), line) from None


def _header(head: str, line: tuple[int, list[str]] | None) -> tuple[int, str]:
    if line is None:
        raise NotationError(f"the text ends where {head!r} should stand")
    number, words = line
    if words[0] != head or len(words) != 2:
        raise NotationError(f"{' '.join(words)!r} where {head!r} and one word should stand", number)
    return number, words[1]

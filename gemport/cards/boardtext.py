"""Positions as text, and read back.

The cell games use the form that FreeCell solvers read::

    Foundations: C-4 H-A S-0 D-3
    Freecells: 2D - - 2H
    : QC 4D QD
    :

one line a column from its top card down. Grossfamilien has one of its own: the number of cards in each family, the
talon (next card first), the turned card, the waste (top card last), then the sixteen piles (open card last)::

    Families: C-0 H-14 S-26 D-1
    Talon: 9S 4D
    Turned: -
    Waste: 7H
    : 6H
    :
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

from gemport.cards.cells.board import CellBoard
from gemport.cards.grossfamilien import board as grossfamilien
from gemport.cards.grossfamilien.board import FAMILY_SIZE, family_top
from gemport.cards.moves import FINALS
from gemport.cards.pack import PACK_SIZE, RANKS, SUITS, Card, CardError, card_name, card_names, make_card, parse_card

B = TypeVar("B", bound=CellBoard)
_NONE = "-"


class BoardTextError(ValueError):
    """A text that is no position; the message names the line."""


def cell_board_text(board: CellBoard) -> str:
    """The position of a cell game, ten lines, ending in a line feed."""
    finals = [f"{SUITS[suit]}-{RANKS[count - 1] if count else 0}" for suit, count in enumerate(board.finals)]
    lines = [_headed("Foundations:", finals), _headed("Freecells:", map(_name_or_none, board.cells))]
    return "\n".join(lines + [_headed(":", card_names(column)) for column in board.columns]) + "\n"


def parse_cell_board(kind: type[B], text: str) -> B:
    """The board of class ``kind`` that ``cell_board_text`` writes so. Every card must be there, once.

    Raises BoardTextError.
    """
    reader = _Reader(text)
    finals = [_final_count(suit, word, reader) for suit, word in enumerate(reader.words("Foundations:", 4))]
    cells = [None if word == _NONE else reader.card(word) for word in reader.words("Freecells:", 4)]
    columns = [[reader.card(word) for word in reader.words(":")] for _ in range(8)]
    reader.end()
    home = [make_card(value, suit) for suit in range(len(FINALS)) for value in range(finals[suit])]
    _check_cards(1, home, [card for card in cells if card is not None], *columns)
    return kind(columns, cells, finals)


def pile_board_text(board: grossfamilien.Board) -> str:
    """The position of Grossfamilien, twenty lines, ending in a line feed."""
    lines = [
        _headed("Families:", [f"{SUITS[suit]}-{count}" for suit, count in enumerate(board.families)]),
        _headed("Talon:", card_names(reversed(board.talon))),
        _headed("Turned:", [_name_or_none(board.turned)]),
        _headed("Waste:", card_names(board.waste)),
    ]
    return "\n".join(lines + [_headed(":", card_names(pile)) for pile in board.piles]) + "\n"


def parse_pile_board(text: str) -> grossfamilien.Board:
    """The board that ``pile_board_text`` writes so. Every card must be there, twice. Raises BoardTextError."""
    reader = _Reader(text)
    families = [_family_count(suit, word, reader) for suit, word in enumerate(reader.words("Families:", 4))]
    talon = [reader.card(word) for word in reader.words("Talon:")][::-1]
    (turned_word,) = reader.words("Turned:", 1)
    turned = None if turned_word == _NONE else reader.card(turned_word)
    waste = [reader.card(word) for word in reader.words("Waste:")]
    piles = [[reader.card(word) for word in reader.words(":")] for _ in grossfamilien.PILES]
    reader.end()
    home = [family_top(n, suit) for suit, count in enumerate(families) for n in range(1, count + 1)]
    loose = [card for card in (*home, turned) if card is not None]
    _check_cards(2, loose, talon, waste, *piles)
    return grossfamilien.Board(piles, talon, turned, waste, families)


class _Reader:
    """Lines one after the other; empty ones and what stands behind a ``#`` do not count."""

    def __init__(self, text: str) -> None:
        bare = [(number, line.partition("#")[0].split()) for number, line in enumerate(text.splitlines(), 1)]
        self.lines = [(number, words) for number, words in bare if words]
        self.number = 0

    def words(self, head: str, count: int | None = None) -> list[str]:
        """The words behind ``head`` in the next line, which must be ``count``."""
        if not self.lines:
            raise BoardTextError(f"line {self.number + 1}: the text ends where {head!r} should stand")
        self.number, words = self.lines.pop(0)
        if words[0] != head:
            raise BoardTextError(f"line {self.number}: {words[0]!r} where {head!r} should stand")
        if count is not None and len(words) != count + 1:
            raise BoardTextError(f"line {self.number}: {len(words) - 1} words behind {head!r}, not {count}")
        return words[1:]

    def card(self, word: str) -> Card:
        """The card of a word."""
        try:
            return parse_card(word)
        except CardError as error:
            raise BoardTextError(f"line {self.number}: {error}") from None

    def end(self) -> None:
        """Nothing may follow."""
        if self.lines:
            number, words = self.lines[0]
            raise BoardTextError(f"line {number}: {words[0]!r} stands behind the end of the position")


def _headed(head: str, words: Iterable[str]) -> str:
    return " ".join([head, *words])


def _name_or_none(card: Card | None) -> str:
    return _NONE if card is None else card_name(card)


def _final_count(suit: int, word: str, reader: _Reader) -> int:
    values = "0" + RANKS
    if len(word) != 3 or word[:2] != f"{SUITS[suit]}-" or word[2] not in values:
        wanted = f"{SUITS[suit]}-0 or {SUITS[suit]}-A to {SUITS[suit]}-K"
        raise BoardTextError(f"line {reader.number}: {word!r} where {wanted} should stand")
    return values.index(word[2])


def _family_count(suit: int, word: str, reader: _Reader) -> int:
    head, _, count = word.partition("-")
    if head != SUITS[suit] or count not in map(str, range(FAMILY_SIZE + 1)):
        raise BoardTextError(f"line {reader.number}: {word!r} where {SUITS[suit]}-0 to {SUITS[suit]}-26 should stand")
    return int(count)


def _check_cards(copies: int, *piles: Sequence[Card]) -> None:
    counts = Counter(card for pile in piles for card in pile)
    for card in range(PACK_SIZE):
        if counts[card] != copies:
            raise BoardTextError(f"the position has {card_name(card)} {counts[card]} times, not {copies}")

"""Positions of the cell games as FreeCell solvers and PySolFC write them.

::

    Foundations: H-0 C-2 D-0 S-A
    Freecells: 10H - KD
    : 4C QS 9D
    :
    3C 5D

A line a column, from its top down to the open card, with a colon before it or without; ``10`` and ``T`` are the same.
A column without cards is a line without them between others, and at the end may be left out, as may be the first two
lines and ``-`` for an empty cell. A line that begins with ``#`` is a comment.

A game that begins with such a position keeps it as a text, in which the first line is a comment: its name, that of a
file. Its number follows from the position alone, and no dealt game has it.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gemport.cards.card import PACK_SIZE, RANKS, SUITS, Card, CardError, card_name, make_card, parse_card

_CELLS = ("freecells", "freecell", "fc")
_FOUNDATIONS = ("foundations", "founds", "found")
_EMPTY = ("-", "--", "0")
_COLUMNS, _PLACES = 8, 4
"""Columns and cells of a cell game, which stand here because its board is made from such a text."""
_WRITTEN = "HCDS"
"""The suits in the order in which solvers write the foundations."""
_NAME = "# "
_LONGEST_NAME = 20
SHORT_NAME = 10
"""Characters of a name where the largest number of a game has room."""
_IN_ALERTS = {"[": "(", "]": ")", "|": "-"}
"""Characters that structure an alert, and what stands in their place."""
_FIRST_NUMBER = 1 << 48
"""The smallest number of a position: deals have far smaller ones. The largest has 15 digits."""

_MAX_FAULTS = 8
"""Faults of a board that a message names."""


class BoardTextError(ValueError):
    """A text that is no position; the message names the line or the card.

    line: the line that is wrong, from 1; None where it is the whole
    word: what is wrong in it
    counts: how often cards are there that are not there once
    """

    def __init__(
        self, reason: str, line: int | None = None, word: str = "", counts: Mapping[Card, int] | None = None
    ) -> None:
        self.line, self.word, self.counts = line, word, counts or {}
        super().__init__(reason if line is None else f"line {line}: {reason}")


class BoardText(NamedTuple):
    """A position, as boards take it.

    columns: eight, each from its top down to the open card
    cells: four, None = empty
    foundations: number of cards of each suit, 0..13
    """

    columns: list[list[Card]]
    cells: list[Card | None]
    foundations: list[int]


def parse_board(text: str) -> BoardText:
    """Read a position. Raises BoardTextError, also where a card is missing or there twice."""
    columns: list[list[Card]] = []
    cells: list[Card | None] = []
    foundations = [0] * len(SUITS)
    blank = 0
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        if line.startswith("#"):
            continue
        head, colon, rest = line.partition(":")
        name, words = head.strip().lower(), (rest if colon else line).split()
        try:
            if name in _FOUNDATIONS:
                for word in words:
                    suit, count = _foundation(word)
                    foundations[suit] = count
            elif name in _CELLS:
                cells += [None if word in _EMPTY else parse_card(word) for word in words]
            elif colon and name:
                raise BoardTextError(f"{head.strip()!r} where a column, Freecells: or Foundations: should stand")
            elif words or colon:
                columns += [[] for _ in range(blank)]
                columns.append([parse_card(word) for word in words])
                blank = 0
            else:
                # Only between columns it stands for one.
                blank += bool(columns)
        except (CardError, BoardTextError) as error:
            raise BoardTextError(str(error), number, line.strip()) from None
        for what, there, most in (("columns", columns, _COLUMNS), ("cards in free cells", cells, _PLACES)):
            if len(there) > most:
                raise BoardTextError(f"more than {most} {what}", number, line.strip())
    if not (any(columns) or any(card is not None for card in cells) or any(foundations)):
        raise BoardTextError("the board is empty: there are no cards in it")
    columns += [[] for _ in range(_COLUMNS - len(columns))]
    cells += [None] * (_PLACES - len(cells))
    _check_pack(columns, cells, foundations)
    return BoardText(columns, cells, foundations)


def _foundation(word: str) -> tuple[int, int]:
    """Return a suit, and how many of its cards a word such as ``H-10`` puts on its foundation."""
    found = re.fullmatch(r"([CHSD])-(0|10|[A2-9TJQK])", word.upper())
    if found is None:
        raise BoardTextError(f"{word!r} is not a foundation (such as H-0, C-A or D-10)")
    suit, rank = found.groups()
    return SUITS.index(suit), 0 if rank == "0" else RANKS.index("T" if rank == "10" else rank) + 1


def _check_pack(columns: list[list[Card]], cells: list[Card | None], foundations: list[int]) -> None:
    places: dict[Card, list[str]] = {card: [] for card in range(PACK_SIZE)}
    for suit, count in enumerate(foundations):
        for value in range(count):
            places[make_card(value, suit)].append("on its foundation")
    for cell in cells:
        if cell is not None:
            places[cell].append("in a free cell")
    for number, column in enumerate(columns, 1):
        for card in column:
            places[card].append(f"in column {number}")
    faults = [
        f"{card_name(card)} is there {len(found)} times ({', '.join(found)})"
        for card, found in places.items()
        if len(found) > 1
    ]
    missing = [card_name(card) for card, found in places.items() if not found]
    if missing:
        faults.append(f"{' '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing")
    if faults:
        more = f"; and {len(faults) - _MAX_FAULTS} more" if len(faults) > _MAX_FAULTS else ""
        counts = {card: len(found) for card, found in places.items() if len(found) != 1}
        raise BoardTextError("; ".join(faults[:_MAX_FAULTS]) + more, counts=counts)


def board_text(columns: Sequence[Sequence[Card]], cells: Sequence[Card | None], foundations: Sequence[int]) -> str:
    """Return a position as ``parse_board`` reads it; the start of a deal as ``gemport deal --format fc-solve`` does."""
    lines = []
    if any(foundations) or any(card is not None for card in cells):
        ranks = dict(zip(SUITS, (("0" + RANKS)[count] for count in foundations), strict=True))
        lines.append("Foundations: " + " ".join(f"{suit}-{ranks[suit]}" for suit in _WRITTEN))
        lines.append("Freecells: " + " ".join("-" if card is None else card_name(card) for card in cells))
    lines += [" ".join(map(card_name, column)) or ":" for column in columns]
    return "\n".join(lines) + "\n"


# ---- a position with the name of its file


def named(name: str, text: str) -> str:
    """Return the text of a position with a name before it: as much of that as titles and alerts have room for."""
    plain = "".join(_IN_ALERTS.get(character, character) for character in name if character.isprintable()).strip()
    return f"{_NAME}{clipped(plain, _LONGEST_NAME)}\n{text}"


def clipped(name: str, most: int) -> str:
    """Return as much of a name as there is room for, in characters."""
    return name if len(name) <= most else f"{name[: most - 2]}.."


def name_of(text: str) -> str:
    """Return the name of a position's text."""
    return text.partition("\n")[0].removeprefix(_NAME)


def number_of(text: str) -> int:
    """Return the number that stands for a position, whatever its name is."""
    # Imported here: hardly any start needs it.
    from hashlib import sha256

    position = text.partition("\n")[2]
    return _FIRST_NUMBER | int.from_bytes(sha256(position.encode()).digest()[:6], "big")

"""Positions of the cell games in the text format of FreeCell solvers and PySolFC.

::

    Foundations: H-0 C-2 D-0 S-A
    Freecells: 10H - KD
    : 4C QS 9D
    :
    3C 5D

Each column is one line, open card last, with or without a leading colon; ``10`` and ``T`` are equivalent. An empty
column is a line with only a colon, or a blank line between other columns; the last ones can be omitted. The first two
lines and a ``-`` for an empty cell are optional as well. Lines that start with ``#`` are comments, except that
``# cells: 2`` is the number of cells in a challenge; FreeCell solvers do not read it.

A game that starts with such a position stores it as text. The first line is then a comment with its name, taken from
the file name. The number of the game depends on the position only and differs from the numbers of all dealt games.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gemport.cards.card import PACK_SIZE, RANKS, SUITS, Card, CardError, card_name, make_card, parse_card

_CELL_HEADS = ("freecells", "freecell", "fc")
_FOUNDATION_HEADS = ("foundations", "founds", "found")
_EMPTY_CELLS = ("-", "--", "0")
_COLUMN_COUNT, _CELL_COUNT = 8, 4  # defined here because boards are created from such texts
_SUIT_ORDER = "HCDS"  # suits in the order that solvers use for the foundations
_NAME_PREFIX = "# "
_MAX_NAME_CHARS = 20
MAX_SHORT_NAME_CHARS = 10
"""In places that hold a game number otherwise."""
_ALERT_REPLACEMENTS = str.maketrans("[]|", "()-")  # replacements for characters with a meaning in alerts
_CELLS_LINE = re.compile(r"#\s*cells:\s*([0-4])\s*")
_FIRST_NUMBER = 1 << 48  # lowest number of a position, far above the numbers of deals

_MAX_FAULTS = 8


class BoardTextError(ValueError):
    """The text is not a valid position; the message names the line or the card.

    Attributes:
        line: number of the faulty line, from 1; None if the fault concerns the entire text
        word: faulty text of the line
        counts: number of occurrences of each card that does not occur exactly once
    """

    def __init__(
        self, reason: str, line: int | None = None, word: str = "", counts: Mapping[Card, int] | None = None
    ) -> None:
        self.line, self.word, self.counts = line, word, counts or {}
        super().__init__(reason if line is None else f"line {line}: {reason}")


class BoardText(NamedTuple):
    """A position in the form that boards accept.

    Attributes:
        columns: eight columns, each with its open card last
        cells: cells, None if empty; fewer than four in a challenge
        foundations: number of cards on the foundation of each suit, 0..13
    """

    columns: list[list[Card]]
    cells: list[Card | None]
    foundations: list[int]


def parse_board(text: str) -> BoardText:
    """Parse a position. Raises BoardTextError, also if a card is missing or duplicated."""
    columns: list[list[Card]] = []
    cells: list[Card | None] = []
    foundations = [0] * len(SUITS)
    blank, most_cells = 0, _CELL_COUNT
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        if line.startswith("#"):
            given = _CELLS_LINE.fullmatch(line)
            most_cells = most_cells if given is None else int(given[1])
            continue
        head, colon, rest = line.partition(":")
        name, words = head.strip().lower(), (rest if colon else line).split()
        try:
            if name in _FOUNDATION_HEADS:
                for word in words:
                    suit, count = _foundation(word)
                    foundations[suit] = count
            elif name in _CELL_HEADS:
                cells += [None if word in _EMPTY_CELLS else parse_card(word) for word in words]
            elif colon and name:
                raise BoardTextError(f"{head.strip()!r} where a column, Freecells: or Foundations: should stand")
            elif words or colon:
                columns += [[] for _ in range(blank)]
                columns.append([parse_card(word) for word in words])
                blank = 0
            else:
                # A blank line is a column only if columns precede and follow it.
                blank += bool(columns)
        except (CardError, BoardTextError) as error:
            raise BoardTextError(str(error), number, line.strip()) from None
        for what, there, most in (("columns", columns, _COLUMN_COUNT), ("cards in free cells", cells, _CELL_COUNT)):
            if len(there) > most:
                raise BoardTextError(f"more than {most} {what}", number, line.strip())
    if not (any(columns) or any(card is not None for card in cells) or any(foundations)):
        raise BoardTextError("the board is empty: there are no cards in it")
    columns += [[] for _ in range(_COLUMN_COUNT - len(columns))]
    if any(card is not None for card in cells[most_cells:]):
        raise BoardTextError(f"more than {most_cells} cards in free cells")
    cells = (cells + [None] * most_cells)[:most_cells]
    check_pack(columns, cells, foundations)
    return BoardText(columns, cells, foundations)


def _foundation(word: str) -> tuple[int, int]:
    """Return the suit and the number of its cards for a word such as ``H-10``."""
    match = re.fullmatch(r"([CHSD])-(0|10|[A2-9TJQK])", word.upper())
    if match is None:
        raise BoardTextError(f"{word!r} is not a foundation (such as H-0, C-A or D-10)")
    suit, rank = match.groups()
    return SUITS.index(suit), 0 if rank == "0" else RANKS.index("T" if rank == "10" else rank) + 1


def check_pack(columns: list[list[Card]], cells: list[Card | None], foundations: list[int]) -> None:
    """Check that a position has each card once. Raises BoardTextError."""
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
        f"{card_name(card)} is there {len(where)} times ({', '.join(where)})"
        for card, where in places.items()
        if len(where) > 1
    ]
    missing = [card_name(card) for card, where in places.items() if not where]
    if missing:
        faults.append(f"{' '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing")
    if faults:
        more = f"; and {len(faults) - _MAX_FAULTS} more" if len(faults) > _MAX_FAULTS else ""
        counts = {card: len(where) for card, where in places.items() if len(where) != 1}
        raise BoardTextError("; ".join(faults[:_MAX_FAULTS]) + more, counts=counts)


def board_text(columns: Sequence[Sequence[Card]], cells: Sequence[Card | None], foundations: Sequence[int]) -> str:
    """Return a position in the format of ``parse_board``; a deal as ``gemport deal --format fc-solve`` prints it."""
    lines = []
    if any(foundations) or any(card is not None for card in cells):
        ranks = dict(zip(SUITS, (("0" + RANKS)[count] for count in foundations), strict=True))
        lines.append("Foundations: " + " ".join(f"{suit}-{ranks[suit]}" for suit in _SUIT_ORDER))
        lines.append("Freecells: " + " ".join("-" if card is None else card_name(card) for card in cells))
    lines += [" ".join(map(card_name, column)) or ":" for column in columns]
    if len(cells) < _CELL_COUNT:
        lines.append(f"# cells: {len(cells)}")
    return "\n".join(lines) + "\n"


# ---- positions with a file name


def named(name: str, text: str) -> str:
    """Return a position's text preceded by ``name``, shortened to fit titles and alerts."""
    plain = "".join(filter(str.isprintable, name)).translate(_ALERT_REPLACEMENTS).strip()
    return f"{_NAME_PREFIX}{clipped(plain, _MAX_NAME_CHARS)}\n{text}"


def clipped(name: str, most: int) -> str:
    """Return a name shortened to at most ``most`` characters."""
    return name if len(name) <= most else f"{name[: most - 2]}.."


def name_of(text: str) -> str:
    """Return the name in the text of a position."""
    return text.partition("\n")[0].removeprefix(_NAME_PREFIX)


def number_of(text: str) -> int:
    """Return the number of the game that starts with a position, regardless of its name."""
    # Imported here: rarely needed at start.
    from hashlib import sha256

    position = text.partition("\n")[2]
    return _FIRST_NUMBER | int.from_bytes(sha256(position.encode()).digest()[:6], "big")

"""Challenges: deals of the cell games with fewer cells; each is a separate game with a separate number.

The written form of game 123456 with two cells is ``123456c2``. As an integer it is 2000000123456: 10 ** 12 is added for
each closed cell. So code can handle a challenge like any game number, and never confuses it with the deal with four
cells.
"""

import re
import unicodedata

MAX_CELLS = 4
"""Number of cells in a game that is not a challenge."""
CELL_STEP = 10**12
"""Higher than the number of any deal."""
_WRITTEN_NUMBER = re.compile(rf"#?(ms)?([+-]?[0-9]{{1,18}})(?:c([0-{MAX_CELLS}]))?", re.ASCII | re.IGNORECASE)


def challenge_number(deal: int, cells: int) -> int:
    """Return the number of the game that plays ``deal`` with ``cells`` cells."""
    return deal + (MAX_CELLS - cells) * CELL_STEP


def split_number(number: int) -> tuple[int, int]:
    """Return the number of a game's deal, and the number of its cells."""
    # Two deals have negative numbers.
    closed = (number + CELL_STEP // 2) // CELL_STEP
    # Numbers of positions read from text are far larger.
    return (number - closed * CELL_STEP, MAX_CELLS - closed) if closed in range(MAX_CELLS + 1) else (number, MAX_CELLS)


def deal_number(number: int) -> int:
    """Return the number of a game's deal."""
    return split_number(number)[0]


def cell_count(number: int) -> int:
    """Return the number of cells in a game."""
    return split_number(number)[1]


def write_number(number: int) -> str:
    """Return a game number in written form."""
    deal, cells = split_number(number)
    return str(deal) if cells == MAX_CELLS else f"{deal}c{cells}"


def number_fields(number: int) -> dict[str, int]:
    """Return the JSON fields for a game number: the number of the deal, and the cells of a challenge."""
    deal, cells = split_number(number)
    return {"number": deal} if cells == MAX_CELLS else {"number": deal, "cells": cells}


def parse_number(text: str, microsoft: bool = True) -> int:
    """Parse a number such as 617, #617, 617c2 or ms617. Raises ValueError.

    ``microsoft`` is true if the game has Microsoft's deals, which allows ``ms``.
    """
    match = _WRITTEN_NUMBER.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a game number")
    if match[1] and not microsoft:
        raise ValueError(f"{text!r} is the number of a Microsoft deal, which this game does not have")
    return challenge_number(int(match[2]), int(match[3] or MAX_CELLS))


def fold_name(text: str) -> str:
    """Return a game's name as commands and files compare it: ``Großfamilien`` is ``grossfamilien``."""
    return unicodedata.normalize("NFKC", text).casefold()

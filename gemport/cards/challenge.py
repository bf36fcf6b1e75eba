"""Challenges: deals of the cell games with fewer cells, each a game of its own with a number of its own.

People write ``123456c2`` for game 123456 with two cells. As a number that is 2000000123456, a million million more for
each cell that is closed: so a challenge goes wherever the number of a game does, and is never taken for the deal with
four cells.
"""

import re
import unicodedata

MAX_CELLS = 4
"""The cells of a game that is no challenge."""
_CLOSED = 10**12
"""More than any deal's number."""
_WRITTEN = re.compile(rf"#?(ms)?([+-]?[0-9]{{1,18}})(?:c([0-{MAX_CELLS}]))?", re.ASCII | re.IGNORECASE)


def challenge_number(deal: int, cells: int) -> int:
    """Return the number of a deal's game with so many cells."""
    return deal + (MAX_CELLS - cells) * _CLOSED


def split_number(number: int) -> tuple[int, int]:
    """Return the number of a game's deal, and how many cells the game has."""
    # Two deals have numbers below 0.
    closed = (number + _CLOSED // 2) // _CLOSED
    # A position that was brought has a far larger number.
    return (number - closed * _CLOSED, MAX_CELLS - closed) if closed in range(MAX_CELLS + 1) else (number, MAX_CELLS)


def deal_number(number: int) -> int:
    """Return the number of a game's deal."""
    return split_number(number)[0]


def cell_count(number: int) -> int:
    """Return how many cells a game has."""
    return split_number(number)[1]


def write_number(number: int) -> str:
    """Return a game's number as people write it."""
    deal, cells = split_number(number)
    return str(deal) if cells == MAX_CELLS else f"{deal}c{cells}"


def number_fields(number: int) -> dict[str, int]:
    """Return a game's number as JSON that is printed has it: the deal's, and the cells of a challenge."""
    deal, cells = split_number(number)
    return {"number": deal} if cells == MAX_CELLS else {"number": deal, "cells": cells}


def parse_number(text: str, microsoft: bool = True) -> int:
    """Parse a number such as 617, #617, 617c2 or ms617. Raises ValueError.

    microsoft: whether the game has Microsoft's deals, to which ``ms`` refers
    """
    match = _WRITTEN.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a game number")
    if match[1] and not microsoft:
        raise ValueError(f"{text!r} is the number of a Microsoft deal, which this game does not have")
    return challenge_number(int(match[2]), int(match[3] or MAX_CELLS))


def fold_name(text: str) -> str:
    """Return a game's name as commands and files compare it: ``Großfamilien`` is ``grossfamilien``."""
    return unicodedata.normalize("NFKC", text).casefold()

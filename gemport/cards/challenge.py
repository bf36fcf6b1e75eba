"""Challenges: deals of the cell games with fewer cells; each is a separate game with a separate number.

The written form of game 123456 with two cells is ``123456c2``. As an integer it is 2000000123456: 10 ** 12 is added for
each closed cell. So code can handle a challenge like any game number, and never confuses it with the deal with four
cells.
"""

import re

MAX_CELLS = 4
"""Number of cells in a game that is not a challenge."""
_CLOSED = 10**12
"""Difference of the numbers per closed cell; higher than the number of any deal."""
_WRITTEN = re.compile(rf"([+-]?[0-9]{{1,18}})(?:[cC]([0-{MAX_CELLS}]))?")


def challenge_number(deal: int, cells: int) -> int:
    """Return the number of the game that plays ``deal`` with ``cells`` cells."""
    return deal + (MAX_CELLS - cells) * _CLOSED


def split_number(number: int) -> tuple[int, int]:
    """Return the number of a game's deal, and the number of its cells."""
    # Two deals have negative numbers.
    closed = (number + _CLOSED // 2) // _CLOSED
    # Numbers of positions read from text are far larger.
    return (number - closed * _CLOSED, MAX_CELLS - closed) if closed in range(MAX_CELLS + 1) else (number, MAX_CELLS)


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


def parse_number(text: str) -> int:
    """Parse a game number in written form. Raises ValueError."""
    found = _WRITTEN.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not a game number")
    return challenge_number(int(found[1]), int(found[2] or MAX_CELLS))

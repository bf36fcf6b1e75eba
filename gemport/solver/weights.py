"""Weights of the points against a position, which order the search. They never leave a move out."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Weights:
    """Points against a position; the search goes on where they are fewest. All whole numbers.

    broken: a card that does not fit on the one above it in the column
    covering: a card that lies on a lower one somewhere in its column
    covering_own: the same, when the lower one is of its own suit
    buried: by value, ace first: a card of that value, once for each card on it that starts a new run
    king: a column's first card, for each value that it is below a king
    cell: each card in a cell, times its value
    step: each move (a run's counts as one) since the start
    home: taken off for each card on a foundation
    free: taken off for 0..4 empty cells
    empty: taken off for 0..4 empty columns (more count as four)
    both: taken off for each pair of an empty cell and an empty column
    """

    broken: int
    covering: int
    covering_own: int
    buried: tuple[int, ...]
    king: int
    cell: int
    step: int
    home: int
    free: tuple[int, int, int, int, int]
    empty: tuple[int, int, int, int, int]
    both: int
    room: tuple[tuple[int, ...], ...] = field(init=False)
    """Points by empty cells, then empty columns; never below zero, even with all cards home."""

    def __post_init__(self) -> None:
        points = [
            [self.free[cells] + self.empty[min(columns, 4)] + self.both * cells * columns for columns in range(9)]
            for cells in range(5)
        ]
        most = max(map(max, points)) + 52 * self.home
        object.__setattr__(self, "room", tuple(tuple(most - point for point in row) for row in points))


_TABLE = """
            broken covering covering_own king cell step home both free          empty         buried
QUICK            7        2            3    0    1    6    3    2 0,6,12,18,18  1,13,24,32,40 3,3,0,1,1,0,1,1,0,0,2,0,0
EVEN             6        2            0    0    1    6    2   -1 0,4,12,16,18  2,12,25,37,42 2,2,1,1,1,0,1,1,2,0,1,0,0
CAREFUL          4        2            1    2    1    8    2    0 1,10,21,27,29 2,12,21,25,32 2,4,1,1,2,1,2,0,0,0,3,1,0
PATIENT          3        4            1    1    1    9    0   -2 0,9,28,20,38  0,16,34,45,51 4,3,5,1,2,2,4,0,0,1,1,0,1
KINGS_FIRST      7        1            2    2    0    7    5    1 0,5,15,20,19  1,16,30,47,56 2,3,0,1,2,1,2,1,1,0,1,0,0
BOLD             8        4            4    0    0    3    6   -2 1,7,18,25,26  3,7,15,20,22  3,3,1,0,0,1,0,2,1,0,1,1,0
THOROUGH         4        2            1    2    1    0    2    0 1,10,21,27,29 2,12,21,25,32 2,4,1,1,2,1,2,0,0,0,3,1,0
SHORT            9        9            7    1    3    0    5    0 2,20,40,44,61 4,18,47,55,64 8,8,2,0,2,2,4,2,3,0,6,2,0
"""


def _read(table: str) -> dict[str, Weights]:
    """Read sets of weights, one a line below the names of the columns; commas part the numbers of a tuple."""
    heads, *rows = [line.split() for line in table.splitlines() if line]
    found = {}
    for name, *words in rows:
        values: dict[str, Any] = {}
        for head, word in zip(heads, words, strict=True):
            numbers = tuple(map(int, word.split(",")))
            values[head] = numbers if "," in word else numbers[0]
        found[name] = Weights(**values)
    return found


_WEIGHTS = _read(_TABLE)
QUICK = _WEIGHTS["QUICK"]
"""Solves nearly all deals within some hundred states."""
EVEN = _WEIGHTS["EVEN"]
"""Much like QUICK, yet another way through the cards."""
CAREFUL = _WEIGHTS["CAREFUL"]
"""Slower, and the least likely to lose its way."""
PATIENT = _WEIGHTS["PATIENT"]
"""Finds the shortest solutions, and looks at the most positions for them."""
KINGS_FIRST = _WEIGHTS["KINGS_FIRST"]
"""Wants kings at the top of the columns and cards at home."""
BOLD = _WEIGHTS["BOLD"]
"""Cares little for the number of moves: goes deep where the others go wide."""
THOROUGH = _WEIGHTS["THOROUGH"]
"""The order in which the exhaustive engine goes through everything: CAREFUL without a price for moves."""
SHORT = _WEIGHTS["SHORT"]
"""For short solutions, where all positions that are compared have cost the same."""

"""Weights of the penalty points, which order the search but never exclude a move."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Weights:
    """Penalty points for a position, all integers; the search continues with the position that has the fewest."""

    broken: int  # a card that does not fit the card above it in the column
    covering: int  # a card that covers a lower card anywhere in its column
    covering_own: int  # additional points if the lower card is of the same suit
    buried: tuple[int, ...]  # by value, ace first: a card of that value, once for each card on it that starts a new run
    king: int  # first card of a column, for each value below a king
    cell: int  # each card in a cell, times its value
    step: int  # each move since the start (moving a run counts as one)
    home: int  # bonus for each card on a foundation
    free: tuple[int, int, int, int, int]  # bonus for 0..4 empty cells
    empty: tuple[int, int, int, int, int]  # bonus for 0..4 empty columns (more count as four)
    both: int  # bonus for each pair of an empty cell and an empty column
    room: tuple[tuple[int, ...], ...] = field(init=False)
    """Points by number of empty cells, then empty columns; high enough that no position's total is negative."""

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
SHORT            9        9            7    1    3    0    5    0 2,20,40,44,61 4,18,47,55,64 8,8,2,0,2,2,4,2,3,0,6,2,0
"""


def _read(table: str) -> dict[str, Weights]:
    """Parse sets of weights, one per line below the column names; commas separate the numbers of a tuple."""
    heads, *rows = [line.split() for line in table.splitlines() if line]
    weights = {}
    for name, *words in rows:
        values: dict[str, Any] = {}
        for head, word in zip(heads, words, strict=True):
            numbers = tuple(map(int, word.split(",")))
            values[head] = numbers if "," in word else numbers[0]
        weights[name] = Weights(**values)
    return weights


_WEIGHTS = _read(_TABLE)
QUICK = _WEIGHTS["QUICK"]  # solves nearly all deals within some hundred states
EVEN = _WEIGHTS["EVEN"]  # similar to QUICK, but takes other paths
CAREFUL = _WEIGHTS["CAREFUL"]  # slower than the others, and the most reliable
PATIENT = _WEIGHTS["PATIENT"]  # finds the shortest solutions, and visits the most positions for them
SHORT = _WEIGHTS["SHORT"]  # for short solutions, where only positions of equal cost are compared

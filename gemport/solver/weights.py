"""Weights of the penalty points, which order the search but never exclude a move."""

from typing import NamedTuple


class Weights(NamedTuple):
    """Penalty points for a position, all integers; the search continues with the position that has the fewest."""

    broken: int  # a card that does not fit the card above it in the column
    covering: int  # a card that covers a lower card anywhere in its column
    covering_own: int  # additional points if the lower card is of the same suit
    buried: tuple[int, ...]  # by value, ace first: a card of that value, once for each card on it that starts a new run
    king: int  # first card of a column, for each value below a king
    cell: int  # each card in a cell, times its value
    step: int  # each move since the start (moving a run counts as one)
    home: int  # bonus for each card on a foundation
    free: tuple[int, ...]  # bonus for 0..4 empty cells
    empty: tuple[int, ...]  # bonus for 0..4 empty columns (more count as four)
    both: int  # bonus for each pair of an empty cell and an empty column

    def room(self) -> list[list[int]]:
        """Return points by number of empty cells, then empty columns, so high that no position's total is negative."""
        points = [
            [self.free[cells] + self.empty[min(columns, 4)] + self.both * cells * columns for columns in range(9)]
            for cells in range(5)
        ]
        most = max(map(max, points)) + 52 * self.home
        return [[most - point for point in row] for row in points]


QUICK = Weights(
    7, 2, 3, (3, 3, 0, 1, 1, 0, 1, 1, 0, 0, 2, 0, 0), 0, 1, 6, 3, (0, 6, 12, 18, 18), (1, 13, 24, 32, 40), 2
)
"""Solves nearly all deals within some hundred states."""
EVEN = Weights(
    6, 2, 0, (2, 2, 1, 1, 1, 0, 1, 1, 2, 0, 1, 0, 0), 0, 1, 6, 2, (0, 4, 12, 16, 18), (2, 12, 25, 37, 42), -1
)
"""Similar to QUICK, but takes other paths."""
CAREFUL = Weights(
    4, 2, 1, (2, 4, 1, 1, 2, 1, 2, 0, 0, 0, 3, 1, 0), 2, 1, 8, 2, (1, 10, 21, 27, 29), (2, 12, 21, 25, 32), 0
)
"""Slower and more reliable than the others."""
PATIENT = Weights(
    3, 4, 1, (4, 3, 5, 1, 2, 2, 4, 0, 0, 1, 1, 0, 1), 1, 1, 9, 0, (0, 9, 28, 20, 38), (0, 16, 34, 45, 51), -2
)
"""Finds shorter solutions than the others, but visits more positions for them."""
SHORT = Weights(
    9, 9, 7, (8, 8, 2, 0, 2, 2, 4, 2, 3, 0, 6, 2, 0), 1, 3, 0, 5, (2, 20, 40, 44, 61), (4, 18, 47, 55, 64), 0
)
"""For short solutions, where only positions of equal cost are compared."""

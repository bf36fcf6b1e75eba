"""Weights of the points against a position, which order the search. They never leave a move out."""

from __future__ import annotations

from dataclasses import dataclass, field


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


QUICK = Weights(
    broken=7,
    covering=2,
    covering_own=3,
    buried=(3, 3, 0, 1, 1, 0, 1, 1, 0, 0, 2, 0, 0),
    king=0,
    cell=1,
    step=6,
    home=3,
    free=(0, 6, 12, 18, 18),
    empty=(1, 13, 24, 32, 40),
    both=2,
)
"""Solves nearly all deals within some hundred states."""
EVEN = Weights(
    broken=6,
    covering=2,
    covering_own=0,
    buried=(2, 2, 1, 1, 1, 0, 1, 1, 2, 0, 1, 0, 0),
    king=0,
    cell=1,
    step=6,
    home=2,
    free=(0, 4, 12, 16, 18),
    empty=(2, 12, 25, 37, 42),
    both=-1,
)
"""Much like QUICK, yet another way through the cards."""
CAREFUL = Weights(
    broken=4,
    covering=2,
    covering_own=1,
    buried=(2, 4, 1, 1, 2, 1, 2, 0, 0, 0, 3, 1, 0),
    king=2,
    cell=1,
    step=8,
    home=2,
    free=(1, 10, 21, 27, 29),
    empty=(2, 12, 21, 25, 32),
    both=0,
)
"""Slower, and the least likely to lose its way."""
PATIENT = Weights(
    broken=3,
    covering=4,
    covering_own=1,
    buried=(4, 3, 5, 1, 2, 2, 4, 0, 0, 1, 1, 0, 1),
    king=1,
    cell=1,
    step=9,
    home=0,
    free=(0, 9, 28, 20, 38),
    empty=(0, 16, 34, 45, 51),
    both=-2,
)
"""Finds the shortest solutions, and looks at the most positions for them."""
KINGS_FIRST = Weights(
    broken=7,
    covering=1,
    covering_own=2,
    buried=(2, 3, 0, 1, 2, 1, 2, 1, 1, 0, 1, 0, 0),
    king=2,
    cell=0,
    step=7,
    home=5,
    free=(0, 5, 15, 20, 19),
    empty=(1, 16, 30, 47, 56),
    both=1,
)
"""Wants kings at the top of the columns and cards at home."""
BOLD = Weights(
    broken=8,
    covering=4,
    covering_own=4,
    buried=(3, 3, 1, 0, 0, 1, 0, 2, 1, 0, 1, 1, 0),
    king=0,
    cell=0,
    step=3,
    home=6,
    free=(1, 7, 18, 25, 26),
    empty=(3, 7, 15, 20, 22),
    both=-2,
)
"""Cares little for the number of moves: goes deep where the others go wide."""
THOROUGH = Weights(
    broken=4,
    covering=2,
    covering_own=1,
    buried=(2, 4, 1, 1, 2, 1, 2, 0, 0, 0, 3, 1, 0),
    king=2,
    cell=1,
    step=0,
    home=2,
    free=(1, 10, 21, 27, 29),
    empty=(2, 12, 21, 25, 32),
    both=0,
)
"""The order in which the exhaustive engine goes through everything: CAREFUL without a price for moves."""
SHORT = Weights(
    broken=9,
    covering=9,
    covering_own=7,
    buried=(8, 8, 2, 0, 2, 2, 4, 2, 3, 0, 6, 2, 0),
    king=1,
    cell=3,
    step=0,
    home=5,
    free=(2, 20, 40, 44, 61),
    empty=(4, 18, 47, 55, 64),
    both=0,
)
"""For short solutions, where all positions that are compared have cost the same."""

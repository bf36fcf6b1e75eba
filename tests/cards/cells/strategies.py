"""Positions for the tests: boards in a short notation, and random runs to move."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from hypothesis import strategies as st

from gemport.cards.card import Card, make_card, parse_card, parse_cards
from gemport.cards.cells import CellBoard, fits_below

B = TypeVar("B", bound=CellBoard)


def cell_board(kind: type[B], columns: Sequence[str], cells: str = "", foundations: Sequence[int] = (0, 0, 0, 0)) -> B:
    """Return a board from columns (``"KC QH"``) and free cells (``"2D - - 5S"``); missing places are empty."""
    piles = [parse_cards(text.split()) for text in columns]
    words = cells.split()
    held = [None if word == "-" else parse_card(word) for word in words] + [None] * (4 - len(words))
    return kind(piles + [[] for _ in range(8 - len(piles))], held, foundations)


@dataclass(frozen=True)
class RunCase:
    """A run at the end of column ``source`` to be moved to column ``target``."""

    columns: list[list[Card]]
    cells: list[Card | None]
    source: int
    count: int
    target: int


@st.composite
def run_cases(draw: st.DrawFn) -> RunCase:
    """Draw a run with up to three cards above it, a target that is empty or fits, and random other places."""
    to_empty = draw(st.booleans())
    count = draw(st.integers(2, 13 if to_empty else 12))
    high = draw(st.integers(count - 1, 12 if to_empty else 11))
    colour = draw(st.integers(0, 1))
    suits = draw(st.lists(st.sampled_from((0, 2)), min_size=count + 1, max_size=count + 1))
    chain = [make_card(high + 1 - i, suits[i] + (colour + i) % 2) for i in range(0 if not to_empty else 1, count + 1)]
    run = chain[-count:]
    spare = draw(st.permutations([card for card in range(52) if card not in chain]))
    order = draw(st.permutations(range(8)))
    source, target, *others = order
    columns: list[list[Card]] = [[] for _ in range(8)]
    above = [spare.pop() for _ in range(draw(st.integers(0, 3)))]
    columns[source] = above + run
    if not to_empty:
        columns[target] = [spare.pop() for _ in range(draw(st.integers(0, 2)))] + chain[:1]
    for column in others[: draw(st.integers(0, 6))]:
        columns[column] = [spare.pop() for _ in range(draw(st.integers(1, 2)))]
    cells = [spare.pop() if draw(st.booleans()) else None for _ in range(4)]
    assert all(fits_below(low, up) for up, low in pairwise(run))
    return RunCase(columns, cells, source, count, target)

"""Work in slices: however it goes on, little is done between two yields; counted, for a slow machine is no fault."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from types import FrameType
from typing import Any

import pytest

from gemport.cards.grossfamilien import FamilyBoard
from gemport.solver import Limits, Position, search
from gemport.solver.difficulty import find_difficulty
from gemport.solver.grossfamilien import think_of_hint
from gemport.solver.judgement import solve
from gemport.solver.short import Shortening

MOST = 20_000
"""Lines of Python between two yields: some two milliseconds. The bound of a kind's difficulty takes twice as many."""


def shorten() -> Generator[int, None, None]:
    position = Position.microsoft(3)
    moves = solve(position).moves
    assert moves is not None
    return _shorten(position, moves)


def _shorten(position: Position, moves: Any) -> Generator[int, None, None]:
    shortening = yield from Shortening.begin(position, moves)
    yield from shortening.work(900)


WORK: dict[str, Callable[[], Generator[int, None, Any]]] = {
    "a way is found": lambda: search(Position.microsoft(1)),
    "proven impossible": lambda: search(Position.microsoft(11982), Limits((), 3_000)),
    "shorter": shorten,
    "kind": lambda: find_difficulty(Position.vierfrei(7)),
    "Großfamilien": lambda: think_of_hint(FamilyBoard.deal(1), 1_000),
}


@pytest.mark.parametrize("name", WORK)
def test_little_is_done_between_two_yields(name: str) -> None:
    work, lines, most = WORK[name](), 0, 0

    def count(_frame: FrameType, event: str, _arg: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        for _ in work:
            most, lines = max(most, lines), 0
        most = max(most, lines)
    finally:
        sys.settrace(before)
    assert most < (2 * MOST if name == "kind" else MOST)

"""The quick engine's own moves, and how they become single-card moves."""

from __future__ import annotations

import pytest

from gemport.cards.card import card_name, parse_card, parse_cards
from gemport.solver import Position, played
from gemport.solver.following import RunMove
from gemport.solver.quick import quick_search
from gemport.solver.solution import single_moves
from gemport.solver.weights import QUICK


def late(columns: str, cells: str, foundations: tuple[int, ...]) -> Position:
    """Columns with commas between them, cells, foundations."""
    piles = [parse_cards(text.split()) for text in columns.split(",")]
    held = [None if word == "-" else parse_card(word) for word in cells.split()]
    return Position.of(piles + [[]] * (8 - len(piles)), held, foundations)


def way_of(position: Position) -> list[RunMove] | None:
    engine = quick_search(position, QUICK, 600)
    while True:
        try:
            next(engine)
        except StopIteration as end:
            way: list[RunMove] | None = end.value[1]
            return way


def singles(position: Position, *moves: RunMove) -> list[str]:
    made = single_moves(position, moves)
    played(position, made)
    return [f"{card_name(move.card)} {move}" for move in made]


def test_a_run_is_one_move() -> None:
    position = late("KC,TS QD JS,KS,KH,QS,KD,QH,QC", "- - - -", (11, 11, 9, 11))
    way = way_of(position)
    assert way == [(parse_card("JS"), 1, 0, 2)]
    assert singles(position, *way)[:5] == ["QC 8h", "JS 2a", "QD 21", "TS 2h", "JS ah"]


def test_what_is_safe_goes_home_without_being_asked() -> None:
    position = late("KC", "- KS KD KH", (12, 12, 12, 12))
    assert way_of(position) == []
    assert singles(position) == ["KC 1h", "KS bh", "KD ch", "KH dh"]


@pytest.mark.parametrize("spare", range(4))
@pytest.mark.parametrize("free", range(5))
def test_as_many_cards_as_there_is_room_for_go_one_by_one(free: int, spare: int) -> None:
    count = min((free + 1) << spare, 12)
    run = parse_cards(["KS", "QH", "JS", "TH", "9S", "8H", "7S", "6H", "5S", "4H", "3S", "2H"])[:count]
    others = sorted(set(range(52)) - set(run))
    cells = [others.pop() for _ in range(4 - free)] + [None] * free
    single = [[others.pop()] for _ in range(5 - spare)]
    position = Position.of([run, others, [], *single, *[[]] * spare], cells)
    made = [move for move in single_moves(position, [(run[-1], 0, 2, count)]) if move.target < 52 or move.target > 55]
    after = played(position, made)
    assert after.columns[2] == tuple(run)
    assert after.columns[0] == ()
    assert after.columns[3:] == position.columns[3:]
    assert after.cells == position.cells

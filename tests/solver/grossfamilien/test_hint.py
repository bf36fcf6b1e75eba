"""Großfamilien's hints: a play that is called never wrong is so, and others say what they are."""

from __future__ import annotations

import random

import pytest

from gemport.cards.grossfamilien import FamilyBoard
from gemport.solver.grossfamilien import Reason, hint, searching
from tests.cards.grossfamilien.test_board import pile_board
from tests.solver.grossfamilien.small import CHANCES, SMALL, Small, can_reach


@pytest.mark.parametrize("kind", SMALL)
def test_in_small_games_no_hint_spoils_what_can_be_won(kind: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    reasons = []
    for seed in CHANCES:
        board, families = kind(random.Random(seed))
        monkeypatch.setattr(searching, "WON", families.packed)
        # Followed as far as it goes: each hint stands for itself.
        for _ in range(40):
            found = hint(board)
            reasons.append(found.reason)
            winnable = can_reach(board, families.cards)
            if found.play is None:
                assert not winnable
                break
            board.move(found.play.source, found.play.target)
            if winnable:
                assert can_reach(board, families.cards), seed
            if board.home == families.cards:
                break
    assert set(reasons) == {Reason.NEVER_WRONG, Reason.WINS, Reason.LOST}


def test_the_only_play_is_never_wrong() -> None:
    found = hint(pile_board("5H,7H", talon="9S"))
    assert (str(found.play), found.reason, found.states) == ("t-o", Reason.NEVER_WRONG, 0)


def test_what_delete_would_do_is_never_wrong() -> None:
    found = hint(pile_board("5H TC,7H", talon="9S 8S", waste="2D", families=(16, 0, 0, 0)))
    assert (str(found.play), found.reason) == ("a1-h", Reason.NEVER_WRONG)


def test_with_a_way_to_win_the_whole_way_is_told() -> None:
    board = FamilyBoard.deal(3)
    found = hint(board)
    assert found.reason is Reason.WINS
    assert found.play == found.way[0]
    for play in found.way:
        board.move(play.source, play.target)
    assert board.won


def test_without_one_the_play_is_only_likely() -> None:
    found = hint(FamilyBoard.deal(3), limit=200)
    assert (found.reason, found.states, found.way) == (Reason.LIKELY, 200, ())
    assert found.play in FamilyBoard.deal(3).legal_moves()


def test_a_lost_game_and_one_that_is_over_have_none() -> None:
    lost = pile_board("5H,6H,7H", waste="9S")
    assert hint(lost)[:2] == (None, Reason.LOST)
    assert hint(pile_board("5H,7H", waste="9S"))[:2] == (None, Reason.LOST)
    assert hint(FamilyBoard([[]] * 16, families=(26, 26, 26, 26)))[:2] == (None, Reason.LOST)

"""Großfamilien's solver: what it finds wins on the board, and small games are judged as by trying everything."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from gemport.cards.grossfamilien import FamilyBoard
from gemport.solver import Verdict
from gemport.solver.grossfamilien import searching, solve
from gemport.solver.grossfamilien.points import BALANCED
from gemport.solver.grossfamilien.searching import LIMIT, search
from tests.cards.grossfamilien.test_board import pile_board
from tests.solver.grossfamilien.small import CHANCES, SMALL, Small, can_reach


@pytest.mark.parametrize("number", [0, 1, 999_999])
def test_a_solution_wins_by_the_words_of_its_recording(number: int) -> None:
    board = FamilyBoard.deal(number)
    judgement = solve(board)
    assert judgement.verdict is Verdict.WINNABLE
    assert board.moves_made == 0
    for play in judgement.plays or ():
        assert board.refusal(play.source, play.target) is None
        assert board.play_word(str(play)).moves[0] == play
    assert board.won


def test_it_goes_on_from_the_middle_of_a_game_whatever_lies_open_there() -> None:
    """After each of many plays at random: a card turned or not, a place to be filled or not."""
    board, chance = FamilyBoard.deal(4), random.Random(4)
    seen: set[tuple[bool, bool]] = set()
    for _ in range(60):
        play = chance.choice(board.legal_moves())
        board.move(play.source, play.target)
        seen.add((board.turned is not None, board.fill_first))
        trial = board.bare_copy()
        for play in solve(board, 300).furthest:
            trial.move(play.source, play.target)
    assert seen >= {(False, False), (True, False), (False, True)}


@pytest.mark.parametrize("kind", SMALL)
def test_small_games_are_judged_as_by_trying_everything(kind: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    verdicts = []
    for seed in CHANCES:
        board, families = kind(random.Random(seed))
        monkeypatch.setattr(searching, "WON", families.packed)
        judgement = solve(board)
        assert (judgement.verdict is Verdict.WINNABLE) == can_reach(board, families.cards), seed
        assert judgement.verdict is not Verdict.UNDECIDED
        for play in judgement.plays or ():
            board.move(play.source, play.target)
        assert (board.home == families.cards) == (judgement.verdict is Verdict.WINNABLE)
        verdicts.append(judgement.verdict)
    assert min(verdicts.count(verdict) for verdict in (Verdict.WINNABLE, Verdict.IMPOSSIBLE)) > len(CHANCES) // 10


def test_the_limit_leaves_it_undecided_and_names_a_way_on() -> None:
    judgement = solve(FamilyBoard.deal(0), 500)
    assert (judgement.verdict, judgement.plays, judgement.states) == (Verdict.UNDECIDED, None, 500)
    board = FamilyBoard.deal(0)
    for play in judgement.furthest:
        board.move(play.source, play.target)
    assert board.moves_made > 20


def test_the_rounds_follow_each_other_up_to_the_limit() -> None:
    looked = list(search(FamilyBoard.deal(0), 3000, [(BALANCED, 1000)] * 9))
    assert looked == sorted(set(looked))
    assert 2900 < looked[-1] <= 3000


def test_it_can_be_stopped_after_any_slice() -> None:
    thinking = search(FamilyBoard.deal(0))
    looked = list(islice(thinking, 5))
    thinking.close()
    assert all(0 < after - before < 100 for before, after in zip([0, *looked], looked, strict=False))


def test_a_game_that_is_won_needs_no_plays() -> None:
    board = FamilyBoard([[]] * 16, families=(26, 26, 26, 26))
    assert solve(board).plays == ()


def test_where_nothing_can_move_it_is_proven_lost() -> None:
    judgement = solve(pile_board("5H,7H", waste="9S"))
    assert (judgement.verdict, judgement.plays, judgement.furthest) == (Verdict.IMPOSSIBLE, None, ())
    assert judgement.states < LIMIT

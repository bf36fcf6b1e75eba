"""Großfamilien's solver: solutions win on the board, small games agree with a full search, and hints."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, TypeAlias

import pytest

from gemport.cards.board import Position
from gemport.cards.card import parse_cards
from gemport.cards.grossfamilien import FamilyBoard
from gemport.solver import Verdict, grossfamilien
from gemport.solver.grossfamilien import (
    BALANCED,
    MAX_HINT_POSITIONS,
    FamilyWeights,
    Hint,
    Reason,
    Stacks,
    hints_along,
    pack_families,
    search,
    solve,
    think_of_hint,
)
from gemport.solver.sliced_work import finish
from tests.cards.test_grossfamilien import NEEDED_WHERE_THEY_LIE, can_reach, falling_game, pile_board, small_game

CHANCES = range(60)
"""Seeds of the random games."""


class Goal(NamedTuple):
    """Contents of the families in a won game, except for the piles that never move."""

    counts: tuple[int, int, int, int]

    @property
    def packed(self) -> int:
        return pack_families(list(self.counts))

    @property
    def cards(self) -> int:
        return sum(self.counts)


def falling(chance: random.Random) -> tuple[FamilyBoard, Goal]:
    """Return a random game with two suits near their end."""
    return falling_game(chance), Goal((0, 26, 26, 26))


def turning(chance: random.Random) -> tuple[FamilyBoard, Goal]:
    """Return a random game: hearts wait for a jack and have both jacks to kings and a ten; spades near their end."""
    families = [0, 10, 26 - chance.randint(1, 2), 26]
    hearts = [value * 4 + 1 for value in (10, 11, 12, 12, 11, 10, 9)]
    spades = [value * 4 + 2 for value in range(26 - families[2])]
    return small_game(chance, hearts + spades, families), Goal((0, 17, 26, 26))


def hint(board: FamilyBoard, limit: int = MAX_HINT_POSITIONS) -> Hint:
    return finish(think_of_hint(board, limit))


Small: TypeAlias = Callable[[random.Random], tuple[FamilyBoard, Goal]]
SMALL: tuple[Small, ...] = (falling, turning)


@pytest.mark.parametrize(("number", "states", "plays"), [(0, 20_890, 332), (999_999, 9121, 257)])
def test_a_solution_wins_by_the_words_of_its_recording(number: int, states: int, plays: int) -> None:
    """The figures of the documents rest on the number of positions."""
    board = FamilyBoard.deal(number)
    judgement = solve(board)
    assert (judgement.verdict, judgement.states, len(judgement.plays or ())) == (Verdict.WINNABLE, states, plays)
    assert board.moves_made == 0
    for play in judgement.plays or ():
        assert board.refusal(play.source, play.target) is None
        assert board.play_word(str(play)).moves[0] == play
    assert board.won


@pytest.mark.parametrize("kind", SMALL)
def test_small_games_are_judged_as_by_trying_everything(kind: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    verdicts = []
    for seed in CHANCES:
        board, families = kind(random.Random(seed))
        monkeypatch.setattr(grossfamilien, "WON", families.packed)
        judgement = solve(board)
        assert (judgement.verdict is Verdict.WINNABLE) == can_reach(board, families.cards), seed
        assert judgement.verdict is not Verdict.UNDECIDED
        for play in judgement.plays or ():
            board.move(play.source, play.target)
        assert (board.home == families.cards) == (judgement.verdict is Verdict.WINNABLE)
        verdicts.append(judgement.verdict)
    assert min(verdicts.count(verdict) for verdict in (Verdict.WINNABLE, Verdict.IMPOSSIBLE)) > len(CHANCES) // 10


@pytest.mark.parametrize("board", NEEDED_WHERE_THEY_LIE)
def test_what_may_be_needed_where_it_lies_is_not_sent_away(board: FamilyBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grossfamilien, "WON", pack_families([0, 26, 26, 26]))
    assert solve(board).verdict is Verdict.WINNABLE


def test_the_rounds_follow_each_other_up_to_the_limit() -> None:
    looked = list(search(FamilyBoard.deal(0), 3000, [(BALANCED, 1000)] * 9))
    assert looked == sorted(looked)
    assert 2900 < looked[-1] <= 3000


def test_a_game_that_is_won_needs_no_plays() -> None:
    board = FamilyBoard([[]] * 16, families=(26, 26, 26, 26))
    assert solve(board).plays == ()


@pytest.mark.parametrize("kind", SMALL)
def test_in_small_games_no_hint_spoils_what_can_be_won(kind: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    reasons = []
    for seed in CHANCES:
        board, families = kind(random.Random(seed))
        monkeypatch.setattr(grossfamilien, "WON", families.packed)
        # Follow the hints to the end; the solver starts a new search for each hint.
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


def test_without_one_the_plays_are_only_likely() -> None:
    found = hint(FamilyBoard.deal(3), limit=200)
    assert (found.reason, found.states, found.play) == (Reason.LIKELY, 200, found.line[0])
    assert next(board for board, _ in hints_along(FamilyBoard.deal(3), found)) == FamilyBoard.deal(3).position()
    assert 15 < len(found.line) < 40


def follow(board: FamilyBoard, limit: int) -> None:
    """Follow hints until one of them is certain about the outcome."""
    known: dict[Position, Hint] = {}
    been: set[Position] = set()
    while not board.won:
        position = board.position()
        assert position not in been
        been.add(position)
        found = known.get(position) or hint(board, limit)
        if found.play is None or found.reason is Reason.WINS:
            return
        if position not in known:
            known.update(hints_along(board, found))
        board.move(found.play.source, found.play.target)


def test_hints_never_lead_back_to_an_earlier_board() -> None:
    for seed in range(8):
        chance = random.Random(seed)
        board = FamilyBoard.deal(chance.randrange(1_000_000))
        for _ in range(chance.randrange(20, 120)):
            play = chance.choice(board.legal_moves())
            board.move(play.source, play.target)
        follow(board.bare_copy(), 30)


def test_a_lost_game_and_one_that_is_over_have_none() -> None:
    lost = pile_board("5H,6H,7H", waste="9S")
    assert hint(lost)[:2] == (None, Reason.LOST)
    assert hint(pile_board("5H,7H", waste="9S"))[:2] == (None, Reason.LOST)
    assert hint(FamilyBoard([[]] * 16, families=(26, 26, 26, 26)))[:2] == (None, Reason.LOST)


NOTHING = FamilyWeights(in_the_way=0, in_waste=0, covered=0, home=0, uneven=0)
LATE = parse_cards(["QD", "QH", "QS", "KD", "KH", "KS", "QD"])
"""Cards that will not be needed for a long time while their families are empty."""


@pytest.mark.parametrize(
    ("card", "clubs", "covering", "points"),
    [
        ("AC", 0, 0, 0),
        ("AC", 0, 1, 8),
        ("AC", 0, 3, 24),
        ("AC", 0, 5, 40),
        ("AC", 0, 7, 40),
        ("3C", 0, 2, 12),
        ("3C", 2, 2, 16),
        ("8C", 0, 4, 4),
        ("9C", 0, 4, 0),
        ("AC", 5, 4, 0),
        ("KC", 13, 2, 16),
        ("JC", 13, 2, 12),
        ("AC", 25, 2, 16),
    ],
)
def test_a_card_of_the_waste_is_missed_the_more_the_sooner_its_turn_comes(
    card: str, clubs: int, covering: int, points: int
) -> None:
    stacks = Stacks(replace(NOTHING, covered=8))
    waste = stacks.node(parse_cards([card]) + LATE[:covering])
    families = pack_families([clubs, 0, 0, 0])
    assert stacks.points((), waste, families) == points
    assert stacks.points((), waste, families) == points

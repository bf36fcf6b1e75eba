"""What is found out about a game is kept, and holds whatever places the cards lie on."""

from collections.abc import Container
from typing import Any

import pytest

from gemport.cards.cells import GoHome
from gemport.games.freecell import GAME as FREECELL
from gemport.games.vierfrei import GAME as VIERFREI
from gemport.play.analysis import Analysis, Finding, WayBack
from gemport.play.game import AnyGame
from gemport.solver import Limits, Position, Verdict, solve
from gemport.solver.slices import finish
from gemport.store.session import AnySession
from tests.games.sessions import make, session_of
from tests.games.test_advice import LOST


def game_of(game: AnyGame, number: int, impossible: Container[int] = ()) -> tuple[AnySession, Analysis[Any]]:
    session: AnySession = session_of(game, number)
    return session, Analysis(session, impossible)


@pytest.mark.parametrize(
    ("number", "goes_home"), [(1, GoHome.SAFE), (2, GoHome.ALL), (617, GoHome.NONE), (31465, GoHome.SAFE)]
)
def test_the_steps_of_a_way_win_freecell_whatever_goes_home_by_itself(number: int, goes_home: GoHome) -> None:
    session, thinker = game_of(FREECELL, number)
    session.board.goes_home = goes_home
    finding = finish(thinker.think())
    assert finding.verdict is Verdict.WINNABLE
    assert finding.steps is not None
    for left in range(finding.steps, 0, -1):
        assert thinker.known() == Finding(Verdict.WINNABLE, left)
        step = thinker.next_step()
        assert step is not None
        make(session, step.word)
    assert session.board.won
    assert thinker.next_step() is None


@pytest.mark.parametrize("number", [0, 42, 999_999])
def test_a_player_who_follows_the_way_but_chooses_other_places_is_still_on_it(number: int) -> None:
    """He puts the card into another free place than the way would; the way goes on from there."""
    session, thinker = game_of(VIERFREI, number)
    finding = finish(thinker.think())
    while (step := thinker.next_step()) is not None:
        word = step.word
        free = [cell for cell, card in zip("abcd", session.board.cells, strict=True) if card is None]
        make(session, word[0] + free[-1] if word[1] in "abcd" and word[0] not in "abcd" else word)
    assert session.board.won
    assert session.board.moves_made == finding.steps


def test_who_leaves_the_way_is_not_on_it_any_more_and_is_again_when_he_takes_that_back() -> None:
    session, thinker = game_of(FREECELL, 1)
    finish(thinker.think())
    before, step = thinker.known(), thinker.next_step()
    assert step is not None
    make(session, next(str(move) for move in session.board.legal_moves() if move != step.moves[0]))
    assert thinker.known() is None
    session.pull()
    assert thinker.known() == before


def lost_session() -> tuple[AnySession, Analysis[Any]]:
    number, words, _ = LOST
    session, thinker = game_of(FREECELL, number)
    make(session, *words.split())
    return session, thinker


def test_from_a_lost_position_no_move_leads_out_and_nothing_is_thought_about_again() -> None:
    session, thinker = lost_session()
    session.pull()
    assert finish(thinker.think()).verdict is Verdict.IMPOSSIBLE
    make(session, "81")
    assert thinker.known() == Finding(Verdict.IMPOSSIBLE)
    assert finish(thinker.think(Limits(quick=(), exhaustive=1))).verdict is Verdict.IMPOSSIBLE


def test_what_was_given_up_is_thought_about_again() -> None:
    _, thinker = game_of(FREECELL, 11982)
    finding = finish(thinker.think(Limits(quick=(), exhaustive=100)))
    assert (finding.verdict, finding.steps) == (Verdict.UNDECIDED, None)
    assert finding.states > 0
    assert thinker.known() is None


def test_the_way_back_leads_before_the_mistake_and_not_further() -> None:
    """One step less is lost, which is proven here by going through everything."""
    session, thinker = lost_session()
    way = finish(thinker.way_back())
    assert way.steps == LOST[2]
    assert way.proven
    assert way.states > 0
    for _ in range(LOST[2] - 1):
        session.board.undo()
    assert solve(Position.on(session.board)).verdict is Verdict.IMPOSSIBLE
    session.board.undo()
    assert solve(Position.on(session.board)).verdict is Verdict.WINNABLE


def test_from_a_position_that_can_be_won_no_way_leads_back() -> None:
    session, thinker = game_of(FREECELL, 1)
    make(session, "6a")
    assert finish(thinker.way_back()).steps == 0


def test_the_way_back_of_an_impossible_game_ends_at_its_start() -> None:
    session, thinker = game_of(FREECELL, 5, {5})
    make(session, "3b")
    assert finish(thinker.way_back()) == WayBack(None, True, 0)


def test_a_game_that_is_known_to_be_impossible_needs_no_thought() -> None:
    session, thinker = game_of(FREECELL, 5, {5})
    assert thinker.known() == Finding(Verdict.IMPOSSIBLE)
    session.deal(6)
    assert thinker.known() is None


def test_another_number_is_another_game_and_the_same_dealt_again_is_not() -> None:
    session, thinker = game_of(FREECELL, 1)
    finish(thinker.think())
    make(session, "1a")
    session.restart()
    assert thinker.known() is not None
    session.deal(2)
    session.deal(1)
    assert thinker.known() is None

"""Whole games of Großfamilien, and what is kept of them (docs/grossfamilien.md; docs/freecell.md, End of a game).

That games count alike in all programs is tested with the session (tests/store/test_scenarios.py).
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gemport.cards.grossfamilien import FamilyBoard
from gemport.cards.notation import parse_record, record
from gemport.cli.registry import GameBoards
from gemport.play.loop import PAUSE
from gemport.store.statistics import Outcome
from tests.games import shared
from tests.games.grossfamilien.player import Familien, pile_board, recorded
from tests.games.sessions import Book, Saved

YES, NO = 1, 2


def words(name: str) -> list[str]:
    return list(recorded(name).words)


@pytest.fixture(scope="module")
def won() -> Familien:
    """A game won with the mouse; the congratulation is on the screen."""
    game = Familien(recorded("won").number)
    assert game.play(words("won")) == 0
    return game


@pytest.fixture
def lost() -> Familien:
    """A game lost with the mouse; the question whether to try again is on the screen."""
    game = Familien(recorded("lost").number)
    assert game.play(words("lost")) == 0
    return game


# ---- won and lost


def test_a_game_is_won_with_the_mouse(won: Familien) -> None:
    assert won.board.won
    assert won.board.foundations == [26, 26, 26, 26]
    assert won.said(shared.WON, shared.WON_MOVES) == str(len(words("won")))
    assert won.outcomes == [(1, Outcome.WON)]
    assert won.saved == []


def test_the_mouse_made_exactly_the_recorded_steps(won: Familien) -> None:
    assert parse_record(str(record(won.board)), GameBoards()) == recorded("won")


def test_a_lost_game_is_told_with_its_number_and_the_same_is_dealt_again(lost: Familien) -> None:
    number = recorded("lost").number
    assert lost.board.lost
    assert lost.asked is not None
    assert f"Spiel {number} noch einmal" in lost.asked
    assert lost.outcomes == [(number, Outcome.LOST)]
    lost.answer(YES)
    assert lost.board.position() == FamilyBoard.deal(number).position()
    assert lost.picture() == lost.full_picture()


def test_who_does_not_want_to_try_again_can_still_take_back(lost: Familien) -> None:
    lost.answer(NO)
    assert lost.board.lost
    lost.key("Undo")
    assert not lost.board.lost
    lost.play([words("lost")[-1]])
    assert len(lost.alerts) == 2
    assert lost.outcomes == [(recorded("lost").number, Outcome.LOST)]


def test_a_game_is_lost_only_when_talon_and_turned_card_are_gone_too() -> None:
    game = Familien()
    game.put(pile_board(", ".join(["5H"] * 16), talon="KC"))
    game.click(game.at(60))
    assert game.asked is None
    game.click(game.at(61))
    assert game.asked is not None
    assert game.board.waste


def test_a_click_that_loses_the_game_does_nothing_to_the_next_one() -> None:
    game = Familien()
    game.put(pile_board(", ".join(["5H"] * 16), turned="KC"))
    game.click(game.at(60))
    game.answer(YES)
    assert game.board.position() == FamilyBoard.deal(7).position()


# ---- what counts

KEEP, FORFEIT = 1, 2


@pytest.mark.parametrize("leave", [lambda g: g.key("F1"), lambda g: g.key("F10"), lambda g: g.closer()])
def test_a_begun_game_is_kept_or_forfeited_as_the_player_says(leave: Callable[[Familien], object]) -> None:
    for answer, outcomes, saved in ((KEEP, [], 1), (FORFEIT, [(1, Outcome.LOST)], 0)):
        game = Familien(1)
        game.click(game.at(60))
        leave(game)
        assert "nicht zu Ende" in game.alerts[-1]
        game.answer(answer)
        assert (game.outcomes, len(game.saved)) == (outcomes, saved)


def test_a_killed_game_goes_on_where_it_was() -> None:
    game = Familien(1)
    some = words("won")[:30]
    game.play(some)
    again = Familien(None, records=game.records, chance=5)
    assert again.board.position() == game.board.position()
    assert again.board.words() == some
    assert again.picture() == game.picture()
    again.key("Undo")
    assert again.saved == [Saved(1, tuple(some[:-1]))]


def test_a_game_lost_when_the_program_was_killed_is_told_at_the_start() -> None:
    records = Book("grossfamilien", [(159, Outcome.LOST)], Saved(159, tuple(words("lost")), counted=True))
    game = Familien(None, records=records)
    assert "159" in (game.asked or "")
    game.answer(YES)
    assert game.board.position() == FamilyBoard.deal(159).position()


def test_a_game_with_a_move_that_is_not_possible_is_resumed_up_to_it_and_that_is_told() -> None:
    game = Familien(None, records=Book("grossfamilien", saved=Saved(1, ("t-o", "w-h", "o-w"))))
    assert "Spiel 1" in (game.asked or "")
    game.answer(1)
    assert game.board.words() == ["t-o"]
    game.click(game.at(61))
    assert game.saved == [Saved(1, ("t-o", "o-w"))]


def test_a_game_kept_before_free_places_had_to_be_filled_first_goes_on_whole() -> None:
    old = words("won_with_places_left_free")
    game = Familien(None, records=Book("grossfamilien", saved=Saved(1, tuple(old[:-1]))))
    assert game.asked is None
    assert game.board.words() == old[:-1]
    game.key("Undo", "Ctrl+Y")
    game.play(old[-1:])
    assert game.board.won


# ---- statistics


def test_the_statistics_are_shown_and_cleared_after_a_question() -> None:
    game = Familien(1, records=Book("grossfamilien", [(1, Outcome.LOST), (2, Outcome.WON), (3, Outcome.WON)]))
    before = game.picture()
    game.key("F5")

    def shown(obj: int) -> str:
        return str(game.tree(shared.STATISTICS)[obj].ob_spec).strip()

    assert [
        shown(obj)
        for obj in (
            shared.STATISTICS_WON,
            shared.STATISTICS_PERCENTAGE,
            shared.STATISTICS_STREAK,
            shared.STATISTICS_LONGEST_WON,
        )
    ] == ["2", "66%", "2 gewonnen", "2"]
    game.button(shared.STATISTICS, shared.STATISTICS_CLEAR)
    game.answer(2)
    game.button(shared.STATISTICS, shared.STATISTICS_CLEAR)
    game.key("Return")
    assert len(game.outcomes) == 3
    game.button(shared.STATISTICS, shared.STATISTICS_CLEAR)
    game.answer(1)
    assert game.outcomes == []
    assert shown(shared.STATISTICS_STREAK) == "keine"
    game.button(shared.STATISTICS, shared.STATISTICS_OK)
    assert game.picture() == before


# ---- numbers


def test_f1_deals_the_number_that_the_generator_is_left_with() -> None:
    game = Familien(1)
    game.key("F1")
    assert game.board.number == FamilyBoard.deal(1).next_number
    assert game.picture() == Familien(game.board.number).picture()


def test_a_number_is_chosen_in_the_dialog() -> None:
    game = Familien(1)
    game.key("F2", "Esc", "4", "2", "Return")
    assert game.board.position() == FamilyBoard.deal(42).position()
    game.key("F2", "Esc", "5")
    game.button(1, 3)
    assert game.board.number == 42


def test_f2_offers_the_next_number() -> None:
    game = Familien(1)
    game.key("F2", "Return")
    assert game.board.number == FamilyBoard.deal(1).next_number


def test_f3_deals_the_same_again() -> None:
    game = Familien(1)
    before = game.picture()
    game.play(words("won")[:20])
    game.key("F3")
    assert (game.board.number, game.board.words(), game.picture()) == (1, [], before)


# ---- watched and replayed


def test_a_recorded_game_plays_itself() -> None:
    game = Familien(recorded("won").number, games=[recorded("won")])
    for _ in words("won"):
        assert not game.board.won
        game.machine.settle()
        game.machine.advance(PAUSE)
    game.machine.settle()
    assert game.board.won

"""Whole games of Großfamilien, and what is kept of them (docs/grossfamilien.md; docs/freecell.md, End of a game)."""

import pytest

from gemport.cards.grossfamilien import FamilyBoard
from gemport.cards.notation import Record
from gemport.play.recordings import PAUSE
from gemport.store.statistics import Outcome
from tests.games import shared
from tests.games.grossfamilien.player import Familien, pile_board, recorded
from tests.games.sessions import Book, Saved

RESTART = 2


def words(name: str) -> list[str]:
    return list(recorded(name).words)


@pytest.fixture(scope="module")
def won() -> Familien:
    """A game won with the mouse; the congratulation is on the screen."""
    game = Familien(recorded("won").number)
    assert game.play(words("won")) == 0
    return game


def test_a_game_is_won_with_the_mouse(won: Familien) -> None:
    assert won.board.won
    assert won.board.foundations == [26, 26, 26, 26]
    assert won.said(shared.WON, shared.WON_MOVES) == str(len(words("won")))
    assert won.outcomes == [(1, Outcome.WON)]
    assert won.saved == []


def test_the_mouse_made_exactly_the_recorded_steps(won: Familien) -> None:
    assert str(Record("grossfamilien", won.session.number, tuple(won.board.words()))) == str(recorded("won"))


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
    game.answer(RESTART)
    assert game.board.position() == FamilyBoard.deal(7).position()


def test_a_game_kept_before_free_places_had_to_be_filled_first_goes_on_whole() -> None:
    old = words("won_with_places_left_free")
    game = Familien(None, records=Book("grossfamilien", saved=Saved(1, tuple(old[:-1]))))
    assert game.asked is None
    assert game.board.words() == old[:-1]
    game.key("Undo", "Ctrl+Y")
    game.play(old[-1:])
    assert game.board.won


def test_a_recorded_game_plays_itself() -> None:
    game = Familien(recorded("won").number, games=[recorded("won")])
    for _ in words("won"):
        assert not game.board.won
        game.machine.settle()
        game.machine.advance(PAUSE)
    game.machine.settle()
    assert game.board.won

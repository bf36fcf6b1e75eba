"""Whole games of Großfamilien, and what is kept of them (docs/grossfamilien.md; docs/freecell.md, End of a game)."""

from gemport.cards.grossfamilien import FamilyBoard
from gemport.store.statistics import Outcome
from tests.games import shared
from tests.games.grossfamilien.player import Familien, pile_board, recorded
from tests.games.sessions import Book, Saved

RESTART = 2


def test_a_game_is_won_with_the_mouse() -> None:
    won = recorded("won")
    game = Familien(won.number)
    assert game.play(won.words) == 0
    assert (game.board.won, game.board.words()) == (True, list(won.words))
    assert game.said(shared.WON, shared.WON_MOVES) == str(len(won.words))
    assert (game.outcomes, game.saved) == ([(won.number, Outcome.WON)], [])


def test_a_game_is_lost_only_when_talon_and_turned_card_are_gone_too() -> None:
    game = Familien()
    game.put(pile_board(", ".join(["5H"] * 16), talon="KC"))
    game.click(game.at(60))
    assert not game.asked
    game.click(game.at(61))
    assert game.asked
    assert game.board.waste


def test_a_click_that_loses_the_game_does_nothing_to_the_next_one() -> None:
    game = Familien()
    game.put(pile_board(", ".join(["5H"] * 16), turned="KC"))
    game.click(game.at(60))
    game.answer(RESTART)
    assert game.board.position() == FamilyBoard.deal(7).position()


def test_a_game_kept_before_free_places_had_to_be_filled_first_goes_on_whole() -> None:
    old = list(recorded("won_with_places_left_free").words)
    game = Familien(None, records=Book("grossfamilien", saved=Saved(1, tuple(old[:-1]))))
    assert not game.asked
    assert game.board.words() == old[:-1]
    game.key("Undo", "Ctrl+Y")
    game.play(old[-1:])
    assert game.board.won

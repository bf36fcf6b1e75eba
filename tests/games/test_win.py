"""The box about a victory: what it says, what it offers, and the cards that fall before it is shown."""

from collections.abc import Callable

import pytest

from gemport.cards.vierfrei import VierfreiBoard
from gemport.gem import GRect, object_rect
from gemport.play.victory import FRAME
from gemport.store.records import Progress
from gemport.store.statistics import Outcome
from tests.cards.cells.strategies import cell_board
from tests.games import shared
from tests.games.sessions import Book
from tests.games.vierfrei.player import Game

LONGEST = 15_000
"""Milliseconds after which all cards are gone."""
CORNER = 4, 390
"""A point of the window where neither box nor card lies."""


def before_the_win(game: Game) -> Game:
    """The last two cards, of clubs, still lie in columns."""
    board = cell_board(VierfreiBoard, ["KC QC"], "", (11, 13, 13, 13))
    board.number = game.session.number
    game.put(board)
    for _ in range(2):
        game.fuller()
    return game


def win(game: Game) -> Game:
    for _ in range(2):
        game.drag(game.at(0), game.at(52))
    assert game.board.won
    return game


@pytest.fixture
def won() -> Game:
    return win(before_the_win(Game(42)))


def shown(game: Game, *objects: int) -> list[str]:
    return [game.said(shared.WON, obj) for obj in objects]


def box_of(game: Game) -> GRect:
    return object_rect(game.tree(shared.WON), 0).inset(-3)


def test_it_says_moves_undos_and_the_time_that_the_machine_counted() -> None:
    game = before_the_win(Game(42))
    game.drag(game.at(0), game.at(52))
    game.machine.advance(65_000)
    game.key("Undo")
    win(game)
    assert shown(game, shared.WON_MOVES, shared.WON_UNDOS, shared.WON_TIME) == ["2", "1", "1:05"]
    assert game.said(shared.WON, shared.WON_BEST) == "Dieses Spiel zum ersten Mal gewonnen."


@pytest.mark.parametrize(
    ("moves", "words"), [(1, "Ergebnis: 1 Z"), (2, "So gut wie"), (3, "bestes Ergebnis, bisher 3 Z")]
)
def test_it_says_whether_it_is_the_best_of_the_number(moves: int, words: str) -> None:
    book = Book("vierfrei")
    book.count(42, Outcome.WON, Progress(moves, 52), 0)
    book.count(43, Outcome.WON, Progress(1, 52), 0)
    game = win(before_the_win(Game(42, records=book)))
    assert words in game.said(shared.WON, shared.WON_BEST)


def next_game(game: Game) -> None:
    assert game.board.number == VierfreiBoard.deal(42).next_number


def same_game(game: Game) -> None:
    assert (game.board.number, game.board.moves_made, game.board.won) == (42, 0, False)


def number_box(game: Game) -> None:
    game.key("7", "Return")
    assert game.board.number == 7


def still_won(game: Game) -> None:
    assert game.board.won


@pytest.mark.parametrize(
    ("button", "then"),
    [
        (shared.WON_NEXT, next_game),
        (shared.WON_SELECT, number_box),
        (shared.WON_AGAIN, same_game),
        (shared.WON_OK, still_won),
    ],
)
def test_its_buttons(won: Game, button: int, then: Callable[[Game], None]) -> None:
    won.key("x")
    won.button(shared.WON, button)
    then(won)


@pytest.mark.parametrize(
    ("keys", "then"),
    [
        ("Return", still_won),
        ("Esc", still_won),
        ("F1", next_game),
        ("F2", number_box),
        ("F3", same_game),
        ("Undo", still_won),
        ("n Return", next_game),
        ("n n Return", same_game),
        ("w", number_box),
        ("Tab Tab Return", number_box),
        ("Left Space", same_game),
    ],
)
def test_its_keys(won: Game, keys: str, then: Callable[[Game], None]) -> None:
    won.key("x", *keys.split())
    then(won)


@pytest.mark.parametrize(("key", "then"), [("F1", next_game), ("F2", number_box), ("F3", same_game)])
def test_keys_of_the_menu_act_while_cards_fall(won: Game, key: str, then: Callable[[Game], None]) -> None:
    won.machine.advance(500)
    won.key(key)
    then(won)


def test_delete_shows_it_again_and_what_it_offers_is_done_to_that_game_alone(won: Game) -> None:
    won.key("x", "Return", "Delete", "x")
    won.button(shared.WON, shared.WON_NEXT)
    next_game(won)
    assert won.board.moves_made == 0


def test_the_closer_ends_the_program_while_cards_fall(won: Game) -> None:
    won.machine.advance(500)
    won.closer()
    assert won.machine.finished


# ---- the celebration


def calm(game: Game) -> Game:
    """The same victory with nothing but the box."""
    game.program.play.looks.celebration = False
    win(game)
    assert game.machine.next_wakeup() is None
    return game


def test_the_cards_fall_over_the_whole_table_and_then_the_box_is_there(won: Game) -> None:
    box = calm(before_the_win(Game(42)))
    middle = box_of(box)
    seen = set()
    for _ in range(100):
        won.machine.advance(4 * FRAME)
        seen.add(tuple(won.pixels(*middle)))
    assert len(seen) > 50, "nothing lies in their way"
    lowest = won.machine.frame(pointer=False).rows[won.program.table.work.bottom - 1]
    assert "1" * 400 in f"{lowest:b}", "all stand on the window's edge once"
    assert won.picture() != box.picture()
    won.machine.advance(LONGEST)
    assert won.picture() == box.picture()
    assert won.machine.next_wakeup() is None


def test_the_same_game_falls_in_the_same_way_and_another_one_otherwise() -> None:
    pictures = []
    for number in (42, 42, 43):
        game = win(before_the_win(Game(number)))
        game.machine.advance(2_000)
        pictures.append(game.pixels(*game.program.table.work))
    assert pictures[0] == pictures[1] != pictures[2]


@pytest.mark.parametrize(
    "skip", [lambda game: game.key("x"), lambda game: game.key("Return"), lambda game: game.click(CORNER)]
)
def test_any_key_or_click_is_enough_of_it_and_the_box_comes(won: Game, skip: Callable[[Game], None]) -> None:
    box = calm(before_the_win(Game(42)))
    won.machine.advance(1_000)
    skip(won)
    assert won.picture() == box.picture()
    assert won.machine.next_wakeup() is None
    for game in (won, box):
        game.key("Return")
    assert won.picture() == box.picture() == box.full_picture()
    assert won.board.won


def test_a_window_that_is_uncovered_while_cards_fall_is_painted_and_they_go_on(won: Game) -> None:
    won.machine.advance(1_000)
    bare = won.full_picture()
    assert bare == win(before_the_win(Game(42))).picture()
    won.machine.advance(1_000)
    assert won.picture() != bare
    won.machine.advance(LONGEST)
    assert won.picture() == calm(before_the_win(Game(42))).picture()

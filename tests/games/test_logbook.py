"""Logbook: the dialog, what it shows, and that its games are played one after the other."""

from typing import Any

import pytest

from gemport.gem import ObState
from gemport.store.logbook import LogEntry
from gemport.store.statistics import Outcome
from tests.games import shared
from tests.games.players import Game, Hand, Hands, every_game, plain_files
from tests.games.sessions import Book
from tests.games.shared import SharedTree
from tests.games.test_exchange import choose

BOX = SharedTree(shared.LOGBOOK)


def logged(kind: Hands, *entries: LogEntry, lang: str = "en", won: tuple[int, ...] = ()) -> Hand[Any]:
    book = Book(kind.game.name, [(number, Outcome.WON) for number in won])
    book.store.change_log(kind.game.name, entries)
    game = kind(1, lang=lang, records=book)
    choose(game, "logbook")
    return game


def row(game: Hand[Any], at: int) -> str:
    return str(game.tree(BOX)[shared.LOGBOOK_ROW + at].ob_spec)


@every_game
def test_the_first_of_the_list_that_is_not_won_is_chosen_and_return_plays_it(kind: Hands) -> None:
    game = logged(kind, LogEntry(5, "won long ago"), LogEntry(7, "a note that is longer than a line"), won=(9, 5))
    assert row(game, 0).startswith("✓       5     1")
    assert row(game, 0).split()[-3:] == ["won", "long", "ago"]
    assert row(game, 1).split() == ["7", "a", "note", "that", ".."]
    assert row(game, 2).split()[:3] == ["✓", "9", "1"]
    assert game.said(BOX, shared.LOGBOOK_NOTE) == "a note that is longer than a line"
    game.key("Return")
    assert game.session.number == 7


def test_new_game_goes_through_the_list_until_all_are_won() -> None:
    game = logged(Game, LogEntry(5), LogEntry(7), LogEntry(8), won=(7,))
    game.key("Return")
    numbers = []
    for _ in range(3):
        numbers.append(game.session.number)
        game.key("F1")
    assert numbers == [5, 8, 5]


def test_a_number_is_struck_out_and_the_last_games_are_not() -> None:
    game = logged(Game, LogEntry(5), won=(9,))
    game.key("Delete")
    assert row(game, 0).split()[:2] == ["✓", "9"]
    assert ObState.DISABLED in game.tree(BOX)[shared.LOGBOOK_STRIKE].ob_state
    game.key("Esc")
    assert [line.number for line in game.records.log()] == [9]


@pytest.mark.parametrize(("lang", "empty"), [("de", "Es stehen keine Spiele"), ("en", "The logbook has no games")])
def test_an_empty_one_says_so_and_return_closes_it(lang: str, empty: str) -> None:
    game = logged(Game, lang=lang)
    assert empty in row(game, 0)
    game.key("Return")
    assert game.session.number == 1


def test_the_original_has_none_and_its_new_game_is_its_own() -> None:
    book = Book("vierfrei")
    book.store.change_log("vierfrei", [LogEntry(1), LogEntry(2)])
    game = Game(1, records=book, used=plain_files())
    assert "logbook" not in game.program.items
    expected = game.session.next_number()
    game.key("F1")
    assert game.session.number == expected != 2

"""The logbook: its dialog and lines, and playing its games in turn."""

from typing import Any

import pytest

from gemport.gem import ObState
from gemport.play.items import Item
from gemport.store.logbook import LogEntry
from gemport.store.statistics import Outcome
from tests.games import shared
from tests.games.players import Game, Hand, Hands, Player, every_game, plain_files
from tests.games.sessions import Book

BOX, ENTRY = shared.LOGBOOK, shared.ENTRY


def logged(kind: Hands, *entries: LogEntry, won: tuple[int, ...] = (), lang: str = "en", **options: Any) -> Hand[Any]:
    """Return a game with an open logbook of these entries; ``won`` are the numbers of won games."""
    book = Book(kind.game.name, [(number, Outcome.WON) for number in won])
    book.store.change_log(kind.game.name, entries)
    game = kind(1, lang=lang, records=book, **options)
    game.choose("logbook")
    return game


def row(game: Hand[Any], at: int) -> str:
    return str(game.tree(BOX)[shared.LOGBOOK_ROW + at].ob_spec)


@every_game
def test_first_listed_game_not_won_is_chosen(kind: Hands) -> None:
    game = logged(kind, LogEntry(5, "won long ago"), LogEntry(7, "a note that is longer than a line"), won=(9, 5))
    assert row(game, 0).startswith("✓       5     1")
    assert row(game, 0).split()[-3:] == ["won", "long", "ago"]
    assert row(game, 1).split() == ["7", "a", "note", "that", ".."]
    assert row(game, 2).split()[:3] == ["✓", "9", "1"]
    assert game.said(BOX, shared.LOGBOOK_NOTE) == "a note that is longer than a line"
    game.key("Return")
    assert game.session.number == 7


def test_a_note_wipes_the_one_before_it() -> None:
    game = logged(Game, LogEntry(5, "long ago"), LogEntry(7, "note"))
    before = game.picture()
    game.key("Down", "Up")
    assert game.picture() == before


def test_new_game_goes_through_the_list_until_all_are_won() -> None:
    game = logged(Game, LogEntry(5), LogEntry(7), LogEntry(8), won=(7,))
    game.key("Return")
    for number in (5, 8, 5):
        assert game.session.number == number
        game.key("F1")


def test_a_number_is_struck_out_and_the_last_games_are_not() -> None:
    game = logged(Game, LogEntry(5), won=(9,))
    game.key("Delete")
    assert row(game, 0).split()[:2] == ["✓", "9"]
    buttons = [game.tree(BOX)[obj].ob_state for obj in (shared.LOGBOOK_STRIKE, shared.LOGBOOK_WRITE)]
    assert [ObState.DISABLED in state for state in buttons] == [True, False]
    game.key("Esc")
    assert [line.number for line in game.records.log()] == [9]


@pytest.mark.parametrize(("lang", "empty"), [("de", "Es stehen keine Spiele"), ("en", "The logbook has no games")])
def test_an_empty_one_says_so_and_return_closes_it(lang: str, empty: str) -> None:
    game = logged(Game, lang=lang)
    assert empty in row(game, 0)
    assert ObState.DISABLED in game.tree(BOX)[shared.LOGBOOK_WRITE].ob_state
    game.key("Return")
    assert game.session.number == 1


def test_the_original_has_none_and_its_new_game_is_its_own() -> None:
    book = Book("vierfrei")
    book.store.change_log("vierfrei", [LogEntry(1), LogEntry(2)])
    game = Game(1, records=book, used=plain_files())
    assert Item.LOGBOOK not in game.program.items
    expected = game.session.next_number()
    game.key("F1")
    assert game.session.number == expected != 2


def entries(game: Hand[Any]) -> list[LogEntry]:
    return game.records.store.log(game.game.name)


@pytest.mark.parametrize("size", [(640, 400), (500, 900)])
@pytest.mark.parametrize(("lang", "letter"), [("de", "N"), ("en", "N")])
def test_a_note_is_written_by_keys_and_kept_at_once(lang: str, letter: str, size: tuple[int, int]) -> None:
    game = logged(Game, LogEntry(5, "long"), LogEntry(7, "other"), lang=lang, size=size)
    game.key(letter, *" and hard", "Tab", *"best: 87", "Return")
    assert entries(game) == [LogEntry(5, "long and hard best: 87"), LogEntry(7, "other")]
    assert game.said(BOX, shared.LOGBOOK_NOTE) == "long and hard best: 87"


def test_cancelled_a_note_stays_as_it_was() -> None:
    game = logged(Game, LogEntry(5, "long"))
    game.button(BOX, shared.LOGBOOK_WRITE)
    game.key(*"er")
    game.button(ENTRY, shared.ENTRY_CANCEL)
    assert entries(game) == [LogEntry(5, "long")]


@pytest.mark.parametrize("note", ["", "@home", "x" * 50 + "y" * 50, "word " * 19 + "word", "a" * 49 + " bc"])
def test_a_note_comes_out_of_its_box_as_it_went_in(note: str) -> None:
    game = logged(Game, LogEntry(5, note))
    game.button(BOX, shared.LOGBOOK_WRITE)
    game.key("Return")
    assert entries(game)[0].note == note


@pytest.mark.parametrize(("lang", "letter"), [("de", "E"), ("en", "A")])
def test_a_number_is_added_and_chosen_and_keeps_the_note_it_has(lang: str, letter: str) -> None:
    game = logged(Player, LogEntry(5, "long"), lang=lang)
    for number, note in ("-1", "never won"), ("5", ""):
        game.key(letter, *number, "Tab", *note, "Return")
    assert entries(game) == [LogEntry(5, "long"), LogEntry(-1, "never won")]
    assert game.said(BOX, shared.LOGBOOK_NOTE) == "long"


@pytest.mark.parametrize(("number", "alert"), [("", "No number was typed"), ("x", "no game x"), ("0", "no game 0")])
def test_what_is_no_number_is_asked_for_again(number: str, alert: str) -> None:
    game = logged(Player)
    game.button(BOX, shared.LOGBOOK_ADD)
    game.key(*number, "Return")
    assert alert in game.alerts[-1]
    game.key("Return", "Backspace", *"617", "Return")
    assert entries(game) == [LogEntry(617)]


def test_a_note_on_a_recent_game_adds_it_to_the_list() -> None:
    game = logged(Game, won=(9,))
    game.key("N", "Ctrl+n", "a", "Return")
    assert entries(game) == [LogEntry(9, "a")]

"""Runs that are resumed, and what FreeCell tells of a store that was set aside or fails."""

import pytest

from gemport.store.records import Recovered
from tests.games.freecell.lines import TWO_EMPTY_COLUMNS
from tests.games.freecell.player import Player
from tests.games.sessions import Book


@pytest.mark.parametrize(("count_columns", "moved"), [(True, 4), (False, 2)])
def test_a_run_is_resumed_as_it_was_moved_whatever_the_option_says_then(count_columns: bool, moved: int) -> None:
    records = Book("freecell")
    player = Player(2, records)
    player.key_words(TWO_EMPTY_COLUMNS)
    if not count_columns:
        player.key("F7")
    player.key_word("25")
    assert len(player.board.columns[4]) == moved
    saved = Book("freecell", (), *records.games)
    saved.change_setting("count_columns", not count_columns)
    again = Player(None, saved)
    assert again.board.position() == player.board.position()
    assert again.board.count_columns is not count_columns


def test_a_store_set_aside_is_told() -> None:
    records = Book("freecell")
    for made, said in ((None, "No backup was found. Left:"), (90.0, "Backup of 1970-01-01 00:01 used:")):
        records.store.set_aside, records.store.recovered = "gemport-damaged-1.sqlite3", Recovered(12, 3, made)
        player = Player(1, records)
        assert f"|gemport-damaged-1.sqlite3.|{said}|12 counted and|3 unfinished games." in player.asked


def test_a_store_that_fails_is_told_once_and_play_goes_on() -> None:
    book = Book("freecell")
    book.store.refusal = "disk [full] | no room"
    player = Player(1, book)
    player.key_words("8a")
    assert player.alerts == ["[3][The game cannot be saved:|disk (full) / no room|You can still play.][ OK ]"]
    player.key("Return")
    player.key_words("7b 5c")
    assert (len(player.alerts), player.words) == (1, ["8a", "7b", "5c"])

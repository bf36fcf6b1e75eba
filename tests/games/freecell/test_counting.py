"""The questions and alerts around leaving, losing and resuming a game of FreeCell, and its box of statistics.

What counts, and what is kept, is tested with the session: tests/store/test_scenarios.py.
"""

from __future__ import annotations

import pytest

from gemport.store.records import Recovered
from gemport.store.statistics import Outcome
from tests.games import shared
from tests.games.freecell.lines import LOSSES, TWO_EMPTY_COLUMNS, WINS
from tests.games.freecell.player import Player
from tests.games.sessions import Book, Saved

WON, LOST = Outcome.WON, Outcome.LOST


KEEP, FORFEIT, CANCEL = 1, 2, 3
# ---- single rules


def test_a_lost_game_is_announced_and_counted_at_once_and_may_be_tried_again() -> None:
    player = Player(1)
    player.key_words(LOSSES[1])
    assert player.outcomes == [(1, LOST)]
    player.keys("Return")
    assert (player.words, player.session.number) == ([], 1)
    player.key_words("8a")
    player.keys("F2")
    # Nobody is asked: it counts no more.
    assert (player.asked, player.outcomes) == (None, [(1, LOST)])


LEAVING = pytest.mark.parametrize("way", ["F2", "F10", "closer", "select"])


def go(player: Player, way: str) -> None:
    """Begin to leave the game."""
    if way == "closer":
        player.do({"do": "click", "x": 8, "y": 28})
    elif way == "select":
        player.keys("F3", "7", "Return")
    else:
        player.keys(way)


@LEAVING
def test_a_game_in_which_no_move_was_made_is_left_without_a_question(way: str) -> None:
    player = Player(1)
    go(player, way)
    assert (player.alerts, player.outcomes, player.saved) == ([], [], [])


@LEAVING
def test_a_game_that_has_begun_is_kept_or_forfeited_as_the_player_says(way: str) -> None:
    for answer, outcomes, saved in ((KEEP, [], [Saved(1, ("8a",))]), (FORFEIT, [(1, LOST)], [])):
        player = Player(1)
        player.key_words("8a")
        go(player, way)
        assert player.asked is not None
        assert "Game 1 is not finished" in player.asked
        player.answer(answer)
        assert (player.outcomes, player.saved) == (outcomes, saved)
        if way in ("F2", "select"):
            assert (player.words, player.session.begun) == ([], False)
        else:
            assert player.machine.finished


@LEAVING
def test_who_cancels_plays_on(way: str) -> None:
    player = Player(1)
    player.key_words("8a")
    before = player.machine.frame(False).to_bytes()
    go(player, way)
    player.answer(CANCEL)
    assert player.machine.frame(False).to_bytes() == before
    player.key_words("7b")
    assert (player.words, player.outcomes) == (["8a", "7b"], [])


def test_nobody_forfeits_by_pressing_return() -> None:
    player = Player(1)
    player.key_words("8a")
    player.keys("F2", "Return")
    assert (player.outcomes, player.saved) == ([], [Saved(1, ("8a",))])


def test_the_host_closed_asks_nothing_and_keeps_the_game() -> None:
    player = Player(1)
    player.key_words("8a")
    player.machine.request_quit()
    player.machine.settle()
    assert player.machine.finished
    assert (player.alerts, player.outcomes, player.saved) == ([], [], [Saved(1, ("8a",))])


@pytest.mark.parametrize("box", ["F4", "F1", "F3", "F9", "F2"])
def test_the_host_closed_while_a_box_is_up_leaves_the_game_like_any_other_closing(box: str) -> None:
    """Statistics, About, the number, the list, and the question itself."""
    player = Player(1)
    player.keys("3", "0", box)
    player.machine.request_quit()
    player.machine.settle()
    assert player.machine.finished
    assert player.machine.faults == []
    assert (player.outcomes, len(player.saved)) == ([], 1)


def test_a_game_that_has_counted_is_left_without_a_question() -> None:
    player = Player(1)
    player.key_words(LOSSES[1])
    player.answer(2)
    player.keys("Undo", "F2")
    assert (player.asked, player.outcomes) == (None, [(1, LOST)])


@pytest.mark.parametrize(("count_columns", "moved"), [(True, 4), (False, 2)])
def test_a_run_is_resumed_as_it_was_moved_whatever_the_option_says_then(count_columns: bool, moved: int) -> None:
    records = Book("freecell")
    player = Player(2, records)
    player.key_words(TWO_EMPTY_COLUMNS)
    if not count_columns:
        player.keys("F7")
    player.key_word("25")
    assert len(player.board.columns[4]) == moved
    saved = Book("freecell", (), *records.games)
    saved.change_setting("count_columns", not count_columns)
    again = Player(None, saved)
    assert again.board.position() == player.board.position()
    assert again.board.count_columns is not count_columns


def test_a_game_killed_after_its_last_move_counts_at_the_next_start() -> None:
    records = Book("freecell", saved=Saved(1, tuple(WINS[1].split())))
    player = Player(None, records)
    assert (player.board.won, records.outcomes, records.games) == (True, [(1, WON)], [])
    records = Book("freecell", saved=Saved(1, tuple(LOSSES[1].split())))
    player = Player(None, records)
    assert player.asked is not None
    assert records.outcomes == [(1, LOST)]


def test_a_game_with_a_word_that_is_not_possible_is_resumed_up_to_it_and_that_is_told() -> None:
    records = Book("freecell", saved=Saved(1, ("8a", "1h", "7b")))
    player = Player(None, records)
    assert player.asked is not None
    assert "unfinished game 1|" in player.asked
    player.keys("Return")
    assert (player.session.number, player.words, records.outcomes) == (1, ["8a"], [])
    player.key_words("7b")
    assert records.games == [Saved(1, ("8a", "7b"))]
    assert Player(None, records).asked is None


def test_a_store_set_aside_is_told() -> None:
    records = Book("freecell")
    for made, said in ((None, "No backup was found. Left:"), (90.0, "Backup of 1970-01-01 00:01 used:")):
        records.store.set_aside, records.store.recovered = "gemport-damaged-1.sqlite3", Recovered(12, 3, made)
        player = Player(1, records)
        assert player.asked is not None
        assert f"|gemport-damaged-1.sqlite3.|{said}|12 counted and|3 unfinished games." in player.asked


def test_a_store_that_fails_is_told_once_and_play_goes_on() -> None:
    book = Book("freecell")
    book.store.refusal = "disk [full] | no room"
    player = Player(1, book)
    player.key_words("8a")
    assert player.alerts == ["[3][The game cannot be saved:|disk (full) / no room|You can still play.][ OK ]"]
    player.keys("Return")
    player.key_words("7b 5c")
    assert (len(player.alerts), player.words) == (1, ["8a", "7b", "5c"])


# ---- the dialog


def shown(player: Player) -> list[str]:
    """The six values of the statistics dialog."""
    tree = player.program.shared.tree(shared.STATISTICS)
    return [str(tree[obj].ob_spec).strip() for obj in range(10, 16)]


def test_the_dialog_shows_what_was_counted_and_clears_only_if_told_twice() -> None:
    outcomes = [WON, WON, WON, LOST, LOST, WON, LOST, LOST, LOST, LOST, WON, WON]
    player = Player(1, Book("freecell", enumerate(outcomes, 1)))
    before = player.machine.frame(False).to_bytes()
    player.keys("F4")
    assert shown(player) == ["6", "6", "50%", "2 won", "3", "4"]
    player.press_button(shared.STATISTICS, 16)
    player.keys("Return")
    assert len(player.outcomes) == 12
    player.press_button(shared.STATISTICS, 16)
    player.answer(1)
    assert player.outcomes == []
    assert shown(player) == ["0", "0", "0%", "none", "0", "0"]
    player.press_button(shared.STATISTICS, 17)
    assert player.machine.frame(False).to_bytes() == before
    player.key_words("8a")
    assert player.words == ["8a"]

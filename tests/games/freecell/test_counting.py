"""What counts in FreeCell's statistics, and what is gone on with at the next start."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gemport.cards.deals import NumberError
from gemport.games.freecell import GAME
from gemport.store.records import Recovered
from gemport.store.sqlite import Store
from gemport.store.statistics import Outcome, Statistics
from tests.games import shared
from tests.games.freecell.lines import LOSSES, TWO_EMPTY_COLUMNS, WINS
from tests.games.freecell.player import Player
from tests.games.sessions import Book, Saved, session_of, tally
from tests.places import ROOT

WON, LOST = Outcome.WON, Outcome.LOST


KEEP, FORFEIT, CANCEL = 1, 2, 3
START_OVER = 2


def leave(player: Player, key: str, answer: int = FORFEIT) -> None:
    """Leave a game, and answer the question that may follow."""
    player.keys(key)
    if player.asked is not None:
        assert "not finished" in player.asked
        player.answer(answer)


def select(player: Player, number: int, answer: int = FORFEIT) -> None:
    """Deal a number anew, and answer the question that may follow."""
    player.keys("F3")
    player.do({"do": "text", "text": str(number)})
    player.keys("Return")
    if player.asked is not None and "begun game" in player.asked:
        player.answer(START_OVER)
    if player.asked is not None:
        assert "not finished" in player.asked
        player.answer(answer)
    assert player.session.number == number


def lose(player: Player, number: int, again: bool = False) -> None:
    player.key_words(LOSSES[number])
    assert player.asked is not None
    assert "no legal move" in player.asked
    player.answer(1 if again else 2)


def win(player: Player, number: int = 1) -> None:
    """Win with keys; the middle of the game, where nothing counts, is played on the board alone."""
    first, *middle, last = WINS[number].split()
    player.key_words(first)
    for word in middle:
        player.board.play_word(word)
    player.key_words(last)
    assert player.board.won
    # One key for the falling cards, one for the box.
    player.keys("x", "Return")
    assert player.machine.next_wakeup() is None


# ---- single rules


def test_a_lost_game_is_announced_and_counted_at_once_and_may_be_tried_again() -> None:
    player = Player(1)
    player.key_words(LOSSES[1])
    assert player.outcomes == [(1, LOST)]
    player.keys("Return")
    assert (player.words, player.session.number) == ([], 1)
    win(player)
    assert player.outcomes == [(1, LOST)]


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


def test_neither_undo_nor_restart_undoes_that_a_game_has_begun() -> None:
    for key in ("Undo", "F5"):
        player = Player(1)
        player.key_words("8a")
        player.keys(key)
        leave(player, "F2")
        assert player.outcomes == [(1, LOST)]


def test_a_game_that_has_counted_is_left_without_a_question() -> None:
    player = Player(1)
    lose(player, 1)
    player.keys("Undo", "F2")
    assert (player.asked, player.outcomes) == (None, [(1, LOST)])


def test_restart_before_the_first_move_begins_nothing() -> None:
    player = Player(1)
    player.keys("F5", "F2")
    assert player.outcomes == []


def test_a_game_dealt_again_in_the_middle_counts_once() -> None:
    player = Player(1)
    player.key_words("8a 7b")
    player.keys("F5")
    win(player)
    player.keys("F5")
    win(player)
    player.keys("F5")
    lose(player, 1)
    player.keys("F2")
    assert player.outcomes == [(1, WON)]


def test_a_loss_taken_back_and_won_stays_a_loss() -> None:
    player = Player(1)
    lose(player, 1)
    player.keys("Undo", "Undo", "Undo", "Undo", "Undo")
    win(player)
    assert player.outcomes == [(1, LOST)]


def test_a_win_taken_back_and_left_stays_a_win() -> None:
    player = Player(1)
    win(player)
    player.keys("Undo")
    assert not player.board.won
    player.keys("F2")
    assert player.outcomes == [(1, WON)]


def test_a_win_taken_back_stays_a_win_at_the_next_start_too() -> None:
    player = Player(1)
    win(player)
    player.keys("Undo")
    records = Book("freecell", [(1, WON)], *player.saved)
    again = Player(None, records)
    assert again.words == WINS[1].split()[:-1]
    again.keys("F2")
    assert records.outcomes == [(1, WON)]


def test_a_number_lost_once_does_not_count_again_but_one_won_does() -> None:
    player = Player(1)
    lose(player, 1)
    select(player, 2)
    lose(player, 2)
    select(player, 1)
    win(player, 1)
    assert player.outcomes == [(1, LOST), (2, LOST)]
    select(player, 617)
    win(player, 617)
    select(player, 617)
    win(player, 617)
    assert player.outcomes[2:] == [(617, WON), (617, WON)]
    player.records.clear()
    select(player, 2)
    lose(player, 2)
    assert player.outcomes == [(2, LOST)]


def test_a_game_in_progress_is_kept_from_the_first_move_to_the_last() -> None:
    player = Player(1)
    assert player.saved == []
    player.key_words("8a 7b 5c")
    assert player.saved == [Saved(1, ("8a", "7b", "5c"))]
    player.keys("Undo")
    assert player.saved == [Saved(1, ("8a", "7b"))]
    player.keys("Ctrl+y", "F5")
    assert player.saved == [Saved(1, ("8a", "7b", "5c"))]
    player.key_words("8a")
    assert player.saved == [Saved(1, ("8a",)), Saved(1, ("8a", "7b", "5c"))]


@pytest.mark.parametrize("number", [None, 1])
def test_a_game_in_progress_is_gone_on_with(number: int | None) -> None:
    words = WINS[1].split()
    records = Book("freecell", saved=Saved(1, tuple(words[:40])))
    player = Player(number, records)
    assert player.words == words[:40]
    assert player.outcomes == []
    player.key_words(" ".join(words[40:]))
    assert records.outcomes == [(1, WON)]


def test_every_position_of_a_game_is_resumed() -> None:
    records = Book("freecell")
    player = Player(1, records)
    for word in WINS[1].split():
        player.key_word(word)
        if not records.games:
            break
        assert Player(None, Book("freecell", (), *records.games)).board.position() == player.board.position()
    assert player.board.won


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


def test_starting_with_another_number_lets_the_unfinished_game_be() -> None:
    records = Book("freecell", saved=Saved(1, ("8a",)))
    player = Player(2, records)
    assert (player.session.number, records.outcomes, records.games) == (2, [], [Saved(1, ("8a",))])
    player.key_words("1a")
    assert player.saved == [Saved(2, ("1a",)), Saved(1, ("8a",))]
    leave(player, "F10")
    assert (records.outcomes, records.games) == ([(2, LOST)], [Saved(1, ("8a",))])


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


@pytest.mark.parametrize("number", [0, 1 << 31, -5])
def test_a_number_that_there_is_not_is_refused_before_the_start(number: int) -> None:
    with pytest.raises(NumberError):
        session_of(GAME, number)


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


# ---- thirty games


@contextmanager
def sitting(folder: Path, number: int | None = None) -> Iterator[Player]:
    """The program from its start to Exit."""
    with Store(folder) as store:
        player = Player(number, store.records("freecell"))
        yield player
        leave(player, "F10")
        assert player.machine.finished


def play_and_kill(folder: Path, number: int | None, words: str) -> str:
    """Play moves in another process and kill it; the game's number and all its moves."""
    command = [sys.executable, "-m", "tests.games.freecell.victim", str(folder), str(number or "-"), *words.split()]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline().strip()
        process.kill()
    return line


def statistics(folder: Path) -> Statistics:
    with Store(folder) as store:
        return tally(store.records("freecell"))


def test_the_statistics_after_thirty_games_are_exactly_as_the_rules_say(tmp_path: Path) -> None:
    # Games 1..9: three won, one lost and tried again (won, not counted), two forfeited, two untouched, one forfeited.
    with sitting(tmp_path, 617) as player:
        win(player, 617)
        select(player, 164)
        win(player, 164)
        select(player, 617)
        win(player, 617)
        select(player, 1)
        lose(player, 1, again=True)
        win(player, 1)
        select(player, 100)
        player.key_words("1a")
        leave(player, "F2")
        player.keys("2", "0")
        leave(player, "F2")
        select(player, 101)
        select(player, 102)
        player.key_words("1a")
    expected = Statistics(won=3, lost=4, streak=-4, longest_won=3, longest_lost=4)
    assert statistics(tmp_path) == expected

    # Games 10..14: killed in the middle twice and then won; killed and forfeited; killed before a move; lost ones.
    words = WINS[617].split()
    assert play_and_kill(tmp_path, 617, " ".join(words[:20])) == " ".join(["617", *words[:20]])
    assert statistics(tmp_path) == expected
    assert play_and_kill(tmp_path, None, " ".join(words[20:40])) == " ".join(["617", *words[:40]])
    assert statistics(tmp_path) == expected
    with sitting(tmp_path) as player:
        assert player.words == words[:40]
        player.key_words(" ".join(words[40:]))
        player.keys("Return")
    expected = Statistics(4, 4, 1, 3, 4)
    assert statistics(tmp_path) == expected
    play_and_kill(tmp_path, 103, "1a 2b")
    with sitting(tmp_path) as player:
        assert (player.session.number, player.words) == (103, ["1a", "2b"])
    play_and_kill(tmp_path, 104, "")
    with sitting(tmp_path, 2) as player:
        assert player.words == []
        lose(player, 2)
        player.keys("Undo", "Undo", "F5")
        player.key_words("1a")
        select(player, 4)
        lose(player, 4)
    assert statistics(tmp_path) == Statistics(4, 7, -3, 3, 4)

    # Games 15..22: killed after a loss that counted; dealt again and won; four won; dealt again and left; untouched.
    play_and_kill(tmp_path, 5, LOSSES[5])
    assert statistics(tmp_path) == Statistics(4, 8, -4, 3, 4)
    with sitting(tmp_path) as player:
        assert player.asked is not None
        player.answer(1)
        player.key_words("8a")
        select(player, 164)
        player.key_words("17 15")
        player.keys("F5")
        win(player, 164)
        for _ in range(4):
            select(player, 617)
            win(player, 617)
        select(player, 105)
        player.key_words("1a")
        player.keys("F5")
        select(player, 106)
    assert statistics(tmp_path) == Statistics(9, 9, -1, 5, 4)

    # Games 23..30: untouched; numbers lost before, won, left or killed, change nothing; then a loss and three forfeits.
    with sitting(tmp_path) as player:
        select(player, 1)
        win(player, 1)
        select(player, 5)
        player.key_words("8a")
    play_and_kill(tmp_path, 2, "7a")
    assert play_and_kill(tmp_path, 2, "7b") == "2 1a 7a 7b"
    with sitting(tmp_path) as player:
        assert player.words == ["1a", "7a", "7b"]
    assert statistics(tmp_path) == Statistics(9, 9, -1, 5, 4)
    with sitting(tmp_path, 6) as player:
        lose(player, 6)
        for number in range(107, 110):
            select(player, number)
            player.key_words("1a")
    assert statistics(tmp_path) == Statistics(won=9, lost=13, streak=-5, longest_won=5, longest_lost=5)
    assert statistics(tmp_path).percentage == 40

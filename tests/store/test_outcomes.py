"""What a game counts as when it is left, won, lost, restarted or played again."""

from __future__ import annotations

import pytest

from gemport.cards.card import parse_cards
from gemport.cards.vierfrei import VierfreiBoard
from gemport.games.freecell import GAME as FREECELL
from gemport.games.vierfrei import GAME as VIERFREI
from gemport.play.game import AnyGame
from gemport.store.statistics import Outcome, Statistics
from tests.games.freecell.lines import LOSSES, WINS
from tests.games.sessions import Book, Saved, make, save, session_of, tally
from tests.store.table import ALL, Table, vierfrei_win

WON, LOST = Outcome.WON, Outcome.LOST
OTHER_STEPS = {"vierfrei": "2b", "freecell": "7a", "grossfamilien": "a2-h"}
"""With which game 1 can begin too."""


# ---- leaving


@ALL
def test_games_stay_whatever_is_done(game: AnyGame) -> None:
    """New, Select, Restart and Quit: a game with steps in it is never lost, and none counts as lost."""
    table = Table(game)
    one, two = table.steps[0], OTHER_STEPS[game.name]
    session = table.sit(1)
    make(session, one)
    session.deal(1)
    make(session, one)
    make(session, "Restart")
    assert not session.board.can_undo
    assert table.book.games == [Saved(1, (one,)), Saved(1, (one,))]
    make(session, two)
    session.leave()
    assert table.book.games == [Saved(1, (two,)), Saved(1, (one,)), Saved(1, (one,))]
    assert table.book.outcomes == []
    assert table.sit(1).board.words() == [two]


@ALL
@pytest.mark.parametrize("leave", ["deal", "the same", "leave"])
def test_where_losses_count_a_begun_game_is_lost_only_if_it_is_forfeited(game: AnyGame, leave: str) -> None:
    for steps, forfeited, outcomes in ((0, False, []), (0, True, []), (1, False, []), (1, True, [(1, LOST)])):
        table = Table(game)
        session = table.sit(1)
        make(session, *table.steps[:steps])
        assert session.at_stake is (steps > 0)
        if forfeited:
            session.forfeit()
            assert not session.at_stake
        if leave == "leave":
            session.leave()
        else:
            session.deal(1 if leave == "the same" else 2)
        kept = [Saved(1, table.steps[:steps])] if steps and not forfeited else []
        assert (table.book.outcomes, table.book.games) == (outcomes, kept)


@ALL
def test_a_game_that_is_forgotten_is_given_up_unless_another_attempt_is_left(game: AnyGame) -> None:
    table = Table(game)
    session = table.sit(1)
    make(session, table.steps[0], "Restart", OTHER_STEPS[game.name])
    session.deal(2)
    for outcomes in ([], [(1, LOST)]):
        (kept, *_) = session.unfinished()
        assert session.gives_up(kept) is bool(outcomes)
        session.delete(kept)
        assert table.book.outcomes == outcomes
    assert table.book.games == []
    # Its number counts no more, as where it is forfeited.
    make(session, table.steps[0])
    session.deal(1)
    make(session, table.steps[0])
    assert [kept.counted for kept in session.unfinished()] == [True, False]


@ALL
def test_an_attempt_is_not_given_up_by_forgetting_the_one_before_it(game: AnyGame) -> None:
    table = Table(game)
    session = table.sit(1)
    make(session, table.steps[0], "Restart")
    (before,) = session.unfinished()
    session.delete(before)
    assert (table.book.outcomes, table.book.games) == ([], [])


@ALL
def test_a_game_that_has_counted_is_forgotten_without_counting_again(game: AnyGame) -> None:
    table = Table(game)
    save(table.book, Saved(1, table.steps, counted=True))
    session = table.sit(2)
    session.delete(session.unfinished()[0])
    assert (table.book.outcomes, table.book.games) == ([], [])


@ALL
def test_neither_undo_nor_restart_is_a_way_out_of_forfeiting(game: AnyGame) -> None:
    for way in (["Undo"], ["Restart"], ["Undo", "Restart", "Restart"]):
        table = Table(game)
        session = table.sit(1)
        make(session, table.steps[0], *way)
        assert session.begun
        assert session.at_stake
        session.forfeit()
        assert table.book.outcomes == [(1, LOST)]
        # What was kept of it before can be taken up, and counts no more.
        assert all(kept.counted for kept in table.book.games)


@ALL
def test_restart_before_the_first_step_begins_nothing(game: AnyGame) -> None:
    table = Table(game)
    session = table.sit(1)
    make(session, "Restart")
    session.leave()
    assert (session.begun, table.book.games, table.book.outcomes) == (False, [], [])


@ALL
def test_the_kept_game_of_another_number_is_not_forfeited(game: AnyGame) -> None:
    table = Table(game)
    make(table.sit(1), *table.steps)
    other = table.sit(2)
    assert (other.number, other.begun) == (2, False)
    other.leave()
    assert (table.book.outcomes, table.book.games) == ([], [Saved(1, table.steps)])


# ---- what counts


@pytest.mark.parametrize("game", [VIERFREI, FREECELL], ids=lambda game: game.name)
def test_a_won_game_counts_and_is_no_longer_kept_unless_its_last_step_is_taken_back(game: AnyGame) -> None:
    """VIERFREI counts wins too."""
    number, words = vierfrei_win() if game is VIERFREI else (1, WINS[1].split())
    table = Table(game)
    session = table.sit(number)
    make(session, *words[:-1])
    assert (session.outcome(), table.book.outcomes) == (None, [])
    make(session, words[-1])
    assert session.outcome() is WON
    assert (table.book.outcomes, table.book.games) == ([(number, WON)], [])
    assert tally(session.records) == Statistics(won=1, streak=1, longest_won=1)
    make(session, "Undo")
    assert table.book.games == [Saved(number, tuple(words[:-1]), counted=True)]
    again = table.sit()
    make(again, "Redo")
    assert again.board.won
    again.leave()
    assert (table.book.outcomes, table.book.games) == ([(number, WON)], [])


def test_a_game_killed_after_its_last_step_counts_at_the_next_start() -> None:
    table = Table(FREECELL)
    save(table.book, Saved(1, tuple(WINS[1].split())))
    session = table.sit()
    assert (session.outcome(), table.book.outcomes, table.book.games) == (WON, [(1, WON)], [])


def test_where_nothing_moves_a_game_is_lost_only_where_losses_count() -> None:
    table = Table(FREECELL)
    session = table.sit(1)
    make(session, *LOSSES[1].split())
    assert session.outcome() is LOST
    assert table.book.outcomes == [(1, LOST)]
    make(session, *["Undo"] * 5, *WINS[1].split())
    assert session.outcome() is WON
    session.leave()
    assert table.book.outcomes == [(1, LOST)]

    book = Book("vierfrei")
    for told in (False, True):
        stuck = session_of(VIERFREI, 42, book)
        stuck.counts_losses = told
        # Black cards only.
        columns = [[card] for card in parse_cards(["KC", "KS", "QC", "QS", "JC", "JS", "TC", "TS"])]
        stuck.board.piles = VierfreiBoard(columns, parse_cards(["4C", "4S", "6C", "6S"])).piles
        assert stuck.board.lost
        assert stuck.outcome() is (LOST if told else None)
        assert book.outcomes == ([(42, LOST)] if told else [])


@ALL
def test_a_number_lost_before_counts_no_more_until_the_statistics_are_cleared(game: AnyGame) -> None:
    table = Table(game)
    for _ in range(2):
        session = table.sit(1)
        make(session, table.steps[0])
        session.forfeit()
    assert table.book.outcomes == [(1, LOST)]
    table.book.clear()
    session.deal(1)
    make(session, table.steps[0])
    session.forfeit()
    assert table.book.outcomes == [(1, LOST)]


def test_all_attempts_at_a_game_count_once() -> None:
    """Attempts of VIERFREI stay side by side; a win of one counts for all, also for those begun from another."""
    number, words = vierfrei_win()
    table = Table(VIERFREI)
    session = table.sit(number)
    for made in (1, 2, 3):
        make(session, *words[:made], "Restart")
    make(session, *words)
    assert table.book.outcomes == [(number, WON)]
    assert [(len(game.words), game.counted) for game in table.book.games] == [(3, True), (2, True), (1, True)]
    session.leave()
    for _ in range(3):
        attempt = table.sit(number)
        make(attempt, *words[attempt.board.moves_made :])
        assert attempt.outcome() is WON
        attempt.leave()
    assert (table.book.outcomes, table.book.games) == ([(number, WON)], [])
    # Dealt by its number it is a game of its own, and a win counts again.
    session = table.sit(number)
    make(session, *words)
    assert table.book.outcomes == [(number, WON)] * 2


def test_an_attempt_from_a_game_that_was_taken_up_counts_with_it() -> None:
    number, words = vierfrei_win()
    table = Table(VIERFREI)
    make(table.sit(number), *words[:1], "Restart", *words[:2])
    session = table.sit(number)
    assert session.board.moves_made == 2
    make(session, "Restart", *words)
    assert [game.counted for game in table.book.games] == [True, True]
    assert table.book.outcomes == [(number, WON)]

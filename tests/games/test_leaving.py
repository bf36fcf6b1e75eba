"""Questions and alerts about choosing, leaving, losing and resuming a game, the same in all games that have them.

tests/store/test_scenarios.py tests the counted outcomes and the saved games.
"""

from typing import Any

import pytest

from gemport.store.statistics import Outcome
from tests.games import shared
from tests.games.players import Familien, Hand, Hands, Player, every_game
from tests.games.sessions import Book, Saved, make
from tests.store.table import STEPS, loss, win

RETURN, SAVE, FORFEIT, CANCEL = range(4)
TAKE_BACK, AGAIN, STAY = 1, 2, 3
"""Buttons of the alert about a loss."""
ANSWERS = [(RETURN, [], 1), (SAVE, [], 1), (FORFEIT, [(1, Outcome.LOST)], 0), (CANCEL, [], 1)]
ASKING = pytest.mark.parametrize("kind", [Player, Familien])
"""The games that ask before the player leaves one."""


WAYS = {"new": "F1", "number": "F2 7 Return", "quit": "F10", "closer": ""}
"""Keys for each way of leaving; the window's closer has none."""


def leave(game: Hand[Any], way: str) -> None:
    game.act(WAYS[way]) if WAYS[way] else game.closer()


LEAVING = pytest.mark.parametrize("way", list(WAYS))


def begun(kind: Hands) -> Hand[Any]:
    """Return a game after a first step, without painting it."""
    game = kind(1, lang="en")
    make(game.session, STEPS[kind.game.name][0])
    return game


@ASKING
@LEAVING
def test_a_game_without_moves_is_left_without_asking(kind: Hands, way: str) -> None:
    game = kind(1)
    leave(game, way)
    assert (game.alerts, game.outcomes, game.saved) == ([], [], [])
    assert game.machine.finished == (way in ("quit", "closer"))


@ASKING
@LEAVING
@pytest.mark.parametrize(("answer", "outcomes", "saved"), ANSWERS)
def test_a_started_game_is_saved_or_forfeited(
    kind: Hands, way: str, answer: int, outcomes: list[tuple[int, Outcome]], saved: int
) -> None:
    game = begun(kind)
    before = game.full_picture()
    leave(game, way)
    assert "Game 1 is not finished" in game.asked
    game.key("Return") if answer == RETURN else game.answer(answer)
    assert (game.outcomes, len(game.saved)) == (outcomes, saved)
    if answer == CANCEL:
        game.move((1, 399))
        assert (game.picture(), game.board.moves_made) == (before, 1)
    elif way in ("quit", "closer"):
        assert game.machine.finished
    else:
        assert (game.board.moves_made, game.session.started) == (0, False)


@ASKING
@LEAVING
def test_more_than_ten_moves_are_forfeited_after_a_question(kind: Hands, way: str) -> None:
    game = begun(kind)
    while game.board.moves_made < 11:
        make(game.session, str(game.board.legal_moves()[-1]))
    leave(game, way)
    game.answer(FORFEIT)
    assert "after|11 moves" in game.asked
    game.key("Return")
    assert (game.outcomes, game.board.moves_made, game.machine.finished) == ([], 11, False)
    game.key("Undo")
    leave(game, way)
    game.answer(FORFEIT)
    assert game.outcomes == [(1, Outcome.LOST)], "ten moves are not worth another question"


@every_game
@pytest.mark.parametrize("box", ["", "F1", "F2", "F3", "F4", "F5", "F9"])
def test_closing_the_host_saves_the_game_without_asking(kind: Hands, box: str) -> None:
    game = begun(kind)
    game.key(*box.split())
    game.machine.request_quit()
    game.machine.settle()
    assert (game.machine.finished, game.machine.faults) == (True, [])
    assert (game.outcomes, len(game.saved)) == ([], 1)


# ---- lost and resumed games


@ASKING
@pytest.mark.parametrize("answer", [TAKE_BACK, AGAIN, STAY])
def test_a_loss_offers_undo_and_restart(kind: Hands, answer: int) -> None:
    _, number, words, _ = loss(kind.game.name)
    lost = [(number, Outcome.LOST)]
    game = kind(None, records=Book(kind.game.name, lost, Saved(number, words, counted=True)), lang="en")
    assert game.asked.endswith("|What now?][Undo|Restart|Cancel]")
    game.answer(answer)
    assert (game.session.number, game.asked) == (number, "")
    assert game.words == {TAKE_BACK: list(words[:-1]), AGAIN: [], STAY: list(words)}[answer]
    assert game.board.words_undone() == ([words[-1]] if answer == TAKE_BACK else [])
    assert game.picture() == game.full_picture()
    if answer == STAY:
        game.key("Undo")
    if answer != AGAIN:
        game.key("Ctrl+y")
        assert len(game.alerts) == 2
        game.key("Return")
        assert game.words == list(words[:-1]), "Return stands for Undo"
    game.key("F1")
    assert (game.asked, game.outcomes) == ("", lost), "it counts no more, so nobody is asked"


@ASKING
def test_a_game_killed_at_its_end_counts_at_the_start(kind: Hands) -> None:
    for line, outcome in ((win(kind.game.name), Outcome.WON), (loss(kind.game.name), Outcome.LOST)):
        game = kind(None, records=Book(kind.game.name, saved=Saved(line.number, line.words)))
        assert game.outcomes == [(line.number, outcome)]
        assert bool(game.asked) is (outcome is Outcome.LOST)


@ASKING
def test_a_game_is_resumed_up_to_an_impossible_word(kind: Hands) -> None:
    first, *_ = STEPS[kind.game.name]
    records = Book(kind.game.name, saved=Saved(1, (first, "zz", first)))
    game = kind(None, records=records, lang="en")
    assert "unfinished game 1|" in game.asked
    game.key("Return")
    assert (game.words, game.outcomes) == ([first], [])
    make(game.session, str(game.board.legal_moves()[-1]))
    assert len(records.games[0].words) == 2
    assert not kind(None, records=records).asked


# ---- statistics


@pytest.mark.parametrize("kind", [Player, Familien])
def test_statistics_are_cleared_after_a_confirmation(kind: Hands) -> None:
    won, lost = Outcome.WON, Outcome.LOST
    outcomes = [won, won, won, lost, lost, won, lost, lost, lost, lost, won, won]
    game = kind(1, records=Book(kind.game.name, enumerate(outcomes, 1)), lang="en")
    before = game.picture()
    game.key("F5")

    def shown() -> list[str]:
        return [game.said(shared.STATISTICS, obj) for obj in range(10, 16)]

    assert shown() == ["6", "6", "50%", "2 won", "3", "4"]
    for answer in ("Return", "Esc"):
        game.button(shared.STATISTICS, shared.STATISTICS_CLEAR)
        game.key(answer)
        assert len(game.outcomes) == 12
    game.button(shared.STATISTICS, shared.STATISTICS_CLEAR)
    game.answer(1)
    assert game.outcomes == []
    assert shown() == ["0", "0", "0%", "none", "0", "0"]
    game.button(shared.STATISTICS, shared.STATISTICS_OK)
    game.move((1, 399))
    assert game.picture() == before

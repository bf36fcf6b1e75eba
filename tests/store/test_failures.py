"""Sessions whose records can not be written for a while, or not at all."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from gemport.games.freecell import GAME as FREECELL
from gemport.store.session import Session
from gemport.store.sqlite import Store
from gemport.store.statistics import Outcome
from tests.games.freecell.lines import WINS
from tests.games.sessions import Book, Saved, make, saved_games, session_of

WON, LOST = Outcome.WON, Outcome.LOST


@pytest.mark.parametrize("refused", range(6))
def test_what_could_not_be_kept_is_kept_with_the_next_change(refused: int) -> None:
    """A word that is missing in the middle would make another game of it."""
    acts = ("8a", "7b", "Undo", "Redo", "Undo", "5b")
    book = Book("freecell")
    session = session_of(FREECELL, 1, book)
    for number, act in enumerate(acts):
        book.store.refusal = "disk full" if number == refused else ""
        make(session, act)
    assert session.records.failure == "disk full"
    book.store.refusal = ""
    make(session, "6c")
    assert book.games == [Saved(1, ("8a", "5b", "6c"))]
    again = session_of(FREECELL, 1, book)
    assert again.kept() == session.kept()
    assert again.board.position() == session.board.position()


def test_what_could_be_made_again_is_kept_too_when_it_is_made_up_for() -> None:
    book = Book("freecell")
    session = session_of(FREECELL, 1, book)
    book.store.refusal = "disk full"
    make(session, "8a", "7b", "5c", "Undo")
    book.store.refusal = ""
    make(session, "Undo")
    again = session_of(FREECELL, None, book)
    make(again, "Redo", "Redo")
    assert again.board.words() == ["8a", "7b", "5c"]


def test_an_outcome_that_could_not_be_counted_is_counted_when_the_game_is_left() -> None:
    book = Book("freecell")
    session = session_of(FREECELL, 1, book)
    words = WINS[1].split()
    make(session, *words[:-1])
    book.store.refusal = "disk full"
    make(session, words[-1])
    assert book.outcomes == []
    book.store.refusal = ""
    session.leave()
    assert book.outcomes == [(1, WON)]


def test_a_game_that_could_not_be_kept_is_kept_when_it_is_left() -> None:
    book = Book("freecell")
    session = session_of(FREECELL, 1, book)
    book.store.refusal = "disk full"
    make(session, "8a", "7b")
    assert not session.whole
    book.store.refusal = ""
    session.leave()
    assert session.whole
    assert (book.outcomes, book.games) == ([], [Saved(1, ("8a", "7b"))])


def test_a_forfeited_game_that_could_not_be_counted_is_counted_with_the_next_step() -> None:
    book = Book("freecell")
    session = session_of(FREECELL, 1, book)
    book.store.refusal = "disk full"
    make(session, "8a")
    session.forfeit()
    session.deal(2)
    make(session, session.board.words()[0] if session.board.words() else "1a")
    assert book.outcomes == []
    book.store.refusal = ""
    make(session, "2b")
    assert (book.outcomes, book.games) == ([(1, LOST)], [Saved(2, ("1a", "2b"))])


def test_nothing_that_fails_stops_a_game(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = Session(FREECELL, store.records("freecell"), Random(0), 1)
    make(session, "8a")
    store.close()
    make(session, "7b", "Undo", "Redo", "Restart", "8a", "7b", "5c")
    session.deal(2)
    session.leave()
    assert session.records.failure is not None
    with Store(tmp_path) as again:
        assert saved_games(again, "freecell") == [Saved(1, ("8a",))]

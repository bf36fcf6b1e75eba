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
*NEARLY, LAST = WINS[1].split()


@pytest.mark.parametrize(
    ("acts", "outcomes", "games"),
    [
        # a word that is missing in the middle would make another game of it
        ("full 8a room 7b Undo Redo Undo 5b 6c", [], [Saved(1, ("8a", "5b", "6c"))]),
        ("8a full 7b room Undo Redo Undo 5b 6c", [], [Saved(1, ("8a", "5b", "6c"))]),
        ("8a 7b full Undo room Redo Undo 5b 6c", [], [Saved(1, ("8a", "5b", "6c"))]),
        ("8a 7b Undo full Redo room Undo 5b 6c", [], [Saved(1, ("8a", "5b", "6c"))]),
        ("8a 7b Undo Redo full Undo room 5b 6c", [], [Saved(1, ("8a", "5b", "6c"))]),
        ("8a 7b Undo Redo Undo full 5b room 6c", [], [Saved(1, ("8a", "5b", "6c"))]),
        # what could be made again is kept, too
        ("full 8a 7b 5c Undo room Undo", [], [Saved(1, ("8a",))]),
        # what was left, won or forfeited meanwhile
        ("full 8a 7b room leave", [], [Saved(1, ("8a", "7b"))]),
        ("nearly full last room leave", [(1, WON)], []),
        ("full 8a forfeit next 1a room 2b", [(1, LOST)], [Saved(2, ("1a", "2b"))]),
    ],
)
def test_what_could_not_be_kept_is_kept_with_the_next_change(
    acts: str, outcomes: list[tuple[int, Outcome]], games: list[Saved]
) -> None:
    """``full``: the disk is from now on, until there is ``room``."""
    book = Book("freecell")
    session = session_of(FREECELL, 1, book)
    for act in acts.split():
        if act in ("full", "room"):
            assert book.outcomes == []
            book.store.refusal = "disk full" if act == "full" else ""
        elif act in ("leave", "forfeit"):
            getattr(session, act)()
        elif act == "next":
            session.deal(2)
        else:
            make(session, *{"nearly": NEARLY, "last": [LAST]}.get(act, [act]))
    assert session.records.failure == "disk full"
    assert (session.whole, book.outcomes, book.games) == (True, outcomes, games)
    if games:
        again = session_of(FREECELL, None, book)
        assert again.kept() == session.kept()
        assert again.board.position() == session.board.position()


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

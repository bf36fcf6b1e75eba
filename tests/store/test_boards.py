"""Games with a starting position from a file are saved, resumed and exported under its name, and never count."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from random import Random

import pytest

from gemport.cards.boardtext import BoardTextError, named, number_of
from gemport.cards.freecell import FreeCellBoard
from gemport.cards.game import AnyGame
from gemport.cards.vierfrei import VierfreiBoard
from gemport.cli import registry
from gemport.games.freecell import GAME as FREECELL
from gemport.games.grossfamilien import GAME as GROSSFAMILIEN
from gemport.games.vierfrei import GAME as VIERFREI
from gemport.store import export
from gemport.store.records import Backend
from gemport.store.session import AnySession, Change, Session
from gemport.store.sqlite import Store
from gemport.store.texts import TextStore
from tests.games.sessions import Book, begin, make, session_of

ENDING = named("ending.txt", "Foundations: H-J C-J D-J S-J\nQC QH QS QD KC KH KS KD\n")
"""Only queens and kings are left, the kings on top."""
DEAL = named("deal.txt", FreeCellBoard.deal(617).text())
GAMES: list[AnyGame] = [VIERFREI, FREECELL]


def sit(store: Backend, game: AnyGame, start: str | None, afresh: bool = False) -> AnySession:
    number = None if start is None else number_of(start)
    return Session(game, store.records(game.name), Random(1), number, start=start, afresh=afresh)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("kind", ["sqlite", "texts"])
def test_a_position_is_saved_by_name_and_resumed_with_its_redo(game: AnyGame, kind: str, tmp_path: Path) -> None:
    texts: dict[str, str] = {}

    @contextmanager
    def opened() -> Iterator[Backend]:
        with Store(tmp_path) if kind == "sqlite" else nullcontext(TextStore(texts)) as store:
            yield store

    title = f"{game.title} deal.txt"
    with opened() as store:
        session = sit(store, game, DEAL)
        assert (session.title, session.started, session.chosen) == (title, False, False)
        make(session, "1a", "2b", "Undo")
        session.leave()
    with opened() as store:
        # Without a name it is resumed as the last played game; with another file's name, as the same position.
        for start in (None, DEAL, named("other.txt", FreeCellBoard.deal(617).text())):
            session = sit(store, game, start)
            assert (session.title, session.board.words(), session.board.words_undone()) == (title, ["1a"], ["2b"])
            session.leave()
        assert [kept.name for kept in session.records.unfinished()] == ["deal.txt"]
        session = sit(store, game, DEAL, afresh=True)
        assert (session.started, session.board.position()) == (False, FreeCellBoard.deal(617).position())
        session.leave()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_position_never_counts_and_is_deleted_when_won(game: AnyGame) -> None:
    book = Book(game.name)
    session = session_of(game, number_of(ENDING), book, start=ENDING)
    make(session, "1a")
    assert [(kept.name, kept.counted) for kept in book.unfinished()] == [("ending.txt", True)]
    assert not session.at_stake
    session.restart()
    assert session.board.position() == VierfreiBoard.read(ENDING).position()
    assert session.title == f"{game.title} ending.txt"
    make(session, "1a", "1b", "1c", "1d")
    while not session.board.won:
        make(session, str(next(move for move in session.board.iter_moves() if str(move).endswith("h"))))
    (kept,) = book.unfinished()
    assert (kept.progress.made, book.outcomes, session.gives_up(kept)) == (1, [], False)
    session.delete(kept)
    assert (book.outcomes, book.unfinished()) == ([], [])


def test_the_game_after_a_position_has_a_number() -> None:
    session = session_of(VIERFREI, number_of(DEAL), start=DEAL)
    make(session, "1a")
    session.deal(session.next_number())
    assert (session.start, session.title) == (None, f"VIERFREI #{session.number}")
    assert session.number in VIERFREI.numbers
    make(session, str(session.board.legal_moves()[0]))
    kept = session.records.unfinished()[1]
    assert session.resume(kept.key)
    assert [*session.records.store.opened] == [kept.key]
    assert (session.title, session.board.words()) == ("VIERFREI deal.txt", ["1a"])


def test_a_position_is_dealt_after_a_game() -> None:
    book, told = Book("freecell"), list[tuple[Change, str]]()
    session = session_of(FREECELL, 1, book)
    session.watch(lambda session, change: told.append((change, session.title)))
    make(session, "8a")
    session.deal_position(DEAL)
    make(session, "1a")
    assert [change for change, _ in told] == [Change.DEALT, Change.STEP, Change.DEALT, Change.STEP]
    assert [title for _, title in told[1:]] == ["FreeCell #1", *["FreeCell deal.txt"] * 2]
    assert [(kept.name, kept.counted) for kept in book.unfinished()] == [("deal.txt", True), ("1", False)]
    assert session.counted


def test_a_game_that_reads_no_positions_quarantines_one() -> None:
    book = Book("grossfamilien")
    key = begin(book, 7)
    with book.store.changing():
        book.store.update(key, start=DEAL)
    book.claims.release()
    session = session_of(GROSSFAMILIEN, None, book)
    assert (session.resume_error and session.resume_error.name, session.started, book.unfinished()) == (
        "deal.txt",
        False,
        [],
    )
    with pytest.raises(BoardTextError):
        session_of(GROSSFAMILIEN, number_of(DEAL), start=DEAL)


def test_a_position_is_exported_separately_and_imported_once() -> None:
    numbers, (here, there) = registry.numbers(), (Store(None), Store(None))
    with here, there:
        make(sit(here, FREECELL, DEAL), "1a")
        make(sit(here, FREECELL, None, afresh=True), "1b")
        text = export.write(here.collections(["freecell"]))
        for added in (2, 0):
            read = export.read(text, "export.json", numbers)
            assert list(read.faults) == []
            assert len(there.add(read.games)["freecell"].unfinished) == added
        session = sit(there, FREECELL, DEAL)
        assert (session.title, session.board.words()) == ("FreeCell deal.txt", ["1a"])
        # Earlier versions only look for numbers, and must not find these games.
        assert '"unfinished": [\n{"number": ' in text
        assert text.count(str(number_of(DEAL))) == 1
        damaged = export.read(text.replace("AH", "AD", 1), "export.json", numbers)
        assert "freecell, boards 1: " in damaged.faults[0]

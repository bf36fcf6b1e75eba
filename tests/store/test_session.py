"""The owner of the game: what is kept, what counts, what is taken up again, and who is told."""

from __future__ import annotations

import pytest

from gemport.cards.deals import NumberError
from gemport.games.freecell import GAME as FREECELL
from gemport.games.grossfamilien import GAME as GROSSFAMILIEN
from gemport.games.vierfrei import GAME as VIERFREI
from gemport.play.game import AnyGame
from gemport.store.records import Progress
from gemport.store.session import AnySession, Change
from tests.games.sessions import Book, Saved, begin, make, save, session_of
from tests.store.table import ALL, Table

# ---- what is dealt


@ALL
def test_chance_chooses_a_number_where_none_is_named(game: AnyGame) -> None:
    numbers = [session_of(game, chance=chance).number for chance in (1, 1, 2)]
    assert numbers[0] == numbers[1] != numbers[2]
    assert all(number in game.numbers for number in numbers)


@ALL
def test_a_number_that_the_game_has_not_is_refused_and_nothing_has_happened(game: AnyGame) -> None:
    table = Table(game)
    for number in (game.numbers[0] - 1, game.numbers[-1] + 1):
        with pytest.raises(NumberError):
            table.sit(number)
    session = table.sit(1)
    make(session, table.steps[0])
    with pytest.raises(NumberError):
        session.deal(game.numbers[-1] + 1)
    assert session.board.words() == [table.steps[0]]
    assert (table.book.games, table.book.outcomes) == ([Saved(1, table.steps[:1])], [])


def test_the_next_number_is_that_of_the_games_own_chain_or_one_by_chance() -> None:
    games: list[AnyGame] = [VIERFREI, GROSSFAMILIEN]
    for game in games:
        assert session_of(game, 1).next_number() == game.board.deal(1).next_number
    session = session_of(FREECELL, 1, chance=4)
    numbers = {session.next_number() for _ in range(20)}
    assert len(numbers) > 10
    assert all(number in FREECELL.numbers for number in numbers)


def test_what_chance_gives_later_does_not_depend_on_a_number_that_was_named() -> None:
    by_chance, named = session_of(FREECELL, None, chance=3), session_of(FREECELL, 5, chance=3)
    assert by_chance.next_number() == named.next_number()


# ---- what is kept


@ALL
def test_a_step_is_kept_before_its_cards_move(game: AnyGame) -> None:
    table = Table(game)
    session = table.sit(1)
    session.begin(session.board.read_word(table.steps[0]))
    assert table.book.games == [Saved(1, table.steps[:1])]
    assert session.board.position() == game.board.deal(1).position()


def test_cards_that_are_still_to_move_count_as_home() -> None:
    session = session_of(VIERFREI, 42)
    session.begin(session.board.read_word("4h"))
    (unfinished,) = session.unfinished()
    assert (unfinished.progress.home, session.board.home) == (1, 0)


@ALL
def test_afresh_deals_and_lets_the_unfinished_game_be(game: AnyGame) -> None:
    table = Table(game)
    make(table.sit(1), *table.steps)
    fresh = table.sit(1, afresh=True)
    assert (fresh.begun, fresh.board.words()) == (False, [])
    assert table.book.games == [Saved(1, table.steps)]
    make(fresh, table.steps[0])
    assert table.book.games == [Saved(1, table.steps[:1]), Saved(1, table.steps)]


# ---- what cannot be played again


@ALL
@pytest.mark.parametrize("spoilt", [0, 1, 2])
def test_a_game_with_an_impossible_word_is_resumed_up_to_it(game: AnyGame, spoilt: int) -> None:
    """It stood in the way of every later start."""
    table = Table(game)
    words = list(table.steps)
    words[spoilt] = "zz"
    save(table.book, Saved(1, tuple(words)))
    session = table.sit()
    assert (session.resume_error, session.number, session.begun) == ("1", 1, True)
    assert session.board.words() == [*table.steps[:spoilt]]
    make(session, table.steps[spoilt])
    assert table.book.games == [Saved(1, table.steps[: spoilt + 1])]
    again = table.sit()
    assert (again.resume_error, again.board.words()) == (None, [*table.steps[: spoilt + 1]])


def test_an_impossible_word_among_what_was_taken_back_is_told_and_undo_mends_it() -> None:
    book = Book("vierfrei")
    key = begin(book, 1, ("1a", "2b", "zz"), Progress(1))
    book.close(key)
    session = session_of(VIERFREI, None, book)
    assert (session.resume_error, session.board.words()) == ("1", ["1a"])
    make(session, "Redo")
    assert session_of(VIERFREI, None, book).resume_error is None
    assert book.games == [Saved(1, ("1a", "2b"))]


def test_a_game_of_a_number_that_there_is_not_is_told_and_left_out_and_the_one_before_is_taken_up() -> None:
    """Left out is not deleted: whoever mends the file has it again."""
    book = Book("freecell", saved=Saved(7, ("1a",)))
    save(book, Saved(3_000_000_000, ("1a",)))
    session = session_of(FREECELL, None, book)
    assert (session.resume_error, session.number, session.board.words()) == ("3000000000", 7, ["1a"])
    assert [game.number for game in session.unfinished()] == [7]
    assert Saved(3_000_000_000, ("1a",)) in book.games
    assert session_of(FREECELL, None, book).resume_error is None


# ---- who is told


@ALL
def test_who_watches_is_told_of_deals_steps_and_what_is_taken_back(game: AnyGame) -> None:
    table = Table(game)
    told: list[tuple[Change, int, int]] = []

    def watch(session: AnySession, change: Change) -> None:
        told.append((change, session.number, session.board.moves_made))

    session = table.sit(1)
    session.watch(watch)
    make(session, table.steps[0], "Undo", "Redo", "Restart")
    session.deal(2)
    session.leave()
    assert told == [
        (Change.DEALT, 1, 0),
        (Change.STEP, 1, 1),
        (Change.UNDONE, 1, 0),
        (Change.STEP, 1, 1),
        (Change.DEALT, 1, 0),
        (Change.DEALT, 2, 0),
    ]


def test_a_step_of_several_cards_is_told_once_before_they_move_and_when_it_is_back_whole() -> None:
    session = session_of(GROSSFAMILIEN, 1)
    told: list[tuple[Change, int]] = []
    step = next(
        step
        for play in session.board.legal_moves()
        if len((step := session.board.plan(play.source, play.target)).moves) > 1
    )
    session.watch(lambda session, change: told.append((change, len(session.board.history))))
    session.begin(step)
    for move in step.moves:
        session.push(move.source, move.target)
    for _ in step.moves:
        session.pull()
    assert told == [(Change.DEALT, 0), (Change.STEP, 0), (Change.UNDONE, 0)]
    assert session.progress.undos == 1


def test_who_watches_a_game_that_was_taken_up_sees_all_of_it() -> None:
    table = Table(VIERFREI)
    make(table.sit(1), "1a", "2b")
    seen: list[list[str]] = []
    table.sit().watch(lambda session, _: seen.append(session.board.words()))
    assert seen == [["1a", "2b"]]

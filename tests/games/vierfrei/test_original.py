"""With the original's resource VIERFREI behaves like the original: no later features, and the original's keys."""

import pytest

from tests.games.hand import entries_of
from tests.games.players import Game, plain_files
from tests.games.sessions import Book, Saved


@pytest.fixture
def game() -> Game:
    """Return a game after its first step, with no computation pending."""
    game = Game(42, used=plain_files())
    game.drag(game.at(0), game.at(56))
    assert game.machine.next_wakeup() is None
    return game


@pytest.mark.parametrize(
    "keys", ["?", "1 2 0 9 Esc", "Ctrl+t", "Ctrl+e", "Ctrl+o", "F8", "F9 F5", "Shift+F10 Right Down Return"]
)
def test_later_keys_do_nothing(game: Game, keys: str) -> None:
    before = game.picture()
    assert (game.key(*keys.split()), game.picture()) == (0, before)
    assert set(entries_of(game.program)) == {"about", "new", "select", "restart", "remove", "undo", "quit"}


@pytest.mark.parametrize(
    ("box", "ignored", "closing"),
    [("F4", "Esc Undo o Tab Space", "Return"), ("F2", "a Tab Undo o Left", "7 Esc Esc")],
)
def test_boxes_are_closed_by_their_own_keys_alone(game: Game, box: str, ignored: str, closing: str) -> None:
    game.key(box)
    shown = game.picture()
    game.key(*ignored.split())
    assert game.picture() == shown
    game.key(*closing.split())
    assert game.picture() != shown


def test_no_messages_about_records_and_no_resuming() -> None:
    """Messages go only to the terminal, and the unfinished game stays saved."""
    book = Book("vierfrei", saved=Saved(42, ("1a", "zz")))
    book.store.set_aside = "gemport-damaged-1.sqlite3"
    assert Game(None, records=book, used=plain_files()).alerts == []
    book = Book("vierfrei", saved=Saved(43, ("1a",)))
    game = Game(42, records=book, used=plain_files())
    game.key("F2", "Esc", "4", "3", "Return")
    assert (game.session.number, game.board.words(), book.games) == (43, [], [Saved(43, ("1a",))])

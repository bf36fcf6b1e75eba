"""With the original's resource VIERFREI behaves like the original: no later features, and the original's keys."""

import pytest

from gemport.cards.deals import number_after
from gemport.cards.vierfrei import VierfreiBoard
from gemport.games.vierfrei import vierfrei_rsc as rsc
from tests.cards.cells.strategies import cell_board
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


def test_undo_rings_without_steps_and_shift_makes_no_redo(game: Game) -> None:
    game.both(game.at(1, -2))
    assert game.board.moves_made == 3
    assert [game.key(key) for key in ("Undo", "Shift+Undo", "Undo", "Undo")] == [0, 0, 0, 1]
    assert game.board.position() == VierfreiBoard.deal(42).position()
    assert game.disabled() == set()


def test_grey_entries_are_silent_and_double_clicks_move_none(game: Game) -> None:
    game.drag_window(400, 0)
    assert ("select" in game.disabled(), game.key("F2")) == (True, 0)
    game.drag_window(-400, 0)
    for _ in range(2):
        game.click(game.at(3))
    assert game.words == ["1a"]


def test_keys_typed_while_shrunk_act_afterwards(game: Game) -> None:
    game.fuller()
    shrunk, work = game.picture(), game.program.table.work
    game.key("F1", "F1")
    for _ in range(2):
        game.click((work.x + work.w // 2, work.y + work.h // 2))
    game.move((320, 399))
    assert (game.picture(), game.board.number) == (shrunk, 42)
    game.fuller()
    assert game.board.number == number_after(number_after(42))
    game.fuller()
    game.key("F10")
    assert not game.machine.finished
    game.fuller()
    assert game.machine.finished


def test_the_box_about_a_victory_is_the_originals(game: Game) -> None:
    game.put(cell_board(VierfreiBoard, ["KC QC"], "", (11, 13, 13, 13)))
    for _ in range(2):
        game.drag(game.at(0), game.at(52))
    assert game.text(rsc.GRAT, rsc.GRAT_MOVES) == "    2"
    assert game.machine.next_wakeup() is None
    game.button(rsc.GRAT, rsc.GRAT_OK)
    assert game.board.won
    before = game.picture()
    game.key("Delete")
    assert game.picture() != before
    game.key("Return")
    assert game.picture() == before


def test_no_messages_about_records_and_no_resuming() -> None:
    """Messages go only to the terminal, and the unfinished game stays saved."""
    book = Book("vierfrei", saved=Saved(42, ("1a", "zz")))
    book.store.set_aside = "gemport-damaged-1.sqlite3"
    assert Game(None, records=book, used=plain_files()).alerts == []
    book = Book("vierfrei", saved=Saved(43, ("1a",)))
    game = Game(42, records=book, used=plain_files())
    game.key("F2", "Esc", "4", "3", "Return")
    assert (game.session.number, game.board.words(), book.games) == (43, [], [Saved(43, ("1a",))])

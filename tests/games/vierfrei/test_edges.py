"""What VIERFREI paints where a piece of its board is not on the screen, and after moves of its window (VIERFREI 9)."""

import pytest

from gemport.cards.vierfrei import VierfreiBoard
from tests.games.vierfrei.player import Game, plain_files


@pytest.fixture
def game() -> Game:
    return Game(42)


def pixels(game: Game, *, x: int, rows: range) -> list[int]:
    frame = game.machine.frame(pointer=False)
    return [frame.get_pixel(x, y) for y in rows]


def felt(*, x: int, rows: range) -> list[int]:
    return [(x + y + 1) % 2 for y in rows]


def test_felt_of_columns_beyond_the_right_edge_lands_on_the_screens_last_column(game: Game) -> None:
    game.drag_window(105, 0)
    x, y = game.corner(6, 0)
    assert x < 639 < game.corner(7)[0]
    rows = range(y, 380)
    assert pixels(game, x=639, rows=rows) == felt(x=639, rows=rows)
    assert pixels(game, x=638, rows=rows) != felt(x=638, rows=rows)


def test_taking_a_card_off_leaves_the_strip_beside_the_cards_that_stay(game: Game) -> None:
    game.drag_window(105, 0)
    _, top = game.corner(6, 0)
    _, last = game.corner(6)
    x, y = game.corner(6)
    game.drag((x + 20, y + 60), game.at(56))
    assert game.board.cells[0] is not None
    _, new_last = game.corner(6)
    assert new_last < last
    above, beside = range(top, new_last), range(new_last, new_last + 60)
    assert pixels(game, x=639, rows=above) == felt(x=639, rows=above)
    assert pixels(game, x=639, rows=beside) != felt(x=639, rows=beside)


def test_a_board_below_the_screen_leaves_felt_on_the_last_row(game: Game) -> None:
    game.drag_window(0, 371)
    row = game.machine.frame(pointer=False)
    assert [row.get_pixel(x, 399) for x in range(20, 200)] == [(x + 400) % 2 for x in range(20, 200)]


def test_a_shrunk_window_is_not_painted_again_when_it_is_moved(game: Game) -> None:
    game.fuller()
    work = game.program.table.work
    before = game.machine.frame(pointer=False)
    game.drag((work.x + 40, work.y - 8), (work.x + 141, work.y + 92))
    after = game.machine.frame(pointer=False)
    for y in range(work.y, work.bottom):
        row = [before.get_pixel(x, y) for x in range(work.x, work.right)]
        assert [after.get_pixel(x + 101, y + 100) for x in range(work.x, work.right)] == row


def test_restart_does_not_write_the_title_again(game: Game) -> None:
    title = range(22, 36)

    def dots() -> list[int]:
        return [game.machine.frame(pointer=False).get_pixel(x, y) for y in title for x in range(60, 200)]

    game.drag_window(1, 0)
    moved = dots()
    game.key("F3")
    assert dots() == moved
    game.key("F1")
    assert dots() != moved


def test_blown_up_again_all_entries_are_enabled_but_about_does_nothing_without_room(game: Game) -> None:
    game.fuller()
    work = game.program.table.work
    game.drag((work.x + 40, work.y - 8), (550, 319))
    game.fuller()
    assert not {"about", "select"} & game.disabled()
    before = game.picture()
    game.key("F4")
    assert game.picture() == before
    game.key("F2")
    assert game.picture() != before
    game.key("Return")
    game.drag_window(-1, 0)
    assert {"about", "select"} <= game.disabled()


@pytest.mark.parametrize("original", [False, True])
def test_delete_on_a_won_board_congratulates_again(original: bool) -> None:
    game = Game(42, used=plain_files() if original else None)
    game.put(VierfreiBoard([[] for _ in range(8)], foundations=(13, 13, 13, 13), number=42))
    game.drag_window(2, 0)
    before = game.picture()
    game.key("Delete")
    if not original:
        # A key is enough of the falling cards; with the original's resource none fall.
        game.key("x")
    shown = game.picture()
    assert shown != before
    game.key("Return")
    assert game.picture() == before

"""VIERFREI's window: shrunk, moved about, and on screens of other sizes (docs/vierfrei.md 3, 8, 9)."""

import pytest

from gemport.cards.cells import CELLS, COLUMNS
from gemport.cards.moves import FOUNDATIONS
from gemport.cards.vierfrei import VierfreiBoard
from gemport.gem import GemportError
from gemport.play.cardwindow import LEAST_HEIGHT, LEAST_WIDTH
from gemport.play.layout import cell_slots
from tests.games.hand import FILE_ENTRIES
from tests.games.test_exchange import choose
from tests.games.test_upright import SIZES as UPRIGHT
from tests.games.vierfrei.player import Game

NOTHING_TO_UNDO = {"undo", "redo", "look back", "all home"}
SMALLEST = 602, 339
"""The smallest screen that the game can be played on."""
SIZES = [(640, 400), (640, 480), (640, 512), (1280, 960), (1600, 1200), SMALLEST]


@pytest.fixture
def game() -> Game:
    return Game(42)


# ---- shrunk


def test_the_fuller_shrinks_and_brings_back(game: Game) -> None:
    before, work = game.picture(), game.program.table.work
    game.fuller()
    icon = game.tree(4)[0]
    small = game.program.table.work
    assert (small.x, small.y, small.w, small.h) == (work.x, work.y, icon.ob_width, icon.ob_height)
    assert game.disabled() == set(game.program.items) - FILE_ENTRIES - {"quit"}
    game.fuller()
    assert game.program.table.work == work
    assert game.disabled() == NOTHING_TO_UNDO
    assert game.picture() == before


def test_keys_typed_while_shrunk_are_dropped_with_the_bell(game: Game) -> None:
    before = game.picture()
    game.fuller()
    shrunk = game.picture()
    assert game.key("F1", "F2", "7", "1", "Undo", "Esc") == 6
    assert game.picture() == shrunk
    game.fuller()
    assert (game.picture(), game.board.number) == (before, 42)
    assert game.key("F1") == 0
    assert game.board.number != 42


def test_no_playing_while_shrunk(game: Game) -> None:
    game.fuller()
    work = game.program.table.work
    game.drag((work.x + 30, work.y + 30), (work.x + 300, work.y + 30))
    for name in game.program.items.keys() - {"quit"}:
        choose(game, name)
    assert game.program.table.small
    assert (game.board.number, game.board.history) == (42, [])
    assert game.machine.bells == 0


def test_it_is_blown_up_where_the_small_window_stands(game: Game) -> None:
    full = game.program.table.work
    game.fuller()
    work = game.program.table.work
    game.drag((work.x + 40, work.y - 8), (work.x + 90, work.y + 52))
    game.fuller()
    now = game.program.table.work
    assert (now.x, now.y, now.w, now.h) == (full.x + 50, full.y + 60, full.w, full.h)


# ---- moved


def test_cards_are_hit_where_they_are_seen_after_moving(game: Game) -> None:
    for dx, dy in ((150, 90), (-100, -40), (-50, 60)):
        game.drag_window(dx, dy)
        words = len(game.board.history)
        game.drag(game.at(0), game.at(56))
        assert len(game.board.history) == words + 1, (dx, dy)
        game.key("Undo")


def test_a_window_that_comes_back_shows_everything_again(game: Game) -> None:
    before = game.picture()
    game.drag_window(300, 200)
    assert game.picture() != before
    game.drag_window(-300, -200)
    assert game.picture() == before


@pytest.mark.parametrize(("name", "key", "tree"), [("select", "F2", 1), ("about", "F4", 3)])
@pytest.mark.parametrize("axis", [0, 1])
def test_an_entry_whose_box_does_not_fit_is_disabled(game: Game, name: str, key: str, tree: int, axis: int) -> None:
    root, work = game.tree(tree)[0], game.program.table.work
    last = (639 - root.ob_width - 10 - work.x, 399 - root.ob_height - 10 - work.y)[axis]
    game.drag_window(*((last, 0) if axis == 0 else (0, last)))
    assert name not in game.disabled()
    game.drag_window(*((1, 0) if axis == 0 else (0, 1)))
    assert name in game.disabled()
    before = game.picture()
    assert game.key(key) == 1, "the bell, and no box"
    assert game.picture() == before
    game.drag_window(*((-5, 0) if axis == 0 else (0, -5)))
    assert name not in game.disabled()


def test_a_box_over_a_window_partly_off_the_screen_stays_on_it(game: Game) -> None:
    game.drag_window(200, 100)
    game.key("F2")
    root = game.tree(1)[0]
    assert root.ob_x + root.ob_width < 640
    assert root.ob_y + root.ob_height < 400
    game.button(1, 3)
    assert game.board.number == 42


def test_a_closer_that_is_let_go_elsewhere_does_nothing(game: Game) -> None:
    work = game.program.table.work
    game.drag((work.x + 8, work.y - 8), (work.x + 100, work.y + 40))
    assert not game.machine.finished


# ---- screens


@pytest.mark.parametrize("size", [*SIZES, *UPRIGHT])
def test_clicks_hit_what_is_seen_on_every_screen(size: tuple[int, int]) -> None:
    game = Game(42, size)
    for column, cell in zip(COLUMNS, (*CELLS, *CELLS), strict=True):
        card = game.board.top(column)
        assert game.drag(game.at(column), game.at(cell)) == 0
        assert game.board.top(cell) == card
        game.key("Undo")
    assert game.drag(game.at(3), game.at(FOUNDATIONS[0])) == 0
    assert game.board.words() == ["4h"]
    # A covered card is hit by its visible strip: it is no end of a run, so nothing is dragged.
    game.drag(game.at(0, 0), game.at(CELLS[0]))
    assert game.board.words() == ["4h"]


@pytest.mark.parametrize("size", SIZES)
def test_the_window_is_as_large_as_the_desktop_allows_and_has_room_for_boxes(size: tuple[int, int]) -> None:
    game = Game(42, size)
    work = game.program.table.work
    assert (work.w, work.h) == (min(size[0] - 2, 638), min(size[1] - 19 - 20, 442))
    for tree, key in ((1, "F2"), (3, "F4")):
        game.key(key)
        root = game.tree(tree)[0]
        assert root.ob_x >= 0
        assert root.ob_x + root.ob_width < size[0]
        assert root.ob_y + root.ob_height < size[1]
        game.key("Return")
    assert game.disabled() == NOTHING_TO_UNDO


@pytest.mark.parametrize(
    ("size", "columns", "foundations", "seven", "twenty"),
    [((638, 361), 28, 342, 15, 8), ((638, 442), 28, 342, 15, 13), ((600, 300), 9, 304, 15, 5)],
)
def test_the_cards_lie_where_the_original_puts_them(
    size: tuple[int, int], columns: int, foundations: int, seven: int, twenty: int
) -> None:
    slots = cell_slots(*size)
    assert [slots[place][:2] for place in COLUMNS] == [(columns + 74 * n, 102) for n in range(8)]
    assert [slots[place][:2] for place in FOUNDATIONS] == [(foundations + 74 * n, 3) for n in range(4)]
    assert [slots[place][:2] for place in CELLS] == [(10 + 74 * n, 3) for n in range(4)]
    assert tuple(slots[0].fan.step(count) for count in (1, 7, 20)) == (15, seven, twenty)


def test_long_columns_use_the_height() -> None:
    long = [list(range(20)), *[[] for _ in range(7)]]
    bottoms = []
    for size in ((640, 400), (640, 480)):
        game = Game(42, size)
        game.put(VierfreiBoard(long))
        work = game.program.table.work
        _, y = game.corner(0)
        bottoms.append(y + 93)
        assert work.y + work.h - 19 <= y + 93 <= work.y + work.h
        # The last but one card by its last line, the last by its first.
        step = game.program.table.layout.slots[0].fan.step(20)
        assert game.program.table.layout.hit(game.board, 60, y - work.y - 1).index == 18  # type: ignore[union-attr]
        assert game.program.table.layout.hit(game.board, 60, y - work.y).index == 19  # type: ignore[union-attr]
        assert step == min(15, (work.h - 93 - 102) // 19)
    assert bottoms[1] > bottoms[0]


@pytest.mark.parametrize("size", [(SMALLEST[0] - 1, SMALLEST[1]), (SMALLEST[0], SMALLEST[1] - 1), (64, 48), (1, 1)])
def test_a_screen_one_pixel_too_small_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(GemportError, match=f"{LEAST_WIDTH}x{LEAST_HEIGHT} are needed") as caught:
        Game(42, size)
    assert f"{size[0]}x{size[1]}" in str(caught.value)
    assert "\n" not in str(caught.value)

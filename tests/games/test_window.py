"""Windows and screens: placing, shrinking and moving a game's window, on screens of all shapes and when they rotate."""

import re
from collections.abc import Iterator
from pathlib import Path
from string import Template
from typing import Any

import pytest

from gemport.cards.cells import CELLS, COLUMNS
from gemport.cards.moves import FOUNDATIONS
from gemport.games.vierfrei import vierfrei_rsc
from gemport.gem import (
    OUTLINE,
    WCHAR,
    Gem,
    GemportError,
    GRect,
    LoadedResource,
    Machine,
    Message,
    Msg,
    Object,
    Tree,
    children,
    menu_fault,
    object_rect,
    parse_alert,
    read_rsc,
    rsrc_load,
)
from gemport.gem.aes.forms import alert_tree
from gemport.gem.aes.keys import UNDO
from gemport.hosts.files import built_in_artwork
from gemport.play import games_rsc
from gemport.play.cardwindow import (
    MAX_HEIGHT,
    MAX_WIDTH,
    MIN_HEIGHT,
    MIN_WIDTH,
    GameWindow,
    free_place,
)
from gemport.play.deck import EMPTY_FINAL, EMPTY_FREE
from gemport.play.layout import Fan, Slot, Spot, cell_slots, low_cell_slots, tall_cell_slots
from gemport.settings import Placement
from tests.conformance.report import RESULTS, compare
from tests.games.hand import FILE_ENTRIES, artwork, entries_of, files
from tests.games.players import Game, Hand, Hands, Player, drags, every_game, plain_files
from tests.games.sessions import Book
from tests.places import DATA, RECORDED

# ---- several windows

LARGE_DESK, SMALL_DESK = GRect(0, 19, 1280, 941), GRect(0, 19, 640, 381)
WINDOW = GRect(0, 19, 640, 461)


def test_further_windows_avoid_the_others() -> None:
    others: list[GRect] = []
    for _ in range(5):
        others.append(free_place(WINDOW, others, LARGE_DESK))
    assert [place[:2] for place in others] == [(0, 19), (640, 19), (0, 480), (640, 480), (0, 19)]
    assert free_place(WINDOW, [WINDOW], SMALL_DESK) == WINDOW
    assert free_place(GRect(100, 90, 640, 461), [GRect(0, 19, 50, 50)], LARGE_DESK) == (100, 90, 640, 461)


def test_a_shrunk_window_gives_way_to_shrunk_ones_only() -> None:
    machine, places = Machine(artwork(), 640, 400), list[GRect]()

    async def main(gem: Gem) -> None:
        windows = [GameWindow(gem, [Object(ob_width=96, ob_height=64)]) for _ in range(2)]
        for window in windows:
            window.show()
            places.append(window.outer)
        for window in windows:
            await window.full()
            places.append(window.outer)
        for window in windows:
            await window.full()
            places.append(window.outer)

    machine.start(main)
    machine.settle()
    _, _, first, second, *_ = places
    assert (first.x, first.y, second.x, second.y) == (0, 19, first.right + 8, 19)
    assert places[:2] == places[4:], "both are restored where they were"


SMALL, LARGE = (MAX_WIDTH, MAX_HEIGHT), (1278, 921)


@pytest.mark.parametrize(
    ("size", "wanted", "stand"),
    [
        ((1280, 960), [LARGE], [(1, 1278, 921)]),
        ((1280, 960), [SMALL, LARGE], [(1, 638, 442), (641, 638, 921)]),
        ((1280, 960), [LARGE, SMALL], [(1, 1278, 921), (21, 638, 442)]),
        ((1024, 768), [SMALL] * 3, [(1, 638, 442), (21, 638, 442), (41, 638, 442)]),
        ((640, 400), [SMALL, LARGE], [(1, 638, 361), (1, 638, 361)]),
        ((800, 600), [SMALL, LARGE], [(1, 638, 442), (1, 798, 561)]),
    ],
)
def test_windows_are_large_or_narrow_beside_others(
    size: tuple[int, int], wanted: list[tuple[int, int]], stand: list[tuple[int, int, int]]
) -> None:
    """Each window's work area is given as left edge, width and height, in the order of opening."""
    machine, opened = Machine(artwork(), *size), list[tuple[int, int, int]]()

    async def main(gem: Gem) -> None:
        class WantedWindow(GameWindow):
            max_size = wanted[len(opened)]

        window = WantedWindow(gem, [])
        window.show()
        opened.append((window.work.x, window.work.w, window.work.h))
        while True:
            await gem.evnt_mesag()

    for _ in wanted:
        machine.start(main)
        machine.settle()
    assert opened == stand


# ---- VIERFREI's window

NOTHING_TO_UNDO = {"undo", "redo", "look back", "all home"}
SMALLEST = 602, 339
"""Minimum screen size for playing the game."""
SIZES = [(640, 400), (640, 480), (640, 512), (1280, 960), (1600, 1200), SMALLEST]
NARROW = 500
UPRIGHT = NARROW, 860
UPRIGHT_SIZES = [(NARROW, 600), UPRIGHT, (640, 800)]


@pytest.fixture
def game() -> Game:
    return Game(42)


# ---- the shrunk window


def test_the_fuller_shrinks_and_brings_back(game: Game) -> None:
    before, work = game.picture(), game.program.table.work
    game.fuller()
    icon = game.tree(4)[0]
    small = game.program.table.work
    assert (small.x, small.y, small.w, small.h) == (work.x, work.y, icon.ob_width, icon.ob_height)
    assert game.disabled() == set(entries_of(game.program)) - FILE_ENTRIES - {"quit"}
    game.fuller()
    assert game.program.table.work == work
    assert game.disabled() == NOTHING_TO_UNDO
    assert game.picture() == before
    for message in (Msg.WM_UNICONIFY, Msg.WM_ICONIFY, Msg.WM_ICONIFY, Msg.WM_UNICONIFY):
        game.machine.send(Message(message))
        game.machine.settle()
        assert game.program.table.small is (message == Msg.WM_ICONIFY)


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
    for name in entries_of(game.program).keys() - {"quit"}:
        game.choose(name)
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


# ---- the moved window


def test_cards_are_hit_after_the_window_moved(game: Game) -> None:
    before = game.picture()
    for dx, dy in ((150, 90), (-100, -40), (-50, 60)):
        game.drag_window(dx, dy)
        game.act("1>a")
        assert game.board.words() == ["1a"], (dx, dy)
        game.key("Undo")
    game.drag_window(300, 90)
    assert game.picture() != before
    game.drag_window(-300, -200)
    assert game.picture() == before


@every_game
def test_window_opens_where_it_was_left(kind: Hands) -> None:
    records = Book(kind.game.name)
    game = kind(42, records=records)
    at = game.program.table.work
    game.drag_window(60, 40)
    again = kind(42, records=records)
    assert again.program.table.work == at.moved(60, 40)
    # On another screen, and for a place that is not on the screen.
    assert kind(42, records=records, size=(1280, 960)).program.table.work != at.moved(60, 40)
    records.change_setting("window.640x400", Placement(place=(5000, -5000))._asdict())
    work = kind(42, records=records).program.table.work
    assert (work.x, work.y) == (640 - 48 + at.x, at.y)
    records.change_setting("window.640x400", {"place": "here"})
    assert kind(42, records=records).program.table.work == at


def test_originals_window_opens_in_the_corner() -> None:
    records = Book("vierfrei")
    at = Game(42, records=records, used=plain_files()).program.table.work
    Game(42, records=records).drag_window(60, 40)
    again = Game(42, records=records, used=plain_files())
    assert again.program.table.work == at
    again.drag_window(10, 10)
    assert Game(42, records=records).program.table.work == at.moved(60, 40)


@pytest.mark.parametrize(("name", "key", "tree"), [("select", "F2", 1), ("about", "F4", 3)])
@pytest.mark.parametrize("axis", [0, 1])
def test_an_entry_whose_box_does_not_fit_is_disabled(game: Game, name: str, key: str, tree: int, axis: int) -> None:
    root, work = game.tree(tree)[0], game.program.table.work
    last = (639 - root.ob_width - 10 - work.x, 399 - root.ob_height - 10 - work.y)[axis]
    for by, disabled in ((last, False), (1, True)):
        game.drag_window(*((by, 0) if axis == 0 else (0, by)))
        assert (name in game.disabled()) is disabled
    before = game.picture()
    assert (game.key(key), game.picture()) == (1, before), "the bell, and no box"
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
    # Pressing the closer and releasing the button elsewhere has no effect.
    work = game.program.table.work
    game.drag((work.x + 8, work.y - 8), (work.x + 100, work.y + 40))
    assert not game.machine.finished


# ---- screen sizes


@pytest.mark.parametrize("size", [*SIZES, *UPRIGHT_SIZES])
def test_clicks_hit_what_is_seen_on_every_screen(size: tuple[int, int]) -> None:
    game = Game(42, size)
    for column, cell in zip(COLUMNS, (*CELLS, *CELLS), strict=True):
        card = game.board.top(column)
        assert game.drag(game.at(column), game.at(cell)) == 0
        assert game.board.top(cell) == card
        game.key("Undo")
    assert game.drag(game.at(3), game.at(FOUNDATIONS[0])) == 0
    assert game.board.words() == ["4h"]
    # A covered card is hit by its visible strip; it does not start a run, so it cannot be dragged.
    game.drag(game.at(0, 0), game.at(CELLS[0]))
    assert game.board.words() == ["4h"]


@pytest.mark.parametrize("size", SIZES)
def test_the_window_fills_the_desktop_and_fits_boxes(size: tuple[int, int]) -> None:
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
    ("size", "pitch", "cells", "foundations", "columns", "room"),
    [
        ((638, 361), 74, 10, 342, 28, 166),
        ((638, 442), 74, 10, 342, 28, 247),
        ((600, 300), 74, 10, 304, 9, 105),
        # On an upright screen all places are above the columns.
        ((498, 600), 62, 0, 248, 0, 405),
    ],
)
def test_the_cards_lie_where_the_original_puts_them(
    size: tuple[int, int], pitch: int, cells: int, foundations: int, columns: int, room: int
) -> None:
    expected = {}
    for n, (cell, foundation) in enumerate(zip(CELLS, FOUNDATIONS, strict=True)):
        x, there = cells + pitch * n, foundations + pitch * n
        expected[cell] = Slot(x, 3, GRect(x, 3, 64, 93), EMPTY_FREE)
        expected[foundation] = Slot(there, 3, GRect(there, 3, 64, 93), EMPTY_FINAL + n)
    for n in COLUMNS:
        area = GRect(columns + pitch * n, 102, 64, size[1] - 102)
        expected[n] = Slot(area.x, 102, area, fan=Fan(room, 15), drop=area)
    assert cell_slots(*size) == expected
    # On tall screens thirteen cards use the height.
    tall = {place: slot._replace(fan=Fan(room, max(room // 12, 15))) for place, slot in expected.items() if slot.drop}
    assert tall_cell_slots(*size) == expected | tall
    assert low_cell_slots(*size) == (expected | tall if size[1] > size[0] else expected)


def test_the_cards_of_long_columns_move_together() -> None:
    steps = [[Fan(room, 15).step(count) for count in (1, 7, 20)] for room in (166, 247, 105)]
    assert steps == [[15, 15, 8], [15, 15, 13], [15, 15, 5]]


# ---- upright screens, as on phones


def drawn_cards(game: Hand[Any]) -> Iterator[tuple[Spot, GRect]]:
    """Yield all drawn cards and their rectangles in drawing order."""
    layout, board = game.program.table.layout, game.board
    for place, slot in layout.slots.items():
        count = len(board.piles[place])
        for index in range(count - slot.fan.shown(count) if count else 0, count):
            x, y = layout.position(board, Spot(place, index))
            yield Spot(place, index), GRect(x + 2, y, 60, slot.height)


@every_game
@pytest.mark.parametrize("size", UPRIGHT_SIZES, ids=str)
def test_visible_cards_are_hit_and_do_not_overlap(kind: Hands, size: tuple[int, int]) -> None:
    game = kind(size=size)
    table, cards = game.program.table, list(drawn_cards(game))
    owners: dict[tuple[int, int], Spot] = {}
    for spot, rect in cards:
        assert GRect(0, 0, *table.size).intersection(rect) == rect
        assert not any(rect.intersects(other) for at, other in cards if at.place != spot.place)
        columns = rect.x, rect.x + rect.w // 2, rect.right - 1
        owners |= {(x, y): spot for x in columns for y in range(rect.y, rect.bottom)}
    assert len({spot.place for spot in owners.values()}) >= 8
    assert [at for at, spot in owners.items() if table.layout.hit(game.board, *at) != spot] == []
    # The window is as high as the desktop.
    assert table.outer.bottom == size[1]
    assert table.outer.w >= min(size[0], 640)


def test_the_originals_resource_asks_for_the_originals_width() -> None:
    with pytest.raises(GemportError, match="leaves 498x821 pixels for the window; it needs 600x300"):
        Game(size=UPRIGHT, used=plain_files())
    assert Game(size=(640, 800), used=plain_files()).program.table.size == (638, 442)


@every_game
@pytest.mark.parametrize(
    ("size", "needed"),
    [
        *((size, f"{MIN_WIDTH}x{MIN_HEIGHT}") for size in ((601, 339), (602, 338), (64, 48), (1, 1))),
        # One too narrow, and one that is narrow but not upright.
        *(((NARROW - 1, 860), "498x300"), ((NARROW, NARROW), "600x300")),
    ],
)
def test_a_screen_one_pixel_too_small_is_refused(kind: Hands, size: tuple[int, int], needed: str) -> None:
    with pytest.raises(GemportError, match=f"it needs {needed}") as caught:
        kind(size=size)
    assert f"{size[0]}x{size[1]}" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_picture_is_the_one_looked_at() -> None:
    game = Game(11982, UPRIGHT_SIZES[0], lang="de")
    game.act("1>a F5")
    compare(game.machine.frame(pointer=False), RECORDED / "games/upright_de.png", RESULTS / "games", "upright_de")


def resources() -> Iterator[tuple[str, LoadedResource]]:
    for path in sorted(DATA.rglob("*.rsc")):
        yield path.stem, rsrc_load(read_rsc(path.read_bytes(), path.name), NARROW)


def boxes() -> Iterator[tuple[str, Tree]]:
    """Yield all boxes of all programs, and their alerts filled with words of maximum length."""
    cards = dict.fromkeys(("card", "last"), "Karo Bube")
    words = {"number": "ABCDEFGHI\u2026", "moves": 1234, "game": "Großfamilien", "reason": "x" * 36, **cards}
    icons = built_in_artwork().icons
    for name, loaded in resources():
        yield from ((f"{name} {n}", tree) for n, tree in enumerate(loaded.trees) if menu_fault(tree) is not None)
        for text in loaded.strings:
            if re.match(r"\[\d\]\[", text):
                filled = Template(text).safe_substitute(words)
                yield f"{name} {text}", alert_tree(parse_alert(filled), 1, icons)


def test_every_box_fits_the_narrowest_screen() -> None:
    for name, tree in boxes():
        root = object_rect(tree, 0)
        assert root.w + 2 * OUTLINE <= NARROW or root.w == NARROW, name
        for obj in range(1, len(tree)):
            assert root.intersection(object_rect(tree, obj)) == object_rect(tree, obj), (name, obj)


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_info_line_has_room_for_what_it_says(lang: str) -> None:
    words: dict[str, object] = {"moves": 100, "time": "59:59"}
    games, vierfrei = (files("vierfrei", lang).shared.strings, files("vierfrei", lang).resource.strings)
    counter = Template(games[games_rsc.COUNTER_LINE]).substitute(words)
    stuck = Template(vierfrei[vierfrei_rsc.STUCK_LINE]).substitute(words)
    lines = [stuck, *(f"{counter}    {text}" for text in games[games_rsc.ORACLE_YES : games_rsc.ORACLE_THINKS + 1])]
    assert [line for line in lines if len(line) > (NARROW - 2) // WCHAR] == []


def test_every_menu_has_room_on_the_narrowest_screen() -> None:
    for name, loaded in resources():
        for tree in loaded.trees:
            if menu_fault(tree) is None:
                bar, screen = children(tree, 0)
                parts = [*children(tree, screen), *children(tree, tree[bar].ob_head)]
                assert max(object_rect(tree, part).right for part in parts) < NARROW, name


# ---- screens that change size during a game, as on a rotated phone

LYING = 640, 400


def turn(game: Hand[Any], *sizes: tuple[int, int]) -> None:
    for size in sizes:
        game.machine.resize(*size)
        game.machine.settle()


@drags
@pytest.mark.parametrize("box", ["", "select", "about"])
def test_a_turned_game_looks_as_if_it_had_begun_so(kind: Hands, source: int, target: int, box: str) -> None:
    pictures = []
    for first, *further in ((LYING, UPRIGHT, LYING), (LYING,), (LYING, UPRIGHT), (UPRIGHT,)):
        game = kind(size=first)
        game.drag(game.at(source), game.at(target))
        if box:
            game.choose(box)
        turn(game, *further)
        game.move((300, 200))
        pictures.append(game.picture())
        assert len(game.board.words()) == 1
    assert pictures[0] == pictures[1]
    assert pictures[2] == pictures[3]


@drags
def test_a_shrunk_window_is_blown_up_on_the_new_screen(kind: Hands, source: int, target: int) -> None:
    game, other = kind(), kind(size=UPRIGHT)
    for one in (game, other):
        one.drag(one.at(source), one.at(target))
    game.fuller()
    turn(game, UPRIGHT)
    game.fuller()
    assert game.picture() == other.picture()


def test_resizing_closes_menus_and_notices_and_moves_windows_back(tmp_path: Path) -> None:
    game = Game()
    game.move((80, 8))
    assert game.picture() != Game().picture()
    turn(game, UPRIGHT)
    game.move((300, 300))
    assert game.picture() == Game(size=UPRIGHT).picture()
    game = Game(size=(1280, 960))
    game.drag_window(600, 400)
    turn(game, LYING)
    assert game.picture() == Game().picture()
    game = Game(folder=tmp_path)
    game.choose("save picture")
    game.key("Return")
    game.move((300, 300))
    turn(game, UPRIGHT)
    assert game.picture() == Game(size=UPRIGHT, folder=tmp_path).picture()


def test_resizing_waits_for_an_alert() -> None:
    game = Player()
    game.act("1>a")
    before = game.picture()
    game.key("F10")
    assert game.asked
    turn(game, UPRIGHT, LYING)
    game.key("Esc")
    assert game.picture() == before
    game.key("F10")
    turn(game, UPRIGHT)
    assert (game.machine.width, game.machine.height) == LYING
    turn(game, (500, 700))
    game.key("Esc")
    assert (game.machine.width, game.machine.height) == (500, 700)
    assert len(game.picture()) == 512 * 700 // 8


def test_a_box_that_moves_comes_to_its_end() -> None:
    game = Game()
    game.act("1>a")
    game.machine.key(UNDO)
    game.machine.resize(*UPRIGHT)
    assert game.machine.height == LYING[1]
    game.machine.settle()
    assert (game.board.words(), game.picture()) == ([], Game(size=UPRIGHT).picture())

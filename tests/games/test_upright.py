"""Games on upright screens, as phones have them: 500 pixels wide and 600 or more high."""

import re
from collections.abc import Iterator
from string import Template
from typing import Any

import pytest

from gemport.cards.cells import CELLS
from gemport.games.vierfrei import vierfrei_rsc
from gemport.gem import (
    OUTLINE,
    WCHAR,
    GemportError,
    GRect,
    Resource,
    Tree,
    alert_tree,
    children,
    menu_fault,
    object_rect,
    parse_alert,
    read_rsc,
    rsrc_load,
)
from gemport.hosts.files import built_in_artwork
from gemport.play import games_rsc
from gemport.play.layout import Spot
from tests.conformance.report import RESULTS, compare
from tests.games.hand import files
from tests.games.players import Game, Hand, Hands, Player, every_game, plain_files
from tests.places import DATA, RECORDED

WIDTH = 500
SIZES = [(WIDTH, 600), (WIDTH, 860), (640, 800)]
sizes = pytest.mark.parametrize("size", SIZES, ids=str)

# ---- the table


def drawn_cards(game: Hand[Any]) -> Iterator[tuple[Spot, GRect]]:
    """All cards that are drawn, and where, in the order in which they are."""
    layout, board = game.program.table.layout, game.board
    for place, slot in layout.slots.items():
        count = len(board.piles[place])
        for index in range(count - slot.fan.shown(count) if count else 0, count):
            x, y = layout.position(board, Spot(place, index))
            yield Spot(place, index), GRect(x + 2, y, 60, slot.height)


@every_game
@sizes
def test_a_card_is_hit_wherever_it_is_seen(kind: Hands, size: tuple[int, int]) -> None:
    game = kind(size=size)
    layout, (width, height) = game.program.table.layout, game.program.table.size
    owners: dict[tuple[int, int], Spot] = {}
    for spot, rect in drawn_cards(game):
        assert GRect(0, 0, width, height).intersection(rect) == rect
        columns = rect.x, rect.x + rect.w // 2, rect.right - 1
        owners |= {(x, y): spot for x in columns for y in range(rect.y, rect.bottom)}
    assert len({spot.place for spot in owners.values()}) >= 8
    missed = {at for at, spot in owners.items() if layout.hit(game.board, *at) != spot}
    assert missed == set()


@every_game
@sizes
def test_no_card_lies_on_that_of_another_place(kind: Hands, size: tuple[int, int]) -> None:
    game = kind(size=size)
    for spot, rect in drawn_cards(game):
        assert not any(rect.intersects(other) for at, other in drawn_cards(game) if at.place != spot.place)


@every_game
@sizes
def test_the_window_is_as_high_as_the_desktop(kind: Hands, size: tuple[int, int]) -> None:
    outer = kind(size=size).program.table.outer
    assert outer.bottom == size[1]
    assert outer.w >= min(size[0], 640)


def test_long_columns_use_the_whole_height() -> None:
    game = Player(size=(WIDTH, 860))
    layout = game.program.table.layout
    column = layout.slots[0]
    seven, all_of_them = (column.y + (count - 1) * column.fan.step(count) + 93 for count in (7, 19))
    assert (seven, all_of_them) == (507, 807)
    assert game.program.table.size[1] - all_of_them < column.fan.step(19)


def test_the_originals_resource_asks_for_the_originals_width() -> None:
    with pytest.raises(GemportError, match="leaves 498x821 pixels for the window; 600x300 are needed"):
        Game(size=(WIDTH, 860), used=plain_files())
    assert Game(size=(640, 800), used=plain_files()).program.table.size == (638, 442)


@every_game
@pytest.mark.parametrize("size", [(WIDTH - 1, 860), (WIDTH, WIDTH)])
def test_a_narrower_screen_and_one_that_is_not_upright_are_refused(kind: Hands, size: tuple[int, int]) -> None:
    with pytest.raises(GemportError, match=f"{'600' if size[0] == WIDTH else '498'}x300 are needed"):
        kind(size=size)


def test_the_picture_is_the_one_looked_at() -> None:
    game = Game(11982, (WIDTH, 600), lang="de")
    game.drag(game.at(0), game.at(CELLS[0]))
    game.key("F5")
    compare(game.machine.frame(pointer=False), RECORDED / "games/upright_de.png", RESULTS / "games", "upright_de")


# ---- boxes


def resources() -> Iterator[tuple[str, Resource]]:
    for path in sorted(DATA.rglob("*.rsc")):
        yield path.stem, read_rsc(path.read_bytes(), path.name)


def boxes() -> Iterator[tuple[str, Tree]]:
    """All boxes of all programs, and their alerts with words as long as they may be."""
    words = {
        "number": "ABCDEFGHI\u2026",
        "card": "Karo Bube",
        "last": "Karo Bube",
        "moves": 1234,
        "game": "Großfamilien",
    }
    icons = built_in_artwork().icons
    for name, resource in resources():
        loaded = rsrc_load(resource, WIDTH)
        yield from ((f"{name} {n}", tree) for n, tree in enumerate(loaded.trees) if menu_fault(tree) is not None)
        for text in loaded.strings:
            if re.match(r"\[\d\]\[", text):
                filled = Template(text).safe_substitute(words, reason="x" * 36)
                yield f"{name} {text}", alert_tree(parse_alert(filled), 1, icons)


def test_every_box_has_room_on_the_narrowest_screen() -> None:
    too_wide = [name for name, tree in boxes() if tree[0].ob_width + 2 * OUTLINE > WIDTH and tree[0].ob_width != WIDTH]
    assert too_wide == []


def test_nothing_of_a_box_lies_beyond_it() -> None:
    beyond = [
        (name, obj)
        for name, tree in boxes()
        for obj in range(1, len(tree))
        if object_rect(tree, 0).intersection(object_rect(tree, obj)) != object_rect(tree, obj)
    ]
    assert beyond == []


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_info_line_has_room_for_what_it_says(lang: str) -> None:
    words: dict[str, object] = {"moves": 100, "time": "59:59"}
    games, vierfrei = (files("vierfrei", lang).shared, files("vierfrei", lang).resource)
    counter = Template(games.strings[games_rsc.COUNTER_LINE]).substitute(words)
    oracle = games.strings[games_rsc.ORACLE_YES : games_rsc.ORACLE_THINKS + 1]
    stuck = Template(vierfrei.strings[vierfrei_rsc.STUCK_LINE]).substitute(words)
    lines = [stuck, *(f"{counter}    {text}" for text in oracle)]
    assert [line for line in lines if len(line) > (WIDTH - 2) // WCHAR] == []


def test_every_menu_has_room_on_the_narrowest_screen() -> None:
    for name, resource in resources():
        for tree in rsrc_load(resource, WIDTH).trees:
            if menu_fault(tree) is None:
                bar, screen = children(tree, 0)
                menus = [object_rect(tree, menu) for menu in children(tree, screen)]
                titles = [object_rect(tree, title) for title in children(tree, tree[bar].ob_head)]
                assert max(rect.right for rect in (*menus, *titles)) < WIDTH, name

"""The layout and the pictures of Großfamilien's table on screens of all sizes (docs/grossfamilien.md, Screen)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.cards.grossfamilien import PILES, STOCK, TURNED, WASTE, FamilyBoard
from gemport.cards.moves import FOUNDATIONS
from gemport.games.grossfamilien.grossfamilien_table import (
    MARGIN,
    MAX_HEIGHT,
    MAX_WIDTH,
    family_slots,
    heap_pictures,
)
from gemport.games.grossfamilien.grossfamilien_table import label as label_of
from gemport.gem import GRect
from gemport.play.cardwindow import MIN_HEIGHT, MIN_WIDTH
from gemport.play.deck import CARD_WIDTH, EMPTY_FINAL, EMPTY_FREE
from gemport.play.layout import Fan, Layout, Picture, Slot, Spot
from gemport.store.statistics import Outcome
from tests.conformance.report import RESULTS, compare
from tests.games import shared
from tests.games.grossfamilien.player import GAMES
from tests.games.players import Familien, recorded

SIZES = [
    *((638, 361), (638, 441), (638, 473), (638, 921), (MIN_WIDTH, MIN_HEIGHT), (613, 700)),
    *((662, 500), (758, 561), (MAX_WIDTH, MAX_HEIGHT), (758, 921)),
]
"""Work areas: the original screen, taller ones and the smallest; then wide ones up to the largest."""
PLACES = (*PILES, *FOUNDATIONS, STOCK, TURNED, WASTE)


def deep(count: int) -> FamilyBoard:
    """Return a board with ``count`` cards in every pile and in the waste, and 88 in the talon."""
    return FamilyBoard([list(range(0, 4 * count, 4))] * 16, [3] * 88, 7, range(count))


def family_layout(width: int, height: int) -> Layout:
    return Layout(family_slots(width, height))


def drawn(picture: Picture) -> GRect:
    return GRect(picture.x, picture.y, CARD_WIDTH, picture.height)


# ---- geometry


BESIDE, BELOW = (11, 11, True), (15, 10, False)
"""Fans: the normal distance between cards, the smallest one, and whether they are side by side."""


@pytest.mark.parametrize(
    ("size", "edge", "columns", "families", "rows", "low", "fan", "waste"),
    [
        # On the original screen the cards of the upper rows are cut, and two covered cards of a pile are visible.
        ((638, 361), 3, (113, 108), 545, (3, 87), 84, (26, *BESIDE), 88),
        ((MIN_WIDTH, MIN_HEIGHT), 3, (91, 104), 507, (3, 67), 64, (22, *BESIDE), 67),
        # The edges grow with the width from 638 on.
        ((661, 500), 3, (116, 113), 568, (3, 133), 93, (31, *BESIDE), 135),
        ((662, 500), 4, (120, 112), 568, (3, 133), 93, (30, *BESIDE), 135),
        # An upright screen; then the window at its maximum size, where nine covered cards are visible.
        ((498, 800), 3, (85, 80), 405, (3, 199), 93, (103, *BELOW), 303),
        ((758, 747), 8, (140, 130), 660, (3, 186), 93, (90, *BELOW), 276),
    ],
)
def test_columns_and_rows_are_spread_evenly(
    size: tuple[int, int],
    edge: int,
    columns: tuple[int, int],
    families: int,
    rows: tuple[int, int],
    low: int,
    fan: tuple[int, int, int, bool],
    waste: int,
) -> None:
    (width, height), (left, across), (top, down) = size, columns, rows
    x, y = [left + across * column for column in range(4)], [top + down * row for row in range(4)]
    heights = [low, low, low, 93]
    expected = {
        STOCK: Slot(edge, y[0], GRect(edge, y[0], 82, low), EMPTY_FREE, height=low, face_down=True),
        TURNED: Slot(edge, y[1], GRect(edge, y[1], 82, low), EMPTY_FREE, height=low),
        WASTE: Slot(edge, y[2], GRect(edge, y[2], 82, height - y[2]), EMPTY_FREE, Fan(waste, *BELOW)),
    }
    for place in PILES:
        row, column = divmod(place, 4)
        area = GRect(x[column], y[row], across, max(down - 3, heights[row]))
        expected[place] = Slot(x[column], y[row], area, EMPTY_FREE, Fan(*fan), height=heights[row])
    for row, place in enumerate(FOUNDATIONS):
        area = GRect(families, y[row], width - families, heights[row])
        expected[place] = Slot(families, y[row], area, EMPTY_FINAL + row, height=heights[row])
    assert family_slots(*size) == expected
    assert (MAX_WIDTH, MAX_HEIGHT) == (758, 747)
    labels = [(families + CARD_WIDTH + 2, y[row] + (heights[row] - 40) // 2, 22, 40) for row in range(4)]
    assert [label_of(Layout(expected), place) for place in FOUNDATIONS] == labels


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [1, 3, 13, 26])
def test_top_cards_are_open_with_felt_between_piles(size: tuple[int, int], count: int) -> None:
    """The visible felt shows that piles are not columns."""
    layout, board = family_layout(*size), deep(count)
    pictures = list(layout.pictures(board))
    for place in PILES:
        corner = layout.end(board, place)
        index = next(i for i, picture in enumerate(pictures) if (picture.x, picture.y) == corner)
        assert pictures[index].picture == board.top(place)
        assert drawn(pictures[index]) == layout.card(board, place)
        assert not any(drawn(pictures[index]).intersects(drawn(later)) for later in pictures[index + 1 :])
        around = layout.ground(board, place).inset(-MARGIN)
        assert not any(around.intersects(layout.ground(board, other)) for other in PLACES if other != place)


@pytest.mark.parametrize("size", SIZES)
def test_what_is_seen_at_a_place_is_what_is_hit_and_dropped_on(size: tuple[int, int]) -> None:
    layout = family_layout(*size)
    for board in (deep(1), deep(4), deep(13)):
        for place in (*PILES, STOCK, TURNED, WASTE):
            card = layout.card(board, place)
            for x, y in ((card.x, card.y), (card.right - 1, card.bottom - 1)):
                assert layout.hit(board, x, y) == Spot(place, len(board.piles[place]) - 1)
                assert layout.target(board, x, y) == place
            assert layout.target(board, card.right, card.y) is None
    assert all(layout.hit(deep(0), layout.slots[place].x, layout.slots[place].y) is None for place in PILES)


@given(
    st.tuples(st.integers(MIN_WIDTH, 1300), st.integers(MIN_HEIGHT, 950)),
    st.sampled_from([*PILES, WASTE]),
    st.integers(1, 88),
)
def test_a_heap_is_laid_out_near_its_place_in_rows_of_equal_distance(
    size: tuple[int, int], place: int, count: int
) -> None:
    """Within a frame of 8 pixels; cards of a row are 22 apart, and rows overlap only if there is no room."""
    layout, board = family_layout(*size), deep(count)
    frame, pictures = heap_pictures(layout, board, place, size)
    columns = min(count, (size[0] - 16 - CARD_WIDTH) // 22 + 1)
    rows = (count + columns - 1) // columns
    pitch = 96 if rows == 1 else min(96, (size[1] - 16 - 93) // (rows - 1))
    width, height = 16 + CARD_WIDTH + 22 * (columns - 1), 16 + 93 + pitch * (rows - 1)
    x, y = (
        max(min(at - 8, most), 0)
        for at, most in zip(
            (layout.slots[place].x, layout.slots[place].y), (size[0] - width, size[1] - height), strict=True
        )
    )
    assert frame == (x, y, width, height)
    corners = [(x + 8 + 22 * (at % columns), y + 8 + pitch * (at // columns)) for at in range(count)]
    assert [(shown.x, shown.y, shown.picture) for shown in pictures] == [
        (*corner, card) for corner, card in zip(corners, board.piles[place], strict=True)
    ]


# ---- painting


@pytest.mark.parametrize("size", [(640, 400), (1280, 960)])
def test_after_every_step_the_picture_is_as_if_painted_anew(size: tuple[int, int]) -> None:
    game = Familien(recorded("won").number, size)
    words = list(recorded("won").words)
    for start in range(0, len(words), 12):
        game.play(words[start : start + 12])
        seen = game.picture()
        assert game.full_picture() == seen
    assert (game.board.won, game.words, game.machine.bells) == (True, words, 0)
    assert game.said(shared.WON, shared.WON_MOVES) == str(len(words))
    assert (game.outcomes, game.saved) == ([(game.session.number, Outcome.WON)], [])


# ---- approved pictures that must not change by accident

SHOTS = {
    "low_de": ((640, 400), "de", 95),
    "middle_en": ((640, 480), "en", 150),
    "upright_de": ((500, 860), "de", 95),
    "high_en": ((1280, 960), "en", 120),
}
"""Screen size, language, and number of steps of the won game before the picture."""
BOXES = {"about_de": "F4", "statistics_de": "F5", "number_de": "F2"}


@pytest.mark.parametrize("name", [*SHOTS, *BOXES])
def test_the_picture_is_the_one_looked_at(name: str) -> None:
    size, lang, steps = SHOTS.get(name, ((640, 400), "de", 0))
    game = Familien(recorded("won").number, size, lang=lang)
    game.play(list(recorded("won").words)[:steps])
    game.act(BOXES.get(name, ""))
    compare(game.machine.frame(pointer=False), GAMES / f"{name}.png", RESULTS / "grossfamilien", name)


def test_a_complete_family_has_a_check_mark_on_its_label() -> None:
    game = Familien(1)
    game.put(FamilyBoard([[0]] * 16, [3], None, (), (26, 0, 0, 0), 1))
    table = game.program.table
    plate = label_of(table.layout, FOUNDATIONS[0]).moved(table.work.x, table.work.y)
    rows = game.pixels(*plate)
    assert [any(rows[:12]), any(rows[12:28]), any(rows[28:])] == [False, True, False]

"""The layout and the pictures of Großfamilien's table on screens of all sizes (docs/grossfamilien.md, Screen)."""

from itertools import combinations, pairwise

import pytest

from gemport.cards.grossfamilien import PILES, STOCK, TURNED, WASTE, FamilyBoard
from gemport.cards.moves import FOUNDATIONS
from gemport.games.grossfamilien.grossfamilien_table import (
    COUNTER_WIDTH,
    MARGIN,
    MAX_COVERED,
    MAX_HEIGHT,
    MAX_WIDTH,
    MIN_COVERED,
    MIN_RANK_HEIGHT,
    PILE_COLUMNS,
    RANK_HEIGHT,
    RANK_WIDTH,
    family_slots,
)
from gemport.games.grossfamilien.grossfamilien_table import label as label_of
from gemport.gem import GRect
from gemport.play.cardwindow import MIN_HEIGHT, MIN_WIDTH
from gemport.play.deck import BACK, CARD_HEIGHT, CARD_WIDTH, EMPTY_FREE
from gemport.play.layout import Layout, Picture, Spot
from gemport.settings import Looks
from gemport.store.statistics import Outcome
from tests.conformance.report import RESULTS, compare
from tests.games import shared
from tests.games.grossfamilien.player import GAMES, NOWHERE, files
from tests.games.players import Familien, pile_board, recorded

SIZES = [
    *((638, 361), (638, 441), (638, 473), (638, 921), (MIN_WIDTH, MIN_HEIGHT), (613, 700)),
    *((798, 561), (1022, 729), (1278, 921), (MAX_WIDTH, MAX_HEIGHT)),
]
"""Work areas: the original screen, taller ones and the smallest; then wide ones up to the largest."""
PLACES = (*PILES, *FOUNDATIONS, STOCK, TURNED, WASTE)


def deep(count: int) -> FamilyBoard:
    """Return a board with ``count`` cards in every pile and in the waste, and 88 in the talon."""
    return FamilyBoard([list(range(0, 4 * count, 4))] * 16, [3] * 88, 7, range(count))


def family_layout(width: int, height: int) -> Layout:
    return Layout(family_slots(width, height))


def row_pitch(layout: Layout) -> int:
    return layout.slots[4].y - layout.slots[0].y


def drawn(picture: Picture) -> GRect:
    return GRect(picture.x, picture.y, CARD_WIDTH, picture.height)


# ---- geometry


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [0, 1, 2, 5, 13])
def test_everything_lies_within_the_window(size: tuple[int, int], count: int) -> None:
    layout, board = family_layout(*size), deep(count)
    window = GRect(0, 0, *size)
    for picture in layout.pictures(board):
        card = drawn(picture)
        assert card.intersection(window) == card
    for place in PLACES:
        area = layout.slots[place].area
        assert area.x >= 0
        assert area.right <= size[0]
        assert layout.outline(board, Spot(place, len(board.piles[place]) - 1)).intersection(area).w == 60


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
def test_piles_in_close_rows_fan_sideways(size: tuple[int, int]) -> None:
    layout, board = family_layout(*size), deep(2)
    assert layout.end(board, 0)[1] == layout.slots[0].y or row_pitch(layout) >= CARD_HEIGHT + 3 * MIN_RANK_HEIGHT


def test_cards_are_low_only_if_rows_would_overlap() -> None:
    low, middle = family_layout(638, 361), family_layout(638, 441)
    heights = [layout.card(deep(1), place).h for layout in (low, middle) for place in PILES]
    assert heights == [84] * 12 + [CARD_HEIGHT] * 4 + [CARD_HEIGHT] * 16


def test_a_low_back_has_its_frame_closed_below() -> None:
    """At 640x400 the talon's card back is cut off at the bottom, but has the same lower border."""
    feet = []
    for height in (400, 480):
        game = Familien(1, size=(640, height))
        table = game.program.table
        card = table.layout.card(game.board, STOCK).moved(table.work.x, table.work.y)
        feet.append((card.h < CARD_HEIGHT, game.pixels(card.x + 6, card.bottom - 8, card.w - 12, 6)))
    assert [is_low for is_low, _ in feet] == [True, False]
    assert feet[0][1] == feet[1][1]


@pytest.mark.parametrize("size", [(1024, 768), (1280, 960), (1920, 1200)])
def test_the_window_is_no_larger_than_its_cards_need(size: tuple[int, int]) -> None:
    """Adjacent piles are less than a card's width apart, and nine covered cards fit below each other."""
    game = Familien(1, size=size)
    layout, work = game.program.table.layout, game.program.table.work
    assert layout.slots[1].x - layout.slots[0].x < 2 * CARD_WIDTH + COUNTER_WIDTH
    assert (work.w, work.h) == (MAX_WIDTH, min(MAX_HEIGHT, size[1] - 39))
    if work.h == MAX_HEIGHT:
        assert layout.slots[0].fan.shown(13) == 10


@pytest.mark.parametrize("size", SIZES)
def test_covered_cards_show_their_rank(size: tuple[int, int]) -> None:
    layout, board = family_layout(*size), deep(13)
    for place in PILES:
        own = layout.ground(board, place)
        pile = [p for p in layout.pictures(board) if own.contains(p.x, p.y)]
        assert len(pile) > MIN_COVERED
        for below, above in pairwise(pile):
            dx, dy = above.x - below.x, above.y - below.y
            assert (dx, dy) == (RANK_WIDTH, 0) or (dx == 0 and MIN_RANK_HEIGHT <= dy <= RANK_HEIGHT)
            assert above.picture == below.picture + 4
        assert pile[-1].picture == board.top(place)


def test_taller_screens_use_their_height() -> None:
    low, middle, high = (family_layout(638, height) for height in (361, 441, 921))
    assert row_pitch(low) < CARD_HEIGHT < row_pitch(middle)
    assert high.end(deep(9), 0)[1] - high.end(deep(1), 0)[1] == 8 * RANK_HEIGHT


@pytest.mark.parametrize(
    ("size", "seen"), [((638, 361), 3), ((638, 473), 3), ((798, 561), 6), ((1022, 729), 9), ((1278, 921), 13)]
)
def test_the_larger_the_screen_the_more_of_a_pile_is_seen(size: tuple[int, int], seen: int) -> None:
    layout = family_layout(*size)
    for count in range(1, MAX_COVERED + 2):
        own = layout.ground(deep(count), 5)
        assert sum(own.contains(p.x, p.y) for p in layout.pictures(deep(count))) == min(count, seen)


@pytest.mark.parametrize("size", [size for size in SIZES if size[0] >= 638])
def test_columns_and_rows_are_spread_evenly_over_the_window(size: tuple[int, int]) -> None:
    layout = family_layout(*size)
    columns = [layout.slots[place].x for place in (STOCK, *PILES[:4], FOUNDATIONS[0])]
    rows = [layout.slots[place].y for place in PILES[::4]]
    for places in (columns, rows):
        steps = [after - before for before, after in pairwise(places)]
        assert max(steps) - min(steps) <= PILE_COLUMNS
    assert [layout.slots[place].y for place in FOUNDATIONS] == rows
    assert columns[0] == size[0] - (label_of(layout, FOUNDATIONS[0]).right + 2)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [0, 1, 13])
def test_places_do_not_share_ground(size: tuple[int, int], count: int) -> None:
    layout, board = family_layout(*size), deep(count)
    corners = [layout.card(board, place) for place in PLACES]
    cards = [layout.card(board, place) for place in PILES]
    plates = [GRect(card.right, card.bottom - 10, 18, 10) for card in cards]
    labels = [label_of(layout, place) for place in FOUNDATIONS]
    for one, other in combinations([*corners, *plates, *labels], 2):
        assert not one.intersects(other)


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


def test_undo_leaves_no_traces() -> None:
    game = Familien(1)
    before = game.picture()
    words = list(recorded("won").words)[:40]
    game.play(words)
    game.key(*["Undo"] * len(words))
    game.move(NOWHERE)
    assert game.picture() == before


def plates(piles: int, talon: int, waste: int) -> list[list[int]]:
    """Return the pixels right of the first pile, the talon and the waste for these numbers of cards."""
    game = Familien(1)
    board = pile_board(",".join(["5H " * piles, *["KS"] * 15]), "9D " * talon, "", "2C " * waste)
    game.put(board)
    work, layout = game.program.table.work, game.program.table.layout
    cards = [layout.card(board, place).moved(work.x, work.y) for place in (0, STOCK, WASTE)]
    return [game.pixels(card.right, card.bottom - 10, 17, 10) for card in cards]


@pytest.mark.parametrize(("piles", "talon", "waste"), [(5, 2, 10), (6, 2, 10), (5, 3, 10), (5, 2, 11)])
def test_counters_show_the_number_of_cards(piles: int, talon: int, waste: int) -> None:
    changed = [a != b for a, b in zip(plates(5, 2, 10), plates(piles, talon, waste), strict=True)]
    assert changed == [piles != 5, talon != 2, waste != 10]


def label(game: Familien, suit: int) -> list[int]:
    """Return the pixels of the label next to a family."""
    work = game.program.table.work
    rect = label_of(game.program.table.layout, FOUNDATIONS[suit]).moved(work.x, work.y)
    return game.pixels(*rect)


def test_a_family_shows_its_direction_and_the_awaited_rank() -> None:
    game = Familien(1)
    game.put(pile_board("5H", families=(0, 12, 13, 26)))
    rising_ace, rising_king, falling_king, done = (label(game, suit) for suit in range(4))
    arrow, rank = slice(0, 20), slice(20, 40)
    assert rising_ace[arrow] == rising_king[arrow] != falling_king[arrow]
    assert rising_king[rank] == falling_king[rank] != rising_ace[rank]
    assert done not in (rising_king, falling_king)
    game.put(pile_board("5H", families=(25, 0, 0, 0)))
    falling_ace = label(game, 0)
    assert falling_ace == [*falling_king[arrow], *rising_ace[rank]]


def test_the_ranks_are_those_of_the_language() -> None:
    seen = []
    for lang in ("de", "en"):
        game = Familien(1, lang=lang)
        game.put(pile_board("5H", families=(10, 0, 0, 0)))
        seen.append(label(game, 0))
    assert seen[0] != seen[1]


def test_talon_shows_the_back_or_an_empty_frame() -> None:
    layout = family_layout(638, 361)
    assert next(iter(layout.pictures(deep(1)))).picture == BACK
    assert next(iter(layout.pictures(pile_board("5H")))).picture == EMPTY_FREE
    back = files().back
    assert back is not None
    assert (len(back), max(back) >> CARD_WIDTH) == (CARD_HEIGHT, 0)


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


def test_rows_on_an_upright_touch_screen_are_close() -> None:
    game = Familien(17, (500, 953), looks=Looks(touch=True))
    assert row_pitch(game.program.table.layout) <= row_pitch(family_layout(MAX_WIDTH, MAX_HEIGHT))

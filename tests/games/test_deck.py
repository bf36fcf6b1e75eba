"""The decks: card data and the pictures built from it, the project's cards, and the deck with large indices."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from compilers.decks import LANGUAGES, read_back_text, read_cards_text, write_cards_text, write_dat
from compilers.sheet import SHEET_HEIGHT, SHEET_WIDTH, cards_to_sheet, sheet_to_cards
from hypothesis import given, settings
from hypothesis import strategies as st

from gemport.cli.sources import Sources
from gemport.games.freecell import GAME as FREECELL
from gemport.games.vierfrei import GAME as VIERFREI
from gemport.gem import FormatError, Raster, Workstation, load_artwork
from gemport.gem.vdi.font import Font
from gemport.play.deck import (
    BIG_HEIGHT,
    CARD_HEIGHT,
    DAT_SIZE,
    EMPTY_FINAL,
    EMPTY_FREE,
    HALF_HEIGHT,
    MASK,
    SMALL_HEIGHT,
    CardArt,
    CardData,
    Rows,
    assemble,
    card_mask,
    read_dat,
)
from tests.conformance.report import RESULTS, compare
from tests.games.players import Familien, Game, Hand, Player, recorded
from tests.places import DATA, RECORDED

BLANK = CardData(((0,) * HALF_HEIGHT,) * 14, ((0,) * SMALL_HEIGHT,) * 4, ((0,) * BIG_HEIGHT,) * 4)
WHOLE = (1 << 64) - 1
languages = pytest.mark.parametrize("language", LANGUAGES)


def pixel(rows: Rows, x: int, y: int) -> int:
    return rows[y] >> (63 - x) & 1


def part(rows: Rows, left: int, right: int, top: int, bottom: int) -> Rows:
    """Return the pixels of some columns and rows."""
    return tuple(row >> (64 - right) & (1 << right - left) - 1 for row in rows[top:bottom])


def turned(row: int, width: int = 64) -> int:
    """Return the leftmost ``width`` of 64 pixels in reverse order."""
    return int(f"{row:064b}"[:width][::-1], 2) << 64 - width


def corners(rows: Rows, width: int, height: int) -> set[tuple[int, int]]:
    """Return the top left corners of filled rectangles of this size with white above and to the left."""
    found = set()
    for y in range(CARD_HEIGHT - height + 1):
        for x in range(64 - width + 1):
            inside = all(pixel(rows, x + i, y + j) for i in range(width) for j in range(height))
            before = x and pixel(rows, x - 1, y)
            above = y and pixel(rows, x, y - 1)
            if inside and not before and not above:
                found.add((x, y))
    return found


def check_shape(rows: Rows, name: str) -> None:
    """Check that a card's outline follows the mask, and that all pixels outside are white."""
    for y, (row, outside) in enumerate(zip(rows, card_mask(), strict=True)):
        edge = bin(outside >> 32).count("1")
        outline = 1 << (63 - edge) | 1 << edge
        assert not row & outside, f"{name}, row {y}"
        assert row & outline == outline, f"{name}, row {y} has no outline"


# ---- card data


@settings(max_examples=20)
@given(st.integers(0, 1 << 32).map(lambda seed: Random(seed).randbytes(DAT_SIZE)))
def test_card_data_round_trip_in_every_format(data: bytes) -> None:
    cards = read_dat(data)
    assert write_dat(cards) == data
    assert sheet_to_cards(SHEET_WIDTH, SHEET_HEIGHT, cards_to_sheet(cards)) == cards
    assert read_cards_text(write_cards_text(cards), "de") == cards


def test_no_other_size_is_card_data_or_a_sheet() -> None:
    for size in [*range(0, DAT_SIZE, 97), DAT_SIZE - 1, DAT_SIZE + 1]:
        with pytest.raises(FormatError, match=f"x.dat: .*5616 bytes, not {size}"):
            read_dat(bytes(size), "x.dat")
    with pytest.raises(FormatError, match="not 10x10"):
        sheet_to_cards(10, 10, [0] * 10)


def test_58_pictures_of_93_rows_with_turned_halves() -> None:
    half = tuple(1 << (y % 64) for y in range(HALF_HEIGHT))
    pictures = assemble(CardData((half,) * 14, BLANK.small, BLANK.big))
    assert [len(rows) for rows in pictures] == [CARD_HEIGHT] * 58
    rows = pictures[EMPTY_FREE]
    assert all(pixel(rows, x, y) == pixel(rows, 63 - x, 92 - y) for y in range(46) for x in range(64))
    assert rows[:HALF_HEIGHT] == half


def filled(width: int, height: int) -> tuple[Rows, ...]:
    """Return four rectangles instead of the suit symbols."""
    return (((1 << width) - 1 << (32 - width),) * height,) * 4


def beside_the_turned(places: set[tuple[int, int]], size: int) -> set[tuple[int, int]]:
    return places | {(64 - x - size, 93 - y - size) for x, y in places}


@pytest.mark.parametrize(
    ("value", "places"),
    [(0, {(13, 3), (44, 3)}), (8, {(13, 3), (44, 3)}), (9, {(14, 3), (43, 3)}), (12, {(12, 3), (52, 11)})],
)
def test_small_symbols_stand_beside_the_ranks(value: int, places: set[tuple[int, int]]) -> None:
    rows = assemble(CardData(BLANK.halves, filled(7, 7), BLANK.big))[value * 4]
    assert corners(rows, 7, 7) == beside_the_turned(places, 7)


def test_symbols_of_the_ten_and_the_seven() -> None:
    pictures = assemble(CardData(BLANK.halves, BLANK.small, filled(2, 2)))
    ten = {(13, 11), (36, 11), (13, 31), (36, 31), (25, 21)}
    assert corners(pictures[9 * 4], 2, 2) == beside_the_turned(ten, 2)
    seven = corners(pictures[6 * 4], 2, 2)
    assert {(8, 39), (42, 39), (25, 39)} <= seven
    assert (64 - 8 - 2, 93 - 39 - 2) not in seven


def test_only_the_centre_symbol_reaches_over_the_middle() -> None:
    wide = assemble(CardData(BLANK.halves, BLANK.small, filled(20, 1)))
    assert wide[0][39] == (1 << 20) - 1 << (64 - 25 - 20)
    assert [pixel(wide[3 * 4], x, 23) for x in (31, 32)] == [1, 0]


def test_suits_come_in_their_order() -> None:
    big = tuple((1 << (31 - suit),) * BIG_HEIGHT for suit in range(4))
    pictures = assemble(CardData(BLANK.halves, BLANK.small, big))
    for suit in range(4):
        assert pictures[EMPTY_FINAL + suit][39] == pictures[suit][39] == 1 << (63 - 25 - suit)


def test_the_mask_leaves_the_rounded_corners() -> None:
    mask = assemble(BLANK)[MASK]
    edges = [64 - (~row & WHOLE).bit_length() for row in mask]
    assert edges[:6] == [7, 5, 4, 3, 3, 2]
    assert edges == edges[::-1]
    assert set(edges[5:-5]) == {2}
    assert [turned(row) for row in mask] == [*mask]


# ---- only the visible rows of a covered card are drawn


def art() -> CardArt:
    return CardArt(read_dat((DATA / "vierfrei/cards_de.dat").read_bytes(), "cards_de.dat"))


@pytest.mark.parametrize("overlap", range(60))
def test_what_is_left_out_cannot_be_seen(overlap: int) -> None:
    cards, drawn = art(), []
    for seen in (CARD_HEIGHT, cards.rows_seen(overlap)):
        height = 3 * CARD_HEIGHT + 20
        raster = Raster(96, height, [0x5555 * 0x10001000100010001 << row % 2 for row in range(height)])
        workstation = Workstation(raster, [Font(load_artwork(DATA / "system").font_8x16)])
        for at, (card, rows) in enumerate(((47, seen), (0, seen), (33, seen), (EMPTY_FREE, CARD_HEIGHT))):
            cards.draw(workstation, card, 10, 5 + at * overlap, inverted=at == 1, rows=rows)
        drawn.append(raster.rows)
    assert drawn[0] == drawn[1]


def test_only_hidden_rows_are_left_out() -> None:
    """The overlap of 15 pixels is used in the columns of VIERFREI."""
    assert 15 < art().rows_seen(15) < 25
    assert [art().rows_seen(overlap) for overlap in (-15, 0, CARD_HEIGHT, CARD_HEIGHT + 5)] == [CARD_HEIGHT] * 4


# ---- requirements of the programs on the project's cards

BACK = (DATA / "grossfamilien" / "src" / "back.txt").read_text(encoding="utf-8")
JACK, QUEEN, KING = 10, 11, 12
# Top left corners of the symbols on the upper half, small (7x7) and big (15x15), where the programs put them.
SMALL_AT = {
    **dict.fromkeys(range(9), ((13, 3), (44, 3))),
    9: ((14, 3), (43, 3)),
    **dict.fromkeys((JACK, QUEEN, KING), ((12, 3), (52, 11))),
}
BIG_AT = {0: ((25, 39),), JACK: ((6, 10),), QUEEN: ((11, 9),), KING: ((12, 10),)}


@pytest.fixture(scope="module")
def decks() -> dict[str, CardData]:
    text = (DATA / "vierfrei" / "src" / "cards.txt").read_text(encoding="utf-8")
    return {language: read_cards_text(text, language) for language in LANGUAGES}


@languages
def test_places_of_symbols_are_left_white(decks: dict[str, CardData], language: str) -> None:
    for value, half in enumerate(decks[language].halves[:13]):
        for places, size in ((SMALL_AT[value], 7), (BIG_AT.get(value, ()), 15)):
            for left, top in places:
                assert not any(part(half, left, left + size, top, top + size)), f"value {value} at {left},{top}"


def test_only_the_letters_of_jack_and_queen_differ_by_language(decks: dict[str, CardData]) -> None:
    german, english = decks["de"], decks["en"]
    assert (german.small, german.big) == (english.small, english.big)
    letters = sum(1 << (63 - x) for x in (*range(4, 12), *range(53, 61)))
    for value, (one, other) in enumerate(zip(german.halves, english.halves, strict=True)):
        assert (one != other) == (value in (JACK, QUEEN))
        for y, (a, b) in enumerate(zip(one, other, strict=True)):
            assert not (a ^ b) & ~letters, f"row {y}"
            assert a == b or 3 <= y <= 9, f"row {y}"


def test_cards_are_whole_symmetric_and_told_apart(decks: dict[str, CardData]) -> None:
    """The middle row is symmetric under rotation, big symbols are mirror symmetric, and all eight symbols differ."""
    deck = decks["de"]
    for value, half in enumerate(deck.halves):
        assert half[46] == turned(half[46]), f"value {value}"
    for number, picture in enumerate(assemble(deck)[:57]):
        check_shape(picture, f"picture {number}")
    for symbol in deck.big:
        assert [turned(row << 32, 15) for row in symbol] == [row << 32 for row in symbol]
    assert len({*deck.small, *deck.big}) == 8
    for other in decks.values():
        assert len({part(half, 4, 13, 3, 10) for half in other.halves}) == 14


def test_back_keeps_to_the_mask_and_is_symmetric_both_ways() -> None:
    back = read_back_text(BACK)
    assert [turned(row) for row in back] == list(back) == list(reversed(back))


# ---- the deck with large indices

BESIDE = 13
"""Visible columns of a card with another card next to it: RANK_WIDTH of Großfamilien without the masked edge."""
COVERED = 15
"""Visible rows of a covered card in a short column."""
CLOSER = 10
"""Visible rows in a long column: less than the full index, but enough to distinguish the cards."""


def large(language: str) -> tuple[Rows, ...]:
    read = Sources(builtin=True).large_cards(language)
    assert read is not None
    return tuple(read())


@languages
def test_large_cards_keep_the_shape_and_are_symmetric(language: str) -> None:
    pictures = large(language)
    assert len(pictures) == MASK
    for number, rows in enumerate(pictures):
        check_shape(rows, f"picture {number}")
        upside_down = [turned(row) for row in reversed(rows)]
        assert [*rows[:30]] == upside_down[:30], f"picture {number}"


@languages
@pytest.mark.parametrize("rows", [COVERED, CLOSER])
def test_a_covered_card_is_known_by_its_index(language: str, rows: int) -> None:
    """Rank and suit are separate: every rank looks the same in all suits, and every suit in all ranks."""
    cards = large(language)[:52]
    ranks = [part(cards[4 * value], 4, BESIDE, 0, rows) for value in range(13)]
    suits = [part(cards[suit], 14, 29, 0, rows) for suit in range(4)]
    assert (len(set(ranks)), len(set(suits))) == (13, 4)
    for number, card in enumerate(cards):
        assert part(card, 4, BESIDE, 0, rows) == ranks[number // 4], f"card {number}"
        assert part(card, 14, 29, 0, rows) == suits[number % 4], f"card {number}"


@languages
def test_large_indices_are_visible_on_covered_cards(language: str) -> None:
    for number, card in enumerate(large(language)[:52]):
        assert not any(part(card, 3, 5, 5, 40)), f"card {number}: the left edge"
        assert not any(part(card, 7, 14, 1, 2)), f"card {number}: the row below the outline"
        assert not any(part(card, 4, 29, COVERED - 1, COVERED)), f"card {number}: the row above the next card"
        assert not any(part(card, BESIDE, 15, 2, COVERED)), f"card {number}: between rank and suit"


def test_suits_of_one_colour_are_far_apart() -> None:
    """Clubs and spades, and hearts and diamonds, must differ in many pixels to be distinct from a distance."""
    cards = large("en")
    for one, other in ((0, 2), (1, 3)):
        pairs = zip(part(cards[one], 14, 29, 0, COVERED), part(cards[other], 14, 29, 0, COVERED), strict=True)
        assert sum(bin(a ^ b).count("1") for a, b in pairs) >= 30


def test_only_large_jack_and_queen_differ_by_language() -> None:
    german, english = large("de"), large("en")
    assert [number for number in range(MASK) if german[number] != english[number]] == list(range(40, 48))


def test_own_pictures_and_the_original_have_one_deck() -> None:
    cards = Sources(dat=DATA / "vierfrei" / "cards_de.dat", builtin=True)
    assert cards.load(FREECELL, "de").large is None
    assert Sources(builtin=True).load(FREECELL, "de").large is not None
    files = Sources(rsc=RECORDED / "own" / "vierfrei_de.rsc", builtin=True).load(VIERFREI, "de")
    assert (files.extras, files.large) == (False, None)


def families() -> Hand[Any]:
    won = recorded("won")
    game = Familien(won.number, lang="en")
    game.play(list(won.words)[:95])
    return game


@pytest.mark.parametrize(
    ("begin", "acts", "name"),
    [
        (lambda: Game(42, lang="en"), "", "vierfrei_en"),
        (lambda: Player(617, lang="de"), "1", "freecell_de"),
        (families, "", "grossfamilien_en"),
    ],
)
def test_the_picture_is_the_one_looked_at(begin: Callable[[], Hand[Any]], acts: str, name: str) -> None:
    game = begin()
    game.act(acts)
    usual = game.full_picture()
    game.program.play.looks.large_cards = True
    game.full_picture()
    compare(game.machine.frame(pointer=False), RECORDED / "large" / f"{name}.png", RESULTS / "large", name)
    game.program.play.looks.large_cards = False
    assert game.full_picture() == usual

from random import Random

import pytest
from compilers.decks import read_cards_text, write_cards_text, write_dat
from compilers.sheet import SHEET_HEIGHT, SHEET_WIDTH, cards_to_sheet, sheet_to_cards
from hypothesis import given, settings
from hypothesis import strategies as st

from gemport.gem import FormatError
from gemport.play.deck import (
    BIG_HEIGHT,
    CARD_HEIGHT,
    DAT_SIZE,
    EMPTY_FINAL,
    EMPTY_FREE,
    HALF_HEIGHT,
    MASK,
    SMALL_HEIGHT,
    CardData,
    Rows,
    assemble,
    read_dat,
)

BLANK = CardData(((0,) * HALF_HEIGHT,) * 14, ((0,) * SMALL_HEIGHT,) * 4, ((0,) * BIG_HEIGHT,) * 4)
DATA = st.integers(0, 1 << 32).map(lambda seed: Random(seed).randbytes(DAT_SIZE))


def pixel(rows: Rows, x: int, y: int) -> int:
    return rows[y] >> (63 - x) & 1


def corners(rows: Rows, width: int, height: int) -> set[tuple[int, int]]:
    """Left top corners at which a filled rectangle of this size stands alone in white."""
    found = set()
    for y in range(CARD_HEIGHT - height + 1):
        for x in range(64 - width + 1):
            inside = all(pixel(rows, x + i, y + j) for i in range(width) for j in range(height))
            before = x and pixel(rows, x - 1, y)
            above = y and pixel(rows, x, y - 1)
            if inside and not before and not above:
                found.add((x, y))
    return found


def full(width: int, height: int) -> tuple[Rows, ...]:
    return (((1 << width) - 1 << (32 - width),) * height,) * 4


@settings(max_examples=20)
@given(DATA)
def test_read_then_write_gives_every_byte_back(data: bytes) -> None:
    assert write_dat(read_dat(data)) == data


@settings(max_examples=10)
@given(DATA)
def test_the_sheet_gives_the_card_data_back(data: bytes) -> None:
    cards = read_dat(data)
    assert sheet_to_cards(SHEET_WIDTH, SHEET_HEIGHT, cards_to_sheet(cards)) == cards


@settings(max_examples=5)
@given(DATA)
def test_the_text_gives_the_card_data_back(data: bytes) -> None:
    cards = read_dat(data)
    assert read_cards_text(write_cards_text(cards), "de") == cards


def test_no_other_size_is_card_data() -> None:
    for size in [*range(0, DAT_SIZE, 97), DAT_SIZE - 1, DAT_SIZE + 1]:
        with pytest.raises(FormatError, match=f"x.dat: .*5616 bytes, not {size}"):
            read_dat(bytes(size), "x.dat")


def test_a_sheet_of_another_size_is_refused() -> None:
    with pytest.raises(FormatError, match="not 10x10"):
        sheet_to_cards(10, 10, [0] * 10)


def test_there_are_58_pictures_of_93_rows() -> None:
    pictures = assemble(BLANK)
    assert len(pictures) == 58
    assert {len(rows) for rows in pictures} == {CARD_HEIGHT}


def test_lower_half_is_the_upper_one_turned() -> None:
    half = tuple(1 << (y % 64) for y in range(HALF_HEIGHT))
    rows = assemble(CardData((half,) * 14, BLANK.small, BLANK.big))[EMPTY_FREE]
    assert all(pixel(rows, x, y) == pixel(rows, 63 - x, 92 - y) for y in range(46) for x in range(64))
    assert rows[:HALF_HEIGHT] == half


@pytest.mark.parametrize(
    ("value", "places"),
    [(0, {(13, 3), (44, 3)}), (8, {(13, 3), (44, 3)}), (9, {(14, 3), (43, 3)}), (12, {(12, 3), (52, 11)})],
)
def test_small_symbols_stand_beside_the_ranks(value: int, places: set[tuple[int, int]]) -> None:
    rows = assemble(CardData(BLANK.halves, full(7, 7), BLANK.big))[value * 4]
    turned = {(64 - x - 7, 93 - y - 7) for x, y in places}
    assert corners(rows, 7, 7) == places | turned


def test_big_symbols_of_the_ten() -> None:
    rows = assemble(CardData(BLANK.halves, BLANK.small, full(2, 2)))[9 * 4]
    first = {(13, 11), (36, 11), (13, 31), (36, 31), (25, 21)}
    assert corners(rows, 2, 2) == first | {(64 - x - 2, 93 - y - 2) for x, y in first}


def test_the_middle_row_of_the_seven_is_drawn_after_the_turning() -> None:
    rows = assemble(CardData(BLANK.halves, BLANK.small, full(2, 2)))[6 * 4]
    assert {(8, 39), (42, 39), (25, 39)} <= corners(rows, 2, 2)
    assert (64 - 8 - 2, 93 - 39 - 2) not in corners(rows, 2, 2)


def test_only_the_centre_symbol_reaches_over_the_middle() -> None:
    wide = CardData(BLANK.halves, BLANK.small, full(20, 1))
    ace, two_pips = assemble(wide)[0], assemble(wide)[3 * 4]
    assert ace[39] == (1 << 20) - 1 << (64 - 25 - 20)
    assert pixel(two_pips, 31, 23)
    assert not pixel(two_pips, 32, 23)


def test_suits_come_in_their_order() -> None:
    big = tuple((1 << (31 - suit),) * BIG_HEIGHT for suit in range(4))
    pictures = assemble(CardData(BLANK.halves, BLANK.small, big))
    for suit in range(4):
        assert pictures[EMPTY_FINAL + suit][39] == 1 << (63 - 25 - suit)
        assert pictures[suit][39] == 1 << (63 - 25 - suit)


def test_the_mask_leaves_the_rounded_corners() -> None:
    mask = assemble(BLANK)[MASK]
    edges = [64 - row.bit_length() if row != (1 << 64) - 1 else 0 for row in (~row & (1 << 64) - 1 for row in mask)]
    assert edges[:6] == [7, 5, 4, 3, 3, 2]
    assert edges == edges[::-1]
    assert set(edges[5:-5]) == {2}
    assert all(f"{row:064b}" == f"{row:064b}"[::-1] for row in mask)

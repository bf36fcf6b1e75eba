"""Cards, their names and the game numbers."""

from itertools import chain

import pytest

from gemport.cards.card import CardError, card_name, is_red, parse_card, suit_of, value_of
from gemport.cards.cells import fits_below
from gemport.cards.deals import (
    NumberError,
    check_number,
    deal_order,
    microsoft_columns,
    next_number,
    number_after,
    vierfrei_columns,
)
from gemport.cards.freecell import FreeCellBoard


def test_a_card_is_four_times_its_value_plus_its_suit() -> None:
    assert [card_name(card) for card in (0, 1, 2, 3, 39, 40, 51)] == ["AC", "AH", "AS", "AD", "TD", "JC", "KD"]
    assert (value_of(39), suit_of(39), is_red(39), is_red(38)) == (9, 3, True, False)


def test_every_name_is_read_back() -> None:
    for card in range(52):
        name = card_name(card)
        assert parse_card(name) == parse_card(name.lower()) == card
    assert parse_card("10s") == parse_card("TS")


@pytest.mark.parametrize("name", ["", "A", "1C", "AX", "A C", "ACC", "A2C", "10", "TT", "ß", "11C"])
def test_a_word_that_is_no_card_is_refused_by_name(name: str) -> None:
    with pytest.raises(CardError, match="not a card"):
        parse_card(name)


@pytest.mark.parametrize("card", [-1, 52])
def test_a_number_that_is_no_card_has_no_name(card: int) -> None:
    with pytest.raises(CardError, match=str(card)):
        card_name(card)


def test_only_the_other_colour_and_one_lower_fits_below() -> None:
    ten = parse_card("TD")
    assert [name for name in map(card_name, range(52)) if fits_below(parse_card(name), ten)] == ["9C", "9S"]
    assert not any(fits_below(parse_card("KC"), card) for card in range(52))


def test_a_million_new_games_meet_every_number_once() -> None:
    """The generator's period is full; 51 steps a deal have no factor in common with it."""
    seen = bytearray(1_000_000)
    number = 0
    for _ in range(1_000_000):
        seen[number] = 1
        number = next_number(number)
    assert number == 0
    assert all(seen)


def test_the_next_game_is_51_steps_on_and_103_with_two_packs() -> None:
    number = 4711
    for _ in range(51):
        number = next_number(number)
    assert number_after(4711) == number
    for _ in range(52):
        number = next_number(number)
    assert number_after(4711, 104) == number


def test_columns_hold_seven_and_six_cards() -> None:
    for columns in (vierfrei_columns(0), microsoft_columns(32000)):
        assert [len(column) for column in columns] == [7] * 4 + [6] * 4
        assert sorted(chain(*columns)) == list(range(52))


def test_two_packs_are_dealt() -> None:
    assert sorted(deal_order(999_999, packs=2)) == sorted([*range(52), *range(52)])


@pytest.mark.parametrize("number", [-1, 1_000_000])
def test_numbers_beyond_a_million_are_refused(number: int) -> None:
    for deal in (check_number, vierfrei_columns, deal_order, number_after):
        with pytest.raises(NumberError, match=rf"{number} is not in 0\.\.999999"):
            deal(number)


@pytest.mark.parametrize("number", [0, 1 << 31, -5])
def test_microsoft_numbers_end_where_programs_begin_to_differ(number: int) -> None:
    with pytest.raises(NumberError, match=rf"game number {number} is not in -2\.\.2147483647"):
        FreeCellBoard.deal(number)

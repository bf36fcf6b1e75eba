"""Cards and their names, game numbers and deals, and finding numbers by their cards."""

from itertools import chain
from random import Random

import pytest

from gemport.cards.card import CardError, card_name, card_names, is_red, parse_card, suit_of, value_of
from gemport.cards.cells import fits_below
from gemport.cards.deal_search import FAMILIES, MICROSOFT, VIERFREI, Dealing, find_numbers
from gemport.cards.deals import (
    ALL_MICROSOFT_NUMBERS,
    NumberError,
    Numbers,
    check_number,
    deal_order,
    how_many,
    microsoft_columns,
    next_number,
    number_after,
    vierfrei_columns,
)
from gemport.cards.freecell import FreeCellBoard
from gemport.solver import Position
from tests.places import RECORDED


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
    """The generator has full period, and the 51 steps of a deal have no common factor with it."""
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
    for deal in (check_number, vierfrei_columns, deal_order, number_after, Position.vierfrei):
        with pytest.raises(NumberError, match=rf"from 0 to 999999, got {number}"):
            deal(number)


@pytest.mark.parametrize("number", [0, 1 << 33, -3])
def test_microsoft_numbers_are_those_that_other_programs_have(number: int) -> None:
    for deal in (FreeCellBoard.deal, microsoft_columns, Position.microsoft):
        with pytest.raises(NumberError, match=rf"expected a game number from -2, -1, 1 to 8589934591, got {number}"):
            deal(number)


# ---- Microsoft's deals


VECTORS = RECORDED / "microsoft_deals.txt"


def names(number: int) -> list[list[str]]:
    return [card_names(column) for column in microsoft_columns(number)]


def test_deals_of_all_sizes_are_those_of_the_other_program() -> None:
    """A generator that loses bits of large states would still deal small numbers correctly."""
    lines = [line for line in VECTORS.read_text(encoding="ascii").splitlines() if not line.startswith("#")]
    deals = {int(number): cards for number, _, cards in (line.partition(": ") for line in lines)}
    assert len(deals) == 210
    assert {1, 32_000, 32_001, 1_000_000, (1 << 31) - 1, 1 << 31, 1 << 32, ALL_MICROSOFT_NUMBERS[-1]} < set(deals)
    for number, cards in deals.items():
        assert [column.split() for column in cards.split(" / ")] == names(number)


def test_minus_one_and_minus_two_are_the_boards_of_windows_that_cannot_be_won() -> None:
    """In the program of 1991 every column has one suit, with the aces deepest."""
    assert [" ".join(column) for column in names(-1)[:2]] == ["AC 3C 5C 7C 9C JC KC", "AD 3D 5D 7D 9D JD KD"]
    assert [" ".join(column) for column in names(-1)[4:6]] == ["QC TC 8C 6C 4C 2C", "QD TD 8D 6D 4D 2D"]
    assert [" ".join(column) for column in names(-2)[:2]] == ["AS KS QS JS TS 9S 8S", "AH KH QH JH TH 9H 8H"]
    assert [" ".join(column) for column in names(-2)[4:6]] == ["7S 6S 5S 4S 3S 2S", "7H 6H 5H 4H 3H 2H"]
    for number in (-1, -2):
        assert sorted(card for column in microsoft_columns(number) for card in column) == list(range(52))


def test_the_numbers_are_those_two_and_a_range() -> None:
    numbers = ALL_MICROSOFT_NUMBERS
    assert [numbers[at] for at in (0, 1, 2, 3, -1)] == [-2, -1, 1, 2, (1 << 33) - 1]
    assert [number in numbers for number in (-3, -2, -1, 0, 1)] == [False, True, True, False, True]
    assert [numbers[numbers.index(number)] for number in (-2, -1, 1, 617)] == [-2, -1, 1, 617]


def test_the_numbers_do_without_a_length_that_32_bits_cannot_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    def overflow(_numbers: Numbers) -> int:
        raise OverflowError

    monkeypatch.setattr(Numbers, "__len__", overflow)
    numbers = ALL_MICROSOFT_NUMBERS
    assert (numbers[0], numbers[-1], how_many(numbers)) == (-2, (1 << 33) - 1, (1 << 33) + 1)
    assert how_many(range(1, 5)) == 4
    assert numbers
    assert numbers.bounds == ("-2, -1, 1", str((1 << 33) - 1))


# ---- finding numbers


DEALINGS = {"vierfrei": VIERFREI, "microsoft": MICROSOFT, "grossfamilien": FAMILIES}
dealings = pytest.mark.parametrize("dealing", DEALINGS.values(), ids=DEALINGS)


def test_no_choice_of_a_million_is_rounded_wrong() -> None:
    """A fraction that is slightly too small would be wrong only at the border between two choices."""
    states = [0]
    for _ in range(999_999):
        states.append(next_number(states[-1]))
    for draw in (3, 39, 53):
        choices, first = FAMILIES.choices(draw)
        last = FAMILIES.cards - 1 - draw
        assert choices[:1_000_000] == bytes((last * state + 500_000) // 1_000_000 for state in states)
        assert first == draw + 1


@dealings
def test_one_card_finds_exactly_the_numbers_that_draw_it(dealing: Dealing) -> None:
    chance = Random(5)
    for draw in (0, 17, dealing.cards - 1):
        card = chance.choice(dealing.pack)
        found = set(find_numbers(dealing, {draw: card}))
        for number in [*chance.sample(sorted(found), 100), *chance.sample(range(1, 1_000_000), 500)]:
            assert (number in found) is (dealing.drawn(number)[draw] == card)


@dealings
@pytest.mark.parametrize("number", [1, 999_999])
def test_cards_that_no_other_number_has_find_theirs_even_if_one_is_wrong(dealing: Dealing, number: int) -> None:
    drawn = dealing.drawn(number)
    known = {draw: drawn[draw] for draw in range(0, dealing.cards, 6)}
    assert find_numbers(dealing, known) == [number]
    for draw in list(known)[:2]:
        wrong = {**known, draw: (known[draw] + 1) % 52}
        assert find_numbers(dealing, wrong) == []
        assert find_numbers(dealing, wrong, wrong=1) == [number]
        wrong[48] = (known[48] + 2) % 52
        assert find_numbers(dealing, wrong, wrong=1) == []

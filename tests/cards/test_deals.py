"""Cards and their names, game numbers and deals, and finding numbers by their cards."""

from random import Random

import pytest

from gemport.cards.card import CardError, card_name, card_names, is_red, suit_of, value_of
from gemport.cards.challenge import challenge_number
from gemport.cards.deal_search import FAMILIES, MICROSOFT, VIERFREI, Dealing, find_numbers
from gemport.cards.deals import (
    ALL_MICROSOFT_NUMBERS,
    Numbers,
    how_many,
    microsoft_columns,
    next_number,
    number_after,
)
from gemport.cli import registry
from tests.places import RECORDED


def test_a_card_is_four_times_its_value_plus_its_suit() -> None:
    assert [card_name(card) for card in (0, 1, 2, 3, 39, 40, 51)] == ["AC", "AH", "AS", "AD", "TD", "JC", "KD"]
    assert (value_of(39), suit_of(39), is_red(39), is_red(38)) == (9, 3, True, False)


@pytest.mark.parametrize("card", [-1, 52])
def test_a_number_that_is_no_card_has_no_name(card: int) -> None:
    with pytest.raises(CardError, match=str(card)):
        card_name(card)


def test_the_next_game_is_51_steps_on_and_103_with_two_packs() -> None:
    number = 4711
    for _ in range(51):
        number = next_number(number)
    assert number_after(4711) == number
    for _ in range(52):
        number = next_number(number)
    assert number_after(4711, 104) == number


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


@pytest.mark.parametrize("name", ["vierfrei", "freecell"])
def test_a_game_finds_its_number_by_its_columns(name: str) -> None:
    game = registry.find(name)
    columns = game.board.deal(617).columns
    assert game.number_of(columns, 2) == challenge_number(617, 2)
    assert game.number_of(columns[1:]) is None


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

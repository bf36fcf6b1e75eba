"""Microsoft's deals beside those of another program: make-microsoft-freecell-board of Freecell Solver."""

import pytest

from gemport.cards.card import card_names
from gemport.cards.deals import ALL_MICROSOFT_NUMBERS, NumberError, Numbers, how_many, microsoft_columns
from tests.places import RECORDED

VECTORS = RECORDED / "microsoft_deals.txt"


def names(number: int) -> list[list[str]]:
    return [card_names(column) for column in microsoft_columns(number)]


def test_deals_of_all_sizes_are_those_of_the_other_program() -> None:
    """A generator that loses bits of large states deals the small numbers right."""
    lines = [line for line in VECTORS.read_text(encoding="ascii").splitlines() if not line.startswith("#")]
    deals = {int(number): cards for number, _, cards in (line.partition(": ") for line in lines)}
    assert len(deals) == 200
    assert {1, 32_000, 32_001, 1_000_000, ALL_MICROSOFT_NUMBERS[-1]} < set(deals)
    for number, cards in deals.items():
        assert [column.split() for column in cards.split(" / ")] == names(number)


def test_minus_one_and_minus_two_are_the_boards_of_windows_that_cannot_be_won() -> None:
    """As the program of 1991 laid them out: a suit each, the aces deepest."""
    assert [" ".join(column) for column in names(-1)[:2]] == ["AC 3C 5C 7C 9C JC KC", "AD 3D 5D 7D 9D JD KD"]
    assert [" ".join(column) for column in names(-1)[4:6]] == ["QC TC 8C 6C 4C 2C", "QD TD 8D 6D 4D 2D"]
    assert [" ".join(column) for column in names(-2)[:2]] == ["AS KS QS JS TS 9S 8S", "AH KH QH JH TH 9H 8H"]
    assert [" ".join(column) for column in names(-2)[4:6]] == ["7S 6S 5S 4S 3S 2S", "7H 6H 5H 4H 3H 2H"]
    for number in (-1, -2):
        assert sorted(card for column in microsoft_columns(number) for card in column) == list(range(52))
    for number in (-3, 0, 1 << 31):
        with pytest.raises(NumberError):
            microsoft_columns(number)


def test_the_numbers_are_those_two_and_a_range() -> None:
    numbers = ALL_MICROSOFT_NUMBERS
    assert [numbers[at] for at in (0, 1, 2, 3, -1)] == [-2, -1, 1, 2, (1 << 31) - 1]
    assert [number in numbers for number in (-3, -2, -1, 0, 1)] == [False, True, True, False, True]
    assert [numbers[numbers.index(number)] for number in (-2, -1, 1, 617)] == [-2, -1, 1, 617]
    assert numbers[1:4] == [-1, 1, 2]


def test_the_numbers_do_without_a_length_that_32_bits_cannot_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    def overflow(_numbers: Numbers) -> int:
        raise OverflowError

    monkeypatch.setattr(Numbers, "__len__", overflow)
    numbers = ALL_MICROSOFT_NUMBERS
    assert (numbers[0], numbers[-1], how_many(numbers)) == (-2, (1 << 31) - 1, (1 << 31) + 1)
    assert how_many(range(1, 5)) == 4
    assert numbers
    assert not Numbers((), range(0))

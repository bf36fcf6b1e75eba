"""Microsoft's deals beside those of another program: make-microsoft-freecell-board of Freecell Solver."""

from __future__ import annotations

import subprocess
from random import Random

import pytest

from gemport.cards.card import card_names
from gemport.cards.deals import ALL_MICROSOFT_NUMBERS, microsoft_columns
from tests.needs import need_programs
from tests.places import RECORDED

GENERATOR = "make-microsoft-freecell-board"
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


@pytest.mark.slow
def test_a_thousand_numbers_deal_what_the_other_program_deals() -> None:
    need_programs(GENERATOR)
    chance = Random(2147483647)
    # As many of each length as of the longest ones.
    numbers = [chance.randrange(1 << bits, 2 << bits) for bits in range(31) for _ in range(16)]
    numbers += [chance.choice(ALL_MICROSOFT_NUMBERS) for _ in range(1000 - len(numbers))]
    for number in numbers:
        dealt = subprocess.run([GENERATOR, "-t", str(number)], capture_output=True, text=True, check=True).stdout
        assert [line.split() for line in dealt.splitlines()] == names(number), number

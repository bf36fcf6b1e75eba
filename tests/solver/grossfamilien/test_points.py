"""What speaks against a position of Großfamilien, one sort of points at a time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gemport.cards.card import parse_cards
from gemport.solver.grossfamilien.points import FamilyWeights
from gemport.solver.grossfamilien.stacks import EMPTY, Stacks, pack_families

NOTHING = FamilyWeights(in_the_way=0, in_waste=0, covered=0, home=0, uneven=0)
LATE = parse_cards(["QD", "QH", "QS", "KD", "KH", "KS", "QD"])
"""Cards whose turn is far off as long as their families are empty."""


@pytest.mark.parametrize(
    ("card", "clubs", "covering", "points"),
    [
        ("AC", 0, 0, 0),
        ("AC", 0, 1, 8),
        ("AC", 0, 3, 24),
        ("AC", 0, 5, 40),
        ("AC", 0, 7, 40),
        ("3C", 0, 2, 12),
        ("3C", 2, 2, 16),
        ("8C", 0, 4, 4),
        ("9C", 0, 4, 0),
        ("AC", 5, 4, 0),
        ("KC", 13, 2, 16),
        ("JC", 13, 2, 12),
        ("AC", 25, 2, 16),
    ],
)
def test_a_card_of_the_waste_is_missed_the_more_the_sooner_its_turn_comes(
    card: str, clubs: int, covering: int, points: int
) -> None:
    stacks = Stacks(replace(NOTHING, covered=8))
    waste = stacks.node(parse_cards([card]) + LATE[:covering])
    families = pack_families([clubs, 0, 0, 0])
    assert stacks.points((), waste, families) == points
    assert stacks.points((), waste, families) == points


@pytest.mark.parametrize(
    ("pile", "clubs", "in_the_way"),
    [
        ("3C 2C AC", 0, 0),
        ("AC 2C 3C", 0, 0),
        ("AC 2C 3C 2C AC", 0, 0),
        ("2C AC 2C", 0, 1),
        ("2C AC 2C AC", 0, 1),
        ("2C AC 2C AC 2C", 0, 2),
        ("2C AC", 1, 1),
        ("3C 2C", 1, 0),
        ("QC KC", 13, 0),
        ("KC QC", 13, 1),
    ],
)
def test_what_lies_in_the_way_of_its_own_pile_is_counted(pile: str, clubs: int, in_the_way: int) -> None:
    stacks = Stacks(replace(NOTHING, in_the_way=1))
    node = stacks.node(parse_cards(pile.split()))
    families = pack_families([clubs, 0, 0, 0])
    assert stacks.points((node, EMPTY), EMPTY, families) == in_the_way
    assert stacks.points((node, node), EMPTY, families) == 2 * in_the_way


def test_cards_at_home_are_taken_off_and_uneven_families_counted() -> None:
    families = pack_families([5, 3, 1, 2])
    assert Stacks(replace(NOTHING, home=1)).points((), EMPTY, families) == -11
    assert Stacks(replace(NOTHING, uneven=1)).points((), EMPTY, families) == 4


def test_each_card_of_the_waste_counts() -> None:
    stacks = Stacks(replace(NOTHING, in_waste=1))
    assert stacks.points((), stacks.node(LATE), pack_families([0, 0, 0, 0])) == len(LATE)

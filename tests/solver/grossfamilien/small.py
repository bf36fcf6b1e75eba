"""Small games of Großfamilien, most of whose piles never move, and what can be reached in them by trying everything."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from gemport.cards.grossfamilien import FamilyBoard
from gemport.solver.grossfamilien.stacks import pack_families
from tests.cards.grossfamilien.test_removal import can_reach, falling_game, small_game

__all__ = ["CHANCES", "SMALL", "Goal", "Small", "can_reach"]

CHANCES = range(60)
"""Seeds."""


class Goal(NamedTuple):
    """What the families would hold if the game was won but for the piles that never move."""

    counts: tuple[int, int, int, int]

    @property
    def packed(self) -> int:
        return pack_families(list(self.counts))

    @property
    def cards(self) -> int:
        return sum(self.counts)


def falling(chance: random.Random) -> tuple[FamilyBoard, Goal]:
    """Two suits near their end."""
    return falling_game(chance), Goal((0, 26, 26, 26))


def turning(chance: random.Random) -> tuple[FamilyBoard, Goal]:
    """Hearts wait for their jack, both jacks to kings and a ten are there; spades near their end."""
    families = [0, 10, 26 - chance.randint(1, 2), 26]
    hearts = [value * 4 + 1 for value in (10, 11, 12, 12, 11, 10, 9)]
    spades = [value * 4 + 2 for value in range(26 - families[2])]
    return small_game(chance, hearts + spades, families), Goal((0, 17, 26, 26))


Small: TypeAlias = Callable[[random.Random], tuple[FamilyBoard, Goal]]
SMALL: tuple[Small, ...] = (falling, turning)

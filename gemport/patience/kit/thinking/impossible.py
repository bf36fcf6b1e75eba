"""Which games cannot be won from the start: what the census has proven of them."""

from __future__ import annotations

from collections.abc import Container
from functools import cached_property
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from gemport.patience.game import Sources

CENSUS: Final = "census.txt"
"""The built-in file, by its path below the data folder."""


class Impossible(Container[int]):
    """The numbers of a game that are proven impossible. The census is read when the first number is asked about."""

    def __init__(self, sources: Sources, game: str) -> None:
        """``game``: what the census calls it."""
        self._sources = sources
        self._game = game

    def __contains__(self, number: object) -> bool:
        """Whether a number is known to be impossible."""
        return number in self._numbers

    @cached_property
    def _numbers(self) -> frozenset[int]:
        # Late: the solver need not be there before the first picture.
        from gemport.solver.census import parse_census

        return frozenset(parse_census(self._sources.built_in(CENSUS).decode())[self._game].impossible)

    def __repr__(self) -> str:
        """The same for the same files, wherever they lie."""
        return f"Impossible({self._game!r})"

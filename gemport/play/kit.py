"""The parts of a game's program: its standard features and its own."""

from collections.abc import Sequence
from graphlib import TopologicalSorter
from typing import Any, Final, NamedTuple

from gemport.play import advice, basics, choosing, ending, infoline, recordings, statistics
from gemport.play.feature import Feature, Play
from gemport.play.items import MenuItem, numbered
from gemport.play.player_input import Hand

STANDARD: Final[Sequence[type[Feature[Any]]]] = (
    basics.Trouble,
    basics.Passing,
    basics.About,
    choosing.ListedNew,
    choosing.Select,
    choosing.ListedGames,
    basics.Basics,
    statistics.StatisticsBox,
    infoline.Counter,
    basics.AutoplayAfterMoves,
    recordings.SaveFiles,
    recordings.CopyLink,
    recordings.OpenRecording,
    ending.Loss,
    ending.WonBox,
)
"""The features of every game, unless it has one that derives from them. Their order has no effect."""
WITH_SOLVER: Final[tuple[type[Feature[Any]], ...]] = (
    choosing.SelectByKind,
    advice.Advice,
    advice.LookingBack,
    infoline.Oracle,
    infoline.Rating,
    ending.WonBoxWithPar,
)
"""The features of cell games with a solver."""


class Kit(NamedTuple):
    """The parts of a game's program.

    Attributes:
        play: its table and words
        hand: its reaction to presses and keys
        features: its features in addition to STANDARD; a feature replaces its base classes
        original: all features with the original's resource, if there is an original
    """

    play: type[Play[Any]]
    hand: type[Hand[Any]]
    features: Sequence[type[Feature[Any]]] = ()
    original: Sequence[type[Feature[Any]]] = ()

    def every_feature(self, extras: bool = True) -> list[type[Feature[Any]]]:
        """Return the features in their order of action; without ``extras`` the features of the original."""
        kinds = [*STANDARD, *self.features] if extras else self.original
        replaced = {base for kind in kinds for base in kind.__mro__[1:]}
        kinds = [kind for kind in kinds if kind not in replaced]
        graph = {kind: [other for other in kinds if issubclass(other, tuple(kind.follows))] for kind in kinds}
        return list(TopologicalSorter(graph).static_order())

    def items(self, extras: bool = True) -> dict[MenuItem, int]:
        """Return the menu entries and their objects in the built-in resource; without ``extras`` the original's."""
        numbers = numbered(_items(self.every_feature()), _items(self.original))
        return {item: numbers[item] for item in _items(self.every_feature(extras))}


def _items(kinds: Sequence[type[Feature[Any]]]) -> list[MenuItem]:
    return [item for kind in kinds for item in kind.items()]

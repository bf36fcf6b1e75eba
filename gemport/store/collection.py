"""A game's saved data as values: unfinished games, and collections with their difference."""

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from gemport.cards.boardtext import name_of
from gemport.cards.challenge import write_number
from gemport.store.logbook import LogEntry
from gemport.store.statistics import Ended, Help


class Progress(NamedTuple):
    """Progress of a game."""

    made: int  # number of steps made; the remaining words of the game can be redone
    home: int = 0  # number of cards on the foundations
    undos: int = 0  # number of steps undone
    seconds: int = 0  # playing time


class Unfinished(NamedTuple):
    """An unfinished game.

    Attributes:
        words: steps in the game's notation, followed by the steps to redo; empty in lists of games
        counted: whether its outcome is in the statistics
        when: time of the last step in seconds since 1970
        attempt: key of the first attempt, shared by all attempts at a game, so that they count once; 0 if not saved
        help: help given by the program; None if unknown
        key: key in the records; 0 if not saved
        start: text of the starting position (:mod:`gemport.cards.boardtext`), which determines the number; None for a
            dealt game

    Set only by the records:
        game: name of the game
        played: sequence number of the last play
        holder: number of the process that has it open, or None
        fault: reason why it cannot be resumed and is not listed, or None
        elsewhere: whether another process or window has it open
    """

    number: int
    words: tuple[str, ...]
    progress: Progress
    counted: bool
    when: float = 0.0
    attempt: int = 0
    help: Help | None = None
    key: int = 0
    game: str = ""
    played: int = 0
    holder: int | None = None
    fault: str | None = None
    elsewhere: bool = False
    start: str | None = None

    @property
    def name(self) -> str:
        """The number, or the name of the starting position."""
        return write_number(self.number) if self.start is None else name_of(self.start)


class Collection(NamedTuple):
    """All saved data of one game."""

    ended: Sequence[Ended] = ()  # counted games, oldest first
    unfinished: Sequence[Unfinished] = ()  # last played first
    settings: Mapping[str, Any] = MappingProxyType({})  # values by name; empty unless requested
    log: Sequence[LogEntry] = ()  # the list in the player's logbook


Collections: TypeAlias = Mapping[str, Collection]  # collections by name of the game


def news(here: Collection, there: Collection) -> Collection:
    """Return the entries of ``there`` that are missing from ``here``, so that adding them creates no duplicates.

    Counted games are duplicates if all fields except ``help`` are equal; equal games are matched one to one. An
    unfinished game is a duplicate if a game of the same number starts with its words, a logbook entry if its number is
    listed.
    """
    counted = Counter(end[:-1] for end in here.ended)
    ended = []
    for end in there.ended:
        counted[end[:-1]] -= 1
        if counted[end[:-1]] < 0:
            ended.append(end)
    unfinished: list[Unfinished] = []
    known: dict[int, list[tuple[str, ...]]] = {}
    for game in here.unfinished:
        known.setdefault(game.number, []).append(game.words)
    for other in there.unfinished:
        of_number = known.setdefault(other.number, [])
        if not any(words[: len(other.words)] == other.words for words in of_number):
            unfinished.append(other)
            of_number.append(other.words)
    listed = {entry.number for entry in here.log}
    return Collection(ended, unfinished, log=[entry for entry in there.log if entry.number not in listed])

"""What every game's board has: a number, the moves that brought the cards where they lie, and steps to take back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Generic, Protocol, Self, TypeVar

from gemport.cards.moves import IllegalMove, Refusal, Rule, UndoError
from gemport.cards.pack import Card
from gemport.cards.steps import Step, StepLog


class SingleMove(Protocol):
    """One card from one place to another; ``str`` gives it in the game's notation."""

    @property
    def card(self) -> Card:
        """The card that moves."""

    @property
    def source(self) -> int:
        """The place it leaves."""

    @property
    def target(self) -> int:
        """The place it goes to."""


M = TypeVar("M", bound=SingleMove)


class Board(ABC, Generic[M]):
    """Where the cards of a game lie, and the steps that brought them there.

    history: all single moves since the deal, but for those taken back
    log: the steps made, and those that can be made again
    number: the game's number, None when the position was not dealt

    What the player does at once is a step. A program that shows every card calls ``begin`` and then ``push`` for each
    of the step's moves; ``make`` does it all. ``undo`` and ``redo`` work likewise: ``last_step`` and ``pull``,
    ``next_step`` and ``begin``.
    """

    __slots__ = ("history", "log", "number")
    game: ClassVar[str]
    """The game's name in the notation and on the command line."""

    def __init__(self, number: int | None) -> None:
        self.history: list[M] = []
        self.log: StepLog[M] = StepLog()
        self.number = number

    # ---- what a game says

    @classmethod
    @abstractmethod
    def deal(cls, number: int) -> Self:
        """The start of a numbered game. Raises NumberError."""

    @abstractmethod
    def bare_copy(self) -> Self:
        """A board of its own with the same position and an empty history."""

    @abstractmethod
    def top(self, place: int) -> Card | None:
        """The open card of a place, None if there is none. Raises PlaceError."""

    @property
    @abstractmethod
    def won(self) -> bool:
        """Whether the game is won."""

    @property
    @abstractmethod
    def lost(self) -> bool:
        """Whether nothing can move in a game that is not won."""

    @property
    @abstractmethod
    def home(self) -> int:
        """How many cards lie where they belong in the end."""

    @abstractmethod
    def read_word(self, word: str) -> Step[M]:
        """The step that a word of the game's notation means on this board. Raises IllegalMove, PlaceError."""

    @abstractmethod
    def _moved(self, card: Card, source: int, target: int) -> M:
        """A single move as the game writes it."""

    @abstractmethod
    def _remove(self, place: int) -> None:
        """Take the top card of a place away."""

    @abstractmethod
    def _put(self, card: Card, place: int) -> None:
        """Put a card onto a place."""

    @property
    def next_number(self) -> int | None:
        """The number that New game deals next; None where chance chooses it."""
        return None

    # ---- moves and steps

    def copy(self) -> Self:
        """A board of its own with the same position and history."""
        twin = self.bare_copy()
        twin.history = self.history.copy()
        twin.log = self.log.copy()
        return twin

    def push(self, source: int, target: int) -> M:
        """Move the open card of ``source`` to ``target`` and record it, without asking the rules.

        For moves that a checked function has given; anything else may spoil the board. Raises IllegalMove when
        ``source`` is empty.
        """
        move = self._moved(self._take(source), source, target)
        self._put(move.card, target)
        self.history.append(move)
        return move

    def pull(self) -> M:
        """Take back the last single move, and with its first one the step; the move. Raises UndoError."""
        if not self.history:
            raise UndoError("there is no move to take back")
        move = self.history.pop()
        self._put(self._take(move.target), move.source)
        self.log.pulled(len(self.history))
        return move

    def begin(self, step: Step[M]) -> None:
        """Record that a planned step begins; its moves are then to be pushed. Unless it is ``next_step``, redo ends."""
        self.log.begin(step, len(self.history))

    def make(self, step: Step[M]) -> Step[M]:
        """Make a planned step at once."""
        self.begin(step)
        for move in step.moves:
            self.push(move.source, move.target)
        return step

    @property
    def moves_made(self) -> int:
        """How many steps the player has made, those taken back not counted."""
        return len(self.log)

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return len(self.log) > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to make again."""
        return self.log.can_redo

    @property
    def last_step(self) -> Step[M]:
        """The step that undo takes back. Raises UndoError."""
        return self.log.last[1]

    @property
    def next_step(self) -> Step[M]:
        """The step that redo makes again. Raises UndoError."""
        return self.log.next

    def undo(self) -> Step[M]:
        """Take back the last step and return it. Raises UndoError."""
        mark, step = self.log.last
        while len(self.history) > mark:
            self.pull()
        return step

    def redo(self) -> Step[M]:
        """Make again the step that was taken back last, and return it. Raises UndoError."""
        return self.make(self.log.next)

    def words(self) -> list[str]:
        """The game so far in the game's notation, a word a step."""
        return self.log.words()

    def play_word(self, word: str) -> Step[M]:
        """Make the step that a word means, and return it. Raises IllegalMove, PlaceError."""
        return self.make(self.read_word(word))

    def _take(self, place: int) -> Card:
        card = self.top(place)
        if card is None:
            raise IllegalMove(Refusal(Rule.NO_CARD))
        self._remove(place)
        return card

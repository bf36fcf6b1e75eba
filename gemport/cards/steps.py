"""Steps: what a player did at once, and the single moves it took; undo and redo go by steps."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from gemport.cards.moves import UndoError

M = TypeVar("M")


class Step(NamedTuple, Generic[M]):
    """One action of the player: its word in the game's notation, and all single moves in order."""

    word: str
    moves: tuple[M, ...]


class StepLog(Generic[M]):
    """Which steps have been made and which may be made again. Marks are lengths of the board's history."""

    __slots__ = ("_made", "_undone")

    def __init__(self) -> None:
        self._made: list[tuple[int, Step[M]]] = []
        self._undone: list[Step[M]] = []

    def copy(self) -> StepLog[M]:
        """A log of its own with the same steps."""
        twin: StepLog[M] = StepLog()
        twin._made = self._made.copy()
        twin._undone = self._undone.copy()
        return twin

    def words(self) -> list[str]:
        """The words of the steps made, first to last."""
        return [step.word for _, step in self._made]

    def words_undone(self) -> list[str]:
        """The words of the steps that can be made again, the next one first."""
        return [step.word for step in reversed(self._undone)]

    def __len__(self) -> int:
        return len(self._made)

    def begin(self, step: Step[M], mark: int) -> None:
        """A step begins, the history being ``mark`` long. Unless it is ``next``, nothing can be made again after it."""
        if self._undone and self._undone[-1] is step:
            self._undone.pop()
        else:
            self._undone.clear()
        self._made.append((mark, step))

    def pulled(self, length: int) -> None:
        """A single move has been taken back; the history is now ``length`` long."""
        while self._made and self._made[-1][0] >= length:
            self._undone.append(self._made.pop()[1])

    @property
    def last(self) -> tuple[int, Step[M]]:
        """The step to take back next and its mark. Raises UndoError."""
        if not self._made:
            raise UndoError("there is no move to take back")
        return self._made[-1]

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to make again."""
        return bool(self._undone)

    @property
    def next(self) -> Step[M]:
        """The step to make again next. Raises UndoError."""
        if not self._undone:
            raise UndoError("there is no move to make again")
        return self._undone[-1]

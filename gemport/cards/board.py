"""Base class of all boards: piles of cards, the history of moves, undo and redo."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Self, TypeAlias

from gemport.cards.boardtext import BoardTextError
from gemport.cards.card import Card
from gemport.cards.moves import FOUNDATIONS, IllegalMove, Move, PileRule, PlaceNames, Refusal, Step, UndoError

Position: TypeAlias = tuple[tuple[Card, ...], ...]
"""The cards of all piles, in the order of the piles."""


class Board(ABC):
    """The piles of a game and the steps made so far.

    A step is one action of the player. To animate a step, call ``begin`` and then ``push`` for each of its moves;
    ``make`` does all of this. To animate undo, call ``pull`` for each move of ``last_step``; ``undo`` does all of this.
    To redo, begin or make ``next_step``.

    Attributes:
        piles: cards by place, open card last; an empty place has an empty list
        history: all single moves since the deal, except undone moves
        number: number of the game, or None if the position was not dealt
    """

    __slots__ = ("_made", "_undone", "history", "number", "piles")
    game: ClassVar[str]
    """Name of the game in recordings and on the command line."""
    microsoft: ClassVar[bool] = False
    """True if the game has Microsoft's deals."""
    places: ClassVar[PlaceNames]
    """Names of the piles in the game's notation."""
    cards: ClassVar[int] = 52
    """Number of cards."""
    move_type: ClassVar[type[Move]]
    """Type of the game's moves; ``str`` returns the notation of a move."""

    def __init__(self, piles: Mapping[int, Iterable[Card]], number: int | None = None) -> None:
        """Lay out the cards of each place, open card last."""
        self.piles: dict[int, list[Card]] = {place: list(cards) for place, cards in piles.items()}
        self.number = number
        self.history: list[Move] = []
        self._made: list[tuple[Step, int]] = []  # steps made, each with the length of the history before it
        self._undone: list[Step] = []  # steps to redo, the next step last

    # ---- rules of the game

    @classmethod
    @abstractmethod
    def deal(cls, number: int) -> Self:
        """Deal a numbered game. Raises NumberError."""

    @classmethod
    def read(cls, text: str) -> Self:
        """Create a board from text (:mod:`gemport.cards.boardtext`). Raises BoardTextError."""
        raise BoardTextError(f"{cls.game} has no boards as text")

    @abstractmethod
    def placing(self, card: Card, source: int, target: int) -> Refusal | None:
        """Return the reason why the open card of ``source`` cannot move to ``target``, or None if it can.

        ``source`` is a different place and not a foundation. Raises PlaceError.
        """

    @abstractmethod
    def iter_moves(self) -> Iterator[Move]:
        """Yield all legal moves of one card."""

    @abstractmethod
    def plan(self, source: int, target: int) -> Step:
        """Return the step for a move of the player, with its automatic consequences; the board does not change.

        Raises IllegalMove, PlaceError.
        """

    @abstractmethod
    def read_word(self, word: str) -> Step:
        """Return the step for a word of the game's notation on this board. Raises IllegalMove, PlaceError."""

    @property
    def won(self) -> bool:
        """True if all cards are on the foundations."""
        return self.home == self.cards

    @property
    def lost(self) -> bool:
        """Whether the game is not won and no move is left."""
        return not self.won and next(self.iter_moves(), None) is None

    @property
    def home(self) -> int:
        """Number of cards on the foundations."""
        return sum(self.foundations)

    @property
    def next_number(self) -> int | None:
        """Number of the game that New game deals next, or None for a random number."""
        return None

    # ---- piles

    @property
    def foundations(self) -> list[int]:
        """Number of cards on each foundation, in the order of the suits."""
        return [len(self.piles.get(place, ())) for place in FOUNDATIONS]

    def top(self, place: int) -> Card | None:
        """Return the open card of a place, or None if the place is empty. Raises PlaceError."""
        cards = self.piles.get(place)
        if cards:
            return cards[-1]
        self.places.name(place)
        return None

    def open_card(self, place: int) -> Card:
        """Return the open card of a place. Raises IllegalMove if the place is empty, and PlaceError."""
        card = self.top(place)
        if card is None:
            raise IllegalMove(Refusal(PileRule.NO_CARD))
        return card

    def position(self) -> Position:
        """Return the position without history, for comparisons and as a key."""
        return tuple(map(tuple, self.piles.values()))

    def bare_copy(self) -> Self:
        """Return an independent board with the same position and an empty history."""
        twin = type(self).__new__(type(self))
        Board.__init__(twin, self.piles, self.number)
        return twin

    def copy(self) -> Self:
        """Return an independent board with the same position and history."""
        twin = self.bare_copy()
        twin.history = self.history.copy()
        twin._made = self._made.copy()
        twin._undone = self._undone.copy()
        return twin

    # ---- moves and steps

    def refusal(self, source: int, target: int) -> Refusal | None:
        """Return the reason why the open card of ``source`` cannot move to ``target``, or None. Raises PlaceError."""
        card = self.top(source)
        if source in FOUNDATIONS:
            return Refusal(PileRule.FOUNDATION_STAYS, card)
        if card is None:
            return Refusal(PileRule.NO_CARD)
        if source == target:
            return Refusal(PileRule.SAME_PLACE, card)
        return self.placing(card, source, target)

    def legal_moves(self) -> list[Move]:
        """Return all legal moves of one card."""
        return list(self.iter_moves())

    def push(self, source: int, target: int) -> Move:
        """Move the open card of ``source`` to ``target`` and record the move, without checking the rules.

        Use it only for moves that have been checked; others may corrupt the board. Raises IllegalMove if ``source`` is
        empty, and PlaceError if either place does not exist.
        """
        move = self.move_type(self.open_card(source), source, target)
        self.places.name(target)
        self.piles[target].append(self.piles[source].pop())
        self.history.append(move)
        return move

    def pull(self) -> Move:
        """Undo and return the last single move; undoing the first move of a step undoes the step. Raises UndoError."""
        if not self.history:
            raise UndoError("there is no move to take back")
        move = self.history.pop()
        self.piles[move.source].append(self.piles[move.target].pop())
        while self._made and self._made[-1][1] >= len(self.history):
            self._undone.append(self._made.pop()[0])
        return move

    def begin(self, step: Step) -> None:
        """Record the start of a step; the caller pushes its moves. A step other than ``next_step`` clears redo."""
        if self._undone and self._undone[-1] is step:
            self._undone.pop()
        else:
            self._undone.clear()
        self._made.append((step, len(self.history)))

    def make(self, step: Step) -> Step:
        """Make a step that has been checked, and return it."""
        self.begin(step)
        for move in step.moves:
            self.push(move.source, move.target)
        return step

    @property
    def moves_made(self) -> int:
        """Number of steps made, not counting undone steps."""
        return len(self._made)

    @property
    def can_undo(self) -> bool:
        """True if a step can be undone."""
        return bool(self._made)

    @property
    def can_redo(self) -> bool:
        """True if an undone step can be redone."""
        return bool(self._undone)

    @property
    def last_step(self) -> Step:
        """The step that Undo reverses. Raises UndoError."""
        if not self._made:
            raise UndoError("there is no move to take back")
        return self._made[-1][0]

    @property
    def next_step(self) -> Step:
        """The step that Redo repeats. Raises UndoError."""
        if not self._undone:
            raise UndoError("there is no move to make again")
        return self._undone[-1]

    def undo(self) -> Step:
        """Undo the last step and return it. Raises UndoError."""
        step = self.last_step
        _, mark = self._made[-1]
        while len(self.history) > mark:
            self.pull()
        return step

    def words(self) -> list[str]:
        """Return the words of the steps made, first step first."""
        return [step.word for step, _ in self._made]

    def words_undone(self) -> list[str]:
        """Return the words of the steps to redo, next step first."""
        return [step.word for step in reversed(self._undone)]

    def positions(self) -> list[Self]:
        """Return the positions of the game from the deal to the last step to redo.

        Each board except the last can redo the step to the next position; the boards have no other history.
        """
        board = self.copy()
        while board.can_undo:
            board.undo()
        boards = [board.bare_copy()]
        while board.can_redo:
            boards[-1]._undone.append(board.make(board.next_step))
            boards.append(board.bare_copy())
        return boards

    def play_word(self, word: str) -> Step:
        """Make the step for a word and return it. Raises IllegalMove, PlaceError."""
        return self.make(self.read_word(word))

"""The board that every game has: piles of cards, the moves that brought them there, and steps to take back."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Self, TypeAlias

from gemport.cards.boardtext import BoardTextError
from gemport.cards.card import Card
from gemport.cards.moves import FOUNDATIONS, IllegalMove, Move, PileRule, Places, Refusal, Step, UndoError

Position: TypeAlias = tuple[tuple[Card, ...], ...]
"""The cards of every pile, in the order of the piles."""


class Board(ABC):
    """The piles of a game, and the steps that brought the cards there.

    piles: by place the cards that lie there, the open one last; an empty place has an empty list
    history: all single moves since the deal, but for those taken back
    number: the game's number, None when the position was not dealt

    What the player does at once is a step. A program that shows every card calls ``begin`` and then ``push`` for each
    of the step's moves; ``make`` does it all. ``undo`` works likewise, with ``last_step`` and ``pull``. To redo is to
    begin or to make ``next_step``.
    """

    __slots__ = ("_made", "_undone", "history", "number", "piles")
    game: ClassVar[str]
    """The game's name in recordings and on the command line."""
    microsoft: ClassVar[bool] = False
    """True if the game has Microsoft's deals."""
    places: ClassVar[Places]
    """The names of the piles in the game's notation."""
    cards: ClassVar[int] = 52
    """The number of cards."""
    move_type: ClassVar[type[Move]]
    """The game's moves, which ``str`` writes in its notation."""

    def __init__(self, piles: Mapping[int, Iterable[Card]], number: int | None = None) -> None:
        """Lay the cards of each place out, the open one last."""
        self.piles: dict[int, list[Card]] = {place: list(cards) for place, cards in piles.items()}
        self.number = number
        self.history: list[Move] = []
        self._made: list[tuple[Step, int]] = []
        """The steps made, each with the length of the history before it."""
        self._undone: list[Step] = []
        """The steps that can be made again, the next one last."""

    # ---- the game's own

    @classmethod
    @abstractmethod
    def deal(cls, number: int) -> Self:
        """Deal the start of a numbered game. Raises NumberError."""

    @classmethod
    def read(cls, text: str) -> Self:
        """Lay out the position of a text (:mod:`gemport.cards.boardtext`). Raises BoardTextError."""
        raise BoardTextError(f"{cls.game} has no boards as text")

    @abstractmethod
    def placing(self, card: Card, source: int, target: int) -> Refusal | None:
        """Return the reason why ``target`` does not take the open card of ``source``; None if it does.

        ``source`` is another place, no foundation. Raises PlaceError.
        """

    @abstractmethod
    def iter_moves(self) -> Iterator[Move]:
        """Yield every move of one card that the rules allow."""

    @abstractmethod
    def read_word(self, word: str) -> Step:
        """Return the step that a word of the game's notation means on this board. Raises IllegalMove, PlaceError."""

    @property
    def won(self) -> bool:
        return self.home == self.cards

    @property
    def lost(self) -> bool:
        """True when nothing can move in a game that is not won."""
        return not self.won and next(self.iter_moves(), None) is None

    @property
    def home(self) -> int:
        return sum(self.foundations)

    @property
    def next_number(self) -> int | None:
        """The number that New game deals next; None where chance chooses it."""
        return None

    # ---- the piles

    @property
    def foundations(self) -> list[int]:
        return [len(self.piles.get(place, ())) for place in FOUNDATIONS]

    def top(self, place: int) -> Card | None:
        """Return the open card of a place, None if there is none. Raises PlaceError."""
        cards = self.piles.get(place)
        if cards:
            return cards[-1]
        self.places.name(place)
        return None

    def open_card(self, place: int) -> Card:
        """Return the open card of a place. Raises IllegalMove if there is none, PlaceError."""
        card = self.top(place)
        if card is None:
            raise IllegalMove(Refusal(PileRule.NO_CARD))
        return card

    def position(self) -> Position:
        """Return the position alone, to compare and to look up."""
        return tuple(map(tuple, self.piles.values()))

    def bare_copy(self) -> Self:
        """Return a board of its own with the same position and an empty history."""
        twin = type(self).__new__(type(self))
        Board.__init__(twin, self.piles, self.number)
        return twin

    def copy(self) -> Self:
        twin = self.bare_copy()
        twin.history = self.history.copy()
        twin._made = self._made.copy()
        twin._undone = self._undone.copy()
        return twin

    # ---- moves and steps

    def refusal(self, source: int, target: int) -> Refusal | None:
        """Return why the open card of ``source`` may not go to ``target``; None if it may. Raises PlaceError."""
        card = self.top(source)
        if source in FOUNDATIONS:
            return Refusal(PileRule.FOUNDATION_STAYS, card)
        if card is None:
            return Refusal(PileRule.NO_CARD)
        if source == target:
            return Refusal(PileRule.SAME_PLACE, card)
        return self.placing(card, source, target)

    def legal_moves(self) -> list[Move]:
        return list(self.iter_moves())

    def push(self, source: int, target: int) -> Move:
        """Move the open card of ``source`` to ``target`` and record it, without asking the rules.

        For moves that a checked function has given; anything else may spoil the board. Raises IllegalMove when
        ``source`` is empty, PlaceError for no place.
        """
        card = self.top(source)
        if card is None:
            raise IllegalMove(Refusal(PileRule.NO_CARD))
        self.places.name(target)
        move = self.move_type(card, source, target)
        self.piles[target].append(self.piles[source].pop())
        self.history.append(move)
        return move

    def pull(self) -> Move:
        """Take back the last single move, and with its first one the step; the move. Raises UndoError."""
        if not self.history:
            raise UndoError("there is no move to take back")
        move = self.history.pop()
        self.piles[move.source].append(self.piles[move.target].pop())
        while self._made and self._made[-1][1] >= len(self.history):
            self._undone.append(self._made.pop()[0])
        return move

    def begin(self, step: Step) -> None:
        """Record that a planned step begins; its moves are then to be pushed. Unless it is ``next_step``, redo ends."""
        if self._undone and self._undone[-1] is step:
            self._undone.pop()
        else:
            self._undone.clear()
        self._made.append((step, len(self.history)))

    def make(self, step: Step) -> Step:
        self.begin(step)
        for move in step.moves:
            self.push(move.source, move.target)
        return step

    @property
    def moves_made(self) -> int:
        """Number of steps the player has made, those taken back not counted."""
        return len(self._made)

    @property
    def can_undo(self) -> bool:
        return bool(self._made)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    @property
    def last_step(self) -> Step:
        """The step that undo takes back. Raises UndoError."""
        if not self._made:
            raise UndoError("there is no move to take back")
        return self._made[-1][0]

    @property
    def next_step(self) -> Step:
        """The step that redo makes again. Raises UndoError."""
        if not self._undone:
            raise UndoError("there is no move to make again")
        return self._undone[-1]

    def undo(self) -> Step:
        """Take back the last step and return it. Raises UndoError."""
        step = self.last_step
        _, mark = self._made[-1]
        while len(self.history) > mark:
            self.pull()
        return step

    def words(self) -> list[str]:
        return [step.word for step, _ in self._made]

    def words_undone(self) -> list[str]:
        """Return the words of the steps that can be made again, the next one first."""
        return [step.word for step in reversed(self._undone)]

    def positions(self) -> list[Self]:
        """Return the positions of the game from the deal on, those after steps that were taken back included.

        Each but the last can redo the step to the next one, and has no other history.
        """
        board = self.copy()
        while board.can_undo:
            board.undo()
        found = [board.bare_copy()]
        while board.can_redo:
            found[-1]._undone.append(board.make(board.next_step))
            found.append(board.bare_copy())
        return found

    def play_word(self, word: str) -> Step:
        """Make the step that a word means, and return it. Raises IllegalMove, PlaceError."""
        return self.make(self.read_word(word))

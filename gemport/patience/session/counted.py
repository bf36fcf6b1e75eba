"""A game that counts in statistics, and is taken up again when the program was killed (spec: FreeCell, End of a game).

A dealt game counts once. It has begun with the first move, and stays so when that is taken back or the same cards are
dealt again: neither Undo nor Restart is a way out of a loss. Its first outcome is the one that counts; what is reached
afterwards by Undo, by Restart, or by playing a number again that was lost once, counts no more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from gemport.cards.moves import IllegalMove, PlaceError
from gemport.patience.session.records import Outcome, Records, SavedGame


class CountedBoard(Protocol):
    """What has to be known of a board."""

    number: int | None

    @property
    def won(self) -> bool:
        """Whether the game is won."""

    @property
    def lost(self) -> bool:
        """Whether nothing can move in a game that is not won."""

    def words(self) -> list[str]:
        """The steps made so far, in the game's notation."""

    def play_word(self, word: str) -> None:
        """Make a step. Raises IllegalMove, PlaceError."""


B = TypeVar("B", bound=CountedBoard)


class CountedGame(Generic[B]):
    """The game that is played, and how it is recorded. The records are to be such that never fail.

    deal_board: gives the start of a numbered game, and raises NumberError where there is none
    """

    board: B
    begun: bool
    """Whether a move was made since the game was dealt first."""
    counted: bool
    """Whether the game's outcome is in the statistics, or is not to be."""

    def __init__(self, records: Records, deal_board: Callable[[int], B], number: int | None, fresh: int) -> None:
        """Begin with ``number``; if that is None with the game in progress, and if there is none with ``fresh``.

        A game in progress of another number is left as by Select Game. Raises NumberError.
        """
        self.records = records
        self._deal_board = deal_board
        self.not_resumed: int | None = None
        """The number of a game in progress whose moves are not possible; it is forgotten."""
        saved = records.game_in_progress()
        if number is None:
            number = fresh if saved is None else saved.number
        self._deal(number)
        if saved is not None and saved.number == number:
            self._resume(saved)
        elif saved is not None:
            self._forfeit(saved.number, saved.counted)

    def _deal(self, number: int) -> None:
        self.board = self._deal_board(number)
        self.begun = False
        self.counted = self.records.lost_before(number)

    def _resume(self, saved: SavedGame) -> None:
        board = self._deal_board(saved.number)
        try:
            for word in saved.moves:
                board.play_word(word)
        except (IllegalMove, PlaceError):
            self.not_resumed = saved.number
            self.records.keep(None)
            return
        self.board = board
        self.begun, self.counted = True, saved.counted

    def _forfeit(self, number: int, counted: bool) -> None:
        if counted:
            self.records.keep(None)
        else:
            self.records.count(number, Outcome.LOST, None)

    # ---- games

    @property
    def number(self) -> int:
        """The game's number."""
        return self.board.number or 0

    def deal(self, number: int) -> None:
        """Leave the game and begin another. Raises NumberError."""
        self._deal_board(number)
        self.leave()
        self._deal(number)

    def restart(self) -> None:
        """Deal the same cards again. This is no other game: if it has not counted yet, it still will."""
        self.board = self._deal_board(self.number)
        self.keep()

    def leave(self) -> None:
        """Leave the game: one that has begun and did not count yet is lost."""
        if self.begun:
            self._forfeit(self.number, self.counted)

    # ---- moves

    def keep(self) -> None:
        """Keep the game as it is, to go on with it after a sudden end: when a step begins, and after Undo."""
        self.begun = self.begun or bool(self.board.words())
        self.records.keep(self._saved())

    def outcome(self) -> Outcome | None:
        """How the game stands: won, lost, None = it goes on. The first outcome is counted."""
        if not self.board.won and not self.board.lost:
            return None
        outcome = Outcome.WON if self.board.won else Outcome.LOST
        if self.counted:
            self.records.keep(self._saved())
        else:
            self.counted = True
            self.records.count(self.number, outcome, self._saved())
        return outcome

    def _saved(self) -> SavedGame | None:
        """What the next start has to go on with: nothing once the game is won."""
        if not self.begun or self.board.won:
            return None
        return SavedGame(self.number, tuple(self.board.words()), self.counted)

"""The game that is played: its board, what is kept of it, and who watches (docs/freecell.md, End of a game).

A dealt game counts once. It has begun with the first step, and stays so when that is taken back or the same cards are
dealt again: neither Undo nor Restart is a way out of a loss. Its first outcome is the one that counts; what is reached
afterwards by Undo, by Restart, or by playing a number again that was lost once, counts no more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum, auto
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar

from gemport.cards.board import Board
from gemport.cards.moves import FINALS, IllegalMove, PlaceError, UndoError
from gemport.cards.numbers import NumberError
from gemport.cards.steps import Step
from gemport.patience.game import Game
from gemport.patience.session.records import ForgivingRecords, KeptGame, Outcome, Progress, Records, Unfinished

AnyBoard: TypeAlias = Board[Any]
B = TypeVar("B", bound=Board[Any])


class Change(Enum):
    """What has happened to a session's board."""

    DEALT = auto()
    """It is another one."""
    STEP = auto()
    """A step was begun; it is the last one of the board's log."""
    UNDONE = auto()
    """A step was taken back whole."""


class Session(Generic[B]):
    """A game being played, one after the other: the only owner of the board.

    spoilt: the number of a game taken up of which only the first moves were possible; None if all was well
    """

    def __init__(
        self, game: Game[B, Any], records: Records, chance: Random, number: int | None = None, *, afresh: bool = False
    ) -> None:
        """Take up the unfinished game played last, or that of ``number``; if there is none, or ``afresh``, deal.

        chance: chooses the numbers that neither the player nor the game's own chain of numbers gives. Raises
        NumberError.
        """
        self.game = game
        self.records = ForgivingRecords(records)
        self.spoilt: int | None = None
        self._chance = chance
        self._watchers: list[Callable[[AnySession, Change], None]] = []
        # Drawn even where it is not needed: what chance gives later must not depend on that.
        drawn = game.any_number(chance)
        self._deal(game.check(drawn if number is None else number))
        kept = None if afresh else self.records.take_up(number)
        if kept is not None:
            self._resume(kept)

    def _deal(self, number: int) -> None:
        self._lay(number)
        self._attempt_of: int | None = None
        self._begun = False
        self._counted = self.records.lost_before(number)

    def _lay(self, number: int) -> None:
        self.board: B = self.game.board.deal(number)
        self._undos = 0
        self._key: int | None = None
        """What the records call the game; None while they hold nothing of it."""
        self._whole = True
        """Whether the records hold every step."""

    def _resume(self, kept: KeptGame) -> None:
        try:
            board = self.game.board.deal(kept.number)
            made = _replay(board, kept)
        except NumberError:
            self.spoilt = kept.number
            self.records.forget(kept.key)
            return
        self._whole = made
        if not made:
            self.spoilt = kept.number
        self.board, self._key, self._attempt_of = board, kept.key, kept.key
        self._undos = kept.progress.undos
        self._begun, self._counted = True, kept.counted

    # ---- what is asked

    @property
    def number(self) -> int:
        """The game's number."""
        return self.board.number or 0

    @property
    def title(self) -> str:
        """The game's name and number."""
        return f"{self.game.title} #{self.number}"

    @property
    def begun(self) -> bool:
        """Whether a step was made since the game was dealt first."""
        return self._begun

    @property
    def progress(self) -> Progress:
        """How far the game has come."""
        return Progress(self.board.moves_made, self.board.home, self._undos)

    def next_number(self) -> int:
        """The number of the next game: the one that follows in the game's own chain, or one by chance."""
        number = self.board.next_number
        return self.game.any_number(self._chance) if number is None else number

    def unfinished(self) -> Sequence[Unfinished]:
        """The unfinished games, this one included."""
        return self.records.unfinished()

    def kept(self) -> KeptGame | None:
        """The game as it stands, to be taken up elsewhere; None before its first step."""
        if not self._begun:
            return None
        return KeptGame(self._key or 0, self.number, self._words(), self.progress, self._counted)

    def _words(self) -> tuple[str, ...]:
        """The steps made, and those that can be made again."""
        return (*self.board.log.words(), *self.board.log.words_undone())

    def watch(self, watcher: Callable[[AnySession, Change], None]) -> None:
        """Tell somebody of every change from now on, and that the present game is there."""
        self._watchers.append(watcher)
        watcher(self, Change.DEALT)

    def _tell(self, change: Change) -> None:
        for watcher in self._watchers:
            watcher(self, change)

    # ---- games

    def deal(self, number: int) -> None:
        """Leave the game and begin another. Raises NumberError, and nothing has happened then."""
        self.game.check(number)
        self.leave()
        self._deal(number)
        self._tell(Change.DEALT)

    def restart(self) -> None:
        """Deal the same cards again. It remains the same game: if it has not counted yet, it still will."""
        self._put_away()
        self._lay(self.number)
        if self._begun and self.game.counts_losses:
            self._keep(self.progress)
        self._tell(Change.DEALT)

    def leave(self) -> None:
        """Leave the game, which stays unfinished; where losses count, it is lost instead unless it has counted."""
        if not self._begun:
            return
        if not self.game.counts_losses:
            self._put_away()
            return
        if not self._counted:
            self._count(Outcome.WON if self.board.won else Outcome.LOST)
        if self._key is not None:
            self.records.forget(self._key)

    def _put_away(self) -> None:
        """Leave the game where it stands: what is won is over, the rest can be taken up again."""
        if self._key is None:
            return
        if self.board.won or self.game.counts_losses:
            self.records.forget(self._key)
        else:
            self.records.close(self._key)

    # ---- steps

    def begin(self, step: Step[Any]) -> None:
        """Record that a step begins; its moves are then to be pushed. It is kept from now on."""
        again = self.board.can_redo and self.board.next_step is step
        self.board.begin(step)
        progress = Progress(self.board.moves_made, self.board.home + _brought_home(step), self._undos)
        self._begun = True
        self._keep(progress, None if again else step.word)
        self._tell(Change.STEP)

    def _keep(self, progress: Progress, word: str | None = None) -> None:
        """Keep a step that was made, or, without a word, that steps were taken back or made again.

        With it goes everything that could not be kept before.
        """
        if self._key is None:
            self._key = self.records.begin(self.number, self._counted, self._attempt_of, self._words(), progress)
            self._attempt_of = self._key if self._attempt_of is None else self._attempt_of
        elif not self._whole:
            self._whole = self.records.rewrite(self._key, self._words(), progress)
        elif word is None:
            self._whole = self.records.move(self._key, progress)
        else:
            self._whole = self.records.step(self._key, word, progress)

    def push(self, source: int, target: int) -> None:
        """Make the next single move of the step that was begun."""
        self.board.push(source, target)

    def pull(self) -> None:
        """Take back the last single move, and with its first one the step. Raises UndoError."""
        before = self.board.moves_made
        self.board.pull()
        if self.board.moves_made < before:
            self._undos += 1
            self._keep(self.progress)
            self._tell(Change.UNDONE)

    def outcome(self) -> Outcome | None:
        """How the game stands: won, lost where losses count, None = it goes on. The first outcome is counted.

        A game that is won is no longer kept, unless its last step is taken back.
        """
        if self.board.won:
            outcome = Outcome.WON
        elif self.game.counts_losses and self.board.lost:
            outcome = Outcome.LOST
        else:
            return None
        if not self._counted:
            self._count(outcome)
        if outcome is Outcome.WON and self._key is not None:
            self.records.forget(self._key)
            self._key = None
        return outcome

    def _count(self, outcome: Outcome) -> None:
        key = self._key or self._attempt_of or 0
        self._counted = self.records.count(self.number, outcome, self.progress, key)


AnySession: TypeAlias = Session[Any]


def _brought_home(step: Step[Any]) -> int:
    """How many more cards lie on their final places after a step."""
    return sum((move.target in FINALS) - (move.source in FINALS) for move in step.moves)


def _replay(board: AnyBoard, kept: KeptGame) -> bool:
    """Play a kept game's words on its board as far as they go; whether all of them did."""
    whole = True
    for word in kept.words:
        try:
            board.play_word(word)
        except (IllegalMove, PlaceError):
            whole = False
            break
    try:
        while board.moves_made > kept.progress.made:
            board.undo()
    except UndoError:
        return False
    return whole

"""The game being played: its board, its saved state and its watchers (docs/freecell.md, End of a game).

A game with steps is saved, with its undo and redo history, until it is won, forfeited or deleted. Leaving it,
restarting it or quitting the program does not change that.

A dealt game counts once. It starts with its first step, even if that step is undone or the game is restarted. Only its
first outcome counts: a win, a loss because no move is left, or a forfeit. Later outcomes after Undo or Restart do not
count, nor do further games of a number that has been lost. If the program plays a move of a solution, the game and its
number count as solved from then on.

A game can also start from a position supplied by the player. It is saved by that position and never counts.
"""

from collections.abc import Callable, Iterable
from enum import Enum, auto
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar

from gemport.cards.board import Board
from gemport.cards.boardtext import BoardTextError, name_of, number_of
from gemport.cards.challenge import write_number
from gemport.cards.deals import NumberError
from gemport.cards.game import Game
from gemport.cards.moves import IllegalMove, PlaceError, Step
from gemport.store.collection import Progress, Unfinished
from gemport.store.records import Records
from gemport.store.statistics import Best, Help, Outcome

B = TypeVar("B", bound=Board)
MORE_NUMBERS = "more_numbers"  # setting: choose random games from a larger range of numbers
IDLE_MS = 300_000  # milliseconds after a step until the clock stops


class PlayClock:
    """The clock for the playing time of a game.

    It starts with the first step, and stops on ``stop`` or after five minutes without a step. It pauses while the
    player does not see the game.
    """

    def __init__(self) -> None:
        self._read: Callable[[], int] = lambda: 0
        self._played = 0
        self._since: int | None = None
        """Time of the last step, or of the return to the game; None while the clock is stopped."""
        self._going = False
        self._seen = True

    def attach(self, read: Callable[[], int]) -> None:
        """Use a machine's clock, in milliseconds, from now on."""
        self._read = read
        if self._since is not None:
            self._since = read()

    def set(self, seconds: int, running: bool) -> None:
        """Set the playing time, and start or stop the clock."""
        self._turn(going=running)
        self._played = 1000 * seconds

    def step(self) -> None:
        """Record activity."""
        self._turn(going=True)

    def stop(self) -> None:
        self._turn(going=False)

    def see(self, seen: bool) -> None:
        """Note whether the player sees the game."""
        if seen != self._seen:
            self._seen = seen
            self._turn(self._going)

    def _turn(self, going: bool) -> None:
        self._played += self._elapsed
        self._going = going
        self._since = self._read() if going and self._seen else None

    @property
    def running(self) -> bool:
        return self._since is not None and self._elapsed < IDLE_MS

    @property
    def ms(self) -> int:
        """Playing time in milliseconds."""
        return self._played + self._elapsed

    @property
    def seconds(self) -> int:
        return self.ms // 1000

    @property
    def _elapsed(self) -> int:
        return 0 if self._since is None else min(self._read() - self._since, IDLE_MS)


class Change(Enum):
    """Change of a session's board."""

    DEALT = auto()  # the board was replaced
    STEP = auto()  # a step was started; it is ``board.last_step``
    UNDONE = auto()  # a step was undone completely


class Session(Generic[B]):
    """A sequence of games being played, and the only owner of their board.

    Attributes:
        resume_error: saved game that could not be resumed completely, or None
        started: whether the game has had a step since it was first dealt
        counted: whether the game has counted in the statistics, or never counts
        clock: the playing time
        former_best: best win of the number before this one, or None
        counts_losses: whether losses count; programs without a message for a loss set it to False
        number: number of the game; for a starting position, the number derived from it
        start: text of the starting position with its name (:mod:`gemport.cards.boardtext`); None for a dealt game
        help: help given in this game; None if unknown
        chosen: whether the first game was requested by number
        shown: whether the program demonstrates a game while the player's own game waits
    """

    def __init__(
        self,
        game: Game[B],
        records: Records,
        chance: Random,
        number: int | None = None,
        *,
        afresh: bool = False,
        waiting: bool = True,
        start: str | None = None,
    ) -> None:
        """Resume the last unfinished game, optionally by number; if not found or if ``afresh``, deal a game.

        Args:
            chance: source of random game numbers
            number: number of the game; by default any game is resumed, or a random one dealt
            afresh: deal the game even if it could be resumed
            waiting: also resume an older attempt at a number that has been won since
            start: text of a position to play instead of a number

        Raises NumberError, BoardTextError.
        """
        self.game = game
        self.records = records
        self.resume_error: Unfinished | None = None
        self._chance = chance
        self._watchers: list[Callable[[AnySession, Change], None]] = []
        self.clock = PlayClock()
        self.former_best: Best | None = None
        self.counts_losses = game.counts_losses
        self.help: Help | None = Help.NONE
        self.chosen = number is not None and start is None
        self.shown = False
        self._own: Unfinished | None = None  # the player's own game during a demonstration
        self._own_started = False
        # Always draw a number, so that later random numbers do not depend on the arguments.
        drawn = self._any_number()
        if start is None:
            self._deal(game.check(drawn if number is None else number))
        else:
            number = number_of(start)
            self._deal(number, start)
        if not afresh:
            self._resume_last(number, waiting)

    def _deal(self, number: int, start: str | None = None) -> None:
        self._lay(number, start)
        self._attempt_of = 0  # key of any attempt at the game in the records; 0 without one
        self.started = False
        self.counted = start is not None or self.records.lost_before(number)
        self.help = Help.NONE

    def _lay(self, number: int, start: str | None = None) -> None:
        self.number, self.start = number, start
        self.board: B = self.fresh_board()
        self._undos = 0
        self.clock.set(0, running=False)
        self._key = 0  # key of the game in the records; 0 if not saved
        self._whole = True  # true if every step is saved
        self._saved = Progress(0)  # saved progress

    def _resume_last(self, number: int | None, waiting: bool) -> None:
        """Resume the last unfinished game, optionally by number, and quarantine games that cannot be restored."""
        while (saved := self.records.resume(number, waiting=waiting)) is not None:
            try:
                self._lay_out(saved)
                return
            except (NumberError, BoardTextError) as error:
                self.resume_error = saved
                if not self.records.quarantine(saved.key, str(error)):
                    return

    def _lay_out(self, saved: Unfinished) -> None:
        """Put a resumed game on the table. Raises NumberError or BoardTextError before any change."""
        if saved.start is None:
            self.game.check(saved.number)
        board = self._board(saved.number, saved.start)
        self._whole = _replay(board, saved)
        if not self._whole:
            self.resume_error = saved
        self.board, self._key, self._attempt_of = board, saved.key, saved.key
        self.number, self.start = saved.number, saved.start
        self._undos = saved.progress.undos
        self.clock.set(saved.progress.seconds, running=True)
        self._saved = saved.progress
        self.started, self.counted, self.help = True, saved.counted or saved.start is not None, saved.help

    # ---- queries

    @property
    def name(self) -> str:
        """The number of the game, or the name of its starting position."""
        return write_number(self.number) if self.start is None else name_of(self.start)

    @property
    def title(self) -> str:
        return f"{self.game.title} {'#' if self.start is None else ''}{self.name}"

    def fresh_board(self) -> B:
        return self._board(self.number, self.start)

    def _board(self, number: int, start: str | None) -> B:
        board: B = self.game.board.deal(number) if start is None else self.game.board.read(start)
        return board

    @property
    def progress(self) -> Progress:
        return Progress(self.board.moves_made, self.board.home, self._undos, self.clock.seconds)

    @property
    def at_stake(self) -> bool:
        """True if leaving the game can forfeit it: it has a step, has not counted, and losses count."""
        return self.counts_losses and self.started and not self.counted

    @property
    def whole(self) -> bool:
        """True if no part of the game remains to be saved."""
        return self.shown or not self._words() or self.board.won or (self._key > 0 and self._whole)

    def next_number(self) -> int:
        """Return the number of the next game: the board's ``next_number``, or a random one."""
        number = self.board.next_number
        return self._any_number() if number is None else number

    def _any_number(self) -> int:
        return self.game.any_number(self._chance, self.records.setting(MORE_NUMBERS, False))

    def unfinished_of(self, number: int) -> Unfinished | None:
        """Return the last unfinished game of a number that is not open elsewhere, or None."""
        games = self.records.unfinished()
        return next((game for game in games if game.number == number and not game.elsewhere), None)

    def is_on_table(self, key: int) -> bool:
        return key == self._key

    def as_unfinished(self) -> Unfinished | None:
        """Return the current state of the game, for resuming it elsewhere, or None before its first step."""
        if not self.started:
            return None
        return self._unfinished(self.progress)

    def _unfinished(self, progress: Progress) -> Unfinished:
        own = self.number, self._words(), progress, self.counted
        return Unfinished(*own, attempt=self._attempt_of, help=self.help, key=self._key, start=self.start)

    def _words(self) -> tuple[str, ...]:
        return (*self.board.words(), *self.board.words_undone())

    def watch(self, watcher: Callable[["AnySession", Change], None]) -> None:
        """Call ``watcher`` now for the current game, and then on every change."""
        self._watchers.append(watcher)
        watcher(self, Change.DEALT)

    def _tell(self, change: Change) -> None:
        if self.shown:
            return
        for watcher in self._watchers:
            watcher(self, change)

    # ---- games

    def deal(self, number: int) -> None:
        """Leave the game and deal another. Raises NumberError before any change."""
        self.game.check(number)
        self.leave()
        self._deal(number)
        self._tell(Change.DEALT)

    def deal_position(self, start: str) -> None:
        """Leave the game and start one from the text of a named position. Raises BoardTextError."""
        self.leave()
        self._deal(number_of(start), start)
        self._tell(Change.DEALT)

    def resume(self, key: int) -> bool:
        """Leave the game and resume a saved one; on failure, return False and stay with the current game."""
        if self.is_on_table(key):
            return True
        saved = self.records.resume(key=key)
        if saved is None:
            return False
        left = self._key
        self.leave()
        try:
            self._lay_out(saved)
        except (NumberError, BoardTextError) as error:
            self.records.quarantine(saved.key, str(error))
            if left:
                self.records.resume(key=left)
            return False
        self._tell(Change.DEALT)
        return True

    def restart(self) -> None:
        """Deal the same cards again, as another attempt at the same game, which counts only once."""
        self.leave()
        self._lay(self.number, self.start)
        self._tell(Change.DEALT)

    def branch(self, made: int) -> None:
        """Start another attempt with a copy of the first ``made`` steps, including undone ones.

        As with ``restart``, the game counts only once. The previous attempt stays saved; its undos and time carry over.
        """
        words, undos, seconds = self._words()[:made], self._undos, self.clock.seconds
        self.leave()
        self._lay(self.number, self.start)
        for word in words:
            self.board.play_word(word)
        self._undos = undos
        self.clock.set(seconds, running=True)
        if words:
            self._save(self.progress)
        self._tell(Change.DEALT)

    def leave(self) -> None:
        """Save and close the game; unless it is won, it can be resumed."""
        if self.shown:
            self.return_to_own()
        if self.started:
            self.outcome()
        if not self.whole:
            self._save(self.progress)
        self.save_time()
        self.records.settle()
        if self._key:
            self.records.claims.close(self._key)

    def forfeit(self) -> None:
        """Delete the game, as a loss if it is at stake. The caller must deal another."""
        if self.at_stake:
            self._count(Outcome.LOST)
        if self._key:
            self.records.delete(self._key)
            self.records.store.back_up()
        self._lay(self.number, self.start)
        self.started = False

    def gives_up(self, game: Unfinished) -> bool:
        """Return whether deleting an unfinished game forfeits it: it has not counted and is the last attempt."""
        if not self.counts_losses or game.counted:
            return False
        others = {other.key for other in self.records.unfinished() if other.attempt == game.attempt} - {game.key}
        return not others and self._attempt_of != game.key

    def delete(self, game: Unfinished) -> None:
        """Delete an unfinished game that is not on the table, as a loss if ``gives_up``."""
        if self.gives_up(game):
            self.records.count(game.number, Outcome.LOST, game.progress, game.key, game.help)
        self.records.delete(game.key)

    # ---- demonstrations

    def show(self, number: int) -> None:
        """Deal a game to demonstrate, neither saved nor counted, while the player's own game stays open.

        Raises NumberError before any change.
        """
        self.game.check(number)
        if not self.shown:
            if not self.whole:
                self._save(self.progress)
            self.save_time()
            self.records.settle()
            self._own, self._own_started = self._unfinished(self.progress), self.started
        self._lay(number)
        self.shown, self.started, self._attempt_of = True, False, 0
        # Treat it as solved by the program, so that it never counts as a win.
        self.counted, self.help = True, Help.SOLVED

    def return_to_own(self) -> None:
        """End the demonstration and put the player's own game back on the table."""
        own, self.shown = self._own, False
        if own is None:
            return
        if not self._own_started:
            self._deal(own.number, own.start)
            return
        self._lay_out(own)
        self._attempt_of = own.attempt
        if self.board.won:
            self.clock.stop()

    def play_on(self) -> None:
        """Hand the demonstrated game over to the player: it is saved from now on, but does not count.

        The player's own game is closed and can be resumed later.
        """
        own, self.shown = self._own, False
        if own is not None and own.key:
            self.records.claims.close(own.key)
        if self.started:
            self._save(self.progress)
        self._tell(Change.DEALT)

    # ---- help

    def note_help(self, help_: Help) -> None:
        """Record help given by the program; with ``Help.SOLVED`` the game counts as solved."""
        if (self.help or Help.NONE) >= help_:
            return
        self.help = help_
        key = self._key or self._attempt_of
        if key:
            self.records.note_help(key, help_)
        if help_ is Help.SOLVED and not self.counted:
            self._count(Outcome.SOLVED)

    # ---- steps

    def begin(self, step: Step) -> None:
        """Start a step and save it; the caller must then push its moves."""
        again = self.board.can_redo and self.board.next_step is step
        self.board.begin(step)
        self.clock.step()
        # Compute the progress on a copy, since the moves are not on the board yet.
        after = self.board.bare_copy()
        for move in step.moves:
            after.push(move.source, move.target)
        progress = self.progress._replace(home=after.home)
        self.started = True
        self._save(progress, None if again else step.word)
        self._tell(Change.STEP)

    def follow(self, boards: Iterable[Board]) -> None:
        """Make the next step of each of several consecutive boards."""
        for board in boards:
            step = board.next_step
            self.begin(step)
            for move in step.moves:
                self.board.push(move.source, move.target)

    def _save(self, progress: Progress, word: str | None = None) -> None:
        """Save a step, or an undo or redo if ``word`` is None, together with any earlier unsaved steps."""
        if self.shown:
            return
        if not self._key:
            self._key = self.records.start(self._unfinished(progress)) or 0
            self._attempt_of = self._attempt_of or self._key
        elif not self._whole:
            key = self.records.rewrite(self._unfinished(progress))
            self._key, self._whole = key or self._key, key is not None
        else:
            self._whole = self.records.step(self._key, word, progress)
        self._saved = progress
        if self._key and self._whole:
            self.records.settle()

    def save_time(self) -> bool:
        """Save the playing time since the last step; return whether the clock is running."""
        progress = self._saved._replace(seconds=self.clock.seconds)
        due = self._whole and progress != self._saved
        if due and self._key and self.records.save_time(self._key, progress):
            self._saved = progress
        return self.clock.running

    def pull(self) -> None:
        """Undo the last single move; undoing the first move of a step undoes the step. Raises UndoError."""
        before = self.board.moves_made
        self.board.pull()
        if self.board.moves_made < before:
            self._undos += 1
            self.clock.step()
            self._save(self.progress)
            self._tell(Change.UNDONE)

    def outcome(self) -> Outcome | None:
        """Return the outcome, or None if the game continues, and count the first outcome.

        A loss is reported only if losses count. A game that is won or solved is deleted; undo saves it again.
        """
        if self.board.won:
            outcome = Outcome.SOLVED if self.help is Help.SOLVED else Outcome.WON
        elif self.counts_losses and self.board.lost:
            outcome = Outcome.LOST
        else:
            return None
        if self.board.won:
            self.clock.stop()
            self.former_best = self.records.best(self.number)
        if not self.counted:
            self._count(outcome)
        if self.board.won and self._key:
            self.records.delete(self._key)
            self.records.let_wait(self.number)
            self._key = 0
        self.records.store.back_up()
        return outcome

    def _count(self, outcome: Outcome) -> None:
        self.counted = True
        self.records.count(self.number, outcome, self.progress, self._key or self._attempt_of, self.help)


AnySession: TypeAlias = Session[Any]


def _replay(board: Board, saved: Unfinished) -> bool:
    """Replay the words of a saved game as far as possible; return whether all of them were legal."""
    whole = True
    for word in saved.words:
        try:
            board.play_word(word)
        except (IllegalMove, PlaceError):
            whole = False
            break
    whole = whole and board.moves_made >= saved.progress.made
    while board.moves_made > saved.progress.made:
        board.undo()
    return whole


def clock_text(seconds: int) -> str:
    """Format a time as ``3:07`` or ``1:02:45``."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

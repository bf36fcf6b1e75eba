"""The game that is played: its board, what is kept of it, and who watches (docs/freecell.md, End of a game).

A game with steps in it is kept, with all that can be taken back and made again, until it is won, forfeited or
deleted: leaving it, dealing its cards again and the end of the program change nothing in that.

A dealt game counts once. It has begun with the first step, and stays so when that is taken back or the same cards are
dealt again. Its first outcome is the one that counts: it is won, it is lost because nothing moves any more, or it is
forfeited. What is reached afterwards by Undo, by Restart, or by playing a number again that was lost once, counts no
more. Nor does a game that the program plays on with a solution: it ends as solved with the first such step, and so does
its number.

A game may also begin with a position that the player has brought. It is kept under that, and never counts.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from datetime import date
from enum import Enum, auto
from random import Random
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from gemport.cards.board import Board
from gemport.cards.boardtext import BoardTextError, name_of, number_of
from gemport.cards.challenge import write_number
from gemport.cards.deals import Deal, NumberError
from gemport.cards.moves import IllegalMove, PlaceError, Step, UndoError
from gemport.store.records import Progress, Records, Unfinished
from gemport.store.statistics import Best, Help, Outcome

B = TypeVar("B", bound=Board)
B_co = TypeVar("B_co", bound=Board, covariant=True)
MORE_NUMBERS = "more_numbers"
"""Setting: chance chooses from more numbers than at first."""
REST = 300_000
"""ms after a step until the clock rests."""


class Playable(Protocol[B_co]):
    """A game as a session needs it: the part of its record that knows nothing of the screen.

    check: returns the number, if the game has it; else raises NumberError
    any_number: returns a number that chance chooses, from ``more`` numbers if the player wants that
    games_of_week: returns the numbers of the games of the day in the week of a day, Monday's first; none if it has none
    solver: see gemport.play.game
    """

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def numbers(self) -> Sequence[int]: ...
    @property
    def board(self) -> type[B_co]: ...
    @property
    def deal(self) -> Callable[[int], Deal]: ...
    @property
    def keys(self) -> Mapping[str, int]: ...
    @property
    def counts_losses(self) -> bool: ...
    @property
    def solver(self) -> Any: ...
    def check(self, number: int) -> int: ...
    def any_number(self, chance: Random, more: bool = False) -> int: ...
    def games_of_week(self, day: date, impossible: Container[int]) -> Sequence[int]: ...


class PlayClock:
    """Runs while a game is played: from its first step on, and for five minutes after each, until it is stopped.

    It stands still while the player does not see the game.
    """

    def __init__(self) -> None:
        self._read: Callable[[], int] = lambda: 0
        self._played = 0
        self._since: int | None = None
        """Time when the last step was made, or the game was seen again; None while it does not run."""
        self._going = False
        self._seen = True

    def attach(self, read: Callable[[], int]) -> None:
        """Go by the clock of a machine, in ms, from now on."""
        self._read = read
        if self._since is not None:
            self._since = read()

    def set(self, seconds: int, running: bool) -> None:
        """Put another game on the clock, played for so long already."""
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
        return self._since is not None and self._elapsed < REST

    @property
    def ms(self) -> int:
        """Time for which the game was played, in ms."""
        return self._played + self._elapsed

    @property
    def seconds(self) -> int:
        return self.ms // 1000

    @property
    def _elapsed(self) -> int:
        return 0 if self._since is None else min(self._read() - self._since, REST)


class Change(Enum):
    """Change of a session's board."""

    DEALT = auto()
    """It is another one."""
    STEP = auto()
    """A step was begun; it is the board's last one."""
    UNDONE = auto()
    """A step was taken back whole."""


class Session(Generic[B]):
    """A game being played, one after the other: the only owner of the board.

    resume_error: the name of a resumed game of which only the first moves were possible; None if all was well
    begun: whether a step was made since the game was dealt first
    clock: how long the game is played
    former_best: the best of the number before the game was won; None if it had never been won
    counts_losses: whether this game can be lost; a program that has no words for it sets it to False
    number: the game's number; of one that began with a position, what the records know it by
    start: the text of that position, with its name (:mod:`gemport.cards.boardtext`); None for a dealt game
    help: what the program has done for the player in this game; None where that was not kept
    chosen: the number of the first game was asked for
    shown: the game on the table is shown to the player, who does not play it; his own waits
    """

    def __init__(
        self,
        game: Playable[B],
        records: Records,
        chance: Random,
        number: int | None = None,
        *,
        afresh: bool = False,
        waiting: bool = True,
        start: str | None = None,
    ) -> None:
        """Resume the unfinished game played last, or that of ``number``; if there is none, or ``afresh``, deal.

        chance: chooses the numbers that neither the player nor the game's own chain of numbers gives
        waiting: resume also an older attempt at a number that was won meanwhile
        start: the text of a position that is played in place of a number

        Raises NumberError, BoardTextError.
        """
        self.game = game
        self.records = records
        self.resume_error: str | None = None
        self._chance = chance
        self._watchers: list[Callable[[AnySession, Change], None]] = []
        self.clock = PlayClock()
        self.former_best: Best | None = None
        self.counts_losses = game.counts_losses
        self.help: Help | None = Help.NONE
        self.chosen = number is not None and start is None
        self.shown = False
        self._own: Unfinished | None = None
        """The game that waits."""
        self._own_begun = False
        # Drawn even where it is not needed: what chance gives later must not depend on that.
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
        self._attempt_of = 0
        """Key of the first attempt at the game, or of any; 0 while the records hold none."""
        self.begun = False
        self._counted = start is not None or self.records.lost_before(number)
        self.help = Help.NONE

    def _lay(self, number: int, start: str | None = None) -> None:
        self.number, self.start = number, start
        self.board: B = self.fresh_board()
        self._undos = 0
        self.clock.set(0, running=False)
        self._key = 0
        """Key of the game in the records; 0 while they hold nothing of it."""
        self._whole = True
        """True if the records hold every step."""
        self._kept = Progress(0)
        """The progress that the records have."""

    def _resume_last(self, number: int | None, waiting: bool) -> None:
        """Resume the unfinished game played last, of a number if one is given, if there is one."""
        while (kept := self.records.resume(number, waiting=waiting)) is not None:
            try:
                self._lay_out(kept)
                return
            except (NumberError, BoardTextError) as error:
                self.resume_error = kept.name
                if not self.records.quarantine(kept.key, str(error)):
                    return

    def _lay_out(self, kept: Unfinished) -> None:
        """Put a resumed game on the table. Raises NumberError, BoardTextError, and nothing has happened then."""
        if kept.start is None:
            self.game.check(kept.number)
        board = self._board(kept.number, kept.start)
        self._whole = _replay(board, kept)
        if not self._whole:
            self.resume_error = kept.name
        self.board, self._key, self._attempt_of = board, kept.key, kept.key
        self.number, self.start = kept.number, kept.start
        self._undos = kept.progress.undos
        self.clock.set(kept.progress.seconds, running=True)
        self._kept = kept.progress
        self.begun, self._counted, self.help = True, kept.counted or kept.start is not None, kept.help

    # ---- what is asked

    @property
    def name(self) -> str:
        """The game's number, or the name of the position that it began with."""
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
        """True if the game has begun and not counted, where losses count: it may be forfeited."""
        return self.counts_losses and self.begun and not self._counted

    @property
    def whole(self) -> bool:
        """True if the records hold all that there is to keep of the game."""
        return self.shown or not self._words() or self.board.won or (self._key > 0 and self._whole)

    def next_number(self) -> int:
        """The number of the next game: the one that follows in the game's own chain, or one by chance."""
        number = self.board.next_number
        return self._any_number() if number is None else number

    def _any_number(self) -> int:
        return self.game.any_number(self._chance, self.records.setting(MORE_NUMBERS, False))

    def unfinished(self) -> Sequence[Unfinished]:
        return self.records.unfinished()

    def unfinished_of(self, number: int) -> Unfinished | None:
        """The unfinished game of a number that was played last and is not open elsewhere."""
        games = self.records.unfinished()
        return next((game for game in games if game.number == number and not game.elsewhere), None)

    def is_on_table(self, key: int) -> bool:
        return key == self._key

    def kept(self) -> Unfinished | None:
        """The game as it stands, to be resumed elsewhere; None before its first step."""
        if not self.begun:
            return None
        return self._unfinished(self.progress)

    def _unfinished(self, progress: Progress) -> Unfinished:
        own = self.number, self._words(), progress, self._counted
        return Unfinished(*own, attempt=self._attempt_of, help=self.help, key=self._key, start=self.start)

    def _words(self) -> tuple[str, ...]:
        return (*self.board.words(), *self.board.words_undone())

    def watch(self, watcher: Callable[[AnySession, Change], None]) -> None:
        """Call ``watcher`` at every change from now on, and now for the present game."""
        self._watchers.append(watcher)
        watcher(self, Change.DEALT)

    def _tell(self, change: Change) -> None:
        if self.shown:
            return
        for watcher in self._watchers:
            watcher(self, change)

    # ---- games

    def deal(self, number: int) -> None:
        """Leave the game and begin another. Raises NumberError, and nothing has happened then."""
        self.game.check(number)
        self.leave()
        self._deal(number)
        self._tell(Change.DEALT)

    def deal_position(self, start: str) -> None:
        """Leave the game and begin one with the position of a text that has a name. Raises BoardTextError."""
        self.leave()
        self._deal(number_of(start), start)
        self._tell(Change.DEALT)

    def resume(self, key: int) -> bool:
        """Leave the game and go on with another that the records keep; return whether that is on the table now.

        Where that cannot be, nothing has happened.
        """
        if self.is_on_table(key):
            return True
        kept = self.records.resume(key=key)
        if kept is None:
            return False
        left = self._key
        self.leave()
        try:
            self._lay_out(kept)
        except (NumberError, BoardTextError) as error:
            self.records.quarantine(kept.key, str(error))
            if left:
                self.records.resume(key=left)
            return False
        self._tell(Change.DEALT)
        return True

    def restart(self) -> None:
        """Deal the same cards again. It remains the same game: if it has not counted yet, it still will."""
        self.leave()
        self._lay(self.number, self.start)
        self._tell(Change.DEALT)

    def branch(self, made: int) -> None:
        """Deal the same cards again and make the first moves again, those taken back included; the old game is kept.

        It remains the same game, as with ``restart``, and goes on with its time.
        """
        words, undos, seconds = self._words()[:made], self._undos, self.clock.seconds
        self.leave()
        self._lay(self.number, self.start)
        for word in words:
            self.board.play_word(word)
        self._undos = undos
        self.clock.set(seconds, running=True)
        if words:
            self._keep(self.progress)
        self._tell(Change.DEALT)

    def leave(self) -> None:
        """Leave the game where it stands: what is won is over, the rest can be resumed."""
        if self.shown:
            self.return_to_own()
        if self.begun:
            self.outcome()
        if not self.whole:
            self._keep(self.progress)
        self.keep_time()
        self.records.settle()
        if self._key:
            self.records.close(self._key)

    def forfeit(self) -> None:
        """Give the game up: it counts as lost unless it has counted, and is not kept. The caller deals another."""
        if self.at_stake:
            self._count(Outcome.LOST)
        if self._key:
            self.records.delete(self._key)
            self.records.store.back_up()
        self._lay(self.number, self.start)
        self.begun = False

    def gives_up(self, game: Unfinished) -> bool:
        """Return whether to delete an unfinished game loses it: it has not counted, and is the last attempt."""
        if not self.counts_losses or game.counted:
            return False
        others = {other.key for other in self.records.unfinished() if other.attempt == game.attempt} - {game.key}
        return not others and self._attempt_of != game.key

    def delete(self, game: Unfinished) -> None:
        """Delete an unfinished game that is not the one on the table; it may be given up by that."""
        if self.gives_up(game):
            self.records.count(game.number, Outcome.LOST, game.progress, game.key, game.help)
        self.records.delete(game.key)

    # ---- a game that is shown

    def show(self, number: int) -> None:
        """Deal a game that is shown: nothing of it is kept or counted, and the player's own stays open and waits.

        Raises NumberError, and nothing has happened then.
        """
        self.game.check(number)
        if not self.shown:
            if not self.whole:
                self._keep(self.progress)
            self.keep_time()
            self.records.settle()
            self._own, self._own_begun = self._unfinished(self.progress), self.begun
        self._lay(number)
        self.shown, self.begun, self._attempt_of = True, False, 0
        # As one that the program has solved: whatever comes of it is no win.
        self._counted, self.help = True, Help.SOLVED

    def return_to_own(self) -> None:
        """Put the player's own game on the table again, in place of the one that is shown."""
        own, self.shown = self._own, False
        if own is None:
            return
        if not self._own_begun:
            self._deal(own.number, own.start)
            return
        self._lay_out(own)
        self._attempt_of = own.attempt
        if self.board.won:
            self.clock.stop()

    def play_on(self) -> None:
        """Let the player go on with the game that is shown: it is kept from now on, and counts no more.

        His own can be resumed.
        """
        own, self.shown = self._own, False
        if own is not None and own.key:
            self.records.close(own.key)
        if self.begun:
            self._keep(self.progress)
        self._tell(Change.DEALT)

    # ---- help

    def note_help(self, help_: Help) -> None:
        """Keep with the game that the program helps. Once it plays a solution itself, the game counts as solved."""
        if (self.help or Help.NONE) >= help_:
            return
        self.help = help_
        key = self._key or self._attempt_of
        if key:
            self.records.note_help(key, help_)
        if help_ is Help.SOLVED and not self._counted:
            self._count(Outcome.SOLVED)

    # ---- steps

    def begin(self, step: Step) -> None:
        """Record that a step begins; its moves are then to be pushed. It is kept from now on."""
        again = self.board.can_redo and self.board.next_step is step
        self.board.begin(step)
        self.clock.step()
        # The cards have still to move.
        after = self.board.bare_copy()
        for move in step.moves:
            after.push(move.source, move.target)
        progress = self.progress._replace(home=after.home)
        self.begun = True
        self._keep(progress, None if again else step.word)
        self._tell(Change.STEP)

    def follow(self, boards: Iterable[Board]) -> None:
        """Make the next step of each of these boards, which follow one another."""
        for board in boards:
            step = board.next_step
            self.begin(step)
            for move in step.moves:
                self.push(move.source, move.target)

    def _keep(self, progress: Progress, word: str | None = None) -> None:
        """Keep a step that was made, or, without a word, that steps were taken back or made again.

        With it goes everything that could not be kept before.
        """
        if self.shown:
            return
        if not self._key:
            self._key = self.records.begin(self._unfinished(progress)) or 0
            self._attempt_of = self._attempt_of or self._key
        elif not self._whole:
            key = self.records.rewrite(self._unfinished(progress))
            self._key, self._whole = key or self._key, key is not None
        else:
            self._whole = self.records.step(self._key, word, progress)
        self._kept = progress
        if self._key and self._whole:
            self.records.settle()

    def keep_time(self) -> bool:
        """Keep how long the game was played since the last step; return whether it is still being played."""
        progress = self._kept._replace(seconds=self.clock.seconds)
        due = self._whole and progress != self._kept
        if due and self._key and self.records.keep_time(self._key, progress):
            self._kept = progress
        return self.clock.running

    def push(self, source: int, target: int) -> None:
        self.board.push(source, target)

    def pull(self) -> None:
        """Take back the last single move, and with its first one the step. Raises UndoError."""
        before = self.board.moves_made
        self.board.pull()
        if self.board.moves_made < before:
            self._undos += 1
            self.clock.step()
            self._keep(self.progress)
            self._tell(Change.UNDONE)

    def outcome(self) -> Outcome | None:
        """Return won, solved, or lost where losses count, None if the game goes on. The first outcome is counted.

        A game that is won or solved is no longer kept, unless its last step is taken back.
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
        if not self._counted:
            self._count(outcome)
        if self.board.won and self._key:
            self.records.delete(self._key)
            self.records.let_wait(self.number)
            self._key = 0
        self.records.store.back_up()
        return outcome

    def _count(self, outcome: Outcome) -> None:
        self._counted = True
        self.records.count(self.number, outcome, self.progress, self._key or self._attempt_of, self.help)


AnySession: TypeAlias = Session[Any]


def _replay(board: Board, kept: Unfinished) -> bool:
    """Play a kept game's words on its board as far as they go; return whether all of them did."""
    whole = True
    for word in kept.words:
        try:
            board.play_word(word)
        except (IllegalMove, PlaceError):
            whole = False
            break
    whole = whole and board.moves_made >= kept.progress.made
    try:
        while board.moves_made > kept.progress.made:
            board.undo()
    except UndoError:
        return False
    return whole


def clock_text(seconds: int) -> str:
    """A time as clocks show it: ``3:07``, ``1:02:45``."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

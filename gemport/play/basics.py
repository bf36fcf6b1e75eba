"""Features that every game has: new games, the same one again, undo, About, Help, Quit, cards that are put away.

Here is also what is said of a game and of the records when the window opens.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from string import Template
from typing import Any, ClassVar, Final

from gemport import __version__
from gemport.gem import MultiEvent, Tree, keys
from gemport.play import games_rsc as shared
from gemport.play.boxes import write_centred
from gemport.play.feature import Entry, Feature
from gemport.play.gamefiles import when
from gemport.play.play import QUIT, Play, is_input
from gemport.store.records import Recovered
from gemport.store.statistics import Outcome
from gemport.toolkit.dialog import alert

ABOUT_OK: Final = 4
"""The button of every game's box About."""
HINT_SHOWN: Final = 5000
"""Milliseconds after which a hint goes, unless the player does something before."""
GO_HOME: Final = "go home"
ALL_HOME: Final = "all home"
CLICK_MOVES: Final = "click moves"


class New(Feature[Any]):
    """New game."""

    def entries(self) -> Sequence[Entry]:
        return [Entry("new", self.new)]

    async def new(self) -> None:
        if await self.play.may_leave():
            await self.play.deal(self.next_number())

    def next_number(self) -> int:
        return self.play.session.next_number()


class Restart(Feature[Any]):
    """Restart."""

    def entries(self) -> Sequence[Entry]:
        return [Entry("restart", self.play.restart)]


class OriginalUndo(Feature[Any]):
    """Undo; the bell if there is nothing to take back."""

    def entries(self) -> Sequence[Entry]:
        return [Entry("undo", self.play.take_back)]


class Undo(Feature[Any]):
    """Undo and Redo."""

    def entries(self) -> Sequence[Entry]:
        play = self.play
        return [
            Entry("undo", play.take_back, enabled=lambda: play.board.can_undo),
            Entry("redo", play.make_again, keys.CONTROL_Y, lambda: play.board.can_redo),
        ]


class About(Feature[Any]):
    """The box that says what this program is. A line of it may say $version."""

    def __init__(self, play: Play[Any]) -> None:
        super().__init__(play)
        self.box: Tree = play.trees.tree(play.names.ABOUT)
        for number, line in enumerate(self.box):
            if isinstance(line.ob_spec, str) and "$version" in line.ob_spec:
                write_centred(self.box, number, Template(line.ob_spec).safe_substitute(version=__version__))

    def entries(self) -> Sequence[Entry]:
        return [Entry("about", self.about, enabled=lambda: self.play.has_room(self.box))]

    async def about(self) -> None:
        await self.play.show_message(self.box, ABOUT_OK)


class Help(Feature[Any]):
    """The manual."""

    def entries(self) -> Sequence[Entry]:
        return [Entry("help", self.play.app.help, keys.HELP)]


class Quit(Feature[Any]):
    """Quit, also by the window's closer; a game at stake is asked about first."""

    def entries(self) -> Sequence[Entry]:
        return [Entry(QUIT, self._leave)]

    async def _leave(self) -> None:
        self.play.app.quitting = self.play.is_replay or await self.play.may_leave()


# ---- playing along


class HomeSwitches(Feature[Any]):
    """Cards go home by themselves: none, those of no further use, or all that can."""

    switches: ClassVar[Mapping[str, bool]] = {GO_HOME: False, ALL_HOME: False}

    def entries(self) -> Sequence[Entry]:
        first, every, *more = super().entries()
        some_go = partial(self.play.is_on, GO_HOME)
        return [first, every._replace(enabled=some_go, text=shared.ALL_HOME_ENTRY, below=CLICK_MOVES), *more]


class GoHome(HomeSwitches):
    """Cards go home after each move, each as a step of its own."""

    async def played(self) -> None:
        if self.play.is_on(GO_HOME) and (home := self.play.home_moves(self.play.is_on(ALL_HOME))):
            await self.play.play(home)


class ClickMoves(Feature[Any]):
    """A click moves a card to its best place."""

    switches: ClassVar[Mapping[str, bool]] = {CLICK_MOVES: False}


class PutAway(Feature[Any]):
    """Put cards away; when the game is won that is told again."""

    def entries(self) -> Sequence[Entry]:
        return [Entry("remove", self.put_away)]

    async def put_away(self) -> None:
        await self.play.let_go()
        if self.play.board.won:
            await self.play.end(Outcome.WON)
        else:
            await self.play.play(self.play.home_moves())


class Passing(Feature[Any]):
    """Ends what is shown on the table for a while: a hint, and what tells that something was done."""

    def __init__(self, play: Play[Any]) -> None:
        super().__init__(play)
        self._ends: int | None = None

    async def before(self, event: MultiEvent) -> None:
        if self._ends is not None and (is_input(event) or self.play.gem.now >= self._ends):
            self._ends = None
            await self.play.table.marks.end()

    def due(self) -> int | None:
        """Return the time that is left. Of a hint that an alert has followed it begins only now."""
        marks, now = self.play.table.marks, self.play.gem.now
        if marks.hint is None and marks.notice is None:
            return None
        self._ends = self._ends or now + HINT_SHOWN
        return self._ends - now


# ---- the standing of a game


class Standing(Feature[Any]):
    """Tells at the start, on the whole table, if a game that is resumed is won or lost."""

    async def opened(self) -> None:
        session = self.play.session
        if session.begun or session.records.failure or session.records.store.set_aside or session.resume_error:
            await self.play.table.redraw()
            await self.tell()
            await self.play.end_of_step()

    async def tell(self) -> None:
        """Tell of the records; the original has none."""


class Trouble(Standing):
    """Tells, once each, of a game only the first moves of which were possible, and that something can't be kept."""

    def __init__(self, play: Play[Any]) -> None:
        super().__init__(play)
        self._failure_told = False
        self._resume_error_told: str | None = None

    async def tell(self) -> None:
        play, store = self.play, self.play.session.records.store
        if store.set_aside is not None:
            counted, unfinished, made = store.recovered or Recovered()
            backup = play.say(shared.NO_BACKUP)
            if made is not None:
                backup = play.say(shared.BACKUP_USED, when=when(play.shared, store.calendar(made)))
            words = {"file": store.set_aside, "backup": backup, "counted": counted, "unfinished": unfinished}
            await alert(play.gem, play.say(shared.SET_ASIDE, **words))
        await self._tell_trouble()

    async def after(self, event: MultiEvent, was_small: bool) -> None:
        if not was_small:
            await self._tell_trouble()

    async def _tell_trouble(self) -> None:
        play, session = self.play, self.play.session
        error, failure = session.resume_error, session.records.failure
        if error not in (None, self._resume_error_told):
            self._resume_error_told = error
            await alert(play.gem, play.say(shared.NOT_RESUMED, number=error))
        if failure is not None and not self._failure_told:
            self._failure_told = True
            await alert(play.gem, play.shared.string(shared.NOT_KEPT), reason=failure)

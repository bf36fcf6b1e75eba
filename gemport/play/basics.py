"""Features common to all games: New, Restart, Undo, About, Help, Quit, and putting cards away.

The module also has the messages about the game and its records that appear when the window opens.
"""

from collections.abc import Mapping
from string import Template
from typing import Any, ClassVar, Final

from gemport import __version__
from gemport.gem import MultiEvent, Tree
from gemport.play import games_rsc as shared
from gemport.play.boxes import Box, write_centred
from gemport.play.feature import Feature, Play, entry, is_input
from gemport.play.gamefiles import when
from gemport.play.items import Item, MenuItem
from gemport.store.collection import Unfinished
from gemport.store.records import Recovered
from gemport.store.statistics import Outcome
from gemport.toolkit.dialog import alert

ABOUT_OK: Final = 4  # object number of the OK button in every game's About box
HINT_MS: Final = 5000  # milliseconds until a hint disappears without input from the player


class New(Feature[Any]):
    """The menu entry for a new game."""

    @entry(Item.NEW)
    async def new(self) -> None:
        if await self.play.may_leave():
            await self.play.deal(self.next_number())

    def next_number(self) -> int:
        return self.play.session.next_number()


class OriginalBasics(Feature[Any]):
    """The entries Restart, Undo and Quit; Undo rings the bell if no step can be undone.

    The window's closer also quits. Quit asks first if a game is at stake.
    """

    @entry(Item.RESTART)
    async def restart(self) -> None:
        await self.play.restart()

    @entry(Item.UNDO)
    async def undo(self) -> None:
        await self.play.take_back()

    @entry(Item.QUIT)
    async def quit(self) -> None:
        self.play.app.quitting = self.play.is_replay or await self.play.may_leave()


class Basics(OriginalBasics):
    """The same entries, Redo and Help, and the switch for clicks that move a card to its best place.

    Undo and Redo are disabled without a step.
    """

    switches: ClassVar[Mapping[MenuItem, bool]] = {Item.CLICK_MOVES: False}

    @entry(Item.REDO)
    async def redo(self) -> None:
        await self.play.make_again()

    @entry(Item.HELP)
    async def help(self) -> None:
        await self.play.app.help()

    def enabled(self, item: MenuItem) -> bool:
        steps: dict[MenuItem, bool] = {Item.UNDO: self.play.board.can_undo, Item.REDO: self.play.board.can_redo}
        return steps.get(item, True)


class About(Feature[Any]):
    """The About box; a line of it can contain ``$version``."""

    def __init__(self, play: Play[Any]) -> None:
        super().__init__(play)
        self.box: Tree = play.trees.tree(play.names.ABOUT)
        for number, line in enumerate(self.box):
            if isinstance(line.ob_spec, str) and "$version" in line.ob_spec:
                write_centred(self.box, number, Template(line.ob_spec).safe_substitute(version=__version__))

    def enabled(self, item: MenuItem) -> bool:
        return self.play.has_room(self.box)

    @entry(Item.ABOUT)
    async def about(self) -> None:
        await Box(self.play, self.box).confirm(ABOUT_OK)


# ---- assistance


class AutoplayAfterMoves(Feature[Any]):
    """Automatic moves home after each move, each as a separate step: of cards no longer needed, or of all possible."""

    switches: ClassVar[Mapping[MenuItem, bool]] = {Item.GO_HOME: False, Item.ALL_HOME: False}

    def enabled(self, item: MenuItem) -> bool:
        return item is not Item.ALL_HOME or self.play.is_on(Item.GO_HOME)

    async def played(self) -> None:
        if self.play.is_on(Item.GO_HOME) and (home := self.play.home_moves(self.play.is_on(Item.ALL_HOME))):
            await self.play.play(home)


class SendHome(Feature[Any]):
    """The menu entry for putting cards away; after a win it repeats the announcement."""

    @entry(Item.REMOVE)
    async def put_away(self) -> None:
        await self.play.let_go()
        if self.play.board.won:
            await self.play.end(Outcome.WON)
        else:
            await self.play.play(self.play.home_moves())


class Passing(Feature[Any]):
    """The timeout for temporary marks on the table: hints and notices."""

    def __init__(self, play: Play[Any]) -> None:
        super().__init__(play)
        self._ends: int | None = None

    async def before(self, event: MultiEvent) -> None:
        if self._ends is not None and (is_input(event) or self.play.gem.now >= self._ends):
            self._ends = None
            await self.play.table.marks.end()

    def due(self) -> int | None:
        """Return the time left. The first call starts it, so that an alert over a hint does not use it up."""
        marks, now = self.play.table.marks, self.play.gem.now
        if marks.hint is None and marks.notice is None:
            return None
        self._ends = self._ends or now + HINT_MS
        return self._ends - now


# ---- announcements at the start


class Standing(Feature[Any]):
    """The announcement, on the fully drawn table, of the end of a resumed game or of a new one without a legal move."""

    async def opened(self) -> None:
        play, session = self.play, self.play.session
        if session.started or session.records.failure or session.records.store.set_aside or session.resume_error:
            await play.table.redraw()
            await self.tell()
        if session.started:
            await play.end_of_step()
        elif play.is_stuck:
            await play.table.redraw()
            await play.tell_stuck()

    async def tell(self) -> None:
        """Report problems with the records; the original has none."""


class Trouble(Standing):
    """Warnings about damaged records and, once each, about a partly resumed game and a failed save."""

    def __init__(self, play: Play[Any]) -> None:
        super().__init__(play)
        self._failure_told = False
        self._resume_error_told: Unfinished | None = None

    async def tell(self) -> None:
        play, store = self.play, self.play.session.records.store
        if store.set_aside is not None:
            counted, unfinished, made = store.recovered or Recovered()
            backup = play.say(shared.NO_BACKUP)
            if made is not None:
                backup = play.say(shared.BACKUP_USED, when=when(play.shared, store.calendar(made)))
            words = {"file": store.set_aside, "backup": backup, "counted": counted, "unfinished": unfinished}
            damage = shared.SET_ASIDE if store.has_files else shared.TEXTS_SET_ASIDE
            await alert(play.gem, play.say(damage, **words))
        await self._tell_trouble()

    async def after(self, event: MultiEvent, was_small: bool) -> None:
        if not was_small:
            await self._tell_trouble()

    async def _tell_trouble(self) -> None:
        play, session = self.play, self.play.session
        error, failure = session.resume_error, session.records.failure
        if error is not None and error != self._resume_error_told:
            self._resume_error_told = error
            await alert(play.gem, play.say(shared.NOT_RESUMED, number=error.name))
        if failure is not None and not self._failure_told:
            self._failure_told = True
            await alert(play.gem, play.shared.string(shared.NOT_KEPT), reason=failure)

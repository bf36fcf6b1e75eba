"""Features of a game's end: the alert about a loss, the box about a victory, and the par that it names.

The par of a cell game is how few moves would win it. It is worked out while the player plays.
"""

from typing import TYPE_CHECKING, Any

from gemport.cards.challenge import MAX_CELLS, cell_count
from gemport.gem import MultiEvent, Work
from gemport.play import games_rsc as shared
from gemport.play.cellplay import CellPlay
from gemport.play.feature import Feature
from gemport.play.play import Play
from gemport.store.statistics import Help, Outcome
from gemport.toolkit.dialog import alert

if TYPE_CHECKING:
    from gemport.play.analysis import Par

_TAKE_BACK, _RESTART = 1, 2
"""Buttons of the alert that no move is left."""


class Loss(Feature[Any]):
    """Tells that the game is lost; it may be tried again."""

    async def ended(self, outcome: Outcome) -> None:
        if outcome is not Outcome.LOST:
            return
        answer = await alert(self.play.gem, self.text())
        if answer == _TAKE_BACK:
            await self.play.take_back()
        elif answer == _RESTART:
            await self.play.restart()

    def text(self) -> str:
        """Return the alert; its buttons take the last step back, deal the game again, and do neither."""
        return self.play.say(shared.LOST)


class WonBox(Feature[Any]):
    """Tells that the game is won, or that the program has solved it, and offers what to do next."""

    def __init__(self, play: Play[Any]) -> None:
        super().__init__(play)
        self._next: str | None = None
        """The entry chosen in the box."""

    def title(self) -> str:
        return self.play.say(shared.VICTORY)

    def par_text(self) -> str:
        """Return a line of the box: how few moves would do, if that is known."""
        return ""

    async def ended(self, outcome: Outcome) -> None:
        if outcome is Outcome.LOST:
            return
        # Imported here: hardly any start needs it.
        from gemport.play.victory import Victory

        play = self.play
        victory = Victory(play)
        title = self.title()
        if play.session.help is Help.SOLVED:
            title = play.say(shared.REPLAYED if play.is_replay else shared.SOLVED)
        # At once: the box comes after the falling cards.
        play.gem.speech.say(title)
        await victory.congratulate(title, self.par_text())
        play.app.quitting = victory.quitting
        self._next = victory.chosen

    async def after(self, event: MultiEvent, was_small: bool) -> None:
        name, self._next = self._next, None
        if name is not None and not self.play.app.quitting:
            await self.play.choose(name)


class WonBoxWithPar(WonBox):
    """The box about a victory, which compares the moves made with the fewest known."""

    needs_solver = True
    play: CellPlay[Any]

    def __init__(self, play: Play[Any]) -> None:
        super().__init__(play)
        self._work: Work[None] | None = None
        self._moment: tuple[Par, int, int] | None = None
        """The par that was worked on last, and the moves and undos made by then."""

    def title(self) -> str:
        cells = cell_count(self.play.session.number)
        return super().title() if cells == MAX_CELLS else self.play.say(self.play.victory_cells + cells)

    def work(self) -> Work[Any] | None:
        play, session, board = self.play, self.play.session, self.play.board
        if not session.begun or board.won or session.help is Help.SOLVED:
            return None
        if board.number is None or board.number in play.impossible:
            return None
        moment = play.analysis.par, board.moves_made, session.progress.undos
        if self._work is None or self._moment != moment:
            self._moment = moment
            self._work = Work(play.analysis.par.work(), background=True)
        # The result is None; reading it raises an error of the work.
        return self._work.result if self._work.done else self._work

    def par_text(self) -> str:
        if self._work is None or self.play.session.help is Help.SOLVED:
            return ""
        par, made = self.play.analysis.par, self.play.board.moves_made
        if par.best is None:
            return ""
        if par.least is not None and made <= par.least:
            text = shared.PAR_LEAST
        elif made <= par.best:
            text = shared.PAR_EQUAL if made == par.best else shared.PAR_BEATEN
        else:
            text = shared.PAR if par.least is None else shared.PAR_BOUNDED
        return self.play.say(text, best=par.best, least=par.least)

"""Features for the end of a game: the alert after a loss, the box after a win, and the par in that box.

The par of a cell game is the smallest known number of moves to win it, computed while the player plays.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from gemport.cards.challenge import MAX_CELLS, cell_count
from gemport.gem import MultiEvent, Work
from gemport.play import games_rsc as shared
from gemport.play.basics import Trouble
from gemport.play.cellplay import CellPlay
from gemport.play.feature import Feature, Play
from gemport.play.infoline import Oracle, Rating
from gemport.play.items import MenuItem
from gemport.store.statistics import Help, Outcome
from gemport.toolkit.dialog import alert

if TYPE_CHECKING:
    from gemport.play.analysis import Par

_TAKE_BACK, _RESTART = 1, 2  # buttons of the alert after a loss


class Loss(Feature[Any]):
    """The alert after a loss, with buttons for Undo and Restart."""

    async def ended(self, outcome: Outcome) -> None:
        if outcome is not Outcome.LOST:
            return
        answer = await alert(self.play.gem, self.text())
        if answer == _TAKE_BACK:
            await self.play.take_back()
        elif answer == _RESTART:
            await self.play.restart()

    def text(self) -> str:
        """Return the text of the alert, with buttons for Undo, Restart and no action."""
        return self.play.say(shared.LOST)


class WonBox(Feature[Any]):
    """The box after a win, or after a solution by the program, with a choice of next actions."""

    follows: ClassVar[Sequence[type[Feature[Any]]]] = (Trouble,)

    def __init__(self, play: Play[Any]) -> None:
        super().__init__(play)
        self._next: MenuItem | None = None  # the menu entry chosen in the box

    def title(self) -> str:
        return self.play.say(shared.VICTORY)

    def par_text(self) -> str:
        """Return the line of the box about par; empty if unknown."""
        return ""

    async def ended(self, outcome: Outcome) -> None:
        if outcome is Outcome.LOST:
            return
        # Imported here: rarely needed at start.
        from gemport.play.victory import Victory

        play = self.play
        victory = Victory(play)
        title = self.title()
        if play.session.help is Help.SOLVED:
            title = play.say(shared.REPLAYED if play.is_replay else shared.SOLVED)
        # Speak now: the box opens only after the cards have fallen.
        play.gem.speech.say(title)
        await victory.congratulate(title, self.par_text())
        self._next = victory.chosen

    async def after(self, event: MultiEvent, was_small: bool) -> None:
        item, self._next = self._next, None
        if item is not None and not self.play.app.quitting:
            await self.play.choose(item)


class WonBoxWithPar(WonBox):
    """The box after a win, with a comparison of the player's moves and par."""

    needs_solver = True
    follows = (Trouble, Oracle, Rating)
    play: CellPlay[Any]

    def __init__(self, play: Play[Any]) -> None:
        super().__init__(play)
        self._work: Work[None] | None = None
        self._moment: tuple[Par, int, int] | None = None  # the par last worked on, and the moves and undos at that time

    def title(self) -> str:
        cells = cell_count(self.play.session.number)
        return super().title() if cells == MAX_CELLS else self.play.say(self.play.victory_cells + cells)

    def work(self) -> Work[Any] | None:
        play, session, board = self.play, self.play.session, self.play.board
        if not session.started or board.won or session.help is Help.SOLVED:
            return None
        if board.number is None or board.number in play.impossible:
            return None
        moment = play.analysis.par, board.moves_made, session.progress.undos
        if self._work is None or self._moment != moment:
            self._moment = moment
            self._work = Work(play.analysis.par.work(), background=True)
        # The result is None; reading it raises any exception of the work.
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

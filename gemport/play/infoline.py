"""Features of the window's info line: the counter of moves and time, the oracle, and the deal's difficulty and par.

The oracle shows after each move whether the game can still be won. It searches while the player thinks, and stops the
search when the player makes the next move.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from gemport.cards.board import Position
from gemport.cards.cells import CellBoard
from gemport.cards.challenge import MAX_CELLS, cell_count
from gemport.gem import Work
from gemport.play import games_rsc as shared
from gemport.play.cellplay import CellPlay
from gemport.play.feature import Feature, Play
from gemport.play.items import Item, MenuItem
from gemport.store.session import clock_text
from gemport.store.statistics import Help

if TYPE_CHECKING:
    from gemport.play.analysis import Finding
    from gemport.solver.difficulty import Difficulty

_SECOND = 1000


class Counter(Feature[Any]):
    """The counter of moves and playing time."""

    switches: ClassVar[Mapping[MenuItem, bool]] = {Item.COUNTER: False}

    def due(self) -> int | None:
        clock = self.play.session.clock
        return _SECOND - clock.ms % _SECOND if self.play.is_on(Item.COUNTER) and clock.running else None

    def line(self) -> str | None:
        return self.text() if self.play.is_on(Item.COUNTER) else None

    def text(self) -> str:
        return self.play.say(shared.COUNTER_LINE, **self.words())

    def words(self) -> dict[str, object]:
        return {"moves": self.play.board.moves_made, "time": clock_text(self.play.session.clock.seconds)}


class Oracle(Feature[CellBoard]):
    """The oracle, and the background search for its answer."""

    needs_solver = True
    play: CellPlay[Any]
    switches: ClassVar[Mapping[MenuItem, bool]] = {Item.ORACLE: False}
    follows = (Counter,)

    def __init__(self, play: Play[CellBoard]) -> None:
        super().__init__(play)
        self._position: Position | None = None  # position of the current or last search
        self._finding: Finding | None = None
        self._work: Work[Finding] | None = None

    def switched(self, item: MenuItem) -> None:
        if item is Item.ORACLE:
            self._give_up()

    def work(self) -> Work[Any] | None:
        return self._work

    def line(self) -> str | None:
        if not self.play.is_on(Item.ORACLE):
            return None
        text = self._remark()
        self.play.narrator.remark(text)
        return text

    def _remark(self) -> str:
        self._attend()
        if self.play.board.won or self._position is None:
            return ""
        if self._finding is None:
            return self.play.say(shared.ORACLE_THINKS)
        if self._finding.winnable:
            return self.play.say(shared.ORACLE_YES)
        if not self._finding.impossible:
            return self.play.say(shared.ORACLE_OPEN)
        return self.play.say(shared.ORACLE_NEVER if self.play.analysis.never_winnable else shared.ORACLE_NO)

    def _attend(self) -> None:
        play = self.play
        if self._work is not None and self._work.done:
            self._finding, self._work = self._work.result, None
        position = play.board.position()
        if position != self._position:
            # Imported here: it loads the solver.
            from gemport.play.analysis import BACKGROUND_LIMITS

            self._give_up()
            self._position, self._finding = position, play.analysis.known()
            if self._finding is None:
                self._work = Work(play.analysis.think(BACKGROUND_LIMITS, looks=0))
        known = self._finding is not None and (self._finding.winnable or self._finding.impossible)
        if known and not play.board.won:
            play.session.note_help(Help.HELPED)

    def _give_up(self) -> None:
        if self._work is not None:
            self._work.close()
        self._work = self._position = None


class Rating(Feature[CellBoard]):
    """The difficulty of a deal with all cells, and par once it is known, next to the counter."""

    needs_solver = True
    play: CellPlay[Any]
    follows = (Oracle,)

    def __init__(self, play: Play[CellBoard]) -> None:
        super().__init__(play)
        self._rated: int | None = None  # the number of the deal whose difficulty is searched or known
        self._work: Work[Difficulty] | None = None

    def work(self) -> Work[Any] | None:
        number = self.play.board.number
        if number is None or cell_count(number) < MAX_CELLS or not self.play.is_on(Item.COUNTER):
            return None
        if number != self._rated:
            self._rated, self._work = number, Work(self._rate(number), background=True)
        return None if self._work is None or self._work.done else self._work

    def _rate(self, number: int) -> Generator[int, None, Difficulty]:
        # Imported here: it loads the solver.
        from gemport.solver import Position
        from gemport.solver.difficulty import find_difficulty

        impossible = True if number in self.play.impossible else None
        position = Position.on(self.play.session.fresh_board())
        return (yield from self.play.gem.compute(find_difficulty, position, impossible))

    def line(self) -> str | None:
        play, work = self.play, self._work
        if work is None or not work.done or play.board.number != self._rated or not play.is_on(Item.COUNTER):
            return None
        text = play.say(shared.WANTED_KIND, kind=play.say(shared.KIND + list(type(work.result)).index(work.result)))
        best = play.analysis.par.best
        return text if best is None else text + play.say(shared.LINE_PAR, best=best)

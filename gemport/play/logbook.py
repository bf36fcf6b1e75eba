"""The logbook as a dialog: listed numbers and the last games, each with what became of it; one can be played."""

from typing import Any

from gemport.cards.boardtext import clipped
from gemport.gem import keys
from gemport.play import games_rsc as n
from gemport.play.play import Play
from gemport.store.logbook import LogLine
from gemport.store.session import clock_text
from gemport.toolkit.dialog import Dialog, Line, ListBox, ListParts

LIST_ROWS = 10
"""Lines of the list that are seen."""
_WON = "\u2713"
_NOTE, _WHOLE_NOTE = 14, 56
"""Characters of a note in the list, and below it."""
_PARTS = ListParts(
    n.LOGBOOK_LIST, n.LOGBOOK_ROW, LIST_ROWS, n.LOGBOOK_UP, n.LOGBOOK_DOWN, n.LOGBOOK_TRACK, n.LOGBOOK_ELEVATOR
)
_SHORTCUTS = {keys.DELETE: n.LOGBOOK_STRIKE}


class LogbookBox:
    """Shows the logbook of a session's game; those that are won have a check mark."""

    def __init__(self, play: Play[Any]) -> None:
        self._say, self._records = play.say, play.session.records
        self._dialog = Dialog(play.gem, play.shared.tree(n.LOGBOOK), n.LOGBOOK_CLOSE)
        self._list = ListBox(self._dialog, _PARTS)
        self._lines: list[LogLine] = []

    async def ask(self) -> int | None:
        """Show the dialog until a game is chosen to be played, its number; None if none is. Raises Terminated."""
        self._read()
        # The first of the list that is still to be won comes next.
        open_ = (at for at, line in enumerate(self._lines) if line.listed and not line.wins)
        self._list.chosen = next(open_, 0)
        self._read()
        async with self._dialog as dialog:
            while (button := await self._list.do(_SHORTCUTS, self._show_choice)) == n.LOGBOOK_STRIKE:
                line = self._chosen()
                if line is not None:
                    self._records.strike_out(line.number)
                self._read()
                dialog.draw()
        line = self._chosen()
        return line.number if line is not None and button == n.LOGBOOK_PLAY else None

    def _read(self) -> None:
        self._lines = list(self._records.log())
        self._list.fill([Line(self._text(line)) for line in self._lines], self._say(n.LOG_EMPTY))
        self._show_choice(draw=False)

    def _text(self, line: LogLine) -> str:
        moment = None if line.when is None else self._records.store.calendar(line.when)
        day = ""
        if moment is not None:
            day = self._say(n.LOG_DAY, year=moment.year, month=f"{moment.month:02}", day=f"{moment.day:02}")
        wins, moves = ("" if value is None else str(value) for value in (line.wins, line.moves))
        time = "" if line.seconds is None else clock_text(line.seconds)
        # A long number takes from the room behind it.
        digits = max(8, len(str(line.number)))
        counts = f"{line.number:{digits}}{wins:>{14 - digits}}{moves:>6}{time:>8}  {day:10}"
        return f"{_WON if line.wins else ' '}{counts} {clipped(line.note, _NOTE)}"

    def _chosen(self) -> LogLine | None:
        return None if self._list.chosen is None or not self._lines else self._lines[self._list.chosen]

    def _show_choice(self, draw: bool = True) -> None:
        """Show the whole note of the chosen line, and which buttons can be used."""
        line, tree = self._chosen(), self._dialog.tree
        note = clipped("" if line is None else line.note, _WHOLE_NOTE)
        if tree[n.LOGBOOK_NOTE].ob_spec != f"{note:{_WHOLE_NOTE}}":
            tree[n.LOGBOOK_NOTE].ob_spec = f"{note:{_WHOLE_NOTE}}"
            if draw:
                self._dialog.draw(n.LOGBOOK_NOTE)
        self._dialog.enable(n.LOGBOOK_PLAY, line is not None, draw)
        self._dialog.enable(n.LOGBOOK_STRIKE, line is not None and line.listed, draw)
        default = n.LOGBOOK_CLOSE if line is None else n.LOGBOOK_PLAY
        if default != self._dialog.buttons.usual:
            self._dialog.buttons.make_default(default, draw)

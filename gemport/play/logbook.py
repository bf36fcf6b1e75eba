"""The logbook as a dialog: listed numbers and the last games, each with what became of it; one can be played.

Numbers and notes are written in a box of their own.
"""

from typing import Any

from gemport.cards.boardtext import clipped
from gemport.cards.challenge import write_number
from gemport.gem import MAX_DEPTH, ObFlag, keys, object_rect
from gemport.play import games_rsc as n
from gemport.play.play import Play
from gemport.store.logbook import LONGEST_NOTE, LogEntry, LogLine, written_number
from gemport.store.session import clock_text
from gemport.toolkit.dialog import Dialog, Line, ListBox, ListParts, alert

LIST_ROWS = 10
"""Lines of the list that are seen."""
_WON = "\u2713"
_NOTE, _WHOLE_NOTE = 14, 56
"""Characters of a note in the list, and below it."""
_DIGITS = 12
"""Characters of the field for a number."""
_FIELD = 50
"""Characters in a line of the box in which a note is written."""
_PARTS = ListParts(
    n.LOGBOOK_LIST, n.LOGBOOK_ROW, LIST_ROWS, n.LOGBOOK_UP, n.LOGBOOK_DOWN, n.LOGBOOK_TRACK, n.LOGBOOK_ELEVATOR
)
_SHORTCUTS = {keys.DELETE: n.LOGBOOK_STRIKE}
_CHANGES = n.LOGBOOK_STRIKE, n.LOGBOOK_WRITE, n.LOGBOOK_ADD


class LogbookBox:
    """Shows the logbook of a session's game; those that are won have a check mark."""

    def __init__(self, play: Play[Any]) -> None:
        self._say, self._records = play.say, play.session.records
        self._dialog = Dialog(play.gem, play.shared.tree(n.LOGBOOK), n.LOGBOOK_CLOSE)
        self._list = ListBox(self._dialog, _PARTS)
        self._entry = EntryBox(play)
        self._lines: list[LogLine] = []

    async def ask(self) -> int | None:
        """Show the dialog until a game is chosen to be played, its number; None if none is. Raises Terminated."""
        self._read()
        # The first of the list that is still to be won comes next.
        open_ = (at for at, line in enumerate(self._lines) if line.listed and not line.wins)
        self._list.chosen = next(open_, 0)
        self._read()
        async with self._dialog as dialog:
            while (button := await self._list.do(_SHORTCUTS, self._show_choice)) in _CHANGES:
                await self._change(button)
                self._read()
                dialog.draw()
        line = self._chosen()
        return line.number if line is not None and button == n.LOGBOOK_PLAY else None

    async def _change(self, button: int) -> None:
        """Change the list as a button says, for good at once."""
        line = self._chosen()
        if line is not None and button == n.LOGBOOK_STRIKE:
            self._records.strike_out(line.number)
        elif line is not None and button == n.LOGBOOK_WRITE:
            entry = await self._entry.ask(LogEntry(line.number, line.note))
            if entry is not None:
                self._records.write_down(entry)
        elif button == n.LOGBOOK_ADD:
            entry = await self._entry.ask(None)
            if entry is not None:
                notes = (line.note for line in self._lines if line.number == entry.number)
                self._records.write_down(entry if entry.note else LogEntry(entry.number, next(notes, "")))
                numbers = [line.number for line in self._records.log()]
                self._list.chosen = numbers.index(entry.number) if entry.number in numbers else None

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
        number = write_number(line.number)
        digits = max(8, len(number))
        counts = f"{number:>{digits}}{wins:>{14 - digits}}{moves:>6}{time:>8}  {day:10}"
        return f"{_WON if line.wins else ' '}{counts} {clipped(line.note, _NOTE)}"

    def _chosen(self) -> LogLine | None:
        return None if self._list.chosen is None or not self._lines else self._lines[self._list.chosen]

    def _show_choice(self, draw: bool = True) -> None:
        """Show the whole note of the chosen line, and which buttons can be used."""
        line, tree = self._chosen(), self._dialog.tree
        note = clipped("" if line is None else line.note, _WHOLE_NOTE)
        if tree[n.LOGBOOK_NOTE].ob_spec != note:
            tree[n.LOGBOOK_NOTE].ob_spec = note
            if draw:
                # With the box behind it, which wipes the note before.
                self._dialog.gem.objc_draw(tree, 0, MAX_DEPTH, object_rect(tree, n.LOGBOOK_NOTE))
        self._dialog.enable(n.LOGBOOK_PLAY, line is not None, draw)
        self._dialog.enable(n.LOGBOOK_WRITE, line is not None, draw)
        self._dialog.enable(n.LOGBOOK_STRIKE, line is not None and line.listed, draw)
        default = n.LOGBOOK_CLOSE if line is None else n.LOGBOOK_PLAY
        if default != self._dialog.buttons.usual:
            self._dialog.buttons.make_default(default, draw)


class EntryBox:
    """Asks for a number of a session's game and its note, which takes two lines."""

    def __init__(self, play: Play[Any]) -> None:
        self._say, self._numbers = play.say, play.session.game.numbers
        self._dialog = Dialog(play.gem, play.shared.tree(n.ENTRY), n.ENTRY_CANCEL)

    async def ask(self, entry: LogEntry | None) -> LogEntry | None:
        """Let the player change an entry's note, or write a new entry; None if it is cancelled. Raises Terminated."""
        dialog = self._dialog
        # Filled up with blanks a number that stays has no places to type into.
        number, note = ("", "") if entry is None else (f"{write_number(entry.number):<{_DIGITS}}", entry.note)
        field = dialog.tree[n.ENTRY_NUMBER]
        field.ob_flags = field.ob_flags & ~ObFlag.EDITABLE | (ObFlag.EDITABLE if entry is None else ObFlag.NONE)
        dialog.set_text(n.ENTRY_NUMBER, number)
        for obj, text in (n.ENTRY_NOTE, note[:_FIELD]), (n.ENTRY_MORE, note[_FIELD:]):
            # For the AES a field that begins with an @ is empty.
            dialog.set_text(obj, f" {text}" if text.startswith("@") else text)
        async with dialog:
            while await dialog.do(n.ENTRY_NUMBER if entry is None else n.ENTRY_NOTE) == n.ENTRY_OK:
                dialog.draw(n.ENTRY_OK)
                number = dialog.text(n.ENTRY_NUMBER).strip()
                chosen = written_number(number)
                if chosen is not None and chosen in self._numbers:
                    return LogEntry(chosen, self._note())
                wrong = n.WRONG_NUMBER if number else n.NO_NUMBER
                first, last = self._numbers[0], self._numbers[-1]
                await alert(dialog.gem, self._say(wrong), number=number, first=first, last=last)
        return None

    def _note(self) -> str:
        begin, rest = self._dialog.text(n.ENTRY_NOTE), self._dialog.text(n.ENTRY_MORE)
        note = begin + rest if len(begin) == _FIELD else f"{begin} {rest}"
        # Control keys type characters that no file takes.
        return "".join(filter(str.isprintable, note)).strip()[:LONGEST_NOTE]

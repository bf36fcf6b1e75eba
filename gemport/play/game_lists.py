"""Dialogs with lists of games: the unfinished games, and the logbook with listed numbers and recent games.

The player can play or remove a game. Numbers and notes of the logbook are edited in a separate box.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from gemport.cards.boardtext import MAX_SHORT_NAME_CHARS, clipped
from gemport.cards.challenge import write_number
from gemport.cards.deals import bounds
from gemport.gem import MAX_DEPTH, ObFlag, keys, object_rect
from gemport.play import games_rsc as n
from gemport.play.feature import Play
from gemport.play.gamefiles import when
from gemport.store.collection import Unfinished
from gemport.store.logbook import MAX_NOTE_CHARS, LogEntry, LogLine, written_number
from gemport.store.session import clock_text
from gemport.toolkit.dialog import Dialog, Line, ListBox, ListParts, alert

_FORGET_BUTTON, _LEAVE_BUTTON = 1, 2  # the buttons of the question whether to forget a game
_CHECK = "\u2713"
_NOTE_CHARS, _FULL_NOTE_CHARS = 14, 56  # number of characters of a note in the list, and below it
_NUMBER_CHARS = 12
_FIELD_CHARS = 50  # number of characters in each of the two fields for a note
T = TypeVar("T")


class GameList(ABC, Generic[T]):
    """A dialog with a list of games; Return plays the chosen one, or closes an empty list."""

    def __init__(self, play: Play[Any], tree: int, parts: ListParts, choose: int, close: int) -> None:
        self._play, self._session, self._say = play, play.session, play.say
        self._dialog = Dialog(play.gem, play.shared.tree(tree), close)
        self._list = ListBox(self._dialog, parts)
        self._choose_button, self._close_button = choose, close
        self._games: Sequence[T] = ()

    async def show(self, *changes: int) -> T | None:
        """Show the dialog until the player chooses a game to play; return None if it is closed. Raises Terminated.

        ``changes`` are buttons that change the list; Delete also presses the first of them.
        """
        async with self._dialog as dialog:
            while (button := await self._list.do({keys.DELETE: changes[0]}, self.show_choice)) in changes:
                await self.change(button)
                self.read()
                dialog.draw()
        return self.chosen if button == self._choose_button else None

    @property
    def chosen(self) -> T | None:
        return None if self._list.chosen is None or not self._games else self._games[self._list.chosen]

    def show_choice(self, draw: bool = True) -> None:
        """Enable and disable the buttons."""
        chosen = self.chosen is not None
        self._dialog.enable(self._choose_button, chosen, draw)
        default = self._choose_button if chosen else self._close_button
        if default != self._dialog.buttons.usual:
            self._dialog.buttons.make_default(default, draw)

    @abstractmethod
    def read(self) -> None:
        """Fill the list."""

    @abstractmethod
    async def change(self, button: int) -> None:
        """Change and save the list according to a button."""


class UnfinishedBox(GameList[Unfinished]):
    """The list of unfinished games: the game on the table has a check mark, games open elsewhere are grey."""

    def __init__(self, play: Play[Any]) -> None:
        scroll_bar = n.UNFINISHED_UP, n.UNFINISHED_DOWN, n.UNFINISHED_TRACK, n.UNFINISHED_ELEVATOR
        parts = ListParts(n.UNFINISHED_LIST, n.UNFINISHED_ROW, 8, *scroll_bar)
        super().__init__(play, n.UNFINISHED, parts, n.UNFINISHED_RESUME, n.UNFINISHED_CLOSE)

    async def ask(self) -> int | None:
        """Return the key of the game to resume, or None. Raises Terminated."""
        self.read()
        chosen = await self.show(n.UNFINISHED_FORGET)
        return None if chosen is None else chosen.key

    def read(self) -> None:
        self._games = self._session.records.unfinished()
        self._list.fill([self._line(game) for game in self._games], self._say(n.NO_GAMES))
        self.show_choice(draw=False)

    def _line(self, game: Unfinished) -> Line:
        mark = _CHECK if self._session.is_on_table(game.key) else " "
        progress = game.progress
        # A long number or name uses the space before the moves.
        name = clipped(game.name, MAX_SHORT_NAME_CHARS)
        digits = max(8, len(name))
        counts = f"{name:>{digits}} {progress.made:{13 - digits}}{progress.home:7}"
        date = self._session.records.store.calendar(game.when)
        last = self._say(n.ELSEWHERE) if game.elsewhere else when(self._play.shared, date)
        text = f" {mark}{counts}  {last}"
        return Line(text, not game.elsewhere)

    def show_choice(self, draw: bool = True) -> None:
        game = self.chosen
        super().show_choice(draw)
        # Not for the game on the table.
        self._dialog.enable(n.UNFINISHED_FORGET, game is not None and not self._session.is_on_table(game.key), draw)

    async def change(self, button: int) -> None:
        """Forget the game after a confirmation."""
        game = self.chosen
        if game is None:
            return
        question = self._play.shared.string(n.ASK_GIVE_UP if self._session.gives_up(game) else n.ASK_FORGET)
        if await alert(self._play.gem, question, _LEAVE_BUTTON, number=game.name) == _FORGET_BUTTON:
            self._session.delete(game)


class LogbookBox(GameList[LogLine]):
    """The logbook of a session's game; games won have a check mark."""

    def __init__(self, play: Play[Any]) -> None:
        scroll_bar = n.LOGBOOK_UP, n.LOGBOOK_DOWN, n.LOGBOOK_TRACK, n.LOGBOOK_ELEVATOR
        parts = ListParts(n.LOGBOOK_LIST, n.LOGBOOK_ROW, 10, *scroll_bar)
        super().__init__(play, n.LOGBOOK, parts, n.LOGBOOK_PLAY, n.LOGBOOK_CLOSE)
        self._records = play.session.records
        self._entry = EntryBox(play)

    async def ask(self) -> int | None:
        """Return the number of the game to play, or None. Raises Terminated."""
        self.read()
        # The next game is the first game of the list without a win.
        self._list.chosen = next((at for at, line in enumerate(self._games) if line.listed and not line.wins), 0)
        self.read()
        chosen = await self.show(n.LOGBOOK_STRIKE, n.LOGBOOK_WRITE, n.LOGBOOK_ADD)
        return None if chosen is None else chosen.number

    async def change(self, button: int) -> None:
        line = self.chosen
        if line is not None and button == n.LOGBOOK_STRIKE:
            self._records.strike_out(line.number)
        elif line is not None and button == n.LOGBOOK_WRITE:
            entry = await self._entry.ask(LogEntry(line.number, line.note))
            if entry is not None:
                self._records.write_down(entry)
        elif button == n.LOGBOOK_ADD:
            entry = await self._entry.ask(None)
            if entry is not None:
                notes = (line.note for line in self._games if line.number == entry.number)
                self._records.write_down(entry if entry.note else LogEntry(entry.number, next(notes, "")))
                numbers = [line.number for line in self._records.log()]
                self._list.chosen = numbers.index(entry.number) if entry.number in numbers else None

    def read(self) -> None:
        self._games = self._records.log()
        self._list.fill([Line(self._text(line)) for line in self._games], self._say(n.LOG_EMPTY))
        self.show_choice(draw=False)

    def _text(self, line: LogLine) -> str:
        moment = None if line.when is None else self._records.store.calendar(line.when)
        day = ""
        if moment is not None:
            day = self._say(n.LOG_DAY, year=moment.year, month=f"{moment.month:02}", day=f"{moment.day:02}")
        wins, moves = ("" if value is None else str(value) for value in (line.wins, line.moves))
        time = "" if line.seconds is None else clock_text(line.seconds)
        # A long number uses the space after it.
        number = write_number(line.number)
        digits = max(8, len(number))
        counts = f"{number:>{digits}}{wins:>{14 - digits}}{moves:>6}{time:>8}  {day:10}"
        return f"{_CHECK if line.wins else ' '}{counts} {clipped(line.note, _NOTE_CHARS)}"

    def show_choice(self, draw: bool = True) -> None:
        """Show the full note of the chosen line, and enable the buttons."""
        line, tree = self.chosen, self._dialog.tree
        note = clipped("" if line is None else line.note, _FULL_NOTE_CHARS)
        if tree[n.LOGBOOK_NOTE].ob_spec != note:
            tree[n.LOGBOOK_NOTE].ob_spec = note
            if draw:
                # With the box behind it, which erases the previous note.
                self._dialog.gem.objc_draw(tree, 0, MAX_DEPTH, object_rect(tree, n.LOGBOOK_NOTE))
        super().show_choice(draw)
        self._dialog.enable(n.LOGBOOK_WRITE, line is not None, draw)
        self._dialog.enable(n.LOGBOOK_STRIKE, line is not None and line.listed, draw)


class EntryBox:
    """The box for a number of a session's game and its two-line note."""

    def __init__(self, play: Play[Any]) -> None:
        self._say, self._numbers = play.say, play.session.game.numbers
        self._dialog = Dialog(play.gem, play.shared.tree(n.ENTRY), n.ENTRY_CANCEL)

    async def ask(self, entry: LogEntry | None) -> LogEntry | None:
        """Edit an entry's note or create an entry; return None if cancelled. Raises Terminated."""
        dialog = self._dialog
        # Padded with blanks, a fixed number has no places to type into.
        number, note = ("", "") if entry is None else (f"{write_number(entry.number):<{_NUMBER_CHARS}}", entry.note)
        field = dialog.tree[n.ENTRY_NUMBER]
        field.ob_flags = field.ob_flags & ~ObFlag.EDITABLE | (ObFlag.EDITABLE if entry is None else ObFlag.NONE)
        dialog.set_text(n.ENTRY_NUMBER, number)
        for obj, text in (n.ENTRY_NOTE, note[:_FIELD_CHARS]), (n.ENTRY_MORE, note[_FIELD_CHARS:]):
            # The AES treats a field that starts with an @ as empty.
            dialog.set_text(obj, f" {text}" if text.startswith("@") else text)
        async with dialog:
            while await dialog.do(n.ENTRY_NUMBER if entry is None else n.ENTRY_NOTE) == n.ENTRY_OK:
                dialog.draw(n.ENTRY_OK)
                number = dialog.text(n.ENTRY_NUMBER).strip()
                chosen = written_number(number)
                if chosen is not None and chosen in self._numbers:
                    return LogEntry(chosen, self._note())
                wrong = n.WRONG_NUMBER if number else n.NO_NUMBER
                first, last = bounds(self._numbers)
                await alert(dialog.gem, self._say(wrong), number=number, first=first, last=last)
        return None

    def _note(self) -> str:
        begin, rest = self._dialog.text(n.ENTRY_NOTE), self._dialog.text(n.ENTRY_MORE)
        note = begin + rest if len(begin) == _FIELD_CHARS else f"{begin} {rest}"
        # Control keys type characters that files do not allow.
        return "".join(filter(str.isprintable, note)).strip()[:MAX_NOTE_CHARS]

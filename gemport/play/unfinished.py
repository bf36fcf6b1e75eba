"""The unfinished games as a dialog: one can be resumed, or forgotten."""

from typing import Any

from gemport.cards.boardtext import SHORT_NAME, clipped
from gemport.gem import keys
from gemport.play import games_rsc as n
from gemport.play.gamefiles import when
from gemport.play.play import Play
from gemport.store.records import Unfinished
from gemport.toolkit.dialog import Dialog, Line, ListBox, ListParts, alert

_FORGET_BUTTON, _LEAVE_BUTTON = 1, 2
"""Of the question whether to forget a game."""
LIST_ROWS = 8
"""Lines of the list that are seen."""
_ON_TABLE = "\u2713"
_SCROLL_BAR = n.UNFINISHED_UP, n.UNFINISHED_DOWN, n.UNFINISHED_TRACK, n.UNFINISHED_ELEVATOR
_PARTS = ListParts(n.UNFINISHED_LIST, n.UNFINISHED_ROW, LIST_ROWS, *_SCROLL_BAR)
_SHORTCUTS = {keys.DELETE: n.UNFINISHED_FORGET}


class UnfinishedBox:
    """Shows the unfinished games, that on the table with a check mark, those open elsewhere in grey, with a word."""

    def __init__(self, play: Play[Any]) -> None:
        self._play, self._session = play, play.session
        self._dialog = Dialog(play.gem, play.shared.tree(n.UNFINISHED), n.UNFINISHED_CLOSE)
        self._list = ListBox(self._dialog, _PARTS)
        self._games: list[Unfinished] = []

    async def ask(self) -> int | None:
        """Show the dialog until a game is chosen to be resumed, its key; None if none is. Raises Terminated."""
        self._read()
        async with self._dialog as dialog:
            while (button := await self._list.do(_SHORTCUTS, self._mark_buttons)) == n.UNFINISHED_FORGET:
                await self._forget()
                self._read()
                dialog.draw()
        chosen = self._chosen()
        return chosen.key if chosen is not None and button == n.UNFINISHED_RESUME else None

    # ---- what is shown

    def _read(self) -> None:
        self._games = list(self._session.unfinished())
        self._list.fill([self._line(game) for game in self._games], self._play.say(n.NO_GAMES))
        self._mark_buttons(draw=False)

    def _line(self, game: Unfinished) -> Line:
        mark = _ON_TABLE if self._session.is_on_table(game.key) else " "
        progress = game.progress
        # A long number or name takes from the room before the moves.
        name = clipped(game.name, SHORT_NAME)
        digits = max(8, len(name))
        counts = f"{name:>{digits}} {progress.made:{13 - digits}}{progress.home:7}"
        date = self._session.records.store.calendar(game.when)
        last = self._play.say(n.ELSEWHERE) if game.elsewhere else when(self._play.shared, date)
        text = f" {mark}{counts}  {last}"
        return Line(text, not game.elsewhere)

    def _chosen(self) -> Unfinished | None:
        return None if self._list.chosen is None else self._games[self._list.chosen]

    def _mark_buttons(self, draw: bool = True) -> None:
        """Show which buttons can be used: not Forget for the game on the table; Return closes an empty list."""
        game = self._chosen()
        self._dialog.enable(n.UNFINISHED_RESUME, game is not None, draw)
        self._dialog.enable(n.UNFINISHED_FORGET, game is not None and not self._session.is_on_table(game.key), draw)
        default = n.UNFINISHED_CLOSE if game is None else n.UNFINISHED_RESUME
        if default != self._dialog.buttons.usual:
            self._dialog.buttons.make_default(default, draw)

    async def _forget(self) -> None:
        game = self._chosen()
        if game is None:
            return
        question = self._play.shared.string(n.ASK_GIVE_UP if self._session.gives_up(game) else n.ASK_FORGET)
        if await alert(self._play.gem, question, _LEAVE_BUTTON, number=game.name) == _FORGET_BUTTON:
            self._session.delete(game)

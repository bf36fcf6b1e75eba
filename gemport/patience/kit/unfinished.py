"""The unfinished games as a dialog: one can be taken up, or forgotten."""

from __future__ import annotations

from typing import Any

from gemport.gem.aes import keys
from gemport.gem.aes.constants import LEFT, MU_BUTTON, MU_KEYBD, Fmd, Update
from gemport.gem.aes.forms import DOUBLE_CLICK
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.objects import MAX_DEPTH, objc_find
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.rsrc import LoadedResource
from gemport.gem.formats.objects import ObState
from gemport.patience.kit.listbox import Line, ListBox, ListParts
from gemport.patience.kit.needs import LIST_ROWS, UnfinishedNumbers
from gemport.patience.kit.texts import Texts
from gemport.store.records import Unfinished
from gemport.store.session import Session

_NOTHING = GRect(0, 0, 0, 0)
_FORGET_BUTTON, _LEAVE_BUTTON = 1, 2
"""Of the question whether to forget a game."""
_ON_TABLE = "\u2713"


class UnfinishedBox:
    """Shows a session's unfinished games, the one on the table with a check mark, those open elsewhere in grey."""

    def __init__(self, gem: Gem, trees: LoadedResource, numbers: UnfinishedNumbers, session: Session[Any]) -> None:
        self._gem = gem
        self._numbers = numbers
        self._tree = trees.tree(numbers.UNFINISHED)
        self._texts = Texts(trees)
        self._session = session
        self._games: list[Unfinished] = []
        self._list: ListBox

    async def ask(self) -> int | None:
        """Show the dialog until a game is chosen to be taken up, its key; None if none is. Raises Terminated."""
        gem, n = self._gem, self._numbers
        area = gem.form_center(self._tree)
        self._list = ListBox(gem, self._tree, self._parts(), area)
        await gem.wind_update(Update.BEG_UPDATE)
        await gem.wind_update(Update.BEG_MCTRL)
        try:
            await gem.form_dial(Fmd.FMD_START, _NOTHING, area)
            self._read()
            gem.objc_draw(self._tree, 0, MAX_DEPTH, area)
            while (button := await self._use()) == n.UNFINISHED_FORGET:
                await self._forget()
                self._read()
                gem.objc_draw(self._tree, 0, MAX_DEPTH, area)
        finally:
            await gem.form_dial(Fmd.FMD_FINISH, _NOTHING, area)
            await gem.wind_update(Update.END_MCTRL)
            await gem.wind_update(Update.END_UPDATE)
        chosen = self._chosen()
        return chosen.key if chosen is not None and button == n.UNFINISHED_TAKE_UP else None

    def _parts(self) -> ListParts:
        n = self._numbers
        return ListParts(
            n.UNFINISHED_LIST,
            n.UNFINISHED_ROW,
            LIST_ROWS,
            n.UNFINISHED_UP,
            n.UNFINISHED_DOWN,
            n.UNFINISHED_TRACK,
            n.UNFINISHED_ELEVATOR,
        )

    # ---- what is shown

    def _read(self) -> None:
        """Have the games as they are kept now."""
        self._games = list(self._session.unfinished())
        self._list.fill([self._line(game) for game in self._games], self._texts.say(self._numbers.NO_GAMES))
        self._mark_buttons()

    def _line(self, game: Unfinished) -> Line:
        mark = _ON_TABLE if self._session.is_on_table(game.key) else " "
        progress = game.progress
        text = f" {mark}  {game.number:6}{progress.made:6}{progress.home:7}  {self._when(game.when)}"
        return Line(text, not game.elsewhere)

    def _when(self, seconds: float) -> str:
        moment = self._session.records.store.calendar(seconds)
        if moment is None:
            return ""
        day, month, hour, minute = (f"{part:02}" for part in (moment.day, moment.month, moment.hour, moment.minute))
        return self._texts.say(self._numbers.WHEN, year=moment.year, month=month, day=day, hour=hour, minute=minute)

    def _chosen(self) -> Unfinished | None:
        return None if self._list.chosen is None else self._games[self._list.chosen]

    def _mark_buttons(self) -> bool:
        """Show which buttons can be used: the game on the table cannot be forgotten; whether that has changed."""
        game, n, before = self._chosen(), self._numbers, self._states()
        can_forget = game is not None and not self._session.is_on_table(game.key)
        for button, usable in ((n.UNFINISHED_TAKE_UP, game is not None), (n.UNFINISHED_FORGET, can_forget)):
            self._tree[button].ob_state = ObState.NORMAL if usable else ObState.DISABLED
        self._tree[n.UNFINISHED_CANCEL].ob_state = ObState.NORMAL
        return self._states() != before

    def _states(self) -> list[ObState]:
        n = self._numbers
        return [self._tree[button].ob_state for button in (n.UNFINISHED_TAKE_UP, n.UNFINISHED_FORGET)]

    def _show_buttons(self) -> None:
        if self._mark_buttons():
            for button in (self._numbers.UNFINISHED_TAKE_UP, self._numbers.UNFINISHED_FORGET):
                self._gem.objc_draw(self._tree, button, 0, self._gem.form_center(self._tree))

    # ---- what the player does

    async def _use(self) -> int:
        """Let the player choose until a button is used; its number."""
        while True:
            event = await self._gem.form_event()
            button = None
            if MU_KEYBD in event.events:
                button = self._key(event.key)
            if button is None and MU_BUTTON in event.events:
                button = await self._press(event.x, event.y, event.clicks)
                await self._gem.evnt_button(1, LEFT, 0)
            if button is not None:
                return button
            self._show_buttons()

    def _key(self, word: int) -> int | None:
        n = self._numbers
        if self._list.key(word):
            return None
        if word in (keys.ESCAPE, keys.UNDO):
            return n.UNFINISHED_CANCEL
        if word == keys.DELETE and self._tree[n.UNFINISHED_FORGET].ob_state == ObState.NORMAL:
            return n.UNFINISHED_FORGET
        step = self._gem.form_keybd(self._tree, 0, word)
        return None if step.go_on else step.obj

    async def _press(self, x: int, y: int, clicks: int) -> int | None:
        n = self._numbers
        part = objc_find(self._tree, 0, MAX_DEPTH, x, y)
        if part < 0:
            self._gem.bell()
            return None
        if await self._list.touch(part):
            return None
        if self._list.pick(part):
            return n.UNFINISHED_TAKE_UP if clicks == 2 else None
        step = await self._gem.form_button(self._tree, part, clicks)
        ended = step.obj & ~DOUBLE_CLICK
        return None if step.go_on or self._is_row(ended) else ended

    def _is_row(self, part: int) -> bool:
        return part - self._numbers.UNFINISHED_ROW in range(LIST_ROWS)

    async def _forget(self) -> None:
        game = self._chosen()
        if game is None:
            return
        given_up = self._session.gives_up(game)
        question = self._numbers.ASK_GIVE_UP if given_up else self._numbers.ASK_FORGET
        alert = self._texts.say(question, number=game.number)
        if await self._gem.form_alert(_LEAVE_BUTTON, alert) == _FORGET_BUTTON:
            self._session.delete(game)

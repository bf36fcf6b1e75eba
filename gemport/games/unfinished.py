"""The unfinished games as a dialog: one can be taken up, or forgotten."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from gemport.games import resource as n
from gemport.games.files import say
from gemport.gem.aes import keys
from gemport.gem.aes.constants import HBOX, LEFT, MU_BUTTON, MU_KEYBD, MU_TIMER, TICK, Fmd, Update
from gemport.gem.aes.forms import DOUBLE_CLICK
from gemport.gem.aes.frames import Slider
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.objects import MAX_DEPTH, objc_find, object_rect
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.rsrc import LoadedResource
from gemport.gem.formats.objects import ObState, Tree
from gemport.store.records import Unfinished
from gemport.store.session import Session

_NOTHING = GRect(0, 0, 0, 0)
_FORGET_BUTTON, _LEAVE_BUTTON = 1, 2
"""Of the question whether to forget a game."""
LIST_ROWS = 8
"""Lines of the list that are seen."""
_ON_TABLE = "\u2713"


class UnfinishedBox:
    """Shows a session's unfinished games, the one on the table with a check mark, those open elsewhere in grey."""

    def __init__(self, gem: Gem, trees: LoadedResource, session: Session[Any]) -> None:
        """``trees``: the shared resource."""
        self._gem = gem
        self._tree = trees.tree(n.UNFINISHED)
        self._trees = trees
        self._session = session
        self._games: list[Unfinished] = []
        self._list: ListBox

    async def ask(self) -> int | None:
        """Show the dialog until a game is chosen to be taken up, its key; None if none is. Raises Terminated."""
        gem = self._gem
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
        self._list.fill([self._line(game) for game in self._games], say(self._trees, n.NO_GAMES))
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
        return say(self._trees, n.WHEN, year=moment.year, month=month, day=day, hour=hour, minute=minute)

    def _chosen(self) -> Unfinished | None:
        return None if self._list.chosen is None else self._games[self._list.chosen]

    def _mark_buttons(self) -> bool:
        """Show which buttons can be used: the game on the table cannot be forgotten; whether that has changed."""
        game, before = self._chosen(), self._states()
        can_forget = game is not None and not self._session.is_on_table(game.key)
        for button, usable in ((n.UNFINISHED_TAKE_UP, game is not None), (n.UNFINISHED_FORGET, can_forget)):
            self._tree[button].ob_state = ObState.NORMAL if usable else ObState.DISABLED
        self._tree[n.UNFINISHED_CANCEL].ob_state = ObState.NORMAL
        return self._states() != before

    def _states(self) -> list[ObState]:
        return [self._tree[button].ob_state for button in (n.UNFINISHED_TAKE_UP, n.UNFINISHED_FORGET)]

    def _show_buttons(self) -> None:
        if self._mark_buttons():
            for button in (n.UNFINISHED_TAKE_UP, n.UNFINISHED_FORGET):
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
        if self._list.key(word):
            return None
        if word in (keys.ESCAPE, keys.UNDO):
            return n.UNFINISHED_CANCEL
        if word == keys.DELETE and self._tree[n.UNFINISHED_FORGET].ob_state == ObState.NORMAL:
            return n.UNFINISHED_FORGET
        step = self._gem.form_keybd(self._tree, 0, word)
        return None if step.go_on else step.obj

    async def _press(self, x: int, y: int, clicks: int) -> int | None:
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
        return part - n.UNFINISHED_ROW in range(LIST_ROWS)

    async def _forget(self) -> None:
        game = self._chosen()
        if game is None:
            return
        given_up = self._session.gives_up(game)
        question = n.ASK_GIVE_UP if given_up else n.ASK_FORGET
        alert = say(self._trees, question, number=game.number)
        if await self._gem.form_alert(_LEAVE_BUTTON, alert) == _FORGET_BUTTON:
            self._session.delete(game)


# ---- the list

_PAGE_UP, _PAGE_DOWN, _END = 0x4838, 0x5032, 0x4737
"""The arrows and ClrHome with Shift."""


class Line(NamedTuple):
    """A line of the list; one that is not ``free`` is grey and cannot be chosen."""

    text: str
    free: bool


class ListParts(NamedTuple):
    """The objects of the dialog that make the list: its box, the lines in it, and at its side arrows and slider."""

    box: int
    row: int
    """The first line; the others follow."""
    rows: int
    up: int
    down: int
    track: int
    elevator: int


class ListBox:
    """The lines, the first one that is seen, and the one that is chosen.

    chosen: its number, None where no line can be chosen
    """

    def __init__(self, gem: Gem, tree: Tree, parts: ListParts, area: GRect) -> None:
        """``area``: what of the screen the dialog covers."""
        self._gem = gem
        self._tree = tree
        self._parts = parts
        self._area = area
        self._lines: Sequence[Line] = ()
        self._empty = ""
        self._first = 0
        self.chosen: int | None = None
        self._steps: dict[int, Callable[[], int]] = {
            parts.up: lambda: -1,
            parts.down: lambda: 1,
            parts.track: self._page,
        }

    def fill(self, lines: Sequence[Line], empty: str) -> None:
        """Have other lines, the same one chosen, or one near to it; ``empty`` is shown where there are none."""
        self._lines = lines
        self._empty = empty
        self.chosen = self._nearest(self.chosen or 0)
        self._first = self._held(self._first)
        self._see_chosen()
        self._write()

    def pick(self, part: int) -> bool:
        """Choose the line that an object shows; whether that is one that can be chosen."""
        at = self._first + part - self._parts.row
        if part not in self._row_parts() or at >= len(self._lines) or not self._lines[at].free:
            return False
        self._choose(at)
        return True

    async def touch(self, part: int) -> bool:
        """Answer a press on arrow, track or elevator until the button is up; whether it was on one of these."""
        if part == self._parts.elevator:
            position = await self._gem.graf_slidebox(self._tree, self._parts.track, part, True)
            self._scroll((position * self._hidden() + 500) // 1000)
        elif part in self._steps:
            await self._repeat(part)
        else:
            return False
        return True

    def key(self, word: int) -> bool:
        """Choose another line by the cursor keys, with Shift a page away; whether it was one of them."""
        step = {
            keys.ARROW_UP: -1,
            keys.ARROW_DOWN: 1,
            _PAGE_UP: -self._parts.rows,
            _PAGE_DOWN: self._parts.rows,
            keys.CLR_HOME: -len(self._lines),
            _END: len(self._lines),
        }.get(word)
        if step is None:
            return False
        if self.chosen is not None:
            self._choose(self._nearest(self.chosen + step, 1 if step > 0 else -1))
        return True

    # ---- what is chosen

    def _nearest(self, at: int, way: int = 1) -> int | None:
        """The line that can be chosen next to a place, looking in a direction first."""
        if not self._lines:
            return None
        at = min(max(at, 0), len(self._lines) - 1)
        onwards, back = range(at, len(self._lines)), range(at, -1, -1)
        order = (*onwards, *back) if way > 0 else (*back, *onwards)
        return next((line for line in order if self._lines[line].free), None)

    def _choose(self, at: int | None) -> None:
        self.chosen = at
        self._see_chosen()
        self._show()

    def _see_chosen(self) -> None:
        if self.chosen is not None:
            self._first = min(max(self._first, self.chosen - self._parts.rows + 1), self.chosen)

    # ---- what is seen

    def _hidden(self) -> int:
        return max(len(self._lines) - self._parts.rows, 0)

    def _held(self, first: int) -> int:
        return min(max(first, 0), self._hidden())

    def _row_parts(self) -> range:
        return range(self._parts.row, self._parts.row + self._parts.rows)

    def _scroll(self, first: int) -> None:
        first = self._held(first)
        if first != self._first:
            self._first = first
            self._show()

    def _show(self) -> None:
        self._write()
        for part in (self._parts.box, self._parts.track):
            self._gem.objc_draw(self._tree, part, MAX_DEPTH, self._area)

    def _write(self) -> None:
        """Give the objects what they are to show."""
        for row, part in enumerate(self._row_parts()):
            at, target = self._first + row, self._tree[part]
            target.ob_spec, target.ob_state = "", ObState.NORMAL
            if at < len(self._lines):
                target.ob_spec = self._lines[at].text
                if not self._lines[at].free:
                    target.ob_state = ObState.DISABLED
                elif at == self.chosen:
                    target.ob_state = ObState.SELECTED
            elif at == 0:
                target.ob_spec = self._empty
        slider = Slider(
            1000 * self._first // max(self._hidden(), 1),
            1000 * self._parts.rows // max(len(self._lines), self._parts.rows),
        )
        elevator, track = self._tree[self._parts.elevator], self._tree[self._parts.track]
        elevator.ob_y, elevator.ob_height = slider.elevator(track.ob_height, HBOX)

    # ---- arrows and track

    def _page(self) -> int:
        """A page towards the pointer; nothing once the elevator is under it."""
        y, elevator = self._gem.graf_mkstate().y, object_rect(self._tree, self._parts.elevator)
        if elevator.y <= y < elevator.bottom:
            return 0
        return -self._parts.rows if y < elevator.y else self._parts.rows

    async def _repeat(self, part: int) -> None:
        """One step at once, after a double click's time more of them while the button is down on it."""
        step, rect = self._steps[part], object_rect(self._tree, part)
        wait = self._gem.dclick_ms
        self._scroll(self._first + step())
        while True:
            event = await self._gem.evnt_multi(MU_BUTTON | MU_TIMER, mask=LEFT, state=0, ms=wait)
            if MU_BUTTON in event.events:
                return
            if rect.contains(event.x, event.y):
                self._scroll(self._first + step())
            wait = 2 * TICK

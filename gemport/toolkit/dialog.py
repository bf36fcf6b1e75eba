"""Dialogs and alerts: a tree that the user fills in, a list of lines in it, and a question in a box."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from string import Template
from typing import NamedTuple

from gemport.gem import (
    DOUBLE_CLICK,
    HBOX,
    LEFT,
    MAX_DEPTH,
    MU_BUTTON,
    MU_KEYBD,
    MU_TIMER,
    NIL,
    TICK,
    WHEEL_LINES,
    Fmd,
    Gem,
    GRect,
    MultiEvent,
    ObFlag,
    ObState,
    Slider,
    TedInfo,
    Tree,
    Update,
    keys,
    objc_find,
    object_rect,
)
from gemport.toolkit.buttons import Buttons

_NOTHING = GRect(0, 0, 0, 0)
_IN_ALERTS = str.maketrans({"|": "/", "[": "(", "]": ")"})
"""Replacements of the characters that divide an alert."""


async def alert(
    gem: Gem, text: str, default: int = 1, *, reason: str = "", size: tuple[int, int] = (36, 3), **words: object
) -> int:
    """Show an alert until a button is chosen; return its number from 1.

    The text is form_alert's. Its $words are filled in; ``reason``, for $reason, may be long and is wrapped: ``size`` is
    the most characters of a line of it, and the most lines. Esc and Undo stand for the last button.
    """

    async def do(tree: Tree) -> int:
        return await gem.form_do(tree, 0, Buttons(gem, tree, len(tree) - 1).keybd)

    lines = textwrap.wrap(reason.translate(_IN_ALERTS), size[0])[: size[1]]
    filled = {name: str(word).translate(_IN_ALERTS) for name, word in words.items()}
    return await gem.form_alert(default, Template(text).safe_substitute(filled, reason="|".join(lines)), do)


class Dialog:
    """A dialog in the middle of the screen, on it as long as an ``async with`` block lasts.

    Everything below waits meanwhile, and gets the mouse and the keys back at the end of the block.
    """

    def __init__(self, gem: Gem, tree: Tree, cancel: int | None = None) -> None:
        """``cancel``: the button for Esc and Undo, by default that for Return."""
        self.gem = gem
        self.tree = tree
        self.buttons = Buttons(gem, tree, cancel)
        self.area = _NOTHING
        """The part of the screen that the dialog covers while it is shown."""

    async def show(self, field: int = 0) -> int:
        """Show the dialog until an exit object is used; return its number. ``field``: the one to be edited first."""
        async with self:
            return await self.do(field)

    async def __aenter__(self) -> Dialog:
        gem = self.gem
        self.area = gem.form_center(self.tree)
        await gem.wind_update(Update.BEG_UPDATE)
        await gem.wind_update(Update.BEG_MCTRL)
        await gem.form_dial(Fmd.FMD_START, _NOTHING, self.area)
        self.draw()
        self.gem.speech.form(self.tree)
        return self

    async def __aexit__(self, *_error: object) -> None:
        self.buttons.restore()
        self.gem.speech.leave(self.tree)
        await self.gem.form_dial(Fmd.FMD_FINISH, _NOTHING, self.area)
        await self.gem.wind_update(Update.END_MCTRL)
        await self.gem.wind_update(Update.END_UPDATE)

    async def do(self, field: int = 0) -> int:
        """Let the user fill the drawn dialog in until an exit object is used; return its number.

        The object is deselected, unless it is a radio button. Raises Terminated if the program shall end.
        """
        return self.release(await self.gem.form_do(self.tree, field, self.buttons.keybd) & ~DOUBLE_CLICK)

    def release(self, obj: int) -> int:
        """Deselect an exit object, without drawing it, and return its number."""
        if ObFlag.RBUTTON not in self.tree[obj].ob_flags:
            self.tree[obj].ob_state &= ~ObState.SELECTED
        return obj

    def draw(self, obj: int = 0) -> None:
        self.gem.objc_draw(self.tree, obj, MAX_DEPTH, self.area)

    def text(self, obj: int) -> str:
        spec = self.tree[obj].ob_spec
        return spec.te_ptext if isinstance(spec, TedInfo) else str(spec)

    def set_text(self, obj: int, text: str) -> None:
        """Give an object another text, without drawing it."""
        spec = self.tree[obj].ob_spec
        if isinstance(spec, TedInfo):
            spec.te_ptext = text
        else:
            self.tree[obj].ob_spec = text


class Line(NamedTuple):
    """A line of a list; one that is not ``free`` is grey and cannot be chosen."""

    text: str
    free: bool = True


class ListParts(NamedTuple):
    """The objects of a dialog that make a list: its box, the lines in it, and at its side arrows and slider."""

    box: int
    row: int
    """The first line; the others follow."""
    rows: int
    up: int
    down: int
    track: int
    elevator: int


class ListBox:
    """A list in a dialog: lines of which one is chosen, with arrows and a slider where there are more than are seen.

    chosen: the number of the chosen line, None where no line can be chosen
    """

    def __init__(self, dialog: Dialog, parts: ListParts) -> None:
        self._gem = dialog.gem
        self._dialog = dialog
        self._tree = dialog.tree
        self._parts = parts
        self._lines: Sequence[Line] = ()
        self._empty = ""
        self._first = 0
        self.chosen: int | None = None

    def fill(self, lines: Sequence[Line], empty: str) -> None:
        """Replace the lines, the same one chosen, or one near to it; ``empty`` is shown where there are none."""
        self._lines = lines
        self._empty = empty
        self.chosen = self._nearest(self.chosen or 0)
        self._first = self._held(self._first)
        self._see_chosen()
        self._write()

    async def do(self, shortcuts: Mapping[int, int], changed: Callable[[], None] = lambda: None) -> int:
        """Let the user work with the drawn dialog, and return the exit object; a double click is the default one.

        shortcuts: by key words the buttons they stand for, beyond the dialog's own keys
        changed: called after each event, to show what depends on the chosen line
        Raises Terminated if the program shall end.
        """
        while True:
            self._gem.speech.form(self._tree)
            event = await self._gem.form_event()
            button = await self._key(event, shortcuts) if MU_KEYBD in event.events else None
            if button is None and MU_BUTTON in event.events:
                button = await self._press(event.x, event.y, event.clicks)
                await self._gem.evnt_button(1, LEFT, 0)
            if button is not None:
                return self._dialog.release(button)
            changed()

    async def _key(self, event: MultiEvent, shortcuts: Mapping[int, int]) -> int | None:
        word = event.key
        rows, count = self._parts.rows, len(self._lines)
        steps = {
            **{keys.ARROW_UP: -1, keys.ARROW_DOWN: 1, keys.SHIFT_UP: -rows, keys.SHIFT_DOWN: rows},
            **{keys.CLR_HOME: -count, keys.SHIFT_HOME: count},
        }
        if word in steps:
            if self.chosen is not None:
                self._choose(self._nearest(self.chosen + steps[word], 1 if steps[word] > 0 else -1))
            return None
        if word in (keys.WHEEL_UP, keys.WHEEL_DOWN):
            self._scroll(self._first + (WHEEL_LINES if word == keys.WHEEL_DOWN else -WHEEL_LINES))
            return None
        button = shortcuts.get(word)
        if button is not None and ObState.DISABLED not in self._tree[button].ob_state:
            return button
        step = await self._dialog.buttons.keybd(self._tree, 0, event)
        return None if step.go_on else step.obj & ~DOUBLE_CLICK

    async def _press(self, x: int, y: int, clicks: int) -> int | None:
        part = objc_find(self._tree, 0, MAX_DEPTH, x, y)
        if part == NIL:
            self._gem.bell()
        elif part == self._parts.elevator:
            position = await self._gem.graf_slidebox(self._tree, self._parts.track, part, True)
            self._scroll((position * self._hidden() + 500) // 1000)
        elif part in (self._parts.up, self._parts.down, self._parts.track):
            await self._repeat(part)
        elif part in self._row_parts():
            at = self._first + part - self._parts.row
            if at < len(self._lines) and self._lines[at].free:
                self._choose(at)
                if clicks == 2:
                    return self._dialog.buttons.usual
        else:
            step = await self._gem.form_button(self._tree, part, clicks)
            return None if step.go_on else step.obj & ~DOUBLE_CLICK
        return None

    # ---- the chosen line

    def _nearest(self, at: int, way: int = 1) -> int | None:
        """Return the line that can be chosen next to a place, looking in a direction first."""
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

    # ---- the visible lines

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
            self._dialog.draw(part)

    def _write(self) -> None:
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

    async def _repeat(self, part: int) -> None:
        """Scroll one step at once, and after a double click's time more of them while the button is down on it."""
        rect, wait = object_rect(self._tree, part), self._gem.dclick_ms
        self._scroll(self._first + self._step(part))
        while True:
            event = await self._gem.evnt_multi(MU_BUTTON | MU_TIMER, mask=LEFT, state=0, ms=wait)
            if MU_BUTTON in event.events:
                return
            if rect.contains(event.x, event.y):
                self._scroll(self._first + self._step(part))
            wait = 2 * TICK

    def _step(self, part: int) -> int:
        """Return a line for an arrow, for the track a page towards the pointer: none once the elevator is under it."""
        if part != self._parts.track:
            return -1 if part == self._parts.up else 1
        y, elevator = self._gem.graf_mkstate().y, object_rect(self._tree, self._parts.elevator)
        if elevator.y <= y < elevator.bottom:
            return 0
        return -self._parts.rows if y < elevator.y else self._parts.rows

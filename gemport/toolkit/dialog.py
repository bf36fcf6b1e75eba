"""Dialogs and alerts: a tree that the user fills in, a list of lines in it, and a question in a box."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from string import Template
from typing import NamedTuple

from gemport import gem as api
from gemport.gem import ListParts as ListParts
from gemport.gem import keys
from gemport.toolkit.buttons import Buttons

_NOTHING = api.GRect(0, 0, 0, 0)
_IN_ALERTS = str.maketrans({"|": "/", "[": "(", "]": ")"})
"""Replacements of the characters that divide an alert."""


async def alert(
    gem: api.Gem, text: str, default: int = 1, *, reason: str = "", size: tuple[int, int] = (36, 3), **words: object
) -> int:
    """Show an alert until a button is chosen; return its number from 1.

    The text is form_alert's. Its $words are filled in; ``reason``, for $reason, may be long and is wrapped: ``size`` is
    the most characters of a line of it, and the most lines. Esc and Undo stand for the last button.
    """

    async def do(tree: api.Tree) -> int:
        return await gem.form_do(tree, 0, Buttons(gem, tree, len(tree) - 1).keybd)

    lines = textwrap.wrap(reason.translate(_IN_ALERTS), size[0])[: size[1]]
    filled = {name: str(word).translate(_IN_ALERTS) for name, word in words.items()}
    return await gem.form_alert(default, Template(text).safe_substitute(filled, reason="|".join(lines)), do)


class Form:
    """A tree in a box on the screen, and the keys of its buttons. Who shows it decides how it waits for the user."""

    def __init__(self, gem: api.Gem, tree: api.Tree, cancel: int | None = None, depth: int = api.MAX_DEPTH) -> None:
        """``cancel``: the button for Esc and Undo, by default that for Return; ``depth``: as the tree is drawn."""
        self.gem = gem
        self.tree = tree
        self.buttons = Buttons(gem, tree, cancel, depth)
        self.area = _NOTHING
        """The part of the screen that the box covers while it is shown."""
        self._depth = depth

    def draw(self, obj: int = 0) -> None:
        self.gem.objc_draw(self.tree, obj, self._depth, self.area)

    def enable(self, obj: int, usable: bool, draw: bool = True) -> None:
        """Make an object grey, or no longer so."""
        state = api.ObState.NORMAL if usable else api.ObState.DISABLED
        if state != self.tree[obj].ob_state:
            self.tree[obj].ob_state = state
            if draw:
                self.draw(obj)

    def leave(self) -> None:
        """Give the tree its borders back, and say nothing of it any more: the box is gone."""
        self.buttons.restore()
        self.gem.speech.leave(self.tree)

    def text(self, obj: int) -> str:
        spec = self.tree[obj].ob_spec
        return spec.te_ptext if isinstance(spec, api.TedInfo) else str(spec)

    def set_text(self, obj: int, text: str) -> None:
        """Give an object another text, without drawing it."""
        spec = self.tree[obj].ob_spec
        if isinstance(spec, api.TedInfo):
            spec.te_ptext = text
        else:
            self.tree[obj].ob_spec = text


class Dialog(Form):
    """A form in the middle of the screen, on it as long as an ``async with`` block lasts.

    Everything below waits meanwhile, and gets the mouse and the keys back at the end of the block.
    """

    async def show(self, field: int = 0) -> int:
        """Show the dialog until an exit object is used; return its number. ``field``: the one to be edited first."""
        async with self:
            return await self.do(field)

    async def __aenter__(self) -> Dialog:
        gem = self.gem
        self.area = gem.form_center(self.tree)
        await gem.wind_update(api.Update.BEG_UPDATE)
        await gem.wind_update(api.Update.BEG_MCTRL)
        await gem.form_dial(api.Fmd.FMD_START, _NOTHING, self.area)
        self.draw()
        self.gem.speech.form(self.tree)
        return self

    async def __aexit__(self, *_error: object) -> None:
        self.leave()
        await self.gem.form_dial(api.Fmd.FMD_FINISH, _NOTHING, self.area)
        await self.gem.wind_update(api.Update.END_MCTRL)
        await self.gem.wind_update(api.Update.END_UPDATE)

    async def do(self, field: int = 0) -> int:
        """Let the user fill the drawn dialog in until an exit object is used; return its number.

        The object is deselected, unless it is a radio button. Raises Terminated if the program shall end.
        """
        return self.release(await self.gem.form_do(self.tree, field, self.buttons.keybd) & ~api.DOUBLE_CLICK)

    def release(self, obj: int) -> int:
        """Deselect an exit object, without drawing it, and return its number."""
        if api.ObFlag.RBUTTON not in self.tree[obj].ob_flags:
            self.tree[obj].ob_state &= ~api.ObState.SELECTED
        return obj


class Line(NamedTuple):
    """A line of a list; one that is not ``free`` is grey and cannot be chosen."""

    text: str
    free: bool = True


class ListBox:
    """A list in a dialog: lines of which one is chosen, with arrows and a slider where there are more than are seen.

    chosen: the number of the chosen line, None where no line can be chosen
    """

    def __init__(self, dialog: Dialog, parts: ListParts) -> None:
        self._dialog = dialog
        self._rows = range(parts.row, parts.row + parts.rows)
        self._scroller = dialog.gem.scroller(dialog.tree, parts, dialog.draw)
        self._lines: Sequence[Line] = ()
        self._empty = ""
        self.chosen: int | None = None

    def fill(self, lines: Sequence[Line], empty: str) -> None:
        """Replace the lines, the same one chosen, or one near to it; ``empty`` is shown where there are none."""
        self._lines, self._empty = lines, empty
        self._choose(self._nearest(self.chosen or 0))

    async def do(self, shortcuts: Mapping[int, int], changed: Callable[[], None] = lambda: None) -> int:
        """Let the user work with the drawn dialog, and return the exit object; a double click is the default one.

        shortcuts: by key words the buttons they stand for, beyond the dialog's own keys
        changed: called after each event, to show what depends on the chosen line
        Raises Terminated if the program shall end.
        """
        gem, tree = self._dialog.gem, self._dialog.tree
        while True:
            gem.speech.form(tree)
            event = await gem.form_event()
            button = await self._key(event, shortcuts) if api.MU_KEYBD in event.events else None
            if button is None and api.MU_BUTTON in event.events:
                button = await self._press(event.x, event.y, event.clicks)
                await gem.evnt_button(1, api.LEFT, 0)
            if button is not None:
                return self._dialog.release(button)
            changed()

    async def _key(self, event: api.MultiEvent, shortcuts: Mapping[int, int]) -> int | None:
        word, tree, rows, count = event.key, self._dialog.tree, len(self._rows), len(self._lines)
        steps = {
            **{keys.ARROW_UP: -1, keys.ARROW_DOWN: 1, keys.SHIFT_UP: -rows, keys.SHIFT_DOWN: rows},
            **{keys.CLR_HOME: -count, keys.SHIFT_HOME: count},
        }
        if word in steps:
            if self.chosen is not None:
                self._choose(self._nearest(self.chosen + steps[word], 1 if steps[word] > 0 else -1))
                self._scroller.show()
            return None
        if self._scroller.turn(word):
            return None
        button = shortcuts.get(word)
        if button is not None and api.ObState.DISABLED not in tree[button].ob_state:
            return button
        step = await self._dialog.buttons.keybd(tree, 0, event)
        return None if step.go_on else step.obj & ~api.DOUBLE_CLICK

    async def _press(self, x: int, y: int, clicks: int) -> int | None:
        gem, tree = self._dialog.gem, self._dialog.tree
        part = api.objc_find(tree, 0, api.MAX_DEPTH, x, y)
        at = self._scroller.line_of(part)
        if part == api.NIL:
            gem.bell()
        elif at is not None and self._lines and self._lines[at].free:
            self._choose(at)
            self._scroller.show()
            return self._dialog.buttons.usual if clicks == 2 else None
        elif part not in self._rows and not await self._scroller.press(part):
            step = await gem.form_button(tree, part, clicks)
            return None if step.go_on else step.obj & ~api.DOUBLE_CLICK
        return None

    def _nearest(self, at: int, way: int = 1) -> int | None:
        """Return the line that can be chosen next to a place, looking in a direction first."""
        if not self._lines:
            return None
        at = min(max(at, 0), len(self._lines) - 1)
        onwards, back = range(at, len(self._lines)), range(at, -1, -1)
        order = (*onwards, *back) if way > 0 else (*back, *onwards)
        return next((line for line in order if self._lines[line].free), None)

    def _choose(self, at: int | None) -> None:
        """Choose a line, and have it among those that are seen; nothing is drawn."""
        self.chosen, scroller = at, self._scroller
        scroller.lines = [
            (text, api.ObState.DISABLED if not free else api.ObState.SELECTED if line == at else api.ObState.NORMAL)
            for line, (text, free) in enumerate(self._lines)
        ] or [(self._empty, api.ObState.NORMAL)]
        if at is not None:
            scroller.first = min(max(scroller.first, at - len(self._rows) + 1), at)
        scroller.write()

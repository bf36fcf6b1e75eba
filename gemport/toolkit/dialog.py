"""Dialogs and alerts: a form for the user to fill in, a list in a dialog, and a question in a box."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from string import Template
from typing import NamedTuple

from gemport import gem as api
from gemport.gem.aes.scroller import ListParts as ListParts
from gemport.toolkit.buttons import Buttons

_ALERT_REPLACEMENTS = str.maketrans({"|": "/", "[": "(", "]": ")"})
"""Replacements for the characters that structure an alert."""


async def alert(
    gem: api.Gem, text: str, default: int = 1, *, reason: str = "", size: tuple[int, int] = (36, 3), **words: object
) -> int:
    """Show an alert and return the number of the chosen button, counted from 1.

    ``text`` is a form_alert string; ``words`` fill its $words. ``reason`` fills $reason and is wrapped: ``size`` is the
    maximum number of characters per line, and of lines. Esc and Undo choose the last button.
    """

    async def do(tree: api.Tree) -> int:
        return await gem.form_do(tree, 0, Buttons(gem, tree, len(tree) - 1).keybd)

    lines = _wrapped(reason.translate(_ALERT_REPLACEMENTS), *size)
    filled = {name: str(word).translate(_ALERT_REPLACEMENTS) for name, word in words.items()}
    return await gem.form_alert(default, Template(text).safe_substitute(filled, reason="|".join(lines)), do)


class _PathWrapper(textwrap.TextWrapper):
    """A wrapper that also breaks lines after the separators of a path, not within its names."""

    wordsep_simple_re = re.compile(r"(\s+|(?<=[/\\]))")


def _wrapped(text: str, width: int, most: int) -> list[str]:
    """Return at most ``most`` lines of a text; if names in paths would need more lines, fill each line."""
    lines = _PathWrapper(width, break_on_hyphens=False).wrap(text)
    return lines if len(lines) <= most else textwrap.wrap(text, width, break_on_hyphens=False)[:most]


class Form:
    """A tree in a box on the screen, and the keys of its buttons; handling input is up to its owner."""

    area: api.GRect
    """The part of the screen that the visible box covers."""

    def __init__(self, gem: api.Gem, tree: api.Tree, cancel: int | None = None, depth: int = api.MAX_DEPTH) -> None:
        """``cancel`` is the button for Esc and Undo, by default Return's; ``depth`` is the depth of drawing."""
        self.gem = gem
        self.tree = tree
        self.buttons = Buttons(gem, tree, cancel, depth)
        self._depth = depth

    def draw(self, obj: int = 0) -> None:
        """Draw an object and the objects in it, by default the entire box."""
        self.gem.objc_draw(self.tree, obj, self._depth, self.area)

    def enable(self, obj: int, usable: bool, draw: bool = True) -> None:
        """Enable an object, or disable it and show it in grey."""
        state = api.ObState.NORMAL if usable else api.ObState.DISABLED
        if state != self.tree[obj].ob_state:
            self.tree[obj].ob_state = state
            if draw:
                self.draw(obj)

    def leave(self) -> None:
        """Clean up after the box is gone: restore the borders in the tree, and stop speech output about the box."""
        self.buttons.restore()
        self.gem.speech.leave(self.tree)

    def text(self, obj: int) -> str:
        """Return the text of an object, or the contents of a field."""
        spec = self.tree[obj].ob_spec
        return spec.te_ptext if isinstance(spec, api.TedInfo) else str(spec)

    def set_text(self, obj: int, text: str) -> None:
        """Set the text of an object without drawing it."""
        spec = self.tree[obj].ob_spec
        if isinstance(spec, api.TedInfo):
            spec.te_ptext = text
        else:
            self.tree[obj].ob_spec = text


class Dialog(Form):
    """A modal form in the centre of the screen, visible during an ``async with`` block.

    The block takes over the mouse and the keyboard from everything below. ``tree`` holds the states of its buttons.
    """

    async def show(self, field: int = 0) -> int:
        """Show the dialog until an exit object is used, and return its number; editing starts in ``field``."""
        async with self:
            return await self.do(field)

    async def __aenter__(self) -> Dialog:
        gem = self.gem
        self.area = gem.form_center(self.tree)
        await gem.wind_update(api.Update.BEG_MCTRL)
        await gem.form_dial(api.Fmd.FMD_START, self.area, self.area)
        # The pauses let a slow host show the box first.
        await gem.pause(0)
        self.draw()
        await gem.pause(0)
        self.gem.speech.form(self.tree)
        return self

    async def __aexit__(self, *_error: object) -> None:
        self.leave()
        await self.gem.form_dial(api.Fmd.FMD_FINISH, self.area, self.area)
        await self.gem.wind_update(api.Update.END_MCTRL)

    async def do(self, field: int = 0) -> int:
        """Handle input for the drawn dialog until an exit object is used, and return its number.

        The object is deselected unless it is a radio button. Raises Terminated if the program should end.
        """
        return self.release(await self.gem.form_do(self.tree, field, self.buttons.keybd) & ~api.DOUBLE_CLICK)

    def release(self, obj: int) -> int:
        """Deselect an exit object without drawing it, and return its number."""
        if api.ObFlag.RBUTTON not in self.tree[obj].ob_flags:
            self.tree[obj].ob_state &= ~api.ObState.SELECTED
        return obj


class Line(NamedTuple):
    """A line of a list; a line that is not ``free`` is grey and cannot be chosen."""

    text: str
    free: bool = True


class ListBox:
    """A list in a dialog: one line is chosen; arrows and a slider scroll a long list.

    ``chosen`` is the index of the chosen line, or None if no line can be chosen.
    """

    def __init__(self, dialog: Dialog, parts: ListParts) -> None:
        self._dialog = dialog
        self._rows = range(parts.row, parts.row + parts.rows)
        self._scroller = dialog.gem.scroller(dialog.tree, parts, dialog.draw)
        self._lines: Sequence[Line] = ()
        self._empty = ""
        self.chosen: int | None = None

    def fill(self, lines: Sequence[Line], empty: str) -> None:
        """Replace the lines, choosing the same index or the nearest possible; without lines, show ``empty``."""
        self._lines, self._empty = lines, empty
        self._choose(self._nearest(self.chosen or 0))

    async def do(self, shortcuts: Mapping[int, int], changed: Callable[[], None] = lambda: None) -> int:
        """Handle input for the drawn dialog and return the exit object; a double click chooses the default button.

        ``shortcuts`` maps additional key words to buttons. ``changed`` is called after each event, to update objects
        that depend on the chosen line. Raises Terminated if the program should end.
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
        word, tree, step = event.key, self._dialog.tree, self._scroller.step_of(event.key)
        if step:
            if self.chosen is not None:
                self._choose(self._nearest(self.chosen + step, step))
                self._scroller.show()
            return None
        if self._scroller.turn(word):
            return None
        button = shortcuts.get(word)
        if button is not None and api.ObState.DISABLED not in tree[button].ob_state:
            return button
        pushed = await self._dialog.buttons.keybd(tree, 0, event)
        return None if pushed.go_on else pushed.obj & ~api.DOUBLE_CLICK

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

    def _nearest(self, at: int, step: int = 1) -> int | None:
        """Return the line nearest to ``at`` that can be chosen; the direction of ``step`` has priority."""
        if not self._lines:
            return None
        at = min(max(at, 0), len(self._lines) - 1)
        onwards, back = range(at, len(self._lines)), range(at, -1, -1)
        order = (*onwards, *back) if step > 0 else (*back, *onwards)
        return next((line for line in order if self._lines[line].free), None)

    def _choose(self, at: int | None) -> None:
        """Choose a line and scroll it into view, without drawing."""
        self.chosen, scroller = at, self._scroller
        scroller.lines = [
            (text, api.ObState.DISABLED if not free else api.ObState.SELECTED if line == at else api.ObState.NORMAL)
            for line, (text, free) in enumerate(self._lines)
        ] or [(self._empty, api.ObState.NORMAL)]
        if at is not None:
            scroller.reveal(at)
        scroller.write()

"""The form library: dialogs and alerts (docs/machine.md 3.5; the layout of alerts is EmuTOS's)."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from gemport.gem.aes import objects
from gemport.gem.aes.constants import HCHAR, LEFT, MU_BUTTON, MU_KEYBD, MU_M1, WCHAR, Fmd, Update
from gemport.gem.aes.dispatch import Terminated
from gemport.gem.aes.draw import EdKind, objc_change, objc_draw, objc_edit
from gemport.gem.aes.events import EventLibrary, MouseRect, MultiEvent
from gemport.gem.aes.graf import GrafLibrary
from gemport.gem.aes.keys import ARROW_DOWN, ARROW_UP, BACKTAB, ENTER, RETURN, TAB
from gemport.gem.aes.objects import OUTLINE
from gemport.gem.aes.process import Process
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.screen import Screen
from gemport.gem.aes.scroller import ListParts, Scroller
from gemport.gem.aes.speech import Speech
from gemport.gem.aes.windows import WindowLibrary
from gemport.gem.formats.structures import BitBlk, BoxSpec, ObFlag, Object, ObState, ObType, Spec, TedInfo, Tree

DOUBLE_CLICK = 0x8000
"""Bit in form_do's result for a double click on a TOUCHEXIT object."""


class FormStep(NamedTuple):
    """The result of form_keybd and form_button: whether the form continues, and the next field or the exit object."""

    go_on: bool
    obj: int
    key: int = 0
    """The key, 0 if it was handled."""


FormKeys: TypeAlias = Callable[[Tree, int, MultiEvent], Awaitable[FormStep]]
"""A handler for keys in a form: its arguments are the tree, the edited field (0 for none), and the event."""


@dataclass(eq=False)
class FormLibrary:
    """The form_ calls, on behalf of the running process."""

    _screen: Screen
    _events: EventLibrary
    _windows: WindowLibrary
    _graf: GrafLibrary
    bell: Callable[[], None]
    _speech: Speech
    field: TedInfo | None = None  # the field that currently receives keys
    own_box: Process | None = None  # the process that shows a box without form_do
    beside: bool = False  # whether the user looks past that box
    scroller: Scroller | None = None  # the list created last

    def form_center(self, tree: Tree) -> GRect:
        """Centre a tree's root below the menu bar; return the rectangle covered with outline and shadow."""
        root, desk = tree[0], self._screen.desk
        root.ob_x = max((desk.w - root.ob_width) // 2, 0)
        root.ob_y = desk.y + max((desk.h - root.ob_height) // 2, 0)
        x, y, w, h = root.ob_x, root.ob_y, root.ob_width, root.ob_height
        if ObState.OUTLINED in root.ob_state:
            x, y, w, h = max(x - OUTLINE, 0), max(y - OUTLINE, 0), w + 2 * OUTLINE, h + 2 * OUTLINE
        if ObState.SHADOWED in root.ob_state:
            shadow = 2 * abs(objects.thickness(root))
            w, h = w + shadow, h + shadow
        return GRect(x, y, w, h)

    async def form_dial(self, flag: Fmd, small: GRect, big: GRect) -> None:
        """Animate a box between the rectangles (FMD_GROW, FMD_SHRINK), or redraw everything in ``big`` (FMD_FINISH)."""
        match flag:
            case Fmd.FMD_GROW:
                await self._graf.graf_growbox(small, big)
            case Fmd.FMD_SHRINK:
                await self._graf.graf_shrinkbox(small, big)
            case Fmd.FMD_FINISH:
                self._windows.redraw_area(big)

    def show_box(self, field: TedInfo | None = None, beside: bool = False) -> None:
        """Report a box shown without form_do, and its field for keys, to the host; a gemport extension.

        ``beside`` is True if the user also looks at the rest of the screen.
        """
        self.own_box, self.field, self.beside = self._events.running, field, beside

    def hide_box(self) -> None:
        """Report to the host that the box of show_box is closed."""
        self.own_box = self.field = None

    def new_scroller(self, tree: Tree, parts: ListParts, draw: Callable[[int], None]) -> Scroller:
        """Return the scrolling of a list in a dialog; ``draw`` draws an object of the tree."""
        self.scroller = Scroller(self._events, self._graf, tree, parts, draw)
        return self.scroller

    async def form_do(self, tree: Tree, start: int = 0, keybd: FormKeys | None = None) -> int:
        """Let the user fill in a drawn dialog; return the number of the object that ended it.

        ``start`` is the first field to edit, 0 or less for the first EDITABLE one. A double click on a TOUCHEXIT object
        sets bit 15 (DOUBLE_CLICK). The object stays SELECTED until the program resets it. ``keybd``, a gemport
        extension, is called for a key instead of form_keybd. Raises Terminated if the program should quit.
        """
        await self._events.wind_update(Update.BEG_MCTRL)
        process = self._events.current
        process.changes = 0
        process.keys.clear()
        was_open, outer = self._speech.is_open(tree), self.field
        try:
            return await self._do(tree, start if start > 0 else self._neighbour(tree, 0, 1), keybd)
        except Terminated:
            # A program that quits here does not redraw the area under the dialog.
            self._windows.redraw_area(objects.object_rect(tree, 0).inset(-OUTLINE))
            raise
        finally:
            self.field = outer
            if not was_open:
                self._speech.leave(tree)
            await self._events.wind_update(Update.END_MCTRL)

    async def _do(self, tree: Tree, field: int, keybd: FormKeys | None) -> int:
        index = self._edit(tree, field, EdKind.EDINIT)
        while True:
            self._speech.form(tree)
            event = await self._events.form_event()
            step, obj = FormStep(True, field), 0
            if MU_KEYBD in event.events:
                step = self.form_keybd(tree, field, event.key) if keybd is None else await keybd(tree, field, event)
                if step.key and field:
                    index = self._edit(tree, field, EdKind.EDCHAR, index, step.key)
            if step.go_on and MU_BUTTON in event.events:
                obj = objects.objc_find(tree, 0, objects.MAX_DEPTH, event.x, event.y)
                if obj == objects.NIL:
                    self.bell()
                else:
                    clicked = await self.form_button(tree, obj, event.clicks)
                    step = clicked if not clicked.go_on or clicked.obj else step
            if not step.go_on or step.obj != field:
                self._edit(tree, field, EdKind.EDEND, index)
            if not step.go_on:
                return step.obj
            if step.obj != field:
                field = step.obj
                index = self._edit(tree, field, EdKind.EDINIT)
            if MU_BUTTON in event.events:
                await self._leave(tree, obj)

    async def _leave(self, tree: Tree, pressed: int) -> None:
        """Wait until the button is released, or the pointer reaches another object: the press counts there too."""
        reached = pressed
        while reached in (pressed, objects.NIL):
            here = MouseRect(True, GRect(self._events.mouse.x, self._events.mouse.y, 1, 1))
            event = await self._events.evnt_multi(MU_BUTTON | MU_M1, mask=LEFT, state=0, m1=here)
            if MU_BUTTON in event.events:
                return
            reached = objects.objc_find(tree, 0, objects.MAX_DEPTH, event.x, event.y)

    def _edit(self, tree: Tree, field: int, kind: EdKind, index: int = 0, key: int = 0) -> int:
        self.field = None if not field or kind == EdKind.EDEND else objects.tedinfo(tree[field])
        with self._screen.pen.clipped(self._screen.desk):
            return objc_edit(self._screen.pen, tree, field, key, index, kind) if field else 0

    def form_keybd(self, tree: Tree, field: int, key: int) -> FormStep:
        """Handle a key in a form: Return and Enter choose the default object, Tab and the arrows change the field."""
        if key in (RETURN, ENTER):
            usable = (i for i, obj in enumerate(tree) if ObFlag.DEFAULT in obj.ob_flags and _usable(obj))
            default = next(usable, None)
            if default is None:
                return FormStep(True, field)
            self._show_state(tree, default, tree[default].ob_state | ObState.SELECTED)
            return FormStep(False, default)
        if key in (TAB, ARROW_DOWN):
            return FormStep(True, self._neighbour(tree, field, 1))
        if key in (BACKTAB, ARROW_UP):
            return FormStep(True, self._neighbour(tree, field, -1))
        return FormStep(True, field, key)

    async def form_button(self, tree: Tree, obj: int, clicks: int) -> FormStep:
        """Handle a press on an object while the button is down; ``obj`` of the result is a field to edit, or 0."""
        target = tree[obj]
        flags = target.ob_flags
        selectable = ObFlag.SELECTABLE in flags and ObState.DISABLED not in target.ob_state
        if selectable:
            # A TOUCHEXIT object waits for the release too, unless it is a radio button.
            await self._select(tree, obj)
        if ObFlag.TOUCHEXIT in flags:
            return FormStep(False, obj | (DOUBLE_CLICK if clicks == 2 else 0))
        if selectable:
            await self._events.evnt_button(1, LEFT, 0)
        if ObFlag.EXIT in flags and ObState.SELECTED in target.ob_state:
            return FormStep(False, obj)
        if ObFlag.EDITABLE in flags:
            return FormStep(True, obj)
        return FormStep(True, 0)

    async def _select(self, tree: Tree, obj: int) -> None:
        target = tree[obj]
        if ObFlag.RBUTTON not in target.ob_flags:
            state = target.ob_state
            await self._graf.graf_watchbox(tree, obj, state ^ ObState.SELECTED, state)
            return
        parent = objects.get_parent(tree, obj)
        for sibling in objects.children(tree, parent) if parent != objects.NIL else [obj]:
            if ObFlag.RBUTTON in tree[sibling].ob_flags:
                state = tree[sibling].ob_state & ~ObState.SELECTED
                self._show_state(tree, sibling, state | ObState.SELECTED if sibling == obj else state)

    def _show_state(self, tree: Tree, obj: int, state: ObState) -> None:
        objc_change(self._screen.pen, tree, obj, self._screen.desk, state)

    @staticmethod
    def _neighbour(tree: Tree, field: int, step: int) -> int:
        """Return the next editable field in a direction, or the same field at the first or last."""
        obj = field + step
        while 0 <= obj < len(tree):
            if ObFlag.EDITABLE in tree[obj].ob_flags and _usable(tree[obj]):
                return obj
            obj += step
        return field

    # ---- alerts

    async def form_alert(self, default: int, text: str, do: Callable[[Tree], Awaitable[int]] | None = None) -> int:
        """Show an alert; return the number 1..3 of the button that ended it.

        ``default`` is the button for Return, 0 for none; for ``text`` see :func:`parse_alert`. ``do``, a gemport
        extension, handles the drawn box instead of form_do. The area under the box is restored without redraw messages.
        Raises AlertError as parse_alert does, and Terminated as form_do does.
        """
        return await self.show_alert(default, parse_alert(text), do)

    async def show_alert(self, default: int, alert: Alert, do: Callable[[Tree], Awaitable[int]] | None = None) -> int:
        """Show an alert that is already split into its parts, see form_alert; gemport's own."""
        tree = alert_tree(alert, default, self._screen.artwork.icons)
        # Before drawing the box: until form_do has the screen, another process could draw over it.
        await self._events.wind_update(Update.BEG_MCTRL)
        with self._screen.arrow():
            saved = self._screen.save(self.form_center(tree))
            try:
                objc_draw(self._screen.pen, tree, 0, objects.MAX_DEPTH, self._screen.desk)
                self._speech.form(tree, " ".join(alert.lines))
                result = await (self.form_do(tree) if do is None else do(tree))
            finally:
                self._speech.leave(tree)
                self._screen.restore(saved)
        await self._events.wind_update(Update.END_MCTRL)
        return (result & 0x7FFF) - (len(tree) - len(alert.buttons)) + 1

    async def form_error(self, number: int) -> int:
        """Show the alert for a DOS error number (or TOS's negative number); return 0, the index of its only button."""
        return await self.form_alert(1, error_text(number)) - 1


def _usable(obj: Object) -> bool:
    return ObFlag.HIDETREE not in obj.ob_flags and ObState.DISABLED not in obj.ob_state


_ALERT = re.compile(r"\[[0-9]\](\[([^]]|\]\])*\](?!\])){2}")
_DIVIDERS = "|]"
_MAX_LINES, _MAX_BUTTONS = 5, 3
_MAX_LINE_CHARS, _MAX_BUTTON_CHARS = 40, 20
_ICON_CELLS = 5
_ICON_BOTTOM = 3
_BUTTON_GAP = 2


class AlertError(ValueError):
    """The text of an alert is not of the form ``[icon][lines][buttons]``."""


class Alert(NamedTuple):
    """An alert's parts: icon 0..3, up to five lines, one to three buttons."""

    icon: int
    lines: tuple[str, ...]
    buttons: tuple[str, ...]


def parse_alert(text: str) -> Alert:
    """Parse ``[icon][line|line][button|button]``; ``||`` and ``]]`` are a literal ``|`` and ``]``.

    Lines are cut after 40 characters, buttons after 20. Lines after the fifth and buttons after the third are ignored;
    icons above 3 count as 3. Raises AlertError if a bracket is missing or the icon is not a digit.

    >>> parse_alert("[2][Enough|for today?][Yes|No]")
    Alert(icon=2, lines=('Enough', 'for today?'), buttons=('Yes', 'No'))
    """
    if _ALERT.match(text) is None:
        raise AlertError(f"alert {text!r} is not of the form [icon][lines][buttons]")
    return read_alert(text)


def read_alert(text: str) -> Alert:
    """Split the text of an alert like GEM, which shows a box for any text.

    The icon is the second character, 3 for any but 0 to 2; the lines begin at the fourth one. The '[' before the lines
    and the buttons may be missing, and the text's end closes a group. There is at least one line and one button; they
    may be empty.
    """
    number = ord(text[1:2] or "\0") - ord("0")
    lines, at = _taken(text, 3, _MAX_LINES, _MAX_LINE_CHARS)
    buttons, _ = _taken(text, at, _MAX_BUTTONS, _MAX_BUTTON_CHARS)
    return Alert(number if number in range(3) else 3, lines, buttons)


def _taken(text: str, at: int, most: int, longest: int) -> tuple[tuple[str, ...], int]:
    """Return the parts of the group at a position, and the position after the group."""
    parts: list[str] = []
    at += text[at : at + 1] == "["
    while len(parts) < most:
        part = ""
        while len(part) < longest and at < len(text):
            char = text[at]
            if char in _DIVIDERS:
                if text[at + 1 : at + 2] != char:
                    break
                at += 1
            part, at = part + char, at + 1
        parts.append(part)
        while at < len(text) and text[at] not in _DIVIDERS:
            at += 1
        if text[at : at + 1] != "|":
            break
        at += 1
    end = text.find("]", at)
    return tuple(parts), end + 1 if end >= 0 else len(text)


def alert_tree(alert: Alert, default: int, icons: dict[int, tuple[int, ...]]) -> Tree:
    """Return the alert as an object tree in pixels: root, icon if any, lines, then the buttons."""
    longest = max(len(line) for line in alert.lines)
    button = max(len(text) for text in alert.buttons) + 1
    count = len(alert.buttons)
    row = count * button + _BUTTON_GAP * (count - 1)
    left = 1 + (_ICON_CELLS if alert.icon else 0)
    width = max(longest + left, row + 1) + 1
    first = (width - row) // 2
    button_y = max(_ICON_BOTTOM if alert.icon else 0, len(alert.lines) + 1) + 1
    height = button_y + 2

    tree: Tree = []

    def add(ob_type: ObType, spec: Spec, x: int, y: int, w: int, h: int) -> Object:
        obj = Object(ob_type=ob_type, ob_spec=spec)
        obj.ob_x, obj.ob_y, obj.ob_width, obj.ob_height = x * WCHAR, y * HCHAR, w * WCHAR, h * HCHAR
        tree.append(obj)
        if len(tree) > 1:
            objects.objc_add(tree, 0, len(tree) - 1)
        return obj

    add(ObType.G_BOX, BoxSpec(thickness=1), 0, 0, width, height).ob_state = ObState.OUTLINED
    if alert.icon:
        data = b"".join(row_bits.to_bytes(4, "big") for row_bits in icons[alert.icon])
        add(ObType.G_IMAGE, BitBlk(data, 4, 32), 1, 1, 4, 2)
    for i, line in enumerate(alert.lines):
        add(ObType.G_STRING, line, left, 1 + i, longest, 1)
    for i, text in enumerate(alert.buttons):
        obj = add(ObType.G_BUTTON, text, first + i * (button + _BUTTON_GAP), button_y, button, 1)
        obj.ob_flags = ObFlag.SELECTABLE | ObFlag.EXIT | (ObFlag.DEFAULT if i + 1 == default else ObFlag.NONE)
    return tree


_ERRORS = {
    (2, 3, 18): "[2][The program cannot find|this folder or file.][ OK ]",
    (4,): "[2][No more files can be|opened at the same time.][ OK ]",
    (5,): "[2][The file is there already,|or it is write-protected.][ OK ]",
    (8, 10, 11): "[2][There is not enough memory|for this program.][ OK ]",
    (15,): "[2][There is no such drive.][ OK ]",
    (16,): "[2][The current folder|cannot be deleted.][ OK ]",
}


def error_text(number: int) -> str:
    """Return the alert text for a DOS error: similar errors share a text, unknown errors show their number."""
    # GEMDOS errors are -31 minus the DOS number.
    number = -31 - number if number <= -31 else number
    return next((text for group, text in _ERRORS.items() if number in group), f"[3][TOS error #{number}.][ OK ]")

"""form_alert: its text, its layout, and the box itself (docs/machine.md 3.5; the layout is EmuTOS's)."""

from __future__ import annotations

from typing import NamedTuple

from gemport.gem.aes.constants import HCHAR, WCHAR, Update
from gemport.gem.aes.forms.forms import FormLibrary
from gemport.gem.aes.kernel.lock import UpdateLock
from gemport.gem.aes.objects.tree import MAX_DEPTH, objc_add
from gemport.gem.aes.screen import Screen
from gemport.gem.formats.objects import BitBlk, BoxSpec, ObFlag, Object, ObState, ObType, Spec, Tree

_MOST_LINES, _MOST_BUTTONS = 5, 3
_LINE_LENGTH, _BUTTON_LENGTH = 40, 20
_STOP = 3
_ICON_CELLS = 5
_ICON_BOTTOM = 3
_BUTTON_GAP = 2
_BORDER = 0x1100


class AlertError(ValueError):
    """The text of an alert is not of the form ``[icon][lines][buttons]``."""


class Alert(NamedTuple):
    """An alert's parts: icon 0..3, up to five lines, one to three buttons."""

    icon: int
    lines: tuple[str, ...]
    buttons: tuple[str, ...]


def parse(text: str) -> Alert:
    """Take ``[icon][line|line][button|button]`` apart; ``||`` and ``]]`` are a literal ``|`` and ``]``.

    Lines are cut after 40 characters, buttons after 20; lines after the fifth and buttons after the third are left
    out, icons above 3 count as 3. AlertError if a bracket is missing or the icon is not a number.
    """
    icon, at = _group(text, 0)
    lines, at = _group(text, at)
    buttons, _ = _group(text, at)
    number = icon[0].strip()
    if not (number.isascii() and number.isdigit()):
        raise AlertError(f"alert {text!r}: the icon is a digit, not {number!r}")
    return Alert(
        min(int(number), _STOP),
        tuple(line[:_LINE_LENGTH] for line in lines[:_MOST_LINES]),
        tuple(button[:_BUTTON_LENGTH] for button in buttons[:_MOST_BUTTONS]),
    )


def _group(text: str, at: int) -> tuple[list[str], int]:
    if text[at : at + 1] != "[":
        raise AlertError(f"alert {text!r}: '[' missing at {at}")
    parts, at = [""], at + 1
    while at < len(text):
        char, following = text[at], text[at + 1 : at + 2]
        if char in "|]" and following == char:
            parts[-1] += char
            at += 2
            continue
        at += 1
        if char == "]":
            return parts, at
        if char == "|":
            parts.append("")
        else:
            parts[-1] += char
    raise AlertError(f"alert {text!r}: ']' missing")


def build(alert: Alert, default: int, icons: dict[int, tuple[int, ...]]) -> Tree:
    """The alert as an object tree: root, icon if any, lines, buttons (the last objects), in pixels."""
    longest = max(len(line) for line in alert.lines)
    button = max(len(text) for text in alert.buttons) + 1
    count = len(alert.buttons)
    row = count * button + _BUTTON_GAP * (count - 1)
    left = 1 + (_ICON_CELLS if alert.icon else 0)
    if longest + left > row + 1:
        width = longest + left + 1
        first = (width - row) // 2
    else:
        width, first = row + 2, 1
    button_y = max(_ICON_BOTTOM if alert.icon else 0, len(alert.lines) + 1) + 1
    height = max(button_y + 1, 1 + _ICON_BOTTOM if alert.icon else 0) + 1

    tree: Tree = [_object(ObType.G_BOX, BoxSpec(0, 1, _BORDER), 0, 0, width, height)]
    tree[0].ob_state = ObState.OUTLINED
    if alert.icon:
        data = b"".join(row_bits.to_bytes(4, "big") for row_bits in icons[alert.icon])
        _append(tree, _object(ObType.G_IMAGE, BitBlk(data, 4, 32), 1, 1, 4, 2))
    for i, line in enumerate(alert.lines):
        _append(tree, _object(ObType.G_STRING, line, left, 1 + i, longest, 1))
    for i, text in enumerate(alert.buttons):
        obj = _object(ObType.G_BUTTON, text, first + i * (button + _BUTTON_GAP), button_y, button, 1)
        obj.ob_flags = ObFlag.SELECTABLE | ObFlag.EXIT
        if i + 1 == default:
            obj.ob_flags |= ObFlag.DEFAULT
        _append(tree, obj)
    return tree


def _object(ob_type: ObType, spec: Spec, x: int, y: int, w: int, h: int) -> Object:
    """An object with its rectangle in character cells."""
    return Object(
        ob_type=ob_type, ob_spec=spec, ob_x=x * WCHAR, ob_y=y * HCHAR, ob_width=w * WCHAR, ob_height=h * HCHAR
    )


def _append(tree: Tree, obj: Object) -> None:
    tree.append(obj)
    objc_add(tree, 0, len(tree) - 1)


_ERRORS = {
    (2, 3, 18): "[2][The program cannot find|this folder or file.][ OK ]",
    (4,): "[2][No more files can be|opened at the same time.][ OK ]",
    (5,): "[2][The file is there already,|or it is write-protected.][ OK ]",
    (8, 10, 11): "[2][There is not enough memory|for this program.][ OK ]",
    (15,): "[2][There is no such drive.][ OK ]",
    (16,): "[2][The current folder|cannot be deleted.][ OK ]",
}


def error_text(number: int) -> str:
    """The alert that tells a DOS error: those of one kind share their text, others show their number."""
    # GEMDOS errors are -31 minus the DOS number.
    number = -31 - number if number <= -31 else number
    return next((text for group, text in _ERRORS.items() if number in group), f"[3][TOS error #{number}.][ OK ]")


class AlertLibrary:
    """form_alert and form_error."""

    def __init__(self, screen: Screen, lock: UpdateLock, forms: FormLibrary) -> None:
        self._screen = screen
        self._lock = lock
        self._forms = forms

    async def form_alert(self, default: int, text: str) -> int:
        """Show an alert; the number 1..3 of the button that ended it.

        ``default``: the button that Return presses, 0 none. ``text``: see :func:`parse`, which raises AlertError.
        What was under the box comes back without any redraw message. Raises Terminated as form_do.
        """
        alert = parse(text)
        tree = build(alert, default, self._screen.artwork.icons)
        await self._lock.wind_update(Update.BEG_UPDATE)
        # The mouse before the box is drawn: until form_do has both, somebody else could draw over it.
        await self._lock.wind_update(Update.BEG_MCTRL)
        with self._screen.arrow():
            saved = self._screen.save(self._forms.form_center(tree))
            try:
                self._screen.objc_draw(tree, 0, MAX_DEPTH, self._screen.desk)
                result = await self._forms.form_do(tree)
            finally:
                self._screen.restore(saved)
        await self._lock.wind_update(Update.END_MCTRL)
        await self._lock.wind_update(Update.END_UPDATE)
        return (result & 0x7FFF) - (len(tree) - len(alert.buttons)) + 1

    async def form_error(self, number: int) -> int:
        """An alert for a DOS error number (negative ones as TOS gives them, too); the button, always 1."""
        return await self.form_alert(1, error_text(number))

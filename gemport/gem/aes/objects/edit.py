"""Editing a text field (objc_edit): what a key does to the text and the cursor, and how that is shown.

The field is an object with a TEDINFO: ``te_ptmplt`` holds fixed characters and a ``_`` for each place, ``te_ptext`` the
characters of the places, ``te_pvalid`` a letter a place that says what may be typed there. The cursor's index counts
places, from 0 to the length of the text.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from gemport.gem.aes.constants import HCHAR, WCHAR
from gemport.gem.aes.keys import ARROW_LEFT, ARROW_RIGHT, BACKSPACE, DELETE, ESCAPE
from gemport.gem.aes.objects.draw import draw_object
from gemport.gem.aes.objects.tree import check_object, object_rect
from gemport.gem.aes.objects.types import PLACE, RIGHT_JUST, raw_text, tedinfo
from gemport.gem.aes.pen import Pen, text_position
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.charset import CHARACTERS
from gemport.gem.formats.rsc.objects import TedInfo, Tree


class EdKind(IntEnum):
    """What objc_edit shall do."""

    EDSTART = 0
    EDINIT = 1
    EDCHAR = 2
    EDEND = 3


CURSOR_OVERHANG = 3
"""How far the cursor sticks out above and below the text, in pixels."""

_SIGNS = "$#&@!%()-{}'`_^~"
_FILE = {"F": _SIGNS + ":?*", "f": _SIGNS, "P": _SIGNS + "\\:?*.", "p": _SIGNS + "\\:"}
_UPPER = frozenset("ANFfPpx")


class Edit(NamedTuple):
    """A text and the cursor's place in it (0 = before the first character)."""

    text: str
    cursor: int


def places(ted: TedInfo) -> int:
    """How many characters the field takes: the places of its template, or fewer if te_txtlen has no room for them."""
    room = ted.te_ptmplt.count(PLACE)
    return min(room, ted.te_txtlen - 1) if ted.te_txtlen > 0 else room


def template_position(template: str, index: int) -> int:
    """Where in the template the place number ``index`` is; its length if there are not so many places."""
    position = -1
    for _ in range(index + 1):
        position = template.find(PLACE, position + 1)
        if position < 0:
            return len(template)
    return position


def upper(character: str) -> str:
    """The capital letter, if the Atari character set has it."""
    capital = character.upper()
    return capital if len(capital) == 1 and capital in CHARACTERS else character


def accepted(character: str, rule: str) -> str:
    """The character as the validation letter lets it in (maybe as a capital); empty if it is refused."""
    if rule in _UPPER:
        character = upper(character)
    return character if _allowed(character, rule) else ""


def press(ted: TedInfo, index: int, key: int) -> Edit:
    """What the key word makes of the field; ``ted`` is left as it is. An index out of range is taken as the nearest.

    Of keys that do not edit only the character in the low byte counts.
    """
    text = raw_text(ted)[: places(ted)]
    index = min(max(index, 0), len(text))
    if key == BACKSPACE:
        return Edit(text[: index - 1] + text[index:], index - 1) if index else Edit(text, 0)
    if key == DELETE:
        return Edit(text[:index] + text[index + 1 :], index)
    if key == ESCAPE:
        return Edit("", 0)
    if key == ARROW_LEFT:
        return Edit(text, max(index - 1, 0))
    if key == ARROW_RIGHT:
        return Edit(text, min(index + 1, len(text)))
    return _insert(ted, text, index, CHARACTERS[key & 0xFF]) if key & 0xFF else Edit(text, index)


def objc_edit(pen: Pen, tree: Tree, obj: int, key: int, index: int, kind: EdKind) -> int:
    """objc_edit: start (EDINIT), type (EDCHAR) or end (EDEND) the input in a field; the cursor's new index.

    Drawing is limited to the pen's clip rectangle, which is as before afterwards.
    """
    if kind == EdKind.EDSTART:
        return index
    ted = tedinfo(check_object(tree, obj))
    if kind == EdKind.EDINIT:
        index = min(len(raw_text(ted)), places(ted))
    elif kind == EdKind.EDCHAR:
        draw_cursor(pen, tree, obj, index)
        before = raw_text(ted)
        ted.te_ptext, index = press(ted, index, key)
        _redraw(pen, tree, obj, before)
    draw_cursor(pen, tree, obj, index)
    return index


def draw_cursor(pen: Pen, tree: Tree, obj: int, index: int) -> None:
    """Invert the cursor's line in the field: once to show it, once more to take it away."""
    ted = tedinfo(tree[obj])
    cell = _cell(tree, obj, template_position(ted.te_ptmplt, index))
    line = GRect(cell.x, cell.y - CURSOR_OVERHANG, 1, cell.h + 2 * CURSOR_OVERHANG)
    pen.invert(line)


def _insert(ted: TedInfo, text: str, index: int, typed: str) -> Edit:
    room = places(ted)
    if not room:
        return Edit(text, index)
    # Behind the last place the last character is typed anew.
    at = min(index, room - 1)
    rules = ted.te_pvalid
    character = accepted(typed, rules[min(at, len(rules) - 1)]) if rules else ""
    if character:
        return Edit((text[:at] + character + text[at:])[:room], at + 1)
    return _skip(ted, text, index, typed)


def _skip(ted: TedInfo, text: str, index: int, typed: str) -> Edit:
    """A character of the template leads to the place behind it, blanks in the places between."""
    start = template_position(ted.te_ptmplt, index)
    literal = ted.te_ptmplt.find(typed, start) if typed != PLACE else -1
    target = index + ted.te_ptmplt.count(PLACE, start, literal)
    if literal < 0 or target >= places(ted) - 1:
        return Edit(text, index)
    return Edit(text[:index] + " " * (target - index), target)


def _allowed(character: str, rule: str) -> bool:
    ascii_letter = character.isascii() and character.isalpha()
    match rule:
        case "X" | "x":
            return True
        case "9":
            return character in "0123456789"
        case "A" | "N":
            letter = ascii_letter or character == " " or (not character.isascii() and character.isupper())
            return letter or (rule == "N" and character in "0123456789")
        case "a" | "n":
            letter = ascii_letter or character == " " or CHARACTERS.index(character) >= 0x80
            return letter or (rule == "n" and character in "0123456789")
        case "F" | "f" | "P" | "p":
            named = ascii_letter or (not character.isascii() and character.isupper())
            return named or character in "0123456789 " + _FILE[rule]
    return False


def _cell(tree: Tree, obj: int, position: int) -> GRect:
    """The cell of the character at ``position`` in the field's template."""
    ted = tedinfo(tree[obj])
    placed = text_position(object_rect(tree, obj), ted.te_ptmplt, ted.te_just, ted.te_font)
    return GRect(placed.x + WCHAR * position, placed.y, WCHAR, HCHAR)


def _redraw(pen: Pen, tree: Tree, obj: int, before: str) -> None:
    """Draw the field again from the first place that differs to the last one that is in use."""
    ted = tedinfo(tree[obj])
    after = ted.te_ptext
    if before == after:
        return
    first, last = 0, len(ted.te_ptmplt)
    if ted.te_just != RIGHT_JUST:
        first = template_position(ted.te_ptmplt, _common(before, after))
        last = template_position(ted.te_ptmplt, max(len(before), len(after)))
    start = _cell(tree, obj, first)
    with pen.clipped(GRect(start.x, start.y, WCHAR * (last - first), start.h)):
        draw_object(pen, tree, obj)


def _common(one: str, other: str) -> int:
    """How many characters the two have in common from the start."""
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))

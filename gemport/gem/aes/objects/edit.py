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
from gemport.gem.aes.objects.types import PLACE, raw_text, tedinfo
from gemport.gem.aes.pen import Pen, text_position
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.charset import CHARACTERS
from gemport.gem.formats.objects import TedInfo, Tree


class EdKind(IntEnum):
    """What objc_edit is to do."""

    EDSTART = 0
    EDINIT = 1
    EDCHAR = 2
    EDEND = 3


CURSOR_OVERHANG = 3
"""How far the cursor sticks out above and below the text, in pixels."""

_DIGITS = "0123456789"
_NAMES = {"F": "_:?*", "f": "_", "P": "_.?*\\:", "p": "_\\:"}
"""What file names and paths may hold besides letters and digits."""
_UPPER = frozenset("FfPpx")


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
    if not _allowed(character, rule):
        return ""
    return upper(character) if rule in _UPPER else character


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
        before = Edit(raw_text(ted), index)
        after = press(ted, index, key)
        ted.te_ptext, index = after
        if after.text != before.text:
            _redraw(pen, tree, obj, before, after)
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
    """A character of the template leads to the place after it, blanks in the places between."""
    start = template_position(ted.te_ptmplt, index)
    literal = ted.te_ptmplt.find(typed, start) if typed != PLACE else -1
    target = index + ted.te_ptmplt.count(PLACE, start, literal)
    if literal < 0 or target >= places(ted) - 1:
        return Edit(text, index)
    return Edit(text[:index] + " " * (target - index), target)


def _allowed(character: str, rule: str) -> bool:
    digit, other = character in _DIGITS, CHARACTERS.index(character) >= 0x80
    letter = character.isascii() and character.isalpha()
    match rule:
        case "X" | "x":
            return True
        case "9":
            return digit
        case "A" | "N":
            # Small letters are refused, not turned into capitals.
            return character == " " or (character.isupper() and (letter or other)) or (rule == "N" and digit)
        case "a" | "n":
            return character == " " or letter or other or (rule == "n" and digit)
        case "F" | "f" | "P" | "p":
            return letter or digit or other or character in _NAMES[rule]
    return False


def _cell(tree: Tree, obj: int, position: int) -> GRect:
    """The cell of the character at ``position`` in the field's template."""
    ted = tedinfo(tree[obj])
    placed = text_position(object_rect(tree, obj), ted.te_ptmplt, ted.te_just, ted.te_font)
    return GRect(placed.x + WCHAR * position, placed.y, WCHAR, HCHAR)


def _redraw(pen: Pen, tree: Tree, obj: int, before: Edit, after: Edit) -> None:
    """Draw the field again from where the cursor was, or is if that is further left, to where the longer text ended."""
    template = tedinfo(tree[obj]).te_ptmplt
    # In a full field the template's last character alone is drawn, whether that is the place that changed or not.
    first = min(template_position(template, min(before.cursor, after.cursor)), len(template) - 1)
    last = template_position(template, max(len(before.text), len(after.text)))
    start = _cell(tree, obj, first)
    with pen.clipped(GRect(start.x, start.y, WCHAR * (last - first), start.h)):
        draw_object(pen, tree, obj)

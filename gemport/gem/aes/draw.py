"""Drawing and editing objects: objc_draw, objc_change and objc_edit, in the AES's appearance (docs/machine.md 3.4).

An editable field is an object with a TEDINFO: ``te_ptmplt`` contains fixed characters and a ``_`` for each place,
``te_ptext`` the characters of the places, and ``te_pvalid`` a letter per place that defines the allowed characters. The
cursor's index counts places, from 0 to the length of the text.
"""

from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

from gemport.gem.aes import objects
from gemport.gem.aes.constants import HCHAR, WCHAR
from gemport.gem.aes.keys import ARROW_LEFT, ARROW_RIGHT, BACKSPACE, DELETE, ESCAPE
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.screen import BLACK, REPLACE, TRANSPARENT, WHITE, Pen, text_position
from gemport.gem.formats.charset import CHARACTERS
from gemport.gem.formats.structures import (
    BOX_TYPES,
    STRING_TYPES,
    TEXT_TYPES,
    BitBlk,
    CIconBlk,
    IconBlk,
    ObFlag,
    Object,
    ObState,
    ObType,
    ParmBlk,
    TedInfo,
    Tree,
    UserBlk,
    object_type,
)
from gemport.gem.vdi.raster import Raster

CHECK_MARK = CHARACTERS[8]
_GREY_PATTERN = 4


def objc_draw(pen: Pen, tree: Tree, start: int, depth: int, clip: GRect) -> None:
    """Draw an object and ``depth`` levels below it (8: all), limited to ``clip`` and the pen's clip rectangle.

    Raises ObjectError if an object is missing, links are wrong, or a content does not match its type.
    """
    pen.border = BLACK
    with pen.clipped(clip):
        if not pen.clip_rect.empty:
            for obj, rect in branch_rects(tree, start, depth):
                _draw(pen, tree, obj, rect, tree[obj].ob_state)


def objc_draw_steps(pen: Pen, tree: Tree, start: int, depth: int, clip: GRect) -> Iterator[None]:
    """Do the same as objc_draw, one object per step; others may draw between the steps."""
    pen.border = BLACK
    for obj, rect in branch_rects(tree, start, depth):
        with pen.clipped(clip):
            if not pen.clip_rect.empty:
                _draw(pen, tree, obj, rect, tree[obj].ob_state)
        yield


def objc_change(pen: Pen, tree: Tree, obj: int, clip: GRect, state: ObState, redraw: bool = True) -> bool:
    """Set an object's state and, with ``redraw``, draw the change within ``clip``; return True.

    A change of SELECTED only inverts the object, even if hidden; other bits changed with it are not drawn. Any other
    state is drawn on top, so a removed mark stays visible until the parent is drawn. For a G_USERDEF only its code is
    called; the states that it returns are not drawn. Raises ObjectError as objc_draw does.
    """
    target = objects.check_object(tree, obj)
    before = target.ob_state
    if before == state or target.ob_spec is None:
        return True
    target.ob_state = ObState(state)
    if not redraw:
        return True
    pen.border = BLACK
    with pen.clipped(clip):
        rect, kind = objects.object_rect(tree, obj), object_type(target)
        if kind == ObType.G_USERDEF:
            _call_user_code(pen, tree, obj, rect, before)
        elif kind not in (ObType.G_ICON, ObType.G_CICON) and (before ^ state) & ObState.SELECTED:
            pen.invert(rect.inset(max(objects.thickness(target), 0)))
        elif ObFlag.HIDETREE not in target.ob_flags:
            _draw(pen, tree, obj, rect, before)
    return True


def extent(obj: Object, rect: GRect) -> GRect:
    """Return the rectangle including everything drawn around the object: borders, outline and shadow."""
    thick = objects.thickness(obj)
    around = rect.inset(-max(-thick, objects.OUTLINE if ObState.OUTLINED in obj.ob_state else 0, 0))
    if ObState.SHADOWED not in obj.ob_state:
        return around
    shadow = 3 * abs(thick) - max(thick, 0)
    return around.union(GRect(rect.x, rect.y, rect.w + shadow, rect.h + shadow))


def branch_rects(tree: Tree, start: int, depth: int = objects.MAX_DEPTH) -> Iterator[tuple[int, GRect]]:
    """Yield the visible objects from ``start`` down ``depth`` levels, each with its rectangle.

    As in GEM, nothing follows an object below ``start`` whose ob_next is NIL, and its children.
    """
    place = objects.object_rect(tree, start)
    waiting = [(iter((start,)), place.x - tree[start].ob_x, place.y - tree[start].ob_y)]
    while waiting:
        siblings, x, y = waiting[-1]
        obj = next(siblings, None)
        if obj is None:
            waiting.pop()
            continue
        branch = tree[obj]
        if len(waiting) > 1 and branch.ob_next == objects.NIL:
            waiting[:-1] = [(iter(()), 0, 0)] * (len(waiting) - 1)
        if ObFlag.HIDETREE in branch.ob_flags:
            continue
        rect = GRect(x + branch.ob_x, y + branch.ob_y, branch.ob_width, branch.ob_height)
        yield obj, rect
        if len(waiting) <= depth:
            waiting.append((objects.children(tree, obj), rect.x, rect.y))


def _draw(pen: Pen, tree: Tree, obj: int, rect: GRect, before: ObState) -> None:
    target = tree[obj]
    spec = target.ob_spec
    if spec is None:
        return
    thick = objects.thickness(target)
    clip = pen.clip_rect
    near = rect.inset(-max(3 * abs(thick), objects.OUTLINE if ObState.OUTLINED in target.ob_state else 0))
    # Objects without width or height are also drawn.
    if not (clip.x <= near.right and clip.y <= near.bottom and near.x < clip.right and near.y < clip.bottom):
        return
    kind = object_type(target)
    if kind in objects.FRAMED_TYPES:
        look = objects.colors(target)
        pen.box(rect, thick, look.border)
        if kind != ObType.G_IBOX:
            pen.fill(rect.inset(max(thick, 0)), look.pattern, look.fill)
    state = _draw_content(pen, tree, obj, spec, rect, before)
    if kind in objects.FRAMED_TYPES or kind in TEXT_TYPES:
        pen.border = objects.colors(target).border
    if state:
        _draw_states(pen, state, rect, thick)


def _draw_content(pen: Pen, tree: Tree, obj: int, spec: object, rect: GRect, before: ObState) -> ObState:
    """Draw the object's content; return the states that remain to be drawn."""
    target = tree[obj]
    kind, state = object_type(target), target.ob_state
    if kind == ObType.G_CICON and isinstance(spec, CIconBlk):
        # A later AES does the same on a monochrome screen.
        kind, spec = ObType.G_ICON, spec.mono
    if kind in TEXT_TYPES or kind == ObType.G_BOXCHAR:
        look = objects.colors(target)
        just, font = objects.CENTRED, objects.IBM
        if kind in TEXT_TYPES:
            just, font = objects.tedinfo(target).te_just, objects.tedinfo(target).te_font
        inside = rect.inset(max(objects.thickness(target), 0))
        pen.text_in(inside, objects.shown_text(target), just, font, look.text, REPLACE if look.opaque else TRANSPARENT)
    elif kind in STRING_TYPES:
        text = objects.spec_of(target, str)
        x = rect.x + (_half(rect.w - WCHAR * len(text)) if kind == ObType.G_BUTTON else 0)
        pen.text(x, rect.y + _half(rect.h - HCHAR), text)
    elif kind == ObType.G_USERDEF:
        return _call_user_code(pen, tree, obj, rect, before)
    elif kind == ObType.G_ICON and isinstance(spec, IconBlk):
        _draw_icon(pen, spec, rect, ObState.SELECTED in state)
        return state & ~ObState.SELECTED
    elif kind == ObType.G_IMAGE and isinstance(spec, BitBlk):
        place = GRect(rect.x, rect.y, spec.bi_wb * 8, spec.bi_hl)
        _draw_bits(pen, spec.bi_pdata, spec.bi_wb, place, max(spec.bi_x, 0), spec.bi_y, spec.bi_color)
    elif kind not in BOX_TYPES and not isinstance(spec, int):
        raise objects.ObjectError(f"object {obj}: type {kind} cannot show a {type(spec).__name__}")
    return state


def _call_user_code(pen: Pen, tree: Tree, obj: int, rect: GRect, before: ObState) -> ObState:
    """Call the code of a G_USERDEF; return the states that it leaves to the AES."""
    spec, state = tree[obj].ob_spec, tree[obj].ob_state
    if isinstance(spec, int):
        # As read from a file: the program has not set its code, so nothing is drawn.
        return state
    if not isinstance(spec, UserBlk):
        raise objects.ObjectError(f"object {obj}: a G_USERDEF cannot show a {type(spec).__name__}")
    return ObState(spec.ub_code(ParmBlk(tree, obj, before, state, rect, pen.clip_rect, spec.ub_parm)))


def _draw_bits(pen: Pen, data: bytes, line: int, place: GRect, x: int, y: int, color: int) -> None:
    """Draw the visible part of a bitmap with ``line`` bytes per row; its bit (x, y) is at the upper left of ``place``.

    As in memory, a row that starts at x continues with the next row's bits.
    """
    rows = len(data) // max(line, 1)
    part = place.intersection(GRect(place.x, place.y - y, place.w, rows)).intersection(pen.clip_rect)
    if part.empty:
        return
    form = Raster(part.w, part.h)
    begin = 8 * line * (part.y - place.y + y) + part.x - place.x + x
    first, size = begin // 8, (begin % 8 + part.w + 7) // 8
    move, inside = form.stride - 8 * size + begin % 8, (1 << part.w) - 1 << form.stride - part.w
    places = range(first, first + line * part.h, line)
    bits = (int.from_bytes(data[at : at + size].ljust(size, b"\0"), "big") for at in places)
    form.rows = [(row << move if move >= 0 else row >> -move) & inside for row in bits]
    pen.bitmap(form, GRect(0, 0, part.w, part.h), part.x, part.y, color)


def _draw_icon(pen: Pen, icon: IconBlk, rect: GRect, selected: bool) -> None:
    ink, paper = icon.ib_char >> 12 & 15, icon.ib_char >> 8 & 15
    if selected:
        ink, paper = paper, ink
    x, y, line = rect.x + icon.ib_xicon, rect.y + icon.ib_yicon, (icon.ib_wicon + 15) // 16 * 2
    place = GRect(x, y, icon.ib_wicon, icon.ib_hicon)
    label = GRect(rect.x + icon.ib_xtext, rect.y + icon.ib_ytext, icon.ib_wtext, icon.ib_htext)
    _draw_bits(pen, icon.ib_pmask, line, place, 0, 0, paper)
    if icon.ib_ptext:
        pen.fill(label, objects.SOLID, paper)
    _draw_bits(pen, icon.ib_pdata, line, place, 0, 0, ink)
    letter = icon.ib_char & 0xFF
    if letter:
        pen.text(x + icon.ib_xchar, y + icon.ib_ychar, CHARACTERS[letter], objects.SMALL, ink)
    pen.text_in(label, icon.ib_ptext, objects.CENTRED, objects.SMALL, ink)


def _draw_states(pen: Pen, state: ObState, rect: GRect, thick: int) -> None:
    if ObState.OUTLINED in state:
        pen.frame(rect.inset(-objects.OUTLINE), BLACK)
        pen.frame(rect.inset(-2), WHITE)
        pen.frame(rect.inset(-1), WHITE)
    rect, thick = rect.inset(max(thick, 0)), abs(thick)
    if ObState.SHADOWED in state and thick:
        pen.fill(GRect(rect.x, rect.bottom + thick, rect.w + thick, 2 * thick), objects.SOLID, pen.border)
        pen.fill(GRect(rect.right + thick, rect.y, 2 * thick, rect.h + 3 * thick), objects.SOLID, pen.border)
    if ObState.CHECKED in state:
        pen.text(rect.x + 2, rect.y, CHECK_MARK)
    if ObState.CROSSED in state:
        x1, y1, x2, y2 = rect.corners()
        pen.line(x1, y1, x2, y2, WHITE, TRANSPARENT)
        pen.line(x1, y2, x2, y1, WHITE, TRANSPARENT)
    if ObState.DISABLED in state:
        pen.fill(rect, _GREY_PATTERN, WHITE, TRANSPARENT)
        pen.border = WHITE
    if ObState.SELECTED in state:
        pen.invert(rect)


def _half(number: int) -> int:
    """Return half a number, rounded towards zero like the 68000's division."""
    return number // 2 if number >= 0 else -(-number // 2)


class EdKind(IntEnum):
    """The modes of objc_edit."""

    EDSTART = 0
    EDINIT = 1
    EDCHAR = 2
    EDEND = 3


CURSOR_OVERHANG = 3  # pixels that the cursor extends above and below the text

_CAPITALS = "ÇÄÅÉÆÖÜßÑ" + CHARACTERS[0xB5:0xB9] + CHARACTERS[0xC2:0xDD]
"""The non-ASCII characters that A and N accept: also ß and the Hebrew letters, but not Ø or Ĳ."""
_NAMES = {"F": "_:?*", "f": "_", "P": "_.?*\\:", "p": "_\\:"}
"""The characters allowed in file names and paths in addition to letters and digits."""


class Edit(NamedTuple):
    """A text and the cursor's index in it (0 = before the first character)."""

    text: str
    cursor: int


def places(ted: TedInfo) -> int:
    """Return the capacity of a field: te_txtlen without its final zero, or without te_txtlen the template's places."""
    return ted.te_txtlen - 1 if ted.te_txtlen > 0 else ted.te_ptmplt.count(objects.PLACEHOLDER)


def template_position(template: str, index: int) -> int:
    """Return the position of place number ``index`` in the template, or its length if there are fewer places."""
    position = -1
    for _ in range(index + 1):
        position = template.find(objects.PLACEHOLDER, position + 1)
        if position < 0:
            return len(template)
    return position


def accepted(character: str, rule: str) -> str:
    """Return the character as allowed by the validation letter (perhaps in upper case), or an empty text."""
    digit, other = character in "0123456789", CHARACTERS.index(character) >= 0x80
    letter = character.isascii() and character.isalpha()
    match rule:
        case "X" | "x":
            allowed = True
        case "9":
            allowed = digit
        case "A" | "N":
            # Lower-case letters are rejected, not converted.
            is_capital = (letter and character.isupper()) or character in _CAPITALS
            allowed = character == " " or is_capital or (rule == "N" and digit)
        case "a" | "n":
            allowed = character == " " or letter or other or (rule == "n" and digit)
        case "F" | "f" | "P" | "p":
            allowed = letter or digit or other or character in _NAMES[rule]
        case _:
            allowed = False
    if not allowed:
        return ""
    return character.upper() if letter and rule in "FfPpx" else character


def press(ted: TedInfo, index: int, key: int) -> Edit:
    """Return the field after a key word, without changing ``ted``.

    For keys that do not edit, only the character in the low byte counts. An @ typed first counts as a character until
    another character is typed. An index beyond the text stays; a longer text than the field's is cut by a character.
    """
    room, text, index = places(ted), objects.raw_text(ted), max(index, 0)
    if key == BACKSPACE:
        return Edit(text[: index - 1] + text[index:], index - 1) if index else Edit(text, 0)
    if key == DELETE:
        return Edit(text[:index] + text[index + 1 :] if index < room else text, index)
    if key == ESCAPE:
        return Edit("", 0)
    if key == ARROW_LEFT:
        return Edit(text, max(index - 1, 0))
    if key == ARROW_RIGHT:
        return Edit(text, index + (index < len(text)))
    if not key & 0xFF:
        # A key without a character moves the cursor back from the end of a full field.
        return Edit(text, index - (index >= max(room, 1)))
    return _insert(ted, text, index, CHARACTERS[key & 0xFF])


def objc_edit(pen: Pen, tree: Tree, obj: int, key: int, index: int, kind: EdKind) -> int:
    """Start (EDINIT), continue (EDCHAR) or end (EDEND) editing a field; return the cursor's new index.

    Drawing is limited to the pen's clip rectangle; it is restored afterwards. Another kind, the root or no object
    changes nothing, but another kind inverts the cursor.
    """
    if kind == EdKind.EDSTART or obj <= 0:
        return index
    ted = objects.tedinfo(objects.check_object(tree, obj))
    if kind == EdKind.EDINIT:
        index = len(objects.raw_text(ted))
    elif kind == EdKind.EDCHAR:
        draw_cursor(pen, tree, obj, index)
        before = Edit(objects.raw_text(ted), index)
        after = press(ted, index, key)
        ted.te_ptext, index = after
        if after.text != before.text:
            _redraw(pen, tree, obj, before, after)
    draw_cursor(pen, tree, obj, index)
    return index


def draw_cursor(pen: Pen, tree: Tree, obj: int, index: int) -> None:
    """Invert the cursor's line in the field: the first call shows it, the second removes it."""
    cell = _cell(tree, obj, template_position(objects.tedinfo(tree[obj]).te_ptmplt, index))
    pen.invert(GRect(cell.x, cell.y - CURSOR_OVERHANG, 1, cell.h + 2 * CURSOR_OVERHANG))


def _insert(ted: TedInfo, text: str, index: int, typed: str) -> Edit:
    room = places(ted)
    if not room:
        return Edit(text, index)
    # After the last place, replace the last character.
    at = index - (index >= room)
    rules = ted.te_pvalid if at < max(ted.te_tmplen, room) else ""
    character = accepted(typed, rules[min(at, len(rules) - 1)]) if rules else ""
    if character:
        return Edit((text[:at] + character + text[at:])[:room], at + 1)
    # A character of the template moves to the place after it, filling skipped places with blanks.
    start = template_position(ted.te_ptmplt, index)
    # The placeholder itself also counts and is found at the cursor; other characters lead to the template's end.
    literal = ted.te_ptmplt.find(typed, start)
    end = literal if literal >= 0 else len(ted.te_ptmplt)
    target = index + ted.te_ptmplt.count(objects.PLACEHOLDER, start, end)
    if target >= room - 1:
        return Edit(text, index)
    return Edit(text[:index] + " " * (target - index) * (index <= len(text)), target)


def _cell(tree: Tree, obj: int, position: int) -> GRect:
    ted = objects.tedinfo(tree[obj])
    x, y, _ = text_position(objects.object_rect(tree, obj), ted.te_ptmplt, ted.te_just, ted.te_font)
    return GRect(x + WCHAR * position, y, WCHAR, HCHAR)


def _redraw(pen: Pen, tree: Tree, obj: int, before: Edit, after: Edit) -> None:
    """Redraw the field from the leftmost cursor place to the end of the longer text."""
    template = objects.tedinfo(tree[obj]).te_ptmplt
    # In a full field only the template's last character is drawn, even if another place changed.
    first = min(template_position(template, min(before.cursor, after.cursor)), len(template) - 1)
    last = template_position(template, max(len(before.text), len(after.text)))
    start = _cell(tree, obj, first)
    objc_draw(pen, tree, obj, 0, GRect(start.x, start.y, WCHAR * (last - first), start.h))

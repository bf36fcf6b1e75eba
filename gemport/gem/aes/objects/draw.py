"""Drawing objects: objc_draw and objc_change, in the order and with the edges of the AES (docs/machine.md 3.4)."""

from __future__ import annotations

from gemport.gem.aes.constants import HCHAR, WCHAR
from gemport.gem.aes.objects.tree import MAX_DEPTH, check_object, children, object_rect
from gemport.gem.aes.objects.types import (
    BOX_TYPES,
    CENTRED,
    FRAMED_TYPES,
    IBM,
    ICON_TYPES,
    OUTLINE,
    SMALL,
    SOLID,
    STRING_TYPES,
    TEXT_TYPES,
    ObjectError,
    colors,
    object_type,
    shown_text,
    string,
    tedinfo,
    thickness,
)
from gemport.gem.aes.pen import BLACK, REPLACE, TRANSPARENT, WHITE, Pen
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.charset import CHARACTERS
from gemport.gem.formats.objects import (
    BitBlk,
    CIconBlk,
    IconBlk,
    ObFlag,
    Object,
    ObState,
    ObType,
    ParmBlk,
    RawSpec,
    Tree,
    UserBlk,
)
from gemport.gem.vdi.raster import Raster
from gemport.gem.vdi.workstation import Workstation

CHECK_MARK = CHARACTERS[8]
_GREY = 4


def objc_draw(ws: Workstation, tree: Tree, start: int, depth: int, clip: GRect) -> None:
    """Draw an object and ``depth`` levels below it, limited to the clip rectangle (an empty one: nothing)."""
    pen = Pen(ws)
    pen.clip(clip)
    draw_tree(pen, tree, start, depth)


def objc_change(ws: Workstation, tree: Tree, obj: int, clip: GRect, state: ObState, redraw: bool) -> bool:
    """Give an object a new state and, with ``redraw``, show it; always True.

    A change of SELECTED only turns the object over; other bits that change with it are not drawn. Everything else
    is drawn over what is there, so a mark that is taken away stays visible until the parent is drawn. Of a G_USERDEF
    only the code is called; the states that it leaves to the AES are not drawn.
    """
    pen = Pen(ws)
    pen.clip(clip)
    change_state(pen, tree, obj, state, redraw)
    return True


def draw_tree(pen: Pen, tree: Tree, start: int = 0, depth: int = MAX_DEPTH) -> None:
    """Draw an object and ``depth`` levels below it with the pen's clip rectangle."""
    if pen.clip_rect.empty:
        return
    place = object_rect(tree, start)
    _draw_branch(pen, tree, start, depth, place.x, place.y)


def draw_object(pen: Pen, tree: Tree, obj: int) -> None:
    """Draw one object alone with the pen's clip rectangle."""
    draw_tree(pen, tree, obj, 0)


def change_state(pen: Pen, tree: Tree, obj: int, state: ObState, redraw: bool = True) -> None:
    """As :func:`objc_change`, with the pen's clip rectangle."""
    target = check_object(tree, obj)
    before = target.ob_state
    if before == state or target.ob_spec is None:
        return
    target.ob_state = ObState(state)
    if not redraw or ObFlag.HIDETREE in target.ob_flags or pen.clip_rect.empty:
        return
    rect, kind = object_rect(tree, obj), object_type(target)
    if kind == ObType.G_USERDEF:
        _call_user_code(pen, tree, obj, rect, before)
    elif kind not in ICON_TYPES and (before ^ state) & ObState.SELECTED:
        pen.invert(rect.inset(max(thickness(target), 0)))
    else:
        _draw(pen, tree, obj, rect, before)


def extent(obj: Object, rect: GRect) -> GRect:
    """The rectangle with all that the object may draw around itself: borders, outline and shadow."""
    thick = thickness(obj)
    around = rect.inset(-max(-thick, OUTLINE if ObState.OUTLINED in obj.ob_state else 0, 0))
    if ObState.SHADOWED not in obj.ob_state:
        return around
    shadow = 3 * abs(thick) - max(thick, 0)
    return around.union(GRect(rect.x, rect.y, rect.w + shadow, rect.h + shadow))


def _draw_branch(pen: Pen, tree: Tree, obj: int, depth: int, x: int, y: int) -> None:
    branch = tree[obj]
    if ObFlag.HIDETREE in branch.ob_flags:
        return
    _draw(pen, tree, obj, GRect(x, y, branch.ob_width, branch.ob_height), branch.ob_state)
    if depth > 0:
        for child in children(tree, obj):
            _draw_branch(pen, tree, child, depth - 1, x + tree[child].ob_x, y + tree[child].ob_y)


def _draw(pen: Pen, tree: Tree, obj: int, rect: GRect, before: ObState) -> None:
    target = tree[obj]
    if target.ob_spec is None:
        return
    thick = thickness(target)
    reach = max(3 * abs(thick), OUTLINE if ObState.OUTLINED in target.ob_state else 0)
    if not _may_show(rect.inset(-reach), pen.clip_rect):
        return
    _draw_box(pen, target, rect, thick)
    state = _draw_content(pen, tree, obj, rect, before)
    if state:
        _draw_states(pen, state, rect, thick, colors(target).border)


def _may_show(rect: GRect, clip: GRect) -> bool:
    """Whether an object is near the clip rectangle. One without width or height is, too: it is drawn all the same."""
    return clip.x <= rect.right and clip.y <= rect.bottom and rect.x < clip.right and rect.y < clip.bottom


def _draw_box(pen: Pen, target: Object, rect: GRect, thick: int) -> None:
    kind = object_type(target)
    if kind not in FRAMED_TYPES:
        return
    look = colors(target)
    pen.box(rect, thick, look.border)
    if kind != ObType.G_IBOX:
        pen.fill(rect.inset(max(thick, 0)), look.pattern, look.fill)


def _draw_content(pen: Pen, tree: Tree, obj: int, rect: GRect, before: ObState) -> ObState:
    """Draw what is inside; the states that are still to be applied."""
    target = tree[obj]
    kind, state, spec = object_type(target), target.ob_state, target.ob_spec
    if kind in TEXT_TYPES or kind == ObType.G_BOXCHAR:
        _draw_text(pen, target, rect)
    elif kind in STRING_TYPES:
        _draw_string(pen, target, rect)
    elif kind == ObType.G_USERDEF:
        return _call_user_code(pen, tree, obj, rect, before)
    elif kind == ObType.G_CICON and isinstance(spec, CIconBlk):
        # On a monochrome screen that is what a later AES shows, too.
        _draw_icon(pen, spec.mono, rect, ObState.SELECTED in state)
        return state & ~ObState.SELECTED
    elif kind == ObType.G_ICON and isinstance(spec, IconBlk):
        _draw_icon(pen, spec, rect, ObState.SELECTED in state)
        return state & ~ObState.SELECTED
    elif kind == ObType.G_IMAGE and isinstance(spec, BitBlk):
        _draw_image(pen, spec, rect)
    elif kind not in BOX_TYPES and not isinstance(spec, RawSpec):
        raise ObjectError(f"object {obj}: type {kind} cannot show a {type(spec).__name__}")
    return state


def _call_user_code(pen: Pen, tree: Tree, obj: int, rect: GRect, before: ObState) -> ObState:
    """Have a G_USERDEF draw itself; the states that it leaves to the AES."""
    spec, state = tree[obj].ob_spec, tree[obj].ob_state
    if isinstance(spec, RawSpec):
        # As read from a file: no program has put its own code there, and the place stays free.
        return state
    if not isinstance(spec, UserBlk):
        raise ObjectError(f"object {obj}: a G_USERDEF cannot show a {type(spec).__name__}")
    return ObState(spec.ub_code(ParmBlk(tree, obj, before, state, rect, pen.clip_rect, spec.ub_parm)))


def _draw_text(pen: Pen, target: Object, rect: GRect) -> None:
    look = colors(target)
    inside = rect.inset(max(thickness(target), 0))
    mode = REPLACE if look.opaque else TRANSPARENT
    just, font = CENTRED, IBM
    if object_type(target) in TEXT_TYPES:
        just, font = tedinfo(target).te_just, tedinfo(target).te_font
    pen.text_in(inside, shown_text(target), just, font, look.text, mode)


def _draw_string(pen: Pen, target: Object, rect: GRect) -> None:
    text = string(target)
    x = rect.x
    if object_type(target) == ObType.G_BUTTON:
        x += _half(rect.w - WCHAR * len(text))
    pen.text(x, rect.y + _half(rect.h - HCHAR), text)


def _draw_icon(pen: Pen, icon: IconBlk, rect: GRect, selected: bool) -> None:
    ink, paper = icon.ib_char >> 12 & 15, icon.ib_char >> 8 & 15
    if selected:
        ink, paper = paper, ink
    picture = GRect(0, 0, icon.ib_wicon, icon.ib_hicon)
    x, y = rect.x + icon.ib_xicon, rect.y + icon.ib_yicon
    label = GRect(rect.x + icon.ib_xtext, rect.y + icon.ib_ytext, icon.ib_wtext, icon.ib_htext)
    pen.bitmap(Raster.from_bytes(icon.ib_wicon, icon.ib_hicon, icon.ib_pmask), picture, x, y, paper)
    if icon.ib_ptext:
        pen.fill(label, SOLID, paper)
    pen.bitmap(Raster.from_bytes(icon.ib_wicon, icon.ib_hicon, icon.ib_pdata), picture, x, y, ink)
    letter = icon.ib_char & 0xFF
    if letter:
        pen.text(x + icon.ib_xchar, y + icon.ib_ychar, CHARACTERS[letter], SMALL, ink)
    pen.text_in(label, icon.ib_ptext, CENTRED, SMALL, ink)


def _draw_image(pen: Pen, image: BitBlk, rect: GRect) -> None:
    rows = image.bi_y + image.bi_hl
    form = Raster.from_bytes(image.bi_wb * 8, len(image.bi_pdata) // max(image.bi_wb, 1), image.bi_pdata)
    part = GRect(image.bi_x, image.bi_y, image.bi_wb * 8, min(rows, form.height) - image.bi_y)
    pen.bitmap(form, part, rect.x, rect.y, image.bi_color)


def _draw_states(pen: Pen, state: ObState, rect: GRect, thick: int, border: int) -> None:
    if ObState.OUTLINED in state:
        pen.frame(rect.inset(-OUTLINE), BLACK)
        pen.frame(rect.inset(-2), WHITE)
        pen.frame(rect.inset(-1), WHITE)
    rect, thick = rect.inset(max(thick, 0)), abs(thick)
    if ObState.SHADOWED in state and thick:
        pen.fill(GRect(rect.x, rect.bottom + thick, rect.w + thick, 2 * thick), SOLID, border)
        pen.fill(GRect(rect.right + thick, rect.y, 2 * thick, rect.h + 3 * thick), SOLID, border)
    if ObState.CHECKED in state:
        pen.text(rect.x + 2, rect.y, CHECK_MARK)
    if ObState.CROSSED in state:
        x1, y1, x2, y2 = rect.corners()
        pen.line(x1, y1, x2, y2, WHITE, TRANSPARENT)
        pen.line(x1, y2, x2, y1, WHITE, TRANSPARENT)
    if ObState.DISABLED in state:
        pen.fill(rect, _GREY, WHITE, TRANSPARENT)
    if ObState.SELECTED in state:
        pen.invert(rect)


def _half(number: int) -> int:
    """Half of it, cut off towards zero as the 68000 divides."""
    return number // 2 if number >= 0 else -(-number // 2)

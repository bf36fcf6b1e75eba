"""Object trees: linking, finding, drawing, editing; cases missing in the recorded steps (tests/gem/own)."""

from collections.abc import Callable
from copy import copy
from functools import reduce
from operator import xor
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gemport.gem import BoxSpec, GRect, ObjectError
from gemport.gem.aes import objects
from gemport.gem.aes.draw import (
    EdKind,
    accepted,
    draw_cursor,
    extent,
    objc_change,
    objc_draw,
    objc_draw_steps,
    objc_edit,
    places,
    press,
)
from gemport.gem.aes.keys import ARROW_LEFT, ARROW_RIGHT, BACKSPACE, DELETE, ESCAPE
from gemport.gem.aes.objects import CENTRED, LEFT_JUST, format_text
from gemport.gem.aes.screen import Pen
from gemport.gem.formats.structures import (
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
)
from tests.gem.aes.desk import black, blank, dotted, draw, framed, obj, picture, pixels, tree_of


def nested() -> list[Object]:
    """Root 10,10 100x80; in it 1 (20,20 40x40) with 2 in it (30,30 10x10), and 3 over it (50,50 30x30)."""
    tree = [framed(10, 10, 100, 80), framed(10, 10, 40, 40), framed(10, 10, 10, 10), framed(40, 40, 30, 30)]
    objects.objc_add(tree, 0, 1)
    objects.objc_add(tree, 1, 2)
    objects.objc_add(tree, 0, 3)
    return tree


def test_depth_and_hiding_limit_how_deep_a_point_looks() -> None:
    tree = nested()
    assert [objects.objc_find(tree, objects.ROOT, depth, 35, 35) for depth in (0, 1, 2)] == [0, 1, 2]
    tree[1].ob_flags = ObFlag.HIDETREE
    assert [objects.objc_find(tree, start, 8, 35, 35) for start in (objects.ROOT, 1)] == [objects.ROOT, objects.NIL]


@pytest.mark.parametrize(
    ("position", "order"), [(0, [3, 1, 2]), (1, [1, 3, 2]), (2, [1, 2, 3]), (-1, [1, 2, 3]), (99, [1, 2, 3])]
)
def test_an_object_moves_to_a_position_among_its_siblings(position: int, order: list[int]) -> None:
    tree = tree_of(*(framed(0, 0, 9, 9) for _ in range(4)))
    objects.objc_order(tree, 3, position)
    assert list(objects.children(tree, objects.ROOT)) == order


@pytest.mark.parametrize(("position", "head"), [(0, 1), (1, objects.NIL), (objects.NIL, objects.NIL)])
def test_an_only_child_is_linked_wrongly_by_a_move_as_in_gem(position: int, head: int) -> None:
    tree = tree_of(framed(0, 0, 9, 9), framed(0, 0, 9, 9))
    objects.objc_order(tree, 1, position)
    assert (tree[0].ob_head, tree[0].ob_tail, tree[1].ob_next) == (head, objects.NIL, objects.NIL)


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda tree: objects.objc_find(tree, 9, 8, 0, 0), "object 9: the tree has objects 0 to 3"),
        (lambda tree: objects.objc_add(tree, 0, 2), "object 2: is already a child of object 1"),
        (lambda tree: objects.objc_add(tree, 2, 1), "object 1: cannot become a child of object 2"),
        (lambda tree: objects.objc_delete(tree, objects.ROOT), "object 0: has no parent"),
    ],
)
def test_wrong_use_is_refused_by_name(call: Callable[[Tree], object], reason: str) -> None:
    with pytest.raises(objects.ObjectError, match=reason):
        call(nested())


def test_links_that_run_in_a_circle_are_refused() -> None:
    tree = nested()
    tree[3].ob_next = 1
    with pytest.raises(objects.ObjectError, match="has no end"):
        list(objects.children(tree, objects.ROOT))
    with pytest.raises(objects.ObjectError, match="has no end"):
        objects.get_parent(tree, 1)


Moves = st.lists(
    st.tuples(st.sampled_from(["delete", "order", "add"]), st.integers(1, 5), st.integers(-1, 6)), max_size=30
)


@example([*(("delete", obj, 0) for obj in (1, 2, 3)), ("add", 2, 3), ("add", 3, 1)])
@example([("delete", 1, 0), ("delete", 2, 0), ("add", 2, 1), ("delete", 2, 0), ("add", 1, 0)])
@given(Moves)
def test_relinking_keeps_every_object_in_one_place(moves: list[tuple[str, int, int]]) -> None:
    tree = tree_of(*(framed(0, 0, 9, 9) for _ in range(6)))
    expected = {parent: list(objects.children(tree, parent)) for parent in range(6)}

    def parent_of(obj: int) -> int:
        return next((parent for parent, listed in expected.items() if obj in listed), objects.NIL)

    for what, moved, number in moves:
        above = parent_of(moved)
        if what == "add" and above == objects.NIL and 0 <= number < 6:
            ancestor = number
            while ancestor not in (objects.NIL, moved):
                ancestor = parent_of(ancestor)
            if ancestor == moved:
                continue
            objects.objc_add(tree, number, moved)
            expected[number].append(moved)
        elif what == "delete" and above != objects.NIL:
            objects.objc_delete(tree, moved)
            expected[above].remove(moved)
        elif what == "order" and above != objects.NIL and len(expected[above]) > 1:
            objects.objc_order(tree, moved, number)
            expected[above].remove(moved)
            expected[above].insert(number if number >= 0 else 99, moved)
    assert {parent: list(objects.children(tree, parent)) for parent in range(6)} == expected
    linked = [obj for obj in range(6) if parent_of(obj) != objects.NIL]
    assert [objects.get_parent(tree, obj) for obj in linked] == list(map(parent_of, linked))
    for parent, listed in expected.items():
        assert (tree[parent].ob_head, tree[parent].ob_tail) == (
            (listed[0], listed[-1]) if listed else (objects.NIL, objects.NIL)
        )


# ---- drawn


def shown(target: Object, width: int = 16, height: int = 12) -> str:
    """Return the picture of the object, drawn on a white screen."""
    pen = blank(width, height)
    draw(pen, [target], 0, 0)
    return picture(pen)


def test_an_image_that_begins_within_its_rows_goes_on_with_the_next_ones_and_nothing_is_drawn_of_nothing() -> None:
    image = BitBlk(b"\x00\x01\x80\x01\x80\x00", 2, 2, bi_x=15)
    assert shown(obj(ObType.G_IMAGE, image, (0, 0, 16, 2)), 4, 3) == "##..\n##..\n...."
    assert "#" not in shown(Object(ob_type=ObType.G_BUTTON, ob_spec=None, ob_width=9, ob_height=9))


def test_a_programs_object_is_told_where_and_how_and_what_it_leaves_is_applied_when_it_is_drawn() -> None:
    calls: list[ParmBlk] = []

    def paint(parm: ParmBlk) -> int:
        calls.append(parm)
        return parm.pb_currstate & ObState.SELECTED

    tree = [obj(ObType.G_USERDEF, UserBlk(paint, "mine"), (1, 1, 3, 2))]
    pen = blank(8, 4)
    pen.clip(GRect(0, 0, 8, 3))
    draw(pen, tree, 0, 0)
    objc_change(pen, tree, 0, pen.screen, ObState.SELECTED | ObState.DISABLED)
    assert not black(pen)
    draw(pen, tree, 0, 0)
    assert [(call.pb_prevstate, call.pb_currstate) for call in calls] == [(0, 0), (0, 9), (9, 9)]
    assert (calls[0].pb_rect, calls[0].pb_clip, calls[0].pb_parm) == ((1, 1, 3, 2), (0, 0, 8, 3), "mine")
    assert black(pen) == pixels(1, 1, 3, 2)


def test_a_tree_can_be_drawn_object_by_object() -> None:
    one, all_at_once = blank(8, 6), blank(8, 6)
    tree = tree_of(framed(0, 0, 8, 6, 1), framed(2, 1, 4, 3, 1, 0x1171))
    draw(all_at_once, tree)
    steps = objc_draw_steps(one, tree, 0, 8, GRect(0, 0, 8, 5))
    assert (next(steps), black(one)) == (None, (pixels(0, 0, 7, 5) - pixels(1, 1, 6, 4)) & pixels(0, 0, 7, 4))
    assert [*steps] == [None]
    assert black(one) == black(all_at_once) & pixels(0, 0, 7, 4)


def test_a_colour_icon_is_its_black_and_white_form_and_code_that_is_not_set_draws_nothing() -> None:
    icon = IconBlk(b"\xff\xff", b"\xff\xff", "", ib_char=0x1000, ib_wicon=16, ib_hicon=1)
    place = (0, 1, 16, 2)
    assert shown(obj(ObType.G_CICON, CIconBlk(0, icon), place)) == shown(obj(ObType.G_ICON, icon, place))
    assert "#" not in shown(obj(ObType.G_USERDEF, 7, place))
    with pytest.raises(ObjectError, match="a G_USERDEF cannot show a str"):
        shown(obj(ObType.G_USERDEF, "text", place))


def test_with_an_empty_clip_rectangle_the_pen_draws_nothing() -> None:
    pen = blank(8, 6)
    with pen.clipped(GRect(0, 0, 0, 6)):
        pen.fill(pen.screen)
        pen.line(0, 0, 7, 5)
        pen.text(0, 0, "A")
        pen.bitmap(pen.workstation.raster, pen.screen, 1, 1, 1)
        pen.copy(pen.screen, 1, 1)
        pen.dotted_outline(pen.screen)
    assert not black(pen)
    pen.line(1, 2, 3, 2)
    pen.copy(GRect(1, 2, 2, 1), 5, 4)
    pen.copy(GRect(1, 2, 0, 1), 0, 0)
    assert black(pen) == {(1, 2), (2, 2), (3, 2), (5, 4), (6, 4)}


def test_nothing_is_drawn_outside_the_clip_rectangle_nor_in_an_empty_one() -> None:
    pen = blank(8, 6)
    objc_draw(pen, [framed(0, 0, 8, 6, 1, 0x1071)], 0, 8, GRect(2, 1, 3, 9))
    assert black(pen) == pixels(2, 1, 4, 5)
    objc_draw(pen, [framed(0, 0, 8, 6, 1, 0x1071)], 0, 8, GRect(6, 1, 0, 5))
    assert black(pen) == pixels(2, 1, 4, 5)


@pytest.mark.parametrize("thick", [-3, -1, 0, 1, 3])
@pytest.mark.parametrize("state", [0, 0x10, 0x20, 0x30])
def test_the_extent_holds_all_that_is_drawn(thick: int, state: int) -> None:
    target = framed(20, 20, 12, 10, thick)
    target.ob_state = ObState(state)
    pen = blank(64, 64)
    draw(pen, [target], 0, 0)
    around = extent(target, GRect(20, 20, 12, 10))
    assert all(around.contains(x, y) for x, y in black(pen))


def test_a_spec_of_the_wrong_kind_is_refused_by_name() -> None:
    for kind, spec in ((ObType.G_BUTTON, BoxSpec()), (ObType.G_TEXT, "text"), (ObType.G_BOX, "text")):
        with pytest.raises(ObjectError, match=rf"{kind.name}: a \w+( \w+)* is needed, not"):
            shown(Object(ob_type=kind, ob_spec=spec, ob_width=9, ob_height=9))
    with pytest.raises(ObjectError, match="object 0: type 31 cannot show a BoxSpec"):
        shown(Object(ob_type=ObType.G_ICON, ob_width=9, ob_height=9))


# ---- outlines and copies


@pytest.mark.parametrize(
    ("clip", "dots"),
    [
        # the sides begin at the edge: the right one runs down from a dot at 11, 2, the left one up from one at 2, 11
        (GRect(0, 5, 16, 4), {(11, 5), (11, 7), (2, 8), (2, 6)}),
        (GRect(5, 0, 4, 16), {(5, 2), (7, 2), (6, 11), (8, 11)}),
    ],
)
def test_a_cut_outline_keeps_its_dots(clip: GRect, dots: set[tuple[int, int]]) -> None:
    pen = blank(16, 16)
    pen.clip(clip)
    pen.dotted_outline(GRect(2, 2, 10, 10))
    assert black(pen) == dots


@pytest.mark.parametrize("rect", [GRect(3, 2, 90, 80), GRect(3, 2, 70, 45)])
def test_the_corners_of_a_growing_box_have_legs_that_overlap_if_it_is_small(rect: GRect) -> None:
    x1, y1, x2, y2 = rect.corners()
    corners = [dotted((x1 + 38, y), (x1, y), (x1, up)) for y, up in ((y1, y1 + 38), (y2, y2 - 37))]
    corners += [dotted((x2 - 37, y), (x2, y), (x2, up)) for y, up in ((y1, y1 + 38), (y2, y2 - 37))]
    pen = blank(100, 90)
    pen.dotted_corners(rect)
    assert black(pen) == reduce(xor, corners)


# ---- keys in a text field


def field(text: str = "", template: str = "______", valid: str = "X", just: int = 0) -> TedInfo:
    return TedInfo(text, template, valid, te_just=just, te_txtlen=template.count("_") + 1, te_tmplen=len(template) + 1)


def typed(ted: TedInfo, cursor: int, *keys: int | str) -> tuple[str, int]:
    """Text and cursor after the keys."""
    for key in keys:
        ted.te_ptext, cursor = press(ted, cursor, ord(key) if isinstance(key, str) else key)
    return ted.te_ptext, cursor


@pytest.mark.parametrize(
    ("text", "cursor", "keys", "result"),
    [
        # other keys count by their character
        ("abc", 3, [0x6A37], ("abc7", 4)),
        # an index beyond the text changes only the text's end, and stays beyond it
        ("abc", 5, ["x"], ("abcx", 6)),
        ("abc", 7, ["x"], ("abcx", 7)),
        ("abc", 99, ["x"], ("abc", 99)),
        *(("abc", 5, [key], ("abc", index)) for key, index in [(BACKSPACE, 4), (DELETE, 5), (ARROW_LEFT, 4)]),
        ("abc", 5, [ARROW_RIGHT, ARROW_LEFT, ARROW_LEFT, ARROW_LEFT, BACKSPACE], ("ac", 1)),
        ("abc", -9, ["x"], ("xabc", 1)),
        # a typed character cuts a text that is longer than its field
        ("abcdefgh", 8, [ARROW_LEFT, BACKSPACE], ("abcdefh", 6)),
        ("abcdefgh", 2, ["x"], ("abxcde", 3)),
        ("abcdefgh", 6, [DELETE], ("abcdefgh", 6)),
        # an @ that fills a text is none, one that is typed counts until the next character
        ("@bcdef", 0, ["x"], ("x", 1)),
        ("", 0, ["@", "x"], ("x", 2)),
    ],
)
def test_a_key_does_this_to_the_field(text: str, cursor: int, keys: list[int | str], result: tuple[str, int]) -> None:
    assert typed(field(text), cursor, *keys) == result


@pytest.mark.parametrize(
    ("rule", "typed", "taken"),
    [
        *((rule, "azäßÿøĳ", "AZäßÿøĳ") for rule in "FfPpx"),
        *((rule, "AZÄ azΣäéØĲø", "AZÄ ") for rule in "AN"),
        ("Z", "azAZ1 ", ""),
        *((rule, every := "ÇÄÅÉÆÖÜßÑŒÀÃÕאבגדהוזחטיכלמנסעפצקרשתןךםףץ", every) for rule in "AN"),
    ],
)
def test_some_validation_letters_make_capitals_and_others_refuse_small_letters(
    rule: str, typed: str, taken: str
) -> None:
    assert "".join(accepted(character, rule) for character in typed) == taken


@pytest.mark.parametrize(
    ("ted", "cursor", "keys", "result"),
    [
        # the last validation letter applies to all further places; without a letter no character is accepted
        (field(valid="A9"), 0, "Xy1z2", ("X12", 3)),
        (field(valid=""), 0, "a1", ("", 0)),
        # a character of the template leads behind it, but not to the last place
        (field("ab", "________.___", "F"), 2, ".c", ("ab      C", 9)),
        (field("", "__/_", "9"), 0, "/", ("", 0)),
        (field("", "__/__", "9"), 0, "/", ("  ", 2)),
        # a refused character that the template lacks changes nothing; the mark of a place cuts the text
        (field("ab", "____/__", "9"), 1, "x", ("ab", 1)),
        (field("abc", "____/__", "9"), 1, "_", ("a", 1)),
        (field("a", "____/___", "9"), 3, "/", ("a", 4)),
        (TedInfo("", "____", "X", te_txtlen=1), 0, "a", ("", 0)),
    ],
)
def test_typing_follows_template_and_validation(ted: TedInfo, cursor: int, keys: str, result: tuple[str, int]) -> None:
    assert typed(copy(ted), cursor, *keys) == result


@given(
    st.text("ab1 .@_ä", max_size=9),
    st.integers(-3, 12),
    st.lists(st.integers(0, 0xFFFF), max_size=12),
    st.sampled_from(["______", "__.__", "Nr. ___ x", "", "abc"]),
    st.sampled_from(["X", "9", "A", "F9", ""]),
    st.integers(0, 9),
)
def test_keys_never_make_a_text_outgrow_its_places(
    text: str, cursor: int, keys: list[int], template: str, valid: str, room: int
) -> None:
    ted = TedInfo(text, template, valid, te_txtlen=room)
    longest = max(len(text), places(ted))
    for key in [*keys, BACKSPACE, DELETE, ord("1"), ARROW_RIGHT]:
        ted.te_ptext, after = press(ted, cursor, key)
        assert len(ted.te_ptext) <= longest
        assert 0 <= after <= max(cursor + 1, 1, room)
        cursor = after
        assert len(format_text(ted)) == len(template)


def dialog(ted: TedInfo, x: int = 4) -> tuple[Pen, list[Object]]:
    entry = obj(ObType.G_FTEXT, ted, (x, 5, 64, 18))
    tree = tree_of(framed(0, 0, 80, 32, 0), entry)
    pen = blank(80, 32)
    draw(pen, tree)
    return pen, tree


@given(
    st.lists(st.sampled_from([BACKSPACE, DELETE, ESCAPE, ARROW_LEFT, ARROW_RIGHT, *b"ab 1."]), max_size=12),
    st.sampled_from([LEFT_JUST, CENTRED]),
)
def test_after_any_keys_the_field_looks_as_if_drawn_anew(keys: list[int], just: int) -> None:
    ted = field("ab", "x_ ___", "X", just)
    pen, tree = dialog(ted)
    cursor = objc_edit(pen, tree, 1, 0, 0, EdKind.EDINIT)
    for key in keys:
        cursor = objc_edit(pen, tree, 1, key, cursor, EdKind.EDCHAR)
    anew, _ = dialog(ted)
    draw_cursor(anew, tree, 1, cursor)
    assert picture(pen) == picture(anew)


def test_editing_is_limited_to_the_clip_rectangle_and_starting_alone_does_nothing() -> None:
    pen, tree = dialog(field())
    pen.clip(GRect(0, 0, 80, 10))
    before = black(pen)
    for number, kind in ((1, EdKind.EDSTART), (0, EdKind.EDCHAR), (-1, EdKind.EDINIT)):
        assert (objc_edit(pen, tree, number, ord("x"), 7, kind), black(pen)) == (7, before)
    objc_edit(pen, tree, 1, 0, 0, EdKind.EDINIT)
    assert black(pen) ^ before == pixels(4, 3, 4, 9)
    unknown: Any = 9
    # It inverts the cursor, at the template's end for an index beyond it.
    assert objc_edit(pen, tree, 1, 0, 0, unknown) == 0
    assert black(pen) == before
    assert objc_edit(pen, tree, 1, 0, 99, unknown) == 99
    assert black(pen) ^ before == pixels(52, 3, 52, 9)
    assert pen.clip_rect == GRect(0, 0, 80, 10)

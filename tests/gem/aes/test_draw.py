"""Objects are drawn: what the recorded steps of a real GEM (tests/gem/own) leave out."""

import pytest

from gemport.gem.aes.draw import extent, objc_change, objc_draw
from gemport.gem.aes.objects import ObjectError
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.objects import BitBlk, BoxSpec, ObFlag, Object, ObState, ObType, ParmBlk, TedInfo, UserBlk
from tests.gem.aes.desk import black, blank, draw, framed, obj, picture, pixels


def shown(target: Object, width: int = 16, height: int = 12) -> str:
    """What the object looks like, drawn on a white screen."""
    pen = blank(width, height)
    draw(pen, [target], 0, 0)
    return picture(pen)


def test_an_image_that_begins_within_its_rows_goes_on_with_the_next_ones() -> None:
    image = BitBlk(b"\x00\x01\x80\x01\x80\x00", 2, 2, bi_x=15)
    assert shown(obj(ObType.G_IMAGE, image, (0, 0, 16, 2)), 4, 3) == "##..\n##..\n...."


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


def test_a_text_whose_border_lacks_its_sign_has_it_outside() -> None:
    old, new = (
        obj(ObType.G_BOXTEXT, TedInfo("", te_color=0x1180, te_thickness=thick), (4, 4, 6, 4)) for thick in (0xFF, -1)
    )
    assert shown(old) == shown(new)


def test_an_object_without_a_spec_is_not_drawn() -> None:
    assert "#" not in shown(Object(ob_type=ObType.G_BUTTON, ob_spec=None, ob_width=9, ob_height=9))


def test_nothing_is_drawn_outside_the_clip_rectangle_nor_in_an_empty_one() -> None:
    pen = blank(8, 6)
    objc_draw(pen, [framed(0, 0, 8, 6, 1, 0x1071)], 0, 8, GRect(2, 1, 3, 9))
    assert black(pen) == pixels(2, 1, 4, 5)
    objc_draw(pen, [framed(0, 0, 8, 6, 1, 0x1071)], 0, 8, GRect(6, 1, 0, 5))
    assert black(pen) == pixels(2, 1, 4, 5)


def test_a_shadow_is_drawn_even_where_only_the_shadow_lies_in_the_clip_rectangle() -> None:
    pen = blank(16, 12)
    shadowed = framed(1, 1, 6, 4, 1)
    shadowed.ob_state = ObState.SHADOWED
    objc_draw(pen, [shadowed], 0, 8, GRect(8, 0, 1, 12))
    assert black(pen) == pixels(8, 2, 8, 6)


def test_a_hidden_object_is_turned_over_but_not_drawn() -> None:
    pen = blank(8, 6)
    tree = [framed(1, 1, 5, 4, 1)]
    tree[0].ob_flags = ObFlag.HIDETREE
    objc_change(pen, tree, 0, pen.screen, ObState.OUTLINED)
    assert not black(pen)
    objc_change(pen, tree, 0, pen.screen, ObState.SELECTED)
    assert black(pen) == pixels(2, 2, 4, 3)


def test_without_redraw_or_without_change_nothing_is_drawn() -> None:
    pen = blank(8, 6)
    tree = [framed(1, 1, 5, 4, 1)]
    objc_change(pen, tree, 0, pen.screen, ObState.NORMAL)
    objc_change(pen, tree, 0, pen.screen, ObState.SELECTED, redraw=False)
    assert tree[0].ob_state == ObState.SELECTED
    assert not black(pen)


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


@pytest.mark.parametrize(("w", "h", "black_pixels"), [(0, 3, (1, 2, 2, 4)), (4, 0, (2, 1, 5, 2)), (0, 0, (1, 1, 2, 2))])
def test_a_box_without_width_or_height_is_drawn_from_corner_to_corner(
    w: int, h: int, black_pixels: tuple[int, int, int, int]
) -> None:
    pen = blank(9, 7)
    solid = obj(ObType.G_BOX, BoxSpec(0, 0, 0x1171), (2, 2, w, h))
    draw(pen, [solid], 0, 0)
    assert black(pen) == pixels(*black_pixels)


def test_a_border_thicker_than_half_the_box_turns_its_inside_over() -> None:
    """The inside of a box 4 wide with a border of 3 is -2 wide: its corners are exchanged, the middle is filled."""
    pen = blank(12, 12)
    hollow = obj(ObType.G_BOX, BoxSpec(0, 3, 0x1100), (2, 1, 4, 10))
    draw(pen, [hollow], 0, 0)
    assert black(pen) == pixels(2, 1, 5, 10) - pixels(2, 4, 5, 7)


# ---- outlines and copies


def test_the_sides_of_a_cut_outline_begin_their_dots_at_the_edge() -> None:
    # The right side runs down from a dot at 11, 2, the left one up from a dot at 2, 11.
    pen = blank(16, 16)
    pen.clip(GRect(0, 5, 16, 4))
    pen.dotted_outline(GRect(2, 2, 10, 10))
    assert black(pen) == {(11, 5), (11, 7), (2, 8), (2, 6)}


def test_rows_of_a_cut_outline_keep_their_dots() -> None:
    pen = blank(16, 16)
    pen.clip(GRect(5, 0, 4, 16))
    pen.dotted_outline(GRect(2, 2, 10, 10))
    assert black(pen) == {(5, 2), (7, 2), (6, 11), (8, 11)}

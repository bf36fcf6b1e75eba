"""``gemport rsc``: the text of resources, and pictures of their trees."""

import struct
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from compilers.images import write_img
from hypothesis import given
from hypothesis import strategies as st

from gemport.cli.rsc import MAX_SIDE, draw_tree
from gemport.gem import (
    Bitmap,
    FormatError,
    GRect,
    Machine,
    parse_rsc_text,
    read_fnt,
    read_png,
    rsc_text,
    rsrc_load,
    write_fnt,
)
from gemport.gem.formats import ByteOrder
from gemport.gem.formats.rsc import SECTIONS, Resource, read_rsc, write_rsc
from gemport.gem.formats.structures import BitBlk, BoxSpec, ObFlag, Object, ObState, ObType
from tests.cli.run import refused, run
from tests.gem.aes.desk import artwork
from tests.gem.formats.resources import bar
from tests.gem.own.programs import MENU
from tests.places import DATA

VIERFREI = DATA / "vierfrei"
TEXT = """
tree 0
  0 G_BOX at 0,0 size 20,5 OUTLINED border 2
    1 G_BUTTON at 2,2 size 8,1 SELECTABLE DEFAULT EXIT "OK"
    2 G_TEXT at 2,0+4 size 10,1 LASTOB tedinfo
          text "Words"
"""


@pytest.fixture
def resource() -> Resource:
    return parse_rsc_text(TEXT + MENU.replace("tree 0", "tree 1"))


@pytest.fixture
def path(resource: Resource, tmp_path: Path) -> Path:
    path = tmp_path / "TWO.RSC"
    path.write_bytes(write_rsc(resource))
    return path


# ---- texts


def test_all_trees_are_printed(path: Path) -> None:
    assert run("rsc", path) == (0, rsc_text(read_rsc(path.read_bytes())).rstrip("\n") + "\n", "")


@pytest.mark.parametrize("number", [0, 1])
def test_one_tree_is_printed_under_its_own_number(path: Path, resource: Resource, number: int) -> None:
    status, text, err = run("rsc", path, "--tree", number)
    assert (status, err) == (0, "")
    assert text.startswith(f"tree {number}\n")
    again = parse_rsc_text(text.replace(f"tree {number}", "tree 0", 1))
    assert again.trees == [read_rsc(path.read_bytes()).trees[number]]


def test_a_bitmap_past_the_end_of_the_file_hides_nothing_else(resource: Resource, tmp_path: Path) -> None:
    resource.images = [BitBlk(b"\xf0\xf0" * 2, 2, 2), BitBlk(b"\x0f\x0f" * 2, 2, 2)]
    path, data = tmp_path / "CUT.RSC", bytearray(write_rsc(resource))
    bitblk = struct.unpack_from(">H", data, 8)[0]
    # The second picture has 1000 rows.
    struct.pack_into(">H", data, bitblk + 14 + 6, 1000)
    path.write_bytes(data)
    status, out, err = run("rsc", path)
    assert (status, out.count("tree ")) == (0, 2)
    assert err.startswith(f"gemport: {path}: at byte")
    assert out.count("free image") == 2
    assert "BITBLK 1: its bitmap of 2000 bytes reaches past the end" in err
    assert err.count("\n") == 1
    assert run("rsc", path, "--tree", "0", "--png", tmp_path / "out.png").status == 0


def test_a_truncated_file_is_read_to_its_end(tmp_path: Path) -> None:
    sections = (
        "objects",
        "trees",
        *(part for part in SECTIONS if part not in ("objects", "trees", "strings")),
        "strings",
    )
    path = tmp_path / "CUT.RSC"
    path.write_bytes(write_rsc(replace(parse_rsc_text(TEXT), sections=sections))[:-3])
    status, out, err = run("rsc", path)
    assert (status, err.count("\n"), "the file is cut off" in err, "Wor" in out) == (0, 1, True, True)


def long_header(layout: str, sign: str) -> bytes:
    size = struct.calcsize(sign + layout)
    words = [size] * 9 + [0] * 7 + [size]
    return struct.pack(sign + layout, *([3, 0x494E] if layout.startswith("2H") else [0]), *words)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (TEXT.encode(), "it is a text, not a resource"),
        (b"x", "it is a text, not a resource"),
        ("/* Größe */\r\n#define A 1\r\n".encode("latin-1") * 9, "it is a text, not a resource"),
        *((long_header("2H17L", sign), "it is a 32-bit resource") for sign in "<>"),
        *((long_header("H9L7HL", sign), "it is a 32-bit resource") for sign in "<>"),
        (bytes(20), "too few for a resource's header"),
    ],
)
def test_a_wrong_kind_of_file_is_named(data: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "FILE.RSC"
    path.write_bytes(data)
    status, out, err = run("rsc", path)
    assert (status, out) == (2, "")
    assert reason in err
    assert err.count("\n") == 1


# ---- pictures, icons and fonts


ICN = """/* GEM Icon Definition: */
#define ICON_W 0x0014
#define ICON_H 0x0002
#define DATASIZE 0x0004
UWORD clock[DATASIZE] =
{ 0x8000, 0x1000,
  0xFFFF, 0xF000
};
"""


@pytest.mark.parametrize("clutter", [str, lambda text: text.replace("ICON_", "BELL_").replace("0xF000", "61440, 0, 0")])
def test_an_icon_is_shown_as_a_picture(clutter: Callable[[str], str], tmp_path: Path) -> None:
    path, png = tmp_path / "CLOCK.ICN", tmp_path / "out.png"
    path.write_text(clutter(ICN))
    assert run("rsc", path, "--png", png) == (0, "icon 20x2\n", "")
    assert read_png(png.read_bytes()).rows == (0x80001, 0xFFFFF)


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("A.ICN", "nothing", "not an icon"),
        ("A.ICN", ICN.replace("0xFFFF, 0xF000", ""), "2 words are too few for an icon of 20x2"),
        ("A.ICN", ICN.replace("0xFFFF", "0x1FFFF"), "larger than a word"),
        ("A.ICN", ICN.replace("0x0002", "0"), "too few"),
        ("A.IMG", "", "too few for a picture's header"),
        ("A.FNT", "", "too few for a font's header"),
    ],
)
def test_a_damaged_file_of_each_kind_is_refused_in_a_line(name: str, text: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    status, out, err = run("rsc", tmp_path / name)
    assert (status, out, err.count("\n"), reason in err) == (2, "", 1, True)


def test_a_gem_picture_is_shown_as_a_picture(tmp_path: Path) -> None:
    path, png = tmp_path / "a.img", tmp_path / "out.png"
    path.write_bytes(write_img(Bitmap(12, 2, (0xABC, 0x123))))
    assert run("rsc", path) == (0, "picture 12x2\n", "")
    assert run("rsc", path, "--png", png).status == 0
    assert read_png(png.read_bytes()) == Bitmap(12, 2, (0xABC, 0x123))
    assert refused("rsc", path, "--tree", "0") == "gemport: --tree: a.img is not a resource"


@pytest.mark.parametrize("order", ["motorola", "intel"])
def test_a_font_is_shown_character_by_character(order: ByteOrder, tmp_path: Path) -> None:
    font = read_fnt((DATA / "system" / "8x16.fnt").read_bytes())
    path, png = tmp_path / "SYSTEM.FNT", tmp_path / "out.png"
    path.write_bytes(write_fnt(font, order))
    status, out, _ = run("rsc", path, "--png", png)
    assert (status, "8x16, characters 0 to 255" in out) == (0, True)
    picture = read_png(png.read_bytes())
    assert (picture.width, picture.height) == (128, 256)
    # A is the second character of the fifth row.
    assert tuple(row >> 8 * 14 & 0xFF for row in picture.rows[4 * 16 : 5 * 16]) == font.glyph(ord("A")).rows


# ---- pictures of trees


def test_a_dialog_is_drawn_centred_with_its_outline(path: Path, tmp_path: Path) -> None:
    png = tmp_path / "out.png"
    assert run("rsc", path, "--tree", "0", "--png", png).status == 0
    picture = read_png(png.read_bytes())
    machine = Machine(artwork())
    gem = machine.gem()
    tree = rsrc_load(read_rsc(path.read_bytes())).tree(0)
    rect = gem.form_center(tree)
    gem.objc_draw(tree, 0, 8, GRect(0, 0, 640, 400))
    assert (picture.width, picture.height) == (160 + 6, 80 + 6) == (rect.w, rect.h)
    keep = (1 << rect.w) - 1
    assert list(picture.rows) == [
        machine.screen.rows[y] >> (640 - rect.right) & keep for y in range(rect.y, rect.bottom)
    ]


def test_each_menu_is_shown_dropped_down_from_the_bar(resource: Resource) -> None:
    width, rows = draw_tree(resource, 1, artwork())
    first, second = 19 + 128 + 1, 19 + 112 + 1
    assert len(rows) == first + 8 + second
    assert width == 232 + 1 + 16
    bars = [18, first + 8 + 18]
    line = (1 << width) - 1
    assert [y for y, row in enumerate(rows) if row == line] == bars
    assert not rows[19] & 1, "white beside the menu"
    titles = [[rows[y] >> (width - 1 - x) & 1 for x in (18, 74)] for y in (1, first + 8 + 1)]
    assert titles == [[1, 0], [0, 1]]


@pytest.mark.parametrize(
    ("text", "width", "height", "first"),
    [
        # the picture includes parts outside the root
        (
            'size 5,3 border 1\n    1 G_STRING at 1,1 size 2,1 "far too long a text"\n'
            "    2 G_BOX at 3,2 size 4,2 SHADOWED LASTOB border -2",
            *(160, 70, 0xFFFFFFFFFF << 120),
        ),
        # a part of an icon outside its place is cut off
        (
            "size 4,2 border 1\n    1 G_ICON at 0,0 size 4,2 LASTOB icon\n        size 16,1\n"
            "        icon-at -9,0\n        ################",
            *(32, 32, (1 << 32) - 1),
        ),
        # a tree larger than the screen is drawn in full, and so is a hidden root
        ("size 120,60 LASTOB border 1", 960, 960, (1 << 960) - 1),
        ("size 4,2 HIDETREE LASTOB border 1", 32, 32, (1 << 32) - 1),
    ],
)
def test_the_picture_is_as_large_as_the_drawing(text: str, width: int, height: int, first: int) -> None:
    found, rows = draw_tree(parse_rsc_text(f"tree 0\n  0 G_BOX at 0,0 {text}\n"), 0, artwork())
    assert (found, len(rows), rows[0]) == (width, height, first)


def test_a_huge_tree_is_cut_off_at_the_maximum_size() -> None:
    """The AES centres only its much smaller root."""
    lines = (f"{'  ' * at}  {at} G_BOX at {255 * (at > 0)},0 size 255,2 border 1" for at in range(3))
    resource = parse_rsc_text("\n".join(["tree 0", *lines]).replace("2 border 1", "2 LASTOB border 1", 1))
    width, rows = draw_tree(resource, 0, artwork())
    assert (width, rows[0]) == (MAX_SIDE, (1 << MAX_SIDE) - 1)


def test_a_tree_without_size_is_refused() -> None:
    resource = parse_rsc_text("tree 0\n  0 G_BOX at 0,0 size 0,0 LASTOB\n")
    with pytest.raises(FormatError, match=r"^EMPTY\.RSC: tree 0: it has no size"):
        draw_tree(resource, 0, artwork(), "EMPTY.RSC")


def test_objects_of_a_programs_own_types_leave_their_place_free() -> None:
    objects = [
        Object(-1, 1, 2, ObType.G_BOX, ObFlag.NONE, ObState.NORMAL, BoxSpec(0, 1), 0, 0, 10, 3),
        Object(2, -1, -1, ObType.G_USERDEF, ObFlag.NONE, ObState.NORMAL, 0x1234, 1, 1, 2, 1),
        Object(0, -1, -1, 33, ObFlag.LASTOB, ObState.NORMAL, 0x1234, 4, 1, 2, 1),
    ]
    width, rows = draw_tree(Resource(trees=[objects]), 0, artwork())
    assert (width, len(rows)) == (80, 48)
    assert rows[20] == 1 << 79 | 1


@given(st.data())
def test_a_changed_file_is_drawn_or_refused_by_name(data: st.DataObject) -> None:
    original = (VIERFREI / "vierfrei_en.rsc").read_bytes()
    at = data.draw(st.integers(36, len(original) - 1))
    changed = original[:at] + bytes([data.draw(st.integers(0, 255))]) + original[at + 1 :]
    reason = ""
    try:
        resource = read_rsc(changed, "CHANGED.RSC")
        draw_tree(resource, data.draw(st.integers(0, len(resource.trees) - 1)), artwork(), "CHANGED.RSC")
    except FormatError as error:
        reason = str(error)
    assert not reason or reason.startswith("CHANGED.RSC")


def test_a_drawing_of_minutes_is_refused(tmp_path: Path) -> None:
    count = 200
    boxes = [Object(n + 1, ob_spec=BoxSpec(), ob_width=255, ob_height=255) for n in range(1, count + 1)]
    boxes[-1].ob_next = 0
    root = Object(-1, 1, count, ObType.G_BOX, ob_spec=BoxSpec(), ob_width=255, ob_height=255)
    path = tmp_path / "much.rsc"
    path.write_bytes(write_rsc(Resource([[root, *boxes]])))
    line = refused("rsc", path, "--tree", "0", "--png", tmp_path / "out.png")
    reason = "its objects cover 1672963200 pixels in total, the maximum is 1073741824"
    assert line == f"gemport: much.rsc: tree 0: {reason}"


@pytest.mark.parametrize(
    ("count", "width", "reason"),
    [(40, 255, "its menus cover "), (65, 1, "a menu bar has at most 64 titles, not 65")],
)
def test_menus_that_would_make_too_large_a_picture_are_refused(
    tmp_path: Path, count: int, width: int, reason: str
) -> None:
    path = tmp_path / "menus.rsc"
    path.write_bytes(write_rsc(bar(count, width)))
    line = refused("rsc", path, "--tree", "0", "--png", tmp_path / "out.png")
    assert line.startswith(f"gemport: menus.rsc: tree 0: {reason}")

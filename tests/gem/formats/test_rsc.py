"""Resource files of the Atari and files of other kinds: contents are preserved, and damage is reported."""

import copy
import struct
from dataclasses import replace

import pytest

from gemport.gem import MAX_DEPTH, FormatError, GRect, Machine, Tree, load_artwork, rsrc_load, validate
from gemport.gem.aes.menu import MAX_TITLES, menu_fault
from gemport.gem.formats import SIGNS, ByteOrder, structures
from gemport.gem.formats.rsc import MAX_READ_BYTES, SECTIONS, Resource, read_rsc, write_rsc
from gemport.gem.formats.rsctext import parse_rsc_text, rsc_text
from gemport.gem.formats.structures import (
    BitBlk,
    BoxSpec,
    CIconBlk,
    IconBlk,
    ObFlag,
    Object,
    ObState,
    ObType,
    TedInfo,
    UserBlk,
    char_to_pixel,
)
from tests.gem.formats.resources import (
    ICON,
    bar,
    check_cut_off,
    colour_icon,
    colour_tree,
    everything,
    menu,
    with_colour_icons,
)
from tests.places import DATA


def test_types_flags_and_states_have_the_numbers_of_files() -> None:
    assert [*map(int, ObType)] == [*range(20, 34)]
    assert [*map(int, ObFlag)] == [1 << bit for bit in range(9)]
    assert [*map(int, ObState)] == [1 << bit for bit in range(6)]


def test_everything_comes_back_and_what_was_shared_is_shared() -> None:
    resource = read_rsc(write_rsc(everything()))
    assert resource == everything()
    first, second, third = resource.trees
    assert first is third
    assert first[4].ob_spec is first[5].ob_spec is resource.tedinfos[1]
    assert second[2].ob_spec is resource.images[1] is resource.bitblks[0]


def test_room_of_an_editable_text_is_kept_in_the_file() -> None:
    resource = menu()
    ted = resource.trees[0][2].ob_spec
    assert isinstance(ted, TedInfo)
    ted.te_txtlen = 30
    data = write_rsc(resource)
    assert data.count(b"two" + bytes(27)) == 1


@pytest.mark.parametrize("resource", [menu(), everything()])
def test_a_resource_cut_off_anywhere_is_refused(resource: Resource) -> None:
    check_cut_off(read_rsc, write_rsc(resource))


def test_what_is_left_of_a_file_is_read_and_what_lacks_is_listed() -> None:
    data, errors = write_rsc(replace(everything(), sections=SECTIONS[::-1])), list[FormatError]()
    label = read_rsc(data[:-12], "cut", errors).trees[1][1].ob_spec
    assert isinstance(label, IconBlk)
    assert label.ib_ptext == "Icon"
    wanted = ["is cut off: 483 bytes of 495", "text of TEDINFO 0: no string ends", "text of ICONBLK 0: no string ends"]
    assert all(part in str(error) for part, error in zip(wanted, errors, strict=True))


def test_a_file_has_at_most_65535_bytes() -> None:
    resource = Resource(strings=["x" * 65494], sections=(*SECTIONS[1:], "strings"))
    assert len(write_rsc(resource)) == 0xFFFF
    resource.strings[0] += "x"
    with pytest.raises(FormatError, match="65536 bytes are more than a resource can have"):
        write_rsc(resource)


def test_offsets_past_the_end_are_named_with_their_object() -> None:
    data = bytearray(write_rsc(menu()))
    at = struct.unpack_from(">H", data, 2)[0] + 24 + 12
    data[at : at + 4] = (60000).to_bytes(4, "big")
    with pytest.raises(FormatError, match=r"m\.rsc: at byte 60000: object 1 of tree 0: no string ends"):
        read_rsc(bytes(data), "m.rsc")


@pytest.mark.parametrize(
    ("index", "link", "value", "reason"),
    [
        (1, "ob_next", 1, "object 1 of tree 0: the links lead to it twice"),
        (1, "ob_next", -1, "object 1 of tree 0: its ob_next is -1, though its parent is 0"),
        (1, "ob_next", 9, "object 1 of tree 0: ob_next is 9, the tree has 3 objects"),
        (2, "ob_next", 1, "object 1 of tree 0: the links lead to it twice"),
        (0, "ob_tail", 1, "object 0 of tree 0: its ob_tail is 1, its last child 2"),
        (0, "ob_next", 2, "object 0 of tree 0: the root's ob_next is 2"),
        (1, "ob_head", 1, "object 1 of tree 0: it is its own child"),
        (1, "ob_head", 0, "object 0 of tree 0: the links lead to it twice"),
    ],
)
def test_broken_links_are_named_with_their_object(index: int, link: str, value: int, reason: str) -> None:
    resource = menu()
    data = bytearray(write_rsc(resource))
    setattr(resource.trees[0][index], link, value)
    at = struct.unpack_from(">H", data, 2)[0] + 24 * index + 2 * ("ob_next", "ob_head", "ob_tail").index(link)
    data[at : at + 2] = struct.pack(">h", value)
    with pytest.raises(FormatError, match=reason):
        read_rsc(bytes(data))
    with pytest.raises(FormatError, match=reason):
        write_rsc(resource)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (Object(0, ob_spec="€", ob_type=ObType.G_STRING), "U\\+20AC"),
        (Object(0, ob_spec="a\0b", ob_type=ObType.G_STRING), "code 0"),
        (Object(0, ob_spec=UserBlk(lambda parm: 0), ob_type=ObType.G_USERDEF), "code of a program"),
        (Object(0, ob_spec=BitBlk(b"", 2, 2), ob_type=ObType.G_IMAGE), "bitmap has 0 bytes, its size says 4"),
        (Object(0, ob_x=70000), "object 2 of tree 0: a value does not fit"),
        (Object(0, ob_spec="x" * 70000, ob_type=ObType.G_STRING), "more than a resource can have"),
    ],
)
def test_what_a_file_cannot_hold_is_named(change: Object, reason: str) -> None:
    resource = menu()
    resource.trees[0][2] = change
    with pytest.raises(FormatError, match=reason):
        write_rsc(resource)
    with pytest.raises(FormatError, match="object 0 of tree 0: there is no root object"):
        write_rsc(Resource([[]]))


@pytest.mark.parametrize(
    ("raw", "cell", "pixels"),
    [(0x0002, 8, 16), (0x0301, 16, 19), (0xFF02, 8, 15), (0x8000, 8, 128), (0x8100, 8, -127), (0x0050, 8, 640)],
)
def test_coordinates_in_characters_and_pixels(raw: int, cell: int, pixels: int) -> None:
    assert char_to_pixel(raw, cell) == pixels


ARTWORK = load_artwork(DATA / "system")


def drawn(tree: Tree) -> list[int]:
    machine = Machine(ARTWORK)
    machine.gem().objc_draw(tree, 0, MAX_DEPTH, GRect(0, 0, 640, 400))
    return list(machine.screen.rows)


# ---- colour icons


def test_a_colour_icon_is_drawn_as_its_monochrome_form() -> None:
    other = replace(ICON, ib_ptext="Other", ib_pdata=ICON.ib_pmask)
    data = with_colour_icons(Resource([colour_tree(1)]), [colour_icon(other), colour_icon()])
    resource = read_rsc(data)
    assert resource.trees[0][1].ob_spec == CIconBlk(1, ICON)
    validate(resource, ARTWORK)
    for state in (ObState.NORMAL, ObState.SELECTED):
        tree = rsrc_load(resource).tree(0)
        tree[1].ob_state = state
        plain = copy.deepcopy(tree)
        plain[1].ob_type, plain[1].ob_spec = ObType.G_ICON, ICON
        assert drawn(tree) == drawn(plain)
    empty = rsrc_load(resource).tree(0)
    empty[1].ob_spec = None
    assert drawn(rsrc_load(resource).tree(0)) != drawn(empty)


def test_to_select_a_colour_icon_turns_its_picture_over_and_not_its_rectangle() -> None:
    tree = rsrc_load(read_rsc(with_colour_icons(Resource([colour_tree()]), [colour_icon()]))).tree(0)
    machine = Machine(ARTWORK)
    screen = GRect(0, 0, 640, 400)
    machine.gem().objc_draw(tree, 0, MAX_DEPTH, screen)
    machine.gem().objc_change(tree, 1, screen, ObState.SELECTED)
    assert list(machine.screen.rows) == drawn(tree)


@pytest.mark.parametrize("order", ["motorola", "intel"])
def test_colour_icons_stay_behind_the_resource_through_file_and_text(order: ByteOrder) -> None:
    resource = replace(menu(), order=order)
    resource.trees.append(colour_tree())
    data = with_colour_icons(resource, [colour_icon(sign=SIGNS[order])], SIGNS[order])
    resource = read_rsc(data)
    assert isinstance(resource.trees[-1][1].ob_spec, CIconBlk)
    assert write_rsc(resource) == data
    back = parse_rsc_text(rsc_text(resource))
    assert back == resource
    assert write_rsc(back) == data
    resource.strings.append("makes it longer")
    longer = read_rsc(write_rsc(resource))
    assert longer.trees == resource.trees
    assert longer.tail == resource.tail


def test_a_colour_icon_that_is_not_there_is_named() -> None:
    with pytest.raises(FormatError, match=r"object 1 of tree 0: there is no colour icon 1, there are 1"):
        read_rsc(with_colour_icons(Resource([colour_tree(1)]), [colour_icon()]))


def test_without_colour_icons_the_object_shows_nothing() -> None:
    tree = rsrc_load(read_rsc(write_rsc(Resource([colour_tree(7)])))).tree(0)
    validate(Resource([colour_tree(7)]), ARTWORK)
    empty = copy.deepcopy(tree)
    empty[1].ob_spec = None
    assert drawn(tree) == drawn(empty)


def test_a_file_cut_off_in_its_colour_icons_is_refused() -> None:
    data = with_colour_icons(Resource([colour_tree()]), [colour_icon()])
    plain = len(write_rsc(Resource([colour_tree()])))
    for size in range(plain + 8, len(data)):
        with pytest.raises(FormatError, match="reaches past the end of the file"):
            read_rsc(data[:size])


# ---- the order of bytes


def test_the_header_of_a_pcs_file_has_its_bytes_turned() -> None:
    data = write_rsc(replace(everything(), order="intel"))
    assert struct.unpack_from("<18H", data) == struct.unpack_from(">18H", write_rsc(everything()))


def test_the_words_of_a_pcs_bitmaps_are_turned() -> None:
    resource = Resource(images=[BitBlk(b"\x12\x34\x56\x78", 2, 2)], order="intel")
    data = write_rsc(resource)
    assert b"\x34\x12\x78\x56" in data
    assert read_rsc(data).images == resource.images


# ---- empty parts


@pytest.mark.parametrize("word", [2, 3, 4, 5, 7, 8, 9, 1])
def test_offsets_of_empty_tables_may_lie_behind_the_end(word: int) -> None:
    data = bytearray(write_rsc(Resource(strings=[] if word == 5 else ["one"])))
    struct.pack_into(">H", data, 2 * word, 0xFFF0)
    assert read_rsc(bytes(data)).trees == []


def test_offsets_of_empty_texts_and_bitmaps_may_lie_behind_the_end() -> None:
    tree = [Object(ob_type=ObType.G_TEXT, ob_spec=TedInfo("", te_txtlen=1, te_tmplen=1), ob_width=3, ob_height=1)]
    icon = IconBlk(b"", b"", "", ib_wicon=0, ib_hicon=0)
    data = bytearray(write_rsc(Resource([tree], iconblks=[icon], images=[BitBlk(b"", 0, 0)])))
    texts, icons, bits = struct.unpack_from(">3H", data, 4)
    for at in (texts, texts + 4, texts + 8, icons, icons + 4, bits):
        struct.pack_into(">L", data, at, 0xFFFFF0)
    resource = read_rsc(bytes(data))
    assert (resource.trees, resource.iconblks) == ([tree], [icon])
    struct.pack_into(">H", data, texts + 24, 5)
    with pytest.raises(FormatError, match="text of TEDINFO 0: no string ends in the file"):
        read_rsc(bytes(data))


# ---- bounds


def shared(count: int, size: int) -> bytes:
    """Return a file whose objects all share one string of the given length."""
    children = [Object(i + 1, -1, -1, ObType.G_STRING, ob_spec="") for i in range(1, count + 1)]
    children[-1].ob_next = 0
    children[0].ob_spec = "x" * size
    data = bytearray(write_rsc(Resource([[Object(-1, 1, count, ObType.G_BOX, ob_spec=BoxSpec()), *children]])))
    objects = struct.unpack_from(">H", data, 2)[0]
    first = data[objects + 24 + 12 : objects + 24 + 16]
    for number in range(2, count + 1):
        at = objects + 24 * number + 12
        data[at : at + 4] = first
    return bytes(data)


def test_what_structures_share_has_a_bound() -> None:
    assert len(rsc_text(read_rsc(shared(25, 10_000)))) > 250_000
    with pytest.raises(FormatError, match=f"object 27 of tree 0: more than {MAX_READ_BYTES} bytes of strings"):
        read_rsc(shared(1000, 10_000))


def chain(depth: int) -> Tree:
    tree = [Object(number - 1, number + 1, number + 1, ob_spec=BoxSpec()) for number in range(depth + 1)]
    tree[-1].ob_head = tree[-1].ob_tail = -1
    return tree


def test_a_tree_has_so_many_levels_and_no_more() -> None:
    resource = read_rsc(write_rsc(Resource([chain(structures.MAX_TREE_DEPTH)])))
    validate(resource, ARTWORK)
    with pytest.raises(
        FormatError, match=f"object 65 of tree 0: it lies more than {structures.MAX_TREE_DEPTH} levels deep"
    ):
        write_rsc(Resource([chain(structures.MAX_TREE_DEPTH + 1)]))


def test_a_menu_bar_has_so_many_titles_and_no_more() -> None:
    assert menu_fault(bar(MAX_TITLES).trees[0]) is None
    assert menu_fault(bar(MAX_TITLES + 1).trees[0]) == (1, f"a menu bar has room for {MAX_TITLES} titles, not 65")

"""Resource files as the Atari has them: what is in them comes back, and damage is named."""

import struct
from dataclasses import replace

import pytest

from gemport.gem.errors import FormatError
from gemport.gem.formats.objects import BitBlk, Object, ObType, TedInfo, UserBlk, char_to_pixel, width_to_pixel
from gemport.gem.formats.rsc import SECTIONS, Resource, read_rsc, write_rsc
from tests.gem.formats.resources import check_cut_off, everything, menu


def test_everything_comes_back_and_what_was_shared_is_shared() -> None:
    resource = read_rsc(write_rsc(everything()))
    assert resource == everything()
    first, second, third = resource.trees
    assert first is third
    assert first[4].ob_spec is first[5].ob_spec is resource.tedinfos[1]
    assert second[2].ob_spec is resource.images[1] is resource.bitblks[0]


def test_the_parts_of_a_file_stay_in_their_order() -> None:
    data = write_rsc(replace(everything(), sections=SECTIONS[::-1]))
    assert write_rsc(read_rsc(data)) == data


def test_structures_that_nobody_listed_are_written_too() -> None:
    resource = read_rsc(write_rsc(menu()))
    assert resource.trees == menu().trees
    assert resource.tedinfos == [menu().trees[0][2].ob_spec]


@pytest.mark.parametrize("resource", [Resource(), Resource(strings=["only"]), Resource(images=[BitBlk(b"ab", 2, 1)])])
def test_a_resource_may_have_no_trees(resource: Resource) -> None:
    again = read_rsc(write_rsc(resource))
    assert (again.trees, again.strings, again.images) == ([], resource.strings, resource.images)


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


@pytest.mark.parametrize("word", [3, 4, 5, 7, 8])
@pytest.mark.parametrize("offset", [0, 1, 0xFFFE, 0xFFFF])
def test_offsets_of_empty_parts_do_not_matter(word: int, offset: int) -> None:
    """Icons, images, free strings, bitmaps, free images: resource editors leave any offset there."""
    data = bytearray(write_rsc(menu()))
    struct.pack_into(">H", data, 2 * word, offset)
    resource = read_rsc(bytes(data))
    assert resource.trees == read_rsc(write_rsc(resource)).trees == menu().trees


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
        (0, "ob_head", -1, "object 0 of tree 0: it has an ob_tail but no ob_head"),
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


def test_a_tree_needs_a_root() -> None:
    with pytest.raises(FormatError, match="object 0 of tree 0: there is no root object"):
        write_rsc(Resource([[]]))


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


@pytest.mark.parametrize(
    ("raw", "cell", "pixels"),
    [(0x0002, 8, 16), (0x0301, 16, 19), (0xFF02, 8, 15), (0x8000, 8, 128), (0x8100, 8, -127), (0x0050, 8, 640)],
)
def test_coordinates_in_characters_and_pixels(raw: int, cell: int, pixels: int) -> None:
    assert char_to_pixel(raw, cell) == pixels


def test_a_width_of_80_characters_is_the_screen() -> None:
    assert [width_to_pixel(raw, 8, 1280) for raw in (80, 0x0150, 79)] == [1280, 1281, 632]

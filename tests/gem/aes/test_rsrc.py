"""A loaded resource has pixels, its own copies, and its parts by number; invalid resources are refused."""

from collections.abc import Callable

import pytest

from gemport.gem import FormatError, menu_entries, menu_fault, objc_delete, objc_order, parse_rsc_text, spec_of
from gemport.gem.aes.rsrc import LoadedResource, ResourceLibrary, RsrcError, RsrcType, rsrc_load, validate
from gemport.gem.formats.rsc import Resource, read_rsc, write_rsc
from gemport.gem.formats.structures import (
    BitBlk,
    BoxSpec,
    CIconBlk,
    IconBlk,
    ObFlag,
    Object,
    ObState,
    ObType,
    Spec,
    TedInfo,
)
from gemport.hosts.files import built_in_artwork


def resource() -> Resource:
    ted = TedInfo("@abc", "Nr. ____", "9")
    icon = IconBlk(b"\1" * 128, b"\2" * 128, "Disk")
    image = BitBlk(b"\3" * 4, 2, 2)
    first = [
        Object(-1, 1, 2, ObType.G_BOX, ob_spec=BoxSpec(), ob_x=0x0205, ob_y=0xFD03, ob_width=80, ob_height=0x8002),
        Object(2, ob_type=ObType.G_FTEXT, ob_spec=ted, ob_x=1, ob_y=1, ob_width=0x0150, ob_height=1),
        Object(0, ob_type=ObType.G_ICON, ob_spec=icon),
    ]
    second = [Object(ob_type=ObType.G_FTEXT, ob_spec=ted, ob_width=10)]
    return Resource([first, second, second], ["one", "two"], [image], 0, [ted], [icon], [image])


def library() -> tuple[ResourceLibrary, LoadedResource]:
    library = ResourceLibrary(640)
    return library, library.rsrc_load(resource())


@pytest.mark.parametrize("screen", [640, 1280])
def test_coordinates_become_pixels_and_eighty_characters_the_screens_width_once(screen: int) -> None:
    live = rsrc_load(resource(), screen)
    root = live.tree(0)[0]
    assert (root.ob_x, root.ob_y, root.ob_height) == (5 * 8 + 2, 3 * 16 - 3, 2 * 16 + 128)
    assert (root.ob_width, live.tree(0)[1].ob_width) == (screen, screen + 1)
    assert live.tree(1) is live.tree(2)
    assert live.tree(1)[0].ob_width == 80
    ted = live.tedinfos[0]
    assert (ted.te_txtlen, ted.te_tmplen) == (5, 9)


def test_a_resource_can_be_loaded_twice_and_what_the_file_shares_stays_shared() -> None:
    source = resource()
    one, two = rsrc_load(source), rsrc_load(source)
    one.tree(0)[0].ob_x = 99
    one.tedinfos[0].te_ptext = "changed"
    assert two.tree(0)[0].ob_x == 42
    assert two.tedinfos[0].te_ptext == "@abc"
    assert source == resource()
    assert one.tree(0)[1].ob_spec is one.tree(1)[0].ob_spec is one.tedinfos[0]
    assert one.tree(0)[2].ob_spec is one.iconblks[0]
    source.trees[0][2].ob_spec = CIconBlk(0, source.iconblks[0])
    icon = spec_of(rsrc_load(source).tree(0)[2], CIconBlk)
    assert (icon.mono, icon.mono is source.iconblks[0]) == (source.iconblks[0], False)


@pytest.mark.parametrize(
    ("kind", "index", "part"),
    [
        (RsrcType.R_STRING, 1, "two"),
        (RsrcType.R_FRSTR, 0, "one"),
        (RsrcType.R_TEPTEXT, 0, "@abc"),
        (RsrcType.R_TEPTMPLT, 0, "Nr. ____"),
        (RsrcType.R_TEPVALID, 0, "9"),
        (RsrcType.R_IBPMASK, 0, b"\1" * 128),
        (RsrcType.R_IBPDATA, 0, b"\2" * 128),
        (RsrcType.R_IBPTEXT, 0, "Disk"),
        (RsrcType.R_BIPDATA, 0, b"\3" * 4),
        (RsrcType.R_OBSPEC, 0, BoxSpec()),
    ],
)
def test_parts_are_found_by_type_and_number(kind: RsrcType, index: int, part: object) -> None:
    assert library()[0].rsrc_gaddr(kind, index) == part


def test_a_part_that_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(RsrcError, match="tree 3: the resource has 3 of them"):
        rsrc_load(resource()).tree(3)
    assert (library()[1].string(1), library()[1].image(0)) == ("two", resource().images[0])
    with pytest.raises(RsrcError, match="free string -1: the resource has 2 of them"):
        library()[0].rsrc_gaddr(RsrcType.R_STRING, -1)
    with pytest.raises(RsrcError, match="type 17"):
        library()[0].rsrc_gaddr(17, 0)


# ---- checks before use


SOUND = """tree 0 MENU
  0 G_IBOX at 0,0 size 80,25
    1 G_BOX at 0,0 size 80,1+2
      2 G_IBOX at 2,0 size 12,1+3
        3 G_TITLE at 0,0 size 6,1+3 " Desk "
        4 G_TITLE at 6,0 size 6,1+3 " File "
    5 G_IBOX at 0,1+3 size 80,19
      6 G_BOX at 2,0 size 20,8
        7 G_STRING at 0,0 size 20,1 "  About"
        8 G_STRING at 0,1 size 20,1 "  Accessory"
      9 G_BOX at 8,0 size 20,2
        10 G_STRING at 0,0 size 20,1 "  Open"
        11 G_STRING at 0,1 size 20,1 LASTOB "  Quit"

tree 1 DIALOG
  0 G_BOX at 0,0 size 20,9
    1 G_FTEXT at 1,1 size 5,1 EDITABLE tedinfo
          text "123"
          template "___"
          valid "999"
    2 G_IMAGE at 1,2 size 2,2 image
          size 2,2
          #.#.#.#.#.#.#.#.
          .#.#.#.#.#.#.#.#
    3 G_ICON at 1,3 size 4,1 icon
          size 16,1
          label "x"
          ...oooo+++####..
    4 G_BUTTON at 1,5 size 5,1 SELECTABLE EXIT LASTOB "OK"

free image
  size 2,1
  ################
"""


def sound() -> Resource:
    return parse_rsc_text(SOUND)


def spec(number: int, made: Spec) -> Callable[[Resource], None]:
    """Replace the spec of an object of the dialog."""

    def change(sound: Resource) -> None:
        sound.trees[1][number].ob_spec = made

    return change


def image(row_bytes: int, rows: int) -> Callable[[Resource], None]:
    return spec(2, BitBlk(bytes(max(row_bytes * rows, 0)), row_bytes, rows))


def icon(width: int, rows: int) -> Callable[[Resource], None]:
    data = bytes((width + 15) // 16 * 2 * rows)
    return spec(3, IconBlk(data, data, "", ib_wicon=width, ib_hicon=rows))


def put(tree: int, number: int, field: str, value: int) -> Callable[[Resource], None]:
    """Change a field of an object."""
    return lambda sound: setattr(sound.trees[tree][number], field, value)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (image(3, 2), "object 2 of tree 1: a row of its picture has 3 bytes, an odd number"),
        (image(2, 0), "object 2 of tree 1: its picture of 0 rows of 2 bytes is empty"),
        (image(0, 9), "object 2 of tree 1: its picture of 9 rows of 0 bytes is empty"),
        (icon(0, 8), "object 3 of tree 1: its picture of 8 rows of 0 bytes is empty"),
        (icon(16, 0), "object 3 of tree 1: its picture of 0 rows of 2 bytes is empty"),
        (put(1, 4, "ob_flags", ObFlag.EDITABLE), "object 4 of tree 1: it is EDITABLE, but has no TEDINFO"),
        (spec(2, BitBlk(bytes(3), 2, 2)), "object 2 of tree 1: its picture of 2 rows of 2 bytes has 3 bytes"),
        (spec(4, "x" * 1025), "object 4 of tree 1: its text of 1025 characters is too long"),
        (spec(1, TedInfo("x" * 1025)), "object 1 of tree 1: its text of 1025 characters is too long"),
        (spec(1, TedInfo("", "_" * 1025)), "object 1 of tree 1: its text of 1025 characters is too long"),
        (spec(3, IconBlk(bytes(2), bytes(2), "x" * 1025, ib_wicon=16, ib_hicon=1)), "object 3 of tree 1: its text"),
        (spec(1, TedInfo("", te_thickness=385)), "object 1 of tree 1: a border of 385 pixels is too thick"),
        (spec(1, TedInfo("", te_thickness=-129)), "object 1 of tree 1: a border of -129 pixels is too thick"),
        (spec(3, CIconBlk(0, IconBlk(b"", b"", "", ib_wicon=16, ib_hicon=1))), "object 3 of tree 1: its picture of 1"),
        (put(1, 4, "ob_type", ObType.G_ICON), "object 4 of tree 1: object 0: type 31 cannot show a str"),
        (put(1, 4, "ob_next", 1), "object 1 of tree 1: the links lead to it twice"),
        (
            lambda sound: setattr(sound.images[0], "bi_wb", 3),
            "free image 0: a row of its picture has 3 bytes, an odd number",
        ),
    ],
)
def test_what_cannot_be_shown_is_named_with_file_tree_and_object(
    change: Callable[[Resource], None], reason: str
) -> None:
    damaged = sound()
    change(damaged)
    with pytest.raises(FormatError) as error:
        validate(damaged, built_in_artwork(), "my.rsc")
    assert str(error.value).startswith(f"my.rsc: {reason}")


@pytest.mark.parametrize("made", ["x" * 1024, *(TedInfo("", te_thickness=pixels) for pixels in (-128, 128, 129, 384))])
def test_the_longest_text_and_the_thickest_borders_are_sound(made: Spec) -> None:
    good = sound()
    spec(4 if isinstance(made, str) else 1, made)(good)
    validate(good, built_in_artwork())


def test_an_object_off_the_screen_is_proved_too() -> None:
    """A program may move its tree, and then the object is on the screen."""
    damaged = sound()
    image(3, 2)(damaged)
    damaged.trees[1][2].ob_x, damaged.trees[1][2].ob_flags = 255, ObFlag.HIDETREE
    with pytest.raises(FormatError, match="object 2 of tree 1"):
        validate(damaged, built_in_artwork())


def test_a_shadowed_root_that_shows_nothing_can_be_centred() -> None:
    from gemport.gem.aes.machine import Machine

    gem = Machine(built_in_artwork()).gem()
    tree = rsrc_load(read_rsc(write_rsc(sound()))).tree(1)
    tree[0].ob_spec, tree[0].ob_state = None, ObState.SHADOWED
    assert gem.form_center(tree).w == 160


# ---- menus


def test_entries_of_a_menu_come_with_their_titles() -> None:
    menu = sound().trees[0]
    assert menu_fault(menu) is None
    assert menu_fault(sound().trees[1]) is not None
    assert list(menu_entries(menu)) == [(3, 7), (4, 10), (4, 11)]


def delete(*objects: int) -> Callable[[Resource], None]:
    def change(sound: Resource) -> None:
        for number in objects:
            objc_delete(sound.trees[0], number)

    return change


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (delete(5), (0, "a menu's root has two children, the bar and the menus, not 1")),
        (delete(3, 4), (1, "this menu bar has no titles")),
        (delete(2), (1, "this menu bar has no titles")),
        (delete(6), (5, "there are 1 menus for 2 titles")),
        (put(0, 4, "ob_type", ObType.G_STRING), (4, "it stands among the titles of a menu, but is not a G_TITLE")),
        (
            lambda sound: objc_order(sound.trees[0], 1, 1),
            (7, "it stands among the titles of a menu, but is not a G_TITLE"),
        ),
    ],
)
def test_what_is_no_menu_is_named_with_its_object(change: Callable[[Resource], None], fault: tuple[int, str]) -> None:
    damaged = sound()
    change(damaged)
    assert menu_fault(damaged.trees[0]) == fault

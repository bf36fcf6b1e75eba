"""A loaded resource has pixels, its own copies, and its parts by number."""

import pytest

from gemport.gem.aes.rsrc import LoadedResource, ResourceLibrary, RsrcError, RsrcType, rsrc_load
from gemport.gem.formats.objects import BitBlk, BoxSpec, IconBlk, Object, ObType, TedInfo
from gemport.gem.formats.rsc import Resource


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


def loaded() -> LoadedResource:
    return rsrc_load(resource())


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


def test_a_resource_can_be_loaded_twice() -> None:
    source = resource()
    one, two = rsrc_load(source), rsrc_load(source)
    one.tree(0)[0].ob_x = 99
    one.tedinfos[0].te_ptext = "changed"
    assert two.tree(0)[0].ob_x == 42
    assert two.tedinfos[0].te_ptext == "@abc"
    assert source == resource()


def test_what_the_file_shares_stays_shared() -> None:
    live = loaded()
    assert live.tree(0)[1].ob_spec is live.tree(1)[0].ob_spec is live.tedinfos[0]
    assert live.tree(0)[2].ob_spec is live.iconblks[0]


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


def test_structures_are_the_living_ones() -> None:
    calls, live = library()
    assert calls.rsrc_gaddr(RsrcType.R_TREE, 0) is live.trees[0]
    assert calls.rsrc_gaddr(RsrcType.R_OBJECT, 3) is live.trees[1][0]
    assert calls.rsrc_gaddr(RsrcType.R_ICONBLK, 0) is live.iconblks[0]
    assert calls.rsrc_gaddr(RsrcType.R_BITBLK, 0) is live.bitblks[0]
    assert calls.rsrc_gaddr(RsrcType.R_FRIMG, 0) is calls.rsrc_gaddr(RsrcType.R_IMAGEDATA, 0) is live.images[0]


def test_a_part_that_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(RsrcError, match="tree 3: the resource has 3 of them"):
        loaded().tree(3)
    with pytest.raises(RsrcError, match="free string -1: the resource has 2 of them"):
        library()[0].rsrc_gaddr(RsrcType.R_STRING, -1)
    with pytest.raises(RsrcError, match="type 17"):
        library()[0].rsrc_gaddr(17, 0)

"""Resources for the tests of their files: a simple one, one with everything, and files with colour icons."""

import struct
from collections.abc import Callable
from dataclasses import replace

import pytest

from gemport.gem import FormatError, Resource, parse_rsc_text, write_rsc
from gemport.gem.formats.rsc import EXTENDED_BIT
from gemport.gem.formats.structures import BitBlk, BoxSpec, IconBlk, ObFlag, Object, ObState, ObType, TedInfo

ICON = IconBlk(b"\xff\xff\x80\x01\xff\xff", b"\x00\x00\x7f\xfe\x00\x00", "Disk", 0x1041, 1, 2, 3, 4, 16, 3, 5, 6, 72, 8)


def everything() -> Resource:
    """Return a resource with every kind of content, including shared structures."""
    ted = TedInfo("abc", "N: ___", "aaa", te_color=0x11A1, te_just=2, te_fontid=5, te_txtlen=9, te_tmplen=7)
    icon = IconBlk(b"\xf0\x0f\x80\x01", b"\x60\x06\x00\x00", "Icon ü", 0x1041, 1, 2, 3, 4, 16, 2, 5, 6, 7, 8)
    bit = BitBlk(b"\x80\x00\x7f\xfe", 2, 2, 1, 0, 1)
    other = BitBlk(b"\xaa\xaa", 2, 1)
    tree = [
        Object(-1, 1, 3, ObType.G_BOX, ob_state=ObState.OUTLINED, ob_spec=BoxSpec(65, -2, 0x1142), ob_width=0xFF28),
        Object(2, -1, -1, ObType.G_BUTTON | 0x1200, ObFlag.EXIT | 0x800, ob_spec='"ä\\" '),
        Object(3, 4, 5, ObType.G_IBOX, ob_spec=BoxSpec(color=0), ob_x=0x8001),
        Object(0, -1, -1, ObType.G_USERDEF, ob_spec=0x12345678),
        Object(5, -1, -1, ObType.G_FTEXT, ob_spec=ted),
        Object(2, -1, -1, ObType.G_BOXTEXT, ObFlag.LASTOB, ob_state=ObState.NORMAL | 0x4000, ob_spec=ted),
    ]
    second = [
        Object(-1, 1, 2, ObType.G_STRING, ob_spec=None),
        Object(2, -1, -1, ObType.G_ICON, ob_spec=icon),
        Object(0, -1, -1, ObType.G_IMAGE, ObFlag.LASTOB, ob_spec=bit),
        Object(1, -1, 2, 40, ob_spec=1),
    ]
    resource = Resource([tree, second, tree], ["free", "", "frei ß"], [other, bit], 1)
    resource.tedinfos = [TedInfo("unused", te_txtlen=7, te_tmplen=1), ted]
    resource.iconblks, resource.bitblks = [icon], [bit, other]
    return resource


def menu() -> Resource:
    """Return a simple, typical resource."""
    tree = [
        Object(-1, 1, 2, ObType.G_BOX, ob_spec=BoxSpec(), ob_width=20, ob_height=5),
        Object(2, -1, -1, ObType.G_STRING, ob_spec="one"),
        Object(0, -1, -1, ObType.G_TEXT, ObFlag.LASTOB, ob_spec=TedInfo("two", te_txtlen=4, te_tmplen=1)),
    ]
    return Resource([tree])


def bar(titles: int, size: int = 4) -> Resource:
    """Return a resource with a menu tree of ``titles`` titles, each with an empty menu."""
    lines = [
        "tree 0",
        "  0 G_IBOX at 0,0 size 80,25",
        "    1 G_BOX at 0,0 size 80,1",
        "      2 G_IBOX at 0,0 size 80,1",
    ]
    lines += [f'        {3 + n} G_TITLE at {n},0 size 1,1 "x"' for n in range(titles)]
    lines += [f"    {3 + titles} G_IBOX at 0,1 size 80,255"]
    lines += [f"      {4 + titles + n} G_BOX at {n},0 size {size},{size}" for n in range(titles)]
    return parse_rsc_text("\n".join(lines))


def colour_tree(number: int = 0) -> list[Object]:
    """Return a box that contains the colour icon with this number."""
    return [
        Object(-1, 1, 1, ObType.G_BOX, ob_spec=BoxSpec(color=0x1101), ob_width=20, ob_height=5),
        Object(0, -1, -1, ObType.G_CICON, ob_spec=number, ob_x=1, ob_y=1, ob_width=9, ob_height=3),
    ]


def colour_icon(icon: IconBlk = ICON, planes: tuple[int, ...] = (4, 8), sign: str = ">") -> bytes:
    """Return the bytes of a colour icon; all colour forms but the first have separate pictures when selected."""
    words: tuple[int, ...] = (icon.ib_char, icon.ib_xchar, icon.ib_ychar, icon.ib_xicon, icon.ib_yicon, icon.ib_wicon)
    words += (icon.ib_hicon, icon.ib_xtext, icon.ib_ytext, icon.ib_wtext, icon.ib_htext)
    data = struct.pack(f"{sign}3LH10hL", 0, 0, 0, *words, len(planes))
    data += icon.ib_pdata + icon.ib_pmask + icon.ib_ptext.encode().ljust(12, b"\0")
    size = len(icon.ib_pdata)
    for form, depth in enumerate(planes):
        data += struct.pack(f"{sign}H5L", depth, 0, 0, form, 0, 1)
        data += bytes(range(size)) * (depth + 1) * (2 if form else 1)
    return data


def with_colour_icons(resource: Resource, icons: list[bytes], sign: str = ">") -> bytes:
    """Return the file of a resource followed by these icons."""
    plain = write_rsc(replace(resource, version=resource.version | EXTENDED_BIT, tail=b""))
    icons_at = len(plain) + 12
    table = struct.pack(f"{sign}{len(icons) + 1}L", *[0] * len(icons), 0xFFFFFFFF)
    body = table + b"".join(icons)
    return plain + struct.pack(f"{sign}3L", icons_at + len(body), icons_at, 0) + body


def check_cut_off(read: Callable[[bytes, str], object], data: bytes, sizes: range | None = None) -> None:
    """Check that a truncated file is rejected by name, wherever it ends."""
    for size in range(len(data)) if sizes is None else sizes:
        with pytest.raises(FormatError, match=r"^cut: [^\n]*$"):
            read(data[:size], "cut")

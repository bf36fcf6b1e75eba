"""Resource files of kinds that the project itself does not write: with colour icons, and of GEM on a PC."""

from __future__ import annotations

import struct
from dataclasses import replace

from gemport.gem.formats.objects import BoxSpec, IconBlk, Object, ObType, RawSpec
from gemport.gem.formats.rsc import EXTENDED, Resource, write_rsc

ICON = IconBlk(b"\xff\xff\x80\x01\xff\xff", b"\x00\x00\x7f\xfe\x00\x00", "Disk", 0x1041, 1, 2, 3, 4, 16, 3, 5, 6, 72, 8)


def colour_tree(number: int = 0) -> list[Object]:
    """A box with a colour icon of a number in it."""
    return [
        Object(-1, 1, 1, ObType.G_BOX, ob_spec=BoxSpec(color=0x1101), ob_width=20, ob_height=5),
        Object(0, -1, -1, ObType.G_CICON, ob_spec=RawSpec(number), ob_x=1, ob_y=1, ob_width=9, ob_height=3),
    ]


def colour_icon(icon: IconBlk = ICON, planes: tuple[int, ...] = (4, 8), sign: str = ">") -> bytes:
    """The bytes of one: the second colour form and later ones have pictures of their own for the selected state."""
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
    """The file of a resource with these icons behind it."""
    plain = write_rsc(replace(resource, version=resource.version | EXTENDED, tail=b""))
    icons_at = len(plain) + 12
    table = struct.pack(f"{sign}{len(icons) + 1}L", *[0] * len(icons), 0xFFFFFFFF)
    body = table + b"".join(icons)
    return plain + struct.pack(f"{sign}3L", icons_at + len(body), icons_at, 0) + body

"""Icons for the host's menus: pictures in one bit, and where one sees through them, as PNG files."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from gemport.gem.formats.objects import IconBlk

_INK, _PAPER, _NOTHING = b"\x00\x00\x00\xff", b"\xff\xff\xff\xff", b"\x00\x00\x00\x00"


def icon_png(pixels: bytes, size: int, scale: int) -> bytes:
    """A PNG of ``size`` x ``size`` pixels (red, green, blue, opacity, a byte each), each a square of ``scale``."""
    image = Image.frombytes("RGBA", (size, size), pixels)
    out = BytesIO()
    image.resize((size * scale, size * scale), Image.Resampling.NEAREST).save(out, "PNG", optimize=True)
    return out.getvalue()


def icon_pixels(icon: IconBlk) -> bytes:
    """A GEM icon's picture as icon_png takes it: where the mask has no bit one sees through."""
    data, mask = int.from_bytes(icon.ib_pdata, "big"), int.from_bytes(icon.ib_pmask, "big")
    places = range(icon.ib_wicon * icon.ib_hicon - 1, -1, -1)
    return b"".join(_NOTHING if not mask >> at & 1 else _INK if data >> at & 1 else _PAPER for at in places)

"""Picture files made with Pillow: rasters, animated GIFs of one-bit screens, icons for the host's menus."""

import struct
from collections.abc import Iterable
from io import BytesIO
from itertools import groupby
from typing import BinaryIO

from PIL import GifImagePlugin, Image, ImageChops

from gemport.gem import IconBlk, Raster


def to_image(raster: Raster) -> Image.Image:
    """Return the raster as a picture with one bit per pixel, black for ink."""
    # White is 1 in Pillow: "1;I" inverts the bits.
    image = Image.frombytes("1", (raster.stride, raster.height), raster.to_bytes(), "raw", "1;I")
    return image.crop((0, 0, raster.width, raster.height))


_INK_AND_PAPER = bytes((0, 0, 0, 255, 255, 255))
_ONE_BIT_TABLE = 0x80  # the flags of a global colour table with two colours
_REPEAT_FOR_EVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
_MIN_FRAME_MS = 20  # players replace shorter durations


def write_gif(out: BinaryIO, width: int, height: int, frames: Iterable[tuple[Raster, float]]) -> None:
    """Write an endless animation of rasters, each with its duration in milliseconds (at least 20).

    Only the changed part of each frame is written; an unchanged frame extends the previous frame. The stream stays
    open.
    """
    out.write(b"GIF89a" + struct.pack("<HHBBB", width, height, _ONE_BIT_TABLE, 0, 0))
    out.write(_INK_AND_PAPER + _REPEAT_FOR_EVER)
    before: Image.Image | None = None
    images = ((to_image(raster), ms) for raster, ms in frames)
    for _, alike in groupby(images, key=lambda frame: frame[0].tobytes()):
        group = list(alike)
        image, duration = group[0][0], max(round(sum(ms for _, ms in group)), _MIN_FRAME_MS)
        box = None if before is None else ImageChops.logical_xor(image, before).getbbox()
        corner, part = ((0, 0), image) if box is None else (box[:2], image.crop(box))
        # Indices of the colours in the table, for pixels.
        part = part.convert("L").point([0] + [1] * 255)
        part.putpalette(_INK_AND_PAPER)
        for data in GifImagePlugin.getdata(part, corner, duration=duration, include_color_table=False):
            out.write(data)
        before = image
    out.write(b";")


_INK, _PAPER, _NOTHING = b"\x00\x00\x00\xff", b"\xff\xff\xff\xff", b"\x00\x00\x00\x00"


def icon_png(pixels: bytes, size: int, scale: int) -> bytes:
    """Return a PNG of ``size`` x ``size`` RGBA pixels, each enlarged to a square of ``scale`` pixels."""
    image = Image.frombytes("RGBA", (size, size), pixels)
    out = BytesIO()
    image.resize((size * scale, size * scale), Image.Resampling.NEAREST).save(out, "PNG", optimize=True)
    return out.getvalue()


def icon_pixels(icon: IconBlk) -> bytes:
    """Return the RGBA pixels of a GEM icon for icon_png; pixels outside the mask are transparent."""
    data, mask = int.from_bytes(icon.ib_pdata, "big"), int.from_bytes(icon.ib_pmask, "big")
    places = range(icon.ib_wicon * icon.ib_hicon - 1, -1, -1)
    return b"".join(_NOTHING if not mask >> at & 1 else _INK if data >> at & 1 else _PAPER for at in places)

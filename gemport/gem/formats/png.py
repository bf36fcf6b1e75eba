"""Black-and-white PNG pictures: a set bit (ink) is a black pixel. Only reading needs Pillow."""

from __future__ import annotations

import struct
import warnings
import zlib
from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from gemport.gem.errors import FormatError
from gemport.gem.formats.img import Bitmap

if TYPE_CHECKING:
    from PIL import Image

MAX_PICTURE_SIZE = 64 << 20
"""Maximum size of a picture file in bytes."""
MAX_SIDE = 8192  # maximum width and height of a picture in pixels, as for the screen
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_BEGIN = _SIGNATURE + b"\0\0\0\rIHDR"
_END = b"IEND\xaeB`\x82"


def read_png(data: bytes, name: str = "picture") -> Bitmap:
    """Read a PNG of any kind: dark pixels become black, light and transparent pixels white.

    Raises FormatError if the file is damaged, or before decoding any pixels if a side exceeds MAX_SIDE.
    """
    grey = read_greys(data, name)
    width, height = grey.size
    ink = grey.point([1] * 128 + [0] * 128, "1").tobytes()
    size = (width + 7) // 8
    rows = (int.from_bytes(ink[at : at + size], "big") >> (-width % 8) for at in range(0, len(ink), size))
    return Bitmap(width, height, tuple(rows))


def read_greys(data: bytes, name: str = "picture", least: tuple[int, int] = (1, 1)) -> Image.Image:
    """Read a PNG of any kind as greys; transparent pixels become white. ``least`` is the minimum size in pixels.

    Raises FormatError if the file is damaged, or before decoding any pixels if the size is not from ``least`` to
    MAX_SIDE.
    """
    if not data.startswith(_BEGIN) or len(data) < len(_BEGIN) + 8:
        raise FormatError(name, "not a PNG picture that can be read")
    width, height = struct.unpack_from(">2L", data, len(_BEGIN))
    # Check the size before decoding: a small file may unpack to gigabytes.
    if not (least[0] <= width <= MAX_SIDE and least[1] <= height <= MAX_SIDE):
        sizes = f"from {least[0]}x{least[1]} to {MAX_SIDE}x{MAX_SIDE}"
        raise FormatError(name, f"a picture of {width}x{height}: it may have {sizes} pixels", at=len(_BEGIN))
    # Imported here: the browser has no Pillow, and writing does not need it.
    from PIL import Image, UnidentifiedImageError

    try:
        # Pillow still reads pictures that it warns about.
        with warnings.catch_warnings(action="ignore"), Image.open(BytesIO(data), formats=("PNG",)) as image:
            if image.size != (width, height):
                raise FormatError(name, "a PNG picture of two sizes")
            image.load()
            if image.mode in ("1", "L", "P", "RGB") and "transparency" not in image.info:
                grey = image.convert("L")
            else:
                rgba = image.convert("RGBA")
                grey = Image.new("L", rgba.size, 255)
                grey.paste(rgba.convert("L"), mask=rgba.getchannel("A"))
    except FormatError:
        raise
    except UnidentifiedImageError:
        raise FormatError(name, "not a PNG picture that can be read") from None
    except (OSError, SyntaxError, ValueError, EOFError, struct.error, zlib.error) as error:
        raise FormatError(name, f"not a PNG picture that can be read: {error}".splitlines()[0]) from None
    if _END not in data:
        raise FormatError(name, "the picture is cut off", at=len(data))
    return grey


def write_png(width: int, height: int, rows: Sequence[int]) -> bytes:
    """Return a PNG with one bit per pixel. ``rows`` are integers of ``width`` bits, leftmost pixel highest, 1 = black.

    Raises FormatError if the rows do not match the size.
    """
    if len(rows) != height or any(row < 0 or row >> width for row in rows):
        raise FormatError("picture", f"the rows are not those of a picture of {width}x{height}")
    size, pad = (width + 7) // 8, -width % 8
    paper = (1 << width) - 1
    # Each line starts with its filter type, 0.
    lines = b"".join(b"\0" + ((row ^ paper) << pad).to_bytes(size, "big") for row in rows)
    header = struct.pack(">LLBBBBB", width, height, 1, 0, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
    return _SIGNATURE + b"".join(
        struct.pack(">L", len(data)) + kind + data + struct.pack(">L", zlib.crc32(kind + data)) for kind, data in chunks
    )

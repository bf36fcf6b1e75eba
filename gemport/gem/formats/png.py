"""Black-and-white PNG pictures: a set bit (ink) is a black pixel. Only reading needs Pillow; JPEG can also be read."""

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
_JPEG = b"\xff\xd8\xff"


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
    """Read a PNG or JPEG as greys; transparent pixels become white. ``least`` is the minimum size in pixels.

    Raises FormatError if the file is damaged, or before decoding any pixels if the size is not from ``least`` to
    MAX_SIDE.
    """
    kind = "JPEG" if data.startswith(_JPEG) else "PNG"
    if kind == "PNG":
        if not data.startswith(_BEGIN) or len(data) < len(_BEGIN) + 8:
            raise FormatError(name, "not a PNG or JPEG picture that can be read")
        # Check the size before Pillow opens the file, which refuses very large sizes in its own words.
        _check_size(struct.unpack_from(">2L", data, len(_BEGIN)), least, name)
    # Imported here: the browser has no Pillow, and writing does not need it.
    from PIL import Image, UnidentifiedImageError

    try:
        # Pillow still reads pictures that it warns about.
        with warnings.catch_warnings(action="ignore"), Image.open(BytesIO(data), formats=(kind,)) as image:
            # A file may state two sizes.
            _check_size(image.size, least, name)
            image.load()
            if image.mode in ("1", "L", "P", "RGB", "CMYK") and "transparency" not in image.info:
                grey = image.convert("L")
            else:
                rgba = image.convert("RGBA")
                grey = Image.new("L", rgba.size, 255)
                grey.paste(rgba.convert("L"), mask=rgba.getchannel("A"))
    except FormatError:
        raise
    except UnidentifiedImageError:
        raise FormatError(name, f"not a {kind} picture that can be read") from None
    except Image.DecompressionBombError:
        raise FormatError(name, f"a picture with a side over {MAX_SIDE} pixels") from None
    except (OSError, SyntaxError, ValueError, EOFError, struct.error, zlib.error) as error:
        raise FormatError(name, f"not a {kind} picture that can be read: {error}".splitlines()[0]) from None
    if kind == "PNG" and _END not in data:
        raise FormatError(name, "the picture is cut off", at=len(data))
    return grey


def _check_size(size: tuple[int, ...], least: tuple[int, int], name: str) -> None:
    width, height = size
    if not (least[0] <= width <= MAX_SIDE and least[1] <= height <= MAX_SIDE):
        sizes = f"from {least[0]}x{least[1]} to {MAX_SIDE}x{MAX_SIDE}"
        raise FormatError(name, f"a picture of {width}x{height}: it may have {sizes} pixels", at=len(_BEGIN))


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

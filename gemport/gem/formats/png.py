"""PNG pictures in black and white (through Pillow): ink is 1 here, black in the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from PIL import Image

from gemport.gem.errors import FormatError

_END = b"IEND\xaeB`\x82"
_WHITE = 255


@dataclass(frozen=True)
class Picture:
    """Rows from the top, integers of ``width`` bits, leftmost pixel highest, 1 = black."""

    width: int
    height: int
    rows: tuple[int, ...]


def read_png(data: bytes, name: str = "picture") -> Picture:
    """Read a PNG of any kind: dark pixels are black, light and transparent ones white. Raises FormatError."""
    try:
        with Image.open(BytesIO(data), formats=("PNG",)) as image:
            image.load()
            grey = _on_white(image)
    except (OSError, SyntaxError, ValueError, EOFError, Image.DecompressionBombError) as error:
        raise FormatError(name, f"not a PNG picture that can be read: {error}".splitlines()[0]) from None
    if _END not in data:
        raise FormatError(name, "the picture is cut off", at=len(data))
    ink = grey.point([1] * 128 + [0] * 128, "1").tobytes()
    size = (grey.width + 7) // 8
    rows = (int.from_bytes(ink[at : at + size], "big") >> (-grey.width % 8) for at in range(0, len(ink), size))
    return Picture(grey.width, grey.height, tuple(rows))


def write_png(width: int, height: int, rows: Sequence[int]) -> bytes:
    """A PNG of one bit a pixel. ``rows`` are integers of ``width`` bits, leftmost pixel highest, 1 = black."""
    if len(rows) != height or any(row < 0 or row >> width for row in rows):
        raise FormatError("picture", f"the rows are not those of a picture of {width}x{height}")
    size, pad = (width + 7) // 8, -width % 8
    paper = (1 << width) - 1
    data = b"".join(((row ^ paper) << pad).to_bytes(size, "big") for row in rows)
    out = BytesIO()
    Image.frombytes("1", (width, height), data).save(out, "PNG")
    return out.getvalue()


def _on_white(image: Image.Image) -> Image.Image:
    """The picture in greys, on white paper where it is transparent."""
    if image.mode in ("1", "L") and "transparency" not in image.info:
        return image.convert("L")
    seen = image.convert("RGBA")
    paper = Image.new("RGBA", seen.size, (_WHITE, _WHITE, _WHITE, 255))
    return Image.alpha_composite(paper, seen).convert("L")

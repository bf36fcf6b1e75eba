"""Icons of resource editors, .ICN: the text of a definition in C (docs/machine.md 4.5)."""

import re

from gemport.gem.errors import FormatError
from gemport.gem.formats.img import Bitmap

_NUMBER = r"(?:0[xX][0-9A-Fa-f]+|[0-9]+)"
_SIZE = r"#define\s+\w*_{}\s+(" + _NUMBER + ")"


def read_icn(data: bytes, name: str = "icon") -> Bitmap:
    """Read an icon's picture, and ignore a mask that follows it. Raises FormatError."""
    text = data.decode("latin-1")
    sizes = [re.search(_SIZE.format(side), text) for side in "WH"]
    words = re.findall(_NUMBER, text.partition("{")[2].partition("}")[0])
    if not all(sizes) or not words:
        raise FormatError(
            name, "not an icon: the definitions of its width (.._W) and height (.._H), or words in { }, are missing"
        )
    width, height = (_number(size[1]) for size in sizes if size)
    line = (width + 15) // 16
    if not width or not height or len(words) < line * height:
        raise FormatError(name, f"{len(words)} words are too few for an icon of {width}x{height}")
    try:
        bits = b"".join(_number(word).to_bytes(2, "big") for word in words[: line * height])
    except OverflowError:
        raise FormatError(name, "a number of the icon is larger than a word") from None
    size = 2 * line
    rows = (int.from_bytes(bits[at : at + size], "big") >> (8 * size - width) for at in range(0, len(bits), size))
    return Bitmap(width, height, tuple(rows))


def _number(text: str) -> int:
    return int(text, 16 if text[:2] in ("0x", "0X") else 10)

"""The one-bit raster: a form with its memory, one Python integer a scan line."""

from __future__ import annotations

from collections.abc import Sequence


class Raster:
    """A form of ``width`` x ``height`` pixels, 1 = black, origin at the top left.

    A scan line is one integer of ``stride`` bits (``width`` rounded up to whole 16-bit words);
    pixel x is bit ``stride - 1 - x``, so whole lines move by one shift. Bits right of ``width`` stay 0.
    ``version`` grows with every change, so that a host sees at once whether there is something new.
    """

    __slots__ = ("height", "rows", "stride", "version", "width")

    def __init__(self, width: int, height: int, rows: Sequence[int] | None = None) -> None:
        if width <= 0 or height <= 0:
            raise ValueError(f"a raster needs a size, not {width}x{height}")
        self.width = width
        self.height = height
        self.stride = (width + 15) // 16 * 16
        self.rows: list[int] = [0] * height if rows is None else list(rows)
        if len(self.rows) != height:
            raise ValueError(f"{len(self.rows)} rows for a raster {height} high")
        self.version = 0

    @classmethod
    def from_bytes(cls, width: int, height: int, data: bytes) -> Raster:
        """Read ``height`` rows of whole words, most significant bit leftmost (a GEM form, standard format)."""
        size = (width + 15) // 16 * 2
        if len(data) < size * height:
            raise ValueError(f"{len(data)} bytes are too few for a form of {width}x{height}")
        raster = cls(width, height)
        keep = ((1 << width) - 1) << (raster.stride - width)
        raster.rows = [int.from_bytes(data[y * size : (y + 1) * size], "big") & keep for y in range(height)]
        return raster

    def to_bytes(self) -> bytes:
        """All rows one after the other, whole words, most significant bit leftmost."""
        size = self.stride // 8
        return b"".join(row.to_bytes(size, "big") for row in self.rows)

    def copy(self) -> Raster:
        """A raster of its own with the same pixels."""
        return Raster(self.width, self.height, self.rows)

    def get_pixel(self, x: int, y: int) -> int:
        """0 or 1; 0 outside the raster."""
        if 0 <= x < self.width and 0 <= y < self.height:
            return self.rows[y] >> (self.stride - 1 - x) & 1
        return 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Raster):
            return NotImplemented
        return (self.width, self.height, self.rows) == (other.width, other.height, other.rows)

    __hash__ = None  # type: ignore[assignment]

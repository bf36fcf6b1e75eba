"""Comparing a raster with a reference picture, and showing the differences."""

from pathlib import Path

from PIL import Image, ImageChops

from gemport.gem.vdi.raster import Raster

RESULTS = Path(__file__).resolve().parents[2] / "test-results"
"""Folder for pictures of failures, outside the repository."""
_GAP = 8


def read_picture(path: Path) -> Raster:
    """Read a one-bit PNG as a raster: black pixels are set bits."""
    with Image.open(path) as image:
        mono = image.convert("1")
    full = (1 << mono.width) - 1
    size = (mono.width + 7) // 8
    data = mono.tobytes()
    pad = (mono.width + 15) // 16 * 16 - mono.width
    rows = []
    for y in range(mono.height):
        white = int.from_bytes(data[y * size : (y + 1) * size], "big") >> (size * 8 - mono.width)
        rows.append((white ^ full) << pad)
    return Raster(mono.width, mono.height, rows)


def picture(raster: Raster) -> Image.Image:
    image = Image.frombytes("1", (raster.stride, raster.height), raster.to_bytes())
    return image.crop((0, 0, raster.width, raster.height)).point(lambda value: 255 - value)


def compare(actual: Raster, expected_png: Path, out_dir: Path, title: str) -> None:
    """Raise AssertionError unless raster and picture are equal.

    The message has the number of differing pixels and their bounding box. Actual picture, expected picture and
    difference (red: only in actual, blue: only in expected) are saved side by side as ``out_dir``/``title``.png.
    """
    expected = read_picture(expected_png)
    if (actual.width, actual.height) != (expected.width, expected.height):
        raise AssertionError(
            f"{title}: {actual.width}x{actual.height} pixels instead of {expected.width}x{expected.height}"
        )
    count = sum((a ^ b).bit_count() for a, b in zip(actual.rows, expected.rows, strict=True))
    if not count:
        return
    box = ImageChops.difference(picture(actual), picture(expected)).getbbox()
    target = out_dir / f"{title.removesuffix('.png').replace('/', '_')}.png"
    target.parent.mkdir(parents=True, exist_ok=True)
    _side_by_side(actual, expected).save(target)
    total = actual.width * actual.height
    raise AssertionError(f"{title}: {count} of {total} pixels differ, all in {box} (x1, y1, x2, y2); see {target}")


def keep(actual: Raster, expected_png: Path | None, out_dir: Path, title: str) -> str:
    """Save a raster that differs from the recording as a picture, next to the recorded picture if there is one.

    Returns a line with the difference.
    """
    if expected_png is None or not expected_png.exists():
        out_dir.mkdir(parents=True, exist_ok=True)
        picture(actual).save(out_dir / title)
        return f"another picture; see {out_dir / title}"
    try:
        compare(actual, expected_png, out_dir, title)
    except AssertionError as error:
        return str(error)
    return "the picture is the same, its digest is not"


def _side_by_side(actual: Raster, expected: Raster) -> Image.Image:
    width, height = actual.width, actual.height
    sheet = Image.new("RGB", (3 * width + 2 * _GAP, height), (128, 128, 128))
    sheet.paste(picture(actual).convert("RGB"), (0, 0))
    sheet.paste(picture(expected).convert("RGB"), (width + _GAP, 0))
    pairs = list(zip(actual.rows, expected.rows, strict=True))
    extra = picture(Raster(width, height, [a & ~b for a, b in pairs])).convert("L")
    missing = picture(Raster(width, height, [b & ~a for a, b in pairs])).convert("L")
    same = ImageChops.darker(extra, missing)
    sheet.paste(Image.merge("RGB", (missing, same, extra)), (2 * (width + _GAP), 0))
    return sheet

"""The comparison of pictures detects and shows a single pixel."""

from pathlib import Path

import pytest
from PIL import Image

from gemport.gem.vdi.raster import Raster
from tests.conformance.report import compare, keep, picture, read_picture

SAMPLE = Raster(21, 4, [0x80000000, 0x00000800, 0x12345000, 0])


def saved(folder: Path) -> Path:
    path = folder / "expected.png"
    picture(SAMPLE).save(path)
    return path


def test_a_saved_picture_is_read_back(tmp_path: Path) -> None:
    assert read_picture(saved(tmp_path)) == SAMPLE


def test_equal_pictures_pass_and_write_nothing(tmp_path: Path) -> None:
    compare(SAMPLE.copy(), saved(tmp_path), tmp_path / "out", "d/same.png")
    assert not (tmp_path / "out").exists()


def test_a_difference_is_counted_placed_and_shown(tmp_path: Path) -> None:
    actual = SAMPLE.copy()
    actual.rows[1] ^= 0b11 << 20
    actual.rows[3] ^= 1 << 11
    with pytest.raises(AssertionError, match=r"d/x: 3 of 84 pixels differ, all in \(10, 1, 21, 4\)"):
        compare(actual, saved(tmp_path), tmp_path / "out", "d/x")
    with Image.open(tmp_path / "out" / "d_x.png") as sheet:
        assert sheet.size == (3 * 21 + 16, 4)
        assert sheet.getpixel((2 * (21 + 8) + 10, 1)) == (255, 0, 0)
        assert sheet.getpixel((2 * (21 + 8), 0)) == (255, 255, 255)


def test_another_size_is_named(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="8x4 pixels instead of 21x4"):
        compare(Raster(8, 4), saved(tmp_path), tmp_path, "x")


def test_a_picture_is_kept_beside_the_recorded_one_or_alone(tmp_path: Path) -> None:
    actual = SAMPLE.copy()
    actual.rows[0] ^= 1 << 20
    assert "1 of 84 pixels differ" in keep(actual, saved(tmp_path), tmp_path / "out", "beside.png")
    assert keep(actual, None, tmp_path / "out", "alone.png") == f"another picture; see {tmp_path / 'out' / 'alone.png'}"
    assert read_picture(tmp_path / "out" / "alone.png") == actual
    assert keep(SAMPLE, saved(tmp_path), tmp_path, "same.png") == "the picture is the same, its digest is not"

"""Picture files made with Pillow, read again with Pillow, and the window's icon."""

from io import BytesIO

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from gemport.gem import IconBlk, Raster
from gemport.hosts.desktop.icon import SIZE, SMALL, Icon
from gemport.hosts.pictures import icon_pixels, icon_png, to_image, write_gif


def raster(rows: list[int]) -> Raster:
    picture = Raster(40, len(rows))
    picture.rows[:] = [row << (picture.stride - 40) for row in rows]
    return picture


@given(
    st.lists(st.tuples(st.lists(st.integers(0, (1 << 40) - 1), min_size=8, max_size=8), st.integers(1, 90))).filter(len)
)
def test_a_gif_shows_each_different_frame_for_its_time(frames: list[tuple[list[int], int]]) -> None:
    expected: list[tuple[list[int], int]] = []
    for rows, ms in frames:
        if expected and expected[-1][0] == rows:
            expected[-1] = (rows, expected[-1][1] + ms)
        else:
            expected.append((rows, ms))
    out = BytesIO()
    write_gif(out, 40, 8, [(raster(rows), ms) for rows, ms in frames])
    shown = []
    with Image.open(BytesIO(out.getvalue())) as picture:
        assert (picture.size, picture.info["loop"]) == ((40, 8), 0)
        for number in range(getattr(picture, "n_frames", 1)):
            picture.seek(number)
            shown.append((picture.convert("1").tobytes(), picture.info["duration"]))
    # Durations are whole hundredths of a second, at least two.
    assert shown == [(to_image(raster(rows)).tobytes(), max(ms // 10, 2) * 10) for rows, ms in expected]


def test_an_icon_is_enlarged_and_transparent_outside_its_mask() -> None:
    pixels = icon_pixels(IconBlk(ib_pdata=b"\x80\0\0\0", ib_pmask=b"\xc0\0\0\x01", ib_wicon=16, ib_hicon=2))
    ink, paper, nothing = b"\0\0\0\xff", b"\xff" * 4, bytes(4)
    assert pixels == ink + paper + nothing * 14 + nothing * 15 + paper
    with Image.open(BytesIO(icon_png((ink + paper + nothing + ink), 2, 3))) as picture:
        assert picture.size == (6, 6)
        corners = [picture.getpixel(at) for at in ((2, 2), (3, 2), (2, 3), (3, 3))]
    assert corners == [(0, 0, 0, 255), (255,) * 4, (0,) * 4, (0, 0, 0, 255)]


def test_the_windows_icon_is_given_as_the_system_reads_it() -> None:
    for icon, size in ((Icon(), SIZE), (Icon(small=True), SMALL)):
        rows = icon.get_data("RGBA", -4 * size)
        assert (icon.width, icon.height, len(rows)) == (size, size, 4 * size * size)
        turned = [rows[at : at + 4 * size] for at in range(0, len(rows), 4 * size)][::-1]
        assert icon.get_image_data().get_data("RGBA", 4 * size) == b"".join(turned)
        with Image.frombytes("RGBA", (size, size), rows) as picture:
            reds, _, _, alphas = (band.tobytes() for band in picture.split())
            assert icon.get_data("AR", -1) == bytes(value for pair in zip(alphas, reds, strict=True) for value in pair)
            assert picture.getcolors() is not None
            assert len(picture.getcolors() or ()) == 3

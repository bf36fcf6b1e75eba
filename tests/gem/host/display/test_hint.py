"""The line of text over the picture."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gemport.gem.formats.fnt import read_fnt
from gemport.gem.host.display.hint import hint_box, hint_picture
from tests.places import DATA

FONT = read_fnt((DATA / "system/8x16.fnt").read_bytes())


def test_a_hint_is_a_text_in_a_double_frame() -> None:
    picture = hint_picture("Alt", FONT)
    rows = [f"{row >> (picture.stride - picture.width):0{picture.width}b}" for row in picture.rows]
    width = 3 * 8 + 2 * 8 + 2 * 3
    assert (picture.width, picture.height) == (width, 16 + 2 * 6)
    assert rows[:3] == ["1" * width, "1" + "0" * (width - 2) + "1", "10" + "1" * (width - 4) + "01"]
    assert rows[3] == rows[-4] == "101" + "0" * (width - 6) + "101"
    assert rows == [*rows[:6], *rows[6:-6], *reversed(rows[:6])]
    text = [int(row[11:-11], 2) for row in rows[6:-6]]
    letters = [FONT.glyph(ord(letter)).rows for letter in "Alt"]
    assert text == [first << 16 | second << 8 | third for first, second, third in zip(*letters, strict=True)]


@given(st.tuples(st.integers(640, 4000), st.integers(400, 3000)), st.integers(100, 8000))
def test_a_hint_lies_in_the_window_at_a_whole_scale(window: tuple[int, int], across: int) -> None:
    size = (270, 28)
    box = hint_box(window, (across, 640), size)
    scale = box.across // size[0]
    assert (box.across, box.down) == (size[0] * scale, size[1] * scale)
    assert 1 <= scale <= max(window[0] // size[0], 1)
    assert box.left >= 0
    assert abs(2 * box.left + box.across - window[0]) <= 1

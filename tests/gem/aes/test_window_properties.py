"""The rectangle lists of windows, whatever windows there are."""

from hypothesis import given
from hypothesis import strategies as st

from gemport.gem import GRect, Kind, Machine, Wf
from tests.gem.aes.citizens import least
from tests.gem.aes.desk import artwork, many
from tests.gem.aes.play import KINDS

WIDTH, HEIGHT = 112, 100
DESK = GRect(0, 19, WIDTH, HEIGHT - 19)
frames = st.builds(
    lambda kind, x, y, w, h: (kind, GRect(x, y, max(w, least(kind)[0]), max(h, least(kind)[1]))),
    st.sampled_from(KINDS),
    st.integers(-40, WIDTH + 10),
    st.integers(-20, HEIGHT + 10),
    st.integers(0, 110),
    st.integers(0, 116),
)


def seen(rect: GRect) -> GRect:
    """What of a rectangle lies on the desktop; all zero if nothing does."""
    shown = rect.intersection(DESK)
    return GRect(0, 0, 0, 0) if shown.empty else shown


@many
@given(st.lists(frames, max_size=7))
def test_the_rectangles_given_out_are_apart_and_cover_what_can_be_seen_of_the_work_areas(
    windows: list[tuple[Kind, GRect]],
) -> None:
    gem = Machine(artwork(), WIDTH, HEIGHT).gem()
    owners = [bytearray(WIDTH) for _ in range(HEIGHT)]
    for kind, rect in windows:
        handle = gem.wind_create(kind, DESK)
        gem.wind_open(handle, rect)
        shown = seen(GRect(rect.x, rect.y, rect.w + 2, rect.h + 2))
        for y in range(shown.y, shown.bottom):
            owners[y][shown.x : shown.right] = bytes([handle]) * shown.w
    for handle in range(len(windows) + 1):
        work = gem.wind_get(handle, Wf.WF_WORKXYWH)
        given_out, rect = 0, gem.wind_get(handle, Wf.WF_FIRSTXYWH)
        while not rect.empty:
            assert rect.intersection(work) == rect
            assert rect.y >= DESK.y
            rect = seen(rect)
            assert all(set(owners[y][rect.x : rect.right]) == {handle} for y in range(rect.y, rect.bottom))
            given_out += rect.w * rect.h
            rect = gem.wind_get(handle, Wf.WF_NEXTXYWH)
        work = seen(work)
        assert given_out == sum(owners[y][work.x : work.right].count(handle) for y in range(work.y, work.bottom))

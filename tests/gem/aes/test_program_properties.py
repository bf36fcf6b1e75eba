"""What holds for up to five programs whatever they and the user do."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from gemport.gem.aes.constants import Kind, Update, Wf
from gemport.gem.aes.rect import GRect
from tests.gem.aes.citizens import HEIGHT, WIDTH, Citizen, Deed, Town, least
from tests.gem.aes.desk import ALL, many

BARE = Kind.CLOSER | Kind.FULLER | Kind.MOVER
KINDS = (Kind(0), BARE, Kind.NAME | BARE | Kind.SMALLER, BARE | Kind.INFO | Kind.SIZER, ALL)

Act = Callable[[Town], object]


@st.composite
def frames(draw: st.DrawFn) -> tuple[Kind, GRect]:
    """A kind and an outer rectangle with some work area, anywhere on the screen and beyond."""
    kind = draw(st.sampled_from(KINDS))
    least_w, least_h = least(kind)
    x, y = draw(st.integers(-40, WIDTH + 10)), draw(st.integers(-20, HEIGHT + 10))
    w, h = draw(st.integers(least_w, 160)), draw(st.integers(least_h, 130))
    return kind, GRect(x // 4 * 4, y // 4 * 4, w, h)


# ---- what programs do


def _of_one(which: int, change: Callable[[Citizen, int], object]) -> Deed:
    def deed(citizen: Citizen) -> None:
        if citizen.windows:
            change(citizen, citizen.windows[which % len(citizen.windows)])

    return deed


def _place(which: int, dx: int, dy: int, dw: int, dh: int) -> Deed:
    def change(citizen: Citizen, handle: int) -> None:
        x, y, w, h = citizen.gem.wind_get(handle, Wf.WF_CURRXYWH)
        citizen.place(handle, GRect(x + dx, y + dy, w + dw, h + dh))

    return _of_one(which, change)


def _top_any(which: int) -> Deed:
    def deed(citizen: Citizen) -> None:
        order = citizen.machine._libraries.windows._order
        if order:
            citizen.gem.wind_set(order[which % len(order)], Wf.WF_TOP)

    return deed


def _set(field: Wf, which: int) -> Deed:
    return _of_one(which, lambda citizen, handle: citizen.gem.wind_set(handle, field))


def _open(frame: tuple[Kind, GRect]) -> Deed:
    return lambda citizen: citizen.open(*frame)


WHICH, STEP = st.integers(0, 6), st.integers(-60, 60)
CALM: st.SearchStrategy[Deed] = st.one_of(
    st.builds(_open, frames()),
    st.builds(_place, WHICH, STEP, STEP, st.just(0), st.just(0)),
    st.builds(_place, WHICH, st.just(0), st.just(0), STEP, STEP),
    st.builds(lambda which: _of_one(which, Citizen.close), WHICH),
    st.builds(_top_any, WHICH),
    st.builds(_set, st.sampled_from([Wf.WF_TOP, Wf.WF_BOTTOM, Wf.WF_ICONIFY, Wf.WF_UNICONIFY]), WHICH),
    st.builds(lambda pattern: lambda citizen: citizen.desktop(pattern), st.integers(0, 3)),
    st.builds(lambda show: lambda citizen: citizen.menu(show), st.booleans()),
)
WILD: st.SearchStrategy[Deed] = st.one_of(
    st.builds(lambda code: lambda citizen: citizen.lock(code), st.sampled_from([Update.BEG_UPDATE, Update.BEG_MCTRL])),
    st.just(Citizen.unlock),
    st.just(Citizen.alert),
    st.just(Citizen.end),
    st.just(Citizen.fail),
)

# ---- and what happens to them

PLACES = st.tuples(st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1))


def _told(who: int, deed: Deed) -> Act:
    return lambda town: town.tell(who, deed)


def _click(at: tuple[int, int], clicks: int) -> Act:
    def act(town: Town) -> None:
        town.machine.mouse_to(*at)
        for _ in range(clicks):
            town.machine.mouse_button(1, True)
            town.machine.mouse_button(1, False)
        town.machine.settle()

    return act


USER: st.SearchStrategy[Act] = st.one_of(
    st.builds(lambda at: lambda town: town.machine.mouse_to(*at), PLACES),
    st.builds(_click, PLACES, st.integers(1, 2)),
    st.builds(lambda entry: lambda town: town.choose(entry), st.integers(2, 3)),
    st.builds(lambda down: lambda town: town.machine.mouse_button(1, down), st.booleans()),
    st.builds(lambda key: lambda town: town.machine.key(key), st.sampled_from([0x1C0D, 0x1E61])),
    st.builds(lambda ms: lambda town: town.machine.advance(ms), st.sampled_from([20, 230, 1000])),
)
WHO = st.integers(0, 4)
ACTS: st.SearchStrategy[Act] = st.one_of(
    st.builds(_told, WHO, CALM),
    st.builds(_told, WHO, CALM),
    st.builds(_told, WHO, WILD),
    USER,
    st.builds(lambda accessory: lambda town: town.settle_down(accessory), st.booleans()),
)


def town_of(programs: int, acts: list[Act]) -> Town:
    """So many programs to begin with, each with a window, and all that happens then; in the end everything is quiet."""
    town = Town()
    for number in range(programs):
        town.settle_down()
        town.tell(number, _open((Kind.NAME | BARE, GRect(number * 24, 20 + number * 16, 100, 70))))
    for act in acts:
        with town.bearing():
            act(town)
    town.calm_down()
    return town


@many
@given(st.integers(1, 5), st.lists(ACTS, max_size=14))
def test_every_pixel_is_as_drawn_from_scratch_and_the_right_windows(programs: int, acts: list[Act]) -> None:
    town_of(programs, acts).check_pixels()


@many
@given(st.integers(1, 5), st.lists(ACTS, max_size=14))
def test_messages_reach_owners_only_and_nobody_waits_for_good(programs: int, acts: list[Act]) -> None:
    town_of(programs, acts).check_told()


@many
@given(st.integers(1, 5), st.lists(ACTS, max_size=10), st.lists(st.booleans(), min_size=5, max_size=5))
def test_after_all_have_ended_the_machine_is_as_new(programs: int, acts: list[Act], breaks: list[bool]) -> None:
    town = town_of(programs, acts)
    for broken in breaks:
        town.tell(0, Citizen.fail if broken else Citizen.end)
    assert town.alive == []
    assert town.machine.finished
    libraries = town.machine._libraries
    assert (libraries.windows._windows, libraries.windows._order, libraries.windows._desktops) == ({}, [], {})
    assert (libraries.menu._bars, libraries.menu.shown, libraries.menu._entries) == ({}, None, [])
    assert (libraries.dispatcher.lock_owner, libraries.dispatcher.mctrl, libraries.dispatcher.active) == (
        None,
        None,
        None,
    )
    fresh = Town()
    for one in (town, fresh):
        one.machine.mouse_to(WIDTH // 2, HEIGHT - 10)
        one.settle_down()
        one.tell(0, _open((ALL, GRect(20, 40, 150, 100))))
    newcomer = town.alive[0]
    assert (newcomer.ap_id, newcomer.windows, newcomer.keys) == (0, [1], [])
    newcomer.machine.advance(100)
    assert _unnamed(town) == _unnamed(fresh)


def _unnamed(town: Town) -> list[int]:
    """The picture with its pointer, without the program's name."""
    return town.machine.frame().rows[19:]


def test_programs_that_waited_for_an_open_menu_find_no_picture_of_those_before_them() -> None:
    """Two begin at once when the bar is let go: neither is alone, and the window of the last one still stood there."""
    town = Town()
    town.settle_down()
    town.tell(0, _open((Kind.NAME | BARE, GRect(0, 20, 100, 70))))
    town.tell(0, Citizen.end)
    town.machine.mouse_to(0, 0)
    town.machine.mouse_button(1, True)
    town.settle_down()
    town.settle_down()
    town.calm_down()
    assert town.picture()[19:] == town.drawn_again()[19:]

"""Applications and windows of the toolkit: menus, keys, scrolling and redraws on the screen."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemport.gem import (
    Arrowed,
    FillInterior,
    Gem,
    GRect,
    Kind,
    Machine,
    Message,
    MouseNumber,
    Msg,
    Mu,
    ObState,
    Wc,
    Wf,
    keys,
)
from gemport.toolkit import App, Window, alert
from gemport.toolkit.window import applications, open_windows
from tests.gem.aes.desk import artwork, changed, menu_tree
from tests.places import ROOT
from tests.toolkit.desk import (
    FILE_TITLE,
    OLD,
    OWN,
    PLACE,
    SCROLLING,
    Desk,
    Office,
    Paper,
)

# ---- App


def test_an_entry_is_carried_out_by_its_key_and_a_disabled_one_rings() -> None:
    desk = Desk()
    desk.keys("F2")
    assert (desk.office.result, desk.machine.bells) == (None, 1)
    assert ObState.DISABLED in desk.office.menu[OLD].ob_state  # type: ignore[index]
    desk.keys("F1")
    assert (desk.office.result, desk.office.paper.keys) == ("new", [])
    desk.office.usable = True
    desk.keys("F10", "F2")
    assert ObState.DISABLED not in desk.office.menu[OLD].ob_state  # type: ignore[index]
    assert desk.machine.bells == 1
    desk.office.paper.keys.clear()
    desk.keys("F10")
    assert desk.office.paper.keys == [keys.F10]


def test_shift_f10_opens_the_menu() -> None:
    desk = Desk()
    before = desk.picture()
    desk.keys("Shift+F10")
    assert desk.picture() != before
    desk.keys("Esc")
    assert (desk.picture(), desk.office.paper.keys) == (before, [])


@pytest.mark.parametrize("way", ["key", "mouse"])
def test_the_title_is_inverted_while_an_entry_is_carried_out(way: str) -> None:
    desk = Desk(lambda office: alert(office.gem, "[0][Wait.][ OK ]"))
    before = desk.picture()
    if way == "key":
        desk.keys("F1")
    else:
        desk.machine.mouse_to(80, 8)
        desk.click(100, 19 + 8)
    assert ObState.SELECTED in desk.office.menu[FILE_TITLE].ob_state  # type: ignore[index]
    desk.keys("Return")
    assert desk.office.result == 1
    desk.machine.mouse_to(600, 300)
    assert desk.picture() == before


def test_an_entry_without_a_command_leaves_its_title_normal() -> None:
    desk = Desk()
    before = desk.picture()
    desk.machine.mouse_to(40, 8)
    desk.click(60, 19 + 8)
    desk.machine.mouse_to(600, 300)
    assert desk.picture() == before


def test_a_program_ends_with_its_last_window_and_leaves_none() -> None:
    desk = Desk()
    desk.tell(Msg.WM_CLOSED)
    assert desk.machine.finished
    desk = Desk()
    desk.machine.request_quit()
    assert (desk.machine.finished, desk.office.paper.is_open) == (True, False)


def test_what_outlives_its_app_has_neither_menu_nor_window() -> None:
    ends: list[bool] = []

    class Ending(Office):
        def end(self) -> None:
            ends.append(self.paper.is_open)

    async def bare(gem: Gem) -> None:
        for show in (True, False):
            gem.menu_bar(menu_tree(), show)
        await gem.evnt_mesag()

    async def main(gem: Gem) -> None:
        await Ending(gem).run()
        await gem.evnt_mesag()

    pictures = []
    for program in (bare, main):
        machine = Machine(artwork())
        machine.start(program, "OFFICE.PRG")
        machine.settle()
        if program is main:
            machine.request_quit()
        pictures.append(machine.frame(pointer=False))
        assert not machine.finished
    assert pictures[0] == pictures[1]
    assert ends == [False]


def test_a_press_in_the_work_area_reaches_its_window_once() -> None:
    desk, work = Desk(), Desk().office.paper.work
    for point in ((work.x, work.y), (work.x - 1, work.y), (work.x, work.y - 1), (work.right, work.y), (600, 300)):
        desk.machine.mouse_to(*point)
        desk.machine.mouse_button(1, True)
        desk.machine.settle()
        desk.keys("F10")
        assert desk.office.paper.keys == [], "the program waits for the release"
        desk.machine.mouse_button(1, False)
        desk.machine.settle()
        assert desk.office.paper.keys == [keys.F10]
        desk.office.paper.keys.clear()
    desk.click(work.right - 1, work.bottom - 1, times=2)
    assert desk.office.paper.presses == [(work.x, work.y, 1), *[(work.right - 1, work.bottom - 1, 1)] * 2]


@pytest.mark.parametrize("late", [False, True])
def test_an_accessory_outlives_its_window_and_shows_it_again(late: bool) -> None:
    machine = Desk().machine
    accessories: list[App] = []

    class Clock(App):
        async def open(self, sender: int) -> None:
            self.windows[0].open(PLACE.moved(100, 100))

    async def main(gem: Gem) -> None:
        clock = Clock(gem, entry="  Clock")
        clock.windows = [Paper(gem)]
        accessories.append(clock)
        await clock.run(await gem.evnt_mesag() if late else None)

    ap_id = machine.start(main, "CLOCK.ACC")
    registered = ["  Clock"] if not late else []
    assert [entry.text for entry in machine._libraries.menu._entries] == registered
    empty = machine.frame(pointer=False)
    pictures = []
    for _ in range(2):
        machine.send(Message(Msg.AC_OPEN), ap_id)
        pictures.append(machine.frame(pointer=False))
        machine.send(Message(Msg.WM_CLOSED, 0, 0, accessories[0].windows[0].handle), ap_id)
        assert machine.frame(pointer=False) == empty
    assert pictures[0] == pictures[1]
    assert changed(empty, pictures[0]) is not None


def test_a_program_without_a_window_gets_keys_and_starts_with_the_arrow() -> None:
    async def close(office: Office) -> int:
        office.paper.close()
        return len(office.messages)

    machine = Machine(artwork())
    machine.gem().graf_mouse(MouseNumber.BUSY_BEE)
    desk = Desk(close, machine)
    seen = machine.frame()
    machine.gem().graf_mouse(MouseNumber.ARROW)
    assert machine.frame() == seen
    desk.keys("F1")
    desk.office.messages.append(Message(OWN))
    desk.keys("F1")
    assert desk.office.result == 1


def test_help_opens_the_accessory_for_the_program() -> None:
    desk = Desk(lambda office: office.help())
    desk.keys("F1")
    opened: list[Message] = []

    async def help_accessory(gem: Gem) -> None:
        opened.append(await gem.evnt_mesag())

    desk.machine.start(help_accessory, "HELP.ACC")
    desk.keys("F1")
    assert opened == [Message(Msg.AC_OPEN, desk.office.gem.appl_init())]


# ---- Window


def scrolling() -> Desk:
    """Return a program with a window that shows 8 of 40 lines."""

    async def widen(office: Office) -> None:
        office.paper.lines = 40
        outer = office.gem.wind_calc(Wc.WC_BORDER, SCROLLING, GRect(100, 100, 200, 8 * 16))
        # Twice: a handle that equals no number of a field.
        for _ in range(2):
            office.paper.replace(SCROLLING, outer)
        office.paper.show_position()

    desk = Desk(widen)
    desk.keys("F1")
    return desk


@pytest.fixture
def scroller() -> Desk:
    return scrolling()


ACTS = st.one_of(
    st.tuples(st.just(Msg.WM_ARROWED), st.sampled_from(Arrowed)),
    st.tuples(st.just(Msg.WM_VSLID), st.integers(0, 1000)),
    st.tuples(st.just(Msg.WM_SIZED), st.integers(-200, 300), st.integers(-200, 200)),
    st.tuples(st.just(Msg.WM_MOVED), st.integers(0, 600), st.integers(19, 350)),
    st.just((Msg.WM_FULLED,)),
    st.tuples(st.just("lines"), st.integers(0, 45)),
    st.tuples(st.just("screen"), st.integers(300, 700), st.integers(200, 450)),
)


@settings(max_examples=25)
@given(st.lists(ACTS, min_size=4, max_size=12))
def test_a_window_scrolls_and_changes_its_size_as_its_rules_say(acts: list[tuple[Any, ...]]) -> None:
    desk = scrolling()
    gem, paper, machine = desk.machine.gem(), desk.office.paper, desk.machine
    top, before, outer = 0, paper.outer, paper.outer
    for act, *words in acts:
        rows, last = paper.rows, max(paper.lines - paper.rows, 0)
        paper.parts.clear()
        if act in ("lines", "screen"):
            if act == "lines":
                paper.lines = words[0]
                paper.top = top = min(top, max(paper.lines - rows, 0))
                paper.show_position()
                desk.painted_again()
            else:
                resized = words != [gem.width, gem.height]
                machine.resize(*words)
                machine.settle()
                w, h = min(outer.w, words[0]), min(outer.h, words[1] - 19)
                x, y = min(max(outer.x, 0), words[0] - w), min(max(outer.y, 19), words[1] - h)
                before, outer = (outer, fitted(paper, GRect(x, y, w, h))) if resized else (before, outer)
        elif act in (Msg.WM_ARROWED, Msg.WM_VSLID):
            page = max(rows - 1, 1)
            steps = {Arrowed.WA_UPPAGE: -page, Arrowed.WA_DNPAGE: page, Arrowed.WA_UPLINE: -1, Arrowed.WA_DNLINE: 1}
            wanted = top + steps.get(words[0], 0) if act is Msg.WM_ARROWED else round(words[0] * last / 1000)
            distance, top = top - min(max(wanted, 0), last), min(max(wanted, 0), last)
            desk.tell(act, words[0])
            work, desktop = paper.work, gem.wind_get(0, Wf.WF_WORKXYWH)
            seen = work.intersection(desktop)
            height = min(abs(distance) * 16, max(seen.h, 0))
            assert [part[2:] for part in paper.parts] == ([(seen.w, height)] if height and seen.w > 0 else [])
        else:
            x, y, w, h = outer
            full = fitted(paper, gem.wind_get(0, Wf.WF_WORKXYWH))
            if act is Msg.WM_SIZED:
                new = fitted(paper, GRect(x, y, w + words[0], h + words[1]))
            elif act is Msg.WM_MOVED:
                new = GRect(words[0], words[1], w, h)
            else:
                new = fitted(paper, before) if outer == full else full
            asked = GRect(x, y, w + words[0], h + words[1]) if act is Msg.WM_SIZED else new
            desk.tell(act, *asked)
            before, outer = outer, new
        last = max(paper.lines - paper.rows, 0)
        top = min(top, last)
        assert (paper.outer, paper.top) == (outer, top)
        slider = [gem.wind_get(paper.handle, field).x for field in (Wf.WF_VSLIDE, Wf.WF_VSLSIZE)]
        shown = min(1000 * paper.rows // paper.lines, 1000) if paper.lines else 1000
        assert slider == [max(1000 * top // max(last, 1), 1), max(shown, 1)]
        assert desk.picture() == desk.painted_again(), act


def fitted(paper: Paper, outer: GRect) -> GRect:
    """Return the rectangle that the window makes of a requested one."""
    work = paper.gem.wind_calc(Wc.WC_WORK, SCROLLING, outer)
    height = max(work.h, 32) // 16 * 16
    return paper.border(GRect(work.x, work.y, max(work.w, 64), height))


def test_a_window_comes_to_the_top_when_it_is_asked_to() -> None:
    desk = Desk()
    other = Desk(machine=desk.machine)
    gem, paper = desk.office.gem, desk.office.paper
    here, there = (paper.handle, gem.appl_init()), (other.office.paper.handle, other.office.gem.appl_init())
    assert [app.ap_id for app in applications(gem)] == [1, here[1], there[1]]
    assert (paper.is_topmost, open_windows(gem)) == (False, [here, there])
    desk.machine.send(Message(Msg.WM_TOPPED, 0, 0, paper.handle), gem.appl_init())
    assert (paper.is_topmost, other.office.paper.is_topmost, open_windows(gem)) == (True, False, [there, here])
    other.office.paper.raise_()
    assert paper.open(PLACE.moved(9, 9))
    assert (paper.is_topmost, paper.outer, open_windows(gem)) == (True, PLACE, [there, here])


def test_a_window_that_the_aes_does_not_have_stays_closed() -> None:
    gem = Machine(artwork()).gem()
    papers = [Paper(gem) for _ in range(8)]
    assert [paper.open(PLACE) for paper in papers] == [*[True] * 7, False]
    assert [paper.is_open for paper in papers] == [*[True] * 7, False]


def test_a_window_without_a_slider_has_any_size_from_its_minimum_on() -> None:
    desk = Desk()
    paper = desk.office.paper
    for width, height, work in ((300, 101, (300, 101)), (64, 32, (64, 32)), (63, 31, (64, 32)), (-9, -9, (64, 32))):
        desk.tell(Msg.WM_SIZED, *paper.border(GRect(80, 60, width, height)))
        assert (paper.work[2:], paper.top) == (work, 0)


def test_pages_scroll_all_rows_but_one(scroller: Desk) -> None:
    paper = scroller.office.paper
    for rows, step in ((8, 7), (3, 2), (2, 1)):
        scroller.tell(Msg.WM_SIZED, *paper.border(GRect(100, 100, 200, 16 * rows)))
        top = paper.top
        scroller.tell(Msg.WM_ARROWED, Arrowed.WA_DNPAGE)
        assert paper.top - top == step


@pytest.mark.parametrize("lines", [7, 8, 9, -3])
def test_a_covered_window_scrolls_without_traces(scroller: Desk, lines: int) -> None:
    """With 8 lines nothing stays visible."""
    paper = scroller.office.paper
    scroller.tell(Msg.WM_VSLID, 500)
    top = paper.top
    other = Desk(machine=scroller.machine).office.paper
    other.gem.wind_set(other.handle, Wf.WF_CURRXYWH, GRect(150, 150, 100, 60))
    scroller.tell(Msg.WM_VSLID, round(1000 * (top + lines) / paper.last_top))
    assert paper.top == top + lines
    scrolled = scroller.picture()
    for window in (paper, other):
        scroller.machine.send(Message.redraw(window.handle, window.work), window.gem.appl_init())
    assert scroller.picture() == scrolled


@pytest.mark.parametrize("name", ["title", "info"])
def test_a_text_of_the_frame_is_drawn_when_it_changes(scroller: Desk, name: str) -> None:
    paper, before, gem = scroller.office.paper, scroller.picture(), scroller.machine.gem()
    outer = paper.outer
    setattr(paper, name, "Other")
    other = scroller.picture()
    assert (getattr(paper, name), other == before) == ("Other", False)
    paper.close()
    closed = scroller.picture()
    setattr(paper, name, "Later")
    assert (getattr(paper, name), scroller.picture()) == ("Later", closed)
    setattr(paper, name, "Other")
    paper.top = 32
    paper.open(outer)
    assert gem.wind_get(paper.handle, Wf.WF_VSLIDE).x == 1000
    paper.top = 0
    paper.show_position()
    scroller.painted_again()
    assert scroller.picture() == other


def test_what_waits_while_a_window_scrolls_is_painted_first_and_nothing_is_lost(scroller: Desk) -> None:
    work = scroller.office.paper.work

    async def scroll(office: Office) -> None:
        office.gem.v_opnvwk().vr_recfl(*work.corners())
        handle = office.paper.handle
        for message in (Message(OWN), Message.redraw(handle, work), Message(OWN + 1, 0, 0, handle)):
            office.gem.appl_write(office.gem.appl_init(), message)
        await office.paper.scroll_to(3)

    scroller.office.job = scroll
    scroller.keys("F1")
    assert [message.type for message in scroller.office.messages] == [OWN, OWN + 1]
    assert scroller.picture() == scroller.painted_again()


def test_the_handbooks_listing_scrolls_and_its_clock_redraws() -> None:
    names: dict[str, Any] = {"App": App, "Window": Window, "Kind": Kind, **Mu.__members__}
    for block in (ROOT / "docs" / "gem.md").read_text(encoding="utf-8").split("```python\n"):
        if block.startswith(("class Listing", "class Clock")):
            exec("from __future__ import annotations\n" + block.split("```")[0], names)
    machine, listings = Machine(artwork()), []

    async def main(gem: Gem) -> None:
        app = names["Clock"](gem)
        listings.append(names["Listing"](gem, [f"Line {number}" for number in range(40)]))
        app.windows = listings
        listings[0].open(PLACE)
        await app.run()

    machine.start(main, "LISTING.PRG")
    machine.send(Message(Msg.WM_ARROWED, 0, 0, listings[0].handle, Arrowed.WA_DNLINE))
    assert listings[0].top == 1
    scrolled = machine.frame(pointer=False)
    listings[0].ws.vsf_interior(FillInterior.FIS_SOLID)
    listings[0].ws.vr_recfl(*listings[0].work.corners())
    for ms, painted in ((999, False), (1, True)):
        machine.advance(ms)
        assert (machine.frame(pointer=False) == scrolled) is painted

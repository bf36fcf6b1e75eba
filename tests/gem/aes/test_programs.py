"""Several programs: distribution of events, start and end, waits for each other, and accessories (AES 4)."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from gemport.gem import AppInfo, AppKind, Fault, Gem, GRect, Machine, Message, ObType, Search, Tree
from gemport.gem.aes.constants import DESKTOP, MU_BUTTON, MouseNumber, Msg, Update, Wf
from tests.gem.aes.desk import ALL, PLAIN, Call, ProgramError, click, inverted, menu_tree, obj
from tests.gem.aes.members import (
    A_WINDOW,
    B_CLOSER,
    B_WINDOW,
    IN_A,
    IN_B,
    LETTER,
    ON_DESKTOP,
    Member,
    Two,
    grey_desktop,
    machine,
)

# ---- windows and their owners


def test_anothers_window_can_be_topped_and_nothing_else(two: Two) -> None:
    gem = two.b.gem
    calls = [(Wf.WF_CURRXYWH, (0, 20, 50, 50)), (Wf.WF_BOTTOM, ()), (Wf.WF_NAME, ("mine",))]
    assert not any(two.b.set(two.wa, field, *values) for field, values in calls)
    assert not two.b.close(two.wa)
    assert not two.b.do(lambda: gem.wind_delete(two.wa))
    assert gem.wind_get(two.wa, Wf.WF_CURRXYWH) == A_WINDOW
    assert two.b.set(two.wa, Wf.WF_TOP)
    two.machine.key(LETTER)
    assert (two.a.keys, two.b.keys) == ([LETTER], [])


def test_seven_windows_each(two: Two) -> None:
    gem = two.a.gem
    handles = [two.a.do(lambda: gem.wind_create(PLAIN, A_WINDOW)) for _ in range(7)]
    assert handles == [3, 4, 5, 6, 7, 8, -1]
    assert two.b.do(lambda: two.b.gem.wind_create(PLAIN, A_WINDOW)) == 9


# ---- menu bars


def test_a_bar_behind_is_not_drawn_into_the_one_in_front(two: Two) -> None:
    tree = menu_tree()
    two.a.do(lambda: two.a.gem.menu_bar(tree, True))
    strip = two.machine.screen.rows[:19]
    two.a.do(lambda: two.a.gem.menu_tnormal(tree, 4, False))
    two.a.do(lambda: two.a.gem.menu_ienable(tree, 5 | 0x8000, True))
    assert two.machine.screen.rows[:19] == strip
    click(two.machine, *IN_A)
    inverted = two.machine.screen.rows[:19]
    two.a.do(lambda: two.a.gem.menu_tnormal(tree, 4, True))
    assert two.machine.screen.rows[:19] != inverted, "the bar was drawn with its title inverted"


# ---- the desktop


def test_with_the_desktop_in_front_no_window_is_topped_until_it_is_clicked(two: Two) -> None:
    lit = two.machine.screen.copy()
    two.a.set(DESKTOP, Wf.WF_NEWDESK, grey_desktop(), 0)
    click(two.machine, *ON_DESKTOP)
    assert two.machine.screen != lit
    assert two.b.gem.wind_get(DESKTOP, Wf.WF_TOP).x == 0
    two.b.take()
    click(two.machine, *B_CLOSER)
    assert two.b.take() == [Message(Msg.WM_TOPPED, 0, 0, two.wb)], "a window that is not topped has no gadgets"
    assert two.machine.screen.rows[120:] == lit.rows[120:]
    assert two.b.gem.wind_get(DESKTOP, Wf.WF_TOP).x == two.wb


def test_a_press_on_the_bare_desktop_takes_the_keys_and_leaves_the_window_on_top(two: Two) -> None:
    two.a.set(two.wa, Wf.WF_TOP)
    two.a.take()
    two.b.take()
    two.machine.start(silent, "BAR.PRG")
    lit = two.machine.screen.copy()
    click(two.machine, *ON_DESKTOP)
    two.machine.key(LETTER)
    assert (two.a.keys, two.machine.screen == lit) == ([], True)
    click(two.machine, *IN_A)
    two.machine.key(LETTER)
    assert (two.a.presses, two.a.keys, two.a.take()) == ([IN_A], [LETTER], [])


def test_a_program_that_ends_has_others_draw_only_what_its_windows_uncovered(two: Two) -> None:
    two.a.take()
    two.b.end()
    assert two.a.take(Msg.WM_REDRAW) == [Message.redraw(two.wa, GRect(20, 40, 302, 202))]
    two.machine.start(silent, "C.PRG")
    third = Member(two.machine, "D.PRG")
    third.open(500, 300, 100, 80)
    two.a.take()
    third.do(lambda: two.a.gem.wind_get(two.wa, Wf.WF_TOP))
    two.a.set(two.wa, Wf.WF_TOP)
    two.a.take()
    third.end()
    assert two.a.take(Msg.WM_REDRAW) == []


async def silent(gem: Gem) -> None:
    """A program that only waits."""
    await gem.evnt_mesag()


# ---- the pointer


def pointer(two: Two) -> set[tuple[int, int]]:
    """Return the pixels that the pointer changes on the screen."""
    return inverted(two.machine.frame(pointer=False), two.machine.frame())


def test_all_programs_share_one_pointer(two: Two) -> None:
    two.b.gem.graf_mouse(MouseNumber.POINT_HAND)
    click(two.machine, *IN_A)
    hand = pointer(two)
    two.a.gem.graf_mouse(MouseNumber.M_OFF)
    two.b.set(two.wb, Wf.WF_TOP)
    assert pointer(two) == set()
    two.a.gem.graf_mouse(MouseNumber.M_ON)
    assert pointer(two) == hand
    two.a.gem.graf_mouse(MouseNumber.ARROW)
    assert pointer(two) != hand


# ---- messages


def test_programs_write_to_each_other_by_id(two: Two) -> None:
    other = two.a.do(lambda: two.a.gem.appl_find("B       "))
    assert other == two.b.ap_id
    assert two.a.do(lambda: two.a.gem.appl_write(other, Message(1000, two.a.ap_id, w3=7)))
    assert two.b.take() == [Message(1000, 0, w3=7)]
    assert two.a.take() == []
    assert not two.a.do(lambda: two.a.gem.appl_write(99, Message(1000)))
    assert not two.a.do(lambda: two.a.gem.appl_write(1, Message(1000))), "the screen manager takes no letters"


def test_who_is_there_can_be_searched(two: Two) -> None:
    Member(two.machine, "CLOCK.ACC")
    modes = [Search.APP_FIRST, *[Search.APP_NEXT] * 4]
    assert [two.a.do(partial(two.a.gem.appl_search, mode)) for mode in modes] == [
        AppInfo("SCRENMGR", AppKind.SYSTEM, 1),
        AppInfo("A", AppKind.PROGRAM, 0),
        AppInfo("B", AppKind.PROGRAM, 2),
        AppInfo("CLOCK", AppKind.ACCESSORY, 3),
        None,
    ]


def test_a_full_queue_says_so(two: Two) -> None:
    two.b.call(lambda: two.b.gem.evnt_timer(1000))
    written = [two.a.do(lambda: two.a.gem.appl_write(two.b.ap_id, Message(1000))) for _ in range(9)]
    assert written == [True] * 8 + [False]
    redraw = Message.redraw(two.wb, GRect(0, 0, 9, 9))
    assert [two.a.do(lambda: two.a.gem.appl_write(two.b.ap_id, redraw)) for _ in range(2)] == [True] * 2


# ---- starting and ending


def test_a_program_starts_another_with_a_tail_and_hears_of_its_end() -> None:
    box = machine()
    children: list[Gem] = []

    async def child(gem: Gem) -> None:
        children.append(gem)
        await gem.evnt_keybd()

    box.programs["CHILD.PRG"] = child
    parent = Member(box, "PARENT.PRG")
    launch = parent.call(lambda: (parent.gem.shel_write("child.prg", "42 /new"), len(children)))
    ap_id, begun = launch.result
    assert begun == 0, "the other one begins when the first one waits"
    assert children[0].shel_read() == ("CHILD.PRG", "42 /new")
    assert children[0].appl_init() == ap_id == 2
    box.key(LETTER)
    assert parent.take() == [Message(Msg.CH_EXIT, 0, 0, ap_id, 0)]
    assert parent.do(lambda: parent.gem.shel_write("NOBODY.PRG")) == 0
    started = parent.do(lambda: [parent.gem.shel_write("CHILD.PRG") > 0 for _ in range(33)])
    assert started == [True] * 31 + [False] * 2, "32 programs at most"


DOING: dict[str, Callable[[Gem], Any]] = {
    "nothing": lambda gem: None,
    "lock": lambda gem: gem.wind_update(Update.BEG_UPDATE),
    "mouse": lambda gem: gem.wind_update(Update.BEG_MCTRL),
    "alert": lambda gem: gem.form_alert(1, "[1][Text][OK]"),
    "drag": lambda gem: gem.graf_dragbox(50, 50, 300, 200, GRect(0, 0, 640, 400)),
    "menu": lambda gem: gem.menu_bar(menu_tree(), True),
}


@pytest.mark.parametrize("doing", DOING)
def test_a_program_that_breaks_takes_nobody_along_and_leaves_nothing_behind(doing: str) -> None:
    two, wanted = Two(listen=doing != "drag"), Two()
    click(two.machine, *IN_A)
    before = two.machine.screen.copy()
    broken: list[Fault] = []
    two.machine.on_fault = broken.append
    two.b.set(two.wb, Wf.WF_TOP)
    if doing == "drag":
        two.press(*IN_B)
    two.b.call(lambda: DOING[doing](two.b.gem))
    two.b.fail(ProgramError(doing))
    two.machine.key(0x1C0D if doing == "alert" else LETTER)
    two.machine.mouse_button(1, False)
    assert named(two.machine) == [(fault.name, str(fault.error)) for fault in broken] == [("B.PRG", doing)]
    assert not two.machine.finished
    click(wanted.machine, *IN_A)
    wanted.b.end()
    assert two.machine.screen == wanted.machine.screen != before
    two.a.keys.clear()
    two.machine.key(LETTER)
    assert two.a.keys == [LETTER] * (doing != "drag"), "the other one is active"
    assert two.a.do(lambda: two.a.gem.wind_update(Update.BEG_MCTRL)) is None


def named(machine: Machine) -> list[tuple[str, str]]:
    return [(fault.name, str(fault.error)) for fault in machine.faults]


def test_what_the_last_program_raises_comes_out_of_the_hosts_call(two: Two) -> None:
    two.b.fail(ProgramError("first"))
    with pytest.raises(ProgramError, match="second"):
        two.a.fail(ProgramError("second"))
    assert named(two.machine) == [("B.PRG", "first")]
    assert two.machine.finished


def test_the_host_asks_everybody_to_end_and_closing_leaves_the_picture(two: Two) -> None:
    two.machine.request_quit()
    assert two.a.take() == two.b.take() == [Message(Msg.AP_TERM)]
    picture = two.machine.frame()
    two.machine.close()
    assert two.machine.finished
    assert two.machine.frame() == picture


# ---- locks


def test_one_end_too_many_gives_no_half_of_the_mouse_away(two: Two) -> None:
    """Two programs that each hold one lock and want the other would wait forever."""

    def update(member: Member, *codes: Update) -> Call:
        return member.call(*[partial(member.gem.wind_update, code) for code in codes])

    update(two.a, Update.BEG_MCTRL, Update.END_UPDATE)
    both = update(two.b, Update.BEG_UPDATE, Update.BEG_MCTRL)
    update(two.a, Update.BEG_UPDATE, Update.END_UPDATE)
    assert not both.done
    update(two.a, Update.END_MCTRL)
    assert both.done


def test_while_one_shows_an_alert_nobody_draws_and_the_keys_are_its_own(two: Two) -> None:
    two.a.call(lambda: two.a.gem.form_alert(1, "[1][From behind][ OK ]"))
    picture = two.machine.frame(pointer=False)
    two.b.call(lambda: two.b.gem.wind_set(two.wb, Wf.WF_CURRXYWH, 0, 40, 300, 200))
    started = Member(two.machine, "LATE.PRG")
    two.machine.advance(1000)
    assert two.machine.frame(pointer=False) == picture
    two.machine.key(0x1C0D)
    assert two.machine.frame(pointer=False) != picture
    assert two.b.gem.wind_get(two.wb, Wf.WF_CURRXYWH) == GRect(0, 40, 300, 200)
    assert (two.a.keys, two.b.keys) == ([], [])
    two.machine.key(LETTER)
    assert started.keys == [LETTER]


def test_who_waits_for_the_end_of_a_press_hears_of_it_though_the_mouse_is_anothers_by_then(two: Two) -> None:
    two.press(*IN_B)
    two.a.call(lambda: two.a.gem.wind_set(two.wa, Wf.WF_TOP), lambda: two.a.gem.form_alert(1, "[1][Text][OK]"))
    two.machine.mouse_button(1, False)
    two.machine.key(0x1C0D)
    assert two.b.do(lambda: "back") == "back"


def test_one_that_counts_clicks_makes_only_its_own_presses_late(two: Two) -> None:
    two.a.call(lambda: two.a.gem.evnt_multi(MU_BUTTON, clicks=2))
    two.press(*IN_B)
    assert two.b.presses == [IN_B]


def test_what_a_message_that_is_not_read_yet_is_about_stays_clear(two: Two) -> None:
    """A's window is gone with a redraw unread; were its handle B's next one, A would draw into B's window."""
    two.a.call(
        lambda: two.a.gem.wind_set(two.wa, Wf.WF_TOP),
        lambda: two.a.gem.wind_delete(two.wa),
        lambda: two.a.gem.evnt_timer(1000),
    )
    assert two.b.do(lambda: two.b.gem.wind_create(PLAIN, A_WINDOW)) == 3
    two.machine.advance(1000)
    assert two.b.do(lambda: two.b.gem.wind_create(PLAIN, A_WINDOW)) == 1


def test_redraws_are_not_lost_in_a_full_queue(two: Two) -> None:
    two.a.call(lambda: two.a.gem.evnt_timer(1000))
    for _ in range(9):
        two.machine.send(Message(1000), two.a.ap_id)
    two.b.close(two.wb)
    two.machine.advance(1000)
    assert len(two.a.take(Msg.WM_REDRAW)) == 1


def test_an_event_that_two_waited_for_lets_only_one_of_them_draw_while_it_shows_an_alert() -> None:
    two = Two(listen=False)
    two.press(*ON_DESKTOP)
    two.b.call(lambda: two.b.gem.evnt_button(1, 1, 0), lambda: two.b.gem.form_alert(1, "[1][Text][OK]"))
    two.a.call(
        lambda: two.a.gem.evnt_button(1, 1, 0),
        lambda: two.a.gem.wind_set(two.wa, Wf.WF_CURRXYWH, 0, 200, 300, 180),
    )
    two.machine.mouse_button(1, False)
    assert two.a.gem.wind_get(two.wa, Wf.WF_CURRXYWH) == A_WINDOW
    two.machine.key(0x1C0D)
    assert two.a.gem.wind_get(two.wa, Wf.WF_CURRXYWH).y == 200


def test_what_the_host_puts_into_the_environment_every_program_finds() -> None:
    box = machine()
    reader = Member(box, "READER.PRG")
    assert reader.gem.shel_envrn("PATH") is None
    box.environment["PATH"] = "A:"
    assert reader.gem.shel_envrn("PATH") == "A:"
    assert Member(box, "OTHER.PRG").gem.shel_envrn("PATH") == "A:"


def test_a_window_as_large_as_the_desktop_follows_the_size_of_the_screen() -> None:
    box = machine()
    box.resize(600, 300)
    member = Member(box, "TEST.PRG")
    desk, small = GRect(0, 19, 600, 281), GRect(10, 20, 90, 80)
    windows = [member.do(lambda full=full: member.gem.wind_create(PLAIN, full)) for full in (desk, small)]  # type: ignore[misc]
    member.do(lambda: member.gem.wind_open(windows[1], small))
    member.set(DESKTOP, Wf.WF_NEWDESK, grey_desktop(), 0)
    member.take()
    box.resize(320, 200)
    full = [member.gem.wind_get(handle, Wf.WF_FULLXYWH) for handle in (DESKTOP, *windows)]
    assert full == [(0, 19, 320, 181), (0, 19, 320, 181), small]
    screen = GRect(0, 0, 320, 200)
    assert member.take(Msg.WM_REDRAW) == [Message.redraw(handle, screen) for handle in (windows[1], DESKTOP)]


def test_another_size_of_the_screen_ends_a_drag_and_is_drawn_in_full() -> None:
    member = Member(machine(), "TEST.PRG")
    handle = member.open(100, 60, 200, 100)
    member.machine.mouse_to(200, 69)
    member.machine.mouse_button(1, True)
    member.machine.mouse_to(300, 390)
    member.machine.resize(720, 300)
    assert member.take(Msg.WM_MOVED) == [Message(Msg.WM_MOVED, 0, 0, handle, 100, 60, 200, 100)]
    state, picture = member.gem.graf_mkstate(), member.machine.frame(pointer=False)
    assert (state.x, state.y, state.buttons) == (300, 299, 0)
    assert picture.part((640, 200, 719, 299)) == picture.part((0, 200, 79, 299))


@pytest.mark.parametrize(("ms", "wanted"), [(100, Update.BEG_UPDATE), (300, Update.BEG_MCTRL)])
def test_who_waits_for_the_screen_gets_it_while_an_arrow_is_held(two: Two, ms: int, wanted: Update) -> None:
    """The screen manager has the mouse, and releases it while it waits for the screen."""
    gem = two.a.gem
    two.b.open(100, 60, 400, 250, ALL)
    two.press(490, 105)
    locks = [lambda: gem.wind_update(Update.BEG_UPDATE), lambda: gem.evnt_timer(ms)]
    if wanted == Update.BEG_UPDATE:
        two.a.call(*locks, lambda: gem.wind_update(Update.END_UPDATE))
        waits = two.b.call(lambda: two.b.gem.wind_update(Update.BEG_UPDATE))
    else:
        waits = two.a.call(*locks, lambda: gem.wind_update(Update.BEG_MCTRL))
    two.machine.advance(ms - 20)
    assert not waits.done
    two.machine.advance(20)
    assert waits.done


# ---- accessories: entries in every program's first menu, AC_OPEN and AC_CLOSE


DESK_TITLE = (30, 8)


def entry(place: int) -> tuple[int, int]:
    """An entry of the first menu, the program's own being 0."""
    return 60, 19 + 16 * place + 8


def whole_menu_tree() -> Tree:
    """The menu tree with all eight places in its first menu."""
    tree = menu_tree()
    first = len(tree)
    for place in range(6):
        tree.append(obj(ObType.G_STRING, f"  Place {place}", (0, 32 + 16 * place, 160, 16)))
    last = tree[7].ob_tail
    for number in range(first, len(tree)):
        tree[last].ob_next, tree[number].ob_next, last = number, 7, number
    tree[7].ob_tail = last
    return tree


class Shop:
    """A program with a menu and an accessory with an entry."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.machine = machine()
        self.accessory = Member(self.machine, "CLOCK.ACC")
        self.menu_id = self.accessory.do(lambda: self.accessory.gem.menu_register(self.accessory.ap_id, "  Clock"))
        self.program = Member(self.machine, "PROGRAM.PRG", 5)
        self.program.do(lambda: self.program.gem.menu_bar(tree, True))

    def choose(self, place: int) -> None:
        self.machine.mouse_to(*DESK_TITLE)
        click(self.machine, *entry(place))


@pytest.fixture(params=[menu_tree, whole_menu_tree], ids=["too few places", "eight places"])
def shop(request: pytest.FixtureRequest) -> Shop:
    return Shop(request.param())


def test_entries_come_and_go_with_their_accessories_in_every_bar(shop: Shop) -> None:
    other = Member(shop.machine, "OTHER.ACC")
    second = other.do(lambda: other.gem.menu_register(other.ap_id, "  Other"))
    assert (shop.menu_id, second) == (0, 1)
    shop.choose(3)
    assert other.take() == [Message(Msg.AC_OPEN, 0, 0, 3, 1)]
    shop.accessory.end()
    shop.choose(2)
    assert other.take() == [Message(Msg.AC_OPEN, 0, 0, 3, 1)]
    other.end()
    assert shop.tree[7].ob_height == 16, "without accessories only the program's entry remains"
    shop.choose(1)
    assert shop.program.take() == []


def test_six_entries_are_the_most(shop: Shop) -> None:
    gem = shop.accessory.gem
    assert [shop.accessory.do(lambda: gem.menu_register(0, "  More")) for _ in range(6)] == [1, 2, 3, 4, 5, -1]
    shop.choose(7)
    assert shop.accessory.take() == [Message(Msg.AC_OPEN, 0, 0, 3, 5)]


def test_a_menu_shown_again_has_the_entries_still(shop: Shop) -> None:
    size = len(shop.tree)
    for show in (False, True, False, True):
        shop.program.do(lambda show=show: shop.program.gem.menu_bar(shop.tree, show))  # type: ignore[misc]
    assert len(shop.tree) == size
    shop.choose(2)
    assert [m.type for m in shop.accessory.take()] == [Msg.AC_OPEN]


def test_accessories_are_told_when_the_last_program_has_ended_and_see_the_next_one(shop: Shop) -> None:
    second = Member(shop.machine, "SECOND.PRG")
    second.end()
    assert shop.accessory.take() == []
    handle = shop.accessory.open(100, 100, 200, 100)
    shop.program.end()
    assert shop.accessory.take(Msg.AC_CLOSE) == [Message(Msg.AC_CLOSE, 0, 0, shop.menu_id)]
    shop.accessory.do(lambda: shop.accessory.gem.wind_delete(handle))
    again, fresh = Member(shop.machine, "AGAIN.PRG"), machine()
    Member(fresh, "AGAIN.PRG")
    assert shop.machine.frame(pointer=False) == fresh.frame(pointer=False)
    again.do(lambda: again.gem.menu_bar(menu_tree(), True))
    shop.choose(2)
    assert [m.type for m in shop.accessory.take()] == [Msg.AC_OPEN]


@pytest.mark.parametrize(
    ("below", "size", "asked"),
    [
        (False, (290, 190), "a"),
        (False, (310, 210), "b"),
        (False, (310, 190), "ab"),
        (True, (290, 190), "a"),
        (True, (310, 210), "ab"),
    ],
)
def test_only_those_draw_who_lose_or_win_by_another_size(
    two: Two, below: bool, size: tuple[int, int], asked: str
) -> None:
    one, window, place = (two.a, two.wa, A_WINDOW) if below else (two.b, two.wb, B_WINDOW)
    one.set(window, Wf.WF_CURRXYWH, GRect(place.x, place.y, *size))
    found = {name for name, member in (("a", two.a), ("b", two.b)) if member.take(Msg.WM_REDRAW)}
    assert "".join(sorted(found)) == asked

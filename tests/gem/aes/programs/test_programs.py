"""Several programs at once: who gets what, and what stays when one ends or breaks (AES 4)."""

from __future__ import annotations

from collections.abc import Awaitable

import pytest

from gemport.gem.aes.constants import DESKTOP, MU_BUTTON, MU_TIMER, Fmd, MouseNumber, Msg, Update, Wf
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.kernel.appl import Search
from gemport.gem.aes.kernel.applications import Found, Kin
from gemport.gem.aes.kernel.dispatch import GemError
from gemport.gem.aes.kernel.message import Message
from gemport.gem.aes.machine import Fault, Machine
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.rsc.objects import BoxSpec, ObType, Tree
from tests.gem.aes.desk import PLAIN, menu_tree, obj
from tests.gem.aes.programs.crowd import Member, click, machine

A_WINDOW, B_WINDOW = GRect(20, 40, 300, 200), GRect(200, 120, 300, 200)
IN_A, IN_B, ON_DESKTOP = (60, 100), (400, 250), (600, 380)
A_CLOSER, B_CLOSER = (29, 49), (209, 129)
LETTER = 0x1E61


class ProgramError(Exception):
    """What a program raises in these tests."""


class Two:
    """Two programs with a window each, B's on top and over a part of A's."""

    def __init__(self, listen: bool = True) -> None:
        self.machine = machine()
        self.a, self.b = (
            Member(self.machine, name, shade, listens=listen) for name, shade in (("A.PRG", 2), ("B.PRG", 6))
        )
        self.wa, self.wb = self.a.open(*A_WINDOW), self.b.open(*B_WINDOW)
        self.a.take()
        self.b.take()


@pytest.fixture
def two() -> Two:
    return Two()


# ---- windows and their owners


def test_each_program_has_its_own_id_and_handles_are_shared(two: Two) -> None:
    assert (two.a.do(two.a.gem.appl_init), two.b.do(two.b.gem.appl_init)) == (0, 2)
    assert (two.wa, two.wb) == (1, 2)


def test_a_click_on_another_programs_window_asks_its_owner_alone(two: Two) -> None:
    click(two.machine, *IN_A)
    assert two.a.take() == [Message(Msg.WM_TOPPED, 0, 0, two.wa)]
    assert two.b.take() == [Message(Msg.WM_UNTOPPED, 0, 0, two.wb)]
    assert (two.a.presses, two.b.presses) == ([], [])
    assert two.a.do(lambda: two.a.gem.wind_get(DESKTOP, Wf.WF_TOP)).x == two.wa


def test_presses_and_keys_go_to_the_owner_of_the_topped_window(two: Two) -> None:
    click(two.machine, *IN_B)
    two.machine.key(LETTER)
    assert (two.b.presses, two.b.keys, two.a.keys) == ([IN_B], [LETTER], [])
    click(two.machine, *IN_A)
    click(two.machine, *IN_A)
    two.machine.key(LETTER)
    assert (two.a.presses, two.a.keys, two.b.keys) == ([IN_A], [LETTER], [LETTER])


def test_gadgets_tell_their_owner(two: Two) -> None:
    click(two.machine, *B_CLOSER)
    assert [m.type for m in two.b.take()] == [Msg.WM_CLOSED]
    assert two.a.take() == []


def test_redraws_go_to_whose_window_appears(two: Two) -> None:
    two.a.messages.clear()
    two.b.messages.clear()
    two.b.do(lambda: two.b.gem.wind_close(two.wb))
    assert two.a.take(Msg.WM_REDRAW) == [Message.redraw(two.wa, GRect(20, 40, 302, 202))]
    assert two.b.take(Msg.WM_REDRAW) == []


def test_who_gets_the_top_back_by_anothers_closing_is_told(two: Two) -> None:
    two.b.do(lambda: two.b.gem.wind_close(two.wb))
    assert two.a.take() == [Message(Msg.WM_ONTOP, 0, 0, two.wa)]
    two.machine.key(LETTER)
    assert two.a.keys == [LETTER]


def test_anothers_window_can_be_topped_and_nothing_else(two: Two) -> None:
    gem = two.b.gem
    assert not two.b.do(lambda: gem.wind_set(two.wa, Wf.WF_CURRXYWH, 0, 20, 50, 50))
    assert not two.b.do(lambda: gem.wind_set(two.wa, Wf.WF_BOTTOM))
    assert not two.b.do(lambda: gem.wind_set(two.wa, Wf.WF_NAME, "mine"))
    assert not two.b.do(lambda: gem.wind_close(two.wa))
    assert not two.b.do(lambda: gem.wind_delete(two.wa))
    assert two.b.do(lambda: gem.wind_get(two.wa, Wf.WF_CURRXYWH)) == A_WINDOW
    assert two.b.do(lambda: gem.wind_set(two.wa, Wf.WF_TOP))
    two.machine.key(LETTER)
    assert (two.a.keys, two.b.keys) == ([LETTER], [])


def test_a_window_sent_to_the_bottom_gives_the_top_to_the_next(two: Two) -> None:
    assert two.b.do(lambda: two.b.gem.wind_get(DESKTOP, Wf.WF_BOTTOM)).x == two.wa
    two.b.do(lambda: two.b.gem.wind_set(two.wb, Wf.WF_BOTTOM))
    assert two.b.do(lambda: two.b.gem.wind_get(DESKTOP, Wf.WF_BOTTOM)).x == two.wb
    assert two.a.do(lambda: two.a.gem.wind_get(DESKTOP, Wf.WF_TOP)).x == two.wa
    assert two.a.take() == [Message(Msg.WM_ONTOP, 0, 0, two.wa)]


def test_seven_windows_each(two: Two) -> None:
    gem = two.a.gem
    handles = [two.a.do(lambda: gem.wind_create(PLAIN, A_WINDOW)) for _ in range(7)]
    assert handles == [3, 4, 5, 6, 7, 8, -1]
    assert two.b.do(lambda: two.b.gem.wind_create(PLAIN, A_WINDOW)) == 9


# ---- menu bars


def test_the_menu_bar_is_that_of_the_program_in_front(two: Two) -> None:
    two.a.do(lambda: two.a.gem.menu_bar(menu_tree(), True))
    named = two.machine.screen.rows[:19]
    two.b.do(lambda: two.b.gem.menu_bar(menu_tree(), True))
    bar = two.machine.screen.rows[:19]
    assert bar != named, "B is in front: its bar takes the place of its name, A's does not"
    two.machine.mouse_to(70, 8)
    click(two.machine, 90, 25)
    assert two.b.take() == [Message(Msg.MN_SELECTED, 0, 0, 4, 10)]
    click(two.machine, *IN_A)
    assert two.machine.screen.rows[:19] == bar, "the title that B left inverted is not A's"
    two.machine.mouse_to(70, 8)
    click(two.machine, 90, 25)
    assert two.a.take(Msg.MN_SELECTED) == [Message(Msg.MN_SELECTED, 0, 0, 4, 10)]
    assert two.b.take(Msg.MN_SELECTED) == []


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


def test_a_program_without_a_menu_has_its_name_in_the_strip(two: Two) -> None:
    names = []
    for place in (IN_A, IN_B, IN_A):
        click(two.machine, *place)
        names.append(two.machine.screen.rows[:19])
    assert names[0] == names[2] != names[1]


# ---- the desktop


def grey_desktop() -> Tree:
    return [obj(ObType.G_BOX, BoxSpec(0, 0, 0x1121), (0, 0, 640, 400))]


def test_clicks_on_the_desktop_are_his_who_set_it(two: Two) -> None:
    two.a.do(lambda: two.a.gem.wind_set(DESKTOP, Wf.WF_NEWDESK, grey_desktop(), 0))
    click(two.machine, *ON_DESKTOP)
    two.machine.key(LETTER)
    assert (two.a.presses, two.a.keys) == ([ON_DESKTOP], [LETTER])
    assert (two.b.presses, two.b.keys) == ([], [])
    assert two.b.take() == [Message(Msg.WM_UNTOPPED, 0, 0, two.wb)]


def test_with_the_desktop_in_front_no_window_is_topped_until_it_is_clicked(two: Two) -> None:
    lit = two.machine.screen.copy()
    two.a.do(lambda: two.a.gem.wind_set(DESKTOP, Wf.WF_NEWDESK, grey_desktop(), 0))
    click(two.machine, *ON_DESKTOP)
    assert two.machine.screen != lit
    assert two.b.do(lambda: two.b.gem.wind_get(DESKTOP, Wf.WF_TOP)).x == 0
    two.b.take()
    click(two.machine, *B_CLOSER)
    assert two.b.take() == [Message(Msg.WM_TOPPED, 0, 0, two.wb)], "a window that is not topped has no gadgets"
    assert two.machine.screen.rows[120:] == lit.rows[120:]
    assert two.b.do(lambda: two.b.gem.wind_get(DESKTOP, Wf.WF_TOP)).x == two.wb


def test_without_a_desktop_of_somebodys_its_clicks_are_the_menu_bars_owners(two: Two) -> None:
    click(two.machine, *ON_DESKTOP)
    assert (two.a.presses, two.b.presses) == ([], [ON_DESKTOP])


def test_the_desktop_of_a_program_that_ends_goes_with_it(two: Two) -> None:
    before = two.machine.screen.get_pixel(638, 398), two.machine.screen.get_pixel(639, 398)
    two.a.do(lambda: two.a.gem.wind_set(DESKTOP, Wf.WF_NEWDESK, grey_desktop(), 0))
    two.a.do(lambda: two.a.gem.form_dial(Fmd.FMD_FINISH, A_WINDOW, GRect(0, 19, 640, 381)))
    assert [row & 0xFF for row in two.machine.screen.rows[380:384]] != [0xAA, 0x55] * 2
    two.a.end()
    assert (two.machine.screen.get_pixel(638, 398), two.machine.screen.get_pixel(639, 398)) == before
    click(two.machine, *ON_DESKTOP)
    assert two.b.presses == [ON_DESKTOP]


# ---- the pointer


def test_each_program_has_its_own_pointer_and_the_one_in_front_shows_his(two: Two) -> None:
    two.machine.mouse_to(600, 300)
    two.b.do(lambda: two.b.gem.graf_mouse(MouseNumber.POINT_HAND))
    hand = two.machine.frame_key()
    two.a.do(lambda: two.a.gem.graf_mouse(MouseNumber.M_OFF))
    assert two.machine.frame_key() == hand
    click(two.machine, *IN_A)
    assert two.machine.frame() == two.machine.frame(pointer=False)
    two.b.do(lambda: two.b.gem.wind_set(two.wb, Wf.WF_TOP))
    assert two.machine.frame() != two.machine.frame(pointer=False)


def test_a_workstation_hides_the_pointer_of_its_program_alone(two: Two) -> None:
    two.a.do(lambda: two.a.gem.v_opnvwk().v_hide_c())
    assert two.machine.frame() != two.machine.frame(pointer=False)
    click(two.machine, *IN_A)
    assert two.machine.frame() == two.machine.frame(pointer=False)


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
    gem = two.a.gem
    found, mode = [], Search.APP_FIRST
    while (who := two.a.do(lambda: gem.appl_search(mode))) is not None:  # noqa: B023 - called at once
        found.append(who)
        mode = Search.APP_NEXT
    assert found == [Found("SCRENMGR", Kin.SYSTEM, 1), Found("A", Kin.PROGRAM, 0), Found("B", Kin.PROGRAM, 2)]


def test_a_full_queue_says_so(two: Two) -> None:
    two.b.begin(lambda: two.b.gem.evnt_timer(1000))
    written = [two.a.do(lambda: two.a.gem.appl_write(two.b.ap_id, Message(1000))) for _ in range(9)]
    assert written == [True] * 8 + [False]


# ---- starting and ending


def test_a_program_starts_another_with_a_tail_and_hears_of_its_end() -> None:
    box = machine()
    children: list[Gem] = []

    async def child(gem: Gem) -> None:
        children.append(gem)
        await gem.evnt_keybd()

    box.programs["CHILD.PRG"] = child
    parent = Member(box, "PARENT.PRG")
    begun = []

    def launch() -> int:
        ap_id = parent.gem.shel_write("child.prg", "42 /new")
        begun.append(len(children))
        return ap_id

    ap_id = parent.do(launch)
    assert begun == [0], "the other one begins when the first one waits"
    assert children[0].shel_read() == ("CHILD.PRG", "42 /new")
    assert children[0].appl_init() == ap_id == 2
    box.key(LETTER)
    assert parent.take() == [Message(Msg.CH_EXIT, 0, 0, ap_id, 0)]
    assert parent.do(lambda: parent.gem.shel_write("NOBODY.PRG")) == 0


def test_a_program_that_ends_leaves_the_others_a_screen_without_it(two: Two) -> None:
    alone = machine()
    lonely = Member(alone, "A.PRG", 2)
    lonely.open(*A_WINDOW)
    two.b.end()
    assert two.machine.frame(pointer=False) == alone.frame(pointer=False)
    assert not two.machine.finished
    two.a.end()
    assert two.machine.finished
    assert two.machine.result == "A.PRG"


@pytest.mark.parametrize("doing", ["nothing", "lock", "mouse", "alert", "drag", "menu"])
def test_a_program_that_breaks_takes_nobody_along_and_leaves_nothing_behind(doing: str) -> None:
    two = Two(listen=doing != "drag")
    click(two.machine, *IN_A)
    before = two.machine.screen.copy()
    gem = two.b.gem
    broken: list[Fault] = []
    two.machine.on_fault = broken.append
    two.b.begin(lambda: gem.wind_set(two.wb, Wf.WF_TOP))
    match doing:
        case "lock":
            two.b.begin(lambda: gem.wind_update(Update.BEG_UPDATE))
        case "mouse":
            two.b.begin(lambda: gem.wind_update(Update.BEG_MCTRL))
        case "alert":
            two.b.begin(lambda: fails(gem.form_alert(1, "[1][Text][OK]"), doing))
        case "drag":
            two.machine.mouse_to(*IN_B)
            two.machine.mouse_button(1, True)
            two.b.begin(lambda: fails(gem.graf_dragbox(50, 50, 300, 200, GRect(0, 0, 640, 400)), doing))
        case "menu":
            two.b.begin(lambda: gem.menu_bar(menu_tree(), True))
    if doing in ("alert", "drag"):
        two.machine.key(0x1C0D)
        two.machine.mouse_button(1, False)
    else:
        two.b.fail(ProgramError(doing))
    assert [(fault.name, str(fault.error)) for fault in broken] == [("B.PRG", doing)] == named(two.machine)
    assert not two.machine.finished
    wanted = Two()
    click(wanted.machine, *IN_A)
    wanted.b.end()
    assert two.machine.screen == wanted.machine.screen != before
    assert two.machine._dispatcher.active is two.machine._libraries.applications.running[0]
    assert two.a.do(lambda: two.a.gem.wind_update(Update.BEG_MCTRL)) is None


def named(machine: Machine) -> list[tuple[str, str]]:
    return [(fault.name, str(fault.error)) for fault in machine.faults]


async def fails(call: Awaitable[object], message: str) -> None:
    await call
    raise ProgramError(message)


def test_what_the_last_program_raises_comes_out_of_the_hosts_call(two: Two) -> None:
    two.b.fail(ProgramError("first"))
    with pytest.raises(ProgramError, match="second"):
        two.a.fail(ProgramError("second"))
    assert named(two.machine) == [("B.PRG", "first")]
    assert two.machine.finished


def test_after_all_have_ended_the_machine_is_as_new(two: Two) -> None:
    two.a.do(lambda: two.a.gem.menu_bar(menu_tree(), True))
    two.a.do(lambda: two.a.gem.wind_set(DESKTOP, Wf.WF_NEWDESK, grey_desktop(), 0))
    two.b.do(lambda: two.b.gem.graf_mouse(MouseNumber.M_OFF))
    two.machine.key(LETTER)
    two.b.end()
    two.a.end()
    fresh = machine()
    new = [Member(box, "NEW.PRG") for box in (two.machine, fresh)]
    for member in new:
        assert (member.ap_id, member.open(*A_WINDOW), member.keys) == (0, 1, [])
    fresh.mouse_to(*ON_DESKTOP)
    two.machine.mouse_to(*ON_DESKTOP)
    assert two.machine.frame() == fresh.frame()


def test_the_host_asks_everybody_to_end(two: Two) -> None:
    two.machine.request_quit()
    assert two.a.take() == two.b.take() == [Message(Msg.AP_TERM)]


def test_closing_ends_everybody_and_leaves_the_picture(two: Two) -> None:
    picture = two.machine.frame()
    two.machine.close()
    assert two.machine.finished
    assert two.machine.frame() == picture
    with pytest.raises(GemError):
        two.machine.start(two.a.run)


# ---- locks


def test_a_program_waits_while_another_has_the_screen(two: Two) -> None:
    two.a.begin(lambda: two.a.gem.wind_update(Update.BEG_UPDATE))
    got = []

    async def take() -> None:
        await two.b.gem.wind_update(Update.BEG_UPDATE)
        got.append("b")

    two.b.begin(take)
    assert got == []
    two.a.begin(lambda: two.a.gem.wind_update(Update.END_UPDATE))
    assert got == ["b"]


def test_one_end_too_many_gives_no_half_of_the_mouse_away(two: Two) -> None:
    """Two that hold a half each and want the other one would wait for ever."""
    for code in (Update.BEG_MCTRL, Update.END_UPDATE):
        two.a.begin(lambda code=code: two.a.gem.wind_update(code))  # type: ignore[misc]
    got = []

    async def both() -> None:
        await two.b.gem.wind_update(Update.BEG_UPDATE)
        await two.b.gem.wind_update(Update.BEG_MCTRL)
        got.append("b")

    two.b.begin(both)
    two.a.begin(lambda: two.a.gem.wind_update(Update.BEG_UPDATE), lambda: two.a.gem.wind_update(Update.END_UPDATE))
    two.a.begin(lambda: two.a.gem.wind_update(Update.END_MCTRL))
    assert got == ["b"]


def test_while_one_shows_an_alert_nobody_draws_and_the_keys_are_its_own(two: Two) -> None:
    two.a.begin(lambda: two.a.gem.form_alert(1, "[1][From behind][ OK ]"))
    picture = two.machine.frame(pointer=False)
    two.b.begin(lambda: two.b.gem.wind_set(two.wb, Wf.WF_CURRXYWH, 0, 40, 300, 200))
    started = Member(two.machine, "LATE.PRG")
    two.machine.advance(1000)
    assert two.machine.frame(pointer=False) == picture
    two.machine.key(0x1C0D)
    assert two.machine.frame(pointer=False) != picture
    assert two.b.gem.wind_get(two.wb, Wf.WF_CURRXYWH) == GRect(0, 40, 300, 200)
    assert (two.a.keys, two.b.keys) == ([], [])
    two.machine.key(LETTER)
    assert started.keys == [LETTER]


def test_one_that_never_waits_does_not_starve_the_others() -> None:
    box = machine()
    rounds = [0]

    async def spinner(gem: Gem) -> None:
        while True:
            await gem.evnt_multi(MU_TIMER, ms=0)
            rounds[0] += 1

    box.start(spinner, "SPIN.PRG")
    other = Member(box, "OTHER.PRG")
    box.key(LETTER)
    box.advance(100)
    assert other.keys == [LETTER]
    assert rounds[0] > 5


def test_who_waits_for_the_end_of_a_press_hears_of_it_though_the_mouse_is_anothers_by_then(two: Two) -> None:
    two.machine.mouse_to(*IN_B)
    two.machine.mouse_button(1, True)
    two.a.begin(lambda: two.a.gem.wind_set(two.wa, Wf.WF_TOP), lambda: two.a.gem.form_alert(1, "[1][Text][OK]"))
    two.machine.mouse_button(1, False)
    two.machine.key(0x1C0D)
    assert two.b.do(lambda: "back") == "back"


def test_one_that_counts_clicks_makes_only_its_own_presses_late(two: Two) -> None:
    two.a.begin(lambda: two.a.gem.evnt_multi(MU_BUTTON, clicks=2))
    two.machine.mouse_to(*IN_B)
    two.machine.mouse_button(1, True)
    assert two.b.presses == [IN_B]


def test_what_a_message_that_is_not_read_yet_is_about_stays_clear(two: Two) -> None:
    """A's window is gone with a redraw unread; were its handle B's next one, A would draw into B's window."""
    two.a.begin(
        lambda: two.a.gem.wind_set(two.wa, Wf.WF_TOP),
        lambda: two.a.gem.wind_delete(two.wa),
        lambda: two.a.gem.evnt_timer(1000),
    )
    assert two.b.do(lambda: two.b.gem.wind_create(PLAIN, A_WINDOW)) == 3
    two.machine.advance(1000)
    assert two.b.do(lambda: two.b.gem.wind_create(PLAIN, A_WINDOW)) == 1


def test_redraws_are_not_lost_in_a_full_queue(two: Two) -> None:
    two.a.begin(lambda: two.a.gem.evnt_timer(1000))
    for _ in range(9):
        two.machine.send(Message(1000), two.a.ap_id)
    two.b.do(lambda: two.b.gem.wind_close(two.wb))
    two.machine.advance(1000)
    assert len(two.a.take(Msg.WM_REDRAW)) == 1


def test_while_one_drags_an_outline_nobody_draws_over_it() -> None:
    two = Two(listen=False)
    two.machine.mouse_to(*IN_B)
    two.machine.mouse_button(1, True)
    two.b.begin(lambda: two.b.gem.graf_dragbox(50, 50, 380, 230, GRect(0, 0, 640, 400)))
    picture = two.machine.frame(pointer=False)
    two.a.begin(lambda: two.a.gem.wind_set(two.wa, Wf.WF_TOP))
    assert two.machine.frame(pointer=False) == picture
    two.machine.mouse_button(1, False)
    assert two.a.do(lambda: two.a.gem.wind_get(DESKTOP, Wf.WF_TOP)).x == two.wa


def test_an_event_that_two_waited_for_lets_only_one_of_them_draw_while_it_shows_an_alert() -> None:
    two = Two(listen=False)

    async def warn() -> None:
        await two.b.gem.evnt_button(1, 1, 0)
        await two.b.gem.form_alert(1, "[1][Text][OK]")

    async def move() -> None:
        await two.a.gem.evnt_button(1, 1, 0)
        two.a.gem.wind_set(two.wa, Wf.WF_CURRXYWH, 0, 200, 300, 180)

    two.machine.mouse_to(*ON_DESKTOP)
    two.machine.mouse_button(1, True)
    two.b.begin(warn)
    two.a.begin(move)
    two.machine.mouse_button(1, False)
    assert two.a.gem.wind_get(two.wa, Wf.WF_CURRXYWH) == A_WINDOW
    two.machine.key(0x1C0D)
    assert two.a.gem.wind_get(two.wa, Wf.WF_CURRXYWH).y == 200

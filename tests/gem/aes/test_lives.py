"""Several programs at once: how they start and end, what stays when one breaks, and who waits for whom (AES 4)."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from gemport.gem import DESKTOP, MU_BUTTON, Fault, Gem, GRect, Machine, Message, Msg, Update, Wf
from tests.gem.aes.desk import (
    A_WINDOW,
    IN_A,
    IN_B,
    LETTER,
    ON_DESKTOP,
    PLAIN,
    Call,
    Member,
    ProgramError,
    Two,
    click,
    machine,
    menu_tree,
)

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
        two.machine.mouse_to(*IN_B)
        two.machine.mouse_button(1, True)
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


def test_the_host_asks_everybody_to_end(two: Two) -> None:
    two.machine.request_quit()
    assert two.a.take() == two.b.take() == [Message(Msg.AP_TERM)]


def test_closing_ends_everybody_and_leaves_the_picture(two: Two) -> None:
    picture = two.machine.frame()
    two.machine.close()
    assert two.machine.finished
    assert two.machine.frame() == picture


# ---- locks


def test_a_program_waits_while_another_has_the_screen(two: Two) -> None:
    two.a.call(lambda: two.a.gem.wind_update(Update.BEG_UPDATE))
    lock = two.b.call(lambda: two.b.gem.wind_update(Update.BEG_UPDATE))
    assert not lock.done
    two.a.call(lambda: two.a.gem.wind_update(Update.END_UPDATE))
    assert lock.done


def test_one_end_too_many_gives_no_half_of_the_mouse_away(two: Two) -> None:
    """Two that hold a half each and want the other one would wait for ever."""

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
    two.machine.mouse_to(*IN_B)
    two.machine.mouse_button(1, True)
    two.a.call(lambda: two.a.gem.wind_set(two.wa, Wf.WF_TOP), lambda: two.a.gem.form_alert(1, "[1][Text][OK]"))
    two.machine.mouse_button(1, False)
    two.machine.key(0x1C0D)
    assert two.b.do(lambda: "back") == "back"


def test_one_that_counts_clicks_makes_only_its_own_presses_late(two: Two) -> None:
    two.a.call(lambda: two.a.gem.evnt_multi(MU_BUTTON, clicks=2))
    two.machine.mouse_to(*IN_B)
    two.machine.mouse_button(1, True)
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


def test_while_one_drags_an_outline_nobody_draws_over_it() -> None:
    two = Two(listen=False)
    two.machine.mouse_to(*IN_B)
    two.machine.mouse_button(1, True)
    two.b.call(lambda: two.b.gem.graf_dragbox(50, 50, 380, 230, GRect(0, 0, 640, 400)))
    picture = two.machine.frame(pointer=False)
    two.a.call(lambda: two.a.gem.wind_set(two.wa, Wf.WF_TOP))
    assert two.machine.frame(pointer=False) == picture
    two.machine.mouse_button(1, False)
    assert two.a.do(lambda: two.a.gem.wind_get(DESKTOP, Wf.WF_TOP)).x == two.wa


def test_an_event_that_two_waited_for_lets_only_one_of_them_draw_while_it_shows_an_alert() -> None:
    two = Two(listen=False)
    two.machine.mouse_to(*ON_DESKTOP)
    two.machine.mouse_button(1, True)
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

"""Several programs at once: who gets what (AES 4)."""

from functools import partial

from gemport.gem import DESKTOP, AppInfo, AppKind, Gem, GRect, Message, MouseNumber, Msg, Search, Wf
from tests.gem.aes.desk import (
    A_WINDOW,
    B_CLOSER,
    IN_A,
    IN_B,
    LETTER,
    ON_DESKTOP,
    PLAIN,
    Member,
    Two,
    click,
    grey_desktop,
    inverted,
    menu_tree,
)

# ---- windows and their owners


def test_who_gets_the_top_back_by_anothers_closing_is_told(two: Two) -> None:
    two.b.close(two.wb)
    assert two.a.take() == [Message(Msg.WM_ONTOP, 0, 0, two.wa)]
    two.machine.key(LETTER)
    assert two.a.keys == [LETTER]


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
    """What the pointer changes on the screen."""
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


def test_a_pointer_that_a_program_leaves_hidden_comes_back_at_its_end(two: Two) -> None:
    two.b.do(lambda: two.b.gem.v_opnvwk().v_hide_c())
    assert pointer(two) == set()
    two.b.end()
    assert pointer(two)


def test_a_program_starts_with_the_busy_bee_and_an_accessory_with_what_there_is(two: Two) -> None:
    two.machine.mouse_to(500, 350)
    two.b.gem.graf_mouse(MouseNumber.BUSY_BEE)
    bee = pointer(two)
    two.b.gem.graf_mouse(MouseNumber.POINT_HAND)
    hand = pointer(two)
    two.machine.start(silent, "C.ACC")
    assert pointer(two) == hand
    two.machine.start(silent, "D.PRG")
    assert pointer(two) == bee != hand


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

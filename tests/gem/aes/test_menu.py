"""Menus: the bar, dropping down, choosing, and the calls (docs/machine.md 3.3, B.3)."""

import pytest

from gemport.gem import LEFT, GRect, Message, MouseRect, Msg, ObState, Tree, Update, keys
from gemport.gem.aes.constants import MU_BUTTON, MU_M1, MU_TIMER, Mu
from tests.gem.aes.desk import Desk, area, inverted, menu_tree

PLACES = {
    "DESK": (30, 8),
    "FILE": (80, 8),
    "OFF": (130, 8),
    "NEW": (100, 27),
    "DASHES": (100, 43),
    "OLD": (100, 59),
    "QUIT": (100, 75),
    "BAR": (400, 8),
    "ELSEWHERE": (400, 300),
}
TITLE = area(GRect(65, 1, 46, 17))
SELECTED = Message(Msg.MN_SELECTED, 0, 0, 4, 10)


@pytest.fixture
def tree() -> Tree:
    return menu_tree()


@pytest.fixture
def desk(tree: Tree) -> Desk:
    desk = Desk(PLACES)
    desk.do(lambda: desk.gem.menu_bar(tree, True))
    desk.to(600, 380)
    return desk


# ---- the bar


@pytest.mark.parametrize(
    ("acts", "as_after"),
    [
        # crossing to another title swaps the menus, and a disabled one opens none
        ("to DESK, to FILE, to DESK", "to DESK"),
        ("to FILE, to OFF", ""),
        ("to FILE, to OFF, to ELSEWHERE, click ELSEWHERE", ""),
        # a jump from an entry to another title leaves nothing chosen
        ("to DESK, to FILE, to NEW, to DESK", "to DESK"),
        ("to FILE, to NEW, to OFF, to ELSEWHERE", ""),
        # a press elsewhere or in the bar opens no menu while it lasts; the bar's own opens one when released on a title
        ("press ELSEWHERE, to FILE", ""),
        ("press ELSEWHERE, to FILE, release", ""),
        ("press right ELSEWHERE, to FILE", ""),
        *((f"{way}press BAR, to FILE", "") for way in ("", "to OFF, ")),
        *((f"{way}press BAR, to FILE, release", "to FILE") for way in ("", "to OFF, ")),
        ("to OFF, press BAR, to FILE, to NEW, release", ""),
        # a press on a title, even a disabled one, does
        *((f"to {title}, press {title}, to DESK, release", "to DESK") for title in ("FILE", "OFF")),
        ("to FILE, press FILE, to ELSEWHERE, release", ""),
        # nothing is inverted elsewhere, and the menu stays; so it does after a click on its title
        *((f"to FILE, to NEW, to {place}", "to FILE") for place in ("DASHES", "OLD", "ELSEWHERE", "FILE")),
        ("to FILE, press FILE, release", "to FILE"),
        # a press elsewhere, or on a disabled entry, closes it
        *((f"to FILE, click {place}", "") for place in ("DASHES", "OLD", "ELSEWHERE")),
    ],
)
def test_the_picture_is_as_after(desk: Desk, tree: Tree, acts: str, as_after: str) -> None:
    other = Desk(PLACES)
    other.do(lambda: other.gem.menu_bar(menu_tree(), True))
    for one, phrases in ((desk, acts), (other, as_after)):
        if phrases:
            one.act(phrases)
    assert desk.picture() == other.picture()
    assert (desk.take(), tree[10].ob_state) == ([], ObState.NORMAL)


# ---- choosing


@pytest.mark.parametrize(
    "acts",
    [
        "to FILE, to NEW, press NEW",
        "to FILE, press FILE, to NEW, release",
        "to FILE, press FILE, release, press NEW",
        "to OFF, press OFF, to FILE, to OLD, to NEW, release",
        # the right button does not count
        "to FILE, press right NEW, release right, press NEW",
    ],
)
def test_an_entry_is_chosen_and_the_screen_is_free_for_the_program(desk: Desk, acts: str) -> None:
    *before, last = acts.split(", ")
    desk.act(", ".join(before))
    assert desk.take() == []
    desk.act(last)
    assert desk.take() == [SELECTED]
    assert desk.do(lambda: desk.gem.wind_update(Update.BEG_UPDATE)) is None


@pytest.mark.parametrize(("takes", "seen"), [(False, MU_TIMER), (True, MU_BUTTON | MU_M1)])
def test_a_program_of_the_st_sees_the_press_that_chose(desk: Desk, takes: bool, seen: Mu) -> None:
    if takes:
        desk.gem.take_any_mouse()
    desk.act("to FILE, press NEW")
    away = MouseRect(True, GRect(*PLACES["QUIT"], 9, 9))
    call = desk.call(lambda: desk.gem.evnt_multi(MU_BUTTON | MU_M1 | MU_TIMER, m1=away, ms=100))
    desk.act("wait 200, release")
    assert call.result.events == seen


def test_a_text_too_long_for_its_menu_goes_with_it(desk: Desk, tree: Tree) -> None:
    before = desk.picture()
    desk.gem.menu_text(tree, 10, "  Much too long.")
    desk.act("to FILE, click ELSEWHERE, to 600/380")
    assert desk.picture() == before


def test_the_press_that_chose_an_entry_is_no_press_for_the_dialog_that_follows(desk: Desk) -> None:
    desk.act("to FILE, to NEW, press NEW")
    alert = desk.call(lambda: desk.gem.form_alert(0, "[0][Text][Button]"))
    desk.machine.settle()
    desk.release()
    desk.machine.settle()
    assert (desk.machine.bells, alert.done) == (0, False)
    # The next press is the dialog's, and then the mouse is everybody's again.
    desk.act("click 320/225")
    assert alert.result == 1
    desk.take()
    desk.act("to FILE, to NEW, click NEW")
    assert desk.take() == [SELECTED]


def test_the_host_lists_the_menus_by_their_objects(desk: Desk, tree: Tree) -> None:
    tree[10].ob_spec, tree[13].ob_spec = "  New game ... F1 ", "  Quit   Ctrl+Q "
    desk.do(lambda: desk.gem.menu_icheck(tree, 13, True))
    rows = [tuple(row) for row in desk.machine.menu()]
    assert rows[2:7] == [
        (4, -1, "File", "", False, True),
        (4, 10, "New game ...", "F1", False, True),
        (4, 11, "", "", False, False),
        (4, 12, "Old", "", False, False),
        (4, 13, "Quit", "Ctrl+Q", True, True),
    ]
    # A disabled title disables its entries; the first menu has only its visible entries.
    assert rows[7:] == [(5, -1, "Off", "", False, False), (5, 15, "Never", "", False, False)]
    assert [row[2] for row in rows[:2]] == ["Desk", "About"]


def test_the_host_chooses_as_the_mouse_does(desk: Desk, tree: Tree) -> None:
    before = desk.picture()
    for title, item in ((4, 12), (4, 11), (5, 15), (3, 10), (4, -1), (99, 99)):
        desk.machine.choose(title, item)
        assert (desk.take(), desk.picture()) == ([], before)
    desk.machine.choose(4, 10)
    assert desk.take() == [SELECTED]
    assert inverted(before, desk.picture()) == TITLE


def test_with_a_menu_or_a_box_on_the_screen_the_host_has_none_to_choose_from(desk: Desk) -> None:
    desk.act("to FILE")
    assert not desk.machine.menu()
    desk.machine.choose(4, 10)
    desk.act("click ELSEWHERE")
    assert (desk.take(), bool(desk.machine.menu())) == ([], True)
    desk.call(lambda: desk.gem.form_alert(0, "[0][Text][Button]"))
    assert not desk.machine.menu()
    desk.machine.choose(4, 10)
    desk.act("click 320/225")
    assert desk.take() == []


def test_a_menu_taken_away_leaves_the_strip_and_one_that_is_open_ends_as_usual(desk: Desk, tree: Tree) -> None:
    before = desk.picture()
    desk.act("to FILE")
    desk.gem.menu_bar(tree, False)
    for acts in ("click ELSEWHERE", "to FILE"):
        desk.act(acts)
        assert desk.picture() == before


@pytest.mark.parametrize("acts", ["to FILE, to NEW", "to FILE"])
def test_a_menu_closes_when_the_host_wants_the_program_to_end(desk: Desk, acts: str) -> None:
    before = desk.picture()
    desk.act(acts)
    desk.machine.request_quit()
    assert desk.picture() == before
    assert desk.take() == [Message(Msg.AP_TERM)]
    desk.act("to ELSEWHERE, to FILE, click NEW")
    assert desk.take() == [SELECTED]


# ---- events of other programs during a menu


def test_keys_timers_and_messages_wait_while_a_menu_is_open(desk: Desk) -> None:
    timer, key = desk.call(lambda: desk.gem.evnt_timer(100)), desk.call(lambda: desk.gem.evnt_keybd())
    desk.act("to FILE")
    desk.keys(0x1C0D)
    desk.machine.send(Message(1000))
    desk.act("wait 1000")
    assert (timer.done, key.done, desk.machine.next_wakeup()) == (False, False, None)
    desk.act("click ELSEWHERE")
    assert (timer.done, key.result) == (True, 0x1C0D)
    assert desk.take() == [Message(1000)]


def test_a_pointer_that_left_the_titles_before_the_screen_was_free_drops_nothing(desk: Desk) -> None:
    gem, before = desk.gem, desk.picture()
    entered = desk.call(
        lambda: gem.wind_update(Update.BEG_UPDATE), lambda: gem.evnt_mouse(False, GRect(390, 290, 20, 20))
    )
    again = desk.call(
        lambda: gem.evnt_button(1, LEFT, LEFT),
        lambda: gem.wind_update(Update.END_UPDATE),
        lambda: gem.evnt_mouse(False, GRect(40, 200, 10, 10)),
    )
    desk.act("to FILE, press ELSEWHERE")
    assert entered.done
    desk.act("to FILE")
    assert desk.picture() == before
    desk.act("to 45/205")
    assert again.done


# ---- calls


def test_a_check_mark_is_set_without_art(desk: Desk, tree: Tree) -> None:
    before = desk.picture()
    for check, state in ((True, ObState.CHECKED), (False, ObState.NORMAL)):
        desk.gem.menu_icheck(tree, 10, check)
        assert (desk.picture() == before, tree[10].ob_state) == (True, state)


def test_an_entry_can_be_disabled_and_enabled(desk: Desk, tree: Tree) -> None:
    for enable, told in ((False, []), (True, [SELECTED])):
        desk.do(lambda enable=enable: desk.gem.menu_ienable(tree, 10, enable))  # type: ignore[misc]
        desk.act("to FILE, click NEW")
        assert desk.take() == told


def test_a_title_is_disabled_and_drawn_at_once_with_bit_15(desk: Desk, tree: Tree) -> None:
    before = desk.picture()
    for enable in (False, True):
        desk.do(lambda enable=enable: desk.gem.menu_ienable(tree, 4, enable))  # type: ignore[misc]
        assert desk.picture() == before
    desk.do(lambda: desk.gem.menu_ienable(tree, 4 | 0x8000, False))
    greyed = inverted(before, desk.picture())
    assert greyed
    assert all(GRect(64, 0, 48, 19).contains(x, y) and (x + y) % 2 == 0 for x, y in greyed)
    for normal in (False, True):
        desk.do(lambda normal=normal: desk.gem.menu_tnormal(tree, 4, normal))  # type: ignore[misc]
        assert inverted(before, desk.picture()) == greyed
    desk.do(lambda: desk.gem.menu_ienable(tree, 4 | 0x8000, True))
    assert desk.picture() == before


# ---- by keys, gemport's own


@pytest.mark.parametrize(
    ("names", "item"),
    [
        ("Right Down Return", 10),
        # disabled entries and titles are stepped over, and both ends lead on
        ("Right Down Down Return", 13),
        ("Right Up Return", 13),
        ("Left Down Down Down Space", 10),
        ("Right Right Down Return", 8),
        # without an entry Return waits for one; other keys close the menu
        ("Return Down Return", 8),
        ("Down Esc", None),
        ("Shift+F10", None),
    ],
)
def test_keys_choose_in_the_menu_and_leave_the_pointer_where_it_was(desk: Desk, names: str, item: int | None) -> None:
    before = desk.picture()
    desk.call(desk.gem.menu_keys)
    for name in names.split():
        assert desk.picture() != before
        desk.keys(keys.key_press(name).word)
    chosen = [] if item is None else [Message(Msg.MN_SELECTED, 0, 0, 3 if item == 8 else 4, item)]
    assert desk.take() == chosen
    assert (desk.picture() == before) is (item is None)
    mouse = desk.do(lambda: desk.gem.graf_mkstate())
    assert (mouse.x, mouse.y) == (600, 380)
    # The next key is the program's again.
    call = desk.call(lambda: desk.gem.evnt_keybd())
    desk.keys(keys.ARROW_DOWN)
    assert call.result == keys.ARROW_DOWN


@pytest.mark.parametrize(("names", "item"), [("Right Down Down", 12), ("Right Up Up", 12), ("Left Left Down", 10)])
def test_the_arrows_go_to_the_next_of_three(desk: Desk, tree: Tree, names: str, item: int) -> None:
    tree[5].ob_state = tree[12].ob_state = ObState.NORMAL
    desk.call(desk.gem.menu_keys)
    desk.keys(*(keys.key_press(name).word for name in f"{names} Return".split()))
    assert desk.take() == [Message(Msg.MN_SELECTED, 0, 0, 4, item)]

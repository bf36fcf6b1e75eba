"""Dialogs and alerts: form_center, form_dial, form_do and its steps, form_alert, form_error (docs/machine.md 3.5)."""

from functools import partial

import pytest

from gemport.gem import Gem, GRect, MouseNumber, Program, Terminated, object_rect
from gemport.gem.aes.forms import DOUBLE_CLICK, Alert, AlertError, error_text, parse_alert, read_alert
from gemport.gem.aes.keys import ARROW_UP, RETURN, TAB
from gemport.gem.aes.objects import tedinfo
from gemport.gem.formats.structures import ObFlag, Object, ObState, ObType, TedInfo, Tree
from tests.gem.aes.desk import Desk, box, changed, framed, inverted, obj, started, tree_of

A = 0x1E61
BUTTON = ObFlag.SELECTABLE | ObFlag.EXIT
RADIO = ObFlag.SELECTABLE | ObFlag.RBUTTON

FIRST, SECOND, THIRD = 1, 2, 3
OK, CANCEL, OPTION, RADIO_1, RADIO_2, RADIO_3, TOUCH, OFF, LABEL = 4, 5, 6, 7, 8, 9, 10, 11, 12
PLACES = {
    "FIRST": (140, 108),
    "THIRD": (140, 168),
    "OK": (130, 208),
    "CANCEL": (230, 208),
    "OPTION": (330, 108),
    "RADIO_2": (330, 158),
    "RADIO_3": (330, 178),
    "TOUCH": (330, 208),
    "OFF": (430, 208),
    "LABEL": (430, 108),
    "NOWHERE": (20, 300),
}


def field(y: int, state: ObState = ObState.NORMAL) -> Object:
    ted = TedInfo("", "________", "X", te_txtlen=9, te_tmplen=9)
    return obj(ObType.G_FTEXT, ted, (20, y, 64, 16), ObFlag.EDITABLE, state)


def button(text: str, x: int, y: int, flags: ObFlag, state: ObState = ObState.NORMAL) -> Object:
    return obj(ObType.G_BUTTON, text, (x, y, 60, 16), flags, state)


@pytest.fixture
def tree() -> Tree:
    return tree_of(
        box(100, 80, 420, 160),
        field(20),
        field(50, ObState.DISABLED),
        field(80),
        button("OK", 20, 120, BUTTON | ObFlag.DEFAULT),
        button("Cancel", 120, 120, BUTTON),
        button("Option", 220, 20, ObFlag.SELECTABLE),
        button("One", 220, 50, RADIO, ObState.SELECTED),
        button("Two", 220, 70, RADIO),
        button("Three", 220, 90, RADIO),
        button("Touch", 220, 120, ObFlag.TOUCHEXIT),
        button("Off", 320, 120, BUTTON, ObState.DISABLED),
        obj(ObType.G_STRING, "Label", (320, 20, 60, 16)),
    )


class Form(Desk):
    """A dialog on the screen, and the call that waits for its end."""

    def __init__(self, tree: Tree, first: int = 0) -> None:
        super().__init__(PLACES)
        self.tree = tree
        self.do(lambda: self.gem.objc_draw(tree, 0, 8, GRect(0, 0, 640, 400)))
        self.form = self.call(lambda: self.gem.form_do(tree, first))
        self.before = self.picture()

    def texts(self, *fields: int) -> tuple[str, ...]:
        return tuple(tedinfo(self.tree[field]).te_ptext for field in fields)

    def states(self, *objects: int) -> list[ObState]:
        return [self.tree[obj].ob_state for obj in objects]


@pytest.fixture
def form(tree: Tree) -> Form:
    return Form(tree)


@pytest.mark.parametrize(
    ("size", "state", "covered"),
    [
        ((100, 50), ObState.NORMAL, (270, 184, 100, 50)),
        ((100, 50), ObState.OUTLINED, (267, 181, 106, 56)),
        ((100, 50), ObState.SHADOWED, (270, 184, 104, 54)),
        ((100, 50), ObState.OUTLINED | ObState.SHADOWED, (267, 181, 110, 60)),
        ((700, 500), ObState.OUTLINED, (0, 16, 706, 506)),
    ],
)
def test_a_dialog_is_centred_and_covers_its_outline_and_shadow_too(
    desk: Desk, size: tuple[int, int], state: ObState, covered: tuple[int, ...]
) -> None:
    tree = [framed(9, 9, *size, 2)]
    tree[0].ob_state = state
    assert desk.gem.form_center(tree) == covered
    assert (tree[0].ob_x, tree[0].ob_y) == ((0, 19) if size[0] == 700 else (270, 184))


# ---- keys


@pytest.mark.parametrize("unusable", ["no default", "hidden", "disabled"])
def test_return_without_a_usable_default_is_ignored(tree: Tree, unusable: str) -> None:
    if unusable == "no default":
        tree[OK].ob_flags &= ~ObFlag.DEFAULT
    elif unusable == "hidden":
        tree[OK].ob_flags |= ObFlag.HIDETREE
    else:
        tree[OK].ob_state |= ObState.DISABLED
    form = Form(tree)
    form.act("key Return a")
    assert (form.form.done, form.texts(FIRST)) == (False, ("a",))


@pytest.mark.parametrize(
    ("acts", "texts"),
    [
        # typing begins in the first field that can be used, and other keys edit it
        ("key a", ("a", "", "")),
        ("key a b c Backspace Esc b", ("b", "", "")),
        # Tab and the arrows change the field without wrapping round
        *(
            (f"key a {up} b {down} c {down} a {up} c", ("abc", "", "ca"))
            for up in ("0x0F00", "Up")
            for down in ("Tab", "Down")
        ),
        # a click into a field moves the cursor there
        ("key a, click THIRD, key b, click FIRST, key c", ("ac", "", "b")),
    ],
)
def test_keys_edit_the_fields(form: Form, acts: str, texts: tuple[str, str, str]) -> None:
    form.act(acts)
    assert form.texts(FIRST, SECOND, THIRD) == texts
    assert not form.form.done


@pytest.mark.parametrize("beside", [False, True])
def test_the_host_knows_a_box_without_form_do_unless_the_user_looks_past_it(
    desk: Desk, tree: Tree, beside: bool
) -> None:
    machine, field, rect = desk.machine, tedinfo(tree[THIRD]), GRect(100, 80, 420, 160).inset(-3)
    machine.speech.on_say = lambda _sentence: None
    machine.speech.form(tree)
    assert machine.box is None
    desk.do(lambda: desk.gem.show_box(field, beside))
    assert machine.field is field
    assert machine.box == (None if beside else (rect, object_rect(tree, THIRD)))
    call = desk.call(lambda: desk.gem.form_do(tree))
    assert machine.box == (rect, object_rect(tree, FIRST)), "a dialog has the mouse"
    desk.act("key Return")
    desk.do(desk.gem.hide_box)
    assert (call.result, machine.field, machine.box) == (OK, None, None)


def test_keys_typed_before_the_dialog_are_thrown_away(desk: Desk, tree: Tree) -> None:
    desk.act("key Return a")
    call = desk.call(lambda: desk.gem.form_do(tree, 0))
    assert (call.done, tedinfo(tree[FIRST]).te_ptext) == (False, "")


# ---- the mouse


@pytest.mark.parametrize(
    ("acts", "result"),
    [
        ("press CANCEL, to NOWHERE, release, wait 219", None),
        # a click reacts after the double-click time; one whose pointer went on quickly still counts
        ("press CANCEL, release, wait 219", None),
        ("press CANCEL, release, wait 220", CANCEL),
        ("press CANCEL, release, to NOWHERE", CANCEL),
        # a TOUCHEXIT object ends the form while the button is down, and a double click sets bit 15
        ("press TOUCH, wait 220", TOUCH),
        ("double TOUCH", TOUCH | DOUBLE_CLICK),
        # a press without effect takes effect where it moves while it is held
        ("press LABEL, wait 220, to TOUCH", TOUCH),
        ("press OFF, wait 220, to CANCEL, release", CANCEL),
        ("press LABEL, wait 220, to CANCEL, to NOWHERE, release", None),
        # a double click elsewhere is one click; disabled objects and others do nothing
        ("double OPTION", None),
        ("click OFF", None),
        ("click LABEL", None),
    ],
)
def test_a_click_ends_the_form_or_not(form: Form, acts: str, result: int | None) -> None:
    form.act(acts)
    assert (form.form.result, form.machine.bells) == (result, 0)
    wanted = {CANCEL} if result == CANCEL else set()
    if "OPTION" in acts:
        wanted.add(OPTION)
    objects = (CANCEL, OPTION, TOUCH, LABEL)
    assert {number for number in objects if form.tree[number].ob_state == ObState.SELECTED} == wanted
    assert form.tree[OFF].ob_state == ObState.DISABLED


def test_of_radio_buttons_one_is_selected_at_once(form: Form) -> None:
    for acts in ("press RADIO_2, wait 220", "to NOWHERE, release, click RADIO_2"):
        form.act(acts)
        assert form.states(RADIO_1, RADIO_2, RADIO_3, OPTION) == [0, ObState.SELECTED, 0, 0]


def test_radio_buttons_of_another_parent_are_another_group() -> None:
    form = Form(
        tree_of(
            box(100, 80, 400, 200),
            box(10, 10, 100, 100),
            box(120, 10, 100, 100),
            button("a", 10, 10, RADIO),
            button("b", 10, 40, RADIO),
            button("c", 10, 10, RADIO, ObState.SELECTED),
            parents={3: 1, 4: 1, 5: 2},
        )
    )
    form.act("click 130/105, click 130/135")
    assert form.states(3, 4, 5) == [0, 1, 1]


@pytest.mark.parametrize(("acts", "state"), [("release", ObState.SELECTED), ("to NOWHERE, release", ObState.NORMAL)])
def test_a_selectable_touchexit_object_ends_the_form_when_released(tree: Tree, acts: str, state: ObState) -> None:
    tree[RADIO_3].ob_flags = ObFlag.SELECTABLE | ObFlag.TOUCHEXIT
    form = Form(tree)
    form.act("press RADIO_3, wait 220")
    assert not form.form.done
    form.act(acts)
    assert (form.form.result, tree[RADIO_3].ob_state) == (RADIO_3, state)


def test_a_click_outside_rings_the_bell(form: Form) -> None:
    rung = []
    form.machine.on_bell = lambda: rung.append(1)
    form.act("click NOWHERE, click 300/8")
    assert (form.machine.bells, rung) == (2, [1, 1])
    form.act("press NOWHERE, wait 2000")
    assert (form.machine.bells, form.form.done) == (3, False)


def test_nothing_is_drawn_into_the_menu_strip(desk: Desk) -> None:
    tree = tree_of(box(100, 5, 200, 60), button("OK", 120, 5, ObFlag.SELECTABLE), field(2))
    strip = desk.picture().rows[:19]
    desk.call(lambda: desk.gem.form_do(tree))
    desk.act("key a, click 230/22")
    assert (tree[1].ob_state, tedinfo(tree[2]).te_ptext) == (ObState.SELECTED, "a")
    assert desk.picture().rows[:19] == strip


# ---- single steps


def test_form_keybd_and_form_button_tell_what_a_key_and_a_click_mean(desk: Desk, tree: Tree) -> None:
    key, click = partial(desk.gem.form_keybd, tree), partial(desk.gem.form_button, tree)
    assert (key(FIRST, TAB), key(THIRD, ARROW_UP)) == ((True, THIRD, 0), (True, FIRST, 0))
    assert (key(FIRST, A), key(FIRST, RETURN)) == ((True, FIRST, A), (False, OK, 0))
    steps = [desk.do(partial(click, obj, clicks)) for obj, clicks in ((LABEL, 1), (THIRD, 1), (OPTION, 1), (TOUCH, 2))]
    assert steps == [(True, 0, 0), (True, THIRD, 0), (True, 0, 0), (False, TOUCH | DOUBLE_CLICK, 0)]
    assert desk.do(partial(click, CANCEL, 1)) == (False, CANCEL, 0)


# ---- a request to end during a dialog


def asks(steps: list[str], ms: int = 0) -> Program:
    """A program that asks something, and needs some time when it is to end."""

    async def main(gem: Gem) -> None:
        try:
            await gem.form_alert(1, "[1][A question.][ Yes | No ]")
            steps.append("answered")
        except Terminated:
            if ms:
                await gem.evnt_timer(ms)
            steps.append("left")
            raise

    return main


@pytest.mark.parametrize("ms", [0, 40])
def test_an_alert_that_is_up_ends_with_its_program_which_may_tidy_up_first(ms: int) -> None:
    steps: list[str] = []
    machine = started(asks(steps, ms))
    machine.request_quit()
    assert machine.finished is (ms == 0)
    machine.advance(100)
    assert (steps, machine.finished, machine.faults) == (["left"], True, [])


# ---- form_alert and form_error: the text, its limits, the box and the restored screen


@pytest.mark.parametrize(
    ("text", "alert"),
    [
        (
            "[2][Really quit?|The game will be lost.][Yes|No]",
            Alert(2, ("Really quit?", "The game will be lost."), ("Yes", "No")),
        ),
        # doubled delimiters are literal, and spaces stay
        ("[1][a||b|c][OK]", Alert(1, ("a|b", "c"), ("OK",))),
        ("[1][a]]b][OK]", Alert(1, ("a]b",), ("OK",))),
        ("[1][a]]][O]]K]", Alert(1, ("a]",), ("O]K",))),
        ("[1][[a][[OK]", Alert(1, ("[a",), ("[OK",))),
        ("[1][ a ][ OK ]", Alert(1, (" a ",), (" OK ",))),
        ("[1][][OK]", Alert(1, ("",), ("OK",))),
        ("[1][a|][OK]", Alert(1, ("a", ""), ("OK",))),
        ("[1][Text][]", Alert(1, ("Text",), ("",))),
        ("[1][Text][|No]", Alert(1, ("Text",), ("", "No"))),
        # there are limits
        (
            f"[9][{'x' * 50}|2|3|4|5|6][{'y' * 30}|B|C|D]",
            Alert(3, ("x" * 40, "2", "3", "4", "5"), ("y" * 20, "B", "C")),
        ),
    ],
)
def test_an_alert_is_icon_lines_and_buttons(text: str, alert: Alert) -> None:
    assert parse_alert(text) == read_alert(text) == alert


@pytest.mark.parametrize(
    ("text", "alert"),
    [
        ("", Alert(3, ("",), ("",))),
        ("[1]", Alert(1, ("",), ("",))),
        ("[1]Text][OK]", Alert(1, ("Text",), ("OK",))),
        ("[0][Text]OK|No]", Alert(0, ("Text",), ("OK", "No"))),
        ("[x][Text][OK]", Alert(3, ("Text",), ("OK",))),
        ("[\N{SUPERSCRIPT TWO}][Text][OK]", Alert(3, ("Text",), ("OK",))),
        ("[1][Text][OK]]", Alert(1, ("Text",), ("OK]",))),
        ("[1][Text][OK", Alert(1, ("Text",), ("OK",))),
        ("[1][Text", Alert(1, ("Text",), ("",))),
        ("[1][a|b|c|d|e|f||]][]", Alert(1, ("a", "b", "c", "d", "e"), ("",))),
        ("[1][Text]\n[OK]", Alert(1, ("Text",), ("\n[OK",))),
        ("[12][Text][OK]", Alert(1, ("",), ("Text",))),
        ("[1][a||b]][OK]", Alert(1, ("a|b][OK",), ("",))),
    ],
)
def test_programs_get_a_box_for_a_text_of_another_form(text: str, alert: Alert) -> None:
    assert read_alert(text) == alert
    with pytest.raises(AlertError, match="of the form"):
        parse_alert(text)


@pytest.mark.parametrize(("default", "answer"), [(0, None), (3, 3), (4, None)])
def test_return_presses_the_default_button_if_there_is_one(desk: Desk, default: int, answer: int | None) -> None:
    call = desk.call(lambda: desk.gem.form_alert(default, "[1][Text][One|Two|Three]"))
    desk.keys(RETURN)
    assert call.result == answer


def test_the_pointer_is_an_arrow_meanwhile_and_visible(desk: Desk) -> None:
    def pointer() -> set[tuple[int, int]]:
        return inverted(desk.machine.frame(pointer=False), desk.machine.frame())

    desk.to(10, 300)
    arrow = pointer()
    for number in (MouseNumber.BUSY_BEE, MouseNumber.M_OFF):
        desk.gem.graf_mouse(number)
    desk.call(lambda: desk.gem.form_alert(1, "[0][Text][OK]"))
    assert pointer() == arrow
    desk.keys(RETURN)
    assert pointer() == set()
    desk.gem.graf_mouse(MouseNumber.M_ON)
    assert pointer() not in (arrow, set())


@pytest.mark.parametrize("number", [2, 4, 5, 8, 15, 16, 63, -33])
def test_form_error_is_an_alert_with_one_button(desk: Desk, number: int) -> None:
    before = desk.picture()
    call = desk.call(lambda: desk.gem.form_error(number))
    box = changed(before, desk.picture())
    assert box is not None
    assert GRect(0, 19, 640, 381).intersection(box) == box
    desk.keys(RETURN)
    assert call.result == 0
    assert desk.picture() == before


def test_errors_of_a_kind_share_their_text() -> None:
    assert error_text(2) == error_text(3) == error_text(18) != error_text(5)
    assert error_text(8) == error_text(10) == error_text(11)
    assert error_text(-33) == error_text(2), "GEMDOS errors are -31 minus the DOS number"
    assert "77" in error_text(77)
    for number in range(64):
        lines = parse_alert(error_text(number)).lines
        assert all(0 < len(line) <= 30 for line in lines)

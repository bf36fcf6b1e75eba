"""Alerts, dialogs and lists of the toolkit, on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.gem import (
    OUTLINE,
    ObFlag,
    ObState,
    TedInfo,
    keys,
    object_rect,
    parse_rsc_text,
)
from gemport.toolkit import Dialog, Line, ListBox, alert
from tests.toolkit.desk import (
    CANCEL,
    DIALOG,
    OK,
    PARTS,
    Desk,
    Office,
    dialog,
)

# ---- alerts and dialogs


def test_a_reason_in_an_alert_is_wrapped_and_divides_nothing() -> None:
    shown: list[str] = []

    async def job(office: Office) -> None:
        async def form_alert(default: int, text: str, do: object = None) -> int:
            assert do is not None, "the keys are the toolkit's"
            shown.append(text)
            return default

        office.gem.form_alert = form_alert
        reason = "the file a|b[c].txt " + "could not be written because the disk is full " * 5
        await alert(office.gem, "[3][$name is not kept:|$reason][ OK ]", reason=reason, name="x]|y")
        await alert(office.gem, "[3][$reason][ OK ]", reason=reason, size=(28, 5))
        for folder in ("/root/.local/share/gemport", "/mnt/games-of-1993-and-earlier/records-of-all-games"):
            await alert(office.gem, "[3][$reason][ OK ]", reason=f"{folder}/gemport.sqlite3: database or disk is full")

    Desk(job).keys("F1")
    wide, narrow, path, long_path = (text.removeprefix("[3][").removesuffix("][ OK ]").split("|") for text in shown)
    assert wide[0] == "x)/y is not kept:"
    assert wide[1].startswith("the file a/b(c).txt could")
    assert (len(wide), len(narrow)) == (4, 5)
    assert path == ["/root/.local/share/gemport/", "gemport.sqlite3: database or disk is", "full"]
    assert (len(long_path), long_path[-1][-5:]) == (3, " full")
    assert max(map(len, narrow)) <= 28 < max(map(len, wide)) <= 36


def test_a_dialog_can_be_shown_twice_and_leaves_no_trace() -> None:
    desk = Desk()
    tree = desk.machine.gem().rsrc_load(parse_rsc_text(DIALOG)).tree(0)
    shown = Dialog(desk.office.gem, tree, CANCEL)
    desk.office.job = lambda _office: shown.show()
    before, pictures, now = desk.picture(), [], desk.machine.now
    for names, result in ((("Tab", "Esc"), CANCEL), (("Space", "Return"), OK)):
        desk.keys("F1")
        pictures.append(desk.picture())
        desk.keys(*names)
        assert (desk.office.result, desk.picture() == before) == (result, True)
    assert (pictures[0] == pictures[1], desk.machine.now) == (True, now)


def test_the_text_of_a_button_and_of_a_field_is_set(chooser: Chooser) -> None:
    field = TedInfo("old")
    chooser.dialog.tree[CANCEL].ob_spec = field
    for obj, before in ((OK, "OK"), (CANCEL, "old")):
        assert chooser.dialog.text(obj) == before
        chooser.dialog.set_text(obj, "new")
        assert chooser.dialog.text(obj) == "new"
    assert (field.te_ptext, chooser.dialog.tree[OK].ob_spec) == ("new", "new")


def test_a_button_is_greyed_and_enabled_again(chooser: Chooser) -> None:
    before = chooser.picture()
    for usable in (False, True):
        chooser.dialog.enable(CANCEL, usable)
        assert (ObState.DISABLED in chooser.dialog.tree[CANCEL].ob_state) is not usable
        assert (chooser.picture() == before) is usable
        chooser.keys("F5")
        assert (chooser.office.result == CANCEL) is usable


@pytest.mark.parametrize("quits", [False, True])
def test_after_a_dialog_that_a_program_may_end_in_the_screen_and_the_keys_are_free(quits: bool) -> None:
    desk = dialog()
    desk.keys("F1")
    if quits:
        desk.machine.request_quit()
        assert desk.machine.finished
    else:
        desk.keys("Return")
    other = Desk(machine=desk.machine)
    other.keys("F10")
    assert other.office.paper.keys == [keys.F10]


# ---- lists


class Chooser(Desk):
    """A program that shows a list of 20 lines, with the fourth disabled."""

    def __init__(self, free: Sequence[bool] = (*[True] * 3, False, *[True] * 16)) -> None:
        self.free = free
        self.changes: list[int | None] = []
        super().__init__(self._ask)
        self.keys("F1")

    async def _ask(self, office: Office) -> int:
        tree = office.gem.rsrc_load(parse_rsc_text(DIALOG)).tree(0)
        async with Dialog(office.gem, tree) as dialog:
            self.dialog = dialog
            self.box = ListBox(dialog, PARTS)
            self.fill(self.free)
            shortcuts = {keys.ESCAPE: CANCEL, keys.F5: CANCEL}
            return await self.box.do(shortcuts, lambda: self.changes.append(self.box.chosen))

    def fill(self, free: Sequence[bool]) -> None:
        self.box.fill([Line(f"line {number}", usable) for number, usable in enumerate(free)], "nothing")
        self.dialog.draw()

    def shown(self) -> list[tuple[str, ObState]]:
        rows = range(PARTS.row, PARTS.row + PARTS.rows)
        return [(self.dialog.text(row), self.dialog.tree[row].ob_state) for row in rows]

    def click_on(self, obj: int, times: int = 1) -> None:
        x, y = self.office.gem.objc_offset(self.dialog.tree, obj)
        self.click(x + 6, y + 8, times)


@pytest.fixture
def chooser() -> Chooser:
    return Chooser()


STEPS = {"Up": -1, "Down": 1, "Shift+Up": -4, "Shift+Down": 4, "Home": -99, "Shift+Home": 99}
SCROLLS = {PARTS.up: -1, PARTS.down: 1}
LINES = st.lists(st.booleans(), max_size=12)


@given(LINES, st.lists(st.sampled_from([*STEPS, *SCROLLS]) | st.integers(2, 5) | LINES, min_size=4, max_size=15))
def test_a_list_moves_to_the_nearest_line_that_can_be_chosen(free: list[bool], acts: list[Any]) -> None:
    chooser, chosen, first = Chooser([]), None, 0
    for act in [free, *acts]:
        at, step = chosen or 0, 1
        if isinstance(act, list):
            free = act
            chooser.fill(free)
        elif isinstance(act, str):
            chooser.keys(act)
            at, step = at + STEPS[act], STEPS[act]
        else:
            chooser.click_on(act)
            first = max(first + SCROLLS.get(act, 0), 0)
            at = first + act - PARTS.row
        if isinstance(act, list | str) or (act not in SCROLLS and at < len(free) and free[at]):
            at = min(max(at, 0), len(free) - 1)
            # Prefer lines in the direction of the step.
            lines = sorted((line for line in range(len(free)) if free[line]), key=lambda line: abs(line - at))
            chosen = min(lines, key=lambda line: (line - at) * step < 0, default=None)
            first = first if chosen is None else min(max(first, chosen - 3), chosen)
        first = min(first, max(len(free) - 4, 0))
        states = [ObState.NORMAL if usable else ObState.DISABLED for usable in free]
        if chosen is not None:
            states[chosen] = ObState.SELECTED
        rows = [(f"line {line}", state) for line, state in enumerate(states)] if free else [("nothing", ObState.NORMAL)]
        assert (chooser.box.chosen, chooser.shown()) == (
            chosen,
            [*rows, *[("", ObState.NORMAL)] * 4][first : first + 4],
        )
        assert isinstance(act, list) or chooser.changes[-1] == chosen
        seen = chooser.picture()
        chooser.dialog.draw()
        assert chooser.picture() == seen


def test_a_click_chooses_a_line_and_a_double_click_is_ok(chooser: Chooser) -> None:
    chooser.click_on(PARTS.row + 3)
    assert chooser.box.chosen == 0, "a grey line"
    chooser.click(1, 300)
    assert chooser.machine.bells == 1
    chooser.click_on(PARTS.row + 2)
    assert chooser.box.chosen == 2
    chooser.click_on(PARTS.down)
    chooser.click_on(PARTS.row + 1, times=2)
    assert (chooser.box.chosen, chooser.office.result) == (2, OK)
    chooser.keys("F1")
    chooser.click_on(CANCEL)
    assert chooser.office.result == CANCEL


def test_the_wheel_scrolls_a_list_and_chooses_nothing(chooser: Chooser) -> None:
    for key, first in ((keys.WHEEL_DOWN, 3), (keys.WHEEL_DOWN, 6), (keys.WHEEL_UP, 3), (keys.WHEEL_UP, 0)):
        chooser.machine.key(key)
        chooser.machine.settle()
        assert (chooser.shown()[0][0], chooser.box.chosen) == (f"line {first}", 0)


def test_a_double_click_pushes_the_new_default_while_the_box_is_open(chooser: Chooser) -> None:
    buttons, tree, before = chooser.dialog.buttons, chooser.dialog.tree, chooser.picture()
    buttons.make_default(CANCEL, draw=False)
    assert chooser.picture() == before
    assert [ObFlag.DEFAULT in tree[obj].ob_flags for obj in (CANCEL, OK)] == [True, False]
    buttons.make_default(OK)
    buttons.make_default(CANCEL)
    seen = chooser.picture()
    chooser.dialog.draw()
    assert chooser.picture() == seen
    chooser.click_on(PARTS.row + 1, times=2)
    assert (chooser.office.result, buttons.usual) == (CANCEL, OK)


def test_the_host_knows_the_place_of_a_box_and_its_list(chooser: Chooser) -> None:
    machine, tree = chooser.machine, chooser.dialog.tree
    machine.speech.on_say = lambda _sentence: None
    chooser.keys("Down")
    assert machine.box is not None
    assert machine.box[0] == object_rect(tree, 0).inset(-OUTLINE)
    scrolling = [obj for obj in range(len(tree)) if machine.scrolls(*object_rect(tree, obj)[:2])]
    assert scrolling == [PARTS.box, *range(PARTS.row, PARTS.row + PARTS.rows)]
    chooser.keys("Esc")
    assert (machine.box, machine.speech.topmost) == (None, None)

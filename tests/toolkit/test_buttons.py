"""Boxes: keys that choose and cancel, the keyboard focus and how it is shown, and the spoken texts."""

from typing import Any

import pytest

from gemport.gem import ObFlag, ObState, Raster, TedInfo, Tree, object_rect
from gemport.gem.aes.objects import tedinfo
from gemport.gem.formats.rsctext import parse_rsc_text
from gemport.toolkit import Dialog, alert
from tests.toolkit.test_toolkit import Desk, Office

BOX = """
tree 0 BOX
  0 G_BOX at 0,0 size 44,12 OUTLINED border 2
    1 G_IBOX at 2,2 size 40,1 border 0
      2 G_BUTTON at 0,0 size 8,1 SELECTABLE RBUTTON TOUCHEXIT SELECTED "Low"
      3 G_BUTTON at 10,0 size 8,1 SELECTABLE RBUTTON TOUCHEXIT "High"
    4 G_BUTTON at 2,4 size 8,1 SELECTABLE "Mark"
    5 G_BUTTON at 12,4 size 8,1 SELECTABLE DISABLED "Grey"
    6 G_BUTTON at 2,8 size 12,1 SELECTABLE EXIT "Defaults"
    7 G_BUTTON at 16,8 size 12,1 SELECTABLE EXIT "Discard"
    8 G_BUTTON at 30,8 size 12,1 SELECTABLE DEFAULT EXIT LASTOB "OK"
"""
LOW, HIGH, MARK, DEFAULTS, DISCARD, OK = 2, 3, 4, 6, 7, 8
FIELDS = """
tree 0 BOX
  0 G_BOX at 0,0 size 30,9 OUTLINED border 2
    1 G_FBOXTEXT at 2,2 size 10,1 EDITABLE tedinfo
          text "@2345678"
          template "________"
          valid "X"
    2 G_BUTTON at 2,6 size 9,1 SELECTABLE EXIT "Cancel"
    3 G_BUTTON at 16,6 size 9,1 SELECTABLE DEFAULT EXIT LASTOB "OK"
"""
QUESTION = "[2][What now?|Nothing is lost.][Resume|Start over|Cancel]"
SIMILAR = """
tree 0 BOX
  0 G_BOX at 0,0 size 44,6 OUTLINED border 2
    1 G_BUTTON at 2,2 size 8,1 SELECTABLE EXIT "Day"
    2 G_BUTTON at 12,2 size 8,1 SELECTABLE EXIT "Date"
    3 G_BUTTON at 22,2 size 8,1 SELECTABLE EXIT "Deck"
    4 G_BUTTON at 32,2 size 8,1 SELECTABLE DEFAULT EXIT LASTOB "OK"
"""


class Box(Desk):
    """A dialog or an alert on the screen."""

    def __init__(self, source: str = "", cancel: int | None = None, default: int = 1) -> None:
        super().__init__(self._show if source else self._ask)
        self.before = self.picture()
        self._cancel, self._default = cancel, default
        self.tree: Tree = self.machine.gem().rsrc_load(parse_rsc_text(source)).tree(0) if source else []
        for obj in self.tree:
            if isinstance(obj.ob_spec, TedInfo):
                obj.ob_spec.te_ptext = ""
        self.keys("F1")

    async def _show(self, office: Office) -> Any:
        return await Dialog(office.gem, self.tree, self._cancel).show()

    async def _ask(self, office: Office) -> Any:
        return await alert(office.gem, QUESTION, self._default)

    @property
    def result(self) -> Any:
        return self.office.result

    def selected(self, *objects: int) -> list[bool]:
        return [ObState.SELECTED in self.tree[obj].ob_state for obj in objects]


ALERT_KEYS = {
    1: ["Return", "Enter", "Right Right Right Return", "Space Ctrl+s x Return"],
    2: ["s", "S", "Tab Return", "Tab Space", "Down Return"],
    3: ["Esc", "Undo", "c", "Right Right Return", "Left Return", "Up Return", "Shift+Tab Return", "Tab Esc"],
}
BOX_KEYS = {
    OK: ["Return", "o", "Up Left Return", "Up Space Return", "Tab Tab Return"],
    DISCARD: ["Esc", "Undo", "Left Return", "d d Return"],
    DEFAULTS: ["d Return"],
    LOW: ["Tab Space"],
    HIGH: ["Tab Tab Space"],
}


@pytest.mark.parametrize(
    ("source", "cancel", "names", "answer"),
    [
        *(("", None, names, answer) for answer, rows in ALERT_KEYS.items() for names in rows),
        *((BOX, DISCARD, names, answer) for answer, rows in BOX_KEYS.items() for names in rows),
        *((SIMILAR, None, names, answer) for names, answer in (("d d Return", 2), ("d d d d Return", 1))),
        # Without a cancel button Esc chooses the default button.
        (BOX, None, "Esc", OK),
        # Without a default button the focus starts at the first or last button.
        (BOX.replace("DEFAULT ", ""), None, "Tab Space", LOW),
        (BOX.replace("DEFAULT ", ""), None, "Shift+Tab Return", OK),
    ],
)
def test_alerts_and_dialogs_are_answered_by_keys(source: str, cancel: int | None, names: str, answer: int) -> None:
    box = Box(source, cancel)
    box.keys(*names.split())
    assert box.result == answer


def test_an_alert_shows_where_the_keys_are_and_leaves_nothing_behind() -> None:
    seen: list[Raster] = []
    for default, names in ((1, ()), (1, ("Tab",)), (2, ())):
        box = Box(default=default)
        box.keys(*names)
        seen.append(box.picture())
        box.keys("Return")
        assert box.picture() == box.before
    assert seen[0] != seen[1]
    assert seen[1] == seen[2], "as if the second button had been the default one"


def test_the_space_bar_marks_and_chooses_one_of_several() -> None:
    box = Box(BOX)
    for names, marked in ((("Up", "Space"), True), (("Space",), False)):
        box.keys(*names)
        assert (box.selected(MARK), box.result) == ([marked], None)
    box.keys("Up", "Right", "Space")
    assert (box.selected(LOW, HIGH), box.result) == ([False, True], HIGH)


@pytest.mark.parametrize("names", ["Tab", "Left", "Up", "Tab Tab", "Left Left Tab"])
def test_what_is_drawn_of_the_borders_is_what_the_tree_says(names: str) -> None:
    box = Box(BOX)
    opened = box.picture()
    box.keys(*names.split())
    seen = box.picture()
    assert seen != opened
    box.office.gem.objc_draw(box.tree, 0, 8, object_rect(box.tree, 0))
    assert box.picture() == seen
    box.keys("Return")
    assert [obj for obj, target in enumerate(box.tree) if ObFlag.DEFAULT in target.ob_flags] == [OK]


@pytest.mark.parametrize(
    ("names", "text", "obj"),
    [
        *(("c o Return", "co", 3), ("a Esc b Return", "b", 3), ("a Left b Return", "ba", 3)),
        *(("c Tab Return", "c", 2), ("a Undo", "a", 2), ("a Esc Esc", "", 2)),
    ],
)
def test_a_field_keeps_its_letters(names: str, text: str, obj: int) -> None:
    box = Box(FIELDS, 2)
    box.keys(*names.split())
    assert (tedinfo(box.tree[1]).te_ptext, box.result) == (text, obj)


def test_the_space_bar_presses_a_button_below_a_field() -> None:
    box = Box(FIELDS.replace("SELECTABLE EXIT", "SELECTABLE"))
    box.keys("a", "Space", "Tab", "Space")
    assert (tedinfo(box.tree[1]).te_ptext, box.selected(2), box.result) == ("a ", [True], None)


def test_the_machines_own_alert_knows_return_alone() -> None:
    desk = Desk(lambda office: office.gem.form_alert(1, QUESTION))
    desk.keys("F1")
    before = desk.picture()
    desk.keys("Tab", "Esc", "Undo", "s", "Right", "Space")
    assert (desk.office.result, desk.picture()) == (None, before)
    desk.keys("Return")
    assert desk.office.result == 1


# ---- spoken texts


class Heard(Desk):
    """A machine that collects the spoken texts."""

    def __init__(self, job: Any) -> None:
        super().__init__(job)
        self.sentences: list[str] = []
        self.machine.speech.on_say = self.sentences.append
        self.keys("F1")

    def said(self, *names: str) -> list[str]:
        """Press keys, and return the texts spoken since the last call."""
        self.keys(*names)
        found, self.sentences[:] = [sentence for sentence in self.sentences if sentence], []
        return found


def box(source: str) -> Heard:
    """Return a machine with a dialog that opens again after each use."""

    async def show(office: Office) -> None:
        tree = office.gem.rsrc_load(parse_rsc_text(source)).tree(0)
        async with Dialog(office.gem, tree) as dialog:
            while await dialog.do() < 8:
                pass

    return Heard(show)


def test_a_box_says_its_buttons_how_they_stand_and_where_the_keys_are() -> None:
    heard = box(BOX)
    assert heard.said() == [
        "buttons: Low, selected, High, Mark, Grey, not available, Defaults, Discard, OK",
        "OK, button",
    ]
    assert heard.said("Up") == ["Mark, button"]
    assert heard.said("Space") == ["Mark, selected"]
    assert heard.said("Space") == ["Mark, not selected"]


def test_of_a_choice_that_moves_the_new_one_is_said_also_when_the_box_is_used_again() -> None:
    heard = box(BOX)
    heard.said()
    # The button is a TOUCHEXIT, so form_do ends and starts again with the same box.
    assert heard.said("Up", "Up", "Right", "Space")[-1] == "High, selected"
    assert heard.said("Return") == []


def test_an_alert_is_a_sentence_and_its_buttons_and_the_box_below_is_not_said_again() -> None:
    async def ask(office: Office) -> None:
        tree = office.gem.rsrc_load(parse_rsc_text(BOX)).tree(0)
        async with Dialog(office.gem, tree) as dialog:
            await dialog.do()
            await alert(office.gem, QUESTION)
            await dialog.do()

    heard = Heard(ask)
    heard.said()
    assert heard.said("Return") == [
        "What now? Nothing is lost.",
        "buttons: Resume, Start over, Cancel",
        "Resume, button",
    ]
    assert heard.said("Tab") == ["Start over, button"]
    assert heard.said("Esc") == []
    assert heard.said("Left") == ["Discard, button"]

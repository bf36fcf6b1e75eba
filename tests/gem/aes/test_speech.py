"""Speech: how menus, dialogs and their changes become sentences."""

import pytest

from gemport.gem import Speech
from gemport.gem.formats.charset import CHARACTERS
from gemport.gem.formats.structures import IconBlk, ObFlag, Object, ObState, ObType, TedInfo, Tree
from tests.gem.aes.desk import box, menu_tree, obj, tree_of

MORE, ONE, TWO, OK = 2, 13, 14, 15


def line(text: str, x: int, y: int, flags: ObFlag = ObFlag.NONE, state: ObState = ObState.NORMAL) -> Object:
    return obj(ObType.G_STRING, text, (x, y, 80, 16), flags, state)


def button(text: str, x: int, flags: ObFlag, state: ObState = ObState.NORMAL) -> Object:
    return obj(ObType.G_BUTTON, text, (x, 160, 80, 16), flags, state)


def field(text: str, y: int, flags: ObFlag) -> Object:
    return obj(ObType.G_FTEXT, TedInfo(text, "No. ___", "9"), (10, y, 80, 16), flags)


@pytest.fixture
def tree() -> Tree:
    return tree_of(
        box(0, 0, 400, 200),
        line(f"V I E R  {CHARACTERS[7]} F R E I", 90, 10),
        line("About ---", 0, 10),
        line("Really?", 10, 26),
        line("hidden", 10, 42, ObFlag.HIDETREE),
        box(10, 58, 100, 30, ObFlag.HIDETREE),
        field("42", 74, ObFlag.EDITABLE),
        field("@7", 90, ObFlag.EDITABLE),
        field("43", 106, ObFlag.NONE),
        obj(ObType.G_ICON, IconBlk(ib_ptext="Disk", ib_wicon=0, ib_hicon=0), (10, 122, 80, 16)),
        line("1", 10, 138, state=ObState.SELECTED),
        line("won", 90, 138),
        line("within", 5, 5),
        button("One", 10, ObFlag.SELECTABLE, ObState.SELECTED),
        button("Two", 100, ObFlag.SELECTABLE, ObState.DISABLED),
        button("OK", 190, ObFlag.SELECTABLE | ObFlag.EXIT | ObFlag.DEFAULT, ObState.SELECTED),
        parents={12: 5},
    )


class Heard(Speech):
    """Speech whose sentences a test takes."""

    def __init__(self) -> None:
        super().__init__()
        self._sentences: list[str] = []
        self.on_say = self._sentences.append

    def form_said(self, tree: Tree, text: str | None = None) -> list[str]:
        self.form(tree, text)
        return self.take()

    def take(self) -> list[str]:
        taken, self._sentences[:] = self._sentences[:], []
        return taken


@pytest.fixture
def heard() -> Heard:
    return Heard()


LINES = "About VIERFREI. Really? No. 42. No. 43. Disk. 1 won."
BUTTONS = ["buttons: One, selected, Two, not available, OK", "OK, button"]


def test_a_form_is_its_lines_its_buttons_and_the_focus(heard: Heard, tree: Tree) -> None:
    """Texts at one height are a line; hidden objects, symbols and lines of menus are left out, and one button alone."""
    for text, first in ((None, LINES), ("A question.", "A question.")):
        assert heard.form_said(tree, text) == [first, *BUTTONS]
        assert heard.form_said(tree) == []
        heard.leave(tree)
    assert heard.form_said(tree_of(box(0, 0, 9, 9), button("OK", 0, ObFlag.DEFAULT))) == ["OK, button"]
    assert heard.form_said(tree_of(box(0, 0, 9, 9), button("OK", 0, ObFlag.EXIT), line("a", 0, 0))) == ["a."]


def test_of_a_used_form_the_changes_are_spoken(heard: Heard, tree: Tree) -> None:
    heard.form(tree)
    heard.take()
    tree[MORE].ob_spec = "More"
    assert heard.form_said(tree) == ["More VIERFREI"]
    tree[ONE].ob_state = ObState.NORMAL
    assert heard.form_said(tree) == ["One, not selected"]
    tree[ONE].ob_state = ObState.SELECTED | ObState.OUTLINED
    assert heard.form_said(tree) == ["One, selected", "One, selected, button"]
    tree[ONE].ob_state, tree[TWO].ob_state = ObState.OUTLINED, ObState.SELECTED
    assert heard.form_said(tree) == ["Two, selected"], "the new selection alone"
    tree[ONE].ob_state, tree[OK].ob_flags = ObState.NORMAL, ObFlag.EXIT
    assert heard.form_said(tree) == [], "no button has the focus"


def test_a_form_below_another_is_not_read_again(heard: Heard, tree: Tree) -> None:
    above = tree_of(box(0, 0, 9, 9), line("above", 0, 0))
    for form in (tree, above):
        heard.form(form)
        assert heard.topmost is form
    heard.take()
    assert heard.form_said(tree) == []
    assert (heard.topmost is tree, heard.is_open(above)) == (True, False)
    heard.leave(tree)
    assert heard.topmost is None


def test_entries_of_menus_are_spoken_with_their_state(heard: Heard) -> None:
    menu = menu_tree()
    menu[10].ob_state = ObState.CHECKED
    menu[12].ob_state |= ObState.CHECKED
    for item in (4, 5, 10, 11, 12, 13):
        heard.entry(menu, item)
    assert heard.take() == ["File", "Off, not available", "New, on", "Old, on, not available", "Quit"]
    heard.switched(menu, 10, ObState.CHECKED)
    heard.switched(menu, 10, ObState.NORMAL)
    heard.switched(menu, 13, ObState.CHECKED | ObState.SELECTED)
    assert heard.take() == ["New, on", "Quit, off"]
    heard.hush()
    heard.say(" -- \n")
    heard.say(f" two\n words{CHARACTERS[:32]}⌂∙")
    assert (heard.take(), heard.sentences) == (["", "two words ↑↓→← ✓"], 8)


def test_without_a_listener_no_form_is_known(tree: Tree) -> None:
    speech = Speech()
    speech.form(tree)
    speech.say("text")
    assert (speech.heard, speech.topmost, speech.sentences) == (False, None, 0)

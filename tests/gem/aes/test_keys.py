"""The mouse by the keyboard: what Alternate with the arrows, Insert and ClrHome do, and that programs work by it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.gem.aes.constants import LEFT, MU_BUTTON, MU_KEYBD, RIGHT, Msg
from gemport.gem.aes.keys import (
    ALTERNATE,
    CONTROL,
    LEFT_SHIFT,
    NAMED,
    KeyNameError,
    button_of,
    character_word,
    key_name,
    key_press,
    key_word,
)
from gemport.gem.aes.objects import object_rect
from gemport.gem.formats import charset
from gemport.gem.formats.objects import ObFlag, ObState
from tests.gem.aes.desk import CLOSER, NAME, Desk, box, menu_tree, tree_of, worked_example


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("Esc", 0x011B),
        ("Return", 0x1C0D),
        ("Enter", 0x720D),
        ("Undo", 0x6100),
        ("Help", 0x6200),
        ("F1", 0x3B00),
        ("F10", 0x4400),
        ("Shift+F1", 0x5400),
        ("Shift+F10", 0x5D00),
        ("Shift+Up", 0x4838),
        ("Shift+Insert", 0x5230),
        ("Ctrl+Left", 0x7300),
        ("Control+Home", 0x7700),
        ("Ctrl+c", 0x2E03),
        ("Ctrl+C", 0x2E03),
        ("Ctrl+2", 0x0300),
        ("Ctrl+-", 0x0C1F),
        ("Ctrl+Return", 0x1C0A),
        ("Alt+a", 0x1E00),
        ("Alternate+1", 0x7800),
        ("Alt+0", 0x8100),
        ("a", 0x1E61),
        ("A", 0x1E41),
        ("Shift+a", 0x1E41),
        ("y", 0x1579),
        ("z", 0x2C7A),
        ("+", 0x0D2B),
        ("Ctrl++", 0x0D0B),
        (" ", 0x3920),
        ("space", 0x3920),
        ("ß", 0x0C9E),
        ("ü", 0x1A81),
        ("Ä", 0x288E),
    ],
)
def test_a_name_gives_the_word_of_the_machine(name: str, word: int) -> None:
    assert f"{key_word(name):04X}" == f"{word:04X}"


def test_modifiers_in_a_name_are_shift_keys_held() -> None:
    assert key_press("Shift+Ctrl+Alt+Up").shift == LEFT_SHIFT | CONTROL | ALTERNATE
    assert key_press("A").shift == 0


@pytest.mark.parametrize("name", ["", "Fx", "F11", "Shift+", "Hyper+a", "aa", "日", "Undoo", "\n"])
def test_an_unknown_name_is_refused_by_name(name: str) -> None:
    with pytest.raises(KeyNameError, match="unknown key name") as caught:
        key_word(name)
    assert repr(name) in str(caught.value)


@given(st.sampled_from(charset.CHARACTERS[0x20:]))
def test_every_character_carries_its_code(character: str) -> None:
    assert charset.CHARACTERS[character_word(character) & 0xFF] == character


@pytest.mark.parametrize("name", [*NAMED, "Shift+F3", "Shift+Left", "Ctrl+x", "Alt+5", "Q", "ö", "?"])
def test_a_word_has_a_name_that_reads_back(name: str) -> None:
    pressed = key_press(name)
    back = key_name(pressed.word, pressed.shift)
    assert back is not None
    assert key_word(back) == pressed.word


def test_a_word_that_no_key_gives_has_no_name() -> None:
    assert key_name(0xFFFF, 0) is None


# ---- the mouse by the keyboard


@pytest.fixture
def desk() -> Desk:
    return Desk()


def press(desk: Desk, *names: str) -> None:
    for name in names:
        desk.machine.key(*key_press(name))
        desk.machine.settle()


def pointer(desk: Desk) -> tuple[int, int]:
    state = desk.gem.graf_mkstate()
    return state.x, state.y


def go(desk: Desk, x: int, y: int) -> None:
    """Bring the pointer to a place by keys alone."""
    for at, to, backward, forward in zip(pointer(desk), (x, y), ("Left", "Up"), ("Right", "Down"), strict=True):
        far, near = divmod(abs(to - at), 8)
        name = forward if to > at else backward
        press(desk, *[f"Alt+{name}"] * far, *[f"Alt+Shift+{name}"] * near)
    assert pointer(desk) == (x, y)


@pytest.mark.parametrize(
    ("key", "end"),
    [
        ("Alt+Up", (300, 192)),
        ("Alt+Down", (300, 208)),
        ("Alt+Left", (292, 200)),
        ("Alt+Right", (308, 200)),
        ("Alt+Shift+Up", (300, 199)),
        ("Alt+Shift+Down", (300, 201)),
        ("Alt+Shift+Left", (299, 200)),
        ("Alt+Shift+Right", (301, 200)),
    ],
)
def test_the_arrows_move_the_pointer_by_eight_pixels_and_with_shift_by_one(
    desk: Desk, key: str, end: tuple[int, int]
) -> None:
    desk.to(300, 200)
    press(desk, key)
    assert pointer(desk) == end
    assert desk.machine.waiting_keys == 0


@pytest.mark.parametrize(
    "key", ["Up", "Shift+Left", "Ctrl+Right", "Insert", "ClrHome", "Shift+Insert", "Alt+a", "Alt+F1"]
)
def test_other_keys_are_the_programs(desk: Desk, key: str) -> None:
    desk.to(300, 200)
    call = desk.call(lambda: desk.gem.evnt_multi(MU_KEYBD | MU_BUTTON, mask=3, state=0, clicks=0x101))
    press(desk, key)
    assert call.result.key == key_press(key).word
    assert pointer(desk) == (300, 200)


def test_keys_of_programs_click_and_those_of_the_mouse_do_not(desk: Desk) -> None:
    clicks: list[bool] = []
    desk.machine.on_key = lambda: clicks.append(True)
    press(desk, "a", "Alt+Up", "F1", "Alt+Insert")
    assert len(clicks) == 2


def test_the_pointer_stays_on_the_screen(desk: Desk) -> None:
    desk.to(3, 396)
    press(desk, "Alt+Left", "Alt+Down")
    assert pointer(desk) == (0, 399)


@pytest.mark.parametrize(("key", "button"), [("Alt+Insert", LEFT), ("Alt+ClrHome", RIGHT), ("Alt+Shift+Insert", LEFT)])
def test_insert_and_clr_home_are_the_buttons(desk: Desk, key: str, button: int) -> None:
    desk.to(20, 200)
    call = desk.call(lambda: desk.gem.evnt_button(0x101, 3, 0))
    press(desk, key)
    assert (call.result.buttons, call.result.x, call.result.y) == (button, 20, 200)
    assert desk.machine.waiting_keys == 0
    assert desk.gem.graf_mkstate().buttons == 0


def test_without_alternate_no_key_is_a_button() -> None:
    assert [button_of(*key_press(name)) for name in ("Insert", "ClrHome", "Shift+Insert", "Ctrl+ClrHome")] == [0] * 4


def test_a_menu_is_used_by_keys_alone(desk: Desk) -> None:
    tree = menu_tree()
    desk.do(lambda: desk.gem.menu_bar(tree, True))
    desk.to(300, 200)
    go(desk, 90, 10)
    go(desk, 100, 19 + 56)
    press(desk, "Alt+Insert")
    assert [(m.type, m.title, m.item) for m in desk.take()] == [(Msg.MN_SELECTED, 4, 13)]


def test_a_window_is_closed_and_moved_by_keys_alone(desk: Desk) -> None:
    handle = worked_example(desk)
    desk.to(300, 200)
    go(desk, *CLOSER)
    press(desk, "Alt+Insert")
    assert [m.handle for m in desk.take(Msg.WM_CLOSED)] == [handle]
    go(desk, *NAME)
    # Held, as a host tells it that hears the key go up.
    desk.machine.mouse_button(LEFT, True)
    press(desk, "Alt+Right", "Alt+Right", "Alt+Shift+Down")
    desk.machine.mouse_button(LEFT, False)
    assert [tuple(m.rect) for m in desk.take(Msg.WM_MOVED)] == [(116, 61, 400, 250)]


def test_a_dialog_is_used_by_keys_alone(desk: Desk) -> None:
    check = box(20, 20, 40, 20, ObFlag.SELECTABLE)
    button = box(20, 60, 40, 20, ObFlag.SELECTABLE | ObFlag.EXIT)
    tree = tree_of(box(200, 100, 200, 120), check, button)
    desk.to(300, 200)
    call = desk.call(lambda: desk.gem.form_do(tree))
    for obj in (1, 2):
        place = object_rect(tree, obj)
        go(desk, place.x + 10, place.y + 10)
        press(desk, "Alt+Insert")
    assert call.result == 2
    assert check.ob_state == ObState.SELECTED

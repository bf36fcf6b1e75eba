"""The mouse by the keyboard: what Alternate with the arrows, Insert and ClrHome do, and that programs work by it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.gem import LEFT, MU_BUTTON, MU_KEYBD, RIGHT, Msg, ObFlag, charset, keys
from tests.gem.aes.desk import CLOSER, NAME, Desk, box, menu_tree, tree_of, worked_example

WORDS = """
Esc 011B   Return 1C0D   Enter 720D   Undo 6100   Help 6200   F1 3B00   F10 4400   Shift+F1 5400   Shift+F10 5D00
Shift+Up 4838   Shift+Insert 5230   Ctrl+Left 7300   Control+Home 7700   Ctrl+c 2E03   Ctrl+C 2E03   Ctrl+2 0300
Ctrl+- 0C1F   Ctrl+Return 1C0A   Alt+a 1E00   Alternate+1 7800   Alt+0 8100   a 1E61   A 1E41   Shift+a 1E41   y 1579
z 2C7A   + 0D2B   Ctrl++ 0D0B   space 3920   ß 0C9E   ü 1A81   Ä 288E
"""
PAIRS = re.findall(r"(\S+) ([0-9A-F]{4})\b", WORDS)


@pytest.mark.parametrize(("name", "word"), [*PAIRS, (" ", "3920")])
def test_a_name_gives_the_word_of_the_machine(name: str, word: str) -> None:
    assert f"{keys.key_word(name):04X}" == word


@pytest.mark.parametrize("name", ["", "Fx", "F11", "Shift+", "Hyper+a", "aa", "日", "Undoo", "\n"])
def test_an_unknown_name_is_refused_by_name(name: str) -> None:
    with pytest.raises(keys.KeyNameError, match="unknown key name") as caught:
        keys.key_word(name)
    assert repr(name) in str(caught.value)


@given(st.sampled_from(charset.CHARACTERS[0x20:]))
def test_every_character_carries_its_code(character: str) -> None:
    assert charset.CHARACTERS[keys.character_word(character) & 0xFF] == character


@pytest.mark.parametrize("name", [*keys.NAMED, "Shift+F3", "Shift+Left", "Ctrl+x", "Alt+5", "Q", "ö", "?"])
def test_a_word_has_a_name_that_reads_back(name: str) -> None:
    pressed = keys.key_press(name)
    back = keys.key_name(pressed.word, pressed.shift)
    assert back is not None
    assert keys.key_word(back) == pressed.word


def test_modifiers_in_a_name_are_shift_keys_held_and_other_words_have_no_name() -> None:
    assert keys.key_press("Shift+Ctrl+Alt+Up").shift == keys.LEFT_SHIFT | keys.CONTROL | keys.ALTERNATE
    assert keys.key_press("A").shift == 0
    assert keys.key_name(0xFFFF, 0) is None


# ---- the mouse by the keyboard


def pointer(desk: Desk) -> tuple[int, int]:
    state = desk.gem.graf_mkstate()
    return state.x, state.y


def go(desk: Desk, x: int, y: int) -> None:
    """Bring the pointer to a place by keys alone."""
    for at, to, backward, forward in zip(pointer(desk), (x, y), ("Left", "Up"), ("Right", "Down"), strict=True):
        far, near = divmod(abs(to - at), 8)
        name = forward if to > at else backward
        for key in [f"Alt+{name}"] * far + [f"Alt+Shift+{name}"] * near:
            desk.act(f"key {key}")
    assert pointer(desk) == (x, y)


@pytest.mark.parametrize(("key", "dx", "dy"), [("Up", 0, -1), ("Down", 0, 1), ("Left", -1, 0), ("Right", 1, 0)])
@pytest.mark.parametrize(("modifiers", "step"), [("Alt+", 8), ("Alt+Shift+", 1)])
def test_the_arrows_move_the_pointer_by_eight_pixels_and_with_shift_by_one(
    desk: Desk, modifiers: str, step: int, key: str, dx: int, dy: int
) -> None:
    desk.act(f"to 300/200, key {modifiers}{key}")
    assert pointer(desk) == (300 + dx * step, 200 + dy * step)
    assert desk.machine.waiting_keys == 0


@pytest.mark.parametrize(
    "key", ["Up", "Shift+Left", "Ctrl+Right", "Insert", "ClrHome", "Shift+Insert", "Ctrl+ClrHome", "Alt+a", "Alt+F1"]
)
def test_other_keys_are_the_programs(desk: Desk, key: str) -> None:
    desk.to(300, 200)
    call = desk.call(lambda: desk.gem.evnt_multi(MU_KEYBD | MU_BUTTON, mask=3, state=0, clicks=0x101))
    desk.act(f"key {key}")
    assert call.result.key == keys.key_press(key).word
    assert pointer(desk) == (300, 200)


def test_keys_of_programs_click_and_those_of_the_mouse_do_not(desk: Desk) -> None:
    clicks: list[bool] = []
    desk.machine.on_key = lambda: clicks.append(True)
    desk.act("key a Alt+Up F1 Alt+Insert")
    assert len(clicks) == 2


@pytest.mark.parametrize(("key", "button"), [("Alt+Insert", LEFT), ("Alt+ClrHome", RIGHT), ("Alt+Shift+Insert", LEFT)])
def test_insert_and_clr_home_are_the_buttons(desk: Desk, key: str, button: int) -> None:
    desk.to(20, 200)
    call = desk.call(lambda: desk.gem.evnt_button(0x101, 3, 0))
    desk.act(f"key {key}")
    assert (call.result.buttons, call.result.x, call.result.y) == (button, 20, 200)
    assert (desk.machine.waiting_keys, desk.gem.graf_mkstate().buttons) == (0, 0)


def test_a_menu_a_window_and_a_dialog_are_used_by_keys_alone(desk: Desk) -> None:
    desk.do(lambda: desk.gem.menu_bar(menu_tree(), True))
    handle = worked_example(desk)
    desk.to(300, 200)
    for place in ((90, 10), (100, 19 + 56)):
        go(desk, *place)
    desk.act("key Alt+Insert")
    assert [(m.type, m.title, m.item) for m in desk.take()] == [(Msg.MN_SELECTED, 4, 13)]
    go(desk, *CLOSER)
    desk.act("key Alt+Insert")
    assert [m.handle for m in desk.take(Msg.WM_CLOSED)] == [handle]
    go(desk, *NAME)
    # Held, as a host tells it that hears the key go up.
    desk.machine.mouse_button(LEFT, True)
    desk.act("key Alt+Right Alt+Right Alt+Shift+Down, release")
    assert [tuple(m.rect) for m in desk.take(Msg.WM_MOVED)] == [(116, 61, 400, 250)]
    button = box(20, 60, 40, 20, ObFlag.SELECTABLE | ObFlag.EXIT)
    call = desk.call(lambda: desk.gem.form_do(tree_of(box(200, 100, 200, 120), button)))
    go(desk, 230, 170)
    desk.act("key Alt+Insert")
    assert call.result == 1

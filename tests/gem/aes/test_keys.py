"""The mouse by the keyboard: what Alternate with the arrows, Insert and ClrHome do, and that programs work by it."""

import re

import pytest

from gemport.gem import LEFT, RIGHT, Msg, ObFlag, keys
from tests.gem.aes.desk import CLOSER, NAME, Desk, box, menu_tree, tree_of, worked_example

WORDS = """
Control+Home 7700   Ctrl+c 2E03   Ctrl+C 2E03   Ctrl+- 0C1F   Alternate+1 7800   Alt+0 8100   a 1E61   A 1E41   y 1579
z 2C7A   + 0D2B   Ctrl++ 0D0B   space 3920   ß 0C9E   ü 1A81   Ä 288E
"""
TABLE = r"""
Esc 011B 011B 011B 011B   1 0231 0221 0211 7800   2 0332 0340 0300 7900   3 0433 0423 0413 7A00
4 0534 0524 0514 7B00   5 0635 0625 0615 7C00   6 0736 075E 071E 7D00   7 0837 0826 0817 7E00   8 0938 092A 0918 7F00
9 0A39 0A28 0A19 8000   0 0B30 0B29 0B10 8100   - 0C2D 0C5F 0C1F 8200   = 0D3D 0D2B 0D1D 8300
Backspace 0E08 0E08 0E08 0E08   Tab 0F09 0F09 0F09 0F09   q 1071 1051 1011 1000   w 1177 1157 1117 1100
e 1265 1245 1205 1200   r 1372 1352 1312 1300   t 1474 1454 1414 1400   y 1579 1559 1519 1500   u 1675 1655 1615 1600
i 1769 1749 1709 1700   o 186F 184F 180F 1800   p 1970 1950 1910 1900   [ 1A5B 1A7B 1A1B 1A5B   ] 1B5D 1B7D 1B1D 1B5D
Return 1C0D 1C0D 1C0A 1C0D   a 1E61 1E41 1E01 1E00   s 1F73 1F53 1F13 1F00   d 2064 2044 2004 2000
f 2166 2146 2106 2100   g 2267 2247 2207 2200   h 2368 2348 2308 2300   j 246A 244A 240A 2400   k 256B 254B 250B 2500
l 266C 264C 260C 2600   ; 273B 273A 271B 273B   ' 2827 2822 2807 2827   ` 2960 297E 2900 2960   \ 2B5C 2B7C 2B1C 2B5C
z 2C7A 2C5A 2C1A 2C00   x 2D78 2D58 2D18 2D00   c 2E63 2E43 2E03 2E00   v 2F76 2F56 2F16 2F00   b 3062 3042 3002 3000
n 316E 314E 310E 3100   m 326D 324D 320D 3200   , 332C 333C 330C 332C   . 342E 343E 340E 342E   / 352F 353F 350F 352F
Space 3920 3920 3900 3920   F1 3B00 5400 3B00 3B00   F2 3C00 5500 3C00 3C00   F3 3D00 5600 3D00 3D00
F4 3E00 5700 3E00 3E00   F5 3F00 5800 3F00 3F00   F6 4000 5900 4000 4000   F7 4100 5A00 4100 4100
F8 4200 5B00 4200 4200   F9 4300 5C00 4300 4300   F10 4400 5D00 4400 4400   ClrHome 4700 4737 7700 4700
Up 4800 4838 4800 4800   keypad- 4A2D 4A2D 4A1F 4A2D   Left 4B00 4B34 7300 4B00   Right 4D00 4D36 7400 4D00
keypad+ 4E2B 4E2B 4E0B 4E2B   Down 5000 5032 5000 5000   Insert 5200 5230 5200 5200   Delete 537F 537F 531F 537F
Undo 6100 6100 6100 6100   Help 6200 6200 6200 6200   keypad( 6328 6328 6308 6328   keypad) 6429 6429 6409 6429
keypad/ 652F 652F 650F 652F   keypad* 662A 662A 660A 662A   keypad7 6737 6737 6717 6737   keypad8 6838 6838 6818 6838
keypad9 6939 6939 6919 6939   keypad4 6A34 6A34 6A14 6A34   keypad5 6B35 6B35 6B15 6B35   keypad6 6C36 6C36 6C1E 6C36
keypad1 6D31 6D31 6D11 6D31   keypad2 6E32 6E32 6E00 6E32   keypad3 6F33 6F33 6F13 6F33   keypad0 7030 7030 7010 7030
keypad. 712E 712E 710E 712E   Enter 720D 720D 720A 720D
"""
"""Each key of the machine that has words: its name, its word alone, with Shift, with Control, with Alternate."""
KEYS = {name: words.split() for name, words in re.findall(r"(\S+)((?: [0-9A-F]{4}){4})", TABLE)}
PREFIXES = ("", "Shift+", "Ctrl+", "Alt+")
SHIFTS = (0, keys.LEFT_SHIFT, keys.CONTROL, keys.ALTERNATE)
SEVERAL = """
Ctrl+Shift+1 0201   Ctrl+Shift+6 071E   Ctrl+Shift+; 271A   Ctrl+Shift+Up 4818   Ctrl+Shift+Left 7334
Ctrl+Shift+ClrHome 7737   Ctrl+Shift+F1 5400   Alt+Shift+1 7800   Alt+Shift+; 273A   Alt+Shift+a 1E00
Alt+Shift+F1 3B00   Ctrl+Alt+a 1E00   Ctrl+Alt+; 271B   Alt+? 353F   Alt+ß 8200   Alt+ü 1A81
"""
PAIRS = re.findall(r"(\S+) ([0-9A-F]{4})\b", WORDS)


@pytest.mark.parametrize(("name", "word"), [*PAIRS, *re.findall(r"(\S+) ([0-9A-F]{4})\b", SEVERAL), (" ", "3920")])
def test_a_name_gives_the_word_of_the_machine(name: str, word: str) -> None:
    assert f"{keys.key_word(name):04X}" == word


@pytest.mark.parametrize("name", KEYS)
def test_every_key_in_every_shift_state(name: str) -> None:
    if name.startswith("keypad"):
        found = [keys.keypad_word(name[6:], shift) for shift in SHIFTS]
    else:
        found = [keys.key_word(prefix + name) for prefix in PREFIXES]
    assert [f"{word:04X}" for word in found] == KEYS[name]


def test_the_tables_for_programs_hold_the_characters_of_all_keys() -> None:
    alone, shifted, capitals = keys.key_tables()
    words = [[int(word, 16) for word in words] for words in KEYS.values()]
    for word, with_shift, *_ in words:
        found = alone[word >> 8], shifted[word >> 8], capitals[word >> 8]
        assert found == (word & 0xFF, with_shift & 0xFF, *bytes([word & 0xFF]).upper())
    assert len(alone) - alone.count(0) == len({word[0] for word in words if word[0] & 0xFF})


@pytest.mark.parametrize("name", ["", "Fx", "F11", "Shift+", "Hyper+a", "aa", "日", "Undoo", "\n"])
def test_an_unknown_name_is_refused_by_name(name: str) -> None:
    with pytest.raises(keys.KeyNameError, match="unknown key name") as caught:
        keys.key_word(name)
    assert repr(name) in str(caught.value)


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
    assert keys.character_word("Ω") == 0xEA, "no key has it"


# ---- the mouse by the keyboard


def pointer(desk: Desk) -> tuple[int, int]:
    state = desk.gem.graf_mkstate()
    return state.x, state.y


def go(desk: Desk, x: int, y: int) -> None:
    """Move the pointer to a position with keys only."""
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
    # Held, as reported by a host that sees key releases.
    desk.machine.mouse_button(LEFT, True)
    desk.act("key Alt+Right Alt+Right Alt+Shift+Down, release")
    assert [tuple(m.rect) for m in desk.take(Msg.WM_MOVED)] == [(116, 61, 400, 250)]
    button = box(20, 60, 40, 20, ObFlag.SELECTABLE | ObFlag.EXIT)
    call = desk.call(lambda: desk.gem.form_do(tree_of(box(200, 100, 200, 120), button)))
    go(desk, 230, 170)
    desk.act("key Alt+Insert")
    assert call.result == 1

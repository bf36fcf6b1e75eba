from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.gem.aes.keys import (
    ALTERNATE,
    CONTROL,
    LEFT_SHIFT,
    NAMED,
    KeyNameError,
    character_word,
    key_name,
    key_press,
    key_word,
)
from gemport.gem.formats import charset


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

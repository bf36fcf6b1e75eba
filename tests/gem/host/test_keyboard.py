from __future__ import annotations

import pytest

from gemport.gem.host.display.toolkit import key as host
from gemport.gem.host.keyboard import Keyboard


@pytest.fixture
def keyboard() -> Keyboard:
    return Keyboard()


def test_a_character_comes_once_as_the_text_the_layout_makes(keyboard: Keyboard) -> None:
    assert keyboard.press(host.Z, 0) is None
    assert keyboard.text("y") == [0x1579]


def test_return_acts_once_though_it_is_text_too(keyboard: Keyboard) -> None:
    assert keyboard.press(host.RETURN, 0) == 0x1C0D
    assert keyboard.text("\r") == []


def test_a_held_return_repeats(keyboard: Keyboard) -> None:
    keyboard.press(host.RETURN, 0)
    keyboard.text("\r")
    assert keyboard.text("\r") == [0x1C0D]


def test_a_cursor_key_acts_once_and_repeats(keyboard: Keyboard) -> None:
    assert keyboard.press(host.LEFT, 0) == 0x4B00
    assert keyboard.motion() is None
    assert keyboard.motion() == 0x4B00


def test_a_named_key_before_a_character_swallows_nothing(keyboard: Keyboard) -> None:
    keyboard.press(host.F1, 0)
    keyboard.press(host.A, 0)
    assert keyboard.text("a") == [0x1E61]


def test_the_keypad_keeps_its_own_scancodes(keyboard: Keyboard) -> None:
    assert keyboard.press(host.NUM_ENTER, 0) == 0x720D
    keyboard.press(host.NUM_7, 0)
    assert keyboard.text("7") == [0x6737]
    keyboard.press(host._7, 0)
    assert keyboard.text("7") == [0x0837]


def test_a_german_keypad_comma_is_the_keypads_period(keyboard: Keyboard) -> None:
    keyboard.press(host.NUM_DECIMAL, 0)
    assert keyboard.text(",") == [0x712E]


@pytest.mark.parametrize("symbol", [host.F12, host.END, host.UNDO])
def test_undo_is_on_keys_that_every_host_has(keyboard: Keyboard, symbol: int) -> None:
    assert keyboard.press(symbol, 0) == 0x6100


@pytest.mark.parametrize("symbol", [host.F11, host.HELP])
def test_help_is_on_keys_that_every_host_has(keyboard: Keyboard, symbol: int) -> None:
    assert keyboard.press(symbol, 0) == 0x6200


@pytest.mark.parametrize("modifier", [host.MOD_CTRL, host.MOD_COMMAND])
def test_the_hosts_undo_combination_is_undo(keyboard: Keyboard, modifier: int) -> None:
    assert keyboard.press(host.Z, modifier) == 0x6100


def test_control_and_alternate_combinations_act_at_once(keyboard: Keyboard) -> None:
    assert keyboard.press(host.C, host.MOD_CTRL) == 0x2E03
    assert keyboard.press(host.A, host.MOD_ALT) == 0x1E00


def test_altgr_waits_for_its_text(keyboard: Keyboard) -> None:
    assert keyboard.press(host.Q, host.MOD_CTRL | host.MOD_ALT) is None
    assert keyboard.text("@") == [0x0340]


def test_the_two_shift_keys_are_told_apart(keyboard: Keyboard) -> None:
    keyboard.press(host.RSHIFT, 0)
    assert keyboard.shift == 1
    keyboard.press(host.LSHIFT, host.MOD_SHIFT)
    assert keyboard.shift == 3
    assert keyboard.press(host.F2, host.MOD_SHIFT) == 0x5500
    keyboard.release(host.RSHIFT)
    assert keyboard.shift == 2


def test_a_shift_key_released_elsewhere_is_not_held_for_ever(keyboard: Keyboard) -> None:
    keyboard.press(host.LSHIFT, 0)
    keyboard.press(host.LCTRL, host.MOD_SHIFT)
    keyboard.modifiers(0)
    assert keyboard.shift == 0


def test_a_modifier_pressed_elsewhere_counts(keyboard: Keyboard) -> None:
    keyboard.modifiers(host.MOD_SHIFT | host.MOD_ALT)
    assert keyboard.shift == 2 | 8


@pytest.mark.parametrize("text", ["日", "\x1b", "\x7f"])
def test_text_that_the_atari_lacks_gives_nothing(keyboard: Keyboard, text: str) -> None:
    keyboard.press(host.A, 0)
    assert keyboard.text(text) == []


def test_a_composed_character_comes_without_a_key(keyboard: Keyboard) -> None:
    assert keyboard.text("é") == [0x0082]

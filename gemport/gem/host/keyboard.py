"""From the host's keyboard to GEM's key words.

Named keys and Control or Alternate combinations act when they are pressed; characters come as the text that the
host's own layout makes of them, so every layout works. A key that gives both acts once, and any key may be held.
"""

from __future__ import annotations

from gemport.gem.aes.keys import (
    ALTERNATE,
    CONTROL,
    LEFT_SHIFT,
    NAMED,
    RIGHT_SHIFT,
    SHIFT,
    alternate_word,
    button_of,
    character_word,
    control_word,
    keypad_word,
    named_word,
    pointer_step,
)
from gemport.gem.formats.charset import CharsetError
from gemport.gem.host import keysyms as host

FIRST_REPEAT, NEXT_REPEAT = 0.3, 0.04
"""Seconds until a held key comes again, and again (docs/machine.md 5.2)."""

SYMBOLS: dict[int, str] = {
    host.ESCAPE: "Esc",
    host.BACKSPACE: "Backspace",
    host.TAB: "Tab",
    host.BACK_TAB: "Tab",
    host.RETURN: "Return",
    host.NUM_ENTER: "Enter",
    host.DELETE: "Delete",
    host.NUM_DELETE: "Delete",
    host.INSERT: "Insert",
    host.NUM_INSERT: "Insert",
    host.HOME: "ClrHome",
    host.NUM_HOME: "ClrHome",
    host.UP: "Up",
    host.NUM_UP: "Up",
    host.DOWN: "Down",
    host.NUM_DOWN: "Down",
    host.LEFT: "Left",
    host.NUM_LEFT: "Left",
    host.RIGHT: "Right",
    host.NUM_RIGHT: "Right",
    host.UNDO: "Undo",
    host.F12: "Undo",
    host.END: "Undo",
    host.NUM_END: "Undo",
    host.HELP: "Help",
    host.F11: "Help",
    **{host.F1 + n: f"F{n + 1}" for n in range(10)},
}
"""The GEM key that a host key stands for. No Atari key is where F11, F12 and End are: they are Help and Undo."""

_KEYPAD: dict[int, str] = {
    **{host.NUM_0 + n: str(n) for n in range(10)},
    host.NUM_ADD: "+",
    host.NUM_SUBTRACT: "-",
    host.NUM_MULTIPLY: "*",
    host.NUM_DIVIDE: "/",
    host.NUM_DECIMAL: ".",
    host.NUM_SEPARATOR: ".",
}
# Keys of the Atari's keypad that no host keypad has.
_PAGES: dict[int, str] = {host.PAGEUP: "(", host.PAGEDOWN: ")"}
SHIFT_KEYS: dict[int, int] = {
    host.LSHIFT: LEFT_SHIFT,
    host.RSHIFT: RIGHT_SHIFT,
    host.LCTRL: CONTROL,
    host.RCTRL: CONTROL,
    host.LALT: ALTERNATE,
}
"""The bits of the keys that make up the GEM shift state."""
_BOTH = CONTROL | ALTERNATE


class Keyboard:
    """The state of the host's keyboard: shift keys held, the key that went down last, and what it gave.

    The host's own repetitions are not listened to: few hosts have them for all keys.
    """

    def __init__(self) -> None:
        self.shift = 0
        """The GEM shift state."""
        self.held: int | None = None
        """The word of the key that is held and is to be repeated, as long as nothing else happens on the keyboard."""
        self._symbol = 0
        self._done = False

    def press(self, symbol: int, modifiers: int) -> int | None:
        """A key went down; the word it gives at once, None if it gives none or only its text will tell."""
        self.held = None
        if symbol in SHIFT_KEYS:
            self.shift |= SHIFT_KEYS[symbol]
            return None
        self.modifiers(modifiers)
        self._symbol = symbol
        word = self._word_of(symbol, modifiers)
        self._done = word is not None
        # macOS keeps it to itself when a key goes up with Command held. A button is held down, not pressed again.
        if word is not None and not modifiers & host.MOD_COMMAND and not button_of(word, self.shift):
            self.held = word
        return word

    @property
    def moves_pointer(self) -> bool:
        """Whether the key that is to be repeated moves the pointer: that waits for no program."""
        return self.held is not None and pointer_step(self.held, self.shift) is not None

    def release(self, symbol: int) -> None:
        """A key went up. While keys are typed in quick succession, that may be an earlier one than the one held."""
        self.shift &= ~SHIFT_KEYS.get(symbol, 0)
        if symbol == self._symbol or symbol in SHIFT_KEYS:
            self.held = None
        if symbol == self._symbol:
            self._symbol = 0

    def modifiers(self, modifiers: int) -> None:
        """Follow the modifiers of an event: keys may have gone up or down while another window had the keyboard."""
        before = self.shift
        for bits, held, default in (
            (SHIFT, modifiers & host.MOD_SHIFT, LEFT_SHIFT),
            (CONTROL, modifiers & host.MOD_CTRL, CONTROL),
            (ALTERNATE, modifiers & host.MOD_ALT, ALTERNATE),
        ):
            if not held:
                self.shift &= ~bits
            elif not self.shift & bits:
                self.shift |= default
        if self.shift != before:
            self.held = None

    def text(self, text: str) -> list[int]:
        """Text arrived; the words of its characters. Characters that the Atari lacks give none.

        The first text after a press is that key's; what comes while it is held is the host's repetition of it.
        """
        if self._symbol and self._done:
            return []
        words = [word for character in text if (word := self._text_word(character)) is not None]
        if self._symbol:
            self._done = True
            self.held = words[-1] if words else None
        return words

    def forget(self) -> None:
        """All keys are up: another window has the keyboard now."""
        self.shift = 0
        self.held = None
        self._symbol = 0

    def _word_of(self, symbol: int, modifiers: int) -> int | None:
        if symbol == host.Z and self._undo_combination(modifiers):
            return NAMED["Undo"]
        if symbol in SYMBOLS:
            return named_word(NAMED[SYMBOLS[symbol]], self.shift)
        if symbol in _PAGES:
            return keypad_word(_PAGES[symbol])
        # Control and Alt together are AltGr on some hosts: the text tells what was typed.
        if not 0x20 <= symbol < 0x7F or self.shift & _BOTH in (0, _BOTH):
            return None
        return (control_word if self.shift & CONTROL else alternate_word)(chr(symbol))

    def _undo_combination(self, modifiers: int) -> bool:
        return bool(modifiers & host.MOD_COMMAND) or self.shift & _BOTH == CONTROL

    def _text_word(self, character: str) -> int | None:
        if character < " " or character == "\x7f":
            return None
        if self._symbol in _KEYPAD and character in (_KEYPAD[self._symbol], ","):
            return keypad_word(_KEYPAD[self._symbol])
        try:
            return character_word(character)
        except CharsetError:
            return None

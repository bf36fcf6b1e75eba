"""GEM's key words: constants for programs, names for scripts, characters for typed text (docs/machine.md 5.3).

A key word is scancode * 256 + character of the Atari character set. Scancodes follow the US layout; characters that
only the German layout has use their German scancodes. Shift states are bits: 1 right shift, 2 left shift, 4
Control, 8 Alternate.

Alternate with the arrows, Insert and ClrHome emulates the mouse (docs/machine.md 5.6). The machine's input side handles
these keys, so they work wherever the mouse does, and no program receives them.
"""

from typing import NamedTuple

from gemport.gem.aes.constants import LEFT, RIGHT
from gemport.gem.errors import GemportError
from gemport.gem.formats import charset

RIGHT_SHIFT, LEFT_SHIFT, CONTROL, ALTERNATE = 1, 2, 4, 8
"""The bit of a shift key."""
SHIFT = RIGHT_SHIFT | LEFT_SHIFT
"""The bits of both Shift keys."""

ESCAPE, BACKSPACE, TAB, RETURN, ENTER, SPACE = 0x011B, 0x0E08, 0x0F09, 0x1C0D, 0x720D, 0x3920
"""Key word; Return is on the main keyboard, Enter on the keypad."""
DELETE, INSERT, CLR_HOME, UNDO, HELP = 0x537F, 0x5200, 0x4700, 0x6100, 0x6200
"""Key word."""
ARROW_UP, ARROW_DOWN, ARROW_LEFT, ARROW_RIGHT = 0x4800, 0x5000, 0x4B00, 0x4D00
"""Key word of an arrow."""
SHIFT_UP, SHIFT_DOWN, SHIFT_HOME = 0x4838, 0x5032, 0x4737
"""Key word of an arrow or ClrHome with Shift: page up, page down, end."""
F1, F2, F3, F4, F5, F6, F7, F8, F9, F10 = range(0x3B00, 0x4500, 0x100)
"""Key word of a function key."""
SHIFT_F10 = 0x5D00
"""Opens the menu bar in gemport's programs. Elsewhere F10 does that, but F10 has quit these games since 1993."""
WHEEL_UP, WHEEL_DOWN = 0x5900, 0x5A00
"""The mouse wheel, while a program has grabbed the mouse. Keyboard adapters for the machine send the same words."""
BACKTAB = 0x0F00
"""Backwards Tab for the form library; no key of the machine produces it."""
CONTROL_B, CONTROL_E, CONTROL_G, CONTROL_L, CONTROL_O = 0x3002, 0x1205, 0x2207, 0x260C, 0x180F
"""Key word of a letter with Control; others: :func:`control_word`."""
CONTROL_T, CONTROL_V, CONTROL_Y, CONTROL_Z = 0x1414, 0x2F16, 0x1519, 0x2C1A
"""Key word of a letter with Control; others: :func:`control_word`."""

NAMED = {
    **{"Esc": ESCAPE, "Backspace": BACKSPACE, "Tab": TAB, "Return": RETURN, "Enter": ENTER},
    **{"Delete": DELETE, "Insert": INSERT, "ClrHome": CLR_HOME, "Undo": UNDO, "Help": HELP},
    **{"Up": ARROW_UP, "Down": ARROW_DOWN, "Left": ARROW_LEFT, "Right": ARROW_RIGHT, "Space": SPACE},
    **{f"F{n}": F1 + 0x100 * (n - 1) for n in range(1, 11)},
}
"""The word of each key with a name, pressed without shift keys."""

KEYPAD = dict(zip("()/*7894561230.", range(0x63, 0x72), strict=True)) | {"-": 0x4A, "+": 0x4E}
"""The scancode of each character on the keypad."""

_ALIASES = {"Escape": "Esc", "Home": "ClrHome", "Del": "Delete", "Ins": "Insert", "KeypadEnter": "Enter"}
_MODIFIERS = {"shift": LEFT_SHIFT, "ctrl": CONTROL, "control": CONTROL, "alt": ALTERNATE, "alternate": ALTERNATE}
# Scancode of the first key, the row without shift, the row with Shift.
_ROWS = (
    (0x02, "1234567890-=", "!@#$%^&*()_+"),
    (0x10, "qwertyuiop[]", "QWERTYUIOP{}"),
    (0x1E, "asdfghjkl;'`", 'ASDFGHJKL:"~'),
    (0x2B, "\\zxcvbnm,./", "|ZXCVBNM<>?"),
    (0x39, " ", " "),
)
_GERMAN = {"ü": 0x1A, "Ü": 0x1A, "ö": 0x27, "Ö": 0x27, "ä": 0x28, "Ä": 0x28, "ß": 0x0C, "§": 0x04}
_SCANCODES = {
    character: first + index
    for first, plain, shifted in _ROWS
    for row in (shifted, plain)
    for index, character in enumerate(row)
} | _GERMAN
_SHIFTED_CHARS = {p: s for _, plain, shifted in _ROWS for p, s in zip(plain, shifted, strict=True)}
_DIGIT_ROW = range(0x02, 0x0E)
_FUNCTION_KEYS = range(0x3B, 0x45)
_SHIFT_DIGITS = {0x47: "7", 0x48: "8", 0x50: "2", 0x4B: "4", 0x4D: "6", 0x52: "0"}
_UNSHIFTED_SCANCODES = frozenset(word >> 8 for word in (ESCAPE, BACKSPACE, TAB, UNDO))
"""Scancodes of the keys whose words no shift key changes."""
_LINE_ENDS = frozenset((RETURN >> 8, ENTER >> 8))
_CONTROL_SCANCODES = {CLR_HOME >> 8: 0x77, ARROW_LEFT >> 8: 0x73, ARROW_RIGHT >> 8: 0x74}
_CONTROL_CODES = {ord("-"): 0x1F, ord("2"): 0x00, ord("6"): 0x1E}

_BY_LOWER_NAME = {name.lower(): word for name, word in NAMED.items()} | {
    alias.lower(): NAMED[name] for alias, name in _ALIASES.items()
}
_NAMES: tuple[str, ...] = (*NAMED, *charset.CHARACTERS[0x20:])


class KeyNameError(ValueError):
    """The text is not the name of a key."""


class Key(NamedTuple):
    """One key press: the word that GEM receives, and the shift keys held."""

    word: int
    shift: int


def character_word(character: str) -> int:
    """Return the word of a typed character, with scancode 0 if neither layout has it.

    Raises GemportError if the character is not in the Atari character set.
    """
    return _SCANCODES.get(character, 0) << 8 | charset.encode(character)[0]


def keypad_word(character: str, shift: int = 0) -> int:
    """Return the word of a character typed on the keypad with shift keys held."""
    return held_word(KEYPAD[character] << 8 | ord(character), shift)


def named_word(word: int, shift: int) -> int:
    """Return the word of a named key with shift keys held."""
    if shift & SHIFT and word >> 8 in _SHIFT_DIGITS:
        word |= ord(_SHIFT_DIGITS[word >> 8])
    return held_word(word, shift)


def typed_word(character: str, shift: int) -> int:
    """Return the word of a character key, named by its unshifted character, with shift keys held."""
    return held_word(character_word(_SHIFTED_CHARS.get(character, character) if shift & SHIFT else character), shift)


def control_word(character: str) -> int:
    """Return the word of Control and a character key, named by its unshifted character."""
    return typed_word(character, CONTROL)


def held_word(word: int, shift: int) -> int:
    """Return a word changed for Control and Alternate; its character already accounts for Shift."""
    scancode, code = word >> 8, word & 0xFF
    if scancode in _UNSHIFTED_SCANCODES:
        return word
    if scancode in _LINE_ENDS:
        return scancode << 8 | (0x0A if shift & CONTROL else code)
    if shift & ALTERNATE:
        if scancode in _DIGIT_ROW:
            return scancode + 0x76 << 8
        if chr(code).isascii() and chr(code).isalpha():
            code = 0
    elif shift & SHIFT and scancode in _FUNCTION_KEYS:
        return word + 0x1900
    if shift & CONTROL:
        code = _CONTROL_CODES.get(code, code)
        if scancode in _CONTROL_SCANCODES:
            scancode = _CONTROL_SCANCODES[scancode]
        else:
            code &= 0x1F
    return scancode << 8 | code


def key_tables() -> tuple[bytes, bytes, bytes]:
    """Return the character of each scancode, or 0: without shift, with Shift, and with Caps Lock."""
    alone, shifted = bytearray(128), bytearray(128)
    for first, plain, with_shift in _ROWS:
        alone[first : first + len(plain)] = plain.encode()
        shifted[first : first + len(plain)] = with_shift.encode()
    for character, scancode in KEYPAD.items():
        alone[scancode] = shifted[scancode] = ord(character)
    for word in NAMED.values():
        alone[word >> 8], shifted[word >> 8] = word & 0xFF, named_word(word, LEFT_SHIFT) & 0xFF
    return bytes(alone), bytes(shifted), bytes(alone).upper()


def key_press(name: str) -> Key:
    """Return the key with a name such as ``F1``, ``Undo``, ``a``, ``Ctrl+z`` or ``Shift+Up``.

    Names of one character are case-sensitive, longer names are not. Raises KeyNameError if the name is unknown.
    """
    rest, shift = name, 0
    while True:
        modifier, plus, tail = rest.partition("+")
        if not plus or not tail or modifier.lower() not in _MODIFIERS:
            break
        shift |= _MODIFIERS[modifier.lower()]
        rest = tail
    if rest.lower() in _BY_LOWER_NAME:
        return Key(named_word(_BY_LOWER_NAME[rest.lower()], shift), shift)
    if len(rest) != 1:
        raise KeyNameError(f"unknown key name {name!r}")
    try:
        return Key(typed_word(rest.lower() if shift & CONTROL else rest, shift), shift)
    except GemportError:
        raise KeyNameError(f"unknown key name {name!r}") from None


def key_word(name: str) -> int:
    """Return the word of a named key. Raises KeyNameError as :func:`key_press` does."""
    return key_press(name).word


def key_name(word: int, shift: int) -> str | None:
    """Return a name that key_press converts to this word with this shift state, or None."""
    for prefix, bits in (("", 0), ("Shift+", SHIFT), ("Ctrl+", CONTROL), ("Alt+", ALTERNATE)):
        if bits and not shift & bits:
            continue
        for name in _NAMES:
            if key_word(prefix + name) == word:
                return prefix + name
    return None


STEP, FINE_STEP = 8, 1
"""Pixels that a key moves the pointer: normally, and with Shift."""

# Compared by scancode, because Shift changes the character. With Control these are other keys, left to the program.
_DIRECTIONS = {ARROW_UP >> 8: (0, -1), ARROW_DOWN >> 8: (0, 1), ARROW_LEFT >> 8: (-1, 0), ARROW_RIGHT >> 8: (1, 0)}
_BUTTONS = {INSERT >> 8: LEFT, CLR_HOME >> 8: RIGHT}


def pointer_step(word: int, shift: int) -> tuple[int, int] | None:
    """Return the distance (right, down) in pixels that a key moves the pointer, or None if it does not move it."""
    direction = _DIRECTIONS.get(word >> 8) if shift & ALTERNATE else None
    if direction is None:
        return None
    step = FINE_STEP if shift & SHIFT else STEP
    return direction[0] * step, direction[1] * step


def button_of(word: int, shift: int) -> int:
    """Return the mouse button that a held key emulates, LEFT or RIGHT, or 0."""
    return _BUTTONS.get(word >> 8, 0) if shift & ALTERNATE else 0

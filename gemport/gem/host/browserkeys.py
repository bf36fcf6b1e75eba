"""What a browser calls the keys, as this house calls them (:mod:`gemport.gem.host.keysyms`)."""

from __future__ import annotations

from gemport.gem.host import keysyms as host

_CODES: dict[str, int] = {
    "Escape": host.ESCAPE,
    "Backspace": host.BACKSPACE,
    "Tab": host.TAB,
    "Enter": host.RETURN,
    "Delete": host.DELETE,
    "Insert": host.INSERT,
    "Home": host.HOME,
    "End": host.END,
    "ArrowUp": host.UP,
    "ArrowDown": host.DOWN,
    "ArrowLeft": host.LEFT,
    "ArrowRight": host.RIGHT,
    "PageUp": host.PAGEUP,
    "PageDown": host.PAGEDOWN,
    "Undo": host.UNDO,
    "Help": host.HELP,
    "F11": host.F11,
    "F12": host.F12,
    **{f"F{n + 1}": host.F1 + n for n in range(10)},
    "NumpadEnter": host.NUM_ENTER,
    "NumpadAdd": host.NUM_ADD,
    "NumpadSubtract": host.NUM_SUBTRACT,
    "NumpadMultiply": host.NUM_MULTIPLY,
    "NumpadDivide": host.NUM_DIVIDE,
    "NumpadComma": host.NUM_SEPARATOR,
    "ShiftLeft": host.LSHIFT,
    "ShiftRight": host.RSHIFT,
    "ControlLeft": host.LCTRL,
    "ControlRight": host.RCTRL,
    "AltLeft": host.LALT,
}
# Without NumLock these keys of the keypad are others; which they are is then their key's name.
_KEYPAD_CODES: dict[str, int] = {"NumpadDecimal": host.NUM_DECIMAL, **{f"Numpad{n}": host.NUM_0 + n for n in range(10)}}
_KEYPAD_KEYS: dict[str, int] = {
    "Delete": host.NUM_DELETE,
    "Insert": host.NUM_INSERT,
    "Home": host.NUM_HOME,
    "End": host.NUM_END,
    "ArrowUp": host.NUM_UP,
    "ArrowDown": host.NUM_DOWN,
    "ArrowLeft": host.NUM_LEFT,
    "ArrowRight": host.NUM_RIGHT,
    "PageUp": host.PAGEUP,
    "PageDown": host.PAGEDOWN,
}
_LETTER, _DIGIT = "Key", "Digit"


def symbol_of(code: str, key: str) -> int:
    """The symbol of a key, 0 for one that has none here.

    ``code`` is the place of the key on the keyboard, ``key`` what the layout makes of it with the shift keys held, both
    as a browser names them.
    """
    if code in _KEYPAD_CODES:
        return _KEYPAD_KEYS.get(key, _KEYPAD_CODES[code])
    if code in _CODES:
        return _CODES[code]
    if key in _CODES:
        # Keyboards on a screen tell no places.
        return _CODES[key]
    character = key.lower()
    if len(character) == 1 and " " <= character < "\x7f":
        return ord(character)
    # With Alternate some systems make other characters of the letters.
    for prefix in (_LETTER, _DIGIT):
        if code.startswith(prefix):
            return ord(code.removeprefix(prefix).lower())
    return 0


def text_of(key: str) -> str:
    """The text that a key gives, "" for one that gives none: names of keys are longer than a character."""
    return key if len(key) == 1 else ""

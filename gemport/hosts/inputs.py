"""Input of a machine, the same for every host: the state of the keyboard, held buttons, and the clock.

Named keys and combinations with Control or Alternate act when they are pressed. Characters arrive as text from the
host's keyboard layout, so every layout works. A key that produces both acts once, and any key can be held.
"""

import time
from collections.abc import Callable
from functools import partial

from gemport.gem import GemportError, Machine, keys
from gemport.hosts import keysyms as host

FIRST_REPEAT, NEXT_REPEAT = 0.3, 0.04
"""Seconds until a held key repeats for the first time, and then again (docs/machine.md 5.2)."""
SAVE_SECONDS = 10.0  # seconds from an input until the playing time is saved, and between further saves
_MAX_DELAY_MS = 10_000
"""Maximum delay of a wakeup in milliseconds; a longer delay means that the host slept, and does not count."""
_MAX_WORKING_DELAY_MS = 9
"""The same for a machine with long work: less than the time between slices, or a slow host would fall behind."""
_MAX_CATCH_UP_STEPS = 100  # maximum steps of a machine that lags; a step is about 10 ms of its time
_MAX_IDLE_MS = 3_600_000
"""Maximum milliseconds between two inputs if nothing else wakes the machine; after that the user is away."""

_NAMES: dict[str, tuple[int, ...]] = {
    "Esc": (host.ESCAPE,),
    "Backspace": (host.BACKSPACE,),
    "Tab": (host.TAB, host.BACK_TAB),
    "Return": (host.RETURN,),
    "Enter": (host.NUM_ENTER,),
    "Delete": (host.DELETE, host.NUM_DELETE),
    "Insert": (host.INSERT, host.NUM_INSERT),
    "ClrHome": (host.HOME, host.NUM_HOME),
    "Up": (host.UP, host.NUM_UP),
    "Down": (host.DOWN, host.NUM_DOWN),
    "Left": (host.LEFT, host.NUM_LEFT),
    "Right": (host.RIGHT, host.NUM_RIGHT),
    "Undo": (host.UNDO, host.F12, host.END, host.NUM_END),
    "Help": (host.HELP, host.F11),
    **{f"F{n + 1}": (host.F1 + n,) for n in range(10)},
}
SYMBOLS = {symbol: name for name, symbols in _NAMES.items() for symbol in symbols}
"""The GEM key for each host key. The Atari has no keys in the places of F11, F12 and End; they are Help and Undo."""

_KEYPAD: dict[int, str] = {
    **{host.NUM_0 + n: str(n) for n in range(10)},
    host.NUM_ADD: "+",
    host.NUM_SUBTRACT: "-",
    host.NUM_MULTIPLY: "*",
    host.NUM_DIVIDE: "/",
    host.NUM_DECIMAL: ".",
    host.NUM_SEPARATOR: ".",
}
_DIGITS = {ord(digit): digit for digit in "1234567890"}
# Keys of the Atari's keypad that are missing from host keypads.
_PARENTHESES: dict[int, str] = {host.PAGEUP: "(", host.PAGEDOWN: ")"}
SHIFT_KEYS: dict[int, int] = {
    host.LSHIFT: keys.LEFT_SHIFT,
    host.RSHIFT: keys.RIGHT_SHIFT,
    host.LCTRL: keys.CONTROL,
    host.RCTRL: keys.CONTROL,
    host.LALT: keys.ALTERNATE,
}
"""The bit of each key in the GEM shift state."""
_CONTROL_ALTERNATE = keys.CONTROL | keys.ALTERNATE


class Keyboard:
    """The state of the host's keyboard: held shift keys, the last pressed key, and its word.

    The host's own key repeat is ignored, because few hosts repeat all keys.
    """

    def __init__(self) -> None:
        self.shift = 0
        self.held: int | None = None  # the word of the repeating held key, until the next event of the keyboard
        self._symbol = 0
        self._done = False

    def press(self, symbol: int, modifiers: int) -> int | None:
        """Press a key; return its word, or None if it has none or its text follows."""
        self.held = None
        if symbol in SHIFT_KEYS:
            self.shift |= SHIFT_KEYS[symbol]
            return None
        self.modifiers(modifiers)
        self._symbol = symbol
        word = self._word_of(symbol, modifiers)
        self._done = word is not None
        # macOS does not report the release of a key while Command is held. A button is held, not pressed again.
        if word is not None and not modifiers & host.MOD_COMMAND and not keys.button_of(word, self.shift):
            self.held = word
        return word

    @property
    def moves_pointer(self) -> bool:
        """True if the repeating key moves the pointer, which never waits for a program."""
        return self.held is not None and keys.pointer_step(self.held, self.shift) is not None

    def release(self, symbol: int) -> None:
        """Release a key; while typing fast this can be an earlier key than the held key."""
        self.shift &= ~SHIFT_KEYS.get(symbol, 0)
        if symbol == self._symbol or symbol in SHIFT_KEYS:
            self.held = None
        if symbol == self._symbol:
            self._symbol = 0

    def modifiers(self, modifiers: int) -> None:
        """Follow the modifiers of an event: keys may have changed while another window had the keyboard."""
        before = self.shift
        for bits, held, default in (
            (keys.SHIFT, modifiers & host.MOD_SHIFT, keys.LEFT_SHIFT),
            (keys.CONTROL, modifiers & host.MOD_CTRL, keys.CONTROL),
            (keys.ALTERNATE, modifiers & host.MOD_ALT, keys.ALTERNATE),
        ):
            if not held:
                self.shift &= ~bits
            elif not self.shift & bits:
                self.shift |= default
        if self.shift != before:
            self.held = None

    def text(self, text: str, digit_row: bool = False) -> list[int]:
        """Return the words of typed text, without characters that the Atari lacks.

        The first text after a press belongs to that key; further text while it is held is the host's key repeat. With
        ``digit_row`` a key of the upper row types its digit, unless it types another digit without Shift.
        """
        if self._symbol and self._done:
            return []
        if digit_row and not self.shift and self._symbol in _DIGITS and text not in _DIGITS.values():
            text = _DIGITS[self._symbol]
        words = [word for character in text if (word := self._text_word(character)) is not None]
        if self._symbol:
            self._done = True
            self.held = words[-1] if words else None
        return words

    def known(self, text: str) -> str:
        """Return the characters of a text that have words."""
        return "".join(character for character in text if self._text_word(character) is not None)

    def forget(self) -> None:
        """Release all keys, because another window has the keyboard."""
        self.shift = 0
        self.held = None
        self._symbol = 0

    def _word_of(self, symbol: int, modifiers: int) -> int | None:
        # Control+Z, and Command+Z on macOS.
        if symbol == host.Z and (modifiers & host.MOD_COMMAND or self.shift & _CONTROL_ALTERNATE == keys.CONTROL):
            return keys.NAMED["Undo"]
        if symbol in SYMBOLS:
            return keys.named_word(keys.NAMED[SYMBOLS[symbol]], self.shift)
        if symbol in _PARENTHESES:
            return keys.keypad_word(_PARENTHESES[symbol], self.shift)
        if symbol in _KEYPAD and self.shift & _CONTROL_ALTERNATE:
            return keys.keypad_word(_KEYPAD[symbol], self.shift)
        # Control and Alt together are AltGr on some hosts: the text has the character.
        if not 0x20 <= symbol < 0x7F or self.shift & _CONTROL_ALTERNATE in (0, _CONTROL_ALTERNATE):
            return None
        return keys.typed_word(chr(symbol), self.shift)

    def _text_word(self, character: str) -> int | None:
        if character < " " or character == "\x7f":
            return None
        if self._symbol in _KEYPAD and character in (_KEYPAD[self._symbol], ","):
            return keys.keypad_word(_KEYPAD[self._symbol])
        try:
            return keys.character_word(character)
        except GemportError:
            return None


class Pace:
    """The conversion of the host's seconds to the machine's milliseconds, without losing fractions.

    The host does not wake up for this: a machine gets the elapsed time before each input. Time starts with the first
    request. Some clocks continue while a computer is suspended, so a gap counts only up to the missed wakeup.
    """

    def __init__(
        self,
        now: Callable[[], float] = time.monotonic,
        keep: Callable[[], bool] | None = None,
        speed: float = 1.0,
    ) -> None:
        """Follow the clock ``now``, in seconds.

        ``keep`` saves the playing time in case the process is killed, and returns whether to save again later;
        ``speed`` is the factor of the machine's clock relative to the host's, to three decimals.
        """
        self._now = now
        self._then: float | None = None
        self._wakeup: int | None = None  # milliseconds of the host from ``_then`` until the machine's next wakeup
        self._keep = keep
        self._keep_at: float | None = None
        # In thousandths, so that rounding loses no time.
        self._permille = round(speed * 1000)
        self._rest = 0
        self.seen = True

    def see(self, seen: bool) -> None:
        """Stop while the machine is hidden, if playing time is saved; call ``passed`` first."""
        if self._keep is not None and seen != self.seen:
            self.seen = seen
            self._then = self._now()

    def passed(self, working: bool = False) -> int:
        """Return the milliseconds to advance the machine by; the caller must advance it.

        For a ``working`` machine, time stops while the host runs a slice of its work.
        """
        now = self._now()
        then = now if self._then is None or not self.seen else self._then
        passed = int((now - then) * 1000)
        if self._wakeup is None:
            counted = most = _MAX_IDLE_MS
        else:
            counted, most = self._wakeup, self._wakeup + (_MAX_WORKING_DELAY_MS if working else _MAX_DELAY_MS)
        self._then = now if passed > most else then + passed / 1000
        machine, self._rest = divmod((counted if passed > most else passed) * self._permille + self._rest, 1000)
        return machine

    def keep(self, leaving: bool = False) -> None:
        """Save the elapsed time if ten seconds have passed since an input, or if the host is ``leaving``."""
        if self._keep is None:
            return
        now = self._now()
        if leaving or (self._keep_at is not None and now >= self._keep_at):
            self._keep_at = now + SAVE_SECONDS if self._keep() else None
        elif self._keep_at is None:
            self._keep_at = now + SAVE_SECONDS

    def due(self, wakeup: int | None) -> float | None:
        """Return the seconds until the host must wake up; ``wakeup`` is in the machine's milliseconds from now."""
        now = self._now()
        then = now if self._then is None else self._then
        if wakeup is not None:
            # The host's milliseconds, rounded up.
            wakeup = max(-((self._rest - wakeup * 1000) // self._permille), 0)
        if self._keep_at is not None:
            keep = max(int((self._keep_at - then) * 1000) + 1, 0)
            wakeup = keep if wakeup is None else min(wakeup, keep)
        self._wakeup = wakeup
        return None if wakeup is None else max(then + wakeup / 1000 - now, 0.0)


class Inputs:
    """The connection that delivers a host's input at the right time on the machine's clock, and repeats held keys."""

    def __init__(
        self,
        machine: Machine,
        changed: Callable[[], None],
        alarm: Callable[[float | None], None],
        failed: Callable[[BaseException], None] | None = None,
        *,
        now: Callable[[], float] = time.monotonic,
        keep: Callable[[], bool] | None = None,
        speed: float = 1.0,
    ) -> None:
        """Connect a host with a machine; ``now``, ``keep`` and ``speed`` are described at Pace.

        Args:
            changed: called after each input, and after an event caused by time alone
            alarm: called with the new number of seconds until ``wake`` is due, or None if no wakeup is needed
            failed: called with the exception of a program; by default the call that ran the program raises it
        """
        self._machine = machine
        self._changed = changed
        self._alarm = alarm
        self._failed = failed
        self._now = now
        self._pace = Pace(now, keep, speed)
        self._keyboard = Keyboard()
        self._shift = 0  # the shift state last sent to the machine
        self._buttons: set[int] = set()
        self._keys_for_buttons: dict[int, int] = {}  # the held keys that press a mouse button
        self._pressed = 0.0, 0  # the host's seconds and the machine's milliseconds of the last press
        self._repeat_at: float | None = None
        self.began = 0.0  # the host's time of the last call of ``feed``
        self._ended = False

    # ---- time

    def feed(self, act: Callable[[], None] = lambda: None) -> None:
        """Advance the machine to the current time and call ``act``; do nothing after its programs have ended."""
        if self._ended:
            return
        try:
            self.began = self._now()
            passed = self._pace.passed(self._machine.working)
            # A machine that has not finished a step continues immediately.
            if passed or self._machine.next_wakeup() == 0:
                self._machine.advance(passed)
            act()
            self._pace.keep()
        except BaseException as error:
            if self._failed is None:
                raise
            self._failed(error)
            return
        self._ended = self._machine.finished
        self._changed()
        self.set_alarm()

    def set_alarm(self) -> None:
        if self._ended or not self._pace.seen:
            self._alarm(None)
            return
        due = self._pace.due(self._machine.next_wakeup())
        if self._repeat_at is not None:
            repeat = max(self._repeat_at - self._now(), 0.0)
            due = repeat if due is None else min(due, repeat)
        self._alarm(due)

    def wake(self, _seconds: float = 0) -> None:
        """Advance the machine by the elapsed time, and repeat the held key if that is due."""
        if self._repeat_at is not None and self._now() >= self._repeat_at:
            word = self._keyboard.held
            # Do not queue more keys than a busy program reads, or it would continue long after the key is up.
            if word is not None and (self._keyboard.moves_pointer or not self._machine.waiting_keys):
                self._key(word, NEXT_REPEAT, repeat=True)
                return
            self._repeat_at = None if word is None else self._now() + NEXT_REPEAT
        self.feed()

    def leave(self) -> None:
        """Save the elapsed time, because the host may end without a further call."""
        self.feed(partial(self._pace.keep, leaving=True))

    def see(self, seen: bool) -> None:
        """Note whether the machine is visible; its time stops while it is hidden."""
        if seen != self._pace.seen:
            self.leave()
            self._pace.see(seen)
            self.set_alarm()

    # ---- the mouse

    def point(self, x: int, y: int) -> None:
        self.feed(partial(self._machine.mouse_to, x, y))

    def press(self, button: int) -> None:
        self._buttons.add(button)
        self.feed(partial(self._press, button))

    def _press(self, button: int) -> None:
        machine, now, least = self._machine, self._now(), 0
        dclick_ms = machine.double_click_times[machine.double_click]
        # The clock of a working machine lags on a slow host, and two slow presses would become a double click.
        if now - self._pressed[0] > dclick_ms / 1000:
            least = self._pressed[1] + dclick_ms + 1
        for _ in range(_MAX_CATCH_UP_STEPS):
            if machine.now >= least:
                break
            machine.advance(least - machine.now)
        self._pressed = now, machine.now
        machine.mouse_button(button, True)

    def release(self, button: int) -> None:
        """Release a GEM button if it was pressed here."""
        if button in self._buttons:
            self._buttons.discard(button)
            self.feed(partial(self._machine.mouse_button, button, False))

    def take_mouse(self) -> None:
        """Release the buttons without effect, so that a dragged object returns: the system needs the mouse."""
        if self._buttons:
            self._buttons.clear()
            self.feed(self._machine.take_mouse)

    def wheel(self, steps: int) -> None:
        if steps:
            self.feed(partial(self._machine.wheel, steps))

    # ---- the keyboard

    def press_key(self, symbol: int, modifiers: int) -> bool:
        """Press a key; return whether it acts immediately instead of by its text."""
        word = self._keyboard.press(symbol, modifiers)
        self._follow_shift()
        if word is None:
            return False
        button = keys.button_of(word, self._keyboard.shift)
        if button:
            self._keys_for_buttons[symbol] = button
            self.press(button)
        else:
            self._key(word, FIRST_REPEAT)
        return True

    def release_key(self, symbol: int) -> None:
        self.release(self._keys_for_buttons.pop(symbol, 0))
        self._keyboard.release(symbol)
        self._follow_shift()
        if self._keyboard.held is None and self._repeat_at is not None:
            self._repeat_at = None
            self.set_alarm()

    def text(self, text: str) -> bool:
        """Type text from the host's keyboard layout; return whether GEM has any of its characters."""
        words = self._keyboard.text(text, self._machine.digit_row)
        for word in words:
            self._key(word, FIRST_REPEAT)
        return bool(words)

    def edited(self, before: str, now: str) -> None:
        """Type the keys that turn one text into another: backspaces, then the new characters.

        For the text of a field that on-screen keyboards edit: during composition it contains the full word after each
        letter, and may finally contain another word.
        """
        before, now = (self._keyboard.known(text) for text in (before, now))
        pairs = zip(before, now, strict=False)
        same = next((at for at, (old, new) in enumerate(pairs) if old != new), min(len(before), len(now)))
        for _ in before[same:]:
            self.press_key(host.BACKSPACE, 0)
            self.release_key(host.BACKSPACE)
        self.text(now[same:])

    def modifiers(self, modifiers: int) -> None:
        self._keyboard.modifiers(modifiers)
        self._follow_shift()

    def let_go(self) -> None:
        """Release everything without effect, because another window has the keyboard and the mouse."""
        # First: releasing a key that presses a button would drop the dragged object.
        self.take_mouse()
        self._keyboard.forget()
        self._repeat_at = None
        self._follow_shift()
        self.set_alarm()

    def _key(self, word: int, wait: float, repeat: bool = False) -> None:
        """Send a key, and repeat it after ``wait`` seconds if it is still held."""

        def act() -> None:
            self._machine.key(word, self._keyboard.shift, repeat)
            self._repeat_at = None if self._keyboard.held is None else self._now() + wait

        self.feed(act)

    def _follow_shift(self) -> None:
        if self._keyboard.shift != self._shift:
            self._shift = self._keyboard.shift
            self.feed(partial(self._machine.shift, self._shift))
        if not self._shift & keys.ALTERNATE:
            # The other key may be released where this is not noticed.
            for symbol in tuple(self._keys_for_buttons):
                self.release(self._keys_for_buttons.pop(symbol))

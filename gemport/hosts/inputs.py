"""A machine's input as every host gives it: the keyboard's state, the buttons held, and the clock.

Named keys and Control or Alternate combinations act when they are pressed; characters come as the text that the
host's own layout makes of them, so every layout works. A key that gives both acts once, and any key may be held.
"""

import time
from collections.abc import Callable
from functools import partial

from gemport.gem import GemportError, Machine, keys
from gemport.hosts import keysyms as host

FIRST_REPEAT, NEXT_REPEAT = 0.3, 0.04
"""Seconds until a held key comes again, and again (docs/machine.md 5.2)."""
KEEP = 10.0
"""Seconds from an input until what has passed is kept, and from then to the next time."""
_GRACE = 10_000
"""Milliseconds that a host may be late with waking a machine; longer delays were its sleep and do not count."""
_WORKING_GRACE = 9
"""The same for a machine that does long work: less than from slice to slice, or a slow host would be ever later."""
_LONGEST = 3_600_000
"""The most milliseconds that pass between two inputs when nothing else can wake the machine: then the user is away."""

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
_DIGITS = {ord(digit): digit for digit in "1234567890"}
# Keys of the Atari's keypad that no host keypad has.
_PAGES: dict[int, str] = {host.PAGEUP: "(", host.PAGEDOWN: ")"}
SHIFT_KEYS: dict[int, int] = {
    host.LSHIFT: keys.LEFT_SHIFT,
    host.RSHIFT: keys.RIGHT_SHIFT,
    host.LCTRL: keys.CONTROL,
    host.RCTRL: keys.CONTROL,
    host.LALT: keys.ALTERNATE,
}
"""The bits of the keys that make up the GEM shift state."""
_BOTH = keys.CONTROL | keys.ALTERNATE


class Keyboard:
    """The state of the host's keyboard: shift keys held, the key that went down last, and what it gave.

    The host's own repetitions are not listened to: few hosts have them for all keys.
    """

    def __init__(self) -> None:
        self.shift = 0
        self.held: int | None = None
        """The word of the held key that repeats, until something else happens on the keyboard."""
        self._symbol = 0
        self._done = False

    def press(self, symbol: int, modifiers: int) -> int | None:
        """Press a key; return the word it gives at once, None if it gives none or only its text will tell."""
        self.held = None
        if symbol in SHIFT_KEYS:
            self.shift |= SHIFT_KEYS[symbol]
            return None
        self.modifiers(modifiers)
        self._symbol = symbol
        word = self._word_of(symbol, modifiers)
        self._done = word is not None
        # macOS keeps it to itself when a key goes up with Command held. A button is held down, not pressed again.
        if word is not None and not modifiers & host.MOD_COMMAND and not keys.button_of(word, self.shift):
            self.held = word
        return word

    @property
    def moves_pointer(self) -> bool:
        """True if the repeating key moves the pointer, which waits for no program."""
        return self.held is not None and keys.pointer_step(self.held, self.shift) is not None

    def release(self, symbol: int) -> None:
        """Release a key; in quick succession that may be an earlier one than the one held."""
        self.shift &= ~SHIFT_KEYS.get(symbol, 0)
        if symbol == self._symbol or symbol in SHIFT_KEYS:
            self.held = None
        if symbol == self._symbol:
            self._symbol = 0

    def modifiers(self, modifiers: int) -> None:
        """Follow the modifiers of an event: keys may have gone up or down while another window had the keyboard."""
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
        """Return the words of typed text. Characters that the Atari lacks give none.

        The first text after a press is that key's; what comes while it is held is the host's repetition of it.
        With ``digit_row`` a key of the upper row gives its digit, unless it gives another without Shift.
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
        """Return the characters of a text that give words."""
        return "".join(character for character in text if self._text_word(character) is not None)

    def forget(self) -> None:
        """Release all keys, as another window has the keyboard now."""
        self.shift = 0
        self.held = None
        self._symbol = 0

    def _word_of(self, symbol: int, modifiers: int) -> int | None:
        # Control+Z, and Command+Z on macOS.
        if symbol == host.Z and (modifiers & host.MOD_COMMAND or self.shift & _BOTH == keys.CONTROL):
            return keys.NAMED["Undo"]
        if symbol in SYMBOLS:
            return keys.named_word(keys.NAMED[SYMBOLS[symbol]], self.shift)
        if symbol in _PAGES:
            return keys.keypad_word(_PAGES[symbol], self.shift)
        if symbol in _KEYPAD and self.shift & _BOTH:
            return keys.keypad_word(_KEYPAD[symbol], self.shift)
        # Control and Alt together are AltGr on some hosts: the text tells what was typed.
        if not 0x20 <= symbol < 0x7F or self.shift & _BOTH in (0, _BOTH):
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
    """Turns the host's seconds into the machine's milliseconds, without losing fractions.

    The host need not wake up for that: a machine learns before an input how long it slept. Time begins when the first
    is asked for. Not all clocks stand still while a computer is suspended, so a gap counts only up to the wakeup that
    the host has missed in it.
    """

    def __init__(
        self,
        now: Callable[[], float] = time.monotonic,
        keep: Callable[[], bool] | None = None,
        speed: float = 1.0,
    ) -> None:
        """Follow the clock ``now``, in seconds.

        keep: keeps what has passed, in case the process is killed; returns whether to keep again ten seconds later
        speed: how many times as fast as the host's the machine's clock runs, to three decimals
        """
        self._now = now
        self._then: float | None = None
        self._wakeup: int | None = None
        """The host's milliseconds from ``_then`` until the machine's next wakeup."""
        self._keep = keep
        self._keep_at: float | None = None
        # Whole thousandths: no moment may get lost by rounding.
        self._permille = round(speed * 1000)
        self._rest = 0
        self.seen = True

    def see(self, seen: bool) -> None:
        """Stop while the machine is hidden, if playing time is kept; the time before must have been given."""
        if self._keep is not None and seen != self.seen:
            self.seen = seen
            self._then = self._now()

    def passed(self, working: bool = False) -> int:
        """Return the milliseconds that the machine has not been given yet; it must be given them now.

        Of a machine that is ``working`` time stands still while the host is busy with a slice of its work.
        """
        now = self._now()
        then = now if self._then is None or not self.seen else self._then
        passed = int((now - then) * 1000)
        if self._wakeup is None:
            counted = most = _LONGEST
        else:
            counted, most = self._wakeup, self._wakeup + (_WORKING_GRACE if working else _GRACE)
        self._then = now if passed > most else then + passed / 1000
        machine, self._rest = divmod((counted if passed > most else passed) * self._permille + self._rest, 1000)
        return machine

    def keep(self, leaving: bool = False) -> None:
        """Save the time that has passed: ten seconds after an input and so on, or because the host is ``leaving``."""
        if self._keep is None:
            return
        now = self._now()
        if leaving or (self._keep_at is not None and now >= self._keep_at):
            self._keep_at = now + KEEP if self._keep() else None
        elif self._keep_at is None:
            self._keep_at = now + KEEP

    def due(self, wakeup: int | None) -> float | None:
        """Return the seconds until the host's next wakeup, for the machine's: its milliseconds from the time it has."""
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
    """Gives a machine each input of its host at the right time on the machine's clock, and repeats the key held."""

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
        """Connect a host with a machine.

        changed: called after each input, and when time alone has let something happen
        alarm: called with the seconds until ``wake`` is due, in place of those given before; None: not by time alone
        failed: called with what the program raised; by default it comes out of the call that let the program run
        now, keep, speed: see Pace
        """
        self._machine = machine
        self._changed = changed
        self._alarm = alarm
        self._failed = failed
        self._now = now
        self._pace = Pace(now, keep, speed)
        self._keyboard = Keyboard()
        self._shift = 0
        """The shift keys that the machine knows of."""
        self._buttons: set[int] = set()
        self._keys_for_buttons: dict[int, int] = {}
        """The keys held that stand for a button."""
        self._repeat_at: float | None = None
        self._ended = False

    # ---- time

    def feed(self, act: Callable[[], None] = lambda: None) -> None:
        """Do something with the machine, at the right time on its clock; nothing once its programs have ended."""
        if self._ended:
            return
        try:
            passed = self._pace.passed(self._machine.working)
            if passed:
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
        """Let the awaited time pass, however long that was, and repeat the held key if that is due."""
        if self._repeat_at is not None and self._now() >= self._repeat_at:
            word = self._keyboard.held
            # A busy program is not given more than it takes, or it would go on long after the key is up.
            if word is not None and (self._keyboard.moves_pointer or not self._machine.waiting_keys):
                self._key(word, NEXT_REPEAT, repeat=True)
                return
            self._repeat_at = None if word is None else self._now() + NEXT_REPEAT
        self.feed()

    def leave(self) -> None:
        """Save the time that has passed: the host may end without a further call."""
        self.feed(partial(self._pace.keep, leaving=True))

    def see(self, seen: bool) -> None:
        """Note whether the machine is visible: while it is hidden its time stands still."""
        if seen != self._pace.seen:
            self.leave()
            self._pace.see(seen)
            self.set_alarm()

    # ---- the mouse

    def point(self, x: int, y: int) -> None:
        self.feed(partial(self._machine.mouse_to, x, y))

    def press(self, button: int) -> None:
        self._buttons.add(button)
        self.feed(partial(self._machine.mouse_button, button, True))

    def release(self, button: int) -> None:
        """Release a GEM button; only those that went down here count."""
        if button in self._buttons:
            self._buttons.discard(button)
            self.feed(partial(self._machine.mouse_button, button, False))

    def take_mouse(self) -> None:
        """Release the buttons, and have what is dragged go back: the system wants the mouse for something else."""
        if self._buttons:
            self._buttons.clear()
            self.feed(self._machine.take_mouse)

    def wheel(self, steps: int) -> None:
        if steps:
            self.feed(partial(self._machine.wheel, steps))

    # ---- the keyboard

    def press_key(self, symbol: int, modifiers: int) -> bool:
        """Press a key; return whether it acts at once, not only by its text."""
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
        """Type text that the host's keyboard layout made of the keys; return whether GEM knows it."""
        words = self._keyboard.text(text, self._machine.digit_row)
        for word in words:
            self._key(word, FIRST_REPEAT)
        return bool(words)

    def edited(self, before: str, now: str) -> None:
        """Type what turns one text into another: backspaces for what is gone, then the new characters."""
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
        """Release everything, and have what is dragged go back: another window has the keyboard and the mouse."""
        # First of all: a key that stands for a button would drop what is dragged as it goes up.
        self.take_mouse()
        self._keyboard.forget()
        self._repeat_at = None
        self._follow_shift()
        self.set_alarm()

    def _key(self, word: int, wait: float, repeat: bool = False) -> None:
        """Give a key, and repeat it after so many seconds if it is still held then."""

        def act() -> None:
            self._machine.key(word, self._keyboard.shift, repeat)
            self._repeat_at = None if self._keyboard.held is None else self._now() + wait

        self.feed(act)

    def _follow_shift(self) -> None:
        if self._keyboard.shift != self._shift:
            self._shift = self._keyboard.shift
            self.feed(partial(self._machine.shift, self._shift))
        if not self._shift & keys.ALTERNATE:
            # The other key may go up where it is not heard.
            for symbol in tuple(self._keys_for_buttons):
                self.release(self._keys_for_buttons.pop(symbol))

"""A GEM in a page of a browser: pixels out, pointer, fingers and keys in, and nothing at all while nothing happens.

The page is a script (tools/web/page.js) that knows the browser and nothing of GEM. It calls this host with what has
happened, in GEM pixels and in the browser's names for keys, and is told what to show. Nothing here knows the browser's
own objects, so that everything can be tried without one. What the program raises comes out of the call that let it run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from typing import Protocol

from gemport.gem.aes.keys import ALTERNATE, button_of
from gemport.gem.host import keysyms
from gemport.gem.host.anymachine import LEFT, RIGHT, AnyMachine
from gemport.gem.host.browserkeys import symbol_of, text_of
from gemport.gem.host.display.controls import WindowControls, WindowState
from gemport.gem.host.display.pace import Pace
from gemport.gem.host.keyboard import FIRST_REPEAT, NEXT_REPEAT, Keyboard
from gemport.gem.host.sound.tone import bell_samples
from gemport.gem.host.touch import Touch
from gemport.settings import BellMode

_BUTTONS = {0: LEFT, 2: RIGHT}
"""By the numbers that browsers give them."""


class Page(Protocol):
    """What a page is told."""

    def screen(self, width: int, height: int, octets: int) -> None:
        """The pictures will have this size, in pixels, and this many bytes a scan line."""

    def show(self, octets: bytes) -> None:
        """This is the picture now: all scan lines one after the other, most significant bit leftmost."""

    def look(self, scale: int | str | None, ink: str, paper: str) -> None:
        """Show pictures so: as WindowState.scale says, and in these colours, written ``rgb(r, g, b)``."""

    def wake(self, seconds: float | None) -> None:
        """Call ``wake`` when so much time has passed, instead of when it was said last; None: not by time alone."""

    def tone(self, samples: bytes) -> None:
        """The bell sounds like this: 16-bit samples of this machine's byte order."""

    def ring(self) -> None:
        """Sound the tone, from its beginning if it still sounds; flash where no sound can be made."""

    def flash(self) -> None:
        """Invert the picture for a moment."""

    def fullscreen(self, on: bool) -> None:
        """Fill the screen, or give it back."""

    def address(self, place: str) -> None:
        """What is to be seen can be found again under this name."""

    def ended(self) -> None:
        """All programs have ended."""


class BrowserHost:
    """Shows a machine in a page until its programs end."""

    def __init__(
        self,
        machine: AnyMachine,
        page: Page,
        controls: WindowControls,
        place: Callable[[], str],
        now: Callable[[], float] = time.monotonic,
        keep: Callable[[], bool] | None = None,
    ) -> None:
        """``place``: the name of what is in front; ``now``: seconds; ``keep``: see Pace."""
        self._machine = machine
        self._page = page
        self._controls = controls
        self._place = place
        self._now = now
        self._pace = Pace(now, keep)
        self._keyboard = Keyboard()
        self._touch = Touch(self, now)
        self._held: set[int] = set()
        self._keys_for_buttons: dict[int, int] = {}
        self._repeat_at: float | None = None
        self._shown: Hashable = None
        self._address = ""
        self._over = False

    def start(self) -> None:
        """Show the first picture."""
        self._machine.on_bell = self._ring
        self._controls.on_change = self._follow
        state = self._controls.state
        self._page.screen(self._machine.width, self._machine.height, self._machine.frame().stride // 8)
        self._look(state)
        self._page.tone(bell_samples(state.loudness).tobytes())
        # Browsers fill the screen only when the user has just asked for it.
        self._controls.note_fullscreen(False)
        self._feed(lambda: None)

    # ---- the machine

    def _feed(self, act: Callable[[], None]) -> None:
        """Do something with the machine, at the right time on its clock, and see what comes of it."""
        if self._over:
            return
        passed = self._pace.passed()
        if passed:
            self._machine.advance(passed)
        act()
        self._pace.keep()
        shown = self._machine.frame_key()
        if shown != self._shown:
            self._page.show(self._machine.frame().to_bytes())
            self._shown = shown
        place = self._place()
        if place != self._address:
            self._address = place
            self._page.address(place)
        self._over = self._machine.finished
        self._set_alarm()
        if self._over:
            self._page.ended()

    def _set_alarm(self) -> None:
        if self._over:
            self._page.wake(None)
            return
        due = self._pace.due(self._machine.next_wakeup())
        waits = [] if due is None else [due]
        waits += [max(at - self._now(), 0.0) for at in (self._touch.due, self._repeat_at) if at is not None]
        self._page.wake(min(waits, default=None))

    def wake(self) -> None:
        """The time has come that the page was told."""
        self._touch.wake()
        self._repeat()
        self._feed(lambda: None)

    def leave(self) -> None:
        """The page is no longer seen, and may be gone before it is again: what has passed is kept."""
        self._feed(lambda: self._pace.keep(leaving=True))

    # ---- what is chosen

    def _look(self, state: WindowState) -> None:
        self._page.look(state.scale, *("rgb({}, {}, {})".format(*colour) for colour in (state.ink, state.paper)))

    def _follow(self, before: WindowState, state: WindowState) -> None:
        self._look(state)
        if before.loudness != state.loudness:
            self._page.tone(bell_samples(state.loudness).tobytes())
        if before.fullscreen != state.fullscreen:
            self._page.fullscreen(state.fullscreen)

    def filled(self, fullscreen: bool) -> None:
        """The page fills the screen now, or no more."""
        self._controls.note_fullscreen(fullscreen)

    def _ring(self) -> None:
        way = self._controls.state.way
        if way is BellMode.TONE:
            self._page.ring()
        elif way is BellMode.FLASH:
            self._page.flash()

    # ---- the mouse and the fingers

    def point(self, x: int, y: int) -> None:
        """The pointer is over this pixel."""
        self._feed(lambda: self._machine.mouse_to(x, y))

    def press(self, button: int) -> None:
        """A GEM button goes down."""
        self._held.add(button)
        self._feed(lambda: self._machine.mouse_button(button, True))

    def release(self, button: int) -> None:
        """A GEM button goes up; only those that went down here count."""
        if button in self._held:
            self._held.discard(button)
            self._feed(lambda: self._machine.mouse_button(button, False))

    def mouse_down(self, x: int, y: int, button: int, modifiers: int) -> None:
        """A button of the mouse went down; GEM knows two."""
        self._follow_modifiers(modifiers)
        self.point(x, y)
        if button in _BUTTONS:
            self.press(_BUTTONS[button])

    def mouse_up(self, x: int, y: int, button: int, modifiers: int) -> None:
        """A button of the mouse went up."""
        self._follow_modifiers(modifiers)
        self.point(x, y)
        self.release(_BUTTONS.get(button, 0))

    def finger_down(self, finger: int, x: int, y: int) -> None:
        """A finger touches the picture."""
        self._touch.down(finger, x, y)
        self._set_alarm()

    def finger_move(self, finger: int, x: int, y: int, far: bool) -> None:
        """A finger moves; ``far``: further from where it came down than fingers tremble."""
        self._touch.move(finger, x, y, far)

    def finger_up(self, finger: int) -> None:
        """A finger leaves the picture."""
        self._touch.up(finger)
        self._set_alarm()

    # ---- the keyboard

    def key_down(self, code: str, key: str, modifiers: int) -> bool:
        """A key went down (not again, while it is held); whether GEM takes it. See symbol_of for the two names."""
        symbol = symbol_of(code, key)
        if symbol == keysyms.RETURN and modifiers & keysyms.MOD_ALT:
            self._page.fullscreen(not self._controls.state.fullscreen)
            return True
        before = self._keyboard.shift
        word = self._keyboard.press(symbol, modifiers)
        self._shift_changed(before)
        if word is None:
            return self.text(text_of(key)) if not modifiers & keysyms.MOD_COMMAND else False
        button = button_of(word, self._keyboard.shift)
        if button:
            self._keys_for_buttons[symbol] = button
            self.press(button)
        else:
            self._key_pressed(word)
        return True

    def key_up(self, code: str, key: str) -> None:
        """A key went up."""
        symbol = symbol_of(code, key)
        self._let_button_go(symbol)
        before = self._keyboard.shift
        self._keyboard.release(symbol)
        self._shift_changed(before)
        if self._keyboard.held is None:
            self._repeat_at = None
            self._set_alarm()

    def text(self, text: str) -> bool:
        """The layout made this of the keys, or it came without any; whether GEM knows it."""
        words = self._keyboard.text(text)
        for word in words:
            self._key_pressed(word)
        return bool(words)

    def blur(self) -> None:
        """Somebody else has keyboard and mouse: nothing is held here any more."""
        before = self._keyboard.shift
        self._keyboard.forget()
        self._shift_changed(before)
        self._keys_for_buttons.clear()
        self._touch.cancel()
        for button in tuple(self._held):
            self.release(button)
        self._set_alarm()

    def _follow_modifiers(self, modifiers: int) -> None:
        before = self._keyboard.shift
        self._keyboard.modifiers(modifiers)
        self._shift_changed(before)

    def _shift_changed(self, before: int) -> None:
        if self._keyboard.shift != before:
            self._feed(lambda: self._machine.shift(self._keyboard.shift))
        if not self._keyboard.shift & ALTERNATE:
            for symbol in tuple(self._keys_for_buttons):
                self._let_button_go(symbol)

    def _let_button_go(self, symbol: int) -> None:
        self.release(self._keys_for_buttons.pop(symbol, 0))

    def _key_pressed(self, word: int) -> None:
        self._repeat_at = self._now() + FIRST_REPEAT if self._keyboard.held is not None else None
        self._key(word)

    def _key(self, word: int) -> None:
        self._feed(lambda: self._machine.key(word, self._keyboard.shift))

    def _repeat(self) -> None:
        """Give the key that is held once more, if it is time, and if the program has taken the last one."""
        if self._repeat_at is None or self._now() < self._repeat_at:
            return
        word = self._keyboard.held
        if word is None:
            self._repeat_at = None
            return
        self._repeat_at = self._now() + NEXT_REPEAT
        if self._keyboard.moves_pointer or not self._machine.waiting_keys:
            self._key(word)

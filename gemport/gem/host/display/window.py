"""A GEM in a window of the host: pixels out, mouse and keys in, and nothing at all while nothing happens."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from gemport.gem.aes.keys import ALTERNATE, button_of
from gemport.gem.host.anymachine import LEFT, RIGHT, AnyMachine
from gemport.gem.host.display.controls import WindowControls, WindowState
from gemport.gem.host.display.icon import Icon
from gemport.gem.host.display.letterbox import Letterbox, fit, host_pixel
from gemport.gem.host.display.maximised import on_x_event
from gemport.gem.host.display.pace import Pace
from gemport.gem.host.display.placer import Placer
from gemport.gem.host.display.shifter import Shifter
from gemport.gem.host.display.toolkit import Window, app, clock, key, mouse
from gemport.gem.host.keyboard import FIRST_REPEAT, NEXT_REPEAT, SHIFT_KEYS, Keyboard

if TYPE_CHECKING:
    from gemport.gem.host.display.hint import Hint

_BUTTONS = {mouse.LEFT: LEFT, mouse.RIGHT: RIGHT}
FLASH = 0.1
"""Seconds that a flash lasts."""
HINT = 3.0
"""Seconds that a hint is shown."""


class GemWindow(Window):
    """The window, and what connects its events to a machine.

    The scale of ``controls`` is the size that a GEM pixel has at first, and whenever it is chosen; later the window's
    size decides. Raises ScaleError where it has no room and may not be reduced, GemportError for a screen too large.
    """

    def __init__(
        self, machine: AnyMachine, title: str, controls: WindowControls, keep: Callable[[], bool] | None = None
    ) -> None:
        """``keep``: see Pace."""
        self._machine = machine
        self._controls = controls
        self._keyboard = Keyboard()
        self._held: set[int] = set()
        self._keys_for_buttons: dict[int, int] = {}
        self._shown: Hashable = None
        self._pace = Pace(keep=keep)
        self._toggling = False
        self._flashing = False
        self._resized = False
        self._hint: Hint | None = None
        self._hinting = False
        self._destroyed = False
        self.error: BaseException | None = None
        """What the program raised; it ends the loop."""
        self._on_shown: Callable[[], None] | None = None
        self._placer = Placer(controls, (machine.width, machine.height))
        first = self._placer.first
        super().__init__(first.width, first.height, caption=title, resizable=True, visible=False)
        self.set_minimum_size(*self._placer.least)
        if controls.state.fullscreen:
            self._placer.fill(self, True)
        self._put_icon()
        raster = machine.frame()
        self._shifter = Shifter(machine.width, machine.height, raster.stride)

    def run(self, on_shown: Callable[[], None]) -> None:
        """Show the machine until its program ends or the window is closed; raises what the program raised.

        ``on_shown`` is called when the first picture is to be seen.
        """
        self._on_shown = on_shown
        self.set_visible(True)
        self.activate()
        self._placer.open(self)
        self._placer.note(self)
        self._feed(lambda: None)
        self._redraw()
        if self._controls.state.explain:
            # After the first picture, which need not wait for it.
            clock.schedule_once(self._show_hint, 0)
        try:
            if self.error is None and not self._machine.finished:
                app.run(None)
        except BaseException:
            # An interrupt, between two events: what has passed until then is told as well.
            self._feed(lambda: None)
            raise
        finally:
            # Also when a signal ends the loop.
            if not self._destroyed:
                self._placer.note(self)
            self.close()
        if self.error is not None:
            raise self.error

    # ---- the machine

    def _feed(self, act: Callable[[], None]) -> None:
        """Do something with the machine, at the right time on its clock, and see what comes of it.

        Host callbacks swallow exceptions on some systems: they are kept, and raised when the loop has ended.
        """
        try:
            passed = self._pace.passed(self._machine.working)
            if passed:
                self._machine.advance(passed)
            act()
            self._pace.keep()
            finished = self._machine.finished
        except BaseException as error:
            self.error = error
            app.exit()
            return
        if finished:
            app.exit()
        elif self._machine.frame_key() != self._shown:
            self._redraw()
        self._set_alarm()

    def _set_alarm(self) -> None:
        clock.unschedule(self._wake)
        due = self._pace.due(self._machine.next_wakeup())
        if due is not None:
            clock.schedule_once(self._wake, due)

    def _wake(self, _dt: float) -> None:
        self._feed(lambda: None)

    # ---- the picture

    def _box(self) -> Letterbox:
        whole = self._placer.is_whole(self)
        return fit(self.get_framebuffer_size(), (self._machine.width, self._machine.height), whole)

    def _show(self, dt: float) -> None:
        # The first picture after a change of size still goes to a surface of the old size.
        for _ in range(1 + self._resized):
            if self.context is not None:
                self.draw(dt)
        self._resized = False
        if self._on_shown is not None:
            act, self._on_shown = self._on_shown, None
            self._feed(act)

    def on_draw(self) -> None:
        """Draw the frame; its bytes go to the texture only if they may have changed."""
        shown = self._machine.frame_key()
        if shown != self._shown:
            self._shifter.upload(self._machine.frame().to_bytes())
            self._shown = shown
        state, size = self._controls.state, self.get_framebuffer_size()
        self._shifter.colours(state.ink, state.paper)
        self._shifter.draw(self._box(), size[1], self._flashing)
        if self._hinting and self._hint is not None:
            self._hint.draw(size, self._box(), state.ink, state.paper)

    def _redraw(self) -> None:
        """Draw soon: once, after all events that are already there, for a fast mouse makes many."""
        clock.unschedule(self._show)
        clock.schedule_once(self._show, 0)

    def on_expose(self) -> None:
        """A part of the window was uncovered."""
        self._redraw()

    def on_resize(self, width: int, height: int) -> None:
        """The window has another size now."""
        super().on_resize(width, height)
        self._resized = True
        self._placer.look(self)
        self._redraw()

    def on_state(self) -> None:
        """The window manager has a word about the window: it may have maximised it."""
        if self._placer.look(self):
            self._redraw()

    _state_changed = on_x_event("PropertyNotify", on_state)

    def flash(self) -> None:
        """Invert the picture for a moment; may be called from any thread."""
        app.platform_event_loop.post_event(self, "on_flash")

    def on_flash(self) -> None:
        """Somebody called flash."""
        self._set_flashing(True)
        clock.unschedule(self._flash_over)
        clock.schedule_once(self._flash_over, FLASH)

    def _flash_over(self, _dt: float) -> None:
        self._set_flashing(False)

    def _set_flashing(self, flashing: bool) -> None:
        self._flashing = flashing
        self._redraw()

    # ---- what is chosen

    def follow(self, before: WindowState, state: WindowState) -> None:
        """Become as ``state`` says: soon, for the window may be replaced by another, which no event handler survives.

        The bell is not the window's.
        """
        if before.scale != state.scale:
            clock.schedule_once(self._resize, 0)
        if before.fullscreen != state.fullscreen:
            clock.schedule_once(self._fill, 0)
        self._redraw()

    def _resize(self, _dt: float) -> None:
        self._placer.resize(self)
        self._redraw()

    def _fill(self, _dt: float) -> None:
        if self._controls.state.fullscreen != self.fullscreen:
            self._fill_screen(self._controls.state.fullscreen)

    def _fill_screen(self, fullscreen: bool) -> None:
        self._placer.fill(self, fullscreen)
        self._put_icon()
        if fullscreen:
            self._show_hint(0)
        else:
            self._hint_over(0)
        self._redraw()

    def _show_hint(self, _dt: float) -> None:
        if self._controls.hint is None:
            return
        if self._hint is None:
            from gemport.gem.host.display.hint import Hint

            self._hint = Hint(self._controls.hint())
        self._hinting = True
        self._redraw()
        clock.unschedule(self._hint_over)
        clock.schedule_once(self._hint_over, HINT)

    def _hint_over(self, _dt: float) -> None:
        self._hinting = False
        self._redraw()

    # ---- the mouse

    def _point(self, x: float, y: float) -> None:
        """Follow the host's pointer (counted from the bottom left); hide it where GEM draws its own."""
        box, pixel = self._box(), host_pixel(x, y, self.get_size(), self.get_framebuffer_size())
        self.set_mouse_visible(not box.contains(*pixel))
        self._feed(lambda: self._machine.mouse_to(*box.to_gem(*pixel)))

    def on_mouse_motion(self, x: float, y: float, _dx: float, _dy: float) -> None:
        """The pointer moved."""
        self._point(x, y)

    def on_mouse_drag(self, x: float, y: float, _dx: float, _dy: float, _buttons: int, _modifiers: int) -> None:
        """The pointer moved with a button down."""
        self._point(x, y)

    def on_mouse_enter(self, x: float, y: float) -> None:
        """The pointer came into the window."""
        self._point(x, y)

    def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> None:
        """A button went down. GEM knows two."""
        self._follow_modifiers(modifiers)
        self._point(x, y)
        if button in _BUTTONS:
            self._press(_BUTTONS[button])

    def on_mouse_release(self, x: float, y: float, button: int, modifiers: int) -> None:
        """A button went up; only those that went down here count."""
        self._follow_modifiers(modifiers)
        self._point(x, y)
        self._release(_BUTTONS.get(button, 0))

    def _press(self, button: int) -> None:
        self._held.add(button)
        self._feed(lambda: self._machine.mouse_button(button, True))

    def _release(self, button: int) -> None:
        if button in self._held:
            self._held.discard(button)
            self._feed(lambda: self._machine.mouse_button(button, False))

    # ---- the keyboard

    def _follow_modifiers(self, modifiers: int) -> None:
        before = self._keyboard.shift
        self._keyboard.modifiers(modifiers)
        self._shift_changed(before)

    def _shift_changed(self, before: int) -> None:
        if self._keyboard.shift != before:
            self._feed(lambda: self._machine.shift(self._keyboard.shift))
        if not self._keyboard.shift & ALTERNATE:
            # The other key may go up where it is not heard.
            for symbol in tuple(self._keys_for_buttons):
                self._let_button_go(symbol)

    def _let_button_go(self, symbol: int) -> None:
        self._release(self._keys_for_buttons.pop(symbol, 0))

    def _key(self, word: int) -> None:
        self._feed(lambda: self._machine.key(word, self._keyboard.shift))

    def _key_pressed(self, word: int) -> None:
        self._key(word)
        clock.unschedule(self._repeat)
        clock.schedule_once(self._repeat, FIRST_REPEAT)

    def _repeat(self, _dt: float) -> None:
        word = self._keyboard.held
        if word is None:
            return
        # A program that is busy is not given more than it takes, or it would go on long after the key is up.
        if self._keyboard.moves_pointer or not self._machine.waiting_keys:
            self._key(word)
        clock.schedule_once(self._repeat, NEXT_REPEAT)

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """A key went down. Alt+Return belongs to the host: it fills the screen and gives it back."""
        if symbol == key.RETURN and modifiers & key.MOD_ALT:
            self._toggling = True
            return
        before = self._keyboard.shift
        word = self._keyboard.press(symbol, modifiers)
        self._shift_changed(before)
        if word is None:
            return
        button = button_of(word, self._keyboard.shift)
        if button:
            self._keys_for_buttons[symbol] = button
            self._press(button)
        else:
            self._key_pressed(word)

    def on_key_release(self, symbol: int, _modifiers: int) -> None:
        """A key went up. Only now the window may be replaced by a larger one, which would never see this release."""
        if symbol == key.RETURN and self._toggling:
            self._toggling = False
            self._fill_screen(not self.fullscreen)
        self._let_button_go(symbol)
        before = self._keyboard.shift
        self._keyboard.release(symbol)
        self._shift_changed(before)
        if symbol not in SHIFT_KEYS:
            self._forget_pressed(unless=symbol)

    def _forget_pressed(self, unless: int = 0) -> None:
        """Have pyglet forget the keys that it takes for held, whose next press it would swallow (on X11).

        It does not learn that a key goes up under another name, Shift being up by then, or in another window.
        """
        pressed: set[int] = getattr(self, "pressed_keys", set())
        if unless not in pressed:
            pressed.clear()

    def on_text(self, text: str) -> None:
        """The host's keyboard layout made this of the keys."""
        for word in self._keyboard.text(text):
            self._key_pressed(word)

    # ---- the window

    def on_deactivate(self) -> None:
        """Another window has the keyboard and the mouse: nothing is held here any more."""
        before = self._keyboard.shift
        self._keyboard.forget()
        self._shift_changed(before)
        self._forget_pressed()
        self._keys_for_buttons.clear()
        for button in tuple(self._held):
            self._release(button)

    def on_close(self) -> None:
        """The host's closer: the program is asked to end, and the window goes with it."""
        self._feed(self._machine.request_quit)
        app.exit()

    def on_destroyed(self) -> None:
        """Another program has destroyed the window: as if it had been closed."""
        self._destroyed = True
        # Or pyglet would wait at the end for the window to disappear.
        self._mapped = False
        self.on_close()

    _gone = on_x_event("DestroyNotify", on_destroyed)

    def _put_icon(self) -> None:
        """Give the window its icon: each that pyglet makes on entering or leaving full screen comes without."""
        self.set_icon(Icon(small=True), Icon())  # type: ignore[arg-type]


GemWindow.register_event_type("on_flash")

"""A GEM in a window of the host: pixels out, mouse and keys in, and nothing at all while nothing happens."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from gemport.gem.aes.keys import ALTERNATE
from gemport.gem.aes.mousekeys import button_of
from gemport.gem.host.anymachine import LEFT, RIGHT, AnyMachine
from gemport.gem.host.display import icon
from gemport.gem.host.display.controls import WindowControls, WindowState
from gemport.gem.host.display.letterbox import Letterbox, comfortable_scale, fit
from gemport.gem.host.display.pace import Pace
from gemport.gem.host.display.shifter import Shifter
from gemport.gem.host.display.toolkit import ImageData, Window, app, clock, get_display, key, mouse
from gemport.gem.host.keyboard import SHIFT_KEYS, Keyboard

_BUTTONS = {mouse.LEFT: LEFT, mouse.RIGHT: RIGHT}
_FIRST_REPEAT, _NEXT_REPEAT = 0.3, 0.04
"""Seconds until a held key comes again, and again (docs/machine.md 5.2)."""
FLASH = 0.1
"""Seconds that a flash lasts."""


class GemWindow(Window):
    """The window, and what connects its events to a machine.

    The scale of ``controls`` is the size that a GEM pixel has at first, and whenever it is chosen, in host pixels;
    later the window's size decides.
    """

    def __init__(self, machine: AnyMachine, title: str, controls: WindowControls) -> None:
        self._machine = machine
        self._controls = controls
        self._keyboard = Keyboard()
        self._held: set[int] = set()
        self._keys_for_buttons: dict[int, int] = {}
        self._shown: Hashable = None
        self._pace = Pace()
        self._toggling = False
        self._flashing = False
        self._resized = False
        self.error: BaseException | None = None
        """What the program raised; it ends the loop."""
        self._on_shown: Callable[[], None] | None = None
        super().__init__(*self._chosen_size(), caption=title, resizable=True, visible=False)
        self.set_minimum_size(machine.width, machine.height)
        self.set_icon(
            ImageData(icon.SMALL, icon.SMALL, "RGBA", icon.pixels(small=True), -4 * icon.SMALL),
            ImageData(icon.SIZE, icon.SIZE, "RGBA", icon.pixels(), -4 * icon.SIZE),
        )
        if controls.state.fullscreen:
            self.set_fullscreen(True)
        raster = machine.frame()
        self._shifter = Shifter(machine.width, machine.height, raster.stride)

    def run(self, on_shown: Callable[[], None]) -> None:
        """Show the machine until its program ends or the window is closed; raises what the program raised.

        ``on_shown`` is called when the first picture is to be seen.
        """
        self._on_shown = on_shown
        self.set_visible(True)
        self.activate()
        self._feed(lambda: None)
        self._redraw()
        if self.error is None and not self._machine.finished:
            app.run(None)
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
        return fit(self.get_framebuffer_size(), (self._machine.width, self._machine.height))

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
        self._shifter.colours(self._controls.state.ink, self._controls.state.paper)
        self._shifter.draw(self._box(), self.get_framebuffer_size()[1], self._flashing)

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
        self._redraw()

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

    def _chosen_size(self) -> tuple[int, int]:
        """The window's size in host pixels for the chosen scale."""
        machine, scale = self._machine, self._controls.state.scale
        if scale is None:
            screen = get_display().get_default_screen()
            scale = comfortable_scale((screen.width, screen.height), (machine.width, machine.height))
        return machine.width * scale, machine.height * scale

    def follow(self, before: WindowState, state: WindowState) -> None:
        """Become as ``state`` says: soon, for the window may be replaced by another, which no event handler survives.

        The bell is not the window's.
        """
        if (before.scale, before.fullscreen) != (state.scale, state.fullscreen):
            clock.unschedule(self._take_size)
            clock.schedule_once(self._take_size, 0)
        if (before.ink, before.paper) != (state.ink, state.paper):
            self._redraw()

    def _take_size(self, _dt: float) -> None:
        if self._controls.state.fullscreen != self.fullscreen:
            size = (None, None) if self._controls.state.fullscreen else self._chosen_size()
            self.set_fullscreen(self._controls.state.fullscreen, None, None, *size)
        elif not self.fullscreen:
            self.set_size(*self._chosen_size())
        self._redraw()

    # ---- the mouse

    def _point(self, x: float, y: float) -> None:
        """Follow the host's pointer (counted from the bottom left); hide it where GEM draws its own."""
        box, from_top = self._box(), self.height - 1 - int(y)
        self.set_mouse_visible(not box.contains(int(x), from_top))
        self._feed(lambda: self._machine.mouse_to(*box.to_gem(int(x), from_top)))

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
        clock.schedule_once(self._repeat, _FIRST_REPEAT)

    def _repeat(self, _dt: float) -> None:
        word = self._keyboard.held
        if word is None:
            return
        # A program that is busy is not given more than it takes, or it would go on long after the key is up.
        if self._keyboard.moves_pointer or not self._machine.waiting_keys:
            self._key(word)
        clock.schedule_once(self._repeat, _NEXT_REPEAT)

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
            self.set_fullscreen(not self.fullscreen)
            self._controls.note_fullscreen(self.fullscreen)
            self._redraw()
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


GemWindow.register_event_type("on_flash")

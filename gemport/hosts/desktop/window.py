"""A GEM in a window of the host: pixels out, mouse and keys in, no work while idle."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

from gemport.gem import LEFT, RIGHT, GRect, Machine
from gemport.hosts.desktop import backend, geometry
from gemport.hosts.desktop.geometry import largest_scale, scale_with_room
from gemport.hosts.desktop.icon import Icon
from gemport.hosts.desktop.shifter import Shifter, hint_box
from gemport.hosts.inputs import SHIFT_KEYS, Inputs
from gemport.hosts.window_controls import WindowControls
from gemport.settings import Placement, Settings

if TYPE_CHECKING:
    from pyglet.display.base import Screen

_BUTTONS = {backend.mouse.LEFT: LEFT, backend.mouse.RIGHT: RIGHT}
FLASH_SECONDS = 0.1  # duration of a flash in seconds
HINT_SECONDS = 3.0  # duration of a hint in seconds


def _area(screen: Screen) -> GRect:
    return GRect(screen.x, screen.y, screen.width, screen.height)


def _monitor_of(window: GRect) -> Screen:
    """Return the monitor that a window is on."""
    monitors = backend.get_monitors()
    return monitors[geometry.monitor_of(window, [_area(monitor) for monitor in monitors])]


class _Moment:
    """A part of the picture that is shown for some seconds."""

    def __init__(self, seconds: float, redraw: Callable[[], None]) -> None:
        self._seconds, self._redraw = seconds, redraw
        self.lasts = False

    def begin(self) -> None:
        self.lasts = True
        self._redraw()
        backend.clock.unschedule(self.end)
        backend.clock.schedule_once(self.end, self._seconds)

    def end(self, _dt: float = 0) -> None:
        self.lasts = False
        self._redraw()


class GemWindow(backend.Window):
    """The window that shows a machine and feeds it events.

    The scale of ``controls`` applies at the start and whenever it is chosen; otherwise the window's size decides.
    Raises GemportError if an insisted scale does not fit, or if the screen is too large.
    """

    def __init__(
        self,
        machine: Machine,
        title: str,
        controls: WindowControls,
        keep: Callable[[], bool] | None = None,
        speed: float = 1.0,
    ) -> None:
        """Create the hidden window; ``keep`` and ``speed`` are described at Pace."""
        self._machine = machine
        self._gem_size = size = machine.width, machine.height
        self._controls = controls
        # Host callbacks swallow exceptions on some systems: store them, and raise them after the loop.
        self._inputs = Inputs(machine, self._changed, self._alarm, self._fail, keep=keep, speed=speed)
        self._shown: Hashable = None
        self._shown_rows: Sequence[int] = ()  # the rows of the visible frame
        self._whole = True  # true if more than the frame has changed since the last picture
        self._toggling = False
        self._flash = _Moment(FLASH_SECONDS, self._redraw)
        self._resized = False
        self._hint: Shifter | None = None
        self._hint_time = _Moment(HINT_SECONDS, self._redraw)
        self._turned = 0.0  # fraction of a wheel step not yet sent
        self._destroyed = False
        self.error: BaseException | None = None  # the program's exception, which ends the loop
        self._on_shown: Callable[[], None] | None = None
        scale, areas = controls.settings.scale, [_area(monitor) for monitor in backend.get_monitors()]
        if controls.insist:
            room = max((area[2:] for area in areas), key=lambda room: largest_scale(room, size))
            geometry.check_scale(scale, room, size)
        placement, others = controls.placement, controls.others
        self._first, self._placed = geometry.first_area(placement, scale, size, areas, backend.work_area(), others)
        """The window's initial area, and whether that place is requested."""
        self._least = min(size[0], self._first.w), min(size[1], self._first.h)  # minimum size of the window
        self.has_place = self._placed  # true if the window has a place, so that the window manager need not choose one
        screen = _monitor_of(self._first)
        super().__init__(*self._first[2:], caption=title, resizable=True, visible=False, screen=screen)
        backend.check_created(self)
        self.set_minimum_size(*self._least)
        backend.on_monitors_changed(lambda: backend.clock.schedule_once(self._refill_screen, 0))
        if controls.settings.fullscreen:
            self._enter_full_screen()
        self._put_icon()
        self._shifter = Shifter(machine.frame(), self._box())
        self._watchdog = backend.watched(self)
        controls.largest_scale = lambda: scale_with_room(_area(self._host_screen())[2:], size)

    def run(self, on_shown: Callable[[], None]) -> None:
        """Show the machine until its program ends or the window is closed; raise the program's exception.

        ``on_shown`` is called when the first picture is visible.
        """
        self._on_shown = on_shown
        if self._placed and not self.fullscreen:
            self.set_location(self._first.x, self._first.y)
        self.set_visible(True)
        self.activate()
        if self._controls.placement.maximised and not self.fullscreen:
            self.maximize()
        self._note_placement()
        self._inputs.feed()
        self._redraw()
        if self._controls.explain:
            # After the first picture, so that it is not delayed.
            backend.clock.schedule_once(self._show_hint, 0)
        try:
            if self.error is None and not self._machine.finished:
                with backend.ended_from_outside(self.on_close), self._watchdog:
                    backend.app.run(None)
        except BaseException:
            # An interrupt between two events: advance the machine to that time.
            self._inputs.feed()
            raise
        finally:
            # Also when a signal ends the loop.
            if not self._destroyed:
                self._note_placement()
            self.close()
        if self.error is not None:
            raise self.error

    # ---- the machine

    def _changed(self) -> None:
        if self._machine.finished:
            backend.app.exit()
        elif self._machine.frame_key() != self._shown:
            self._redraw(whole=False)

    def _fail(self, error: BaseException) -> None:
        self.error = error
        backend.app.exit()

    def _alarm(self, due: float | None) -> None:
        backend.clock.unschedule(self._inputs.wake)
        if due is not None:
            backend.clock.schedule_once(self._inputs.wake, due)

    # ---- the picture

    def _box(self) -> geometry.Letterbox:
        scale = self._controls.settings.scale
        size, whole = self.get_framebuffer_size(), isinstance(scale, int)
        if isinstance(scale, int) and self.fullscreen:
            # A saved scale may belong to a larger screen.
            whole = scale <= largest_scale(size, self._gem_size)
        return geometry.fit(size, self._gem_size, whole)

    def _show(self, dt: float) -> None:
        if self._whole or self._flash.lasts or self._hint_time.lasts or not self._draw_changes():
            # The first picture after a change of size still goes to a surface with the old size.
            for _ in range(1 + self._resized):
                if self.context is not None:
                    self.draw(dt)
        self._resized = self._whole = False
        if self._controls.title is not None and (title := self._controls.title()) != self.caption:
            self.set_caption(title)
        if self._on_shown is not None:
            act, self._on_shown = self._on_shown, None
            self._inputs.feed(act)

    def _draw_changes(self) -> bool:
        """Draw only the changed part of the frame; return False if all of it must be drawn."""
        if self.context is None:
            return False
        self.switch_to()
        if not backend.keeps_picture(self):
            return False
        before = self._shown_rows
        self._upload()
        pairs = zip(before, self._shown_rows, strict=False)
        changed = {y: old ^ new for y, (old, new) in enumerate(pairs) if old != new}
        if len(before) != len(self._shown_rows):
            return False
        if changed:
            bits, stride = reduce(or_, changed.values()), self._shifter.stride
            left, right = stride - bits.bit_length(), stride - (bits & -bits).bit_length()
            settings, box, (_, high) = self._controls.settings, self._box(), self.get_framebuffer_size()
            part = box.around(left, min(changed), right, max(changed), high)
            self._shifter.draw(box, high, tube=settings.tube, part=part)
            self.flip()  # type: ignore[no-untyped-call]
        return True

    def _upload(self) -> None:
        shown = self._machine.frame_key()
        if shown != self._shown:
            frame = self._machine.frame()
            self._shifter.upload(frame)
            self._shown, self._shown_rows = shown, tuple(frame.rows)

    def on_draw(self) -> None:
        """Draw the frame; upload it only if it may have changed."""
        self._upload()
        settings, size, box = self._controls.settings, self.get_framebuffer_size(), self._box()
        colours = settings.colours
        self._shifter.colours(colours)
        self._shifter.draw(box, size[1], self._flash.lasts, tube=settings.tube)
        if self._hint_time.lasts and self._hint is not None:
            self._hint.colours(colours)
            place = hint_box(size, (box.across, box.width), self._hint.size)
            part = place.around(0, 0, place.width - 1, place.height - 1, size[1])
            self._hint.draw(place, size[1], part=part)

    def _redraw(self, whole: bool = True) -> None:
        """Draw once after all queued events, because a fast mouse causes many.

        With ``whole`` all of the window is drawn, not only the changed part of the frame.
        """
        self._whole = self._whole or whole
        backend.clock.unschedule(self._show)
        backend.clock.schedule_once(self._show, 0)

    def on_expose(self) -> None:
        self._redraw()

    def on_resize(self, width: int, height: int) -> None:
        super().on_resize(width, height)
        scale = self._controls.settings.scale
        # A saved scale may belong to a larger screen.
        if isinstance(scale, int) and not self.fullscreen and scale <= self._controls.largest_scale():
            self._controls.note_scale(max(largest_scale(self.get_framebuffer_size(), self._gem_size), 1))
        self._resized = True
        self._redraw()

    def on_flash(self) -> None:
        self._flash.begin()

    # ---- settings

    def follow(self, before: Settings, now: Settings) -> None:
        """Follow the settings, but not inside an event handler: the window may be recreated."""
        if before.scale != now.scale:
            backend.clock.schedule_once(self._resize, 0)
        if before.fullscreen != now.fullscreen:
            backend.clock.schedule_once(lambda _dt: self._fill_screen(self._controls.settings.fullscreen), 0)
        self._redraw()

    def _resize(self, _dt: float) -> None:
        """Resize to the chosen scale; a maximised window keeps its size unless the scale is a number."""
        if isinstance(self._controls.settings.scale, int) or not backend.is_maximised(self):
            size = self._scaled()
            self._controls.note_placement(self._controls.placement._replace(size=size, maximised=False))
            if not self.fullscreen:
                self.set_size(*size)
        self._redraw()

    def _fill_screen(self, fullscreen: bool) -> None:
        if fullscreen == self.fullscreen:
            return
        if fullscreen:
            self._note_placement()
            self._enter_full_screen()
            self._show_hint(0)
        else:
            self.set_fullscreen(False, None, None, *(self._controls.placement.size or self._scaled()))
            self.set_minimum_size(*self._least)
            self._controls.note_fullscreen(False)
            self._hint_time.end()
        self._put_icon()
        self._redraw()

    def _enter_full_screen(self) -> None:
        self.set_fullscreen(True, self._host_screen())
        backend.set_windowed_location(self, self._controls.placement.place)
        self._controls.note_fullscreen(True)

    def _refill_screen(self, _dt: float) -> None:
        """Resize a full screen window if the resolution of its monitor has changed."""
        screen = _monitor_of(_area(self.screen))
        if self.fullscreen and _area(screen) != _area(self.screen):
            self.set_fullscreen(True, screen)
            self._put_icon()
            self._redraw()

    def _scaled(self) -> geometry.Size:
        host = _area(self._host_screen())
        work = geometry.working_part(host, backend.work_area())
        return geometry.scaled_size(self._controls.settings.scale, host[2:], work[2:], self._gem_size)

    def _host_screen(self) -> Screen:
        if self.fullscreen:
            return self.screen
        return _monitor_of(GRect(*self.get_location(), *self.get_size()) if self.visible else self._first)

    def _note_placement(self) -> None:
        if self.fullscreen:
            return
        if backend.is_maximised(self):
            self._controls.note_placement(self._controls.placement._replace(maximised=True))
        else:
            self._controls.note_placement(Placement(self.get_size(), self.get_location()))

    def _show_hint(self, _dt: float) -> None:
        if self._controls.hint is None:
            return
        if self._hint is None:
            self._hint = Shifter(self._controls.hint())
        self._hint_time.begin()

    # ---- the mouse

    def on_mouse_motion(self, x: float, y: float, *_more: float) -> None:
        """Move the pointer (from the bottom left), and hide the host's pointer over the GEM screen."""
        box, pixel = self._box(), geometry.host_pixel(x, y, self.get_size(), self.get_framebuffer_size())
        self.set_mouse_visible(not box.contains(*pixel))
        self._inputs.point(*box.to_gem(*pixel))

    # pyglet's handlers have no named arguments.
    on_mouse_drag = on_mouse_enter = on_mouse_motion  # type: ignore[assignment]

    def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> None:
        self._inputs.modifiers(modifiers)
        self.on_mouse_motion(x, y)
        if button in _BUTTONS:
            self._inputs.press(_BUTTONS[button])

    def on_mouse_release(self, x: float, y: float, button: int, modifiers: int) -> None:
        self._inputs.modifiers(modifiers)
        self.on_mouse_motion(x, y)
        self._inputs.release(_BUTTONS.get(button, 0))

    def on_mouse_scroll(self, x: float, y: float, _scroll_x: float, scroll_y: float) -> None:
        """Turn the wheel; a touchpad sends fractions of a step."""
        self.on_mouse_motion(x, y)
        self._turned -= scroll_y
        steps = int(self._turned)
        self._turned -= steps
        self._inputs.wheel(steps)

    # ---- the keyboard

    def _event_text_symbol(self, event: Any) -> tuple[str | None, int]:
        """Return the text and the symbol of a key event. Private, on X11 only: pyglet ignores the place of a key."""
        text, symbol = super()._event_text_symbol(event)
        return text, symbol and backend.place_symbol(self, event, symbol)

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """Press a key; Alt+Return is not sent to GEM and switches full screen."""
        if symbol == backend.key.RETURN and modifiers & backend.key.MOD_ALT:
            self._toggling = True
        else:
            self._inputs.press_key(symbol, modifiers)

    def on_key_release(self, symbol: int, _modifiers: int) -> None:
        """Release a key. Full screen is switched only now, because a new window would miss the release."""
        if symbol == backend.key.RETURN and self._toggling:
            self._toggling = False
            self._fill_screen(not self.fullscreen)
        self._inputs.release_key(symbol)
        if symbol not in SHIFT_KEYS:
            backend.forget_pressed_keys(self, unless=symbol)

    def on_text(self, text: str) -> None:
        self._inputs.text(text)

    # ---- the window

    def on_hide(self) -> None:
        """Note that the window is minimised or on another desktop of the host."""
        self._inputs.see(False)

    def on_show(self) -> None:
        self._inputs.see(True)

    def on_deactivate(self) -> None:
        self._inputs.let_go()
        backend.forget_pressed_keys(self)

    def on_close(self) -> None:
        self._watchdog.note_closer()
        self._inputs.feed(self._machine.request_quit)
        backend.app.exit()

    def on_destroyed(self) -> None:
        """End like the closer, because another program has destroyed the window."""
        self._destroyed = True
        backend.note_destroyed(self)
        self.on_close()

    def dispatch_platform_event(self, e: Any) -> None:
        """Handle an X event. Private, on X11 only: pyglet does not answer the window manager's ping."""
        backend.answer_ping(self, e)
        super().dispatch_platform_event(e)

    _gone = backend.on_x_event("DestroyNotify", on_destroyed)
    _update_exclusivity = backend.grab_nothing
    _set_wm_normal_hints = backend.set_normal_hints
    _map = backend.map_window
    set_location = backend.set_location

    def set_wm_class(self, _name: str) -> None:
        """Set the application's name for the host's desktop; pyglet would use the initial title."""
        super().set_wm_class(self._controls.application)

    def _put_icon(self) -> None:
        """Set the window's icon. Entering or leaving full screen loses it."""
        self.set_icon(Icon(small=True), Icon())  # type: ignore[arg-type]


GemWindow.register_event_type("on_flash")

"""The window on the host's screen; here is decided whether this system can show one."""

import os
import sys
from collections.abc import Callable
from functools import partial

from gemport.gem import GemportError, Machine
from gemport.hosts.controls import WindowControls
from gemport.hosts.desktop.chip import ChipSound
from gemport.hosts.desktop.sound import Bell
from gemport.settings import BellMode, Settings


class DisplayError(GemportError):
    """No window can be opened here; the message says why, and what works without one."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"{reason}; --screenshot FILE makes a picture without a display")


def run_window(
    machine: Machine,
    title: str,
    *,
    controls: WindowControls | None = None,
    on_shown: Callable[[], None] = lambda: None,
    keep: Callable[[], bool] | None = None,
    speed: float = 1.0,
) -> None:
    """Show a machine in a window until its program ends or the window is closed.

    ``controls`` say how it looks, and may change while the window is open. ``on_shown`` is called when the first
    picture is visible, ``keep`` ten seconds after an input, and so on as long as it is true. The machine's clock
    runs ``speed`` times as fast as the host's. Raises DisplayError where no window can be opened, GemportError where
    the host's screen has no room for the scale, and whatever the program raises.
    """
    controls = controls or WindowControls()
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        wayland = " (Wayland alone will not do, XWayland is needed)" if os.environ.get("WAYLAND_DISPLAY") else ""
        raise DisplayError(f"no display: DISPLAY is not set{wayland}")
    try:
        # Not before it is needed: without OpenGL already the import fails.
        from gemport.hosts.desktop.backend import NO_DISPLAY, NO_WINDOW, app, exit_when_broken
        from gemport.hosts.desktop.window import GemWindow
    except ImportError as error:
        if error.name == "pyglet":
            raise DisplayError(f"no window can be opened, which takes pyglet 2.1: {error}") from error
        raise _no_window(error) from error
    try:
        window = GemWindow(machine, title, controls, keep, speed)
    except NO_DISPLAY as error:
        raise DisplayError(f"no display answers at {os.environ.get('DISPLAY')}") from error
    except NO_WINDOW as error:
        raise _no_window(error) from error
    exit_when_broken(machine.request_quit)
    # From any thread.
    flash = partial(app.platform_event_loop.post_event, window, "on_flash")
    bell = Bell(flash, controls.settings.ring, controls.settings.loudness)
    chip = ChipSound(_loudness(controls.settings))

    def follow(before: Settings, now: Settings) -> None:
        if (before.ring, before.loudness) != (now.ring, now.loudness):
            bell.set(now.ring, now.loudness)
            chip.loudness = _loudness(now)
        window.follow(before, now)

    def click() -> None:
        if controls.settings.key_click:
            bell.click()

    machine.on_bell, machine.on_key = bell.ring, click
    machine.on_sound = lambda register, value: chip.write(machine.now, register, value)
    controls.on_change = follow
    controls.copy, controls.paste = window.set_clipboard_text, window.get_clipboard_text
    try:
        window.run(on_shown)
    finally:
        controls.on_change = None
        bell.close()
        chip.close()


def _no_window(error: BaseException) -> DisplayError:
    reason = str(error).rstrip(" .\n")
    return DisplayError(f"no window can be opened, which takes OpenGL 3.3: {reason}")


def _loudness(settings: Settings) -> int:
    """Return how loud programs may play the sound chip: not at all where the bell is no tone."""
    return settings.loudness if settings.ring is BellMode.TONE else 0

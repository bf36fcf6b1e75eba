"""The window on the host's screen, and the check whether this system can show it."""

import os
import sys
from collections.abc import Callable
from functools import partial

from gemport.gem import GemportError, Machine
from gemport.hosts.desktop.sound import Sound
from gemport.hosts.window_controls import WindowControls
from gemport.settings import Settings


class DisplayError(GemportError):
    """No window can be opened; the message has the reason, and an alternative without a display."""

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

    ``controls`` sets the appearance and can change while the window is open. ``on_shown`` is called when the first
    picture is visible, ``keep`` ten seconds after an input and every ten seconds while it returns true. The machine's
    clock runs ``speed`` times as fast as the host's. Raises DisplayError if no window can be opened, GemportError if
    the scale does not fit the host's screen, and the program's exceptions.
    """
    controls = controls or WindowControls()
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        wayland = " (Wayland alone will not do, XWayland is needed)" if os.environ.get("WAYLAND_DISPLAY") else ""
        raise DisplayError(f"no display: DISPLAY is not set{wayland}")
    try:
        # Imported here, because without OpenGL the import itself fails.
        from gemport.hosts.desktop.backend import NO_DISPLAY, NO_WINDOW, app, copy_text, exit_when_broken, paste_text
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
    sound = Sound(flash, controls.settings.ring, controls.settings.loudness)

    def follow(before: Settings, now: Settings) -> None:
        if (before.ring, before.loudness) != (now.ring, now.loudness):
            sound.set(now.ring, now.loudness)
        window.follow(before, now)

    def click() -> None:
        if controls.settings.key_click:
            sound.click()

    machine.on_bell, machine.on_key = sound.ring, click
    machine.on_sound = lambda register, value: sound.write(machine.now, register, value)
    controls.on_change, controls.sounds = follow, sound.works
    controls.copy, controls.paste = partial(copy_text, window), partial(paste_text, window)
    try:
        window.run(on_shown)
    finally:
        controls.on_change = None
        sound.close()


def _no_window(error: BaseException) -> DisplayError:
    reason = str(error).rstrip(" .\n")
    return DisplayError(f"no window can be opened, which takes OpenGL 3.3: {reason}")

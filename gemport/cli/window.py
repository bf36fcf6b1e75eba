"""The host's window of a run: its settings, where it was left, and the machine that it shows."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from gemport.cli.arguments import PictureOptions, WindowOptions, with_defaults
from gemport.cli.terminal import complain, raise_on_interrupt
from gemport.gem.aes.machine import Machine
from gemport.gem.errors import GemportError
from gemport.gem.vdi.raster import Raster
from gemport.hosts.controls import Placement, WindowControls, WindowState
from gemport.settings import LiveSettings, Preferences, Settings, keep_setting, overridden, read_settings

_ANYWHERE = Placement()
_KEPT = r"(?a)(?:([1-9]\d{0,4})x([1-9]\d{0,4}))?([+-]\d{1,5})([+-]\d{1,5})( maximised)?"
Options = TypeVar("Options", bound=WindowOptions)


class RunSettings(NamedTuple):
    """The values that are kept, and those of this run.

    placement: where the host's window was left
    insist: the scale is an option's, and nothing else will do
    explain: full screen is an option's, and a hint shows how to leave it
    """

    kept: Settings
    now: Settings
    placement: Placement = _ANYWHERE
    insist: bool = False
    explain: bool = False

    @classmethod
    def read(cls, preferences: Preferences, options: WindowOptions) -> RunSettings:
        """Return the saved settings as the options override them; what cannot be read is said, and has its default."""
        kept = read_settings(preferences, complain)
        now = overridden(kept, options)
        placement = read_placement(preferences, now.screen)
        if options.scale is not None:
            placement = Placement(place=placement.place)
        return cls(kept, now, placement, options.scale is not None, options.fullscreen)

    def live(self, machine: Machine, window: WindowControls, preferences: Preferences) -> LiveSettings:
        """Have all settings take effect; the panel works on what is returned."""
        return LiveSettings(machine, preferences, self.kept, self.now, window.show, lambda: window.state.fullscreen)

    def window(self, hint: Callable[[], Raster] | None = None) -> WindowControls:
        """Return the window's controls; ``hint`` makes the picture that is shown on entering full screen."""
        window = WindowControls(WindowState(insist=self.insist, explain=self.explain, placement=self.placement), hint)
        window.show(self.now)
        return window

    def keep(self, preferences: Preferences, window: WindowControls) -> None:
        """Keep what became of the window, unless it was an option that had it so; says where that fails."""
        fullscreen = window.state.fullscreen
        try:
            if window.opened is not None:
                keep_placement(preferences, self.now.screen, window.opened, window.state.placement)
            kept = read_settings(preferences, lambda _said: None).fullscreen
            if fullscreen != self.now.fullscreen or kept != self.kept.fullscreen:
                keep_setting(preferences, "fullscreen", fullscreen)
        except GemportError as error:
            complain(str(error))


class Run(Generic[Options]):
    """A machine, and the window or the picture in which it is shown."""

    def __init__(self, preferences: Preferences, options: Options, picture: bool) -> None:
        """Make the machine. A picture is that of a machine whose control panel nobody ever opened."""
        self._preferences = preferences
        self._settings = (
            RunSettings(Settings(), overridden(Settings(), options))
            if picture
            else RunSettings.read(self._preferences, options)
        )
        now = self._settings.now
        self.options = with_defaults(options, now.screen, now.language)
        self._window = self._settings.window(partial(full_screen_hint, self.options))
        self.machine = Machine(self.options.sources.artwork(), *self.options.screen)

    def live_settings(self) -> LiveSettings:
        """Have all settings take effect; else the machine has its own, and only the window those of the panel."""
        return self._settings.live(self.machine, self._window, self._preferences)

    def show(
        self,
        title: str,
        keep: Callable[[], bool],
        on_shown: Callable[[], None] = raise_on_interrupt,
    ) -> None:
        """Show the machine in a window until it ends; the rest is run_window's."""
        # Imported here: a picture or a browser's page shows no window.
        from gemport.hosts.desktop import run_window

        run_window(self.machine, title, controls=self._window, on_shown=on_shown, keep=keep)

    def write_picture(self, path: Path) -> None:
        """Write the first picture."""
        # Imported here: a window does without Pillow.
        from gemport.hosts.headless import write_shot

        raise_on_interrupt()
        self.machine.settle()
        write_shot(self.machine, path, outputs=self.options.sources.outputs())

    def close(self) -> None:
        """End all programs, and keep what became of the window."""
        self.machine.close()
        self._settings.keep(self._preferences, self._window)


def full_screen_hint(options: PictureOptions) -> Raster:
    """Draw the hint that is shown on entering full screen: how to leave it, in the language of the screen."""
    # Imported here: rarely needed at start.
    from gemport.cli.accessories import desktop_resource
    from gemport.desktop import panel_resource as rsc
    from gemport.hosts.desktop.shifter import hint_picture

    text = desktop_resource(options, "panel").strings[rsc.FULL_SCREEN_HINT]
    return hint_picture(text, options.sources.artwork().font_8x16)


# ---- where the window was left, for each size of the GEM screen, and whether it filled the host's screen


def read_placement(preferences: Preferences, screen: tuple[int, int]) -> Placement:
    """Return the saved placement; what cannot be read is said, and is as at first."""
    name = _placement_name(screen)
    try:
        text = preferences.get(name)
    except GemportError:
        # Reading the settings has already reported it.
        return Placement()
    if text is None:
        return Placement()
    kept = re.fullmatch(_KEPT, text)
    if kept is None:
        complain(f"{name} was kept as {text!r}; that is not a size and a place such as 1280x800+100+50")
        return Placement()
    size = (int(kept[1]), int(kept[2])) if kept[1] else None
    return Placement(size, (int(kept[3]), int(kept[4])), kept[5] is not None)


def keep_placement(preferences: Preferences, screen: tuple[int, int], opened: Placement, left: Placement) -> None:
    """Keep where a window was left, as far as that differs from how it opened: else an option may have had it so.

    Raises GemportError where that fails.
    """
    if left == opened or left.place is None:
        return
    kept = read_placement(preferences, screen)
    size = kept.size if left.size == opened.size else left.size
    maximised = kept.maximised if left.maximised == opened.maximised else left.maximised
    text = ("" if size is None else "{}x{}".format(*size)) + "{:+}{:+}".format(*left.place)
    preferences.set(_placement_name(screen), f"{text} maximised" if maximised else text)


def _placement_name(screen: tuple[int, int]) -> str:
    return "window.{}x{}".format(*screen)

"""What a run is like: as the control panel was left, unless the command line says otherwise for this once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, TypeVar

from gemport.cli.arguments import WindowOptions
from gemport.cli.output import complain
from gemport.cli.placement import keep_placement, read_placement
from gemport.desktop.board import Board, keep_field, read_controls
from gemport.desktop.controls import Controls, Ring
from gemport.desktop.host import Preferences
from gemport.gem.aes.machine import Machine
from gemport.gem.errors import GemportError
from gemport.gem.host.display.controls import Placement, WindowControls, WindowState
from gemport.gem.host.sound.bell import Way
from gemport.gem.vdi.raster import Raster

_ANYWHERE = Placement()
Options = TypeVar("Options", bound=WindowOptions)


class RunSettings(NamedTuple):
    """The values that are kept, and those of this run.

    placement: where the host's window was left
    insist: the scale is an option's, and nothing else will do
    explain: full screen is an option's, and the user is told how to leave it
    """

    kept: Controls
    now: Controls
    placement: Placement = _ANYWHERE
    insist: bool = False
    explain: bool = False

    @classmethod
    def read(cls, preferences: Preferences, options: WindowOptions) -> RunSettings:
        """What is kept, and what the options make of it; what cannot be read is said, and as at first."""
        kept = read_controls(preferences, complain)
        now = _overridden(kept, options)
        placement = read_placement(preferences, now.screen)
        if options.scale is not None:
            placement = Placement(place=placement.place)
        return cls(kept, now, placement, options.scale is not None, options.fullscreen)

    @classmethod
    def plain(cls, options: WindowOptions) -> RunSettings:
        """As for somebody who never opened the panel: nothing that is kept counts."""
        return cls(Controls(), _overridden(Controls(), options))

    def complete(self, options: Options, language: str) -> Options:
        """The options with screen and language; ``language`` is the system's."""
        return replace(options, screen=self.now.screen, lang=self.now.language or language)

    def board(self, machine: Machine, host: WindowHost, preferences: Preferences) -> Board:
        """What the panel works on; all that is set takes effect."""
        return Board(machine, host, preferences, self.kept, self.now)

    def host(self, hint: Callable[[], Raster]) -> WindowHost:
        """The host's side; ``hint`` makes the picture of what the user is told on entering full screen."""
        first = WindowState(insist=self.insist, explain=self.explain, placement=self.placement)
        return WindowHost(self.now, WindowControls(first, hint))

    def keep(self, preferences: Preferences, host: WindowHost) -> None:
        """Keep what became of the window, unless it was an option that had it so; says where that fails."""
        window, fullscreen = host.window, host.fullscreen
        try:
            if window.opened is not None:
                keep_placement(preferences, self.now.screen, window.opened, window.state.placement)
            kept = read_controls(preferences, lambda _said: None).fullscreen
            if fullscreen != self.now.fullscreen or kept != self.kept.fullscreen:
                keep_field(preferences, "fullscreen", fullscreen)
        except GemportError as error:
            complain(str(error))


def _overridden(kept: Controls, options: WindowOptions) -> Controls:
    return replace(
        kept,
        screen=options.screen or kept.screen,
        language=options.lang or kept.language,
        scale=kept.scale if options.scale is None else options.scale,
        # Whoever asks for a scale wants to see it.
        fullscreen=options.fullscreen or (kept.fullscreen and options.scale is None),
        ring=Ring.OFF if options.mute else kept.ring,
    )


class WindowHost:
    """The host's side of the panel: a window, before it opens and while it is open."""

    def __init__(self, controls: Controls, window: WindowControls | None = None) -> None:
        self.window = window or WindowControls()
        self.show(controls)

    @property
    def fullscreen(self) -> bool:
        """Whether the window fills the host's screen."""
        return self.window.state.fullscreen

    def show(self, controls: Controls) -> None:
        """Have window and bell be as chosen."""
        state = replace(
            self.window.state,
            scale=controls.scale,
            fullscreen=controls.fullscreen,
            ink=controls.colours.ink,
            paper=controls.colours.paper,
            way=Way(controls.ring.value),
            loudness=controls.loudness,
        )
        self.window.change(state)

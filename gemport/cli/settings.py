"""What a run is like: as the control panel was left, unless the command line says otherwise for this once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from gemport.cli.arguments import WindowOptions
from gemport.cli.output import complain
from gemport.desktop.board import Board, read_controls
from gemport.desktop.controls import Controls, Ring
from gemport.desktop.host import Preferences
from gemport.gem.aes.machine import Machine
from gemport.gem.host.display.controls import WindowControls
from gemport.gem.host.sound.bell import Way

Options = TypeVar("Options", bound=WindowOptions)


@dataclass(frozen=True)
class RunSettings:
    """The values that are kept, and those of this run."""

    kept: Controls
    now: Controls

    @classmethod
    def read(cls, preferences: Preferences, options: WindowOptions) -> RunSettings:
        """What is kept, and what the options make of it; what cannot be read is said, and as at first."""
        kept = read_controls(preferences, complain)
        return cls(kept, _overridden(kept, options))

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

    def __init__(self, controls: Controls) -> None:
        self.window = WindowControls()
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

"""The host without a window: scripted input, virtual time, pictures into files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from gemport.gem.errors import GemportError
from gemport.gem.host.anymachine import AnyMachine
from gemport.gem.host.events.parse import Event
from gemport.gem.host.output.files import ANYWHERE, Outputs


class Played(NamedTuple):
    """What an event led to."""

    line: int
    """Of the events file."""
    bells: int
    """How often the bell rang."""


class HeadlessPlayer:
    """Plays events on a machine, and nothing depends on real time.

    After each event the machine settles, and before the first. Where the events are ``timed``, each comes at its moment
    of the machine's clock instead, and a shot without a time shows the moment of the event before it. ``shots`` is the
    folder for pictures; it is made when the first one is written. They stay in it, whatever links lie there, and
    where ``outputs`` allows nothing to be written, nothing is.
    """

    def __init__(
        self, machine: AnyMachine, shots: Path | None = None, timed: bool = False, outputs: Outputs = ANYWHERE
    ) -> None:
        self.machine = machine
        self.shots = shots
        self._outputs = outputs if shots is None else outputs.within(shots)
        self.log: list[Played] = []
        """One entry an event."""
        self._timed = timed
        self._now = 0
        self._acts = {
            "move": self._move,
            "press": self._press,
            "release": self._release,
            "click": self._click,
            "dclick": self._double_click,
            "key": self._type,
            "text": self._type,
            "wait": self._wait,
            "shot": self._shot,
            "word": self._word,
            "shift": self._shift,
            "quit": self._quit,
        }
        if not timed:
            machine.settle()

    def play(self, events: Iterable[Event]) -> None:
        """Play events one after the other.

        When the program has ended, only pictures are still taken. Raises what the program raises, OSError where a
        picture cannot be written, and GemportError for a shot where there is no folder.
        """
        for event in events:
            before = self.machine.bells
            if event.at is not None:
                self._pass_time(event.at, event.line)
            if event.do == "shot" or not self.machine.finished:
                self._acts[event.do](event)
                self._rest()
            self.log.append(Played(event.line, self.machine.bells - before))

    def _rest(self) -> None:
        if not self._timed:
            self.machine.settle()

    def _pass_time(self, at: int, line: int) -> None:
        if not self._timed:
            raise GemportError(f'line {line}: "at" needs a file that begins with a start line')
        self.machine.advance(at - self._now)
        self._now = at

    def _word(self, event: Event) -> None:
        self.machine.key(event.word, event.shift)

    def _shift(self, event: Event) -> None:
        self.machine.shift(event.shift)

    def _quit(self, _event: Event) -> None:
        self.machine.request_quit()

    def _move(self, event: Event) -> None:
        if event.x is not None and event.y is not None:
            self.machine.mouse_to(event.x, event.y)

    def _press(self, event: Event) -> None:
        self._move(event)
        self.machine.mouse_button(event.button, True)

    def _release(self, event: Event) -> None:
        self._move(event)
        self.machine.mouse_button(event.button, False)

    def _click(self, event: Event) -> None:
        self._press(event)
        self.machine.mouse_button(event.button, False)

    def _double_click(self, event: Event) -> None:
        # No time passes between the two, so the double-click window is still open at the second.
        self._click(event)
        self.machine.mouse_button(event.button, True)
        self.machine.mouse_button(event.button, False)

    def _type(self, event: Event) -> None:
        for key in event.keys:
            self.machine.key(key.word, key.shift)
            self._rest()

    def _wait(self, event: Event) -> None:
        self.machine.advance(event.ms)
        self._now += event.ms

    def _shot(self, event: Event) -> None:
        if self.shots is None:
            raise GemportError(f"line {event.line}: a shot needs a folder to go to (--shots DIR)")
        path = self.shots / event.file
        self._outputs.check(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_shot(self.machine, path, event.pointer, self._outputs)


def write_shot(machine: AnyMachine, path: Path, pointer: bool = True, outputs: Outputs = ANYWHERE) -> None:
    """Write the frame as a PNG of one bit a pixel, black = ink. Raises OSError, and OutputError where it may not be."""
    # Imported late: the window and the scripts that take no pictures do without Pillow.
    from gemport.gem.formats.png import write_png

    raster = machine.frame(pointer)
    pad = raster.stride - raster.width
    outputs.write(path, write_png(raster.width, raster.height, [row >> pad for row in raster.rows]))

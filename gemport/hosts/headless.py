"""The host without a window: scripted input, virtual time, pictures in files."""

from collections.abc import Iterable
from pathlib import Path

from gemport.gem import GemportError, Machine, write_png
from gemport.hosts.events import Event
from gemport.hosts.files import ANYWHERE, Outputs


class HeadlessPlayer:
    """A player of events on a machine, independent of real time.

    The machine settles before the first event and after each event. If the events are ``timed``, each happens at its
    time of the machine's clock instead, and a shot without a time shows the time of the previous event. ``shots`` is
    the folder for pictures, created with the first picture; no picture leaves it through links, and ``outputs`` limits
    the places.
    """

    def __init__(
        self, machine: Machine, shots: Path | None = None, timed: bool = False, outputs: Outputs = ANYWHERE
    ) -> None:
        self.machine = machine
        self.shots = shots
        self._outputs = outputs if shots is None else outputs.within(shots)
        self.log: list[tuple[int, int]] = []  # for each event its line in the file and the number of bells
        self._timed = timed
        self._now = 0
        if not timed:
            machine.settle()

    def play(self, events: Iterable[Event]) -> None:
        """Play events in turn.

        After the end of the program only pictures are taken. Raises the program's exceptions, OSError if a picture
        cannot be written, and GemportError for a shot without a folder.
        """
        for event in events:
            before = self.machine.bells
            if event.at is not None:
                if not self._timed:
                    raise GemportError(f'line {event.line}: "at" needs a file that begins with a start line')
                self.machine.advance(event.at - self._now)
                self._now = event.at
            if event.do == "shot" or not self.machine.finished:
                self._act(event)
                self._rest()
            self.log.append((event.line, self.machine.bells - before))

    def _rest(self) -> None:
        if not self._timed:
            self.machine.settle()

    def _act(self, event: Event) -> None:
        machine = self.machine
        if event.x is not None and event.y is not None:
            machine.mouse_to(event.x, event.y)
        match event.do:
            case "press" | "release":
                machine.mouse_button(event.button, event.do == "press")
            case "click" | "dclick":
                # No time passes between two clicks, so they make a double click.
                for down in (True, False) if event.do == "click" else (True, False, True, False):
                    machine.mouse_button(event.button, down)
            case "wheel":
                machine.wheel(event.steps)
            case "key" | "text":
                for key in event.keys:
                    machine.key(key.word, key.shift, event.repeat)
                    self._rest()
            case "word":
                machine.key(event.word, event.shift, event.repeat)
            case "shift":
                machine.shift(event.shift)
            case "choose":
                machine.choose(event.title, event.item)
            case "screen":
                machine.resize(event.width, event.height)
            case "quit":
                machine.request_quit()
            case "wait":
                machine.advance(event.ms)
                self._now += event.ms
            case "shot":
                if self.shots is None:
                    raise GemportError(f"line {event.line}: a shot needs a folder to go to (--shots DIR)")
                path = self.shots / event.file
                self._outputs.check(path)
                path.parent.mkdir(parents=True, exist_ok=True)
                write_shot(machine, path, event.pointer, self._outputs)


def write_shot(machine: Machine, path: Path, pointer: bool = True, outputs: Outputs = ANYWHERE) -> None:
    """Write the frame as a PNG with one bit per pixel, black for ink. Raises OSError and GemportError like Outputs."""
    outputs.write(path, shot(machine, pointer))


def shot(machine: Machine, pointer: bool = True) -> bytes:
    """Return the frame as a PNG with one bit per pixel, black for ink."""
    raster = machine.frame(pointer)
    pad = raster.stride - raster.width
    return write_png(raster.width, raster.height, [row >> pad for row in raster.rows])

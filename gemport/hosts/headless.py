"""The host without a window: scripted input, virtual time, pictures into files."""

from collections.abc import Iterable
from pathlib import Path

from gemport.gem import GemportError, Machine
from gemport.hosts.events import Event
from gemport.hosts.files import ANYWHERE, Outputs


class HeadlessPlayer:
    """Plays events on a machine, and nothing depends on real time.

    After each event the machine settles, and before the first. Where the events are ``timed``, each comes at its moment
    of the machine's clock instead, and a shot without a time shows the moment of the event before it. ``shots`` is the
    folder for pictures; it is made when the first one is written. They stay in it, whatever links lie there, and
    where ``outputs`` allows nothing to be written, nothing is.
    """

    def __init__(
        self, machine: Machine, shots: Path | None = None, timed: bool = False, outputs: Outputs = ANYWHERE
    ) -> None:
        self.machine = machine
        self.shots = shots
        self._outputs = outputs if shots is None else outputs.within(shots)
        self.log: list[tuple[int, int]] = []
        """By event its line in the file, and how often the bell rang."""
        self._timed = timed
        self._now = 0
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
                # No time passes between two clicks, so the double-click window is still open at the second.
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
    """Write the frame as a PNG of one bit a pixel, black = ink. Raises OSError, GemportError where it may not be."""
    outputs.write(path, shot(machine, pointer))


def shot(machine: Machine, pointer: bool = True) -> bytes:
    """Return the frame as a PNG of one bit a pixel, black = ink."""
    # Imported late: the window and the scripts that take no pictures do without Pillow.
    from gemport.gem import write_png

    raster = machine.frame(pointer)
    pad = raster.stride - raster.width
    return write_png(raster.width, raster.height, [row >> pad for row in raster.rows])

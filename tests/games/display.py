"""A real window and the same programs without a window, given the same input."""

import json
from pathlib import Path
from typing import Any

from PIL import Image

from gemport.gem import Machine, menu_entries, object_rect
from gemport.hosts.events import parse_events
from gemport.hosts.headless import HeadlessPlayer
from gemport.hosts.pictures import to_image
from tests.games.hand import Run, entries_of
from tests.hosts.xvfb import Program

SCALE = 2
LEFT, RIGHT = 1, 3
_BUTTONS = {LEFT: "left", RIGHT: "right"}
_X_NAMES = {"Esc": "Escape"}


def start(display: str, home: Path, title: str, *arguments: str) -> Program:
    """Start a game in a window; ``title`` is a pattern that xdotool can search for in any locale."""
    options = ["--lang", "de", "--mute", "--scale", str(SCALE)]
    return Program.python(["-m", "gemport", *arguments, *options], display, title, {"GEMPORT_HOME": str(home)})


class Pair:
    """Mouse and keyboard input for a window and a machine without one; points are pixels of the machine's screen."""

    def __init__(self, window: Program, machine: Machine, settles: bool = True) -> None:
        """If ``settles`` is true, the machine settles after each input."""
        self.window = window
        self._machine = machine
        self._player = HeadlessPlayer(machine, timed=not settles)

    def do(self, do: str, **event: object) -> None:
        """Send an event only to the machine without a window."""
        self._player.play(parse_events(json.dumps({"do": do, **event}), "test"))

    def move(self, x: int, y: int) -> None:
        self.window.move(x * SCALE, y * SCALE)
        self.do("move", x=x, y=y)

    def button(self, number: int, down: bool) -> None:
        self.window.button(number, down)
        self.do("press" if down else "release", button=_BUTTONS[number])

    def click(self, x: int, y: int) -> None:
        self.move(x, y)
        self.button(LEFT, True)
        self.button(LEFT, False)

    def drag(self, source: tuple[int, int], target: tuple[int, int]) -> None:
        self.move(*source)
        self.button(LEFT, True)
        self.move((source[0] + target[0]) // 2, (source[1] + target[1]) // 2)
        self.move(*target)
        self.button(LEFT, False)

    def keys(self, *names: str) -> None:
        for name in names:
            self.window.keys(_X_NAMES.get(name, name.replace("Ctrl", "ctrl")))
            self.do("key", key=name)

    def look(self, *acts: tuple[int, int] | tuple[str, ...]) -> None:
        """Move to points and press keys, comparing the two pictures after each."""
        for act in acts:
            match act:
                case (int(x), int(y)):
                    self.move(x, y)
                case names:
                    self.keys(*map(str, names))
            assert self.same(), act

    def same(self) -> bool:
        """Wait for the window to show the same picture as the machine without a window; return whether it does."""
        screen = to_image(self._machine.frame()).convert("RGB")
        size = (screen.width * SCALE, screen.height * SCALE)
        return self.window.picture_when(screen.resize(size, Image.Resampling.NEAREST).tobytes(), size)


class Both(Pair):
    """Input for a game in a window and the same game without one."""

    def __init__(self, window: Program, run: Run[Any], settles: bool = True) -> None:
        super().__init__(window, run.machine, settles)
        self.run = run

    def choose(self, name: str) -> None:
        """Choose a menu entry with the mouse."""
        item, menu = entries_of(self.run.program)[name], self.run.program.menu
        for part in (next(title for title, entry in menu_entries(menu) if entry == item), item):
            rect = object_rect(menu, part)
            self.move(rect.x + 20, rect.y + 8)
        self.click(rect.x + 20, rect.y + 8)

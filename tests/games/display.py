"""A game in a window of a display, and one without: what is done to the one is done to the other."""

import json
from pathlib import Path
from typing import Any

from PIL import Image

from gemport.hosts.events import parse_events
from gemport.hosts.pictures import to_image
from tests.games.hand import Run
from tests.hosts.xvfb import Program

SCALE = 2
LEFT, RIGHT = 1, 3
_BUTTONS = {LEFT: "left", RIGHT: "right"}
_X_NAMES = {"Esc": "Escape", "Ctrl+y": "ctrl+y"}


def start(display: str, home: Path, title: str, *arguments: str) -> Program:
    """A game in a window; ``title``: what xdotool can search for in any locale."""
    options = ["--lang", "de", "--mute", "--scale", str(SCALE)]
    return Program.python(["-m", "gemport", *arguments, *options], display, title, {"GEMPORT_HOME": str(home)})


class Both:
    """The hand on both; points are pixels of the game's screen."""

    def __init__(self, window: Program, run: Run[Any]) -> None:
        self.window = window
        self.run = run

    def do(self, do: str, **event: object) -> None:
        """Do something without the window alone."""
        self.run.player.play(parse_events(json.dumps({"do": do, **event}), "test"))

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
            self.window.keys(_X_NAMES.get(name, name))
            self.do("key", key=name)

    def same(self) -> bool:
        """Return whether the window comes to show what is there without one."""
        screen = to_image(self.run.machine.frame()).convert("RGB")
        size = (screen.width * SCALE, screen.height * SCALE)
        return self.window.picture_when(screen.resize(size, Image.Resampling.NEAREST).tobytes(), size)

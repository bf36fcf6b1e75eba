"""The desktop in a real window: a game is opened, shrunk, and left again."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from PIL import Image

from gemport.cli import main
from tests.hosts.xvfb import Program, wait_for, window_manager, xvfb
from tests.needs import need_display

pytestmark = pytest.mark.window

SIZE = (640, 400)
OPTIONS = ["--lang", "en", "--builtin"]
WINDOW = ["--scale", "1", "--mute"]
ICON = (46, 360)
NOWHERE = (320, 200)
MENU_BAR, LOWER_EDGE = (0, 0, 640, 19), (0, 320, 640, 400)
FULLER, CLOSER_OF_ICON = (630, 28), (9, 28)


def expected(folder: Path, do: str = "move") -> Image.Image:
    """What a script shows when something was done to the first icon and the pointer was taken away again."""
    events = [
        {"do": do, "x": ICON[0], "y": ICON[1], **({} if do == "move" else {"button": "left"})},
        {"do": "move", "x": NOWHERE[0], "y": NOWHERE[1]},
        {"do": "shot", "file": "shot.png"},
    ]
    path = folder / "events.jsonl"
    path.write_text("".join(json.dumps(event) + "\n" for event in events), encoding="utf-8")
    assert main(["script", "desktop", str(path), "--shots", str(folder), *OPTIONS]) == 0
    with Image.open(folder / "shot.png") as shot:
        return shot.convert("RGB")


def comes_to_show(program: Program, wanted: Image.Image, part: tuple[int, int, int, int]) -> None:
    pixels = wanted.crop(part).tobytes()
    wait_for(lambda: program.picture().convert("RGB").crop(part).tobytes() == pixels, f"{part} does not look so")


def test_a_double_click_opens_a_game_and_when_it_ends_the_desktop_is_there_again(display: str, tmp_path: Path) -> None:
    plain, selected, game = (expected(tmp_path, do) for do in ("move", "click", "dclick"))
    with Program.python(["-m", "gemport", "desktop", *OPTIONS, *WINDOW], display, "gemport") as program:
        program.move(*NOWHERE)
        assert program.picture_when(plain.tobytes(), SIZE)
        program.move(*ICON)
        twice = ["xdotool", "click", "--repeat", "2", "--delay", "20", "1"]
        subprocess.run(twice, env={**os.environ, "DISPLAY": display}, check=True)
        program.move(*NOWHERE)
        comes_to_show(program, game, MENU_BAR)
        title = re.compile(r'"VIERFREI #[0-9]+ - gemport"')
        wait_for(lambda: title.search(program.property("_NET_WM_NAME")) is not None, "the title names no game")
        program.keys("F10")
        assert program.picture_when(selected.tobytes(), SIZE)
        wait_for(lambda: '"gemport"' in program.property("_NET_WM_NAME"), "the title stays")
        assert '"gemport", "gemport"' in program.property("WM_CLASS")
        program.keys("ctrl+q")
        assert program.wait() == 0


def test_the_hosts_title_names_the_game_and_its_launcher_knows_the_window(display: str) -> None:
    with Program.python(["-m", "gemport", "freecell", "617", *OPTIONS, *WINDOW], display, "#617") as program:
        assert '"FreeCell #617 - gemport"' in program.property("_NET_WM_NAME")
        assert '"gemport-freecell", "gemport-freecell"' in program.property("WM_CLASS")


def test_a_second_window_opens_beside_the_first(tmp_path: Path) -> None:
    need_display()
    home = {"GEMPORT_HOME": str(tmp_path)}
    with xvfb(1366, 768) as display, window_manager(display):
        command = ["-m", "gemport", "freecell", "1", "--mute", "--lang", "en"]
        with Program.python(command, display, "FreeCell #1", home) as first:
            first.drawn().put(100, 0)
            wait_for(lambda: first.inside() == (100, 0), "the window does not move")
            first.close()
            assert first.wait() == 0
        with Program.python(command, display, "FreeCell #1", home) as first:
            wait_for(lambda: first.drawn().inside() == (100, 0), "the window is not where it was left")
            command[3] = "2"
            with Program.python(command, display, "FreeCell #2", home) as second:
                wait_for(lambda: second.drawn().inside()[0] == 132, "the second window is not beside the first")

"""Build the manuals' screenshots in both languages by running the program without a display.

``build_pictures.py`` writes the pictures that have changed, as PNG to docs/pictures and docs/pictures/de, and as IMG to
data/desktop/pictures for the program's own help. ``build_pictures.py --check`` writes nothing, names the pictures that
would change, and exits with 1 if any would. A new picture needs an entry in ``PICTURES``, and a line in each
manual.
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from checkout import ROOT
from compilers.images import write_img
from source import update

from gemport.cli.accessories import start_accessories, start_desktop
from gemport.cli.arguments import Job
from gemport.cli.launch import Launch
from gemport.cli.main import main as gemport
from gemport.cli.sessions import GamePrograms
from gemport.cli.sources import Sources
from gemport.cli.terminal import Parser, report_bad_input
from gemport.gem import Bitmap, GemportError, read_png, write_png
from gemport.hosts.events import parse_events
from gemport.hosts.headless import HeadlessPlayer
from gemport.store.sqlite import Store

DOCS, HELP = ROOT / "docs", ROOT / "data" / "desktop"
PLACE = {"en": "pictures", "de": "pictures/de"}
"""Subfolder for each language."""
SCREEN = (640, 400)
_DESKTOP = "desktop"
_SHOT = "shot.png"

Happening = Mapping[str, Any]


def key(name: str) -> Happening:
    """Return the event for a key."""
    return {"do": "key", "key": name}


def move(x: int, y: int) -> Happening:
    """Return the event that moves the pointer to a pixel of the screen."""
    return {"do": "move", "x": x, "y": y}


def click(x: int, y: int) -> Happening:
    """Return the event that moves the pointer and clicks the left button."""
    return {"do": "click", "x": x, "y": y}


def press(x: int, y: int) -> Happening:
    """Return the event that moves the pointer and holds the left button down."""
    return {"do": "press", "button": "left", "x": x, "y": y}


@dataclass(frozen=True)
class Picture:
    """A picture of the screen.

    Attributes:
        game: name of the program
        number: number of the game; None for the desktop
        part: visible part of the screen: x, y, width, height in pixels
        events: input before the screenshot
        pointer: whether the mouse pointer is visible
    """

    game: str
    number: int | None
    part: tuple[int, int, int, int]
    events: Sequence[Happening] = ()
    pointer: bool = False


PICTURES: dict[str, Picture] = {
    "vierfrei-drag": Picture("vierfrei", 123456, (16, 128, 464, 220), (press(420, 270), move(70, 300)), pointer=True),
    "vierfrei-menu": Picture("vierfrei", 123456, (0, 0, 352, 288), (move(130, 8), move(200, 26)), pointer=True),
    "vierfrei-number": Picture("vierfrei", 123456, (140, 112, 360, 214), (key("F2"),)),
    "freecell-selected": Picture("freecell", 617, (16, 128, 400, 200), (key("1"),)),
    "freecell-message": Picture(
        "freecell",
        617,
        (144, 136, 352, 144),
        (key("1"), key("2")),
    ),
    "freecell-statistics": Picture("freecell", 617, (152, 32, 336, 360), (key("F5"),)),
    "freecell-lookback": Picture(
        "freecell",
        20043,
        (16, 128, 608, 272),
        ({"do": "text", "text": "383410422326248510605880314774"}, key("Ctrl+e")),
    ),
    "grossfamilien": Picture("grossfamilien", 7, (0, 0, *SCREEN), (*[click(40, 80)] * 6,)),
    "desktop": Picture(_DESKTOP, None, (0, 0, *SCREEN), (key("Right"), key("Ctrl+i"))),
    "control-panel": Picture(_DESKTOP, None, (64, 20, 512, 374), (move(40, 8), click(60, 76))),
    "help": Picture(_DESKTOP, None, (0, 0, *SCREEN), (key("Help"),)),
}


def build(picture: Picture, lang: str) -> Bitmap:
    """Take a screenshot."""
    with TemporaryDirectory() as folder:
        lines = [*picture.events, {"do": "shot", "file": _SHOT, "pointer": picture.pointer}]
        events = Path(folder) / "events.jsonl"
        events.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
        with _alone(Path(folder)):
            if picture.number is None:
                _play_on_the_desktop(events, Path(folder), lang)
            else:
                _play(picture.game, picture.number, events, Path(folder), lang)
        return _part(Path(folder) / _SHOT, picture.part)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hide the user's files in the program's folders."""
    before = os.environ.get("GEMPORT_HOME")
    os.environ["GEMPORT_HOME"] = str(folder / "home")
    try:
        yield
    finally:
        del os.environ["GEMPORT_HOME"]
        if before is not None:
            os.environ["GEMPORT_HOME"] = before


def _play(game: str, number: int, events: Path, folder: Path, lang: str) -> None:
    words = ["script", game, str(events), "--number", str(number), "--shots", str(folder), "--lang", lang, "--builtin"]
    if gemport(words) != 0:
        raise SystemExit(f"build_pictures: {game} {number} cannot be shown")


def _play_on_the_desktop(events: Path, folder: Path, lang: str) -> None:
    """Run the desktop with its accessories; the ``script`` command does not start them."""
    with Store(None) as store:
        run = Launch(Job(Sources(builtin=True), {"screen": SCREEN, "language": lang}), store)
        run.window.sounds = lambda: True
        programs = GamePrograms(run, store, lambda: 1)
        start_accessories(run, programs, run.live_settings(store))
        start_desktop(run, programs, store)
        try:
            HeadlessPlayer(run.machine, folder).play(parse_events(events.read_text(encoding="utf-8"), events.name))
        finally:
            run.machine.close()


def _part(path: Path, part: tuple[int, int, int, int]) -> Bitmap:
    x, y, width, height = part
    screen = read_png(path.read_bytes(), path.name)
    mask = (1 << width) - 1
    rows = [row >> (screen.width - x - width) & mask for row in screen.rows[y : y + height]]
    edge = 1 << (width + 1) | 1
    line = (1 << (width + 2)) - 1
    return Bitmap(width + 2, height + 2, (line, *(row << 1 | edge for row in rows), line))


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Exit status: 0 all built (or current), 1 out of date with --check, 2 failure."""
    parser = Parser(description="Make the manuals' pictures of screens.")
    parser.add_argument("--check", action="store_true", help="write nothing; list differences and exit with status 1")
    check = parser.parse_args(arguments).check
    status = 0
    try:
        for path, image in _blanks():
            status = max(status, update(path, write_img(image), ROOT, check))
        for lang, folder in PLACE.items():
            for name, picture in PICTURES.items():
                image = build(picture, lang)
                png, img = DOCS / folder / f"{name}.png", HELP / folder / f"{name}.img"
                status = max(status, update(img, write_img(image), ROOT, check))
                if not png.exists() or read_png(png.read_bytes()).rows != image.rows:
                    # Compare the pictures, since the compressed bytes may depend on the version of Pillow.
                    status = max(status, update(png, write_png(image.width, image.height, image.rows), ROOT, check))
        for path in sorted({*DOCS.rglob("pictures/**/*.png"), *HELP.rglob("pictures/**/*.img")} - _wanted()):
            status = max(status, _remove(path, check))
    except (GemportError, OSError) as error:
        return report_bad_input(error, "build_pictures")
    return status


def _wanted() -> set[Path]:
    names = [(folder, name) for folder in PLACE.values() for name in PICTURES]
    return {DOCS / folder / f"{name}.png" for folder, name in names} | {
        HELP / folder / f"{name}.img" for folder, name in names
    }


def _blanks() -> Iterator[tuple[Path, Bitmap]]:
    """Yield white pictures for missing ones, so that the help reserves space for them."""
    for folder in PLACE.values():
        for name, picture in PICTURES.items():
            path = HELP / folder / f"{name}.img"
            if not path.exists():
                width, height = picture.part[2] + 2, picture.part[3] + 2
                yield path, Bitmap(width, height, (0,) * height)


def _remove(path: Path, check: bool) -> int:
    name = path.relative_to(ROOT).as_posix()
    print(f"{name}: {'is made by nothing' if check else 'removed'}")
    if not check:
        path.unlink()
    return int(check)


if __name__ == "__main__":
    sys.exit(main())

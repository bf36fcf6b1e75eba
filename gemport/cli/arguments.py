"""What the commands' arguments have in common: the parser, the kinds of values, and the options of everything shown."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from gemport.cards.deals import NumberError
from gemport.cli import registry
from gemport.cli.files import Sources
from gemport.cli.language import LANGUAGES
from gemport.cli.output import complain, say
from gemport.desktop.controls import FIT, LARGEST_SCREEN, SCREENS, Scale
from gemport.gem.errors import GemportError
from gemport.patience.game import AnyGame

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

BAD_INPUT = 2
SCREENSHOT = "write the first picture and exit; needs no display (default: a window)"
RECORD = "write the games down as text, after those in the file (default: nothing is written)"
PANEL = "default: as the control panel says"
_OR_PANEL = "or as the control panel says"


class UsageError(GemportError):
    """The arguments contradict each other, or name something that does not exist."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and prints help as everything else is printed.

    late: gives what stands at the end of the help; asked only when the help is wanted
    """

    late: Callable[[], str] | None = None

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"formatter_class": argparse.RawDescriptionHelpFormatter, **settings})

    def format_help(self) -> str:
        """The help; what stands after the options keeps its lines."""
        if self.late is not None:
            self.epilog, self.late = "\n\n".join(filter(None, (self.epilog, self.late()))), None
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """End the program with the message."""
        complain(message, self.prog)
        self.exit(BAD_INPUT)

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        if file is sys.stdout:
            say(message.rstrip("\n"))
        else:
            super()._print_message(message, file)


@dataclass(frozen=True)
class PictureOptions:
    """What every command that draws is told: the screen, the language, and the files to use."""

    screen: tuple[int, int]
    lang: str
    dat: Path | None
    rsc: Path | None
    font: Path | None
    system: Path | None
    builtin: bool

    @property
    def sources(self) -> Sources:
        """Where files come from."""
        return Sources(self.dat, self.rsc, self.font, self.system, self.builtin)


@dataclass(frozen=True)
class WindowOptions(PictureOptions):
    """What every command that shows a window is told besides."""

    scale: Scale
    fullscreen: bool
    mute: bool


def add_picture_options(command: argparse.ArgumentParser, language: str) -> None:
    """The arguments of PictureOptions; ``language`` is the one to speak if none is named."""
    add = command.add_argument
    sizes = ", ".join(f"{name} ({width}x{height})" for name, (width, height) in SCREENS.items())
    screens = f"{sizes}, or WxH with up to {LARGEST_SCREEN} pixels each (default: st-high, {_OR_PANEL})"
    languages = f"the language on the screen (default: German where the system speaks it, else English, {_OR_PANEL})"
    add(
        "--screen",
        type=screen,
        default=SCREENS["st-high"],
        metavar="SIZE",
        help=screens,
    )
    add(
        "--lang",
        choices=LANGUAGES,
        default=language,
        help=languages,
    )
    own = "default: that of the user folder, else the built-in one"
    add("--dat", type=Path, metavar="FILE", help=f"card pictures, such as the original VIERFREI.DAT ({own})")
    add("--rsc", type=Path, metavar="FILE", help=f"the program's resource, such as the original VIERFREI.RSC ({own})")
    add("--font", type=Path, metavar="FILE", help=f"a GEM system font, 8x16 ({own})")
    add("--system", type=Path, metavar="DIR", help=f"a folder of fonts, mouse forms and icons ({own})")
    add("--builtin", action="store_true", help="use no files of the user folder (default: use those that are there)")


def add_window_options(command: argparse.ArgumentParser, language: str) -> None:
    """The arguments of WindowOptions; those that the control panel sets, too, override it for one run."""
    add_picture_options(command, language)
    add = command.add_argument
    scales = f"host pixels for each pixel of the screen, 1 to 99, or fit: what fills the window ({PANEL})"
    add("--scale", type=scale, metavar="N|fit", help=scales)
    add("--fullscreen", action="store_true", help=f"fill the host's screen; Alt+Return changes it ({PANEL})")
    add("--mute", action="store_true", help=f"no bell ({PANEL})")


def number(text: str) -> int:
    """A game's number; whether the game has it is not known yet."""
    if registry.named(text) is not None:
        raise argparse.ArgumentTypeError(f"the game's name comes first: gemport {text} ...")
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a game number")
    return int(text)


def number_ranges(names: Sequence[str]) -> str:
    """Which numbers games have, as a text for the help; the games are loaded."""
    lines = [f"  {game.name:<15} {numbers_of(game)}" for game in map(registry.find, names)]
    return "\n".join(["numbers:", *lines])


def numbers_of(of: AnyGame) -> str:
    """The numbers that a game has."""
    return f"{of.numbers[0]} to {of.numbers[-1]}"


def tree(text: str) -> int:
    """The number of a tree."""
    if not re.fullmatch(r"[0-9]{1,5}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a tree (a whole number from 0 on)")
    return int(text)


def game(text: str) -> AnyGame:
    """A game by its name."""
    name = registry.named(text)
    if name is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a game ({', '.join(registry.names())})")
    return registry.find(name)


def game_or(other: str) -> Callable[[str], AnyGame | None]:
    """Reads a game's name; None where another word stands."""

    def read(text: str) -> AnyGame | None:
        return None if text == other else game(text)

    read.__name__ = game.__name__
    return read


def screen(text: str) -> tuple[int, int]:
    """A screen's width and height in pixels."""
    if text.lower() in SCREENS:
        return SCREENS[text.lower()]
    match = re.fullmatch(r"([0-9]{1,5})x([0-9]{1,5})", text)
    width, height = (int(match[1]), int(match[2])) if match else (0, 0)
    if not (0 < width <= LARGEST_SCREEN and 0 < height <= LARGEST_SCREEN):
        names = ", ".join(SCREENS)
        raise argparse.ArgumentTypeError(f"{text!r} is not a screen ({names} or WxH, up to {LARGEST_SCREEN})")
    return width, height


def scale(text: str) -> Scale:
    """Host pixels a pixel of the screen, or FIT."""
    if text == FIT:
        return FIT
    if not re.fullmatch(r"[1-9][0-9]?", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a scale (a whole number from 1 to 99, or {FIT})")
    return int(text)


def png_file(text: str) -> Path:
    """A file to write a picture into."""
    path = Path(text)
    if path.suffix.lower() != ".png":
        raise argparse.ArgumentTypeError(f"{text}: pictures are PNG files, so the name ends in .png")
    return path


def checked(of: AnyGame, asked: int) -> int:
    """A number, if the game has it. Raises UsageError."""
    try:
        return of.check(asked)
    except NumberError as error:
        raise UsageError(str(error)) from None

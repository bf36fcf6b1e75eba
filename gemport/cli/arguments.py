"""The parser of all commands: types of values, options for display, and the language."""

import argparse
import locale
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from gemport.cards.challenge import MAX_CELLS, cell_count, challenge_number, parse_number, write_number
from gemport.cards.deals import NumberError, bounds
from gemport.cards.game import AnyGame
from gemport.cli import registry
from gemport.cli.sources import Sources
from gemport.cli.terminal import suggestion
from gemport.gem import GemportError
from gemport.hosts.files import STANDARD
from gemport.settings import LANGUAGES, ROWS

SCREENSHOT = "write the first picture and exit; needs no display (default: a window)"
RECORD = "record the games as text, appended to the file (default: no recording)"
SPEAK = "read the game aloud (default: silent)"
PROGRAM_SUFFIXES = (".prg", ".app", ".tos", ".ttp", ".gtp")  # name extensions of Atari programs
_NUMBER = re.compile(r"#?(?:ms)?[+-]?[0-9]", re.IGNORECASE)
_RANGE = re.compile(r"(.*[0-9])-(#?(?:ms)?[0-9].*)", re.IGNORECASE)


class UsageError(GemportError):
    """Arguments contradict each other or name a missing file or game."""


@dataclass(frozen=True)
class Job:
    """The settings of a command that starts a machine.

    Attributes:
        sources: the files to load
        chosen: settings by name that override the control panel for one run
        speak: whether the screen is read aloud
        number: a game's number
        board: the file of a position instead of a number
        new: whether to deal a new game even if one is unfinished
        resume: whether to resume an unfinished game, never deal one
        screenshot: the picture to write instead of opening a window
        events: the file of input, which a game records, and a program or a script plays
        shots: the folder for pictures
        record: the file to record games as text
    """

    sources: Sources
    chosen: Mapping[str, Any] = field(default_factory=dict)
    speak: bool = False
    number: int | None = None
    board: Path | None = None
    new: bool = False
    resume: bool = False
    screenshot: Path | None = None
    events: Path | None = None
    shots: Path | None = None
    record: Path | None = None


def add_options(command: argparse.ArgumentParser, window: bool = True) -> None:
    """Add the arguments of every command with a display, with the arguments for windows if ``window``."""
    _add_settings(command, "screen", "language")
    add = command.add_argument
    own = "default: from the user folder, or built in"
    add("--dat", type=Path, metavar="FILE", help=f"card pictures, such as the original VIERFREI.DAT ({own})")
    add("--rsc", type=Path, metavar="FILE", help=f"the program's resource, such as the original VIERFREI.RSC ({own})")
    add("--font", type=Path, metavar="FILE", help=f"a GEM system font, 8x16 ({own})")
    add("--system", type=Path, metavar="DIR", help=f"a folder of fonts, mouse forms and icons ({own})")
    add("--builtin", action="store_true", help="ignore the files in the user folder (default: use them)")
    if window:
        _add_settings(command, "scale", "fullscreen", "ring")
    how = SPEAK if window else "print the speech of --speak (default: print only bells)"
    add("--speak", action="store_true", help=how)


def _add_settings(command: argparse.ArgumentParser, *names: str) -> None:
    for name in names:
        option = ROWS[name].option
        assert option is not None
        if option.value is not None:
            how: dict[str, Any] = {"action": "store_const", "const": option.value}
        elif option.choices:
            how = {"choices": option.choices}
        else:
            how = {"type": partial(_value, name), "metavar": option.metavar}
        command.add_argument(option.flag, dest=name, help=option.help, **how)


def _value(name: str, text: str) -> Any:
    kind = ROWS[name].kind
    try:
        return kind.read(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected {kind.what}, got {text!r}") from None


def with_job(command: Callable[..., int], given: argparse.Namespace) -> int:
    """Call a command with its Job, and with its other arguments by name."""
    values = {name: value for name, value in vars(given).items() if name != "run"}
    sources = Sources(**{name: values.pop(name) for name in Sources._fields})
    chosen = {name: value for name in ROWS if (value := values.pop(name, None)) is not None}
    own = {name: values.pop(name) for name in Job.__dataclass_fields__ if name in values}
    return command(Job(sources, chosen, **own), **values)


def system_language(environment: Mapping[str, str]) -> str:
    """Return ``de`` or ``en`` from LANGUAGE (the first known language of a list), LC_ALL, LC_MESSAGES and LANG.

    As usual, LANGUAGE counts only if one of the other variables names a language.
    """
    named = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), None)
    if named is None:
        # Other systems have their own functions for this.
        named = locale.getlocale()[0] or ""
    plain = named.partition(".")[0] in ("", "C", "POSIX")
    wanted = [] if plain else [*environment.get("LANGUAGE", "").split(":"), named]
    return next((language for name in wanted if (language := _language(name)) is not None), "en")


def _language(name: str) -> str | None:
    """Return the language of a locale name such as ``de_AT.UTF-8``, or ``German_Germany`` on Windows."""
    word = name.lower().replace("german", "de", 1).replace("english", "en", 1)[:3].rstrip("_-.@")
    return word if word in LANGUAGES else None


# ---- types of values


class _MicrosoftNumber(int):
    """A number such as ms617, which only games with Microsoft's deals have."""


def number(text: str) -> int:
    """Parse a game number; :func:`check_number` checks that a game has it."""
    if registry.named(text) is not None:
        raise argparse.ArgumentTypeError(f"the game's name comes first: gemport {text} ...")
    try:
        parsed = parse_number(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error}{suggestion(text, registry.names())}") from None
    return _MicrosoftNumber(parsed) if "ms" in text.lower() else parsed


def looks_like_number(word: str) -> bool:
    """Return whether a word can only be a number or a range."""
    return _NUMBER.match(word) is not None


def number_or_range(text: str) -> tuple[int, int]:
    """Parse a number, or a range such as 1-1000; return the first and the last number."""
    ends = _RANGE.fullmatch(text)
    first, last = (number(ends[1]), number(ends[2])) if ends else (number(text),) * 2
    if cell_count(first) == MAX_CELLS > cell_count(last):
        # 1-1000c2
        first = challenge_number(first, cell_count(last))
    if first > last or cell_count(first) != cell_count(last):
        raise argparse.ArgumentTypeError(f"{text!r} is not a range of numbers")
    return first, last


def numbers_in(of: AnyGame, ranges: Iterable[tuple[int, int]]) -> Iterator[int]:
    """Return the numbers of a game in ranges. Raises UsageError if the game lacks the end of one."""
    spans = [range(check_number(of, first), check_number(of, last) + 1) for first, last in ranges]
    return (number for span in spans for number in span if number in of.numbers)


def number_ranges(names: Sequence[str]) -> str:
    """Return the number ranges of games as a help text; this loads the games."""
    lines = [f"  {game.name:<15} {numbers_of(game)}" for game in map(registry.find, names)]
    return "\n".join(["numbers:", *lines])


def numbers_of(of: AnyGame) -> str:
    """Return the number range of a game."""
    return " to ".join(bounds(of.numbers))


def integer(least: int, most: int, what: str, text: str) -> int:
    """Parse an integer between inclusive limits."""
    if not (re.fullmatch(r"[0-9]{1,9}", text) and least <= int(text) <= most):
        raise argparse.ArgumentTypeError(f"expected {what}, got {text!r}")
    return int(text)


def decimal(least: float, most: float, what: str, text: str) -> float:
    """Parse a number with up to three decimals between inclusive limits."""
    if not (re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", text) and least <= float(text) <= most):
        raise argparse.ArgumentTypeError(f"expected {what}, got {text!r}")
    return float(text)


def game(text: str) -> AnyGame:
    """Parse the name of a game."""
    name = registry.named(text)
    if name is None:
        closest = suggestion(text, registry.names())
        raise argparse.ArgumentTypeError(f"{text!r} is not a game ({', '.join(registry.names())}){closest}")
    return registry.find(name)


def png_file(text: str) -> Path:
    """Parse the path of a picture to write."""
    path = Path(text)
    if path != STANDARD and path.suffix.lower() != ".png":
        raise argparse.ArgumentTypeError(f"{text}: the name of a PNG file must end in .png")
    return path


def check_number(of: AnyGame, asked: int) -> int:
    """Return a number if the game has it. Raises UsageError."""
    if isinstance(asked, _MicrosoftNumber) and not of.board.microsoft:
        raise UsageError(f"ms{write_number(asked)}: {of.title} does not have Microsoft's deals")
    try:
        return of.check(asked)
    except NumberError as error:
        raise UsageError(str(error)) from None

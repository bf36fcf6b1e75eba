"""The program gemport: find the command, run it, and report errors."""

import argparse
import gc
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from importlib import import_module
from io import TextIOWrapper

from gemport import __version__
from gemport.cli import registry
from gemport.cli.arguments import UsageError, looks_like_number
from gemport.cli.sources import FolderError, user_folder
from gemport.cli.terminal import INTERRUPTED, Parser, print_error, raise_on_interrupt, report_bad_input, suggestion
from gemport.gem import GemportError
from gemport.gem.errors import clipped_text
from gemport.hosts.files import ANYWHERE

FAULT = 70
_STDERR = 2
_GC_THRESHOLD = 100_000  # threshold of Python's garbage collector, above the number of containers created at start

_COMMANDS = {
    "desktop": "show the GEM desktop with all games",
    "run": "run a program of the Atari ST",
    "script": "play a file of events without a display",
    "replay": "show a game recorded with --record",
    "stats": "print, export or import statistics and unfinished games",
    "log": "import game numbers with notes into the logbook, or print it",
    "today": "print the numbers of the games of the day",
    "deal": "print numbered deals",
    "solve": "print whether a deal or a position can be won, and a solution",
    "which": "find a numbered deal by its first cards or a picture",
    "rsc": "print the trees of a GEM resource, or draw a tree",
    "doctor": "print a description of this system for a fault report",
    "completion": "print a script that completes commands and options in a shell",
    "install-desktop": "add the games to the menus of the desktop, with icons",
}
"""The commands other than games, one module of this package each, with their descriptions."""
_NUMBER_COMMANDS = ("deal", "solve")  # commands that start with a game; without its name a number is of VIERFREI
_WINDOW_COMMANDS = ("desktop", "replay", "run")
"""Commands that open a window like the games; they decide when Ctrl-C must clean up."""

_DESCRIPTION = """A thin, faithful GEM with patience games. Without a command, play VIERFREI: the last game,
or the game with the given number."""
_EXAMPLES = """examples:
  gemport                             VIERFREI: your last game, or a new game
  gemport 123456                      game 123456 of VIERFREI
  gemport freecell 617 --lang de      game 617 of FreeCell, in German
  gemport großfamilien --fullscreen   the patience with 104 cards, filling the screen
  gemport desktop                     all games by double click
  gemport 7 --screenshot seven.png    a picture; needs no display
  gemport solve freecell 11982        can it be won?
  gemport COMMAND --help              the options of a command"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    # Imported modules stay: collecting garbage among them would only slow the start.
    gc.set_threshold(_GC_THRESHOLD)
    if isinstance(sys.stdout, TextIOWrapper):
        # Escape characters that the terminal lacks.
        sys.stdout.reconfigure(errors="backslashreplace")
    if sys.stderr is None:
        # Otherwise a later file gets this descriptor, and with it the messages of system libraries.
        os.dup2(os.open(os.devnull, os.O_WRONLY), _STDERR)
    try:
        words = _with_command(sys.argv[1:] if arguments is None else list(arguments))
        parser, command = _parser(words[0])
        options, unknown = parser.parse_known_args(words)
        if unknown:
            closest = suggestion(unknown[0], command._option_string_actions)
            parser.error(f"unrecognized arguments: {clipped_text(' '.join(unknown))}{closest}")
        run: Callable[[argparse.Namespace], int] = options.run
        if words[0] not in (*registry.names(), *_WINDOW_COMMANDS):
            raise_on_interrupt()
        return run(options)
    except (GemportError, OSError) as error:
        return report_bad_input(error)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        # The games need no Pillow, and on some systems it cannot be installed.
        if isinstance(error, ModuleNotFoundError) and error.name == "PIL":
            return report_bad_input(GemportError("this needs Pillow, which is not installed"))
        print_error(_note_crash(error))
        return FAULT


def _note_crash(error: Exception) -> str:
    """Write the traceback to a file; return the line that names it."""
    text = f"internal error: {type(error).__name__}: {error}"
    try:
        folder = user_folder()
        folder.mkdir(parents=True, exist_ok=True)
        ANYWHERE.write(folder / "crash.txt", "".join(traceback.format_exception(error)).encode())
    except (OSError, FolderError):
        return text
    return f"{text} (details in {folder / 'crash.txt'})"


def _with_command(arguments: list[str]) -> list[str]:
    """Return the arguments with a command: VIERFREI if the first argument is a number or an option, or missing.

    Raises UsageError for a word that is close to a command.
    """
    first, *rest = arguments or ["-"]
    game = registry.named(first)
    if game is not None:
        return [game, *rest]
    if first == "help":
        return [*_with_command(rest[:1] or ["--help"]), "--help"]
    if first in _NUMBER_COMMANDS and not any(map(registry.named, rest)):
        numbers = (word for word in rest if looks_like_number(word) or not word.startswith("-"))
        return [first, "vierfrei", *rest] if looks_like_number(next(numbers, "")) else arguments
    if first in _COMMANDS or first in ("-h", "--help", "-V", "--version"):
        return arguments
    if first.startswith("-") or looks_like_number(first):
        return ["vierfrei", *arguments]
    closest = suggestion(first, (*registry.names(), *_COMMANDS))
    if closest:
        raise UsageError(f"{first!r} is not a COMMAND{closest}")
    return arguments


def command_parsers() -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    """Return the parser of the program, and the parsers of all commands by name."""
    return _parser("")[0], {name: _parser(name)[1] for name in (*registry.names(), *_COMMANDS)}


def _parser(chosen: str) -> tuple[Parser, Parser]:
    """Return the parser with only the chosen command, whose module is loaded, and the command's parser.

    Without a command the first parser lists all commands, and is also the second.
    """
    parser = Parser(prog="gemport", description=_DESCRIPTION, epilog=_EXAMPLES)
    parser.add_argument(
        "-V", "--version", action="version", version=f"gemport {__version__}", help="show the version and exit"
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    if chosen in registry.names():
        command = commands.add_parser(chosen)
        import_module("gemport.cli.play").add(command, chosen)
    elif chosen in _COMMANDS:
        what = _COMMANDS[chosen]
        command = commands.add_parser(chosen, description=f"{what[0].upper()}{what[1:]}.")
        import_module(f"gemport.cli.{chosen.replace('-', '_')}").add(command)
    else:
        command = parser
        for name in registry.names():
            commands.add_parser(name, help=f"play {name}")
        for name, what in _COMMANDS.items():
            commands.add_parser(name, help=what)
    return parser, command

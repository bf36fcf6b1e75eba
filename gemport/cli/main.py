"""The command gemport: which command is meant, and what becomes of errors."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper

from gemport import __version__
from gemport.cli import deal, desktop, play, registry, replay, rsc, script
from gemport.cli.arguments import BAD_INPUT, Parser
from gemport.cli.files import user_folder
from gemport.cli.language import system_language
from gemport.cli.output import complain
from gemport.gem.errors import GemportError

FAULT = 70
INTERRUPTED = 130

_DESCRIPTION = "A thin, faithful GEM with patiences on it. Without a command: VIERFREI, where it was left."


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status."""
    if isinstance(sys.stdout, TextIOWrapper):
        # Not every terminal has all letters: it shows the numbers of those that it lacks.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        options = _parser().parse_args(_with_command(sys.argv[1:] if arguments is None else list(arguments)))
        run: Callable[[argparse.Namespace], int] = options.run
        return run(options)
    except GemportError as error:
        complain(str(error))
        return BAD_INPUT
    except OSError as error:
        complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        complain(_note_crash(error))
        return FAULT


def _note_crash(error: Exception) -> str:
    """Keep the traceback in a file for whoever mends the fault; the line that names it."""
    import traceback

    text = f"internal error: {type(error).__name__}: {error}"
    try:
        folder = user_folder()
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "crash.txt").write_text("".join(traceback.format_exception(error)), encoding="utf-8")
    except OSError:
        return text
    return f"{text} (details in {folder / 'crash.txt'})"


def _with_command(arguments: list[str]) -> list[str]:
    """Without a command, or with a number in its place, it is VIERFREI that is played."""
    first = arguments[0] if arguments else "-"
    if first in ("-h", "--help", "--version") or not (first.startswith("-") or first.isdigit()):
        return arguments
    return ["vierfrei", *arguments]


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="gemport", description=_DESCRIPTION)
    parser.add_argument("--version", action="version", version=f"gemport {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    language = system_language(os.environ)
    for name in registry.names():
        play.add(commands.add_parser(name, help=f"play {name}", description=f"Play {name}."), name, language)
    desktop.add(commands.add_parser(desktop.NAME, help="the GEM desktop, from which games are opened"), language)
    script.add(commands.add_parser("script", help="play a file of events without a display"), language)
    replay.add(commands.add_parser("replay", help="show a game recorded with --record"), language)
    deal.add(commands.add_parser("deal", help="print numbered deals"))
    rsc.add(commands.add_parser("rsc", help="print the trees of a GEM resource, or draw one"))
    return parser

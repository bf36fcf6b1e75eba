"""The command line: gemport, and its commands.

Exit status: 0 good, 1 a negative answer where the command says so, 2 wrong usage or bad input. What is wrong is said in
one line on standard error; there is never a traceback.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from gemport import __version__
from gemport.cards.dealtext import FORMATS, deal_text
from gemport.cli.files import FileError, Sources, read_file, user_folder
from gemport.cli.games import GAMES, Game, Start
from gemport.gem.aes.gem import Gem
from gemport.gem.host.display.show import DisplayError, run_window
from gemport.gem.host.events.parse import parse_events
from gemport.gem.host.events.recorder import Recorder
from gemport.gem.host.headless import HeadlessPlayer, write_shot
from gemport.gem.host.machine import Machine
from gemport.patience.kit.replay import Watch
from gemport.patience.session.recordings import RecordingFile, read_recording
from gemport.patience.session.records import MemoryRecords, Records, RecordsError
from gemport.patience.session.store import Store

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

SCREENS = {"st-high": (640, 400), "tt-medium": (640, 480), "tt-high": (1280, 960)}
LARGEST_SCREEN = 8192
SLOWEST, FASTEST = 0.1, 100
BAD_INPUT = 2
INTERRUPTED = 130

_DESCRIPTION = "A thin, faithful GEM with patiences on it. Without a command: a new game of VIERFREI."


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and prints help as everything else is printed."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {' '.join(message.split())}\n")

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        if file is not None and file is sys.stdout:
            _print(message.rstrip("\n"))
        else:
            super()._print_message(message, file)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status."""
    if isinstance(sys.stdout, TextIOWrapper):
        # Not every terminal has all letters: it shows the numbers of those that it lacks.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        options = _parser().parse_args(_with_command(sys.argv[1:] if arguments is None else list(arguments)))
        run: Callable[[argparse.Namespace], int] = options.run
        return run(options)
    except (ValueError, DisplayError) as error:
        return _complain(str(error))
    except OSError as error:
        return _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        return _complain(_note_crash(error))


def _complain(message: str) -> int:
    print(f"gemport: {' '.join(message.split())}", file=sys.stderr)
    return BAD_INPUT


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


# ---- what can be said


def _with_command(arguments: list[str]) -> list[str]:
    """Without a command, or with a number in its place, it is VIERFREI that is played."""
    first = arguments[0] if arguments else "-"
    if first in ("-h", "--help", "--version") or not (first.startswith("-") or first.isdigit()):
        return arguments
    return ["vierfrei", *arguments]


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="gemport", description=_DESCRIPTION)
    parser.add_argument("--version", action="version", version=f"gemport {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)
    for game in GAMES.values():
        command = commands.add_parser(game.name, help=f"play {game.title}", description=f"Play {game.title}.")
        command.add_argument("number", nargs="?", type=_number, metavar="NUMBER", help="the game's number")
        command.add_argument("--screenshot", type=Path, metavar="FILE", help="write the first picture as PNG and exit")
        if not game.resumes:
            take_up = "take up the unfinished game played last, or that of the number"
            command.add_argument("--continue", dest="take_up", action="store_true", help=take_up)
        noted = "write down what you do as events for gemport script"
        command.add_argument("--events", type=Path, metavar="FILE", help=noted)
        _add_record(command)
        _add_common(command)
        command.set_defaults(run=_play, game=game)
    _add_replay(commands.add_parser("replay", help="show a game recorded with --record"))
    _add_script(commands.add_parser("script", help="play a file of events without a display"))
    _add_deal(commands.add_parser("deal", help="print numbered deals"))
    _add_rsc(commands.add_parser("rsc", help="print the trees of a GEM resource, or draw one"))
    return parser


def _add_common(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("--screen", type=_screen, default=SCREENS["st-high"], metavar="SIZE", help="st-high, tt-medium, tt-high or WxH")
    add("--scale", type=_scale, metavar="N", help="host pixels a pixel of the screen")
    add("--fullscreen", action="store_true", help="fill the host's screen (Alt+Return changes it)")
    add("--lang", choices=("de", "en"), help="language; else the system's, else German")
    add("--dat", type=Path, metavar="FILE", help="card pictures, such as the original VIERFREI.DAT")
    add("--rsc", type=Path, metavar="FILE", help="the program's resource, such as the original VIERFREI.RSC")
    add("--font", type=Path, metavar="FILE", help="a GEM system font, 8x16")
    add("--system", type=Path, metavar="DIR", help="a folder of fonts, mouse forms and icons")
    add("--builtin", action="store_true", help="use no files of the user's folder")
    add("--mute", action="store_true", help="no bell")


def _add_record(command: argparse.ArgumentParser) -> None:
    command.add_argument("--record", type=Path, metavar="FILE", help="write down the games as text, behind those there")


def _add_replay(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path, metavar="FILE", help="a recording")
    ways = command.add_mutually_exclusive_group()
    ways.add_argument("--shots", type=Path, metavar="DIR", help="no window: a picture of the start and after each move")
    ways.add_argument("--gif", type=Path, metavar="OUT.gif", help="no window: an animated picture of everything")
    command.add_argument("--speed", type=_speed, metavar="X", help="so many times as fast (0.1 to 100)")
    _add_common(command)
    command.set_defaults(run=_replay)


def _add_script(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", type=_game, metavar="GAME", help=", ".join(GAMES))
    command.add_argument("events", type=Path, metavar="EVENTS.jsonl", help="one event a line")
    command.add_argument("--number", type=_number, required=True, metavar="N", help="the game's number")
    command.add_argument("--shots", type=Path, required=True, metavar="DIR", help="where pictures go")
    _add_record(command)
    _add_common(command)
    command.set_defaults(run=_script)


def _add_deal(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", type=_game, metavar="GAME", help=", ".join(GAMES))
    command.add_argument("numbers", nargs="+", type=_number, metavar="NUMBER", help="game numbers")
    command.add_argument("--format", choices=FORMATS, default="text", help="text, fc-solve or json (a line a deal)")
    command.set_defaults(run=_deal)


def _add_rsc(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path, metavar="FILE", help="a resource (.RSC)")
    command.add_argument("--tree", type=_tree, metavar="N", help="only this tree, the first is 0")
    command.add_argument("--png", type=Path, metavar="OUT", help="draw the tree into a picture")
    command.add_argument("--system", type=Path, metavar="DIR", help="a folder of fonts, mouse forms and icons")
    command.set_defaults(run=_rsc)


def _number(text: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no game number")
    return int(text)


def _tree(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no tree (a whole number from 0 on)")
    return int(text)


def _game(text: str) -> Game:
    if text not in GAMES:
        raise argparse.ArgumentTypeError(f"{text!r} is no game ({', '.join(GAMES)})")
    return GAMES[text]


def _screen(text: str) -> tuple[int, int]:
    if text in SCREENS:
        return SCREENS[text]
    match = re.fullmatch(r"([0-9]{1,5})x([0-9]{1,5})", text)
    width, height = (int(match[1]), int(match[2])) if match else (0, 0)
    if not (0 < width <= LARGEST_SCREEN and 0 < height <= LARGEST_SCREEN):
        names = ", ".join(SCREENS)
        raise argparse.ArgumentTypeError(f"{text!r} is no screen ({names} or WxH, up to {LARGEST_SCREEN})")
    return width, height


def _scale(text: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]?", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no scale (a whole number from 1 to 99)")
    return int(text)


def _speed(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", text) or not SLOWEST <= float(text) <= FASTEST:
        raise argparse.ArgumentTypeError(f"{text!r} is no speed (a number from {SLOWEST} to {FASTEST})")
    return float(text)


# ---- what is done


def _play(options: argparse.Namespace) -> int:
    game: Game = options.game
    if options.number is not None:
        game.check(options.number)
    if options.screenshot is not None:
        with _recording(game, options) as watch:
            gem = _start(game, options, MemoryRecords(), watch)
            gem.settle()
            write_shot(gem, options.screenshot)
        return 0
    with _kept_records(game, options) as records, _recording(game, options) as watch:
        _show(_start(game, options, records, watch), game, options)
    return 0


def _show(gem: Gem, game: Game, options: argparse.Namespace) -> None:
    """Show a Gem in a window until the end, and write down what is done there if that is wanted."""
    try:
        with _noting(gem, getattr(options, "events", None)) as machine:
            run_window(machine, game.title, scale=options.scale, fullscreen=options.fullscreen, mute=options.mute)
    finally:
        gem.close()


@contextmanager
def _noting(gem: Gem, path: Path | None) -> Iterator[Machine]:
    if path is None:
        yield gem
        return
    with path.open("w", encoding="utf-8", newline="\n") as file:
        recorder = Recorder(gem, file)
        try:
            yield recorder
        finally:
            recorder.close()


@contextmanager
def _kept_records(game: Game, options: argparse.Namespace) -> Iterator[Records]:
    """The user's records; where there can be none, the game is played all the same, and nothing is kept."""
    try:
        store = Store(user_folder())
    except RecordsError as error:
        _complain(f"{error}; nothing will be kept")
        yield MemoryRecords()
        return
    with store:
        records = store.records(game.name, options.number, game.resumes or _takes_up(options))
        yield records
        records.close()


def _script(options: argparse.Namespace) -> int:
    game: Game = options.game
    text = read_file(options.events, _decode)
    events = parse_events(text, str(options.events))
    game.check(options.number)
    # A script leaves the user's own statistics alone, unless a folder was named for it.
    kept: AbstractContextManager[Records]
    kept = _kept_records(game, options) if os.environ.get("GEMPORT_HOME") else nullcontext(MemoryRecords())
    with kept as records, _recording(game, options) as watch:
        gem = _start(game, options, records, watch, fresh=options.number)
        player = HeadlessPlayer(gem, options.shots)
        player.play(events)
    for line, bells in player.log:
        for _ in range(bells):
            _print(f"line {line}: bell")
    return 0


@contextmanager
def _recording(game: Game, options: argparse.Namespace) -> Iterator[Watch | None]:
    """Who writes the games down, if that is wanted. Raises OSError in the end if they could not be written."""
    if options.record is None:
        yield None
        return
    recording = RecordingFile(options.record, game.name)
    yield recording.watch
    recording.close()


def _replay(options: argparse.Namespace) -> int:
    # Late: Pillow takes a moment to load that the start of a game does not have.
    from gemport.cli.replay import PacedGem, write_gif, write_shots

    if options.shots is not None and options.speed is not None:
        raise ValueError("--speed: single pictures have none")
    speed = options.speed or 1.0
    games = read_file(options.file, read_recording)
    game = GAMES[games[0].game]
    sources = _sources(options)
    gem = PacedGem(sources.artwork(), *options.screen)
    gem.start(game.replay(sources, _language(options), games), game.program_name)
    steps = sum(1 + len(recorded.words) for recorded in games) - 1
    if options.shots is not None:
        write_shots(gem, steps, options.shots)
    elif options.gif is not None:
        write_gif(gem, steps, options.gif, speed)
    else:
        gem.pace(speed)
        try:
            _show(gem, game, options)
        except DisplayError as error:
            ways = "--shots DIR or --gif FILE shows it without a display"
            raise ValueError(f"{error.reason}; {ways}") from None
    return 0


def _decode(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FileError(f"{name}: byte {error.start} is no UTF-8 text") from None


def _deal(options: argparse.Namespace) -> int:
    game: Game = options.game
    for number in options.numbers:
        _print(deal_text(game.name, game.check(number), options.format))
    return 0


def _print(text: str) -> None:
    try:
        print(text, flush=True)
    except OSError as error:
        # Python would try again, and complain, when it closes what it could not write to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        # Of a broken pipe's end the reader has enough: nothing is wrong.
        if not isinstance(error, BrokenPipeError):
            error.filename = "standard output"
            raise


def _rsc(options: argparse.Namespace) -> int:
    # Late, as it needs Pillow.
    from gemport.cli import rsc as rsctool

    text = rsctool.run(options.file, options.tree, options.png, Sources(system=options.system).artwork())
    _print(text.rstrip("\n"))
    return 0


def _start(
    game: Game, options: argparse.Namespace, records: Records, watch: Watch | None = None, fresh: int | None = None
) -> Gem:
    """A Gem with the game running on it. ``fresh``: the number that stands for chance; else the clock's."""
    sources = _sources(options)
    number: int | None = options.number
    fresh = game.number_from_clock() if fresh is None else fresh
    program = game.make(Start(sources, _language(options), number, fresh, records, watch, _takes_up(options)))
    gem = Gem(sources.artwork(), *options.screen)
    gem.start(program, game.program_name)
    return gem


def _takes_up(options: argparse.Namespace) -> bool:
    return bool(getattr(options, "take_up", False))


def _sources(options: argparse.Namespace) -> Sources:
    return Sources(options.dat, options.rsc, options.font, options.system, options.builtin)


def _language(options: argparse.Namespace) -> str:
    return str(options.lang or system_language())


def system_language() -> str:
    """``en`` where the system speaks English, else ``de``, the original's language."""
    import locale

    named = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), None)
    language = named or locale.getlocale()[0] or ""
    return "en" if language.lower().startswith("en") else "de"

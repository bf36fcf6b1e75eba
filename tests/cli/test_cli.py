"""The command line: accepted and rejected arguments, exit status, help, games and language."""

import argparse
import ctypes
import locale
import re
import shlex
import shutil
import subprocess
import sys
import unicodedata
import zipapp
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Literal

import pytest
from PIL import Image

from gemport.cards.deals import NUMBERS, NumberError, deal_text
from gemport.cards.vierfrei import vierfrei_deal
from gemport.cli import deal, registry, terminal
from gemport.cli.arguments import system_language
from gemport.cli.main import _parser, _with_command
from gemport.store.logbook import LogEntry
from gemport.store.sqlite import Store
from tests.cli.run import refused, run, script, shell, shot
from tests.needs import needs_shell
from tests.places import ROOT
from tests.test_documents import commands


def size(path: Path) -> tuple[int, int]:
    with Image.open(path) as picture:
        assert picture.mode == "1"
        return picture.size


# ---- as a program


def test_without_a_display_one_line_names_the_alternative(monkeypatch: pytest.MonkeyPatch) -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("other systems always have a display")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    message = "gemport: no display: DISPLAY is not set; --screenshot FILE makes a picture without a display"
    assert refused() == message
    assert refused("vierfrei", 7) == message
    recording = next((ROOT / "tests" / "data" / "games").glob("*.txt"))
    assert "--shots DIR or --gif FILE" in refused("replay", recording)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert "XWayland is needed" in refused("vierfrei")


LONG = "x" * 10_000
WORDS = 'it\'s "so" ' * 1_000


@pytest.mark.parametrize("text", [LONG, "9" * 10_000, WORDS], ids=["word", "number", "words"])
@pytest.mark.parametrize("arguments", [["{}"], ["vierfrei", "--screen", "{}"], ["vierfrei", "--mute={}"]])
def test_errors_clip_long_words(arguments: list[str], text: str) -> None:
    line = refused(*(argument.format(text) for argument in arguments))
    assert text[:20] in line.replace("\\'", "'")
    assert len(line) < 340


def test_errors_print_possible_file_names_in_full() -> None:
    missing = Path(*["long " + 240 * "n"] * 3)
    assert refused("rsc", missing).startswith(f"gemport: {missing}: ")
    assert refused("rsc", LONG).startswith(f"gemport: {LONG[:80]}...: ")
    assert len(refused("rsc", WORDS)) < 1100


# ---- play, deal


def test_without_arguments_the_clock_chooses_a_vierfrei(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for moment in (7_000_042, 7_000_043):
        monkeypatch.setattr("time.time_ns", lambda moment=moment: 5_000_000 * moment)
        assert shot(tmp_path) == shot(tmp_path, "vierfrei", Random(moment).choice(NUMBERS))
    assert Random(7_000_042).choice(NUMBERS) != Random(7_000_043).choice(NUMBERS)


@pytest.mark.parametrize("form", ["text", "fc-solve", "json"])
def test_deals_are_printed_one_after_the_other(form: str) -> None:
    status, out, err = run("deal", "vierfrei", "0", "--format", form, "999999")
    assert (status, err) == (0, "")
    texts = [deal_text("vierfrei", "VIERFREI", vierfrei_deal(number), form) for number in (0, 999999)]
    # fc-solve reads eight lines; an empty line separates deals.
    assert out == ("\n\n" if form == "fc-solve" else "\n").join(texts) + "\n"


@needs_shell
def test_a_closed_pipe_is_not_an_error(tmp_path: Path) -> None:
    bells = script(tmp_path / "e.jsonl", *[{"do": "text", "text": text} for text in "1" + "9" * 20])
    numbers = " ".join(map(str, range(3000)))
    for command in (
        f"deal vierfrei {numbers} | head -1",
        "7 --screenshot - | head -c 1 >/dev/null",
        f"script vierfrei {bells} --number 1 --shots {tmp_path} | true",
    ):
        result = shell(f"gemport {command}")
        assert (result.returncode, result.stderr) == (0, ""), command


LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there is no device that is always full")


@LINUX
@pytest.mark.parametrize(("where", "reason"), [("> /dev/full", "No space left on device"), (">&-", "is closed")])
def test_failed_printing_is_one_error_line(where: str, reason: str) -> None:
    result = shell(f"gemport deal vierfrei 1 {where}")
    assert (result.returncode, result.stderr) == (2, f"gemport: standard output: {reason}\n")


@LINUX
@pytest.mark.parametrize(
    "command",
    [
        ("vierfrei", 1, "--screenshot"),
        ("replay", next((ROOT / "tests/data/games").glob("*.txt")), "--gif"),
        ("rsc", ROOT / "data/vierfrei/vierfrei_de.rsc", "--tree", 1, "--png"),
    ],
    ids=lambda command: command[0],
)
def test_a_full_disk_is_one_error_line(command: tuple[object, ...], tmp_path: Path) -> None:
    full = tmp_path / "full.png"
    full.symlink_to("/dev/full")
    assert refused(*command, full) == f"gemport: {full}: No space left on device"


@needs_shell
@pytest.mark.parametrize("shown", ["\x1b[31m", "\x7f", "\x9b31m", "\u202e", "\u2066"])
def test_control_characters_are_printed_as_text(shown: str, home: Path, tmp_path: Path) -> None:
    hidden = repr(shown)[1:-1]
    assert refused("replay", f"vierfrei/42/a{shown}").startswith(f"gemport: vierfrei/42/a{hidden}: move 1, ")
    assert f"{hidden}.txt: " in refused("replay", tmp_path / f"{shown}.txt")
    assert shown not in refused("deal", "vierfrei", shown)
    with Store(home) as store:
        store.change_log("vierfrei", [LogEntry(42, f"a{shown}b")])
    out = run("log", "--print").out
    assert (f"a{hidden}b" in out, shown in out) == (True, False)


def test_a_missing_letter_is_escaped_on_the_terminal() -> None:
    result = shell("gemport deal grossfamilien 1", PYTHONIOENCODING="cp866")
    assert (result.returncode, result.stderr) == (0, "")
    assert "Gro\\xdffamilien" in result.stdout


def test_windows_without_a_console_shows_a_box(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command itself fails, because standard output is closed."""
    shown: list[tuple[str, str, int]] = []
    user32 = SimpleNamespace(MessageBoxW=lambda _owner, *values: shown.append(values))
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(user32=user32), raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    listing = "12 files installed\nin all\n" * 100
    terminal.print_out(listing)
    terminal.print_error("no OpenGL")
    # Topmost boxes with the signs for information and errors.
    assert shown == [(listing, "gemport", 0x10040), ("no OpenGL", "gemport", 0x10010)]


# ---- script


def test_a_script_writes_its_shots_and_files_and_prints_bells(home: Path, tmp_path: Path) -> None:
    events = script(
        tmp_path / "e.jsonl",
        {"do": "text", "text": "19"},
        {"do": "key", "key": "F2"},
        {"do": "shot", "file": "a.png"},
        {"do": "text", "text": "7"},
        {"do": "key", "key": "Return"},
        {"do": "text", "text": "19"},
        # Save picture in the menu File.
        {"do": "move", "x": 300, "y": 8},
        {"do": "click", "x": 300, "y": 60},
        {"do": "key", "key": "Return"},
        {"do": "shot", "file": "deep/b.png"},
    )
    shots = tmp_path / "shots"
    result = run("script", "vierfrei", events, "--number", "1", "--shots", shots, "--lang", "en")
    assert result == (0, "line 1: bell\nline 6: bell\n", "")
    pictures = shots / "a.png", shots / "deep" / "b.png", home / "saved" / "vierfrei-7.png"
    assert {size(path) for path in pictures} == {(640, 400)}


def test_a_zipapp_finds_its_data(tmp_path: Path) -> None:
    ignored = shutil.ignore_patterns("__pycache__", "src")
    for source, target in (("gemport", "gemport"), ("data", "gemport/data")):
        shutil.copytree(ROOT / source, tmp_path / "content" / target, ignore=ignored)
    program = tmp_path / "gemport.pyz"
    zipapp.create_archive(tmp_path / "content", program, main="gemport.__main__:run")
    for words in ("123456 --screenshot shot.png", "doctor"):
        result = subprocess.run([sys.executable, program, *words.split()], cwd=tmp_path, capture_output=True, text=True)
        assert (result.returncode, result.stderr) == (0, "")
    assert (tmp_path / "shot.png").read_bytes() == (ROOT / "docs" / "vierfrei.png").read_bytes()
    assert "gemport.pyz/gemport\n" in result.stdout
    assert "ended with status" not in result.stdout


# ---- faults


def test_a_fault_of_the_program_is_one_line_and_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr(deal, "deal_text", broken)
    crash = tmp_path / "home" / "crash.txt"
    line = f"gemport: internal error: RuntimeError: two lines (details in {crash})\n"
    assert run("deal", "vierfrei", "1") == (70, "", line)
    assert "Traceback" in crash.read_text()


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("which docs/vierfrei.png", "gemport: this needs Pillow, which is not installed\n"),
        ("replay vierfrei/42/1a2b4h --gif {folder}/replay.gif", "gemport: this needs Pillow, which is not installed\n"),
        ("7 --screenshot {folder}/shot.png", ""),
    ],
)
def test_only_some_pictures_need_pillow(tmp_path: Path, words: str, error: str) -> None:
    code = "import sys; sys.modules['PIL'] = None; from gemport.cli.main import main; sys.exit(main())"
    command = [sys.executable, "-c", code, *shlex.split(words.format(folder=shlex.quote(str(tmp_path))))]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (result.returncode, result.stdout, result.stderr) == (2 if error else 0, "", error)


def test_a_script_prints_speech_in_its_language(tmp_path: Path) -> None:
    events = script(tmp_path / "events.jsonl", *({"do": "key", "key": key} for key in ("1", "2", "F4")))
    command = ["script", "vierfrei", events, "--number", 42, "--shots", tmp_path, "--builtin"]
    silent, english = run(*command, "--lang", "en"), run(*command, "--lang", "en", "--speak")
    assert silent == (0, "line 2: bell\n", "")
    assert english.out.splitlines()[18:20] == [
        "said: chosen, column 1: 10 of diamonds, 9 of spades",
        "said: Not possible, 9 of spades: from column 1 to column 2",
    ]
    german = run(*command, "--lang", "de", "--speak").out
    assert ("said: Endplatz Kreuz: leer" in german, ", Knopf\n" in german) == (True, True)


def test_the_desktop_speaks_icons_and_front_window(tmp_path: Path) -> None:
    keys = "Right", "Down", "Ctrl+a", "Esc", "Right", "Return"
    events = script(tmp_path / "events.jsonl", *({"do": "key", "key": key} for key in keys))
    out = run("script", "desktop", events, "--shots", tmp_path, "--lang", "en", "--speak", "--builtin").out
    assert out.splitlines()[:2] == ["said: VIERFREI", "said: VIERFREI, FreeCell, Großfamilien, Trash"]
    assert [line for line in out.splitlines() if "VIERFREI #" in line] == ["said: VIERFREI #885440"]


# ---- help: working examples, defaults and number ranges


COMMANDS = sorted(commands())


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_documents_its_default(command: str) -> None:
    actions = [action for action in commands()[command]._actions if action.help != argparse.SUPPRESS]
    options = [action for action in actions if action.option_strings and action.dest != "help"]
    silent = [action.option_strings for action in options if not re.search("default: |required", str(action.help))]
    assert silent == []
    for action in actions:
        if action.choices and action.default is not None and action.dest != "lang":
            assert f"(default: {action.default})" in str(action.help)


@pytest.mark.parametrize("command", [name for name in COMMANDS if "NUMBER" in run(name, "--help").out])
def test_the_help_lists_the_number_ranges(command: str) -> None:
    out = " ".join(run(command, "--help").out.split())
    games = [command] if command in registry.names() else ["vierfrei", "freecell"]
    for game in map(registry.find, games):
        assert "-2, -1, 1 to 8589934591" in out if game.name == "freecell" else "0 to 999999" in out


def test_every_commands_examples_parse() -> None:
    texts = [run("--help").out, *(run(command, "--help").out for command in COMMANDS)]
    lines = [line for text in texts for line in text.split("\nexamples:\n")[1].split("\n\n")[0].splitlines()]
    # A description follows after blanks.
    words = [shlex.split(re.split(r"\s{3,}", line.strip())[0])[1:] for line in lines if "COMMAND" not in line]
    assert {found[0] for found in words if found} >= set(COMMANDS)
    for found in words:
        arguments = _with_command(found)
        options = _parser(arguments[0])[0].parse_args(arguments)
        assert isinstance(options, argparse.Namespace)
        assert callable(options.run)


def test_the_help_fits_a_narrow_terminal() -> None:
    texts = [run("--help").out, *(run(command, "--help").out for command in COMMANDS)]
    assert [line for text in texts for line in text.splitlines() if len(line) > 100] == []


# ---- the games found by the command line


def test_vierfrei_comes_first_then_the_others_by_name() -> None:
    assert registry.names() == tuple(registry.boards()) == ("vierfrei", "freecell", "grossfamilien")


@pytest.mark.parametrize("name", registry.names())
def test_a_games_record_matches_its_package_and_board(name: str) -> None:
    game = registry.find(name)
    assert game.name == game.board.game == name
    assert game.program_name == f"{name[:8].upper()}.PRG"
    assert registry.boards()[name] is game.board
    first, last = game.numbers[0], game.numbers[-1]
    for number in (first, last):
        assert game.check(number) == game.deal(number).number == game.board.deal(number).number == number
    for number in (first - 1, last + 1):
        for ask in (game.check, game.deal, game.board.deal):
            with pytest.raises(NumberError):
                ask(number)


@pytest.mark.parametrize("name", ["kit", "session", "chess", "", "game", "../vierfrei"])
def test_unknown_games_are_not_found(name: str) -> None:
    with pytest.raises(KeyError):
        registry.find(name)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("großfamilien", "grossfamilien"),
        ("GROẞFAMILIEN", "grossfamilien"),
        ("großfamilie", None),
        ("gro\u0308ssfamilien", None),
        ("desktop", None),
        ("", None),
    ],
)
def test_a_games_name_has_several_spellings(typed: str, name: str | None) -> None:
    assert registry.named(typed) == name


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_decomposed_letters_are_the_same_letters(form: Literal["NFC", "NFD"], monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with an umlaut in its name, which a macOS terminal passes decomposed."""
    monkeypatch.setattr(registry, "names", lambda: ("mühle",))
    assert registry.named(unicodedata.normalize(form, "MÜHLE")) == "mühle"


# ---- the language: German if it is the system's, else English


@pytest.mark.parametrize(
    ("settings", "language"),
    [
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "DE"}, "de"),
        # A system in another language: English.
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "den_CA"}, "en"),
        ({"LANG": "C"}, "en"),
        # A later variable counts only if the earlier ones are empty.
        ({"LANG": "de_DE", "LC_ALL": "en_US"}, "en"),
        ({"LANG": "en_US", "LC_MESSAGES": "de_DE"}, "de"),
        ({"LANG": "de_DE", "LC_ALL": ""}, "de"),
        # LANGUAGE is a list; the first known language counts.
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "de"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "en_GB:en"}, "en"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "fr:de:en"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": ""}, "de"),
        # It is ignored if the system uses no language at all.
        ({"LANG": "C", "LANGUAGE": "de"}, "en"),
        ({"LC_ALL": "C.UTF-8", "LANG": "de_DE", "LANGUAGE": "de"}, "en"),
    ],
)
def test_the_language_comes_from_the_environment(settings: dict[str, str], language: str) -> None:
    assert system_language(settings) == language


@pytest.mark.parametrize(
    ("known", "settings", "language"),
    [
        ("German_Germany", {}, "de"),
        ("German_Austria", {"LANGUAGE": "en"}, "en"),
        ("en_US", {"LANG": ""}, "en"),
        (None, {}, "en"),
        (None, {"LANGUAGE": "de"}, "en"),
    ],
)
def test_without_settings_the_system_itself_is_asked(
    known: str | None, settings: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locale, "getlocale", lambda: (known, None))
    assert system_language(settings) == language

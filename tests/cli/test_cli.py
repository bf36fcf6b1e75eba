"""The command line: what it takes, what it refuses and how, and its exit status."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from PIL import Image

from gemport import __version__
from gemport.cards.deals import NUMBERS, deal_text
from gemport.cards.vierfrei import vierfrei_deal
from gemport.cli import deal, registry, terminal
from gemport.settings import ROWS
from tests.cli.run import refused, run, script
from tests.needs import needs_shell
from tests.places import ROOT

SHOT: dict[str, object] = {"do": "shot", "file": "a.png"}


def size(path: Path) -> tuple[int, int]:
    with Image.open(path) as picture:
        assert picture.mode == "1"
        return picture.size


# ---- as a program


def test_without_a_display_one_line_says_what_works(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_help_names_every_command_and_common_option() -> None:
    assert run("--version") == (0, f"gemport {__version__}\n", "")
    out = run("--help").out
    for word in (*registry.names(), "deal", "script", "replay", "rsc", "--version"):
        assert word in out
    pictures = {"--screen", "--lang", "--dat", "--rsc", "--font", "--system", "--builtin"}
    windows = {"--scale", "--fullscreen", "--mute"}
    for command in ("vierfrei", "freecell", "grossfamilien", "script", "replay"):
        # A script has no window: what would do nothing there is not taken without a word.
        wanted = pictures if command == "script" else pictures | windows
        assert {option for option in pictures | windows if option in run(command, "--help").out} == wanted, command


LONG = "x" * 10_000
WORDS = 'it\'s "so" ' * 1_000


@pytest.mark.parametrize("text", [LONG, "9" * 10_000, WORDS], ids=["word", "number", "words"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["{}"],
        ["vierfrei", "1", "{}"],
        ["vierfrei", "--screen", "{}"],
        ["vierfrei", "--mute={}"],
    ],
)
def test_of_a_long_word_an_error_shows_the_beginning(arguments: list[str], text: str) -> None:
    line = refused(*(argument.format(text) for argument in arguments))
    assert text[:20] in line.replace("\\'", "'")
    assert len(line) < 300


@pytest.mark.parametrize("field", ['"do"', '"do":"click","x"', '"do":"click","{}"'])
@pytest.mark.parametrize("value", [LONG, WORDS, list(range(10_000)), {"a": LONG}, 10**4000], ids=type)
def test_of_a_long_value_in_a_script_an_error_shows_the_beginning(field: str, value: object, tmp_path: Path) -> None:
    events = tmp_path / "e.jsonl"
    events.write_text("{" + field.replace("{}", LONG) + ":" + json.dumps(value) + "}\n", encoding="utf-8")
    line = refused("script", "vierfrei", events, "--number", "1", "--shots", tmp_path)
    assert line.startswith(f"gemport: {events}: line 1: ")
    assert len(line) < len(str(events)) + 250


def test_the_name_of_a_file_is_told_in_full_if_there_can_be_such_a_file() -> None:
    missing = Path(*["long " + 240 * "n"] * 3)
    assert refused("rsc", missing).startswith(f"gemport: {missing}: ")
    assert refused("rsc", LONG).startswith(f"gemport: {LONG[:80]}...: ")
    assert len(refused("rsc", WORDS)) < 1100


# ---- play, deal


def test_a_screenshot_shows_the_numbered_game(tmp_path: Path) -> None:
    assert run("vierfrei", "123456", "--screenshot", tmp_path / "a.png") == (0, "", "")
    assert run("vierfrei", "+0123456", "--screenshot", tmp_path / "b.png") == (0, "", "")
    assert run("vierfrei", "123457", "--screenshot", tmp_path / "c.png") == (0, "", "")
    one, same, other = ((tmp_path / name).read_bytes() for name in ("a.png", "b.png", "c.png"))
    assert one == same != other
    assert size(tmp_path / "a.png") == (640, 400)


def test_without_a_command_it_is_vierfrei_with_a_number_that_the_clock_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for moment in (7_000_042, 7_000_043):
        monkeypatch.setattr("time.time_ns", lambda moment=moment: 5_000_000 * moment)
        run("--screenshot", tmp_path / "a.png")
        run("vierfrei", Random(moment).choice(NUMBERS), "--screenshot", tmp_path / "b.png")
        assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    assert Random(7_000_042).choice(NUMBERS) != Random(7_000_043).choice(NUMBERS)


@pytest.mark.parametrize(
    ("screen", "pixels"),
    [
        ("st-high", (640, 400)),
        ("tt-medium", (640, 480)),
        ("tt-high", (1280, 960)),
        ("602x339", (602, 339)),
        # The modes of FreeCell's guide, by their numbers and names.
        *((name, (640, 512)) for name in ("1", "PALLACE", "2", "DblPalFF")),
        *((name, (640, 480)) for name in ("3", "vga")),
        *((name, (640, 400)) for name in ("4", "NTSCLACE", "5", "DBLNTSCFF")),
    ],
)
def test_screens_by_name_number_and_size(screen: str, pixels: tuple[int, int]) -> None:
    assert ROWS["screen"].kind.read(screen) == pixels


@pytest.mark.parametrize("form", ["text", "fc-solve", "json"])
def test_deals_are_printed_one_after_the_other(form: str) -> None:
    status, out, err = run("deal", "vierfrei", "0", "999999", "--format", form)
    assert (status, err) == (0, "")
    texts = [deal_text("vierfrei", "VIERFREI", vierfrei_deal(number), form) for number in (0, 999999)]
    # fc-solve reads eight lines: between deals is an empty one.
    assert out == ("\n\n" if form == "fc-solve" else "\n").join(texts) + "\n"


def shell(command: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a pipe, its output held back as it is outside of tests."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    words = ["bash", "-o", "pipefail", "-c", f"{sys.executable} -m gemport {command}"]
    return subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True)


@needs_shell
def test_a_reader_who_has_enough_is_no_error(tmp_path: Path) -> None:
    bells = script(tmp_path / "e.jsonl", *[{"do": "text", "text": text} for text in "1" + "9" * 20])
    numbers = " ".join(map(str, range(3000)))
    for command in (
        f"deal vierfrei {numbers} | head -1",
        "7 --screenshot - | head -c 1 >/dev/null",
        f"script vierfrei {bells} --number 1 --shots {tmp_path} | true",
    ):
        result = shell(command)
        assert (result.returncode, result.stderr) == (0, ""), command


LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there is no device that is always full")


@LINUX
@pytest.mark.parametrize(("where", "said"), [("> /dev/full", "No space left on device"), (">&-", "is closed")])
def test_what_could_not_be_printed_is_said_in_a_line(where: str, said: str) -> None:
    result = shell(f"deal vierfrei 1 {where}")
    assert (result.returncode, result.stderr) == (2, f"gemport: standard output: {said}\n")


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
def test_what_could_not_be_written_is_named_in_a_line(command: tuple[object, ...], tmp_path: Path) -> None:
    full = tmp_path / "full.png"
    full.symlink_to("/dev/full")
    assert refused(*command, full) == f"gemport: {full}: No space left on device"


def test_a_terminal_without_a_letter_gets_its_number() -> None:
    command = [sys.executable, "-m", "gemport", "deal", "grossfamilien", "1"]
    environment = {**os.environ, "PYTHONIOENCODING": "cp866"}
    result = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")
    assert "Gro\\xdffamilien" in result.stdout


def test_where_windows_has_no_console_a_box_shows_what_would_be_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was asked for failed there: standard output was closed."""
    shown: list[tuple[str, str]] = []
    user32 = SimpleNamespace(MessageBoxW=lambda _owner, text, title, _sign: shown.append((text, title)))
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(user32=user32), raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    terminal.say("12 files installed\nin all")
    terminal.complain("no OpenGL")
    assert shown == [("12 files installed\nin all", "gemport"), ("no OpenGL", "gemport")]


# ---- script


def test_a_script_writes_its_shots_and_tells_of_bells(tmp_path: Path) -> None:
    events = script(
        tmp_path / "e.jsonl",
        {"do": "text", "text": "19"},
        {"do": "key", "key": "F2"},
        SHOT,
        {"do": "text", "text": "7"},
        {"do": "key", "key": "Return"},
        {"do": "text", "text": "19"},
        {"do": "shot", "file": "deep/b.png"},
    )
    shots = tmp_path / "shots"
    result = run("script", "vierfrei", events, "--number", "1", "--shots", shots)
    assert result == (0, "line 1: bell\nline 6: bell\n", "")
    assert size(shots / "a.png") == size(shots / "deep" / "b.png") == (640, 400)


# ---- faults


def test_a_fault_of_the_program_is_one_line_and_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr(deal, "deal_text", broken)
    crash = tmp_path / "home" / "crash.txt"
    line = f"gemport: internal error: RuntimeError: two lines (details in {crash})\n"
    assert run("deal", "vierfrei", "1") == (70, "", line)
    assert "Traceback" in crash.read_text()


def test_an_interrupt_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(deal, "deal_text", interrupted)
    assert run("deal", "vierfrei", "1") == (130, "", "")

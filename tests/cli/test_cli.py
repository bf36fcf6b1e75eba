"""The command line: what it takes, what it refuses and how, and its exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from gemport import __version__
from gemport.cards.deals import NUMBERS, deal_text
from gemport.cards.vierfrei import vierfrei_deal
from gemport.cli import deal, registry
from tests.cli.run import refused, run, script
from tests.places import ROOT

SHOT: dict[str, object] = {"do": "shot", "file": "a.png"}


def size(path: Path) -> tuple[int, int]:
    with Image.open(path) as picture:
        assert picture.mode == "1"
        return picture.size


# ---- as a program


def test_the_module_runs_as_a_program() -> None:
    command = [sys.executable, "-m", "gemport", "--version"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (result.returncode, result.stdout, result.stderr) == (0, f"gemport {__version__}\n", "")


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


@pytest.mark.parametrize(
    "arguments", [["--help"], ["-h"], *[[c, "--help"] for c in ("vierfrei", "script", "deal", "replay")]]
)
def test_help_is_there_for_everything(arguments: list[str]) -> None:
    status, out, err = run(*arguments)
    assert (status, err) == (0, "")
    assert out.startswith("usage: gemport")


def test_help_names_every_command_and_common_option() -> None:
    out = run("--help").out
    for word in (*registry.names(), "deal", "script", "replay", "rsc", "--version"):
        assert word in out
    pictures = {"--screen", "--lang", "--dat", "--rsc", "--font", "--system", "--builtin"}
    windows = {"--scale", "--fullscreen", "--mute"}
    for command in ("vierfrei", "freecell", "grossfamilien", "script", "replay"):
        # A script has no window: what would do nothing there is not taken without a word.
        wanted = pictures if command == "script" else pictures | windows
        assert {option for option in pictures | windows if option in run(command, "--help").out} == wanted, command


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], ["COMMAND", "'chess'", "vierfrei"]),
        (["vierfrei", "abc"], ["'abc' is not a game number"]),
        (["--lang", "de", "FreeCell", "5"], ["the game's name comes first: gemport FreeCell"]),
        (["vierfrei", "1.5"], ["'1.5' is not a game number"]),
        (["vierfrei", "1000000"], ["1000000 is not in 0..999999"]),
        (["vierfrei", "--screenshot", "x.png", "-1"], ["-1"]),
        (["vierfrei", "1", "2"], ["unrecognized arguments: 2"]),
        (["vierfrei", "--colour"], ["unrecognized arguments: --colour"]),
        (["vierfrei", "--two\nlines"], ["unrecognized arguments: --two lines"]),
        (["rsc", "f", "--tree", "x"], ["'x' is not a tree"]),
        (["rsc", "f", "--tree", "-1"], ["'-1' is not a tree"]),
        (["--colour"], ["--colour"]),
        (["vierfrei", "--screen", "huge"], ["'huge' is not a screen", "st-high"]),
        (["freecell", "--screen", "6"], ["'6' is not a screen"]),
        (["vierfrei", "--screen", "0x400"], ["'0x400' is not a screen"]),
        (["vierfrei", "--screen", "640x"], ["'640x' is not a screen"]),
        (["vierfrei", "--screen", "9000x9000"], ["'9000x9000' is not a screen", "8192"]),
        (["vierfrei", "--scale", "0"], ["'0' is not a scale"]),
        (["vierfrei", "--scale", "2.5"], ["'2.5' is not a scale"]),
        (["vierfrei", "--lang", "fr"], ["--lang", "'fr'"]),
        (["vierfrei", "--dat"], ["--dat", "expected one argument"]),
        (["deal"], ["GAME"]),
        (["deal", "vierfrei"], ["NUMBER"]),
        (["deal", "bridge", "1"], ["'bridge' is not a game"]),
        (["deal", "vierfrei", "x"], ["'x' is not a game number"]),
        (["deal", "vierfrei", "1000000"], ["1000000 is not in 0..999999"]),
        (["deal", "vierfrei", "1", "--format", "xml"], ["--format", "'xml'"]),
        (["script"], ["GAME"]),
        (["script", "vierfrei", "e.jsonl", "--number", "1"], ["--shots"]),
        (["script", "bridge", "e.jsonl", "--number", "1", "--shots", "d"], ["'bridge' is not a game"]),
        (["replay"], ["FILE"]),
        (["replay", "f", "--speed", "0"], ["'0' is not a speed"]),
        (["replay", "f", "--speed", "-1"], ["--speed"]),
        (["replay", "f", "--speed", "fast"], ["'fast' is not a speed"]),
        (["replay", "f", "--speed", "101"], ["'101' is not a speed"]),
        (["replay", "f", "--speed", "nan"], ["'nan' is not a speed"]),
        (["replay", "f", "--shots", "d", "--gif", "g.gif"], ["--gif", "not allowed with", "--shots"]),
        (["replay", "f", "--shots", "d", "--speed", "2"], ["--speed"]),
        (["replay", "f", "--shots", "d", "--scale", "2"], ["--scale", "without a window"]),
        (["replay", "f", "--gif", "g.gif", "--fullscreen"], ["--fullscreen", "without a window"]),
        (["script", "vierfrei", "e.jsonl", "--number", "1", "--shots", "d", "--scale", "2"], ["--scale"]),
        (["script", "vierfrei", "e.jsonl", "--number", "1", "--shots", "d", "--fullscreen"], ["--fullscreen"]),
        (["script", "vierfrei", "e.jsonl", "--number", "1", "--shots", "d", "--mute"], ["--mute"]),
        (["vierfrei", "--events", "e.jsonl", "--screenshot", "a.png"], ["--events", "a screenshot records no events"]),
        (["vierfrei", "--screenshot", "a.jpg"], ["a.jpg", "ends in .png"]),
        (["vierfrei", "--screenshot", "png"], ["ends in .png"]),
        (["rsc", "f", "--png", "a.gif"], ["a.gif", "ends in .png"]),
        (["vierfrei", "--new", "--continue"], ["--continue", "not allowed with", "--new"]),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(arguments: list[str], words: list[str]) -> None:
    line = refused(*arguments)
    assert line.startswith("gemport")
    for word in words:
        assert word in line


LONG = "x" * 10_000
WORDS = 'it\'s "so" ' * 1_000


@pytest.mark.parametrize("text", [LONG, "9" * 10_000, WORDS], ids=["word", "number", "words"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["{}"],
        ["vierfrei", "{}"],
        ["vierfrei", "1", "{}"],
        ["vierfrei", "--{}"],
        ["vierfrei", "--screen", "{}"],
        ["vierfrei", "--lang", "{}"],
        ["vierfrei", "--mute={}"],
        ["deal", "{}", "1"],
        ["deal", "vierfrei", "1", "--format", "{}"],
        ["solve", "vierfrei", "1", "--limit", "{}"],
        ["replay", "--speed", "{}"],
    ],
)
def test_of_a_long_word_an_error_shows_the_beginning(arguments: list[str], text: str) -> None:
    line = refused(*(argument.format(text) for argument in arguments))
    assert text[:20] in line.replace("\\'", "'")
    assert len(line) < 300


@pytest.mark.parametrize(
    "field", ['"do"', '"do":"click","x"', '"do":"click","button"', '"do":"click","{}"', '"do":"key","key"']
)
@pytest.mark.parametrize("value", [LONG, WORDS, list(range(10_000)), {"a": LONG}, 10**4000], ids=type)
def test_of_a_long_value_in_a_script_an_error_shows_the_beginning(field: str, value: object, tmp_path: Path) -> None:
    events = tmp_path / "e.jsonl"
    events.write_text("{" + field.replace("{}", LONG) + ":" + json.dumps(value) + "}\n", encoding="utf-8")
    line = refused("script", "vierfrei", events, "--number", "1", "--shots", tmp_path)
    assert line.startswith(f"gemport: {events}: line 1: ")
    assert len(line) < len(str(events)) + 250


@pytest.mark.parametrize(
    "text",
    [
        f"game: {LONG}\nnumber: 1\n",
        f"game: vierfrei\nnumber: {LONG}\n",
        f"game: vierfrei\nnumber: 1\n\n{LONG}\n",
        f"{WORDS}\n",
    ],
)
def test_of_a_long_word_in_a_recording_an_error_shows_the_beginning(text: str, tmp_path: Path) -> None:
    recording = tmp_path / "game.txt"
    recording.write_text(text, encoding="utf-8")
    line = refused("replay", recording)
    assert line.startswith(f"gemport: {recording}: line ")
    assert len(line) < len(str(recording)) + 300


def test_the_name_of_a_file_is_told_in_full_if_there_can_be_such_a_file() -> None:
    missing = "/".join(["long " + 240 * "n"] * 3)
    assert refused("rsc", missing) == f"gemport: {missing}: No such file or directory"
    assert refused("rsc", LONG) == f"gemport: {LONG[:80]}...: File name too long"
    assert len(refused("rsc", WORDS)) < 1100


# ---- language


def test_lang_is_stronger_than_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shots = {}
    for system in ("de_DE", "en_US"):
        monkeypatch.setenv("LC_ALL", system)
        for option in (None, "de", "en"):
            path = tmp_path / "a.png"
            chosen = ["--lang", option] if option else []
            assert run("vierfrei", 1, "--screenshot", path, *chosen).status == 0
            shots[system, option] = path.read_bytes()
    assert shots["de_DE", None] == shots["de_DE", "de"] == shots["en_US", "de"]
    assert shots["en_US", None] == shots["en_US", "en"] == shots["de_DE", "en"]
    assert shots["de_DE", "de"] != shots["de_DE", "en"]


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
        ("640x512", (640, 512)),
        ("602x339", (602, 339)),
        # The modes of FreeCell's guide, by their numbers and names.
        *((name, (640, 512)) for name in ("1", "PALLACE", "2", "DblPalFF")),
        *((name, (640, 480)) for name in ("3", "vga")),
        *((name, (640, 400)) for name in ("4", "NTSCLACE", "5", "DBLNTSCFF")),
    ],
)
def test_screens_by_name_number_and_size(screen: str, pixels: tuple[int, int], tmp_path: Path) -> None:
    assert run("freecell", 1, "--screen", screen, "--screenshot", tmp_path / "a.png").status == 0
    assert size(tmp_path / "a.png") == pixels


@pytest.mark.parametrize(("screen", "room"), [("601x339", "599x300"), ("602x338", "600x299"), ("1x1", "x")])
def test_a_screen_one_pixel_too_small_is_refused(screen: str, room: str, tmp_path: Path) -> None:
    line = refused("vierfrei", 1, "--screen", screen, "--screenshot", tmp_path / "a.png")
    assert line.startswith(f"gemport: a screen of {screen} leaves ")
    assert room in line
    assert line.endswith("600x300 are needed")
    assert not (tmp_path / "a.png").exists()


def test_a_screenshot_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "a.png"
    assert refused("vierfrei", "1", "--screenshot", path) == f"gemport: {path}: No such file or directory"


@pytest.mark.parametrize("form", ["text", "fc-solve", "json"])
def test_deals_are_printed_one_after_the_other(form: str) -> None:
    status, out, err = run("deal", "vierfrei", "0", "999999", "--format", form)
    assert (status, err) == (0, "")
    texts = [deal_text("vierfrei", "VIERFREI", vierfrei_deal(number), form) for number in (0, 999999)]
    # fc-solve reads eight lines: between deals is an empty one.
    assert out == ("\n\n" if form == "fc-solve" else "\n").join(texts) + "\n"


def shell(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a pipe, its output held back as it is outside of tests."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"} | environment
    words = ["bash", "-o", "pipefail", "-c", f"{sys.executable} -m gemport {command}"]
    return subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True)


def test_a_reader_who_has_enough_is_no_error(tmp_path: Path) -> None:
    bells = script(tmp_path / "e.jsonl", *[{"do": "text", "text": text} for text in "1" + "9" * 20])
    numbers = " ".join(map(str, range(3000)))
    for command in (
        f"deal vierfrei {numbers} | head -1",
        "vierfrei --help | true",
        "7 --screenshot - | head -c 1 >/dev/null",
        f"script vierfrei {bells} --number 1 --shots {tmp_path} | true",
    ):
        result = shell(command)
        assert (result.returncode, result.stderr) == (0, ""), command


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there is no device that is always full")
@pytest.mark.parametrize(
    ("command", "named"),
    [
        ("deal vierfrei 1 > /dev/full", "standard output"),
        ("vierfrei 1 --screenshot {full}", "{full}"),
        ("replay tests/data/games/{game} --gif /dev/full", "/dev/full"),
        ("rsc data/vierfrei/vierfrei_de.rsc --tree 1 --png {full}", "{full}"),
    ],
)
def test_a_full_disk_is_told_in_a_line_that_names_what_could_not_be_written(
    command: str, named: str, tmp_path: Path
) -> None:
    game = next((ROOT / "tests/data/games").glob("*.txt")).name
    full = tmp_path / "full.png"
    full.symlink_to("/dev/full")
    result = shell(command.format(game=game, full=full))
    assert (result.returncode, result.stderr) == (2, f"gemport: {named.format(full=full)}: No space left on device\n")


def test_a_terminal_without_a_letter_gets_its_number() -> None:
    result = shell("deal grossfamilien 1", PYTHONIOENCODING="cp866")
    assert (result.returncode, result.stderr) == (0, "")
    assert "Gro\\xdffamilien" in result.stdout


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


def test_the_same_script_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    events = script(
        tmp_path / "e.jsonl",
        {"do": "key", "key": "Delete"},
        {"do": "press", "x": 60, "y": 235, "button": "left"},
        {"do": "move", "x": 200, "y": 180},
        {"do": "shot", "file": "drag.png"},
        {"do": "release", "button": "left"},
        {"do": "key", "key": "F4"},
        {"do": "shot", "file": "about.png"},
    )
    for folder in ("one", "two"):
        run("script", "vierfrei", events, "--number", "42", "--shots", tmp_path / folder)
    for name in ("drag.png", "about.png"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", None),
        ("\n\n", None),
        ('{"do":"wait","ms":1}\n\n{"do":"jump"}', 'line 3: "do" is one of'),
        ("click", "line 1: not JSON"),
        ("[1]", "line 1: an event is an object in braces"),
        ('{"do":"click","x":1}', 'line 1: "x" and "y" come together'),
        ('{"do":"key","key":"Hyper"}', "line 1: unknown key name 'Hyper'"),
        ('{"do":"text","text":"漢"}', "line 1: "),
        ('{"do":"shot","file":"../a.png"}', "line 1: "),
        ('{"do":"wait","ms":-5}', "line 1: "),
    ],
)
def test_a_bad_line_of_a_script_is_named(text: str, reason: str | None, tmp_path: Path) -> None:
    events = tmp_path / "e.jsonl"
    events.write_text(text, encoding="utf-8")
    arguments = ("script", "vierfrei", events, "--number", "1", "--shots", tmp_path / "shots")
    if reason is None:
        assert run(*arguments) == (0, "", "")
    else:
        assert refused(*arguments).startswith(f"gemport: {events}: {reason}")
    assert not (tmp_path / "shots").exists()


def test_a_script_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    rest = ("--number", "1", "--shots", tmp_path)
    missing = tmp_path / "missing.jsonl"
    assert refused("script", "vierfrei", missing, *rest) == f"gemport: {missing}: No such file or directory"
    assert refused("script", "vierfrei", tmp_path, *rest) == f"gemport: {tmp_path}: Is a directory"
    binary = tmp_path / "b.jsonl"
    binary.write_bytes(b'{"do":"wait"\xff')
    assert refused("script", "vierfrei", binary, *rest) == f"gemport: {binary}: byte 12 is not UTF-8 text"


def test_a_script_that_was_not_recorded_needs_a_number(tmp_path: Path) -> None:
    events = script(tmp_path / "e.jsonl", SHOT)
    assert refused("script", "vierfrei", events, "--shots", tmp_path).startswith("gemport: --number N is needed")


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

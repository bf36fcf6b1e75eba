"""``-`` in the place of a file: what a pipe brings, and what goes into one."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest

from gemport.cli import main
from gemport.hosts import files
from tests.cli.run import refused
from tests.needs import needs_processor, needs_shell
from tests.places import DATA, ROOT
from tests.st.build import PROGRAMS


def piped(*arguments: object, text: bytes = b"") -> bytes:
    """Return what a command writes to standard output when it reads this from standard input; it says nothing else."""
    files._standard_input.cache_clear()
    out, err = TextIOWrapper(BytesIO(), encoding="utf-8", newline="\n"), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "stdin", TextIOWrapper(BytesIO(text)))
        assert main([str(argument) for argument in arguments]) == 0
    out.flush()
    assert err.getvalue() == ""
    assert not Path("-").exists()
    return out.buffer.getvalue()


def test_a_screenshot_goes_into_a_pipe(tmp_path: Path) -> None:
    """This one as a program; what follows is its wiring."""
    command = [sys.executable, "-m", "gemport", "7", "--lang", "de", "--screenshot", "-"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    assert main(["7", "--lang", "de", "--screenshot", str(tmp_path / "file.png")]) == 0
    assert result.stdout == piped(*command[3:]) == (tmp_path / "file.png").read_bytes()


def test_card_pictures_come_out_of_one(tmp_path: Path) -> None:
    """They are read twice, for the game and for its help."""
    cards = (DATA / "vierfrei" / "cards_de.dat").read_bytes()
    shown = piped("7", "--lang", "en", "--dat", "-", "--screenshot", "-", text=cards)
    assert shown == piped("7", "--lang", "en", "--dat", DATA / "vierfrei" / "cards_de.dat", "--screenshot", "-")
    assert shown != piped("7", "--lang", "en", "--screenshot", "-")
    assert piped("desktop", "--dat", "-", "--screenshot", "-", text=cards).startswith(b"\x89PNG")


def test_a_resource_comes_out_of_one_and_its_picture_goes_into_one() -> None:
    data = (DATA / "desktop" / "desktop_en.rsc").read_bytes()
    assert piped("rsc", "-", text=data) == piped("rsc", DATA / "desktop" / "desktop_en.rsc")
    assert piped("rsc", "-", "--tree", "0", "--png", "-", text=data).startswith(b"\x89PNG")


def test_events_and_recordings_come_out_of_one(tmp_path: Path) -> None:
    event = json.dumps({"do": "shot", "file": "shot.png"}).encode()
    assert piped("script", "vierfrei", "-", "--number", "7", "--shots", tmp_path, text=event) == b""
    assert (tmp_path / "shot.png").exists()
    assert piped("replay", "-", "--gif", "-", text=b"game: vierfrei\nnumber: 1\n").startswith(b"GIF89a")


def test_statistics_go_through_a_pipe() -> None:
    exported = piped("stats", "--export", "-")
    assert json.loads(exported)["version"] == 1
    assert piped("stats", "--import", "-", text=exported).count(b"0 counted") == 3


@needs_processor
def test_a_program_of_the_atari_comes_out_of_one(tmp_path: Path) -> None:
    program = (PROGRAMS / "HELLO.PRG").read_bytes()
    (tmp_path / "stdin.prg").write_bytes(program)
    shown = piped("run", "-", "--screenshot", "-", text=program)
    assert shown == piped("run", tmp_path / "stdin.prg", "--screenshot", "-")


def test_a_picture_of_a_start_goes_through_a_pipe() -> None:
    assert piped("which", "-", text=piped("42", "--builtin", "--screenshot", "-")) == b"VIERFREI #42: can be won\n"


@needs_shell
def test_a_board_is_asked_for_of_a_closed_input() -> None:
    """A closed standard input was an internal error there, and what was too long for a board was cut off."""
    command = f"{sys.executable} -m gemport solve freecell --board - <&-"
    result = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True)
    assert (result.returncode, result.stderr) == (2, b"gemport: standard input: is closed\n")


def test_what_is_wrong_is_said_of_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"no recording")))
    assert refused("replay", "-").startswith("gemport: standard input: line 1: ")


@pytest.mark.parametrize("command", [["7"], ["desktop"]])
def test_a_screenshot_makes_no_store(command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEMPORT_HOME", str(tmp_path / "home"))
    assert main([*command, "--screenshot", str(tmp_path / "shot.png")]) == 0
    assert not (tmp_path / "home").exists()

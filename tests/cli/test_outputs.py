"""No output on the command line spoils a file: what the run reads, what is kept, and what somebody else writes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gemport.cli.registry import GameBoards
from gemport.store.recordings import RecordingFile
from tests.cli.run import refused, run, script
from tests.places import DATA, ROOT

RECORDING = "game: vierfrei\nnumber: 42\n\n1a 2b 4h\n"
SHOT = {"do": "shot", "file": "a.png"}


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(RECORDING)
    return path


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir(exist_ok=True)
    return folder


def test_no_output_overwrites_its_own_input(tmp_path: Path) -> None:
    # Under names that a picture may have.
    deck = Path(shutil.copyfile(DATA / "vierfrei" / "cards_de.dat", tmp_path / "deck.png"))
    resource = Path(shutil.copyfile(DATA / "desktop" / "desktop_de.rsc", tmp_path / "a.png"))
    recording = tmp_path / "game.gif"
    recording.write_text(RECORDING)
    commands: list[tuple[object, ...]] = [
        ("vierfrei", "1", "--dat", deck, "--screenshot", deck),
        ("rsc", resource, "--tree", "0", "--png", resource),
        ("replay", recording, "--gif", recording),
        ("script", "vierfrei", script(tmp_path / "e", SHOT), "--number", 1, "--shots", tmp_path, "--dat", resource),
    ]
    before = {path: path.read_bytes() for path in (deck, resource, recording)}
    for command in commands[:3]:
        assert refused(*command).endswith("is read by this run, so nothing is written to it"), command
    shutil.copyfile(deck, resource)
    assert refused(*commands[3]).endswith(f"{resource}: is read by this run, so nothing is written to it")
    shutil.copyfile(DATA / "desktop" / "desktop_de.rsc", resource)
    assert before == {path: path.read_bytes() for path in before}


def test_no_output_goes_to_the_players_own_folder(tmp_path: Path, home: Path, recording: Path) -> None:
    events = script(tmp_path / "e.jsonl", SHOT)
    commands: list[tuple[object, ...]] = [
        ("vierfrei", "1", "--screenshot", home / "a.png"),
        ("desktop", "--screenshot", home / "a.png"),
        ("vierfrei", "1", "--events", home / "records.db"),
        ("vierfrei", "1", "--record", home / "game.txt"),
        ("replay", recording, "--gif", home / "a.gif"),
        ("replay", recording, "--shots", home),
        ("script", "vierfrei", events, "--number", "1", "--shots", home),
        ("script", "desktop", events, "--shots", home),
        ("rsc", DATA / "desktop" / "desktop_de.rsc", "--tree", "0", "--png", home / "a.png"),
    ]
    for command in commands:
        assert "lies in the folder of your games and settings" in refused(*command), command
    assert not [path for path in home.iterdir() if path.suffix in (".png", ".gif", ".txt")]


def test_a_link_in_the_folder_for_shots_leads_nothing_out_of_it(tmp_path: Path, recording: Path) -> None:
    shots, precious = tmp_path / "shots", tmp_path / "precious"
    shots.mkdir()
    precious.write_text("1")
    (shots / "a.png").symlink_to(precious)
    (shots / "0000.png").symlink_to(precious)
    events = script(tmp_path / "e.jsonl", SHOT)
    for command in (("script", "vierfrei", events, "--number", "1"), ("replay", recording)):
        assert "leads out of the folder" in refused(*command, "--shots", shots)
    assert precious.read_text() == "1"


def test_an_events_file_is_not_emptied_before_anything_happens(tmp_path: Path) -> None:
    events = tmp_path / "events.jsonl"
    events.write_text("of yesterday\n")
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    command = [sys.executable, "-m", "gemport", "vierfrei", "1", "--events", str(events)]
    assert subprocess.run(command, cwd=ROOT, env=environment, capture_output=True).returncode != 0
    assert events.read_text() == "of yesterday\n"


def test_a_second_program_does_not_record_into_the_same_file(tmp_path: Path, recording: Path) -> None:
    command = (
        "script",
        "vierfrei",
        script(tmp_path / "e"),
        "--number",
        "1",
        "--shots",
        tmp_path,
        "--record",
        recording,
    )
    first = RecordingFile(recording, "vierfrei", GameBoards())
    assert refused(*command) == f"gemport: {recording}: another program is recording into it"
    assert recording.read_text() == RECORDING
    first.close()
    assert run(*command) == (0, "", "")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there are no devices with names")
def test_devices_and_pipes_are_no_input(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (Path("/dev/full"), pipe):
        folder = tmp_path / f"system_{path.name}"
        shutil.copytree(DATA / "system", folder)
        (folder / "8x8.fnt").unlink()
        (folder / "8x8.fnt").symlink_to(path)
        shot = ("--screenshot", tmp_path / "a.png")
        for command in (
            ("vierfrei", "1", "--dat", path, *shot),
            ("vierfrei", "1", "--rsc", path, *shot),
            ("vierfrei", "1", "--font", path, *shot),
            ("vierfrei", "1", "--system", folder, *shot),
            ("rsc", path),
            ("replay", path, "--shots", tmp_path),
            ("script", "vierfrei", path, "--number", "1", "--shots", tmp_path),
        ):
            assert refused(*command).endswith("is a pipe or a device, not a file"), command
        assert refused("vierfrei", "1", *shot, "--record", path).endswith("is not a file to record into")


@pytest.mark.skipif(os.name == "nt", reason="needs a shell of POSIX")
def test_a_closed_standard_output_is_an_error() -> None:
    for command in ("deal vierfrei 1", "vierfrei --help"):
        line = f"{sys.executable} -m gemport {command} >&-"
        result = subprocess.run(line, shell=True, cwd=ROOT, capture_output=True, text=True)
        assert (result.returncode, result.stderr) == (2, "gemport: standard output: is closed\n"), command


@pytest.mark.parametrize("command", ["vierfrei", "replay", "rsc", "script"])
def test_links_in_a_circle_are_told_in_a_line(
    command: str, tmp_path: Path, home: Path, recording: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = tmp_path / "loop.png"
    loop.symlink_to(loop)
    events = script(tmp_path / "e.jsonl", SHOT)
    resource = DATA / "desktop" / "desktop_de.rsc"
    game = ("vierfrei", "1", "--screenshot", tmp_path / "a.png")
    lines: dict[str, list[tuple[object, ...]]] = {
        "vierfrei": [
            *((*game, option, loop) for option in ("--dat", "--rsc", "--font", "--system", "--record")),
            ("vierfrei", "1", "--screenshot", loop),
        ],
        "replay": [
            ("replay", loop, "--shots", tmp_path),
            ("replay", recording, "--shots", loop),
            ("replay", recording, "--gif", loop),
        ],
        "rsc": [("rsc", loop), ("rsc", resource, "--tree", "0", "--png", loop)],
        "script": [
            ("script", "vierfrei", loop, "--number", "1", "--shots", tmp_path),
            ("script", "vierfrei", events, "--number", "1", "--shots", loop),
        ],
    }
    for line in lines[command]:
        assert str(loop) in refused(*line), line
    shutil.rmtree(home)
    home.symlink_to(home)
    monkeypatch.setenv("GEMPORT_HOME", str(home))
    assert "Traceback" not in run(*game).err

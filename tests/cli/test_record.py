"""``--record`` and ``replay`` on the command line."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from PIL import Image

from gemport.cli.registry import GameBoards
from gemport.store.recordings import RecordingFile
from tests.cli.run import refused, run, script
from tests.places import RECORDED

GAMES = RECORDED / "games"
SHORT = "game: vierfrei\nnumber: 42\n\n1a 2b 4h\n"


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(SHORT)
    return path


def test_a_script_is_recorded_and_replayed_to_the_same_board(tmp_path: Path) -> None:
    cell_a, column_1 = (40, 60), (60, 250)
    events = script(
        tmp_path / "e.jsonl",
        {"do": "press", "x": column_1[0], "y": column_1[1], "button": "left"},
        {"do": "move", "x": cell_a[0], "y": cell_a[1]},
        {"do": "release", "button": "left"},
        {"do": "key", "key": "Delete"},
        {"do": "key", "key": "F3"},
        {"do": "key", "key": "Delete"},
        {"do": "press", "button": "right"},
        {"do": "click", "x": column_1[0], "y": column_1[1]},
        {"do": "release", "button": "right"},
        {"do": "move", "x": 639, "y": 399},
        {"do": "shot", "file": "end.png", "pointer": False},
    )
    path = tmp_path / "game.txt"
    arguments = ("script", "vierfrei", events, "--number", "42", "--shots", tmp_path / "played")
    assert run(*arguments, "--record", path) == (0, "", "")
    text = path.read_text()
    assert text == "game: vierfrei\nnumber: 42\n\n1a 4h\n\ngame: vierfrei\nnumber: 42\n\n4h 1d\n"
    assert run("replay", path, "--shots", tmp_path / "replayed") == (0, "", "")
    shots = sorted((tmp_path / "replayed").iterdir())
    assert [shot.name for shot in shots] == [f"{n:04}.png" for n in range(6)]
    assert shots[-1].read_bytes() == (tmp_path / "played" / "end.png").read_bytes()


def test_recording_changes_no_picture(tmp_path: Path) -> None:
    run("vierfrei", "42", "--screenshot", tmp_path / "a.png")
    assert run("vierfrei", "42", "--screenshot", tmp_path / "b.png", "--record", tmp_path / "g.txt").status == 0
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    assert (tmp_path / "g.txt").read_text() == "game: vierfrei\nnumber: 42\n\n"


def test_a_gif_is_written_with_the_common_options(recording: Path, tmp_path: Path) -> None:
    gif = tmp_path / "a.gif"
    assert run("replay", recording, "--gif", gif, "--speed", "2.5", "--screen", "tt-medium") == (0, "", "")
    with Image.open(gif) as picture:
        assert picture.size == (640, 480)
        assert getattr(picture, "n_frames", 1) > 4
        assert picture.info["duration"] == 240


def test_a_second_program_does_not_record_into_the_same_file(recording: Path, tmp_path: Path) -> None:
    command = ("script", "vierfrei", script(tmp_path / "e"), "--number", 1, "--shots", tmp_path, "--record", recording)
    with closing(RecordingFile(recording, "vierfrei", GameBoards())):
        assert refused(*command) == f"gemport: {recording}: another program is recording into it"
        assert recording.read_text() == SHORT
    assert run(*command) == (0, "", "")

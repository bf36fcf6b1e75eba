"""``--record`` and ``replay`` on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

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


@pytest.mark.parametrize("text", ["shopping list\n", "game: vierfrei\nnumber: 42\n\n1a 1x\n"])
def test_a_file_that_is_no_recording_is_not_overwritten(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text)
    line = refused("vierfrei", "42", "--screenshot", tmp_path / "a.png", "--record", path)
    assert line.startswith(f"gemport: {path}: line ")
    assert line.endswith("(it is not a recording, so nothing is written to it)")
    assert path.read_text() == text
    assert not (tmp_path / "a.png").exists()


def test_a_recording_that_cannot_be_written_is_refused_before_the_game(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "g.txt"
    line = refused("vierfrei", "42", "--screenshot", tmp_path / "a.png", "--record", path)
    assert line == f"gemport: {path}: No such file or directory"
    assert refused("vierfrei", "42", "--record", tmp_path) == f"gemport: {tmp_path}: is not a file to record into"


def test_a_recorded_full_game_ends_in_the_congratulation(tmp_path: Path) -> None:
    shots = tmp_path / "shots"
    assert run("replay", GAMES / "849431.txt", "--shots", shots, "--lang", "en") == (0, "", "")
    assert len(list(shots.iterdir())) == 111
    with Image.open(shots / "0110.png") as last, Image.open(shots / "0109.png") as before:
        box = (168, 152, 472, 284)
        # The box covers the middle of the window, which was bare felt and columns before.
        assert last.crop(box).tobytes() != before.crop(box).tobytes()
        assert last.crop((0, 0, 640, 40)).tobytes() == before.crop((0, 0, 640, 40)).tobytes()


def test_a_gif_is_written_with_the_common_options(recording: Path, tmp_path: Path) -> None:
    gif = tmp_path / "a.gif"
    assert run("replay", recording, "--gif", gif, "--speed", "2.5", "--screen", "tt-medium") == (0, "", "")
    with Image.open(gif) as picture:
        assert picture.size == (640, 480)
        assert getattr(picture, "n_frames", 1) > 4
        assert picture.info["duration"] == 240


@pytest.mark.parametrize("way", ["--shots", "--gif", None])
def test_a_recording_that_does_not_replay_is_refused_before_anything_is_shown(way: str | None, tmp_path: Path) -> None:
    path, target = tmp_path / "g.txt", tmp_path / "out"
    path.write_text("game: vierfrei\nnumber: 42\n\n1a\n\ngame: vierfrei\nnumber: 7\n1a 1a")
    line = refused("replay", path, *([way, target] if way else []))
    assert line.startswith(f"gemport: {path}: line 8: move 2, '1a': ")
    assert not target.exists()


def test_a_recording_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "missing.txt"
    assert refused("replay", missing, "--shots", tmp_path) == f"gemport: {missing}: No such file or directory"
    binary = tmp_path / "b.txt"
    binary.write_bytes(b"game\xe4")
    assert refused("replay", binary, "--shots", tmp_path) == f"gemport: {binary}: byte 4 is not UTF-8 text"


def test_pictures_that_cannot_be_written_are_named(recording: Path, tmp_path: Path) -> None:
    assert refused("replay", recording, "--gif", tmp_path / "no" / "a.gif").endswith("No such file or directory")
    assert refused("replay", recording, "--gif", tmp_path).endswith("Is a directory")
    assert refused("replay", recording, "--shots", recording).endswith("File exists")


def test_a_screen_too_small_is_refused_for_replays_too(recording: Path, tmp_path: Path) -> None:
    assert "600x300 are needed" in refused("replay", recording, "--gif", tmp_path / "a.gif", "--screen", "320x200")
    assert not (tmp_path / "a.gif").exists()

"""Recordings: ``--record``, and ``gemport replay``: pictures of recorded games, solutions and reviews."""

import json
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from gemport.cards.freecell import FreeCellBoard
from gemport.cards.game import Solution
from gemport.cards.notation import parse_record
from gemport.cli.registry import boards
from gemport.cli.replay import write_animation, write_shots
from gemport.hosts.pictures import to_image
from gemport.play.cellsolver import CellSolver
from gemport.play.recordings import PAUSE
from gemport.solver import Verdict
from gemport.store.recordings import RecordingFile
from tests.cli.run import refused, run, script
from tests.games.vierfrei.player import Game
from tests.games.vierfrei.test_follow import GAMES, SHORT, Playback
from tests.hosts.xvfb import Program
from tests.places import RECORDED

# ---- contents of recordings


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(SHORT)
    return path


def test_a_gif_is_written_with_the_common_options(recording: Path, tmp_path: Path) -> None:
    gif = tmp_path / "a.gif"
    assert run("replay", recording, "--gif", gif, "--speed", "2.5", "--screen", "tt-medium") == (0, "", "")
    with Image.open(gif) as picture:
        assert picture.size == (640, 480)
        assert getattr(picture, "n_frames", 1) > 4
        assert (picture.info["loop"], picture.info["duration"]) == (0, PAUSE / 2.5)
        assert picture.getpalette() == [0, 0, 0, 255, 255, 255]


def test_a_second_program_does_not_record_into_the_same_file(recording: Path, tmp_path: Path) -> None:
    command = ("script", "vierfrei", script(tmp_path / "e"), "--number", 1, "--shots", tmp_path, "--record", recording)
    with closing(RecordingFile(recording, "vierfrei", boards())):
        assert refused(*command) == f"gemport: {recording}: another program is recording to it"
        assert recording.read_text() == SHORT
    assert run(*command) == (0, "", "")


# ---- pictures


def test_shots_and_a_gif_show_every_board_and_the_gif_moving_boxes(tmp_path: Path) -> None:
    game, playback = Game(42), Playback(SHORT)
    pictures = [game.picture()]
    for word in ("1a", "2b", "4h"):
        game.play([word])
        pictures.append(game.picture())
    write_shots(playback.machine, playback.steps, tmp_path / "new" / "shots")
    paths = sorted((tmp_path / "new" / "shots").iterdir())
    assert [path.name for path in paths] == ["0000.png", "0001.png", "0002.png", "0003.png"]
    assert [frames(path) for path in paths] == [[(picture, None)] for picture in pictures]
    playback = Playback(SHORT)
    write_animation(playback.machine, playback.steps, tmp_path / "a.gif")
    shown = frames(tmp_path / "a.gif")
    assert [picture for picture, ms in shown if ms >= PAUSE] == pictures
    assert shown[-1][1] == 3000
    moving = [ms for _, ms in shown if ms < PAUSE]
    assert (len(moving) >= 6, set(moving)) == (True, {60})


def test_shots_continue_after_a_congratulation(tmp_path: Path) -> None:
    full = GAMES[0].read_text()
    playback = Playback(full + SHORT)
    write_shots(playback.machine, playback.steps, tmp_path)
    assert playback.board.words() == ["1a", "2b", "4h"]
    assert len(list(tmp_path.iterdir())) == playback.steps + 1
    game = Game(42)
    game.play(["1a", "2b", "4h"])
    assert playback.picture() == game.picture()


def frames(path: Path) -> list[tuple[bytes, Any]]:
    with Image.open(path) as picture:
        found = []
        for number in range(getattr(picture, "n_frames", 1)):
            picture.seek(number)
            found.append((picture.convert("1").point(lambda v: 255 - v).tobytes(), picture.info.get("duration")))
        return found


# ---- solutions


@pytest.mark.parametrize(("game", "number"), [("vierfrei", 5), ("freecell", 1)])
def test_a_solution_is_shown_to_its_last_move(
    tmp_path: Path, game: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gemport.cli.solve._DEFAULT_POSITIONS", 100)
    option = () if game == "vierfrei" else ("--game", game)
    assert run("replay", "--solve", number, *option, "--shots", tmp_path, "--builtin") == (0, "", "")
    words = json.loads(run("solve", game, number, "--format", "json").out)["moves"]
    pictures = sorted(tmp_path.glob("*.png"))
    assert len(pictures) == len(words) + 1
    assert all(one.read_bytes() != other.read_bytes() for one, other in pairwise(pictures))


def test_an_impossible_game_shows_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CellSolver, "solve", lambda *_: Solution(Verdict.IMPOSSIBLE, None, 5))
    status, out, err = run("replay", "--solve", 11982, "--game", "freecell", "--shots", tmp_path)
    assert (status, out, err) == (1, "", "gemport: FreeCell #11982: cannot be won\n")
    assert not list(tmp_path.iterdir())


def test_a_review_names_the_losing_move_and_a_solution(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    words = "3b 1c 2d 1a 38 15 c1 2c 18 81 18 81 18 81"
    path.write_text(f"game: freecell\nnumber: 5\n\n{words}\n")
    status, out, _ = run("replay", path, "--review")
    title, signs, after, *way = out.splitlines()
    assert (status, title, signs) == (0, "FreeCell #5: 14 moves, lost by move 8, 2c", "+" * 8 + "-" * 7)
    assert after == "Winning moves after move 7:"
    board = FreeCellBoard.deal(5)
    for word in [*words.split()[:7], *" ".join(way).split()]:
        board.play_word(word)
    assert board.won
    path.write_text(f"game: freecell\nnumber: 5\n\n{' '.join(words.split()[:8])}\n")
    assert run("replay", path, "--review").out.startswith("FreeCell #5: 8 moves, lost by move 8, 2c\n++++++++-\n")


def test_a_review_of_a_won_game_and_of_one_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    won = run("replay", GAMES[0], "--review").out.splitlines()
    recorded = parse_record(GAMES[0].read_text(), boards())
    assert won[0].endswith(f" #{recorded.number}: {len(recorded.words)} moves, won")
    assert won[1:] == ["+" * (len(recorded.words) + 1)]
    monkeypatch.setattr("gemport.cli.replay._REVIEW_SECONDS", 0)
    monkeypatch.setattr("gemport.cli.replay.verdict_of", lambda _game, _number: None)
    path = tmp_path / "game.txt"
    path.write_text("game: freecell\nnumber: 11982\n\n1a\n")
    assert run("replay", path, "--review").out.splitlines() == [
        "FreeCell #11982: 1 moves, losing move not found",
        "??",
    ]


# ---- links


@pytest.mark.parametrize("before", ["", "#", "https://example.org/#"])
def test_a_link_is_shown_like_a_recording(tmp_path: Path, before: str) -> None:
    link, folder = f"{before}vierfrei/42/1a2b4h", tmp_path / "of link"
    (tmp_path / "game.txt").write_text(SHORT)
    assert run("replay", link, "--shots", folder, "--builtin") == (0, "", "")
    assert run("replay", tmp_path / "game.txt", "--shots", tmp_path, "--builtin") == (0, "", "")
    names = [path.name for path in sorted(folder.iterdir())]
    assert names == ["0000.png", "0001.png", "0002.png", "0003.png"]
    assert all((folder / name).read_bytes() == (tmp_path / name).read_bytes() for name in names)


# ---- in a window


POINTER = 600, 390


@pytest.fixture
def window(display: str, tmp_path: Path) -> Iterator[Program]:
    (tmp_path / "game.txt").write_text(SHORT)
    options = ["--lang", "de", "--builtin", "--mute", "--scale", "1", "--speed", "2"]
    command = ["-m", "gemport", "replay", str(tmp_path / "game.txt"), *options]
    with Program.python(command, display, "VIERFREI") as program:
        yield program


def shows(window: Program, playback: Playback) -> bool:
    """Return whether the window eventually shows the last picture of the playback."""
    playback.move(POINTER)
    window.move(*POINTER)
    expected = to_image(playback.machine.frame()).convert("RGB")
    return window.picture_when(expected.resize((640, 400), Image.Resampling.NEAREST).tobytes(), (640, 400))


@pytest.mark.window
def test_the_moves_are_made_and_then_it_is_the_players_game(window: Program) -> None:
    playback = Playback(SHORT, stepped=True)
    playback.pause(3 * playback.steps)
    assert shows(window, playback)
    # The button Ab hier weiter: continue from here.
    window.keys("a")
    playback.key("A")
    assert shows(window, playback)
    window.keys("F12")
    playback.key("Undo")
    assert shows(window, playback)


def test_a_saved_game_of_another_program_is_replayed() -> None:
    line = json.loads(run("replay", RECORDED / "won.kpat", "--review", "--format", "json").out)
    assert (line["game"], line["number"], line["won"]) == ("freecell", 146279880, True)

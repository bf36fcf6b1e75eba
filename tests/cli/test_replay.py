"""``gemport replay``: pictures of recorded games, solutions and reviews."""

from __future__ import annotations

import io
import json
import time
from functools import partial
from itertools import count, pairwise
from pathlib import Path

import pytest
from PIL import Image

from gemport.cards.freecell import FreeCellBoard
from gemport.cards.notation import parse_record
from gemport.cli.registry import GameBoards
from gemport.cli.replay import write_animation, write_shots
from gemport.gem.vdi.raster import Raster
from gemport.hosts.pictures import write_gif
from gemport.play.game import CellSolver, Solution
from gemport.play.recordings import PAUSE
from gemport.solver import Verdict
from tests.cli.run import run
from tests.games.vierfrei.player import Game
from tests.games.vierfrei.test_follow import GAMES, SHORT, Playback

# ---- pictures


def test_shots_show_the_start_and_the_board_after_each_move(tmp_path: Path) -> None:
    playback = Playback(SHORT)
    write_shots(playback.machine, playback.steps, tmp_path / "new" / "shots")
    names = sorted(path.name for path in (tmp_path / "new" / "shots").iterdir())
    assert names == ["0000.png", "0001.png", "0002.png", "0003.png"]
    game = Game(42)
    for name, word in zip(names, (None, "1a", "2b", "4h"), strict=True):
        game.play([word] if word else [])
        with Image.open(tmp_path / "new" / "shots" / name) as shot:
            assert shot.mode == "1"
            assert shot.point(lambda v: 255 - v).tobytes() == game.picture(), name


def test_shots_go_on_behind_a_congratulation(tmp_path: Path) -> None:
    full = GAMES[0].read_text()
    playback = Playback(full + SHORT)
    write_shots(playback.machine, playback.steps, tmp_path)
    assert playback.board.words() == ["1a", "2b", "4h"]
    assert len(list(tmp_path.iterdir())) == playback.steps + 1
    game = Game(42)
    game.play(["1a", "2b", "4h"])
    assert playback.picture() == game.picture()


def frames(path: Path) -> list[tuple[bytes, int]]:
    with Image.open(path) as picture:
        found = []
        for number in range(getattr(picture, "n_frames", 1)):
            picture.seek(number)
            found.append((picture.convert("1").point(lambda v: 255 - v).tobytes(), picture.info["duration"]))
        return found


def test_a_gif_shows_every_board_and_the_moving_boxes(tmp_path: Path) -> None:
    playback = Playback(SHORT)
    write_animation(playback.machine, playback.steps, tmp_path / "a.gif")
    game = Game(42)
    boards = [game.picture()]
    for word in ("1a", "2b", "4h"):
        game.play([word])
        boards.append(game.picture())
    shown = frames(tmp_path / "a.gif")
    still = [picture for picture, ms in shown if ms >= PAUSE]
    assert still == boards
    assert shown[-1][1] == 3000
    moving = [ms for _, ms in shown if ms < PAUSE]
    assert len(moving) >= 6
    assert set(moving) == {60}


def test_a_gif_has_two_colours_and_repeats(tmp_path: Path) -> None:
    playback = Playback(SHORT)
    write_animation(playback.machine, playback.steps, tmp_path / "a.gif", speed=4)
    with Image.open(tmp_path / "a.gif") as picture:
        assert picture.size == (640, 400)
        assert picture.info["loop"] == 0
        assert picture.info["duration"] == PAUSE / 4
        assert picture.getpalette() == [0, 0, 0, 255, 255, 255]


def test_frames_of_a_gif_hold_what_differs_and_equal_ones_are_joined() -> None:
    raster = Raster(40, 8)
    out = io.BytesIO()
    other = raster.copy()
    other.rows[3] = 0b1 << (raster.stride - 8)
    write_gif(out, 40, 8, [(raster, 100), (raster, 50), (other, 5)])
    with Image.open(io.BytesIO(out.getvalue())) as picture:
        assert getattr(picture, "n_frames", 1) == 2
        assert picture.info["duration"] == 150
        picture.seek(1)
        assert picture.info["duration"] == 20
        assert picture.tile[0][1] == (7, 3, 8, 4)
        assert picture.convert("1").getpixel((7, 3)) == 0
        assert picture.convert("1").getpixel((6, 3)) == 255


# ---- solutions


@pytest.mark.parametrize(("game", "number"), [("vierfrei", 5), ("freecell", 1), ("grossfamilien", 4)])
def test_a_solution_is_shown_to_its_last_move(
    tmp_path: Path, game: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Each slice of the search reads the clock, and both runs find the same.
    clock = count(0, 0.01)
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    option = () if game == "vierfrei" else ("--game", game)
    assert run("replay", "--solve", number, *option, "--shots", tmp_path, "--builtin") == (0, "", "")
    monkeypatch.setattr(time, "monotonic", partial(next, count(0, 0.01)))
    words = json.loads(run("solve", game, number, "--format", "json").out)["moves"]
    pictures = sorted(tmp_path.glob("*.png"))
    assert len(pictures) == len(words) + 1
    assert all(one.read_bytes() != other.read_bytes() for one, other in pairwise(pictures))


def test_of_a_game_that_cannot_be_won_nothing_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CellSolver, "solve", lambda *_: Solution(Verdict.IMPOSSIBLE, None, 5))
    status, out, err = run("replay", "--solve", 11982, "--game", "freecell", "--shots", tmp_path)
    assert (status, out, err) == (1, "", "gemport: FreeCell #11982: cannot be won\n")
    assert not list(tmp_path.iterdir())


def test_a_review_names_the_losing_move_and_what_would_have_won(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    words = "3b 1c 2d 1a 38 15 c1 2c 18 81 18 81 18 81"
    path.write_text(f"game: freecell\nnumber: 5\n\n{words}\n")
    status, out, _ = run("replay", path, "--review")
    title, signs, after, *way = out.splitlines()
    assert (status, title, signs) == (0, "FreeCell #5: 14 moves, lost by move 8, 2c", "+" * 8 + "-" * 7)
    assert after == "After move 7 these win:"
    board = FreeCellBoard.deal(5)
    for word in [*words.split()[:7], *" ".join(way).split()]:
        board.play_word(word)
    assert board.won


def test_a_review_of_a_won_game_and_of_one_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    won = run("replay", GAMES[0], "--review").out.splitlines()
    recorded = parse_record(GAMES[0].read_text(), GameBoards())
    assert won[0].endswith(f" #{recorded.number}: {len(recorded.words)} moves, won")
    assert won[1:] == ["+" * (len(recorded.words) + 1)]
    monkeypatch.setattr("gemport.cli.replay._REVIEW", 0)
    monkeypatch.setattr("gemport.cli.replay.verdict_of", lambda _game, _number: None)
    path = tmp_path / "game.txt"
    path.write_text("game: freecell\nnumber: 11982\n\n1a\n")
    assert run("replay", path, "--review").out.splitlines() == [
        "FreeCell #11982: 1 moves, where it was lost is not known",
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


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        ("#chess/1/1a", "'chess' is not a game (vierfrei, freecell, grossfamilien)"),
        ("#vierfrei/42/1a1a", "move 2, '1a': TD: cell taken"),
    ],
)
def test_a_link_that_shows_nothing_is_refused_in_a_line(link: str, reason: str) -> None:
    status, out, err = run("replay", link)
    assert (status, out) == (2, "")
    assert err == f"gemport: {link}: {reason}\n"

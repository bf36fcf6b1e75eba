"""Games killed at random moments lose at most the move in progress.

For a long run: python -m tests.store.kills.test_kills [--kills 200] [--seed N] [GAME...]
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import pytest

from gemport.cli import registry
from gemport.store.collection import Progress
from gemport.store.sqlite import Store
from tests.places import ROOT
from tests.store.kills.victim import LENGTH, number, states

KILLS = 6
"""Number of kills per game."""
_LONGEST_DELAY = 0.03
"""Maximum delay between an act and the kill in seconds; some acts take as long."""


def play_and_kill(game: str, folder: Path, random: Random) -> int:
    """Kill a game during a random act, and return the number of acts it had completed."""
    command = [sys.executable, "-m", "tests.store.kills.victim", game, str(folder)]
    wanted = random.randrange(LENGTH)
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        lines: list[str] = []
        while len(lines) < wanted and (line := process.stdout.readline()):
            lines.append(line)
        time.sleep(random.random() * _LONGEST_DELAY)
        process.kill()
        lines += process.stdout.readlines()
        assert process.stderr.read() == ""
    assert [int(line) for line in lines] == list(range(1, len(lines) + 1))
    return len(lines)


def kept(game: str, folder: Path) -> list[tuple[tuple[str, ...], Progress]]:
    """Return the saved unfinished games, last played first."""
    with Store(folder) as store:
        assert store.set_aside is None
        assert store.left_out == ()
        begun = store.collections([game])[game].unfinished
        assert {one.number for one in begun} <= {number(game)}
        return [(one.words, one.progress) for one in begun]


def kill(game: str, folder: Path, kills: int, seed: int) -> int:
    """Start and kill a game ``kills`` times; return how often the move in progress was saved too.

    Raises AssertionError if a completed move is missing or an earlier game has changed.
    """
    random, expected = Random(seed), states(game)
    before: list[tuple[tuple[str, ...], Progress]] = []
    in_the_making = 0
    for _ in range(kills):
        done = play_and_kill(game, folder, random)
        now = kept(game, folder)
        if now == before:
            assert done == 0
            continue
        (words, progress), *others = now
        plain = words, Progress(progress.made, progress.home, progress.undos)
        assert others == before
        assert plain in expected[done : done + 2]
        in_the_making += plain != expected[done]
        before = now
    return in_the_making


@pytest.mark.slow
@pytest.mark.parametrize("game", registry.names())
def test_a_killed_game_loses_no_completed_step(game: str, tmp_path: Path) -> None:
    kill(game, tmp_path, KILLS, seed=len(game))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=registry.names())
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for name in given.games:
        with tempfile.TemporaryDirectory() as home:
            making = kill(name, Path(home), given.kills, given.seed)
        print(f"{name}: {given.kills} kills, no completed move lost; {making} times the one being made was kept too")

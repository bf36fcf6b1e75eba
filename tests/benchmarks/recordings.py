"""Measure the processor time of long recordings: a start with --record, and a replay."""

import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from gemport.cli.registry import GameBoards
from gemport.store.recordings import read_recording
from tests.places import RECORDED

GAME = RECORDED / "games" / "000001.txt"
"""A won game of VIERFREI."""


def seconds(act: Callable[[], object]) -> float:
    """Return the processor time of a call in seconds."""
    started = time.process_time()
    act()
    return time.process_time() - started


def main() -> None:
    """Print the times for two lengths each; twice the games should take twice as long."""
    game, boards = GAME.read_text(encoding="utf-8"), GameBoards()
    for count in (5_000, 10_000):
        data = "\n".join([game] * count).encode()
        print(f"--record, {count} games: {seconds(partial(read_recording, data, 'x', boards, heads=True)):.2f} s")
    for count in (500, 1_000):
        data = "\n".join([game] * count).encode()
        print(f"replay, {count} games: {seconds(partial(read_recording, data, 'x', boards)):.2f} s")


if __name__ == "__main__":
    main()

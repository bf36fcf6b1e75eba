"""Measure saving a move in a long game, and a store with many games: python -m benchmarks.store [--moves N]

A step is made and undone repeatedly in a saved game of N moves, with and without a recording; each change is on the
disk when the call returns. Prints medians in milliseconds for 10 moves and for N.

Then follow the start of a game to its first frame (on a separate Xvfb) and processor seconds of commands, each with an
empty store and with 100,000 counted and 10,000 unfinished games: the minimum of five runs. Last is the processor time
to read recordings: a start with --record, and a replay; twice the games should take twice as long.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

from benchmarks import options, print_load, seconds
from benchmarks.run import children_seconds, start
from gemport.cli import registry
from gemport.cli.registry import boards
from gemport.games.vierfrei import GAME
from gemport.store.collection import Collection, Progress, Unfinished
from gemport.store.recordings import RecordingFile, read_recording
from gemport.store.session import Session
from gemport.store.sqlite import Store
from gemport.store.statistics import Ended, Outcome
from tests.games.sessions import make
from tests.hosts.xvfb import xvfb
from tests.places import RECORDED, ROOT

TIMES = 200
RUNS = 5
COUNTED, UNFINISHED, LENGTH = 100_000, 10_000, 80
"""Games in a large store, and steps of an unfinished game."""


def cost(moves: int, record: bool) -> float:
    """Return the median time of a step or Undo in ms, in a game of ``moves`` moves."""
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder)) as store:
        # Skip saving for these moves, because it would take long.
        session = Session(GAME, store.records(GAME.name), Random(0), 42)
        for number in range(moves):
            session.board.make(session.board.plan(*_there_and_back(number)))
        with closing(RecordingFile(Path(folder) / "games.txt", GAME.name, boards())) as file:
            if record:
                session.watch(file.watch)
            word = str(session.board.legal_moves()[0])
            make(session, word)
            return statistics.median(seconds(partial(make, session, "Undo", word)) for _ in range(TIMES)) * 500


def _there_and_back(number: int) -> tuple[int, int]:
    source, target = 0, 56
    return (source, target) if number % 2 == 0 else (target, source)


def fill(folder: Path) -> None:
    random, names = Random(1), registry.names()
    places = [f"{number}{letter}" for number in range(1, 9) for letter in "abcdefgh"]
    collections = {}
    for game in names:
        ended, begun = list[Ended](), list[Unfinished]()
        for place in range(COUNTED // len(names)):
            number, outcome = random.randint(1, 32_000), random.choice((Outcome.WON, Outcome.LOST))
            ended.append(Ended(number, outcome, random.randint(30, 150), 3, 300, 1.7e9 + place))
        for place in range(UNFINISHED // len(names)):
            number, words = random.randint(1, 32_000), tuple(random.choices(places, k=LENGTH))
            begun.append(Unfinished(number, words, Progress(LENGTH), False, 1.7e9, place))
        collections[game] = Collection(ended, begun)
    with Store(folder) as store:
        store.add(collections)


def processor(home: Path, *arguments: str) -> float:
    """Return the user and system processor seconds of a command."""
    environment = {**os.environ, "GEMPORT_HOME": str(home)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = children_seconds()
    command = [sys.executable, "-m", "gemport", *arguments]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    return children_seconds() - before


def many_games() -> None:
    with tempfile.TemporaryDirectory() as folder:
        empty, large, file = Path(folder) / "empty", Path(folder) / "large", str(Path(folder) / "all.json")
        fill(large)
        processor(large, "stats", "--export", file)
        with xvfb() as display:
            for home, name in ((empty, "an empty store"), (large, "a large one")):
                os.environ["GEMPORT_HOME"] = str(home)
                runs = [start("gemport", display) for _ in range(RUNS + 1)][1:]
                ms, cpu = (min(run[key] for run in runs) for key in ("ms", "cpu"))
                print(f"{'start':14} {ms:.0f} ms, {cpu:.0f} ms of processor, with {name}")
        few, many = (min(processor(home, "stats") for _ in range(RUNS)) for home in (empty, large))
        print(f"{'stats':14} {few:.2f} s with an empty store, {many:.2f} s with a large one")
        imports = min(processor(Path(folder) / str(run), "stats", "--import", file) for run in range(RUNS))
        print(
            f"{'import':14} {imports:.2f} s, and {processor(large, 'stats', '--import', file):.2f} s where all is there"
        )


def long_recordings() -> None:
    game, known = (RECORDED / "games" / "000001.txt").read_text(encoding="utf-8"), boards()
    for what, ends, counts in (("--record", True, (5_000, 10_000)), ("replay", False, (500, 1_000))):
        for count in counts:
            read = partial(read_recording, "\n".join([game] * count).encode(), "x", known, ends=ends)
            print(f"{what:14} {seconds(read, time.process_time):.2f} s, {count} games")


def main() -> None:
    moves = options(__doc__, moves=100_000).moves
    for record in (False, True):
        few, many = cost(10, record), cost(moves, record)
        print(
            f"{'with --record' if record else 'a kept move':14} {few:.2f} ms after 10 moves, {many:.2f} after {moves}"
        )
    many_games()
    long_recordings()
    print_load()


if __name__ == "__main__":
    main()

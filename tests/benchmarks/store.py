"""What a kept move costs in a long game: python tests/benchmarks/store.py [--moves N]

A game of N moves is in the store, and in a recording; then a step is made and taken back again and again, each on the
disk when the call returns. Prints medians in milliseconds, for 10 moves and for N.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from gemport.cli.registry import GameBoards  # noqa: E402
from gemport.patience.session.recordings import RecordingFile  # noqa: E402
from gemport.patience.session.session import Session  # noqa: E402
from gemport.patience.session.store import Store  # noqa: E402
from gemport.patience.vierfrei import GAME  # noqa: E402
from tests.patience.sessions import make  # noqa: E402

TIMES = 200


def cost(moves: int, record: bool) -> float:
    """The median cost of a step and of taking it back, in ms, in a game of so many moves."""
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder)) as store:
        # On the way there nothing is kept: that would take long.
        session = Session(GAME, store.records(GAME.name), Random(0), 42)
        for number in range(moves):
            session.board.make(session.board.step(*_there_and_back(number)))
        with closing(RecordingFile(Path(folder) / "games.txt", GAME.name, GameBoards())) as file:
            if record:
                session.watch(file.watch)
            word = str(session.board.legal_moves()[0])
            make(session, word)
            durations = []
            for _ in range(TIMES):
                started = time.perf_counter()
                make(session, "Undo", word)
                durations.append((time.perf_counter() - started) / 2)
    return statistics.median(durations) * 1000


def _there_and_back(number: int) -> tuple[int, int]:
    source, target = 0, 56
    return (source, target) if number % 2 == 0 else (target, source)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=100_000)
    moves = parser.parse_args().moves
    for record in (False, True):
        few, many = cost(10, record), cost(moves, record)
        print(
            f"{'with --record' if record else 'a kept move':14} {few:.2f} ms after 10 moves, {many:.2f} after {moves}"
        )


if __name__ == "__main__":
    main()

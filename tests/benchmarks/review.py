"""Measure the time to prove the losing move of a game: python tests/benchmarks/review.py [--games N]

The games are random games of VIERFREI by a weak player, up to a position without a legal or new move.
"""

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from gemport.solver.review import Review
from tests.solver.weak import weak_game

SECONDS = (1, 2, 10)


def time_of(number: int) -> float | None:
    """Return the seconds until the losing move is proven, or None after the last of SECONDS."""
    review = Review(weak_game(random.Random(number)))
    started = time.process_time()
    for _ in review.work():
        if time.process_time() - started > SECONDS[-1]:
            break
    return time.process_time() - started if review.done else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=100, help="games (default 100)")
    options = parser.parse_args()
    times = [time_of(number) for number in range(options.games)]
    for seconds in SECONDS:
        proven = sum(spent is not None and spent <= seconds for spent in times)
        print(f"within {seconds:2} s {proven:5} of {len(times)} proven", flush=True)


if __name__ == "__main__":
    main()

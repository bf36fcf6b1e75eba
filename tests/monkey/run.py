"""A long run of random play: ``python tests/monkey/run.py [--events N] [--seed S] [--workers W] [--round L]``.

Each round is a separate world with the seed ``S/round``. Failures are printed with their seed and the shortest list of
events found for them; ``--again S/ROUND`` repeats a round. The exit status is 1 if there was a failure.
"""

import argparse
import json
import os
import sys
import time
import traceback
from collections.abc import Iterator
from dataclasses import fields
from functools import partial
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from gemport.hosts.events import BUTTONS, Event
from tests.monkey.player import Failure, play_round, shortened

_TRIES = 300
_DEFAULTS = {field.name: field.default for field in fields(Event)}


def told(event: Event) -> str:
    """Return an event as a line of an events file."""
    given = {name: getattr(event, name) for name in ("do", "x", "y", "word", "shift", "at")}
    line = {name: value for name, value in given.items() if value != _DEFAULTS.get(name)}
    if event.do in ("press", "release", "click", "dclick"):
        line["button"] = next(name for name, button in BUTTONS.items() if button == event.button)
    return json.dumps(line)


def report(failure: Failure) -> None:
    """Print an error, its traceback and a short list of events that causes it."""
    print(f"\nround {failure.seed}: {type(failure.error).__name__}: {failure.error}")
    traceback.print_exception(failure.error, file=sys.stdout)
    short = shortened(failure, _TRIES)
    print(f"{len(short.events)} of {len(failure.events)} events are enough:")
    print("\n".join(map(told, short.events)), flush=True)


def megabytes() -> float:
    """Return the resident memory of this process in MiB (Linux only)."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _round(length: int, seed: str) -> tuple[int, int, Failure | None, int, float]:
    played, looks, failure = play_round(seed, length)
    return played, looks, failure, os.getpid(), megabytes()


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return 1 after a failure, otherwise 0."""
    parser = argparse.ArgumentParser(description="Random play over the desktop and all games.")
    parser.add_argument("--events", type=int, default=20_000, help="minimum number of events (20000)")
    parser.add_argument("--round", type=int, default=1500, help="events of a round (1500)")
    parser.add_argument("--seed", default="0", help="of the rounds' seeds (0)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (one a core)")
    parser.add_argument("--again", metavar="SEED", help="play one round again")
    options = parser.parse_args(arguments)
    if options.again is not None:
        failure = play_round(options.again, options.round)[2]
        if failure is not None:
            report(failure)
        return int(failure is not None)
    return _long_run(options)


def _seeds(seed: str) -> Iterator[str]:
    number = 0
    while True:
        yield f"{seed}/{number}"
        number += 1


def _long_run(options: argparse.Namespace) -> int:
    events = looks = rounds = failures = 0
    memory: dict[int, list[float]] = {}
    began = shown = time.monotonic()
    with Pool(options.workers) as pool:
        for played, looked, failure, pid, used in pool.imap_unordered(
            partial(_round, options.round), _seeds(options.seed)
        ):
            events, looks, rounds = events + played, looks + looked, rounds + 1
            memory.setdefault(pid, []).append(used)
            if failure is not None:
                failures += 1
                report(failure)
            if time.monotonic() - shown > 30:
                shown = time.monotonic()
                print(f"{events} events, {rounds} rounds, {looks} looks, {failures} failures", flush=True)
            if events >= options.events:
                break
        pool.terminate()
    grown = max(used[-1] - used[len(used) // 5] for used in memory.values())
    print(
        f"{events} events in {rounds} rounds, {looks} looks, {failures} failures, {time.monotonic() - began:.0f} s; "
        f"memory at most {max(map(max, memory.values())):.0f} MiB, grown by at most {grown:+.1f} MiB "
        "after the first fifth of the rounds"
    )
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())

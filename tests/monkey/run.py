"""A long run of random play: ``python -m tests.monkey.run [--events N] [--seed S] [--workers W] [--round L]``.

Each round is a separate world with the seed ``S/round``. Failures are printed with their seed; ``--again S/ROUND``
repeats a round and prints its events. The exit status is 1 if there was a failure.
"""

import argparse
import json
import os
import sys
import time
import traceback
from dataclasses import fields
from functools import partial
from itertools import count
from multiprocessing import Pool

from gemport.hosts.events import BUTTONS, Event
from tests.monkey.player import Failure, play_round

_DEFAULTS = {field.name: field.default for field in fields(Event)}


def told(event: Event) -> str:
    given = {name: getattr(event, name) for name in ("do", "x", "y", "word", "shift", "at")}
    line = {name: value for name, value in given.items() if value != _DEFAULTS.get(name)}
    if event.do in ("press", "release", "click", "dclick"):
        line["button"] = next(name for name, button in BUTTONS.items() if button == event.button)
    return json.dumps(line)


def report(failure: Failure) -> None:
    print(f"\nround {failure.seed}, event {len(failure.events)}: {type(failure.error).__name__}: {failure.error}")
    traceback.print_exception(failure.error, file=sys.stdout)
    sys.stdout.flush()


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
            print("\n".join(map(told, failure.events)))
            report(failure)
        return int(failure is not None)
    events = looks = rounds = failures = 0
    began = shown = time.monotonic()
    seeds = (f"{options.seed}/{number}" for number in count())
    with Pool(options.workers) as pool:
        for played, looked, failure in pool.imap_unordered(partial(play_round, length=options.round), seeds):
            events, looks, rounds = events + played, looks + looked, rounds + 1
            if failure is not None:
                failures += 1
                report(failure)
            if time.monotonic() - shown > 30 or events >= options.events:
                shown = time.monotonic()
                spent = f"{shown - began:.0f} s"
                print(f"{events} events in {rounds} rounds, {looks} looks, {failures} failures, {spent}", flush=True)
            if events >= options.events:
                break
        pool.terminate()
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())

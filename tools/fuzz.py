"""Test every reader with damaged files: ``fuzz.py --inputs 1000000 --seed 5``, with ``--reader NAME`` for one reader.

Runs one process per core and prints one line per reader with number of inputs, time and memory. On a failure it prints
the input and the command to reproduce it. The exit status is 1 after a failure.
"""

import os
import sys
import time
from multiprocessing import Pool
from typing import NamedTuple

import checkout  # noqa: F401

from gemport.cli.solve import peak_memory
from gemport.cli.terminal import Parser
from tests.fuzzing.readers import READERS
from tests.fuzzing.run import FuzzingError, fuzz


class FuzzResult(NamedTuple):
    """The result of a reader. ``failure`` is empty on success; ``memory`` is the peak of the process in megabytes."""

    name: str
    inputs: int
    seconds: float
    memory: int
    failure: str


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Exit status: 0 no failure, 1 failure, 2 wrong usage."""
    parser = Parser(description="Feed every reader of files with damaged ones.")
    parser.add_argument(
        "--inputs", type=int, default=20_000, metavar="N", help="for each reader, fewer for slow ones (20000)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="other damage (1)")
    parser.add_argument("--first", type=int, default=0, metavar="I", help="the first input's number (0)")
    parser.add_argument("--reader", choices=tuple(READERS), metavar="NAME", help=", ".join(READERS))
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (one a core)")
    options = parser.parse_args(arguments)
    names = [options.reader] if options.reader else list(READERS)
    failed = 0
    with Pool(options.workers, maxtasksperchild=1) as pool:
        work = [(name, _inputs(name, options.inputs), options.seed, options.first) for name in names]
        for result in pool.imap_unordered(_fuzz, work):
            figures = f"{result.inputs} inputs, {result.seconds:.0f} s, {result.memory} MB"
            print(f"{result.name}: {figures}: {result.failure or 'passed'}", flush=True)
            failed += bool(result.failure)
    return 1 if failed else 0


def _inputs(name: str, inputs: int) -> int:
    return max(1, inputs // READERS[name].cost)


def _fuzz(work: tuple[str, int, int, int]) -> FuzzResult:
    name, inputs, seed, first = work
    started = time.process_time()
    failure = ""
    try:
        fuzz(name, inputs, seed, first)
    except FuzzingError as error:
        failure = str(error)
    return FuzzResult(name, inputs, time.process_time() - started, peak_memory(), failure)


if __name__ == "__main__":
    sys.exit(main())

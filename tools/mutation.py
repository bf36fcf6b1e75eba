"""Find changes of the code that no test notices: ``mutation.py --part cards --mutants 150 --seed 1``

Takes a sample of small changes (tools/mutants.py) of the rules of the games, the solver or the AES, and runs for
each the tests that enter the changed function, in a copy of the checkout. A change that no test notices is printed: it
is a gap in the tests, or it changes nothing that anybody could see. ``--only FILE#NUMBER`` tries these changes again.
Exit status 1 if the tests fail without any change.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from oneline import Parser, complain

# isort: split

import pytest
from mutants import Mutant, mutants_of
from mutation_plugin import NOT_HERE, Asked

ROOT = Path(__file__).resolve().parents[1]
PARTS = {
    "cards": ("gemport/cards", "tests/cards"),
    "solver": ("gemport/solver", "tests/solver"),
    "aes": ("gemport/gem/aes", "tests/gem/aes"),
}
"""The folders of the code that is changed and of the tests that must notice."""
TUNED = frozenset({"gemport/solver/weights.py"})
"""Files that stay: numbers that were found by trial, none of them right or wrong."""
_LEFT_OUT = shutil.ignore_patterns(".git", ".venv*", "test-results", "__pycache__", ".*_cache", ".hypothesis")
_PYTEST = ["-m", "pytest", "-q", "-x", "--tb=no", "-p", "mutation_plugin", "-p", "no:cacheprovider", "-p", "no:xdist"]
_PYTEST += ["-m", "not slow and not window", "--hypothesis-profile=mutation", "--hypothesis-seed=1"]


KILLED = -9
"""The exit status of a process after SIGKILL, which signal does not name on Windows."""


class Tests(NamedTuple):
    """The tests of a part: each one's seconds, the quickest first, and the functions (``FILE:LINE``) that it enters.

    Functions entered during import are listed under "".
    """

    seconds: dict[str, float]
    functions: dict[str, list[str]]

    def of(self, path: str, function: int) -> list[str]:
        """Return the tests that enter a function, or all for code that runs at import."""
        some = self.only_called(path, function)
        return [test for test in self.seconds if not some or f"{path}:{function}" in self.functions[test]]

    def only_called(self, path: str, function: int) -> bool:
        """Return whether this is a function that does not run at import."""
        return function != 0 and f"{path}:{function}" not in self.functions[""]


class Change(NamedTuple):
    """A mutant and its file; ``--only`` takes its ``name``."""

    name: str
    path: str
    mutant: Mutant


UNCHANGED = Change("", "", Mutant(0, "", "", 0))


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 0 the changes were tried, 1 the tests fail anyway, 2 wrong usage."""
    parser = Parser(description="Change the code in small ways and see whether the tests notice.")
    parser.add_argument("--part", choices=tuple(PARTS), action="append", help="all three unless told")
    parser.add_argument("--mutants", type=_count, default=150, metavar="N", help="changes of each part (150)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="another sample (1)")
    parser.add_argument("--workers", type=_count, default=2, metavar="N", help="processes (2)")
    parser.add_argument("--only", nargs="+", default=[], metavar="FILE#NUMBER", help="these changes, no sample")
    options = parser.parse_args(arguments)
    every = {part: _changes(PARTS[part][0]) for part in options.part or PARTS}
    missing = set(options.only).difference(change.name for changes in every.values() for change in changes)
    if missing:
        parser.error(f"no such change: {min(missing)}")
    try:
        for part, changes in every.items():
            chosen = _chosen(changes, options.only) if options.only else _sample(changes, options.mutants, options.seed)
            if chosen:
                _try(part, chosen, options.workers)
    except (OSError, ValueError) as error:
        complain("mutation.py", error)
        return 1
    return 0


def _count(text: str) -> int:
    """Return a number of one or more."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text}: a number of one or more is wanted")
    return int(text)


def _chosen(changes: list[Change], names: list[str]) -> list[Change]:
    return [change for change in changes if change.name in names]


def _sample(changes: list[Change], size: int, seed: int) -> list[Change]:
    places = random.Random(seed).sample(range(len(changes)), min(size, len(changes)))
    return [changes[place] for place in sorted(places)]


def _changes(folder: str) -> list[Change]:
    paths = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*.py"))
    every = ((path, mutants_of((ROOT / path).read_text(encoding="utf-8"))) for path in paths if path not in TUNED)
    return [Change(f"{path}#{number}", path, mutant) for path, found in every for number, mutant in enumerate(found)]


def _try(part: str, changes: list[Change], workers: int) -> None:
    """Try the changes of a part and print the results."""
    started = time.monotonic()
    outcomes: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="mutation-") as name, ExitStack() as stack:
        copies = [Path(name, str(worker), "tree") for worker in range(workers)]
        for copy in copies:
            shutil.copytree(ROOT, copy, ignore=_LEFT_OUT)
        tests = _record(part, copies[0])
        idle: SimpleQueue[Worker] = SimpleQueue()
        for copy in copies:
            idle.put(stack.enter_context(Worker(copy, PARTS[part][1], tests)))

        def work(change: Change) -> str:
            worker = idle.get()
            try:
                return worker.outcome(change)
            finally:
                idle.put(worker)

        # Each test must pass in the order that is used here, too, or every change would seem to be noticed.
        if work(UNCHANGED) != "unnoticed":
            raise ValueError(f"{PARTS[part][1]} fails without any change if the quickest tests run first")
        with ThreadPoolExecutor(workers) as pool:
            running = {pool.submit(work, change): change for change in changes}
            for done in as_completed(running):
                change, outcome = running[done], done.result()
                outcomes[outcome] += 1
                if outcome not in ("noticed", "endless"):
                    print(f"{outcome}: {change.name}, line {change.mutant.line}: {change.mutant.change}", flush=True)
    noticed = outcomes["noticed"] + outcomes["endless"]
    figures = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
    minutes = (time.monotonic() - started) / 60
    print(f"{part}: {noticed} of {len(changes)} noticed ({noticed / len(changes):.1%}): {figures}; {minutes:.0f} min")


def _record(part: str, copy: Path) -> Tests:
    """Run the tests of a part without a change; raises ValueError if they fail."""
    folder, tests = PARTS[part]
    noted = copy.parent / "record.json"
    settings = {"MUTATION_RECORD": str(noted), "MUTATION_FOLDER": str(copy / folder)}
    run = _run(copy, [tests], settings, None)
    if run.returncode != 0:
        last = run.stdout.strip().splitlines()[-1:] or ["nothing was said"]
        raise ValueError(f"{tests} fails without any change: {last[0]}")
    found = json.loads(noted.read_text(encoding="utf-8"))
    functions = {
        test: [Path(place).relative_to(copy).as_posix() for place in places]
        for test, places in found["functions"].items()
    }
    return Tests(dict(sorted(found["seconds"].items(), key=lambda test: test[1])), functions)


class Worker:
    """A copy of the checkout and a pytest that has loaded it, to try one change after the other."""

    def __init__(self, copy: Path, folder: str, tests: Tests) -> None:
        self._copy = copy
        self._tests = tests
        asked, self._ask = os.pipe()
        self._told, told = os.pipe()
        settings = {"MUTATION_ASKED": str(asked), "MUTATION_TOLD": str(told)}
        command, environment = _command(copy, [folder]), _environment(copy, settings)
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(
            command, cwd=copy, env=environment, pass_fds=(asked, told), stdout=quiet, stderr=quiet
        )
        os.close(asked)
        os.close(told)
        self._answers = open(self._told)  # noqa: SIM115 - closed with the worker

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._ask)
        self._process.wait()
        self._answers.close()

    def outcome(self, change: Change) -> str:
        """Return the result of the tests for a change. Raises ValueError if they cannot be run."""
        wanted = self._tests.of(change.path, change.mutant.function) if change.path else list(self._tests.seconds)
        if not wanted:
            return "not reached"
        # The processor's time is what tells an endless loop; other work may keep the machine busy.
        bounds = {test: 10 + 5 * int(self._tests.seconds[test]) for test in wanted}
        status = NOT_HERE
        if not change.path or self._tests.only_called(change.path, change.mutant.function):
            status = self._in_place(change, bounds)
        if status == NOT_HERE:
            status = self._loaded_anew(change, wanted)
        if status < 0:
            return "endless"
        if status == pytest.ExitCode.NO_TESTS_COLLECTED:
            raise ValueError(f"{change.name}: none of its tests was found")
        return "unnoticed" if status == 0 else "noticed"

    def _in_place(self, change: Change, bounds: dict[str, int]) -> int:
        asked: Asked = {
            "file": str(self._copy / change.path),
            "source": change.mutant.source,
            "function": change.mutant.function,
            "tests": bounds,
            "wait": self._wait(bounds),
        }
        with open(self._ask, "w", closefd=False) as asking:
            print(json.dumps(asked), file=asking)
        answer = self._answers.readline()
        if not answer:
            raise ValueError(f"{change.name}: pytest ended with {self._process.wait()}")
        return int(answer)

    def _loaded_anew(self, change: Change, tests: list[str]) -> int:
        names = self._copy.parent / "tests.txt"
        names.write_text("\n".join(tests), encoding="utf-8")
        # Compiled files would outlive their change: two changes of the same length within one second look alike.
        settings = {
            "MUTATION_TESTS": str(names),
            "MUTATION_SECONDS": str(self._seconds(tests)),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        files = sorted({test.partition("::")[0] for test in tests})
        source = self._copy / change.path
        source.write_text(change.mutant.source, encoding="utf-8")
        try:
            return _run(self._copy, files, settings, self._wait(tests)).returncode
        except subprocess.TimeoutExpired:
            return KILLED
        finally:
            shutil.copy2(ROOT / change.path, source)

    def _seconds(self, tests: Iterable[str]) -> int:
        """Return the processor time for all tests together, in seconds."""
        return 20 + 2 * int(sum(self._tests.seconds[test] for test in tests))

    def _wait(self, tests: Iterable[str]) -> float:
        """Return the seconds to wait for the tests on a busy machine."""
        return 60 + 4 * self._seconds(tests)


def _run(
    copy: Path, files: list[str], settings: dict[str, str], wait: float | None
) -> subprocess.CompletedProcess[str]:
    command, environment = _command(copy, files), _environment(copy, settings)
    return subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, timeout=wait)


def _command(copy: Path, files: list[str]) -> list[str]:
    return [sys.executable, *_PYTEST, f"--basetemp={copy.parent / 'temporary'}", *files]


def _environment(copy: Path, settings: dict[str, str]) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(copy / "tools"), **settings}


if __name__ == "__main__":
    sys.exit(main())

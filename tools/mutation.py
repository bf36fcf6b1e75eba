"""Do the tests notice when the code is wrong? ``mutation.py --part cards --mutants 150 --seed 1``

Takes a sample of small changes (tools/mutants.py) of the rules of the games, the solver or the AES kernel, and runs for
each the tests that enter the changed function, in a copy of the checkout. A change that no test notices is printed: it
is a gap in the tests, or it changes nothing that anybody could see. ``--only FILE#NUMBER`` tries these changes again.
Exit status 1 if the tests fail without any change.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

import pytest
from mutants import Mutant, mutants_of
from oneline import Parser, complain

ROOT = Path(__file__).resolve().parents[1]
PARTS = {
    "cards": ("gemport/cards", "tests/cards"),
    "solver": ("gemport/solver", "tests/solver"),
    "kernel": ("gemport/gem/aes/kernel", "tests/gem/aes"),
}
"""What is changed, and the tests that must notice; a folder each."""
_LEFT_OUT = shutil.ignore_patterns(".git", ".venv*", "test-results", "__pycache__", ".*_cache", ".hypothesis")
_PYTEST = ["-m", "pytest", "-q", "-x", "--tb=no", "-p", "mutation_plugin", "-p", "no:cacheprovider", "-p", "no:xdist"]
_PYTEST += ["-m", "not slow and not window", "--hypothesis-profile=mutation", "--hypothesis-seed=1"]


class Tests(NamedTuple):
    """The tests of a part: each one's seconds, and the functions (``FILE:LINE``) that it enters; "" is the import."""

    seconds: dict[str, float]
    functions: dict[str, list[str]]

    def of(self, path: str, function: int) -> list[str]:
        """The tests that enter a function, or all for what already runs at import; the quickest first."""
        place = f"{path}:{function}"
        everybody = function == 0 or place in self.functions[""]
        tests = [test for test in self.seconds if everybody or place in self.functions[test]]
        return sorted(tests, key=lambda test: self.seconds[test])


class Change(NamedTuple):
    """A mutant and where it belongs; ``name`` is what ``--only`` takes."""

    name: str
    path: str
    mutant: Mutant


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
    """A number of one or more."""
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
    every = ((path, mutants_of((ROOT / path).read_text(encoding="utf-8"))) for path in paths)
    return [Change(f"{path}#{number}", path, mutant) for path, found in every for number, mutant in enumerate(found)]


def _try(part: str, changes: list[Change], workers: int) -> None:
    """Try the changes of a part and print what came of them."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mutation-") as name:
        copies: SimpleQueue[Path] = SimpleQueue()
        for worker in range(workers):
            copy = Path(name, str(worker), "tree")
            shutil.copytree(ROOT, copy, ignore=_LEFT_OUT)
            copies.put(copy)
        copy = copies.get()
        tests = _record(part, copy)
        copies.put(copy)

        def work(change: Change) -> str:
            copy = copies.get()
            try:
                return _outcome(part, change, tests, copy)
            finally:
                copies.put(copy)

        outcomes: Counter[str] = Counter()
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
    run = _pytest(copy, settings, [tests], None)
    if run.returncode != 0:
        last = run.stdout.strip().splitlines()[-1:] or ["nothing was said"]
        raise ValueError(f"{tests} fails without any change: {last[0]}")
    found = json.loads(noted.read_text(encoding="utf-8"))
    functions = {
        test: [Path(place).relative_to(copy).as_posix() for place in places]
        for test, places in found["functions"].items()
    }
    return Tests(found["seconds"], functions)


def _outcome(part: str, change: Change, tests: Tests, copy: Path) -> str:
    """What the tests say to a change."""
    wanted = tests.of(change.path, change.mutant.function)
    if not wanted:
        return "not reached"
    # Generous, since other work may keep the machine busy: the processor's time is what tells an endless loop.
    seconds = 10 + 3 * sum(tests.seconds[test] for test in wanted)
    names = copy.parent / "tests.txt"
    names.write_text("\n".join(wanted), encoding="utf-8")
    settings = {"MUTATION_TESTS": str(names), "MUTATION_SECONDS": str(int(seconds))}
    files = sorted({re.sub("::.*", "", test) for test in wanted})
    source = copy / change.path
    source.write_text(change.mutant.source, encoding="utf-8")
    try:
        status = _pytest(copy, settings, files, 60 + 4 * seconds).returncode
    except subprocess.TimeoutExpired:
        return "endless"
    finally:
        shutil.copy2(ROOT / change.path, source)
    if status < 0:
        return "endless"
    if status == pytest.ExitCode.NO_TESTS_COLLECTED:
        raise ValueError(f"{change.name}: none of its tests was found")
    return "unnoticed" if status == 0 else "noticed"


def _pytest(
    copy: Path, settings: dict[str, str], files: list[str], wait: float | None
) -> subprocess.CompletedProcess[str]:
    # Compiled files would outlive their change: two changes of the same length within one second look alike.
    environment = {**os.environ, "PYTHONPATH": str(copy / "tools"), **settings}
    if wait is not None:
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
    command = [sys.executable, *_PYTEST, *files]
    return subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, timeout=wait)


if __name__ == "__main__":
    sys.exit(main())

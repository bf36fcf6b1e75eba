"""Every check of the project, one after the other: style, types, floors, built data, tests."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import display_packages
from setup_venv import ROOT, SetupError, ensure, say

WORKERS = 2


class Step(NamedTuple):
    """One check: what it is called and the command, run in the checkout."""

    name: str
    command: list[str]


def main(arguments: Sequence[str]) -> int:
    """Run the checks; returns 0 if all are well, 1 if one is not, 2 where they cannot be run."""
    options, pytest_arguments = _parse(arguments)
    try:
        python = ensure("dev")
    except SetupError as error:
        say(f"tools/test.py: {error}")
        return 2
    missing = "" if options.fast else display_packages.provide(say)
    if pytest_arguments is not None:
        return _run(Step("pytest", [str(python), "-m", "pytest", *pytest_arguments]))
    failed = [step.name for step in _steps(python, options.fast) if _run(step) != 0]
    if missing:
        say(f"left out: {missing}")
        # Where nothing may be left out this is a failure, as the tests themselves say too.
        if os.environ.get("CI") == "true":
            failed.append("display")
    say(f"failed: {', '.join(failed)}" if failed else "all checks passed")
    return 1 if failed else 0


def _parse(arguments: Sequence[str]) -> tuple[argparse.Namespace, list[str] | None]:
    own = list(arguments)
    pytest_arguments = None
    if "--" in own:
        at = own.index("--")
        own, pytest_arguments = own[:at], own[at + 1 :]
    parser = argparse.ArgumentParser(
        prog="tools/test.py",
        usage="%(prog)s [--fast] [-- arguments for pytest]",
        description="Run every check of the project. Arguments after -- run pytest alone, with these.",
    )
    parser.add_argument("--fast", action="store_true", help="leave out the tests that open windows or take long")
    return parser.parse_args(own), pytest_arguments


def _steps(python: Path, fast: bool) -> list[Step]:
    tests = ["-n", str(WORKERS), "--dist", "worksteal", *(["-m", "not slow and not window"] if fast else [])]
    return [
        Step("ruff", [str(python), "-m", "ruff", "check", "."]),
        Step("mypy", [str(python), "-m", "mypy"]),
        Step("floors", [str(python.with_name("lint-imports" + python.suffix)), "--no-cache"]),
        Step("data", [str(python), "tools/build_data.py", "--check"]),
        Step("pytest", [str(python), "-m", "pytest", *tests]),
    ]


def _run(step: Step) -> int:
    say(f"--- {step.name}: {' '.join(Path(part).name if i == 0 else part for i, part in enumerate(step.command))}")
    started = time.monotonic()
    status = subprocess.call(step.command, cwd=ROOT)
    sys.stdout.flush()
    say(f"--- {step.name}: {'well' if status == 0 else f'failed ({status})'}, {time.monotonic() - started:.0f} s")
    return status

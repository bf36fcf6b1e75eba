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
import interpreters
from setup_venv import ROOT, SetupError, ensure, say

FAST = ["-m", "not slow and not window"]
MOST_WORKERS = 8
"""Processes that run tests at once: more than these would wait for the longest tests anyway."""


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
    if options.install_display:
        display_packages.install(say)
    if pytest_arguments is not None:
        return _run(_pytest(python, [*(FAST if options.fast else []), *pytest_arguments]))
    failed = [step.name for step in _steps(python, options.fast) if _run(step) != 0]
    if options.pythons:
        failed += _other_pythons(python)
    missing = "" if options.fast else display_packages.missing()
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
        usage="%(prog)s [--fast] [--pythons] [--install-display] [-- arguments for pytest]",
        description="Run every check of the project. Arguments after -- run pytest alone, with these.",
    )
    parser.add_argument("--fast", action="store_true", help="leave out the tests that open windows or take long")
    parser.add_argument(
        "--pythons", action="store_true", help="run the fast tests with the other supported Pythons of the system, too"
    )
    parser.add_argument(
        "--install-display",
        action="store_true",
        help="as root on Debian and Ubuntu: install what the tests that open windows need from the system",
    )
    return parser.parse_args(own), pytest_arguments


def _steps(python: Path, fast: bool) -> list[Step]:
    return [
        Step("ruff", [str(python), "-m", "ruff", "check", "."]),
        Step("format", [str(python), "-m", "ruff", "format", "--check", "."]),
        Step("mypy", [str(python), "-m", "mypy"]),
        Step("floors", [str(python.with_name("lint-imports" + python.suffix)), "--no-cache"]),
        Step("data", [str(python), "tools/build_data.py", "--check"]),
        Step("pictures", [str(python), "tools/build_pictures.py", "--check"]),
        Step("man page", [str(python), "tools/build_man.py", "--check"]),
        _pytest(python, [*_workers(), *(FAST if fast else [])]),
    ]


def _pytest(python: Path, arguments: list[str]) -> Step:
    return Step("pytest", [str(python), "-m", "pytest", *arguments])


def _workers() -> list[str]:
    return ["-n", str(min(os.cpu_count() or 1, MOST_WORKERS)), "--dist", "worksteal"]


def _other_pythons(python: Path) -> list[str]:
    """Run the fast tests with the supported Pythons that are not in ``.venv``; the names of those that failed."""
    failed = []
    for version in interpreters.supported(ROOT):
        if version == interpreters.version_of(python):
            continue
        name = f"Python {version}"
        found = interpreters.find(version)
        if found is None:
            say(f"left out: {name} is not on this system")
            continue
        try:
            other = ensure("dev", venv=ROOT / f".venv-{version}", interpreter=found)
        except SetupError as error:
            say(f"{name}: {error}")
            failed.append(name)
            continue
        # The property tests have tried their thousands of examples already; here a few are enough.
        if _run(_pytest(other, [*_workers(), *FAST])._replace(name=name), {"CI": ""}) != 0:
            failed.append(name)
    return failed


def _run(step: Step, environment: dict[str, str] | None = None) -> int:
    say(f"--- {step.name}: {' '.join(Path(part).name if i == 0 else part for i, part in enumerate(step.command))}")
    started = time.monotonic()
    status = subprocess.call(step.command, cwd=ROOT, env={**os.environ, **(environment or {})})
    sys.stdout.flush()
    say(f"--- {step.name}: {'well' if status == 0 else f'failed ({status})'}, {time.monotonic() - started:.0f} s")
    return status

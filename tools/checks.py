"""Run every check of the project: style, types, import contracts, built data, tests."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import display_packages
from setup_venv import ROOT, SetupError, clean_environment, ensure, report

PLATFORMS, SHIPPED = ("win32", "darwin", "linux"), ("gemport", "tools")
FAST_TESTS = ["-m", "not slow and not window"]
SKIPPED_TESTS = (
    *("conformance", "gem/own", "games/own", "st/test_recorded.py"),
    *("monkey", "gem/aes/test_play.py", "st/test_fuzz.py"),
    *("tools", "test_imports.py", "test_documents.py", "solver/test_difficulty.py"),
)
"""Tests that other Pythons leave out: compared recordings, random play, measures, checks of the checkout itself."""
WORKERS_PER_CORE, MAX_WORKERS = 2, 8
"""Parallel test processes: tests of windows and pages wait most of their time; more would only wait for the longest."""

_CLASSIFIER = re.compile(r"Programming Language :: Python :: (3\.\d+)")


class Check(NamedTuple):
    """One check: its name and its command, run in the checkout."""

    name: str
    command: list[str]


def main(arguments: Sequence[str]) -> int:
    """Run the checks; return 0 if all pass, 1 if one fails, 2 if they cannot be run."""
    options, pytest_arguments = _parse(arguments)
    try:
        python = ensure("dev")
    except SetupError as error:
        report(f"tools/test.py: {error}")
        return 2
    if options.install_display:
        display_packages.install(report)
    if pytest_arguments is not None:
        return _run(_pytest(python, [*(FAST_TESTS if options.fast else []), *pytest_arguments]))
    failed = [check.name for check in _checks(python, options.fast) if _run(check) != 0]
    if options.pythons:
        failed += _other_pythons(python)
    missing = "" if options.fast else display_packages.missing()
    if missing:
        report(f"left out: {missing}")
        # In CI this is a failure, as in the tests themselves.
        if os.environ.get("CI") == "true":
            failed.append("display")
    report(f"failed: {', '.join(failed)}" if failed else "all checks passed")
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
        "--pythons", action="store_true", help="also run most fast tests with the system's other supported Pythons"
    )
    parser.add_argument(
        "--install-display",
        action="store_true",
        help="install the system packages for tests that open windows, as root on Debian or Ubuntu",
    )
    return parser.parse_args(own), pytest_arguments


def _checks(python: Path, fast: bool) -> list[Check]:
    mypy = [str(python), "-m", "mypy"]
    return [
        Check("ruff", [str(python), "-m", "ruff", "check", "."]),
        Check("format", [str(python), "-m", "ruff", "format", "--check", "."]),
        Check("mypy", mypy),
        # Check the shipped code for other systems; each has a separate cache.
        *(
            Check(f"mypy for {name}", [*mypy, "--platform", name, "--cache-dir", f".mypy_cache/{name}", *SHIPPED])
            for name in PLATFORMS
            if name != sys.platform
        ),
        Check("imports", [str(python.with_name("lint-imports" + python.suffix)), "--no-cache"]),
        # Offline: the versions themselves may be old.
        Check("lock", [str(python), "-m", "uv", "lock", "--check", "--offline", "--quiet"]),
        Check("English", [str(python), "tools/english.py"]),
        Check("data", [str(python), "tools/build_data.py", "--check"]),
        Check("pictures", [str(python), "tools/build_pictures.py", "--check"]),
        Check("man page", [str(python), "tools/build_man.py", "--check"]),
        Check("site", [str(python), "tools/build_site.py", "--check"]),
        _pytest(python, [*_workers(), *(FAST_TESTS if fast else [])]),
    ]


def _pytest(python: Path, arguments: list[str]) -> Check:
    return Check("pytest", [str(python), "-m", "pytest", *arguments])


def _workers() -> list[str]:
    return ["-n", str(min(WORKERS_PER_CORE * (os.cpu_count() or 1), MAX_WORKERS)), "--dist", "worksteal"]


def _other_pythons(python: Path) -> list[str]:
    """Run the fast tests with the supported Pythons that are not in ``.venv``; return the names of failures."""
    failed = []
    for version in supported_versions(ROOT):
        if version == version_of(python):
            continue
        name = f"Python {version}"
        interpreter = find_python(version)
        if interpreter is None:
            report(f"left out: {name} is not on this system")
            continue
        try:
            other = ensure("dev", venv=ROOT / f".venv-{version}", interpreter=interpreter)
        except SetupError as error:
            report(f"{name}: {error}")
            failed.append(name)
            continue
        # The property tests have tried their many examples already; here a few are enough.
        fewer = [f"--ignore=tests/{path}" for path in SKIPPED_TESTS]
        if _run(_pytest(other, [*_workers(), *fewer, *FAST_TESTS])._replace(name=name), {"CI": ""}) != 0:
            failed.append(name)
    return failed


def supported_versions(root: Path) -> list[str]:
    """Return the versions that the project file of ``root`` names, such as 3.11."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [match[1] for line in project["classifiers"] if (match := _CLASSIFIER.fullmatch(line))]


def version_of(python: Path) -> str | None:
    """Return the version of an interpreter, such as 3.11; None if it does not run or cannot make environments."""
    code = "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"
    try:
        result = subprocess.run([python, "-c", code], capture_output=True, text=True)
    except OSError:
        return None
    return result.stdout.strip() if result.returncode == 0 else None


def find_python(version: str) -> Path | None:
    """Return an interpreter of this version, from the PATH or from pyenv; None if there is none that works."""
    on_path = shutil.which(f"python{version}")
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    candidates = [Path(on_path)] if on_path else []
    candidates += pyenv.glob(f"{version}.*/bin/python{version}")
    # A name on the PATH may be pyenv's shim, which runs only the selected version.
    return next((python for python in candidates if version_of(python) == version), None)


def _run(check: Check, environment: dict[str, str] | None = None) -> int:
    report(f"--- {check.name}: {' '.join(Path(part).name if i == 0 else part for i, part in enumerate(check.command))}")
    started = time.monotonic()
    status = subprocess.call(check.command, cwd=ROOT, env={**clean_environment(), **(environment or {})})
    sys.stdout.flush()
    report(f"--- {check.name}: {'passed' if status == 0 else f'failed ({status})'}, {time.monotonic() - started:.0f} s")
    return status

"""Measurements of time and memory; each module is a command, such as ``python -m benchmarks.run --runs 3``."""

import argparse
import os
import sys
import time
from collections.abc import Callable

from tests.places import ROOT

sys.path.insert(0, str(ROOT / "tools"))

import checkout as checkout  # Its hook names the right Python if a package is missing.


def options(doc: str | None, **defaults: object) -> argparse.Namespace:
    """Parse the arguments of a command, given its docstring: switches, and values with their defaults."""
    parser = argparse.ArgumentParser(description=str(doc).splitlines()[0])
    for name, default in defaults.items():
        if default is False:
            parser.add_argument(f"--{name}", action="store_true")
        else:
            parser.add_argument(f"--{name}", type=type(default), default=default, help=f"(default: {default})")
    return parser.parse_args()


def seconds(act: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    started = clock()
    act()
    return clock() - started


def print_load() -> None:
    """Print the load of the machine, which explains outliers."""
    print(f"load of the machine: {os.getloadavg()[0]:.1f} processes on {os.cpu_count()} cores")

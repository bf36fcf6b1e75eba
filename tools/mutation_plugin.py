"""What pytest does otherwise under ``tools/mutation.py``, which loads this as a plugin and speaks by the environment.

MUTATION_RECORD=FILE: write into it, as JSON, each test's seconds and the functions of MUTATION_FOLDER it enters.
MUTATION_TESTS=FILE: run only the tests that it names, one a line, in its order. MUTATION_SECONDS=N: the process may
use so much of the processor.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from hypothesis import Phase, settings

MOST_MEMORY = 4 << 30
"""Bytes; a mutant that grows without end stops here instead of taking the machine with it."""

# A counterexample need not be made small, and one found in an earlier mutant must not be tried first in the next.
settings.register_profile("mutation", deadline=None, database=None, phases=[Phase.explicit, Phase.generate])


class Recorder:
    """Notes which functions each test enters."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._entered: dict[int, CodeType] = {}
        self.functions: dict[str, list[str]] = {}
        self.seconds: dict[str, float] = {}

    def enter(self, frame: FrameType, event: str, argument: Any) -> None:
        """Note a call, as ``sys.settrace`` reports it."""
        self._entered[id(frame.f_code)] = frame.f_code

    def end(self, test: str) -> None:
        """Give all calls since the last end to a test."""
        # What is called from here on is noted elsewhere, so that this does not change while it is looked at.
        entered, self._entered = self._entered, {}
        within = [code for code in entered.values() if code.co_filename.startswith(self._folder)]
        self.functions[test] = sorted({f"{code.co_filename}:{code.co_firstlineno}" for code in within})

    @pytest.hookimpl
    def pytest_collection_finish(self) -> None:
        """What was called until now runs at import: it belongs to no test."""
        self.end("")

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up the seconds of a test; at its end give it its calls."""
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0) + report.duration
        if report.when == "teardown":
            self.end(report.nodeid)

    @pytest.hookimpl
    def pytest_sessionfinish(self) -> None:
        """Write what was noted."""
        sys.settrace(None)
        noted = {"seconds": self.seconds, "functions": self.functions}
        Path(os.environ["MUTATION_RECORD"]).write_text(json.dumps(noted), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Begin to record, or set the bounds."""
    if "MUTATION_RECORD" in os.environ:
        recorder = Recorder(os.environ["MUTATION_FOLDER"])
        config.pluginmanager.register(recorder)
        threading.settrace(recorder.enter)
        sys.settrace(recorder.enter)
    elif sys.platform != "win32":
        import resource

        seconds = int(os.environ["MUTATION_SECONDS"])
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the wanted tests, in the wanted order."""
    if "MUTATION_TESTS" not in os.environ:
        return
    wanted = Path(os.environ["MUTATION_TESTS"]).read_text(encoding="utf-8").splitlines()
    place = {test: at for at, test in enumerate(wanted)}
    items[:] = sorted((item for item in items if item.nodeid in place), key=lambda item: place[item.nodeid])

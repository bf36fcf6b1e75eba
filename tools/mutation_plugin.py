"""A pytest plugin for ``tools/mutation.py``, which passes its arguments in the environment.

MUTATION_RECORD=FILE: write into it, as JSON, each test's seconds and the functions of MUTATION_FOLDER it enters.
MUTATION_ASKED, MUTATION_TOLD: descriptors. Each line of the first is a change to try, as JSON (see ``Asked``), in a
process of its own with everything loaded already; the second is told its exit status, a line each. 0 is what no test
noticed, below 0 a signal.
MUTATION_TESTS=FILE: run only the tests that it names, one a line, in its order. MUTATION_SECONDS=N: the process may
use so much of the processor. For what runs at import, where a process of its own has to load everything.
"""

from __future__ import annotations

import gc
import json
import math
import os
import signal
import sys
import threading
import time
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, TypedDict

import pytest
from hypothesis import Phase, settings

MOST_MEMORY = 4 << 30
"""Bytes; a mutant that grows without end stops here instead of taking the machine with it."""

# A counterexample need not be made small, and one found in an earlier mutant must not be tried first in the next.
settings.register_profile("mutation", deadline=None, database=None, phases=[Phase.explicit, Phase.generate])
NOT_HERE = 77
"""The exit status if a change cannot be put into a running program."""


class Asked(TypedDict):
    """A change to try: the file and its changed source, the first line of the function, the tests in their order.

    ``function`` 0 changes nothing. The tests come with the seconds of the processor that each may use; ``wait`` is the
    bound for all together, in seconds of the clock.
    """

    file: str
    source: str
    function: int
    tests: dict[str, int]
    wait: float


class Recorder:
    """A record of the functions that each test enters."""

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
        """Assign all calls so far to the import: they belong to no test."""
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
    elif "MUTATION_SECONDS" in os.environ:
        _set_bounds(int(os.environ["MUTATION_SECONDS"]))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep only the wanted tests, in the wanted order."""
    if "MUTATION_TESTS" not in os.environ:
        return
    wanted = Path(os.environ["MUTATION_TESTS"]).read_text(encoding="utf-8").splitlines()
    place = {test: at for at, test in enumerate(wanted)}
    items[:] = sorted((item for item in items if item.nodeid in place), key=lambda item: place[item.nodeid])


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Answer what is asked instead of running the tests."""
    if "MUTATION_ASKED" not in os.environ:
        return None
    with open(int(os.environ["MUTATION_ASKED"])) as asked, open(int(os.environ["MUTATION_TOLD"]), "w") as told:
        for line in asked:
            print(_answer(session, json.loads(line)), file=told, flush=True)
    return True


def _answer(session: pytest.Session, asked: Asked) -> int:
    """Return the exit status of a process that tries the change."""
    if sys.platform == "win32":
        raise NotImplementedError
    process = os.fork()
    if process == 0:
        status = 1
        try:
            status = _tried(session, asked)
        finally:
            os._exit(status)
    end = time.monotonic() + asked["wait"]
    while True:
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > end:
            os.kill(process, signal.SIGKILL)
        time.sleep(0.01)


def _tried(session: pytest.Session, asked: Asked) -> int:
    """Make the change and run the tests until one fails; return the exit status."""
    if asked["function"] and not _change(asked["file"], asked["source"], asked["function"]):
        return NOT_HERE
    items = {item.nodeid: item for item in session.items}
    wanted = [items[test] for test in asked["tests"]]
    for item, following in zip(wanted, [*wanted[1:], None], strict=True):
        _set_bounds(asked["tests"][item.nodeid])
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            return 1
    return 0


def _change(file: str, source: str, line: int) -> bool:
    """Give the functions that begin in this line of the file the code that they have in the changed source."""
    codes = {code.co_name: code for code in _codes(compile(source, file, "exec", dont_inherit=True), line)}
    functions = [
        each
        for each in gc.get_objects()
        if isinstance(each, FunctionType)
        and (each.__code__.co_filename, each.__code__.co_firstlineno) == (file, line)
        and each.__code__.co_name in codes
    ]
    try:
        for function in functions:
            function.__code__ = codes[function.__code__.co_name]
    except ValueError:  # The change took away the last use of a variable of the outside.
        return False
    return bool(functions)


def _codes(code: CodeType, line: int) -> list[CodeType]:
    """Return the code objects that begin in a line, at any depth."""
    inner = [part for part in code.co_consts if isinstance(part, CodeType)]
    return [part for part in inner if part.co_firstlineno == line] + [
        deep for part in inner for deep in _codes(part, line)
    ]


def _set_bounds(seconds: int) -> None:
    """Bound what the process may use of the processor from now on, and of memory."""
    if sys.platform == "win32":
        raise NotImplementedError
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    most = math.ceil(used.ru_utime + used.ru_stime) + seconds
    for limit, bound in ((resource.RLIMIT_CPU, most), (resource.RLIMIT_AS, MOST_MEMORY)):
        resource.setrlimit(limit, (bound, resource.getrlimit(limit)[1]))

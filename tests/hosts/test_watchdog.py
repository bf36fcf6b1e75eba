"""The watchdog: which requests end a process that hangs, and when."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from queue import SimpleQueue

import pytest

from gemport.hosts.desktop import watchdog
from gemport.hosts.desktop.watchdog import Watchdog
from tests.hosts.xvfb import wait_for

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes are those of POSIX")
WAIT_SECONDS, LIMIT_SECONDS = 10, 0.2


@pytest.fixture
def exits(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleQueue[int]]:
    """Collect the exit statuses, and handle signals."""
    exits: SimpleQueue[int] = SimpleQueue()
    monkeypatch.setattr(os, "_exit", exits.put)
    monkeypatch.setattr(watchdog, "_LIMIT_SECONDS", LIMIT_SECONDS)
    numbers = signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1
    before = [signal.signal(number, lambda *_: None) for number in numbers]
    yield exits
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)
    assert signal.set_wakeup_fd(-1) == -1


@pytest.mark.parametrize(("number", "status"), [(None, 0), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_request_ends_a_hanging_process(exits: SimpleQueue[int], number: int | None, status: int) -> None:
    dog = Watchdog()
    with dog:
        signal.raise_signal(signal.SIGUSR1)
        begun = time.monotonic()
        dog.note_closer() if number is None else signal.raise_signal(number)
        assert exits.get(timeout=WAIT_SECONDS) == status
        assert time.monotonic() - begun >= LIMIT_SECONDS


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has epoll")
def test_an_unhandled_event_ends_a_hanging_process(exits: SimpleQueue[int]) -> None:
    """The watchdog examines each event once, also if nobody reads it."""
    answers, (read, write), dog = [False, False, True], os.pipe(), Watchdog()
    with dog:
        dog.watch_events(read, lambda: answers.pop(0))
        for left in (2, 1):
            os.write(write, b"x")
            wait_for(lambda left=left: len(answers) == left, "the event was not looked at")  # type: ignore[misc]
            time.sleep(0.2)
            assert (len(answers), exits.empty()) == (left, True)
        os.write(write, b"x")
        assert exits.get(timeout=WAIT_SECONDS) == 0

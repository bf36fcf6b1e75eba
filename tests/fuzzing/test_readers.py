"""Readers accept any file or refuse it in one line, with limited time and memory."""

import sys

import pytest

from tests.fuzzing import run
from tests.fuzzing.readers import READERS, Reader
from tests.fuzzing.run import FuzzingError, OutOfTime, fuzz, read
from tests.needs import CI

ALL = [pytest.param(name, marks=pytest.mark.slow if reader.cost > 1 else ()) for name, reader in READERS.items()]
INPUTS = 5_000 if CI else 300


@pytest.mark.parametrize("name", ALL)
def test_samples_are_valid(name: str) -> None:
    for sample in READERS[name].samples():
        read(READERS[name], sample)


@pytest.mark.parametrize("name", ALL)
def test_damaged_files_are_read_or_refused(name: str) -> None:
    fuzz(name, max(INPUTS // READERS[name].cost, 2), seed=1)


# ---- tests of the fuzzing itself


def broken(data: bytes) -> None:
    if data[:1] == b"x":
        raise KeyError("x")


def test_a_failure_names_the_command_that_repeats_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(READERS, "broken", Reader(broken, (ValueError,), lambda: [b"abc"], (b"x",)))
    with pytest.raises(FuzzingError) as caught:
        fuzz("broken", 2000, 7)
    message = str(caught.value)
    first = int(message.split("--first ")[1].split()[0])
    assert first > 0
    assert message.startswith(
        f"broken: KeyError: 'x'\n  again: tools/fuzz.py --reader 'broken' --seed 7 --first {first} --inputs 1\n"
        "  its beginning: b'x"
    )
    with pytest.raises(FuzzingError) as again:
        fuzz("broken", 1, 7, first)
    assert str(again.value) == message
    fuzz("broken", first, 7)


@pytest.mark.skipif(sys.platform != "linux", reason="time and memory of a test are limited on Linux alone")
def test_time_and_memory_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(_data: bytes) -> None:
        while True:
            pass

    def swell(_data: bytes) -> None:
        bytes(run.MEMORY * 2)

    monkeypatch.setattr(run, "SECONDS", 0.1)
    with pytest.raises(OutOfTime):
        read(Reader(hang, (ValueError,), lambda: [b""]), b"")
    monkeypatch.setitem(READERS, "swell", Reader(swell, (ValueError,), lambda: [b""]))
    with pytest.raises(FuzzingError, match="MemoryError"):
        fuzz("swell", 1, 1)

"""Readers accept any file or refuse it in one line, with limited time and memory."""

import pytest

from tests.fuzzing.readers import READERS
from tests.fuzzing.run import fuzz, read
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

"""The long run of damaged files, in short."""

from __future__ import annotations

import subprocess
import sys

from tests.fuzzing.readers import READERS
from tests.places import ROOT


def fuzz(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "tools/fuzz.py", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def test_every_reader_has_its_line() -> None:
    result = fuzz("--inputs", "5", "--workers", "1")
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert sorted(line.split(":")[0] for line in lines) == sorted(READERS)
    assert all(": 5 inputs, " in line and line.endswith(": well") for line in lines)


def test_a_reader_that_is_none_is_wrong_usage() -> None:
    result = fuzz("--reader", "novel")
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)

"""The long run of damaged files, in short."""

from __future__ import annotations

import re
import subprocess
import sys

from tests.fuzzing.readers import READERS
from tests.places import ROOT


def fuzz(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "tools/fuzz.py", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def test_a_reader_has_its_line() -> None:
    result = fuzz("--inputs", "5", "--workers", "1", "--reader", "rsc")
    assert (result.returncode, result.stderr) == (0, "")
    assert re.fullmatch(r"rsc: 5 inputs, \d+ s, \d+ MiB: passed\n", result.stdout)


def test_the_help_lists_every_reader() -> None:
    said = " ".join(fuzz("--help").stdout.split())
    assert [name for name in READERS if name not in said] == []

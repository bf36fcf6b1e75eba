"""The long run of damaged files, in short."""

from __future__ import annotations

import re
import subprocess
import sys

from tests.fuzzing.readers import READERS
from tests.places import ROOT
from tests.tools.run import run


def test_a_reader_has_its_line() -> None:
    command = [sys.executable, "tools/fuzz.py", "--inputs", "5", "--workers", "1", "--reader", "rsc"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")
    assert re.fullmatch(r"rsc: 5 inputs, \d+ s, \d+ MiB: passed\n", result.stdout)


def test_the_help_lists_every_reader() -> None:
    said = " ".join(run("fuzz", "--help").out.split())
    assert [name for name in READERS if name not in said] == []

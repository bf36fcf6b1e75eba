"""tools/census_grossfamilien.py: what it says of a few numbers, and what it refuses."""

from __future__ import annotations

import subprocess
import sys

from gemport.solver import Verdict
from tests.places import ROOT

TOOL = ROOT / "tools" / "census_grossfamilien.py"


def census(*arguments: str) -> tuple[int, str, str]:
    done = subprocess.run([sys.executable, TOOL, *arguments], capture_output=True, encoding="utf-8", check=False)
    return done.returncode, done.stdout, done.stderr


def test_it_counts_what_was_found() -> None:
    status, out, err = census("--from", "3", "--to", "4", "--workers", "1")
    lines = out.splitlines()
    assert (status, err) == (0, "")
    assert lines[:3] == [f"{verdict.value}: {2 if verdict is Verdict.WINNABLE else 0} of 2" for verdict in Verdict]
    assert lines[3].startswith("positions looked at: median ")
    assert lines[4].startswith("plays of a solution: ")


def test_what_stays_open_is_named() -> None:
    status, out, _ = census("--from", "3", "--to", "4", "--workers", "1", "--limit", "50")
    assert (status, out.splitlines()[2:]) == (0, ["undecided: 2 of 2", "undecided numbers: 3 4"])

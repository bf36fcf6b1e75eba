"""``gemport today``: the numbers of the games of the day, for people and for programs."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.cli.run import run
from tests.places import ROOT


def test_a_days_numbers_are_printed() -> None:
    assert run("today", "--date", "2026-11-22").out.splitlines() == [
        "2026-11-22 VIERFREI #283359",
        "2026-11-22 FreeCell #23741",
        "2026-11-22 Großfamilien #580",
    ]
    status, out, _ = run("today", "FreeCell", "--date", "2026-11-22", "--format", "json")
    assert (status, json.loads(out)) == (0, {"game": "freecell", "date": "2026-11-22", "number": 23741})


@pytest.mark.parametrize(("zone", "day"), [("Pacific/Kiritimati", "2026-11-22"), ("Pacific/Honolulu", "2026-11-21")])
@pytest.mark.skipif(os.name == "nt", reason="the zone of this system cannot be set by TZ")
def test_today_is_the_date_on_the_players_clock(zone: str, day: str) -> None:
    """At noon in Greenwich it is tomorrow in the Line Islands, and still today in Hawaii."""
    noon = "import time; time.time = lambda: 1795262400.0 + 3600; from gemport.cli import main; main(['today'])"
    environment = {**os.environ, "TZ": zone, "PYTHONPATH": str(ROOT)}
    found = subprocess.run([sys.executable, "-c", noon], env=environment, capture_output=True, text=True, check=True)
    assert {line.split()[0] for line in found.stdout.splitlines()} == {day}

"""The long runs: a census can be interrupted, resumed, reported and verified; damaged files are rejected."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from array import array
from pathlib import Path

import pytest

from gemport.cards.census import parse_census
from gemport.solver import Verdict
from tests.places import ROOT

CENSUS = Path(__file__).resolve().parents[2] / "tools" / "census.py"
LOST = 304540
"""A number with a short proof."""


def census(*arguments: str | Path, status: int = 0) -> tuple[str, str]:
    command = [sys.executable, str(CENSUS), *map(str, arguments)]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == status, result.stderr
    return result.stdout, result.stderr


def values(folder: Path, game: str = "vierfrei") -> array[int]:
    read = array("H", (folder / f"{game}.census").read_bytes())
    if sys.byteorder == "big":
        read.byteswap()
    return read


def put(folder: Path, number: int, value: int) -> None:
    with (folder / "vierfrei.census").open("r+b") as file:
        file.seek(2 * number)
        file.write(value.to_bytes(2, "little"))


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the results of a few numbers, one of them impossible."""
    folder = tmp_path_factory.mktemp("census")
    census("vierfrei", "--to", "19", "--workers", "2", "--results", folder)
    census("vierfrei", "--from", str(LOST), "--to", str(LOST), "--workers", "1", "--results", folder)
    return folder


def test_every_number_has_the_length_of_a_solution(finished: Path) -> None:
    found = values(finished)
    assert len(found) == 1_000_000
    assert all(52 < length < 400 for length in found[:20])
    assert not any(found[20:LOST])


def test_open_numbers_are_then_proven(finished: Path) -> None:
    put(finished, LOST, 65534)
    census("vierfrei", "--open", "--workers", "1", "--states", "1000", "--results", finished)
    assert values(finished)[LOST] == 65534
    census("vierfrei", "--open", "--workers", "1", "--results", finished)
    assert values(finished)[LOST] == 65535


def test_it_counts_and_verifies_results(finished: Path) -> None:
    put(finished, LOST, 65535)
    text, _ = census("vierfrei", "--results", finished, "--counts")
    found = parse_census(text)["vierfrei"]
    assert (found.winnable, found.impossible, found.open) == (20, (LOST,), ())
    assert found.missing == (range(20, LOST), range(LOST + 1, 1_000_000))
    lengths, sha256 = text.splitlines()[-2:]
    assert sum(int(count) for count in re.findall(r"\d0-\d+9:(\d+)", lengths)) == 20
    assert sha256 == f"sha256: {hashlib.sha256((finished / 'vierfrei.census').read_bytes()).hexdigest()}"
    out, _ = census("vierfrei", "--results", finished, "--verify", "5", "--seed", "1", "--workers", "2")
    solved, proven = "5 of 20 winnable numbers solved again and replayed", "1 of 1 impossible ones proven again"
    assert out == f"vierfrei: {solved}, {proven}: 0 wrong\n"


@pytest.mark.parametrize("which", ["--verify 2", "--ways --from 2 --to 4"])
def test_a_wrong_result_is_found(which: str, finished: Path, tmp_path: Path) -> None:
    (tmp_path / "vierfrei.census").write_bytes((finished / "vierfrei.census").read_bytes())
    put(tmp_path, 3, 65535)
    put(tmp_path, LOST, 65534)
    out, _ = census("vierfrei", "--results", tmp_path, *which.split(), "--workers", "1", status=1)
    assert out.splitlines()[0] == "vierfrei 3: winnable, not impossible"
    assert out.endswith("1 wrong\n")


# ---- Großfamilien


TOOL = ROOT / "tools" / "census_grossfamilien.py"


def families_census(*arguments: str) -> tuple[int, str, str]:
    done = subprocess.run([sys.executable, TOOL, *arguments], capture_output=True, encoding="utf-8", check=False)
    return done.returncode, done.stdout, done.stderr


def test_it_counts_verdicts() -> None:
    status, out, err = families_census("--from", "3", "--to", "4", "--workers", "1")
    lines = out.splitlines()
    assert (status, err) == (0, "")
    assert lines[:3] == [f"{verdict.value}: {2 if verdict is Verdict.WINNABLE else 0} of 2" for verdict in Verdict]
    assert lines[3].startswith("positions looked at: median ")
    assert lines[4].startswith("plays of a solution: ")


def test_open_numbers_are_named() -> None:
    status, out, _ = families_census("--from", "3", "--to", "4", "--workers", "1", "--limit", "50")
    assert (status, out.splitlines()[2:]) == (0, ["undecided: 2 of 2", "undecided numbers: 3 4"])

"""The long runs: a census can be interrupted, resumed, reported and verified; damaged files are rejected."""

from __future__ import annotations

import hashlib
import signal
import subprocess
import sys
import time
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


def test_it_counts_packs_and_verifies_results(finished: Path, tmp_path: Path) -> None:
    put(finished, LOST, 65535)
    packed = tmp_path / "census.txt"
    census("vierfrei", "--results", finished, "--pack", packed)
    text, _ = census("vierfrei", "--results", finished, "--counts")
    assert packed.read_text(encoding="ascii") == text
    found = parse_census(text)["vierfrei"]
    assert (found.winnable, found.impossible, found.open) == (20, (LOST,), ())
    assert found.missing == (range(20, LOST), range(LOST + 1, 1_000_000))
    assert sum(count for _, count in found.lengths) == 20
    assert found.sha256 == hashlib.sha256((finished / "vierfrei.census").read_bytes()).hexdigest()
    out, _ = census("--packed", packed, "--verify", "5", "--seed", "1", "--workers", "2")
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


def test_it_continues_where_it_was_stopped(tmp_path: Path) -> None:
    arguments = ["vierfrei", "--workers", "2", "--results", str(tmp_path)]
    command = [sys.executable, str(CENSUS), *arguments]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    while not (tmp_path / "vierfrei.census").exists() or not any(values(tmp_path)):
        time.sleep(0.1)
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate()
    assert process.returncode == 1
    assert errors.endswith("census: stopped; the same command goes on from here\n")
    before = values(tmp_path)
    done = 1_000_000 - before.count(0)
    assert done > 0
    first, known = before.index(0), next(number for number in range(len(before)) if before[number])
    put(tmp_path, known, 7)
    start, end = sorted([first, known])
    left = before[start : end + 1].count(0)
    _, errors = census(*arguments, "--from", str(start), "--to", str(end))
    assert f" {left}/{left} " in errors
    after = values(tmp_path)
    assert after[known] == 7
    assert after[first] > 0
    assert after.count(0) == 1_000_000 - done - left


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "microsoft.census").write_bytes(b"\1\2\3")
    _, errors = census("microsoft", "--results", tmp_path, "--counts", status=2)
    assert errors == f"census: {tmp_path / 'microsoft.census'}: 3 bytes, not 2000000: no results of microsoft\n"


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


# ---- damaged files

"""Measure the solver beside fc-solve: python tests/benchmarks/solver.py [--games N] [--all]

A sample of VIERFREI's games 0..9999 is solved, each by both in turn. Times are processor times; from fc-solve's that of
a start without a deal is taken off. Without fc-solve (Debian: freecell-solver-bin) only the solver is measured.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from gemport.cards.card import card_names
from gemport.solver import Position, Verdict, solve

GAMES = range(10_000)
_STARTS = 20


def our_time(number: int) -> tuple[float, int, bool]:
    """Milliseconds, positions looked at, and whether the question is decided."""
    position = Position.vierfrei(number)
    started = time.process_time()
    answer = solve(position)
    return (time.process_time() - started) * 1000, answer.states, answer.verdict is not Verdict.UNDECIDED


def child_time(command: list[str], text: str) -> tuple[float, str]:
    """Milliseconds that a process takes, and what it writes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    quiet = {**os.environ, "FREECELL_SOLVER_QUIET": "1"}
    output = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, env=quiet).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000, output


def their_time(fc_solve: str, number: int) -> tuple[float, bool]:
    """Milliseconds, the start included, and whether the question is decided."""
    deal = "".join(" ".join(card_names(column)) + "\n" for column in Position.vierfrei(number).columns)
    spent, output = child_time([fc_solve, "-l", "lg", "-"], deal)
    return spent, "This game is solveable" in output


def at(part: float, times: list[float]) -> float:
    """The time that ``part`` of the games stay below."""
    return sorted(times)[min(int(part * len(times)), len(times) - 1)]


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=300, help="size of the sample (default 300)")
    parser.add_argument("--all", action="store_true", help="all 10,000 games")
    options = parser.parse_args()
    numbers = list(GAMES) if options.all else sorted(random.Random(1993).sample(GAMES, options.games))
    fc_solve = shutil.which("fc-solve")
    ours, theirs, states = [], [], []
    our_open = their_open = 0
    for number in numbers:
        spent, looked, decided = our_time(number)
        ours.append(spent)
        states.append(looked)
        our_open += not decided
        if fc_solve is not None:
            spent, decided = their_time(fc_solve, number)
            theirs.append(spent)
            their_open += not decided
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if fc_solve is not None:
        start = statistics.median(child_time([fc_solve, "--version"], "")[0] for _ in range(_STARTS))
        theirs = [max(spent - start, 0.0) for spent in theirs]
    print(f"{len(numbers)} of VIERFREI's games 0..{GAMES[-1]}, processor time")
    print(f"{'':12}{'solver':>12}{'fc-solve -l lg':>18}{'ratio':>9}")
    rows = [("median", 0.5), ("90 %", 0.9), ("99 %", 0.99), ("most", 1.0)]
    for name, part in rows:
        line = f"{name:12}{at(part, ours):9.1f} ms"
        if theirs:
            line += f"{at(part, theirs):15.1f} ms{at(part, ours) / max(at(part, theirs), 0.01):9.1f}"
        print(line)
    line = f"{'mean':12}{statistics.mean(ours):9.1f} ms"
    print(
        line
        + (
            f"{statistics.mean(theirs):15.1f} ms{statistics.mean(ours) / statistics.mean(theirs):9.1f}"
            if theirs
            else ""
        )
    )
    print(f"{'undecided':12}{our_open:12}" + (f"{their_open:18}" if theirs else ""))
    print(f"{'positions':12}{statistics.median(states):12.0f}   (median)")
    print(f"{'memory':12}{memory:8.0f} MiB   (most)")


if __name__ == "__main__":
    main()

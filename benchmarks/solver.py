"""Measure the solver and fc-solve: python -m benchmarks.solver [--games N] [--short N] [--seconds S] [--lost N]

The first table has the time to the first solution for a sample of VIERFREI's games 0..9999, each solved by both in
turn. The second has the length of solutions for Microsoft's games from 1 on, in single-card moves not to a foundation,
immediately and after some seconds. The third has the time to prove the losing move of random games of VIERFREI by a
weak player, up to a position without a legal or new move.

All times are processor times. The start of fc-solve without a deal is subtracted from its times. Without fc-solve
(Debian: freecell-solver-bin) only the solver is measured.
"""

import os
import random
import resource
import shutil
import statistics
import subprocess
import time

from benchmarks import options
from gemport.cards.card import card_names
from gemport.solver import Position, Verdict, solve
from gemport.solver.review import Review
from gemport.solver.short import INSTANT_POSITIONS, Shortening, price_of
from tests.solver.plain import moves_in
from tests.solver.weak import weak_game

GAMES = range(10_000)
_STARTS = 20
_PROOF_SECONDS = 1, 2, 10


def our_time(number: int) -> tuple[float, int, bool]:
    """Return milliseconds, number of positions, and whether the game was decided."""
    position = Position.vierfrei(number)
    started = time.process_time()
    answer = solve(position)
    return (time.process_time() - started) * 1000, answer.states, answer.verdict is not Verdict.UNDECIDED


def child_time(command: list[str], text: str) -> tuple[float, str]:
    """Return the milliseconds and the output of a process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    quiet = {**os.environ, "FREECELL_SOLVER_QUIET": "1"}
    output = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, env=quiet).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000, output


def deal_of(position: Position) -> str:
    """Return the deal in fc-solve's format."""
    return "".join(" ".join(card_names(column)) + "\n" for column in position.columns)


def at(part: float, values: list[float]) -> float:
    """Return the quantile ``part`` of the values."""
    return sorted(values)[min(int(part * len(values)), len(values) - 1)]


def first_solutions(numbers: list[int], fc_solve: str | None) -> None:
    ours, theirs, states = [], [], []
    our_open = their_open = 0
    for number in numbers:
        spent, looked, decided = our_time(number)
        ours.append(spent)
        states.append(looked)
        our_open += not decided
        if fc_solve is not None:
            spent, output = child_time([fc_solve, "-l", "lg", "-"], deal_of(Position.vierfrei(number)))
            theirs.append(spent)
            their_open += "This game is solveable" not in output
    if fc_solve is not None:
        start = statistics.median(child_time([fc_solve, "--version"], "")[0] for _ in range(_STARTS))
        theirs = [max(spent - start, 0.0) for spent in theirs]
    print(f"{len(numbers)} of VIERFREI's games 0..{GAMES[-1]}, milliseconds to the first solution")
    print(f"{'':12}{'solver':>12}" + f"{'fc-solve -l lg':>18}{'ratio':>9}" * bool(theirs))
    for name, part in (("median", 0.5), ("90 %", 0.9), ("99 %", 0.99), ("most", 1.0)):
        line = f"{name:12}{at(part, ours):12.1f}"
        if theirs:
            line += f"{at(part, theirs):18.1f}{at(part, ours) / max(at(part, theirs), 0.01):9.1f}"
        print(line)
    print(f"{'undecided':12}{our_open:12}" + f"{their_open:18}" * bool(theirs))
    print(f"{'positions':12}{statistics.median(states):12.0f}   (median)")
    print(f"{'a second':12}{1000 * sum(states) / sum(ours):12.0f}   (positions)")
    print(f"{'memory':12}{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:12.0f}   (MiB, most)")


def short_solutions(games: int, seconds: float, fc_solve: str | None) -> None:
    rows: dict[str, list[tuple[float, float]]] = {"first": [], "at once": [], f"{seconds:g} s": []}
    theirs: dict[str, list[tuple[float, float]]] = {"fc-solve -l lg -opt": [], "fc-solve -l qsi -opt": []}
    bounds = []
    for number in range(1, games + 1):
        position = Position.microsoft(number)
        started = time.process_time()
        moves = solve(position).moves
        assert moves is not None
        found = {"first": (price_of(moves), time.process_time() - started)}
        shortening = Shortening(position, moves)
        for looked in shortening.work():
            spent = time.process_time() - started
            if looked >= INSTANT_POSITIONS and "at once" not in found:
                found["at once"] = shortening.price, spent
            if spent >= seconds:
                break
        last = shortening.price, time.process_time() - started
        for name, row in rows.items():
            row.append(found.get(name, last))
        bounds.append(shortening.least)
        for name, row in theirs.items() if fc_solve is not None else ():
            options = [*name.split()[1:], "-p", "-t", "-sam", "-m", "-"]
            spent, output = child_time([fc_solve or "", *options], deal_of(position))
            row.append((price_of(moves_in(output, position)), spent / 1000))
    print(f"\nMicrosoft's games 1..{games}, moves of single cards not home (medians)")
    for name, row in (rows | theirs).items():
        if row:
            prices, times = zip(*row, strict=True)
            print(f"{name:22}{statistics.median(prices):8.1f}{1000 * statistics.median(times):12.0f} ms")
    print(f"{'proven to be needed':22}{statistics.median(bounds):8.1f}")


def proof_time(number: int) -> float:
    """Return the seconds until the losing move of a game is proven, or infinity."""
    review = Review(weak_game(random.Random(number)))
    started = time.process_time()
    for _ in review.work():
        if time.process_time() - started > _PROOF_SECONDS[-1]:
            break
    return time.process_time() - started if review.done else float("inf")


def main() -> None:
    chosen, fc_solve = options(__doc__, games=300, short=120, seconds=5.0, lost=100), shutil.which("fc-solve")
    if chosen.games:
        first_solutions(sorted(random.Random(1993).sample(GAMES, chosen.games)), fc_solve)
    if chosen.short:
        short_solutions(chosen.short, chosen.seconds, fc_solve)
    times = [proof_time(number) for number in range(chosen.lost)]
    for limit in _PROOF_SECONDS:
        print(f"within {limit:2} s {sum(spent <= limit for spent in times):5} of {len(times)} losing moves proven")


if __name__ == "__main__":
    main()

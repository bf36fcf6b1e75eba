"""Count the games of Großfamilien that the solver wins, and replay each solution on the board.

``census_grossfamilien.py`` searches the numbers 0..999 with the solver's default limit and prints a summary.
"""

import os
import sys
from collections.abc import Sequence
from functools import partial
from multiprocessing import Pool
from statistics import median
from typing import NamedTuple

import checkout  # noqa: F401

from gemport.cards.deals import NUMBERS
from gemport.cards.grossfamilien import FamilyBoard
from gemport.cli.terminal import Parser
from gemport.solver import Verdict
from gemport.solver.grossfamilien import MAX_POSITIONS, solve


class Answer(NamedTuple):
    """The result for a number: number of positions visited, and of plays in the solution (0 without one)."""

    number: int
    verdict: Verdict
    states: int
    plays: int


def look_at(limit: int, number: int) -> Answer:
    """Solve a number and replay the solution. Raises IllegalMove or AssertionError if the solution is wrong."""
    judgement = solve(FamilyBoard.deal(number), limit)
    board = FamilyBoard.deal(number)
    for play in judgement.plays or ():
        board.move(play.source, play.target)
    assert board.won == (judgement.verdict is Verdict.WINNABLE), number
    return Answer(number, judgement.verdict, judgement.states, len(judgement.plays or ()))


def report(answers: Sequence[Answer]) -> str:
    """Return the results as lines of text."""
    by = {verdict: [answer for answer in answers if answer.verdict is verdict] for verdict in Verdict}
    lines = [f"{verdict.value}: {len(by[verdict])} of {len(answers)}" for verdict in Verdict]
    lines += [
        f"{verdict.value} numbers: {' '.join(str(answer.number) for answer in by[verdict])}"
        for verdict in (Verdict.IMPOSSIBLE, Verdict.UNDECIDED)
        if by[verdict]
    ]
    won = by[Verdict.WINNABLE]
    if won:
        states, plays = sorted(answer.states for answer in won), sorted(answer.plays for answer in won)
        lines.append(f"positions looked at: median {median(states):.0f}, 99 % within {states[len(won) * 99 // 100]}")
        lines.append(f"plays of a solution: {plays[0]} to {plays[-1]}, median {median(plays):.0f}")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Exit status: 0 done, 2 wrong usage."""
    parser = Parser(description="How many games of Großfamilien the solver wins.")
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="A", help="first number (0)")
    parser.add_argument("--to", type=int, default=999, dest="last", metavar="B", help="last number (999)")
    parser.add_argument(
        "--limit", type=int, default=MAX_POSITIONS, metavar="N", help=f"positions to look at ({MAX_POSITIONS})"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (one a core)")
    options = parser.parse_args(arguments)
    if not NUMBERS[0] <= options.first <= options.last <= NUMBERS[-1] or min(options.limit, options.workers) < 1:
        parser.error(f"numbers go from {NUMBERS[0]} to {NUMBERS[-1]}, the other values from 1")
    numbers = range(options.first, options.last + 1)
    answers = []
    with Pool(options.workers) as pool:
        for answer in pool.imap_unordered(partial(look_at, options.limit), numbers):
            answers.append(answer)
            if len(answers) % 100 == 0:
                print(f"{len(answers)} of {len(numbers)}", file=sys.stderr, flush=True)
    print(report(sorted(answers)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

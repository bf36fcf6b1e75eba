"""Solve every numbered game and save the results; an interrupted census can be resumed.

``census.py [vierfrei] [microsoft]`` searches the numbers without a result with the quick engine; with ``--open``, it
searches the undecided numbers with the exhaustive engine. ``--counts`` prints the results in the format to ship (see
gemport/cards/census.py). ``--verify N`` solves again a sample of N winnable numbers and all
impossible ones, and replays the solutions. ``--ways`` does the same for all numbers from ``--from`` to ``--to``, and
prints those whose verdict it does not find again. Both check the shipped census, or the results in ``--results`` if
given.

Each game has one file in the folder ``--results``, with two bytes per number, little-endian, starting with the first
number: 0 not searched, 65535 impossible (proven), 65534 undecided, otherwise the length of a solution in single-card
moves.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import os
import random
import signal
import sys
import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby, islice
from multiprocessing import Pool
from pathlib import Path

import checkout  # noqa: F401

from gemport.cards.census import Census, parse_census
from gemport.cli.terminal import Parser, report_bad_input
from gemport.solver import QUICK_ONLY, Judgement, Limits, Position, Verdict, played, solve

NOT_DONE, OPEN, IMPOSSIBLE = 0, 0xFFFE, 0xFFFF
GAMES: dict[str, tuple[range, Callable[[int], Position]]] = {
    "vierfrei": (range(1_000_000), Position.vierfrei),
    "microsoft": (range(1, 1_000_001), Position.microsoft),
}
"""Numbers of each game, and the function that deals a number."""
SHIPPED = Path(__file__).resolve().parents[1] / "data" / "census.txt"

_CHUNK = 200
"""Count of the numbers in a batch for a worker; the results of a batch are written together."""
_PROGRESS_SECONDS = 10


class Results:
    """The results in a game's file; a missing file means no results.

    Attributes:
        numbers: all numbers of the game
        values: result for each number, in the format of the file
    """

    def __init__(self, folder: Path, game: str) -> None:
        """Read the file. Raises OSError, and ValueError if the size is wrong."""
        self.game = game
        self.numbers = GAMES[game][0]
        self.path = folder / f"{game}.census"
        data = self.path.read_bytes() if self.path.exists() else bytes(2 * len(self.numbers))
        if len(data) != 2 * len(self.numbers):
            raise ValueError(f"{self.path}: {len(data)} bytes, not {2 * len(self.numbers)}: no results of {game}")
        self.values = array("H", data)
        _swap(self.values)

    def write(self, results: Sequence[tuple[int, int]]) -> None:
        if not self.path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_bytes(bytes(2 * len(self.numbers)))
        with self.path.open("r+b") as file:
            for number, value in results:
                index = number - self.numbers[0]
                self.values[index] = value
                file.seek(2 * index)
                file.write(value.to_bytes(2, "little"))

    def having(self, *values: int) -> list[int]:
        return [number for number, value in zip(self.numbers, self.values, strict=True) if value in values]

    def census(self) -> Census:
        return Census(
            game=self.game,
            numbers=self.numbers,
            winnable=sum(NOT_DONE < value < OPEN for value in self.values),
            impossible=tuple(self.having(IMPOSSIBLE)),
            open=tuple(self.having(OPEN)),
            missing=tuple(in_ranges(self.having(NOT_DONE))),
        )

    def text(self) -> str:
        """Return the lines of the game in the format of gemport/cards/census.py."""
        census, data = self.census(), array("H", self.values)
        _swap(data)
        lengths = Counter(value // 10 for value in self.values if NOT_DONE < value < OPEN)
        lines = (
            f"game: {census.game}",
            f"numbers: {_word(census.numbers)}",
            f"winnable: {census.winnable}",
            " ".join(("impossible:", *map(str, census.impossible))),
            " ".join(("open:", *map(str, census.open))),
            " ".join(("missing:", *map(_word, census.missing))),
            " ".join(("lengths:", *(f"{10 * tens}-{10 * tens + 9}:{lengths[tens]}" for tens in sorted(lengths)))),
            f"sha256: {hashlib.sha256(data).hexdigest()}",
        )
        return "".join(f"{line}\n" for line in lines)


def in_ranges(numbers: Iterable[int]) -> Iterator[range]:
    """Combine increasing numbers into ranges of consecutive numbers."""
    for _, group in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        members = [number for _, number in group]
        yield range(members[0], members[-1] + 1)


def _word(numbers: range) -> str:
    return f"{numbers[0]}-{numbers[-1]}"


def _swap(values: array[int]) -> None:
    if sys.byteorder == "big":
        values.byteswap()


def value_of(answer: Judgement) -> int:
    """Return the value for a judgement in the results file."""
    if answer.verdict is Verdict.WINNABLE:
        assert answer.moves is not None
        return len(answer.moves)
    return IMPOSSIBLE if answer.verdict is Verdict.IMPOSSIBLE else OPEN


def answer_chunk(game: str, limits: Limits, numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Solve a batch; return (number, value) pairs."""
    position = GAMES[game][1]
    return [(number, value_of(solve(position(number), limits))) for number in numbers]


def check_number(game: str, limits: Limits, known: tuple[int, Verdict]) -> tuple[int, str | None]:
    """Solve a number again and replay the solution; return the number and a complaint, or None."""
    number, verdict = known
    position = GAMES[game][1](number)
    answer = solve(position, limits)
    if answer.verdict is not verdict:
        return number, f"{answer.verdict.value}, not {verdict.value}"
    if answer.moves is not None and sum(played(position, answer.moves).foundations) != 52:
        return number, "the solution does not win"
    return number, None


class Progress:
    """The progress of a run: a line every ten seconds, and a last one."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0
        self.started = self.shown = time.monotonic()

    def add(self, count: int, remark: str) -> None:
        self.done += count
        now = time.monotonic()
        if now - self.shown >= _PROGRESS_SECONDS or self.done == self.total:
            self.shown = now
            rate = self.done / max(now - self.started, 1e-9)
            left = f"{(self.total - self.done) / rate / 60:.0f} min left"
            print(f"{self.done}/{self.total}  {rate:.0f}/s  {left}  {remark}", file=sys.stderr, flush=True)


def _start_worker() -> None:
    # A search creates many small objects but no garbage, so run the garbage collector less often.
    gc.set_threshold(50_000, 20, 100)
    # Ctrl-C reaches the entire process group, but only the parent should react.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _interrupt(_signal: int, _frame: object) -> None:
    raise KeyboardInterrupt


def run(results: Results, numbers: Sequence[int], limits: Limits, workers: int, chunk: int) -> None:
    """Solve numbers and save the results. Raises KeyboardInterrupt; the results so far are saved."""
    progress = Progress(len(numbers))
    impossible = left_open = 0
    chunks = (numbers[at : at + chunk] for at in range(0, len(numbers), chunk))
    with Pool(workers, _start_worker) as pool:
        for answers in pool.imap_unordered(partial(answer_chunk, results.game, limits), chunks):
            results.write(answers)
            impossible += sum(value == IMPOSSIBLE for _, value in answers)
            left_open += sum(value == OPEN for _, value in answers)
            progress.add(len(answers), f"{impossible} impossible, {left_open} open")


def sample_of(census: Census, count: int, seed: int | None) -> list[int]:
    """Return a sample of the winnable numbers and all impossible numbers."""
    drawn = random.Random(seed).sample(census.numbers, len(census.numbers))
    winnable = (number for number in drawn if census.verdict(number) is Verdict.WINNABLE)
    return [*census.impossible, *islice(winnable, count)]


def verify(census: Census, numbers: Iterable[int], limits: Limits, workers: int) -> int:
    """Check the verdicts on some numbers; return the count of wrong ones."""
    verdicts = [(number, census.verdict(number)) for number in numbers]
    sample = [(number, verdict) for number, verdict in verdicts if verdict in (Verdict.WINNABLE, Verdict.IMPOSSIBLE)]
    wrong = 0
    progress = Progress(len(sample))
    with Pool(workers, _start_worker) as pool:
        for number, complaint in pool.imap_unordered(partial(check_number, census.game, limits), sample):
            if complaint is not None:
                wrong += 1
                print(f"{census.game} {number}: {complaint}")
            progress.add(1, f"{wrong} wrong")
    lost = sum(verdict is Verdict.IMPOSSIBLE for _, verdict in sample)
    print(
        f"{census.game}: {len(sample) - lost} of {census.winnable} winnable numbers solved again and replayed,"
        f" {lost} of {len(census.impossible)} impossible ones proven again: {wrong} wrong"
    )
    return wrong


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Exit status: 0 done, 1 interrupted or verification failed, 2 wrong usage or invalid input."""
    parser = _parser()
    options = parser.parse_args(arguments)
    for game in options.games:
        if game not in GAMES:
            parser.error(f"{game!r} is not a game ({', '.join(GAMES)})")
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        return _act(options)
    except KeyboardInterrupt:
        print("census: stopped; the same command goes on from here", file=sys.stderr)
        return 1
    except (OSError, ValueError) as error:
        return report_bad_input(error, "census")


def _act(options: argparse.Namespace) -> int:
    games = options.games or list(GAMES)
    if (options.verify or options.ways) and options.results is None:
        shipped = parse_census(SHIPPED.read_text(encoding="ascii"))
        return _verify_all([shipped[game] for game in games], options)
    all_results = [Results(options.results or Path("census"), game) for game in games]
    if options.verify or options.ways:
        return _verify_all([results.census() for results in all_results], options)
    if options.counts:
        print("\n".join(results.text() for results in all_results), end="")
        return 0
    limits, chunk = (Limits((), options.states), 1) if options.open else (QUICK_ONLY, _CHUNK)
    for results in all_results:
        wanted = results.having(OPEN if options.open else NOT_DONE)
        last = results.numbers[-1] if options.last is None else options.last
        run(results, [number for number in wanted if options.first <= number <= last], limits, options.workers, chunk)
    return 0


def _verify_all(censuses: Sequence[Census], options: argparse.Namespace) -> int:
    limits = Limits(exhaustive=options.states)
    wrong = 0
    for census in censuses:
        last = census.numbers[-1] if options.last is None else options.last
        numbers = range(options.first, last + 1) if options.ways else sample_of(census, options.verify, options.seed)
        wrong += verify(census, numbers, limits, options.workers)
    return int(wrong > 0)


def positive(text: str) -> int:
    """Parse a number of at least one. Raises ValueError."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def _parser() -> Parser:
    parser = Parser(description="Can it be won, for every number of VIERFREI and of the Microsoft deals.")
    add = parser.add_argument
    add("games", nargs="*", metavar="GAME", help=f"{', '.join(GAMES)} (all of them)")
    add("--results", type=Path, metavar="DIR", help="folder of the results (census)")
    add("--workers", type=positive, default=os.cpu_count() or 1, metavar="N", help="processes (one a core)")
    add("--from", type=int, default=0, dest="first", metavar="A", help="first number")
    add("--to", type=int, dest="last", metavar="B", help="last number")
    add("--open", action="store_true", help="search undecided games with the exhaustive engine")
    add("--states", type=positive, default=10_000_000, metavar="N", help="positions it may keep (10000000: 1 GB)")
    add("--counts", action="store_true", help="print the results in the shipped format")
    add("--verify", type=positive, metavar="N", help="solve a random sample of each game again and play the solutions")
    add("--ways", action="store_true", help="solve all numbers of a range again, play the solutions, print the others")
    add("--seed", type=int, metavar="N", help="the sample's (another sample each time)")
    return parser


if __name__ == "__main__":
    sys.exit(main())

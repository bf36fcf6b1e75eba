"""Stores damaged at random: most of their rows are in the new ones.

A long run: python -m tests.store.test_salvage [--stores 2000] [--seed N]
"""

from __future__ import annotations

import argparse
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from gemport.store.records import Collection, Progress, Unfinished
from gemport.store.sqlite import FILE_NAME, Store
from gemport.store.statistics import Ended, Outcome

_PAGE = 4096
_WORDS = "1a", "26x3", "4h"
_QUERIES = (
    "SELECT game, number, outcome, moves, undos, seconds, ended FROM outcomes",
    "SELECT key, game, number, made, home, undos, seconds, counted, at FROM games",
    "SELECT key, place, word FROM words",
    "SELECT game, name, value FROM settings",
    "SELECT name, value FROM preferences",
)


def flipped(data: bytearray, random: Random) -> bytearray:
    """One to eight bytes are others."""
    for _ in range(random.randint(1, 8)):
        data[random.randrange(len(data))] ^= random.randint(1, 255)
    return data


def zeroed(data: bytearray, random: Random) -> bytearray:
    """One page or two hold nothing any more."""
    for _ in range(random.randint(1, 2)):
        start = _PAGE * random.randrange(len(data) // _PAGE)
        data[start : start + _PAGE] = bytes(_PAGE)
    return data


def shortened(data: bytearray, random: Random) -> bytearray:
    """Up to a quarter of the file is missing at its end, where the rows are that were added last."""
    return data[: random.randint(len(data) * 3 // 4, len(data) - 1)]


DAMAGES = {flipped: 0.95, zeroed: 0.7, shortened: 0.2}
"""Damages, and the least share of the rows that is expected to be saved."""


class Share(NamedTuple):
    """Of damaged stores: how many were set aside, how many rows those had, and how many of them are in the new ones."""

    stores: int = 0
    set_aside: int = 0
    rows: int = 0
    saved: int = 0
    empty: int = 0

    def __str__(self) -> str:
        share = 100 * self.saved / max(self.rows, 1)
        return (
            f"{self.stores} stores, {self.set_aside} of them set aside: {share:.1f} % of their rows saved,"
            f" {self.empty} without any"
        )


def fill(folder: Path) -> None:
    """A store as a player has it after a winter."""
    random = Random(1)
    with Store(folder) as store:
        for game in ("vierfrei", "freecell", "grossfamilien"):
            outcomes = (Outcome.WON, Outcome.LOST)
            ended = [
                Ended(
                    number, random.choice(outcomes), random.randint(30, 150), 2, random.randint(60, 900), 1.7e9 + number
                )
                for number in random.sample(range(32_000), 100)
            ]
            begun = [
                Unfinished(number, tuple(random.choices(_WORDS, k=40)), Progress(35), False, 1.7e9, number)
                for number in random.sample(range(32_000), 4)
            ]
            store.add({game: Collection(ended, begun)})
            store.records(game).change_setting("messages", False)
        store.set("window", "100 100")


def rows(path: Path) -> set[tuple[object, ...]]:
    """Everything in a store, but for the numbers that rows have."""
    with closing(sqlite3.connect(path)) as connection:
        return {(query, *row) for query in _QUERIES for row in connection.execute(query)}


def damage(how: Callable[[bytearray, Random], bytearray], stores: int, seed: int, folder: Path) -> Share:
    """Damage a store so often, each time in another way."""
    random, share = Random(seed), Share(stores)
    fill(folder)
    good = (folder / FILE_NAME).read_bytes()
    there = rows(folder / FILE_NAME)
    for _ in range(stores):
        (folder / FILE_NAME).write_bytes(how(bytearray(good), random))
        with Store(folder) as store:
            name = store.set_aside
        if name is None:
            continue
        (folder / name).unlink()
        saved = len(there & rows(folder / FILE_NAME))
        share = share._replace(
            set_aside=share.set_aside + 1,
            rows=share.rows + len(there),
            saved=share.saved + saved,
            empty=share.empty + (saved == 0),
        )
    return share


@pytest.mark.slow
@pytest.mark.parametrize(("how", "least"), DAMAGES.items())
def test_most_rows_of_a_damaged_store_are_saved(
    how: Callable[[bytearray, Random], bytearray], least: float, tmp_path: Path
) -> None:
    share = damage(how, 25, 3, tmp_path)
    assert share.set_aside
    assert share.empty == 0
    assert share.saved >= least * share.rows


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stores", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for kind in DAMAGES:
        with tempfile.TemporaryDirectory() as home:
            print(f"{kind.__name__}: {damage(kind, given.stores // len(DAMAGES), given.seed, Path(home))}", flush=True)

"""Steps recorded on a real GEM: calls, what they answered, and the SHA-256 of the screen that they left.

The same form serves the steps in ``tests/data/gem_own``, where that GEM wore artwork of this project's, and those of
the reference. ``README.md`` beside the latter describes the fields.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from gemport.gem.vdi.raster import Raster
from tests.conformance.report import RESULTS, keep
from tests.places import RECORDED

OWN = RECORDED / "gem_own"
"""What a real GEM did in artwork of this project's; ``OWN / "system"`` is that artwork, frozen with it."""
WIDTH, HEIGHT = 640, 400

Step = dict[str, Any]
Answers = list[tuple[str, list[int]]]
"""Calls that answered something, by name or number, and the numbers."""


def read_json(path: Path) -> Any:
    """A JSON file, or the same packed as ``path``.gz."""
    packed = path.with_name(path.name + ".gz")
    data = gzip.decompress(packed.read_bytes()) if packed.exists() else path.read_bytes()
    return json.loads(data)


def by_group(steps: Iterable[Step]) -> dict[str, list[Step]]:
    """The steps of each group in order: the state goes on within a group only."""
    groups: dict[str, list[Step]] = {}
    for step in steps:
        groups.setdefault(step["group"], []).append(step)
    return groups


def _ground_word(kind: int, column: int, y: int) -> int:
    if kind == 2:
        return 0x5555 if y & 1 else 0xAAAA
    if kind == 3:
        return 0x00FF if y & 8 else 0xFF00
    if kind == 4:
        return 0xF0F0 if (16 * column + y) % 37 < 18 else 0
    return 0xFFFF if kind == 1 else 0


def _noise() -> Iterable[int]:
    state = 12345
    while True:
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        yield state & 0xFFFF


@cache
def _ground(kind: int) -> tuple[int, ...]:
    columns = WIDTH // 16
    noise = iter(_noise())
    rows = []
    for y in range(HEIGHT):
        row = 0
        for column in range(columns):
            row = row << 16 | (next(noise) if kind == 5 else _ground_word(kind, column, y))
        rows.append(row)
    return tuple(rows)


def set_ground(raster: Raster, step: Step) -> None:
    """Fill the screen as the step wants it before its calls, or leave what is there."""
    if step.get("ground") is not None:
        raster.rows[:] = _ground(step["ground"])
        raster.version += 1


@dataclass
class Verdict:
    """How steps compare: those that differ, in words, and how many agree, by call."""

    folder: Path
    """Where the steps' pictures lie."""
    results: Path
    """Where pictures of steps that differ go."""
    same: Counter[str] = field(default_factory=Counter)
    total: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def screen(self, step: Step, number: int, raster: Raster) -> None:
        """Judge a screen; one that differs is kept as a picture, beside the real one where there is one."""
        name = step["name"]
        self.total[name] += 1
        if hashlib.sha256(raster.to_bytes()).hexdigest() == step["sha256"]:
            self.same[name] += 1
            return
        png = self.folder / step["png"] if step.get("png") else None
        kept = keep(raster, png, self.results, f"{step['group']}_{number}.png")
        self.faults.append(f"{step['group']} step {number}: {name}: {kept}")

    def answers(self, step: Step, number: int, found: Answers) -> None:
        """Judge what the step's calls answered, as far as it was recorded."""
        wanted: Answers = [(name, words) for name, words in step["returns"]]
        kept = {name for name, _ in wanted}
        given = [(name, words) for name, words in found if name in kept]
        same = len(given) == len(wanted)
        for (name, words), (_, real) in zip(given, wanted, strict=False):
            label = f"{name} answers"
            self.total[label] += 1
            if words == real:
                self.same[label] += 1
            else:
                same = False
        if not same:
            self.faults.append(f"{step['group']} step {number}: answers {given} instead of {wanted}")

    def equal(self, step: Step, number: int, what: str, given: object, wanted: object) -> None:
        """Judge something else that was recorded, the messages for instance."""
        self.total[what] += 1
        if given == wanted:
            self.same[what] += 1
        else:
            self.faults.append(f"{step['group']} step {number}: {what} {given} instead of {wanted}")

    def counts(self) -> str:
        """ "N of M" for every call of which some differ; then for all."""
        lines = [
            f"{name}: {self.same[name]} of {of}" for name, of in sorted(self.total.items()) if self.same[name] < of
        ]
        return "\n".join([*lines, f"{sum(self.same.values())} of {sum(self.total.values())} screens and answers agree"])

    def check(self) -> None:
        """Raise AssertionError naming all that differs."""
        assert not self.faults, "\n".join([*self.faults, self.counts()])


def verdict(folder: Path, title: str) -> Verdict:
    """A fresh verdict on steps of a folder; ``title`` names the place of its pictures below test-results."""
    return Verdict(folder, RESULTS / title)


def numbers(value: object) -> list[int]:
    """A call's result as GEM answers it: all numbers in it, one after the other; texts are left out."""
    if isinstance(value, int):
        return [int(value)]
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return [number for part in value for number in numbers(part)]
    return []

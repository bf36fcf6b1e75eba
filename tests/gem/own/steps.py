"""Steps recorded on a real GEM: calls, what they answered, and the SHA-256 of the screen that they left.

The same form serves the steps in ``tests/data/gem_own``, where that GEM wore artwork of this project's, and those of
the reference. ``README.md`` beside the latter describes the fields.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from gemport.gem.formats.artwork import SystemArtwork, load_artwork
from gemport.gem.formats.fnt import GemFont
from gemport.gem.vdi.raster import Raster
from tests.conformance.report import RESULTS, keep, read_picture
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


def digest(screen: Raster) -> str:
    """SHA-256 of a screen's bytes: row by row, 1 = black, the leftmost pixel in the highest bit."""
    return hashlib.sha256(screen.to_bytes()).hexdigest()


Place = tuple[str, int, str]
"""Something that is judged: group, number of the step, and the subject ("screen", "answers", ...)."""


@dataclass
class Verdict:
    """How steps compare: those that differ, in words, and how many there are.

    folder: where the steps' pictures lie
    title: the place of pictures that differ, below test-results
    known: what is known to differ, and has to
    """

    folder: Path
    title: str
    known: Collection[Place] = ()
    judged: int = 0
    faults: dict[Place, str] = field(default_factory=dict)

    def screen(self, step: Step, number: int, raster: Raster) -> None:
        """Judge a screen by its digest or its picture; one that differs is kept, beside the real one if there is one.

        A step with neither says nothing of the screen.
        """
        place, png = (step["group"], number, "screen"), self.folder / step["png"] if step.get("png") else None
        same = digest(raster) == step["sha256"] if "sha256" in step else png is None or raster == read_picture(png)
        self._judge(place, same, "another screen")
        if not same and place not in self.known:
            self.faults[place] = keep(raster, png, RESULTS / self.title, f"{step['group']}_{number}.png")

    def equal(self, step: Step, number: int, subject: str, given: object, wanted: object) -> None:
        """Judge what calls answered, messages, or whatever else was recorded."""
        self._judge((step["group"], number, subject), given == wanted, f"{given} instead of {wanted}")

    def answers(self, step: Step, number: int, given: Answers) -> None:
        """Judge what the step's calls answered, as far as it was recorded."""
        wanted: Answers = [(name, words) for name, words in step["returns"]]
        recorded = {name for name, _ in wanted}
        self.equal(step, number, "answers", [answer for answer in given if answer[0] in recorded], wanted)

    def _judge(self, place: Place, same: bool, fault: str) -> None:
        self.judged += 1
        if not same:
            self.faults[place] = fault

    def check(self) -> None:
        """Raise AssertionError naming all that differs, and what agrees although it is known to differ."""
        lines = [f"{place}: {fault}" for place, fault in self.faults.items() if place not in self.known]
        lines += [f"{place} agrees, and is listed as different" for place in set(self.known) - set(self.faults)]
        assert not lines, "\n".join([*lines, f"{self.judged - len(self.faults)} of {self.judged} agree"])


BLACK, BLANK = (0xFFFF,) * 16, (0,) * 16


def plain_artwork(folder: Path, black: bool) -> SystemArtwork:
    """Artwork of a folder with every pixel of its characters, pointers and icons black, or none."""
    artwork = load_artwork(folder)

    def plain(font: GemFont) -> GemFont:
        return font._replace(rows=((1 << font.form_width) - 1 if black else 0,) * len(font.rows))

    return SystemArtwork(
        plain(artwork.font_8x16),
        plain(artwork.font_8x8),
        plain(artwork.font_6x6),
        tuple(form._replace(mask=BLACK, data=BLANK, mask_color=int(black)) for form in artwork.mouse),
        {number: (0xFFFFFFFF if black else 0,) * len(rows) for number, rows in artwork.icons.items()},
    )


def without_artwork(screen: Raster, black: Raster, blank: Raster) -> Raster:
    """A screen, white where black and blank artwork look different: what is left hangs on no artwork."""
    rows = [row & ~(a ^ b) for row, a, b in zip(screen.rows, black.rows, blank.rows, strict=True)]
    return Raster(screen.width, screen.height, rows)


def numbers(value: object) -> list[int]:
    """A call's result as GEM answers it: all numbers in it, one after the other; texts are left out."""
    if isinstance(value, int):
        return [int(value)]
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return [number for part in value for number in numbers(part)]
    return []

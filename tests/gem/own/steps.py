"""Steps recorded on a real GEM: calls, their results, and the SHA-256 of the resulting screen.

The steps in ``tests/data/gem_own``, recorded with this project's artwork, and the steps of the reference have the same
form; ``README.md`` in the reference describes the fields.
"""

import gzip
import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from gemport.gem import GemFont, Raster, SystemArtwork, load_artwork
from tests.conformance.report import RESULTS, keep, read_picture
from tests.places import RECORDED

OWN = RECORDED / "gem_own"
"""Steps of a real GEM in this project's artwork; ``OWN / "system"`` is that artwork, frozen with them."""
BARE = OWN / "bare"
"""Steps of a real GEM in its own artwork, without the pixels that depend on it."""
WIDTH, HEIGHT = 640, 400

Step = dict[str, Any]
Answers = list[tuple[str, list[int]]]
"""Calls with results, by name or number, and the numbers."""


def read_json(path: Path) -> Any:
    """Return the contents of a JSON file, or of the compressed file ``path``.gz."""
    packed = path.with_name(path.name + ".gz")
    data = gzip.decompress(packed.read_bytes()) if packed.exists() else path.read_bytes()
    return json.loads(data)


def by_group(steps: Iterable[Step]) -> dict[str, list[Step]]:
    """Return the steps of each group in order; state continues only within a group."""
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
    """Fill the screen as the step requires before its calls, or leave it unchanged."""
    if step.get("ground") is not None:
        raster.rows[:] = _ground(step["ground"])
        raster.version += 1


def digest(screen: Raster) -> str:
    """Return the SHA-256 of a screen's bytes: row by row, 1 = black, the leftmost pixel in the highest bit."""
    return hashlib.sha256(screen.to_bytes()).hexdigest()


def without_artwork(screen: Raster, black: Raster, blank: Raster) -> Raster:
    """Return a screen that is white where black and blank artwork differ, and so is independent of artwork."""
    rows = [row & ~(a ^ b) for row, a, b in zip(screen.rows, black.rows, blank.rows, strict=True)]
    return Raster(screen.width, screen.height, rows)


Place = tuple[str, int, str]
"""A compared item: group, number of the step, and the subject ("screen", "answers", ...)."""


@dataclass
class Verdict:
    """Compares steps and collects the differences, in words, and the total count.

    Args:
        folder: the folder of the steps' pictures
        title: the folder of differing pictures, below test-results
        known: the known differences, which must occur
        black: the screens in black artwork, if the screens to compare are in blank artwork and were recorded without it
    """

    folder: Path
    title: str
    known: Collection[Place] = ()
    black: Mapping[Place, Raster] | None = None
    judged: int = 0
    faults: dict[Place, str] = field(default_factory=dict)
    screens: dict[Place, Raster] = field(default_factory=dict)
    pictures: dict[Place, Path] = field(default_factory=dict)

    def screen(self, step: Step, number: int, raster: Raster) -> None:
        """Compare a screen with its digest or picture; a step without either does not count."""
        place = step["group"], number, "screen"
        screen = without_artwork(raster, self.black[place], raster) if self.black is not None else raster.copy()
        self.screens[place] = screen
        if step.get("png"):
            self.pictures[place] = self.folder / step["png"]
        if step.get("sha256"):
            self._judge(place, digest(screen) == step["sha256"], "another screen")
        elif place in self.pictures:
            self._judge(place, screen == read_picture(self.pictures[place]), "another screen")

    def equal(self, step: Step, number: int, subject: str, given: object, wanted: object) -> None:
        """Compare results of calls, messages, or other recorded data."""
        self._judge((step["group"], number, subject), given == wanted, f"{given} instead of {wanted}")

    def answers(self, step: Step, number: int, given: Answers) -> None:
        """Compare the results of the step's calls, as far as they were recorded."""
        wanted: Answers = [(name, words) for name, words in step["returns"]]
        recorded = {name for name, _ in wanted}
        self.equal(step, number, "answers", [answer for answer in given if answer[0] in recorded], wanted)

    def _judge(self, place: Place, same: bool, fault: str) -> None:
        self.judged += 1
        if not same:
            self.faults[place] = fault

    def check(self) -> None:
        """Raise AssertionError with all differences, and with known differences that did not occur.

        Differing screens are saved as pictures, together with the real pictures if available.
        """
        lines = []
        for place in (place for place in self.faults if place not in self.known):
            if place in self.screens:
                picture = f"{place[0]}_{place[1]}.png"
                kept = keep(self.screens[place], self.pictures.get(place), RESULTS / self.title, picture)
                self.faults[place] = kept
            lines.append(f"{place}: {self.faults[place]}")
        lines += [f"{place} agrees, and is listed as different" for place in set(self.known) - set(self.faults)]
        assert not lines, "\n".join([*lines, f"{self.judged - len(self.faults)} of {self.judged} agree"])


def numbers(value: object) -> list[int]:
    """Return a call's result as GEM does: all numbers in order, without texts."""
    if isinstance(value, int):
        return [int(value)]
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return [number for part in value for number in numbers(part)]
    return []


def plain_artwork(black: bool) -> SystemArtwork:
    """Return the artwork of ``OWN`` with every pixel of its characters, pointers and icons black, or white."""
    artwork, row = load_artwork(OWN / "system"), 0xFFFF if black else 0

    def plain(font: GemFont) -> GemFont:
        return font._replace(rows=((1 << 8 * font.form_width) - 1 if black else 0,) * len(font.rows))

    # Pointers cover the pixels below in either case, in black or in white.
    pointers = [form._replace(mask=(0xFFFF,) * 16, data=(0,) * 16, mask_color=int(black)) for form in artwork.mouse]
    icons = {number: (row << 16 | row,) * len(rows) for number, rows in artwork.icons.items()}
    fonts = {name: plain(getattr(artwork, name)) for name in ("font_8x16", "font_8x8", "font_6x6")}
    return artwork._replace(**fonts, mouse=tuple(pointers), icons=icons)


def judge_without_artwork(replay: Callable[[SystemArtwork, Verdict], None], found: Verdict) -> None:
    """Replay in black and in blank artwork, and compare only pixels that are equal in both."""
    black = Verdict(found.folder, found.title)
    replay(plain_artwork(True), black)
    found.black = black.screens
    replay(plain_artwork(False), found)

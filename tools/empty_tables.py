"""The pictures of the games' tables without cards: a first visitor of the page sees one until Python has started."""

import base64
import json
import time
import zlib
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from gemport.cli import registry
from gemport.cli.arguments import Job
from gemport.cli.launch import Launch
from gemport.cli.sources import Sources
from gemport.gem import Machine
from gemport.store.session import Session
from gemport.store.texts import TextStore

LYING = 640, 400
UPRIGHT = {500: ((600, 8), (597, 4), (601, 4), (805, 8)), 640: ((768, 8), (765, 4), (769, 4), (805, 8))}
"""By the width of upright screens: heights, and the number of eight taller screens in a row with the same table.

On a taller screen, most tables only have more felt above the line at the foot. Großfamilien has more below each row of
piles up to 805 pixels, and a row that moves by an odd number of pixels needs another picture.
"""
_PAIR, _REST = 254, 255  # steps of taller screens: two rows for each eight in addition, and all others in addition


class _Untitled(Session[Any]):
    """A session without a title for its window: the number is not known yet."""

    @property
    def title(self) -> str:
        return ""


def empty_tables() -> str:
    """Return the pictures as JSON: their codes, compressed, and the height, the place and the span of each.

    A code is a sequence of steps: 0 and the bytes of a row, or a number of rows that repeat the last two by turns.
    """
    codes, places = b"", dict[str, list[tuple[int, int, int]]]()
    for name in registry.names():
        for language in ("de", "en"):
            places[f"{name} {language} {LYING[0]} false"] = [(LYING[1], len(codes), 8)]
            codes += _code(_rows(_start(name, language, *LYING), *LYING), {})
            machine = _start(name, language, 500, 805)
            for width, least, span in ((width, *size) for width, sizes in UPRIGHT.items() for size in sizes):
                known = places.setdefault(f"{name} {language} {width} true", [])
                rows, most = _rows(machine, width, least), 2 * width if span == 8 else 804 - (804 - least) % 8
                growth = _growth(rows, _rows(machine, width, least + 8))
                if not (known and known[-1][2] == 8) and _grown(rows, growth, most) == _rows(machine, width, most):
                    known.append((least, len(codes), span))
                    codes += _code(rows, growth)
    packed = base64.b64encode(zlib.compress(codes, 9)).decode("ascii")
    return json.dumps({"places": places, "packed": packed})


def _start(name: str, language: str, width: int, height: int) -> Machine:
    """Start a game, and take its cards away."""
    run = Launch(Job(Sources(builtin=True), {"screen": (width, height)}), None, language)
    run.looks.touch = True
    game = registry.find(name)
    session = _Untitled(game, TextStore({}, time.time).records(name), Random(0))
    run.start_game(game, session)
    run.machine.settle()
    for pile in session.board.piles.values():
        pile.clear()
    return run.machine


def _rows(machine: Machine, width: int, height: int) -> list[bytes]:
    # Only a change of its size repaints the table.
    for size in ((width, height + 1), (width, height)):
        machine.resize(*size)
        machine.settle()
    frame = machine.frame(False)
    octets, data = frame.stride // 8, frame.to_bytes()
    return [data[at : at + octets] for at in range(0, len(data), octets)]


def _growth(rows: Sequence[bytes], taller: Sequence[bytes]) -> dict[int, int]:
    """Return the step before each row where a picture grows, from the picture of a screen that is eight rows taller."""
    found, at, to = list[int](), 0, 0
    while to < len(taller):
        if same := rows[at : at + 1] == taller[to : to + 1]:
            at += 1
        else:
            found.append(at)
        to += 1 if same else 2
    return {at: _REST if at == max(found) else _PAIR for at in found}


def _grown(rows: Sequence[bytes], growth: Mapping[int, int], height: int) -> list[bytes]:
    """Return the picture of a taller screen, as the page draws it."""
    grown, more = list[bytes](), height - len(rows)
    for at, row in enumerate(rows):
        count = {_PAIR: (height - len(rows)) // 8 * 2, _REST: more}.get(growth.get(at, 0), 0)
        more -= count
        for _ in range(count):
            grown.append(grown[-2])
        grown.append(row)
    return grown


def _code(rows: Sequence[bytes], growth: Mapping[int, int]) -> bytes:
    """Return the steps of a picture, including the steps of its growth."""
    code, repeated = bytearray(), 0
    for at, row in enumerate(rows):
        repeats = at > 1 and row == rows[at - 2]
        if repeated and (not repeats or at in growth or repeated == _PAIR - 1):
            code.append(repeated)
            repeated = 0
        if at in growth:
            code.append(growth[at])
        if repeats:
            repeated += 1
        else:
            code += b"\0" + row
    return bytes(code) + bytes([repeated] if repeated else [])

"""The pictures of the games' tables without cards: a first visitor of the page sees one until Python has started."""

import base64
import json
import time
import zlib
from collections.abc import Sequence
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
UPRIGHT = ((500, 600), (500, 805), (640, 768), (640, 805))
"""Sizes of upright screens. On a taller screen, most tables only have more felt above the line at the foot."""
_REST = 255  # the step for the rows that a taller screen has in addition


class _Untitled(Session[Any]):
    """A session without a title for its window: the number is not known yet."""

    @property
    def title(self) -> str:
        return ""


def empty_tables() -> str:
    """Return the pictures as JSON: their codes, compressed, and the height and the place of each.

    A code is a sequence of steps: 0 and the bytes of a row, or a number of rows that repeat the last two by turns.
    """
    codes, places = b"", {}
    for name in registry.names():
        for language in ("de", "en"):
            places[f"{name} {language} {LYING[0]} false"] = LYING[1], len(codes)
            codes += _code(_rows(_start(name, language, *LYING), *LYING), LYING[1])
            machine = _start(name, language, *UPRIGHT[-1])
            for width, height in UPRIGHT:
                key, rows = f"{name} {language} {width} true", _rows(machine, width, height)
                taller = _rows(machine, width, 2 * width)
                foot = next(at for at in range(height) if rows[~at] != _rows(machine, width, height + 1)[~at])
                grown = rows[:-foot]
                while len(grown) < len(taller) - foot:
                    grown.append(grown[-2])
                if key not in places and grown + rows[-foot:] == taller:
                    places[key] = height, len(codes)
                    codes += _code(rows, height - foot)
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


def _code(rows: Sequence[bytes], growing: int) -> bytes:
    """Return the steps of a picture that grows before the row ``growing``."""
    code, repeated = bytearray(), 0
    for at, row in enumerate(rows):
        repeats = at > 1 and row == rows[at - 2]
        if repeated and (not repeats or at == growing or repeated == _REST - 1):
            code.append(repeated)
            repeated = 0
        if at == growing:
            code.append(_REST)
        if repeats:
            repeated += 1
        else:
            code += b"\0" + row
    return bytes(code) + bytes([repeated] if repeated else [])

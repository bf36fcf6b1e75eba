"""Sessions recorded with the original VIERFREI, replayed with the port and compared with their index."""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from gemport.games.vierfrei import GAME
from gemport.gem import Gem, Machine, Raster, load_artwork, read_rsc
from gemport.hosts.events import parse_events
from gemport.hosts.headless import HeadlessPlayer
from gemport.play.deck import read_dat
from gemport.play.gamefiles import Files
from gemport.play.loop import CardProgram
from tests.conformance.report import keep
from tests.games.sessions import session_of
from tests.places import DATA

Entry = dict[str, Any]
"""A session in an index.

It has ``session``, ``number``, ``shots`` (with ``file``, ``sha256`` and sometimes ``board``) and sometimes ``lang``.
"""


@dataclass(frozen=True)
class Clothes:
    """Artwork for a session: folder of the system artwork, card data and resource."""

    system: Path
    cards: Path
    resource: Path

    def files(self) -> Files:
        resource = read_rsc(self.resource.read_bytes(), self.resource.name)
        shared = read_rsc((DATA / "games/games_de.rsc").read_bytes())
        return Files(read_dat(self.cards.read_bytes()), resource, shared, extras=False)


class Shot(NamedTuple):
    """A frame with its pointer, and the board in the index's format."""

    frame: Raster
    board: dict[str, Any]


def play(clothes: Clothes, number: int, events: Path) -> dict[str, Shot]:
    """Replay a session's events from the deal of ``number``; return its frames by file name."""
    machine = Machine(load_artwork(clothes.system))
    programs: list[CardProgram[Any]] = []

    async def main(gem: Gem) -> None:
        programs.append(CardProgram(gem, clothes.files(), session_of(GAME, number)))
        await programs[0].run()

    machine.start(main, GAME.program_name)
    player = HeadlessPlayer(machine)
    shots: dict[str, Shot] = {}
    for event in parse_events(events.read_text(encoding="utf-8"), events.name):
        if event.do == "shot":
            machine.settle()
            shots[event.file] = Shot(machine.frame(event.pointer), _described(programs[0]))
        else:
            player.play([event])
    return shots


def _described(program: CardProgram[Any]) -> dict[str, Any]:
    board, window = program.play.board, program.table
    tops = [board.top(52 + suit) for suit in range(4)]
    return {
        "columns": [list(column) for column in board.columns],
        "cells": [-1 if card is None else card for card in board.cells],
        "found": [-1 if card is None else card for card in tops],
        "win": [window.work.x, window.work.y, *window.size],
    }


def digest(frame: Raster) -> str:
    """Return the SHA-256 of a frame's bytes: row by row, 1 = black, the leftmost pixel in the highest bit."""
    return hashlib.sha256(frame.to_bytes()).hexdigest()


def faults(entry: Entry, shots: dict[str, Shot], png: Callable[[str], Path], results: Path) -> Iterable[str]:
    """Yield one line per difference from the index; differing frames are saved as pictures in ``results``.

    ``png`` returns the path where the original's picture of a shot would be.
    """
    for wanted in entry["shots"]:
        file = wanted["file"]
        found = shots[file]
        if digest(found.frame) != wanted["sha256"]:
            title = f"{entry['session']}_{file}"
            yield f"{file}: {keep(found.frame, png(file), results, title)}"
        if "board" in wanted and found.board != wanted["board"]:
            yield f"{file}: the board is {found.board} instead of {wanted['board']}"

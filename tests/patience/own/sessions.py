"""Sessions of the original VIERFREI, played by the port in the same clothes: frames and boards by file name."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from gemport.cli.start import no_records
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.machine import Machine
from gemport.gem.formats.rsc import read_rsc
from gemport.gem.formats.system.artwork import load_artwork
from gemport.gem.host.events.parse import parse_events
from gemport.gem.host.headless import HeadlessPlayer
from gemport.gem.vdi.raster import Raster
from gemport.patience.kit.deck.dat import read_dat
from gemport.patience.session.session import Session
from gemport.patience.vierfrei import GAME
from gemport.patience.vierfrei.program import Files, Vierfrei


@dataclass(frozen=True)
class Clothes:
    """What the original wore: the folder of the system artwork, the card data, the resource."""

    system: Path
    cards: Path
    resource: Path

    def files(self) -> Files:
        return Files(read_dat(self.cards.read_bytes()), read_rsc(self.resource.read_bytes(), self.resource.name))


class Shot(NamedTuple):
    """A frame with its pointer, and the board at that moment in the index's words."""

    frame: Raster
    board: dict[str, Any]


def play(clothes: Clothes, number: int, events: Path) -> dict[str, Shot]:
    """Play a session's events from game ``number`` on; what it shot, in order."""
    with no_records(GAME) as records:
        machine = Machine(load_artwork(clothes.system))
        programs: list[Vierfrei] = []

        async def main(gem: Gem) -> None:
            programs.append(Vierfrei(gem, clothes.files(), Session(GAME, records, Random(number), number)))
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


def digest(frame: Raster) -> str:
    """SHA-256 of the frame's bytes: row by row, 1 = black, leftmost pixel in the highest bit."""
    return hashlib.sha256(frame.to_bytes()).hexdigest()


def _described(program: Vierfrei) -> dict[str, Any]:
    board = program.board
    tops = [board.top(52 + suit) for suit in range(4)]
    return {
        "columns": [list(column) for column in board.columns],
        "cells": [-1 if card is None else card for card in board.cells],
        "found": [-1 if card is None else card for card in tops],
        "win": list(program.full_work),
    }

"""VIERFREI held against the original program: the same files and events give the same boards and the same pictures."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest

from gemport.cards.vierfrei.board import VierfreiBoard
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.graf.graf import SHOW_MS
from gemport.gem.aes.keys import key_word
from gemport.gem.aes.machine import Machine
from gemport.gem.formats.rsc import read_rsc
from gemport.gem.formats.system.artwork import load_artwork
from gemport.gem.host.events.parse import parse_events
from gemport.gem.host.headless import HeadlessPlayer
from gemport.gem.vdi.raster import Raster
from gemport.patience.kit.deck.dat import read_dat
from gemport.patience.vierfrei import GAME
from gemport.patience.vierfrei.program import Files, Vierfrei
from tests.conformance.reference import REFERENCE, require
from tests.conformance.report import RESULTS, compare
from tests.patience.sessions import session_of

SESSIONS = REFERENCE / "vierfrei"


@dataclass
class Shots:
    """Pictures and boards of a session, by file name."""

    frames: dict[str, Raster] = field(default_factory=dict)
    boards: dict[str, Any] = field(default_factory=dict)


def session_index() -> list[dict[str, Any]]:
    path = SESSIONS / "index.json"
    return json.loads(path.read_text()) if path.exists() else []


def original_files() -> Files:
    return Files(
        read_dat((SESSIONS / "VIERFREI.DAT").read_bytes()),
        read_rsc((SESSIONS / "VIERFREI.RSC").read_bytes(), "VIERFREI.RSC"),
    )


def described(board: VierfreiBoard, work: tuple[int, ...]) -> dict[str, Any]:
    """A board in the index's words."""
    tops = [board.top(52 + suit) for suit in range(4)]
    return {
        "columns": board.columns,
        "cells": [-1 if card is None else card for card in board.cells],
        "found": [-1 if card is None else card for card in tops],
        "win": list(work),
    }


@cache
def play(session: str, number: int) -> Shots:
    """Run a session's events through the program on a machine in the reference's clothes."""
    shots = Shots()
    machine = Machine(load_artwork(REFERENCE / "system"))
    game: list[Vierfrei] = []

    async def program(gem: Gem) -> None:
        game.append(Vierfrei(gem, original_files(), session_of(GAME, number)))
        await game[0].run()

    machine.start(program, "VIERFREI.PRG")
    player = HeadlessPlayer(machine)
    text = (SESSIONS / session / "events.jsonl").read_text()
    for event in parse_events(text, "events.jsonl"):
        if event.do == "shot":
            machine.settle()
            shots.frames[event.file] = machine.frame(event.pointer)
            shots.boards[event.file] = described(game[0].board.copy(), game[0].full_work)
        else:
            player.play([event])
    return shots


def all_shots() -> list[Any]:
    return [
        pytest.param(session["session"], session["number"], shot, id=f"{session['session']}/{shot['file']}")
        for session in session_index()
        for shot in session["shots"]
    ] or [pytest.param("missing", 0, {"file": "missing"}, id="missing")]


@pytest.mark.parametrize(("session", "number", "shot"), all_shots())
def test_the_frame_is_the_originals(session: str, number: int, shot: dict[str, Any]) -> None:
    expected = require(SESSIONS / session / shot["file"])
    compare(play(session, number).frames[shot["file"]], expected, RESULTS / "vierfrei", f"{session}_{shot['file']}")


def test_a_box_moves_between_a_card_taken_up_and_put_down() -> None:
    """The reference's picture of an Undo while its box moves: 4D went from column 6 to the first free place before."""
    picture = require(REFERENCE / "gem" / "trail" / "vierfrei_undo_trail.png")
    machine = Machine(load_artwork(REFERENCE / "system"))
    machine.start(lambda gem: Vierfrei(gem, original_files(), session_of(GAME, 123456)).run(), "VIERFREI.PRG")
    HeadlessPlayer(machine).play(parse_events(_CARD_TO_CELL, "card to cell"))
    machine.key(key_word("Undo"))
    while machine.next_wakeup() == SHOW_MS:
        last = machine.frame(pointer=False)
        machine.advance(SHOW_MS)
    compare(last, picture, RESULTS / "vierfrei", "undo_trail")


_CARD_TO_CELL = """
{"do": "move", "x": 429, "y": 230}
{"do": "press", "button": "left"}
{"do": "move", "x": 41, "y": 81}
{"do": "release", "button": "left"}
{"do": "move", "x": 639, "y": 399}
"""


@pytest.mark.parametrize(("session", "number", "shot"), all_shots())
def test_the_board_is_the_originals(session: str, number: int, shot: dict[str, Any]) -> None:
    require(SESSIONS / session)
    assert play(session, number).boards[shot["file"]] == shot["board"]

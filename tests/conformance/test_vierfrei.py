"""VIERFREI held against the original program: the same files and events give the same boards and the same pictures."""

import json
from functools import cache
from typing import Any

import pytest

from gemport.games.vierfrei import GAME
from gemport.gem import SHOW_MS, Machine, key_word, load_artwork
from gemport.hosts.events import parse_events
from gemport.hosts.headless import HeadlessPlayer
from gemport.play.loop import make_program
from tests.conformance.reference import REFERENCE, require
from tests.conformance.report import RESULTS, compare
from tests.games.own import sessions
from tests.games.own.sessions import Clothes, Shot
from tests.games.sessions import session_of

SESSIONS = REFERENCE / "vierfrei"
CLOTHES = Clothes(REFERENCE / "system", SESSIONS / "VIERFREI.DAT", SESSIONS / "VIERFREI.RSC")


def session_index() -> list[dict[str, Any]]:
    path = SESSIONS / "index.json"
    return json.loads(path.read_text()) if path.exists() else []


@cache
def play(session: str, number: int) -> dict[str, Shot]:
    """Run a session's events through the program on a machine in the reference's clothes."""
    return sessions.play(CLOTHES, number, SESSIONS / session / "events.jsonl")


def all_shots() -> list[Any]:
    return [
        pytest.param(session["session"], session["number"], shot, id=f"{session['session']}/{shot['file']}")
        for session in session_index()
        for shot in session["shots"]
    ] or [pytest.param("missing", 0, {"file": "missing"}, id="missing")]


@pytest.mark.parametrize(("session", "number", "shot"), all_shots())
def test_the_frame_is_the_originals(session: str, number: int, shot: dict[str, Any]) -> None:
    expected = require(SESSIONS / session / shot["file"])
    compare(play(session, number)[shot["file"]].frame, expected, RESULTS / "vierfrei", f"{session}_{shot['file']}")


def test_a_box_moves_between_a_card_taken_up_and_put_down() -> None:
    """The reference's picture of an Undo while its box moves: 4D went from column 6 to the first free place before."""
    picture = require(REFERENCE / "gem" / "trail" / "vierfrei_undo_trail.png")
    machine = Machine(load_artwork(REFERENCE / "system"))
    machine.start(lambda gem: make_program(GAME, gem, CLOTHES.files(), session_of(GAME, 123456)).run(), "VIERFREI.PRG")
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
    assert play(session, number)[shot["file"]].board == shot["board"]

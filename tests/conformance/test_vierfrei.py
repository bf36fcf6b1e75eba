"""VIERFREI compared with the original program: the same files and events lead to the same boards and pictures."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gemport.games.vierfrei import GAME
from gemport.gem import Machine, load_artwork
from gemport.gem.aes.graf import SHOW_MS
from gemport.gem.aes.keys import key_word
from gemport.hosts.events import parse_events
from gemport.hosts.headless import HeadlessPlayer
from gemport.play.loop import CardProgram
from tests.conformance.reference import REFERENCE, require
from tests.conformance.report import RESULTS, compare
from tests.games.own.sessions import Clothes, Entry, Shot, faults, play
from tests.games.sessions import session_of

SESSIONS = REFERENCE / "vierfrei"
CLOTHES = Clothes(REFERENCE / "system", SESSIONS / "VIERFREI.DAT", SESSIONS / "VIERFREI.RSC")
AREAS = ("cases", "cases-2", "random")
GEM_ALONE = ("K2_", "M_")
"""Prefixes of sessions that show peculiarities of the reference GEM."""


@cache
def index(area: str) -> dict[str, Entry]:
    """Return the sessions of a folder by name; empty without the reference."""
    path = REFERENCE / area / "index.json"
    entries = json.loads(path.read_text()) if path.exists() else []
    return {entry["session"]: entry for entry in entries if not entry["session"].startswith(GEM_ALONE)}


@cache
def played(session: str, number: int) -> dict[str, Shot]:
    """Replay a session's events with the reference's artwork."""
    return play(CLOTHES, number, SESSIONS / session / "events.jsonl")


def all_shots() -> list[Any]:
    return [
        pytest.param(session["session"], session["number"], shot, id=f"{session['session']}/{shot['file']}")
        for session in index("vierfrei").values()
        for shot in session["shots"]
    ] or [pytest.param("missing", 0, {"file": "missing"}, id="missing")]


@pytest.mark.parametrize(("session", "number", "shot"), all_shots())
def test_each_shot_is_the_originals(session: str, number: int, shot: dict[str, Any]) -> None:
    expected = require(SESSIONS / session / shot["file"])
    assert played(session, number)[shot["file"]].board == shot["board"]
    compare(played(session, number)[shot["file"]].frame, expected, RESULTS / "vierfrei", f"{session}_{shot['file']}")


def test_a_box_moves_between_a_card_taken_up_and_put_down() -> None:
    """The reference shows an Undo while its box moves; before, the 4D went from column 6 to the first free cell."""
    picture = require(REFERENCE / "gem" / "trail" / "vierfrei_undo_trail.png")
    machine = Machine(load_artwork(REFERENCE / "system"))
    machine.start(lambda gem: CardProgram(gem, CLOTHES.files(), session_of(GAME, 123456)).run(), "VIERFREI.PRG")
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


# ---- random play


PLAYED = [(area, session) for area in AREAS for session in index(area)]


@pytest.mark.parametrize(("area", "session"), PLAYED or [("cases", "missing")])
def test_every_frame_is_the_originals(area: str, session: str) -> None:
    folder = require(REFERENCE / area / session)
    entry = index(area)[session]

    def png(file: str) -> Path:
        return folder / file

    differences = list(faults(entry, play(CLOTHES, entry["number"], folder / "events.jsonl"), png, RESULTS / area))
    assert not differences, "\n".join([entry.get("rule", session), *differences])

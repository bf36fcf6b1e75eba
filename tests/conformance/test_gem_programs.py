"""Several programs at once: the sessions of the reference, frame by frame and message by message."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from gemport.gem import load_artwork
from tests.conformance.reference import REFERENCE, require
from tests.gem.own.programs import SLIDES
from tests.gem.own.several import AC_OPEN_TO_COME, Session, different, judge, play
from tests.gem.own.steps import Verdict

FOLDERS = ("two", "gadgets", "three")


def _log(lines: list[str]) -> list[str]:
    """Lines of the index as the programs here write them: of arrows and sliders two words, an arrow once in a row."""
    log = list[str]()
    for line in lines:
        words = line.split()
        if words[1] == "msg" and int(words[2].removesuffix(":")) in SLIDES:
            line = " ".join(words[:5])
        if words[1:3] != ["msg", "24:"] or log[-1:] != [line]:
            log.append(line)
    return log


@cache
def sessions() -> dict[str, tuple[str, Session]]:
    """The recorded sessions by name, with their folders; none without the reference."""
    found = {}
    for folder in FOLDERS if (REFERENCE / "two").is_dir() else ():
        for entry in json.loads((REFERENCE / folder / "index.json").read_text(encoding="utf-8")):
            name = entry["session"]
            found[name] = folder, recorded(folder, entry)
    return found


def recorded(folder: str, entry: dict[str, Any]) -> Session:
    """A session of an index, in the form that is kept."""
    name = entry["session"]
    return {
        "session": name,
        "programs": folder,
        "events": (REFERENCE / folder / name / "events.jsonl").read_text(encoding="utf-8"),
        "log": _log(entry["messages"]),
        "sha256": [shot["sha256"] for shot in entry["shots"]],
    }


@pytest.mark.parametrize("name", list(sessions()) or ["open"])
def test_session_goes_as_on_a_real_gem(name: str) -> None:
    require(REFERENCE / "two")
    folder, session = sessions()[name]
    found = Verdict(REFERENCE / folder, "several", different(name))
    frames, log = play(session, load_artwork(REFERENCE / "system"))
    judge(session, frames, log, found)
    found.check()


@pytest.mark.xfail(strict=True, reason="rule 4 of section 10 is to come")
def test_ac_open_names_the_first_title() -> None:
    require(REFERENCE / "two")
    _, session = sessions()["open"]
    assert any(AC_OPEN_TO_COME[1] in line for line in play(session, load_artwork(REFERENCE / "system"))[1])

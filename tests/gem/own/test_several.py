"""Several programs at once, and more object trees, as on a real GEM in artwork of its own.

All messages, keys, presses and answers are compared, and of the screens what depends on no artwork: everything but
characters, pointers and icons.
"""

from __future__ import annotations

from functools import partial

import pytest

from gemport.gem import Kind, Msg
from tests.gem.aes.desk import Desk
from tests.gem.own import recorded, several
from tests.gem.own.several import AC_OPEN_TO_COME, Session, different
from tests.gem.own.steps import BARE, Verdict, judge_without_artwork, plain_artwork, read_json

SESSIONS: dict[str, Session] = {session["session"]: session for session in read_json(BARE / "several.json")}
SIZES: dict[str, list[int]] = read_json(BARE / "sizer.json")


@pytest.mark.parametrize("name", SESSIONS)
def test_session_goes_as_on_a_real_gem(name: str) -> None:
    found = Verdict(BARE, "bare", {place for place in different(name) if place[2] != "screen"})
    judge_without_artwork(partial(several.replay, SESSIONS[name]), found)
    found.check()


@pytest.mark.parametrize("group", recorded.groups(BARE), ids="-".join)
def test_objects_are_drawn_changed_and_edited_as_on_a_real_gem(group: recorded.Group) -> None:
    places = {place for place in recorded.known(group, recorded.OBJECTS_2) if place[2] != "screen"}
    found = Verdict(BARE, "bare", places)
    judge_without_artwork(partial(recorded.judge, BARE, group), found)
    found.check()


def test_all_recorded_sessions_are_there() -> None:
    screens = [digest for session in SESSIONS.values() for digest in session["sha256"]]
    objects = [step for steps in recorded.groups(BARE).values() for step in steps]
    assert (len(SESSIONS), len(screens), len(objects), len(SIZES)) == (48, 475, 200, 22)
    kept = sum(map(bool, screens)), sum(bool(step["sha256"]) for step in objects)
    assert kept == (450, 170)


@pytest.mark.xfail(strict=True, reason="rule 4 of section 10 is to come")
def test_ac_open_names_the_first_title() -> None:
    _, log = several.play(SESSIONS["open"], plain_artwork(False))
    assert any(AC_OPEN_TO_COME[1] in line for line in log)


@pytest.mark.xfail(strict=True, reason="rule 3 of section 10 is to come")
def test_the_sizer_stops_where_it_stops_on_a_real_gem() -> None:
    found = {}
    for kind in SIZES:
        desk = Desk()
        desk.open(100, 100, 300, 200, Kind(int(kind, 16)))
        desk.press(391, 291)
        desk.to(110, 110)
        desk.release()
        desk.machine.settle()
        (sized,) = desk.take(Msg.WM_SIZED)
        found[kind] = [sized.rect.w, sized.rect.h]
    assert found == SIZES

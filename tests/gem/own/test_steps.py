"""Steps of a real GEM: VDI, object trees and sessions, and several programs at once."""

from collections import Counter
from functools import partial

import pytest

from gemport.gem import Kind, Msg, load_artwork
from tests.gem.aes.desk import Desk
from tests.gem.own import recorded, several
from tests.gem.own.recorded import MENU_TOO_LARGE, Group, groups, judge, known
from tests.gem.own.several import Session
from tests.gem.own.steps import BARE, OWN, Verdict, judge_without_artwork, read_json


@pytest.mark.parametrize("group", groups(OWN), ids="-".join)
def test_group_goes_as_on_a_real_gem(group: Group) -> None:
    found = Verdict(OWN, "gem_own", known(group, MENU_TOO_LARGE))
    judge(OWN, group, load_artwork(OWN / "system"), found)
    found.check()


def test_all_recorded_steps_are_there() -> None:
    counts: Counter[str] = Counter()
    for (file, group), steps in groups(OWN).items():
        counts[group.rstrip("0123456789") if file == "sessions" else file] += len(steps)
    drawn = {"vdi_pictures": 72, "vdi_random": 1300, "objects": 396}
    assert counts == {**drawn, "w": 253, "alert": 100, "menu": 133, "graf": 150}


SESSIONS: dict[str, Session] = {session["session"]: session for session in read_json(BARE / "several.json")}
SIZES: dict[str, list[int]] = read_json(BARE / "sizer.json")


@pytest.mark.parametrize("name", SESSIONS)
def test_session_goes_as_on_a_real_gem(name: str) -> None:
    found = Verdict(BARE, "bare")
    judge_without_artwork(partial(several.replay, SESSIONS[name]), found)
    found.check()


@pytest.mark.parametrize("group", recorded.groups(BARE), ids="-".join)
def test_objects_are_drawn_changed_and_edited_as_on_a_real_gem(group: recorded.Group) -> None:
    found = Verdict(BARE, "bare")
    judge_without_artwork(partial(recorded.judge, BARE, group), found)
    found.check()


def test_all_recorded_sessions_are_there() -> None:
    screens = [digest for session in SESSIONS.values() for digest in session["sha256"]]
    objects = [step for steps in recorded.groups(BARE).values() for step in steps]
    assert (len(SESSIONS), len(screens), len(objects), len(SIZES)) == (48, 475, 200, 22)
    kept = sum(map(bool, screens)), sum(bool(step["sha256"]) for step in objects)
    assert kept == (466, 196)


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

"""GEM compared with the reference: pictures of calls, sessions of several programs, random steps, worked examples."""

import json
from functools import cache
from typing import Any

import pytest

from gemport.gem import GRect, Kind, Wc, load_artwork
from gemport.gem.aes.frames import wind_calc
from gemport.gem.aes.graf import HIDE_MS, SHOW_MS, growing, shrinking
from gemport.gem.vdi.attributes import HATCHES, HOLLOW, LINE_STYLES, PATTERNS, SOLID
from tests.conformance.index import GEM, index, steps
from tests.conformance.kept import kept, sessions
from tests.conformance.reference import REFERENCE, SPEC, require
from tests.gem.own import recorded
from tests.gem.own.desk_player import DeskPlayer, judge
from tests.gem.own.recorded import MENU_TOO_LARGE, Group
from tests.gem.own.several import different, replay
from tests.gem.own.steps import BARE, Step, Verdict, read_json
from tests.gem.own.vdi_player import VdiPlayer

GROUPS = ("a", "b", "b2", "c", "c2", "c3", "d", "e")
GROUND: list[list[Any]] = [["vsf_style", [4]]]
"""The background of the trails."""
for interior, color, *corners in ((1, 0, 0, 0, 639, 399), (2, 1, 320, 0, 639, 199), (1, 1, 320, 200, 639, 399)):
    GROUND += [["vsf_interior", [interior]], ["vsf_color", [color]], ["vr_recfl", corners]]


def player() -> DeskPlayer:
    """Return the program that made the pictures, with the source bitmap of raster copies."""
    source = json.loads((GEM / "d_blit_source.json").read_text(encoding="utf-8"))
    return DeskPlayer(load_artwork(REFERENCE / "system"), "GEMSRV.PRG", {"source": source})


@cache
def judged(group: str) -> Verdict:
    """Return the verdict on a group."""
    found = Verdict(GEM, "gem")
    judge(steps(group), player(), found)
    return found


def pictures() -> list[Any]:
    """Return group, number within the group and name of each picture."""
    numbered = [(group, number, step["png"]) for group in GROUPS for number, step in enumerate(steps(group))]
    return [pytest.param(*picture, id=picture[2]) for picture in numbered if picture[2]]


@pytest.mark.parametrize(("group", "number", "png"), pictures() or [pytest.param("a", 0, "a/bar.png", id="a/bar.png")])
def test_the_screen_is_the_real_gems(group: str, number: int, png: str) -> None:
    require(GEM / png)
    assert judged(group).faults.get((group, number, "screen")) is None


def test_every_picture_is_compared() -> None:
    require(GEM)
    listed = {step["png"] for step in index() if step["png"]}
    # The trail of the game's Undo is compared in test_vierfrei.py.
    kept = {path.relative_to(GEM).as_posix() for path in GEM.glob("*/*.png")} - {"trail/vierfrei_undo_trail.png"}
    assert listed == kept
    assert {step["group"] for step in index()} == {*GROUPS, "trail"}


@pytest.mark.parametrize("group", GROUPS)
def test_calls_answer_what_the_real_gem_answers(group: str) -> None:
    require(GEM)
    assert [fault for place, fault in judged(group).faults.items() if place[2] != "screen"] == []


def trails() -> list[Step]:
    return steps("trail") or [{"png": "trail/graf_movebox_0.png", "calls": []}]


@pytest.mark.parametrize("step", trails(), ids=lambda step: step["png"])
def test_moving_boxes_leave_the_real_gems_trail(step: Step) -> None:
    """The reference shows all outlines of the first figure, or the last outline; afterwards the ground is restored."""
    require(GEM / step["png"])
    driver, found = player(), Verdict(GEM, "gem")
    machine = driver.machine
    driver.begin([["graf_mouse", 256], *GROUND])
    ground, shots = machine.screen.copy(), []
    driver.begin(step["calls"])
    while (pause := machine.next_wakeup()) is not None:
        shot = machine.screen.copy()
        machine.advance(pause)
        if pause == SHOW_MS and machine.next_wakeup() == HIDE_MS:
            shots.append(shot)
    found.screen(step, 0, shots[0 if step["calls"][0][0] == "graf_movebox" else -1])
    found.check()
    assert machine.screen == ground


def test_patterns_and_line_styles_are_the_references() -> None:
    fills = json.loads(require(GEM / "data_fill_patterns.json").read_text("utf-8"))["fills"]
    ours = {f"pattern{n}": words for n, words in enumerate(PATTERNS, 1)}
    ours |= {f"hatch{n}": words for n, words in enumerate(HATCHES, 1)}
    ours |= {"hollow": HOLLOW, "solid": SOLID}
    assert {name: [int(word, 16) for word in words] for name, words in fills.items()} == {
        name: list(words) * (16 // len(words)) for name, words in ours.items()
    }
    lines = json.loads(require(GEM / "data_line_types.json").read_text("utf-8"))["types"]
    assert [int(lines[str(kind)], 16) for kind in range(1, 7)] == list(LINE_STYLES)


def test_line_pixels_are_those_of_the_worked_examples() -> None:
    for case in json.loads(require(SPEC / "gem_vectors.json").read_text("utf-8"))["line_pixels"]:
        screen = VdiPlayer(load_artwork(REFERENCE / "system"), {})
        screen.workstation.v_pline([tuple(case["from"]), tuple(case["to"])])
        found = [[x, y] for y in range(16) for x in range(16) if screen.raster.get_pixel(x, y)]
        assert sorted(found) == sorted(case["pixels_in_drawing_order"])


# ---- several programs


@pytest.mark.parametrize("name", list(sessions()) or ["open"])
def test_session_goes_as_on_a_real_gem(name: str) -> None:
    session = sessions()[name] if require(REFERENCE / "two") else {}
    found = Verdict(REFERENCE / session["programs"], "several", different(name))
    replay(session, load_artwork(REFERENCE / "system"), found)
    found.check()


@pytest.mark.slow
def test_what_every_clone_keeps_is_the_references() -> None:
    """``python -m tests.conformance.kept`` updates the files."""
    require(REFERENCE / "two")
    for name, content in kept().items():
        assert read_json(BARE / name) == content, f"{name} is not up to date"


# ---- random steps


KNOWN = {"gem-random": MENU_TOO_LARGE}


RANDOM: list[tuple[str, Group]] = [(folder, group) for folder in KNOWN for group in recorded.groups(REFERENCE / folder)]


@pytest.mark.parametrize(("folder", "group"), RANDOM or [("gem-random", ("sessions", "w90000"))])
def test_group_goes_as_on_a_real_gem(folder: str, group: Group) -> None:
    require(REFERENCE / folder)
    found = Verdict(REFERENCE / folder, folder, recorded.known(group, KNOWN[folder]))
    recorded.judge(REFERENCE / folder, group, load_artwork(REFERENCE / "system"), found)
    found.check()


# ---- worked examples


def vectors(name: str) -> list[Any]:
    return list(json.loads(require(SPEC / "gem_vectors.json").read_text())[name])


def test_wind_calc() -> None:
    cases = vectors("wind_calc")
    assert len(cases) == 10
    for case in cases:
        assert list(wind_calc(Wc(case["type"]), Kind(int(case["kind"], 16)), GRect(*case["in"]))) == case["out"]


def test_wind_calc_of_the_real_gem() -> None:
    cases = json.loads(require(REFERENCE / "gem" / "data_wind_calc.json").read_text())["wind_calc"]
    assert len(cases) >= 20
    for case in cases:
        assert list(wind_calc(Wc[case["type"]], Kind(case["kind"]), GRect(*case["inp"]))) == case["out"]


def test_growing_and_shrinking_boxes() -> None:
    cases = vectors("graf_growbox")
    assert len(cases) == 2
    for case in cases:
        small, big = GRect(*case["from"]), GRect(*case["to"])
        for phases, rects in (("grow", growing(small, big)), ("shrink", shrinking(small, big))):
            names = sorted(name for name in case if name.startswith(f"{phases}_phase"))
            assert [case[name] for name in names] == [[list(rect) for rect in phase] for phase in rects]

"""The worked examples of the specification: windows, rectangle lists, alerts, growing outlines."""

import json
from typing import Any

import pytest

from gemport.gem.aes.constants import Kind, Wc, Wf
from gemport.gem.aes.forms import alert_tree, parse_alert
from gemport.gem.aes.frames import Part, Slider, WindowState, part_rects, wind_calc
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.graf import growing, shrinking
from gemport.gem.aes.machine import Machine
from gemport.gem.aes.objects import object_rect
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.artwork import load_artwork
from gemport.gem.formats.objects import ObType
from tests.conformance.reference import REFERENCE, SPEC, require

Case = dict[str, Any]


def vectors(name: str) -> list[Any]:
    return list(json.loads(require(SPEC / "gem_vectors.json").read_text())[name])


def fresh_gem() -> Gem:
    return Machine(load_artwork(REFERENCE / "system")).gem()


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


def test_the_parts_of_windows() -> None:
    cases = vectors("window_elements_screen_rects")
    assert cases
    for case in cases:
        window = WindowState(1, Kind(int(case["kind"], 16)), GRect(0, 19, 640, 381), GRect(*case["curr"]))
        window.h, window.v = Slider(*case["hslide_pos_size"]), Slider(*case["vslide_pos_size"])
        rects = part_rects(window, case["topped"])
        assert {Part[name]: tuple(rect) for name, rect in case["rects"].items()} == rects


def test_rectangle_lists() -> None:
    stacks = vectors("rectangle_lists_bottom_to_top")
    assert len(stacks) == 2
    for stack in stacks:
        machine = Machine(load_artwork(REFERENCE / "system"))
        windows = machine._libraries.windows
        gem = machine.gem()
        handles = [gem.wind_create(Kind(int(case["kind"], 16)), GRect(0, 19, 640, 381)) for case in stack]
        for handle, case in zip(handles, stack, strict=True):
            gem.wind_open(handle, GRect(*case["curr"]))
        for handle, case in zip(handles, stack, strict=True):
            assert list(gem.wind_get(handle, Wf.WF_WORKXYWH)) == case["work"]
            assert [list(rect) for rect in windows.rects(handle)] == case["owner_list"]
            seen, rect = [], gem.wind_get(handle, Wf.WF_FIRSTXYWH)
            while not rect.empty:
                seen.append(list(rect))
                rect = gem.wind_get(handle, Wf.WF_NEXTXYWH)
            assert seen == case["wind_get_first_next"]


def alerts() -> list[Case]:
    path = SPEC / "gem_vectors.json"
    if not path.is_file():
        return [{"string": "", "emutos_non3d": {}}]
    return list(json.loads(path.read_text())["alerts_child_rects_relative_to_root"])


@pytest.mark.parametrize("case", alerts(), ids=lambda case: case["string"])
def test_alerts_are_laid_out_as_on_the_reference_machine(case: Case) -> None:
    require(SPEC / "gem_vectors.json")
    gem, expected = fresh_gem(), case["emutos_non3d"]
    tree = alert_tree(parse_alert(case["string"]), 1, load_artwork(REFERENCE / "system").icons)
    assert list(gem.form_center(tree)) == expected["save_rect"]
    assert list(object_rect(tree, 0)) == expected["root"]
    root = object_rect(tree, 0)
    placed: dict[int, list[list[int]]] = {ObType.G_IMAGE: [], ObType.G_STRING: [], ObType.G_BUTTON: []}
    for number, obj in enumerate(tree[1:], start=1):
        placed[obj.ob_type].append(list(object_rect(tree, number).moved(-root.x, -root.y)))
    assert placed[ObType.G_IMAGE] == ([expected["icon"]] if expected["icon"] else [])
    assert placed[ObType.G_STRING] == expected["lines"]
    assert placed[ObType.G_BUTTON] == expected["buttons"]


def test_growing_and_shrinking_boxes() -> None:
    cases = vectors("graf_growbox")
    assert len(cases) == 2
    for case in cases:
        small, big = GRect(*case["from"]), GRect(*case["to"])
        for phases, rects in (("grow", growing(small, big)), ("shrink", shrinking(small, big))):
            names = sorted(name for name in case if name.startswith(f"{phases}_phase"))
            assert [case[name] for name in names] == [[list(rect) for rect in phase] for phase in rects]

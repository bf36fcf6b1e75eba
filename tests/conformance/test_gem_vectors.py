"""The worked examples of the specification: work areas of windows, growing outlines."""

import json
from typing import Any

from gemport.gem import GRect, Kind, Wc, growing, shrinking
from gemport.gem.aes.frames import wind_calc
from tests.conformance.reference import REFERENCE, SPEC, require


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

"""Group d of the reference: every VDI call of a real GEM repeated, the pictures must be the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from gemport.gem.formats.artwork import MouseForm
from gemport.gem.formats.fnt import read_fnt
from gemport.gem.vdi.attributes import HATCHES, HOLLOW, LINE_STYLES, PATTERNS, SOLID
from gemport.gem.vdi.font import Font
from gemport.gem.vdi.mouse import compose
from gemport.gem.vdi.raster import Raster
from gemport.gem.vdi.workstation import Workstation
from tests.conformance.gemserver import steps
from tests.conformance.reference import REFERENCE, SPEC, require
from tests.conformance.report import RESULTS, compare
from tests.gem.own.vdi_player import arguments

SCREEN = (640, 400)
SCREEN_COPIES = 6
"""So many of the copies in d/vro_screen.png are from screen to screen; the two after them copy parts of the bitmap."""


def fonts() -> list[Font]:
    """The reference's three fonts."""
    names = ("8x16.fnt", "8x8.fnt", "6x6.fnt")
    return [Font(read_fnt(require(REFERENCE / "system" / name).read_bytes())) for name in names]


def blit_source() -> Raster:
    """The bitmap that the raster copies of group d copy."""
    form = json.loads(require(REFERENCE / "gem" / "d_blit_source.json").read_text("utf-8"))
    return Raster.from_bytes(form["w"], form["h"], b"".join(bytes.fromhex(row) for row in form["rows"]))


def perform(ws: Workstation, name: str, parameters: list[Any], source: Raster | None) -> None:
    """Make one recorded call: [intin], [ptsin]."""
    if name != "graf_mouse":
        forms = {"source": source, "screen": None}
        getattr(ws, name)(*arguments(name, [*parameters[:2], ("source", "screen")], forms))


@pytest.fixture(scope="module")
def screens() -> dict[int, Raster]:
    """The screen after each step of group d."""
    source = blit_source()
    raster = Raster(*SCREEN)
    ws = Workstation(raster, fonts())
    found = {}
    for number, step in enumerate(steps("d")):
        screen_copies = SCREEN_COPIES if step["png"] == "d/vro_screen.png" else 0
        for name, *parameters in step["calls"]:
            copied: Raster | None = source
            if name == "vro_cpyfm" and screen_copies:
                screen_copies -= 1
                copied = None
            perform(ws, name, parameters, copied)
        found[number] = raster.copy()
    return found


def pictures() -> Iterator[Any]:
    for number, step in enumerate(steps("d")):
        if step["png"]:
            yield pytest.param(number, step["png"], id=step["png"])


@pytest.mark.parametrize(("number", "png"), list(pictures()) or [pytest.param(0, "d/fill_mode1.png")])
def test_vdi_picture_is_the_references(number: int, png: str, screens: dict[int, Raster]) -> None:
    compare(screens[number], require(REFERENCE / "gem" / png), RESULTS / "vdi", png)


def test_every_picture_of_the_group_is_compared(capsys: pytest.CaptureFixture[str]) -> None:
    folder = require(REFERENCE / "gem" / "d")
    listed = {step["png"] for step in steps("d") if step["png"]}
    assert listed == {f"d/{path.name}" for path in folder.glob("*.png")}
    with capsys.disabled():
        print(f" [VDI: {len(listed)} pictures, {len(list(mouse_pictures()))} of mouse forms]", end="")


def test_patterns_and_line_styles_are_the_references() -> None:
    fills = json.loads(require(REFERENCE / "gem" / "data_fill_patterns.json").read_text("utf-8"))["fills"]
    ours = {f"pattern{n}": words for n, words in enumerate(PATTERNS, 1)}
    ours |= {f"hatch{n}": words for n, words in enumerate(HATCHES, 1)}
    ours |= {"hollow": HOLLOW, "solid": SOLID}
    assert {name: [int(word, 16) for word in words] for name, words in fills.items()} == {
        name: list(words) * (16 // len(words)) for name, words in ours.items()
    }
    lines = json.loads(require(REFERENCE / "gem" / "data_line_types.json").read_text("utf-8"))["types"]
    assert [int(lines[str(kind)], 16) for kind in range(1, 7)] == list(LINE_STYLES)


def test_line_pixels_are_those_of_the_worked_examples() -> None:
    for case in json.loads(require(SPEC / "gem_vectors.json").read_text("utf-8"))["line_pixels"]:
        ws = Workstation(Raster(16, 16), fonts())
        ws.v_pline([tuple(case["from"]), tuple(case["to"])])
        found = [[x, y] for y in range(16) for x in range(16) if ws.raster.get_pixel(x, y)]
        assert sorted(found) == sorted(case["pixels_in_drawing_order"])


def mouse_pictures() -> Iterator[Any]:
    form = 0
    for step in steps("e"):
        if isinstance(step["calls"], str):
            continue
        form = next((call[1] for call in step["calls"] if call[0] == "graf_mouse" and call[1] < 8), form)
        if step["png"] and step["png"].startswith("e/mouse"):
            yield pytest.param(form, step["mouse"], step["png"], id=step["png"])


@pytest.mark.parametrize(
    ("form", "position", "png"), list(mouse_pictures()) or [pytest.param(0, [100, 100], "e/mouse0_white.png")]
)
def test_mouse_form_is_drawn_as_in_the_reference(form: int, position: list[int], png: str) -> None:
    expected = require(REFERENCE / "gem" / png)
    raster = Raster(*SCREEN)
    ws = Workstation(raster, fonts())
    ground = next(step for step in steps("e") if step["png"] == "e/mouse0_white.png")
    for name, *parameters in ground["calls"]:
        perform(ws, name, [[parameters[0]]] if name == "graf_mouse" else parameters, None)
    compose(raster, mouse_form(form), *position)
    compare(raster, expected, RESULTS / "vdi", png)


def mouse_form(number: int) -> MouseForm:
    """A mouse form of the reference."""
    record = json.loads(require(REFERENCE / "system" / "mouse.json").read_text("utf-8"))["forms"][str(number)]
    mask, data = (tuple(int(word, 16) for word in record[key]) for key in ("mask", "data"))
    return MouseForm(record["hot"][0], record["hot"][1], mask, data, record["bg"], record["fg"])

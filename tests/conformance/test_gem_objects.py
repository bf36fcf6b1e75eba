"""Groups c2 and c3 of the reference: objects and a dialog as a real AES draws them, pixel for pixel."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from gemport.gem.aes.draw import EdKind, objc_change, objc_draw, objc_edit
from gemport.gem.aes.keys import ARROW_LEFT, ESCAPE
from gemport.gem.aes.objects import ROOT
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.screen import Pen
from gemport.gem.formats.artwork import load_artwork
from gemport.gem.formats.objects import ObState, Tree
from gemport.gem.vdi.font import Font
from gemport.gem.vdi.mouse import compose
from gemport.gem.vdi.raster import Raster
from gemport.gem.vdi.workstation import Workstation
from tests.conformance.jsontree import build_tree, read_tree
from tests.conformance.reference import REFERENCE, require
from tests.conformance.report import RESULTS, compare

SCREEN = GRect(0, 0, 640, 400)
WORK = GRect(0, 19, 640, 381)
GEM = REFERENCE / "gem"
NAME, NUMBER, RADIO_1, RADIO_2, CANCEL, OK = 2, 3, 4, 5, 6, 7


def desktop() -> Workstation:
    """A screen as the reference's AES starts with it: the grey desktop under an empty menu strip."""
    art = load_artwork(require(REFERENCE / "system"))
    workstation = Workstation(Raster(640, 400), [Font(font) for font in (art.font_8x16, art.font_8x8, art.font_6x6)])
    pen = Pen(workstation)
    pen.fill(WORK, 4)
    return workstation


@pytest.fixture
def ws() -> Workstation:
    return desktop()


def tree_pictures() -> list[tuple[str, str]]:
    """The pictures of group c2 that show one whole tree, and the tree's file, as the index names them."""
    path = GEM / "index.json"
    if not path.exists():
        return [("c2/boxes.png", "c2_boxes_tree.json")]
    steps = [step for step in json.loads(path.read_text()) if step["group"] == "c2" and step["png"]]
    drawn = [(step["png"], step["calls"][0][-1].removeprefix("tree ")) for step in steps]
    return [(png, tree) for png, tree in drawn if tree.endswith(".json")]


@pytest.mark.parametrize(("png", "tree"), tree_pictures())
def test_objects_look_as_on_the_real_machine(ws: Workstation, png: str, tree: str) -> None:
    objc_draw(Pen(ws), read_tree(require(GEM / tree)), ROOT, 8, SCREEN)
    compare(ws.raster, require(GEM / png), RESULTS / "gem", png.replace("/", "_"))


def test_nothing_is_drawn_outside_the_clip_rectangle(ws: Workstation) -> None:
    root = {"type": "BOX", "x": 20, "y": 40, "w": 600, "h": 340, "frame": 1, "thick": 2, "state": "OUTLINED SHADOWED"}
    boxes = [
        {"type": "BOX", "x": 20 + 62 * n, "y": 20, "w": 40, "h": 40, "frame": 1, "thick": n - 4, "parent": 0}
        for n in range(9)
    ]
    tree = build_tree([root, *boxes])
    ws.v_clrwk()
    objc_draw(Pen(ws), tree, ROOT, 8, GRect(30, 50, 200, 60))
    objc_draw(Pen(ws), tree, ROOT, 8, GRect(300, 200, 400, 250))
    compare(ws.raster, require(GEM / "c2" / "clipdraw.png"), RESULTS / "gem", "c2_clipdraw")


@dataclass
class Dialog:
    """The dialog of group c3, drawn, and the steps that its pictures were taken after."""

    pen: Pen
    tree: Tree
    field: int = NAME
    cursor: int = 0

    def edit(self, kind: EdKind, key: int = 0) -> None:
        self.cursor = objc_edit(self.pen, self.tree, self.field, key, self.cursor, kind)

    def type(self, *keys: int) -> None:
        for key in keys:
            self.edit(EdKind.EDCHAR, key)

    def go_to(self, field: int) -> None:
        self.edit(EdKind.EDEND)
        self.field = field
        self.edit(EdKind.EDINIT)

    def show(self, obj: int, state: ObState) -> None:
        objc_change(self.pen, self.tree, obj, self.pen.screen, state)

    def choose_radio_2(self) -> None:
        self.show(RADIO_1, ObState.NORMAL)
        self.show(RADIO_2, ObState.SELECTED)

    def end(self) -> None:
        self.edit(EdKind.EDEND)
        self.show(OK, ObState.SELECTED)

    def second_field(self) -> None:
        self.go_to(NUMBER)
        self.type(*b"345")


Step = tuple[str, Callable[[Dialog], None], tuple[int, int]]
PARKED = (639, 399)
STEPS: list[Step] = [
    ("drawn", lambda d: None, PARKED),
    ("formdo", lambda d: d.edit(EdKind.EDINIT), PARKED),
    ("typed", lambda d: d.type(*b"abc"), PARKED),
    ("num", Dialog.second_field, PARKED),
    ("left", lambda d: d.type(ARROW_LEFT, ARROW_LEFT), PARKED),
    ("esc", lambda d: d.type(ESCAPE), PARKED),
    ("radio", Dialog.choose_radio_2, PARKED),
    ("pressed", lambda d: d.show(CANCEL, ObState.SELECTED), (240, 257)),
    ("pressed_out", lambda d: d.show(CANCEL, ObState.NORMAL), (240, 220)),
    ("returned", Dialog.end, PARKED),
]


@pytest.fixture(scope="module")
def dialog_screens() -> dict[str, Raster]:
    """The screen with the mouse after each step of the dialog."""
    workstation = desktop()
    arrow = load_artwork(REFERENCE / "system").mouse[0]
    pen = Pen(workstation)
    pen.fill(GRect(0, 18, 640, 1))
    pen.text(280, 2, "GEMSRV.PRG")
    tree = read_tree(require(GEM / "c3_tree.json"))
    tree[ROOT].ob_x, tree[ROOT].ob_y = 160, 129
    objc_draw(Pen(workstation), tree, ROOT, 8, SCREEN)
    pen.clip(WORK)
    dialog, screens = Dialog(pen, tree), {}
    for name, step, (x, y) in STEPS:
        step(dialog)
        screens[name] = workstation.raster.copy()
        compose(screens[name], arrow, x, y)
    return screens


@pytest.mark.parametrize("name", [name for name, _, _ in STEPS])
def test_a_dialog_looks_as_on_the_real_machine(dialog_screens: dict[str, Raster], name: str) -> None:
    compare(dialog_screens[name], require(GEM / "c3" / f"{name}.png"), RESULTS / "gem", f"c3_{name}")

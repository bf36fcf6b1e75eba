"""Groups a, b, b2, c, c3, e and trail of the reference: menus, windows, gadgets, alerts, dialogs and outlines."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from gemport.aes.graf import HIDE_MS, SHOW_MS
from gemport.aes.rect import GRect
from gemport.vdi.raster import Raster
from tests.conformance.gemserver import Server, steps
from tests.conformance.reference import REFERENCE, require
from tests.conformance.report import RESULTS, compare

WAITING = ("form_alert", "form_do", "graf_dragbox", "graf_rubberbox")
Frames = dict[str, Raster]
KEYS = {"Tab": 0x0F09, "Esc": 0x011B, "Left": 0x4B00, "Return": 0x1C0D}


class Player:
    """A user's hands, and the camera."""

    def __init__(self) -> None:
        self.server = Server()
        self.gem = self.server.gem
        self.frames: Frames = {}

    def to(self, x: int, y: int) -> None:
        self.gem.mouse_to(x, y)
        self.gem.settle()

    def button(self, down: bool) -> None:
        self.gem.mouse_button(1, down)
        self.gem.settle()

    def click(self, x: int, y: int) -> None:
        self.to(x, y)
        self.button(True)
        self.button(False)

    def keys(self, *names: str) -> None:
        for name in names:
            self.gem.key(KEYS[name] if name in KEYS else ord(name))
            self.gem.settle()

    def shoot(self, step: dict[str, Any]) -> None:
        if step["png"]:
            self.frames[step["png"]] = self.server.frame()

    def calls(self, step: dict[str, Any]) -> None:
        if isinstance(step["calls"], list):
            for name, *args in step["calls"]:
                # The index names a call that waits for the user once more when it has returned.
                if name not in WAITING:
                    self.server.call(name, args)


def play(group: str, actions: dict[str, Callable[[Player], None]]) -> Frames:
    """For each step: its calls, its user's actions (by picture or description), the pointer's move, its picture."""
    player = Player()
    for step in steps(group):
        action = actions.get(step["png"] or step["desc"])
        if "title_" in str(step["png"]):
            close_all(player)
        player.calls(step)
        if action:
            action(player)
        player.to(*step["mouse"])
        player.shoot(step)
    return player.frames


def close_all(player: Player) -> None:
    """The windows shown before a picture of a title were closed, which the index does not say."""
    for handle in range(1, 8):
        player.server.call("wind_delete", [handle])


def drop_spiel(player: Player) -> None:
    player.to(80, 8)


def choose_first(player: Player) -> None:
    drop_spiel(player)
    player.click(100, 27)


def press_at(x: int, y: int) -> Callable[[Player], None]:
    def action(player: Player) -> None:
        player.to(x, y)
        player.button(True)

    return action


def release_at(x: int, y: int) -> Callable[[Player], None]:
    def action(player: Player) -> None:
        player.to(x, y)
        player.button(False)

    return action


def type_keys(*names: str) -> Callable[[Player], None]:
    return lambda player: player.keys(*names)


def alert(default: int, text: str) -> Callable[[Player], None]:
    def action(player: Player) -> None:
        player.keys("Return")
        player.server.do(lambda: player.gem.form_alert(default, text))

    return action


def menus() -> Frames:
    return play(
        "a",
        {
            "a/drop_desk.png": lambda p: p.to(30, 8),
            "a/closed.png": lambda p: p.click(400, 300),
            "a/drag_selected.png": choose_first,
            "a/drop_after.png": drop_spiel,
            "a/end.png": lambda p: p.click(400, 300),
        },
    )


def windows() -> Frames:
    return play("b", {})


def gadgets() -> Frames:
    return play(
        "b2",
        {
            "b2/mover_pressed.png": press_at(250, 70),
            "b2/mover_released.png": release_at(250, 70),
            "b2/closer_pressed.png": press_at(70, 70),
            "b2/closer_rel.png": release_at(200, 200),
            "b2/fuller_pressed.png": press_at(450, 70),
            "b2/fuller_rel.png": release_at(200, 200),
        },
    )


def alerts() -> Frames:
    again = "(no picture kept for this step, but make it) form_alert(1, '[3][x][A|B]'), mouse parked 639,399"
    no_default = "(no picture kept for this step, but make it) form_alert(0, '[1][no default button][One|Two|Three]')"

    def five(player: Player) -> None:
        player.click(250, 232)
        alert(1, "[1][A line of exactly 30 characters][OK|A|B]")(player)

    return play(
        "c",
        {
            "c/alert_0.png": lambda p: p.server.do(lambda: p.gem.form_alert(1, "[0][No icon, one button][ OK ]")),
            "c/alert_1.png": alert(1, "[1][Note icon|second line of text][OK]"),
            "c/alert_2.png": alert(2, "[2][Question (wait) icon:|Do you want this?|third line][Yes|No]"),
            "c/alert_3.png": alert(3, "[3][Stop icon|two|three|four|five][Retry|Ignore|Cancel]"),
            no_default: alert(0, "[1][no default button][One|Two|Three]"),
            "c/alert_5.png": five,
            again: alert(1, "[3][x][A|B]"),
            "c/after.png": type_keys("Return"),
        },
    )


def dialog() -> Frames:
    tab = "(no picture kept for this step, but make it) Tab: cursor to the second field"
    return play(
        "c3",
        {
            "c3/formdo.png": lambda p: p.server.do(lambda: p.gem.form_do(p.server.tree, 2)),
            "c3/typed.png": type_keys("a", "b", "c"),
            tab: type_keys("Tab"),
            "c3/num.png": type_keys("3", "4", "5"),
            "c3/left.png": type_keys("Left", "Left"),
            "c3/esc.png": type_keys("Esc"),
            "c3/radio.png": lambda p: p.click(430, 176),
            "c3/pressed.png": press_at(240, 257),
            "c3/returned.png": lambda p: (release_at(240, 220)(p), p.keys("Return"))[0],
        },
    )


def outlines() -> Frames:
    def drag(player: Player) -> None:
        player.gem.graf_mouse(256)
        press_at(120, 80)(player)
        player.server.do(lambda: player.gem.graf_dragbox(60, 108, 100, 60, GRect(1, 39, 638, 360)))

    def rubber(player: Player) -> None:
        player.button(False)
        press_at(333, 150)(player)
        player.server.do(lambda: player.gem.graf_rubberbox(100, 60, 20, 10))

    release = {"e/after_boxes.png": lambda p: p.button(False)}
    return play("e", {"e/dragbox_start.png": drag, "e/rubberbox.png": rubber, **release})


GROUPS: dict[str, Callable[[], Frames]] = {
    "a": menus,
    "b": windows,
    "b2": gadgets,
    "c": alerts,
    "c3": dialog,
    "e": outlines,
}


GROUND = ((1, 0, 0, 0, 639, 399), (2, 1, 320, 0, 639, 199), (1, 1, 320, 200, 639, 399))
"""What the trails were drawn over: interior, colour, corners."""


@cache
def frames(group: str) -> Frames:
    return GROUPS[group]()


def pictures() -> list[str]:
    if not (REFERENCE / "gem").is_dir():
        return ["a/bar.png"]
    return [step["png"] for group in GROUPS for step in steps(group) if step["png"]]


@pytest.mark.parametrize("png", pictures())
def test_the_screen_is_the_real_gems(png: str) -> None:
    require(REFERENCE / "gem" / png)
    compare(frames(png.split("/")[0])[png], REFERENCE / "gem" / png, RESULTS / "gem", png.replace("/", "_"))


def trails() -> list[dict[str, Any]]:
    missing = [{"png": "trail/graf_movebox_0.png", "calls": [], "desc": ""}]
    return steps("trail") if (REFERENCE / "gem").is_dir() else missing


@pytest.mark.parametrize("step", trails(), ids=lambda step: step["png"])
def test_moving_boxes_leave_the_real_gems_trail(step: dict[str, Any]) -> None:
    require(REFERENCE / "gem" / step["png"])
    player = Player()
    gem, ws = player.gem, player.server.workstation
    gem.graf_mouse(256)
    for interior, color, *corners in GROUND:
        ws.vsf_interior(interior)
        ws.vsf_style(4)
        ws.vsf_color(color)
        ws.vr_recfl(*corners)
    ground = gem.screen.copy()
    name, *args = step["calls"][0]
    shots = trail_of(player, name, args)
    which = 0 if name == "graf_movebox" else -1
    compare(shots[which], REFERENCE / "gem" / step["png"], RESULTS / "gem", step["png"].replace("/", "_"))
    assert gem.screen == ground


def trail_of(player: Player, name: str, args: list[int]) -> list[Raster]:
    """The picture with all outlines of each figure: the last one before they are taken away."""
    gem, shots = player.gem, []
    player.server.begin(lambda: player.server.aes(name, args))
    while (pause := gem.next_wakeup()) is not None:
        picture = gem.screen.copy()
        gem.advance(pause)
        if pause == SHOW_MS and gem.next_wakeup() == HIDE_MS:
            shots.append(picture)
    return shots

"""Groups a, b, b2, c, c3, e and trail of the reference: menus, windows, gadgets, alerts, dialogs and outlines."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from gemport.gem.aes.graf import HIDE_MS, SHOW_MS
from gemport.gem.aes.rect import GRect
from gemport.gem.vdi.raster import Raster
from tests.conformance.gemserver import Server, steps
from tests.conformance.reference import REFERENCE, require
from tests.conformance.report import RESULTS, compare

UNKEPT = "(no picture kept for this step, but make it) "
WAITING = ("form_alert", "form_do", "graf_dragbox", "graf_rubberbox")
Frames = dict[str, Raster]
KEYS = {"Tab": 0x0F09, "Esc": 0x011B, "Left": 0x4B00, "Return": 0x1C0D}


class Player:
    """A user's hands, and the camera."""

    def __init__(self) -> None:
        self.server = Server()
        self.gem = self.server.gem
        self.machine = self.server.machine
        self.frames: Frames = {}

    def to(self, x: int, y: int) -> None:
        self.machine.mouse_to(x, y)
        self.machine.settle()

    def button(self, down: bool) -> None:
        self.machine.mouse_button(1, down)
        self.machine.settle()

    def click(self, x: int, y: int) -> None:
        self.to(x, y)
        self.button(True)
        self.button(False)

    def keys(self, *names: str) -> None:
        for name in names:
            self.machine.key(KEYS[name] if name in KEYS else ord(name))
            self.machine.settle()

    def shoot(self, step: dict[str, Any]) -> None:
        if step["png"]:
            self.frames[step["png"]] = self.server.frame()

    def calls(self, step: dict[str, Any]) -> None:
        if isinstance(step["calls"], list):
            for name, *args in step["calls"]:
                # The index names a call that waits for the user once more when it has returned.
                if name not in WAITING:
                    self.server.call(name, args)


RESULTS_OF: dict[str, list[tuple[str, Any]]] = {}
"""What the calls of a group returned when it was played, in order: name and result."""


def play(group: str, actions: dict[str, Callable[[Player], None]]) -> Frames:
    """For each step: its calls, its user's actions (by its description), the pointer's move, its picture."""
    player = Player()
    for step in steps(group):
        action = actions.get(step["desc"].removeprefix(UNKEPT))
        if "title_" in str(step["png"]):
            close_all(player)
        player.calls(step)
        if action:
            action(player)
        player.to(*step["mouse"])
        player.shoot(step)
    RESULTS_OF[group] = player.server.results
    assert not actions.keys() - {step["desc"].removeprefix(UNKEPT) for step in steps(group)}
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


def menus() -> Frames:
    return play(
        "a",
        {
            "mouse to title Desk: the other menu drops (accessory slots)": lambda p: p.to(30, 8),
            "click on the desktop closes the menu": lambda p: p.click(400, 300),
            "item clicked: title stays inverted until menu_tnormal (MN_SELECTED)": choose_first,
            "drop again with changed items": drop_spiel,
            "closed": lambda p: p.click(400, 300),
        },
    )


def windows() -> Frames:
    return play("b", {})


def gadgets() -> Frames:
    return play(
        "b2",
        {
            "left button held on the title bar at 250,70, not moved": press_at(250, 70),
            "back at 250,70 and released": release_at(250, 70),
            "button held on the closer (70,70)": press_at(70, 70),
            "button held on the fuller (450,70)": press_at(450, 70),
            "released outside": release_at(200, 200),
        },
    )


ALERTS = (
    (1, "[0][No icon, one button][ OK ]", None),
    (1, "[1][Note icon|second line of text][OK]", None),
    (2, "[2][Question (wait) icon:|Do you want this?|third line][Yes|No]", None),
    (3, "[3][Stop icon|two|three|four|five][Retry|Ignore|Cancel]", None),
    (0, "[1][no default button][One|Two|Three]", (250, 232)),
    (1, "[1][A line of exactly 30 characters][OK|A|B]", None),
    (1, "[3][x][A|B]", None),
)
"""The alerts of group c: default button, text, and where it is clicked to end it (else Return is pressed)."""


def alerts() -> Frames:
    """Each alert is shown when the one before it has been ended."""

    def end(player: Player, number: int) -> None:
        click = ALERTS[number][2]
        if click:
            player.click(*click)
        else:
            player.keys("Return")

    def show(number: int) -> Callable[[Player], None]:
        def action(player: Player) -> None:
            if number:
                end(player, number - 1)
            default, text, _ = ALERTS[number]
            player.server.do("form_alert", lambda: player.gem.form_alert(default, text))

        return action

    def description(number: int) -> str:
        default, text, click = ALERTS[number]
        return f"form_alert({default}, '{text}')" + ("" if click else ", mouse parked 639,399")

    actions = {description(number): show(number) for number in range(len(ALERTS))}
    return play("c", {**actions, "desktop after the alerts": lambda p: end(p, len(ALERTS) - 1)})


def dialog() -> Frames:
    def end(player: Player) -> None:
        release_at(240, 220)(player)
        player.keys("Return")

    return play(
        "c3",
        {
            "form_do(tree, 2): cursor in the first field": lambda p: p.server.do(
                "form_do", lambda: p.gem.form_do(p.server.tree, 2)
            ),
            "typed abc": type_keys("a", "b", "c"),
            "Tab: cursor to the second field": type_keys("Tab"),
            "typed 345": type_keys("3", "4", "5"),
            "cursor left twice": type_keys("Left", "Left"),
            "Esc clears the field": type_keys("Esc"),
            "click on Radio 2": lambda p: p.click(430, 176),
            "left button held on Cancel": press_at(240, 257),
            "after form_do returned by Return (default button selected)": end,
        },
    )


def outlines() -> Frames:
    def drag(player: Player) -> None:
        player.gem.graf_mouse(256)
        press_at(120, 80)(player)
        limit = GRect(1, 39, 638, 360)
        player.server.do("graf_dragbox", lambda: player.gem.graf_dragbox(60, 108, 100, 60, limit))

    def rubber(player: Player) -> None:
        player.button(False)
        press_at(333, 150)(player)
        player.server.do("graf_rubberbox", lambda: player.gem.graf_rubberbox(100, 60, 20, 10))

    return play(
        "e",
        {
            "graf_dragbox(60,108,100,60,1,39,638,360), mouse pressed at 120,80, not moved": drag,
            "graf_rubberbox(100,60,20,10), mouse held at 333,150": rubber,
            "after releasing": lambda p: p.button(False),
        },
    )


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
    ground = player.machine.screen.copy()
    name, *args = step["calls"][0]
    shots = trail_of(player, name, args)
    which = 0 if name == "graf_movebox" else -1
    compare(shots[which], REFERENCE / "gem" / step["png"], RESULTS / "gem", step["png"].replace("/", "_"))
    assert player.machine.screen == ground


def trail_of(player: Player, name: str, args: list[int]) -> list[Raster]:
    """The picture with all outlines of each figure: the last one before they are taken away."""
    machine, shots = player.machine, list[Raster]()
    player.server.begin(name, lambda: player.server.aes(name, args))
    while (pause := machine.next_wakeup()) is not None:
        picture = machine.screen.copy()
        machine.advance(pause)
        if pause == SHOW_MS and machine.next_wakeup() == HIDE_MS:
            shots.append(picture)
    return shots


OPCODES = {
    "wind_calc": 108,
    "wind_get": 104,
    "wind_create": 100,
    "form_center": 54,
    "form_do": 50,
    "form_alert": 52,
    "graf_dragbox": 71,
    "graf_rubberbox": 70,
}
"""Calls whose return values are compared, with the number that the reference's lists know them by."""


@pytest.mark.parametrize("group", ["b", "c", "c3", "e"])
def test_calls_return_what_the_real_gem_returns(group: str) -> None:
    path = require(REFERENCE / "gem" / "results" / f"results_{group}.json")
    frames(group)
    numbers = {number: name for name, number in OPCODES.items()}
    expected = [(numbers[call[0]], call[1:]) for call in json.loads(path.read_text())["calls"] if call[0] in numbers]
    actual = [(name, result) for name, result in RESULTS_OF[group] if name in OPCODES]
    assert [name for name, _ in actual] == [name for name, _ in expected]
    for (_, result), (_, words) in zip(actual, expected, strict=True):
        if isinstance(result, GRect) and result.empty:
            # Only the size says that a rectangle list is at its end.
            assert tuple(words[3:5]) == (result.w, result.h)
        elif isinstance(result, tuple):
            assert tuple(words[1 : 1 + len(result)]) == tuple(result)
        else:
            assert result == words[0]

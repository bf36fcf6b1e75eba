"""Conversion of ``gem/index.json`` to the format of all other steps, for the same players and the same judge.

The index describes the user's input in words, and repeats a call that waits for the user when it has returned. This
module has the input as events.
"""

import json
from typing import Any

from tests.conformance.reference import REFERENCE
from tests.gem.own.steps import Step

GEM = REFERENCE / "gem"
ANSWERED = ("b", "c", "c3", "e")
"""Groups that also compare the results of calls."""
WIND_GET = 104
WORDS = {50: 1, 52: 1, 54: 5, 70: 3, 71: 3, 100: 1, WIND_GET: 5, 108: 5}
"""Calls to compare, by number, with the number of words of their results."""
SCREEN_COPIES = 6
"""Number of copies in d/vro_screen.png from screen to screen; the two others copy parts of the bitmap."""
UNKEPT = "(no picture kept for this step, but make it) "
WAITING = ("form_alert", "form_do", "graf_dragbox", "graf_rubberbox")
"""Calls that the index repeats when they have returned."""
PRESS, RELEASE = ["press"], ["release"]
DROP_SPIEL = ["move", 80, 8]
RETURN = ["key", "Return"]

ALERTS: list[tuple[int, str, list[list[Any]]]] = [
    (1, "[0][No icon, one button][ OK ]", [RETURN]),
    (1, "[1][Note icon|second line of text][OK]", [RETURN]),
    (2, "[2][Question (wait) icon:|Do you want this?|third line][Yes|No]", [RETURN]),
    (3, "[3][Stop icon|two|three|four|five][Retry|Ignore|Cancel]", [RETURN]),
    (0, "[1][no default button][One|Two|Three]", [["click", 250, 232]]),
    (1, "[1][A line of exactly 30 characters][OK|A|B]", [RETURN]),
    (1, "[3][x][A|B]", [RETURN]),
]
"""Alerts of group c: default button, text, and the events that answer it; each alert follows the previous answer."""

ACTIONS: dict[str, list[list[Any]]] = {
    # a: menus
    "mouse to title Desk: the other menu drops (accessory slots)": [["move", 30, 8]],
    "click on the desktop closes the menu": [["click", 400, 300]],
    "item clicked: title stays inverted until menu_tnormal (MN_SELECTED)": [DROP_SPIEL, ["click", 100, 27]],
    "drop again with changed items": [DROP_SPIEL],
    "closed": [["click", 400, 300]],
    # b2: gadgets
    "left button held on the title bar at 250,70, not moved": [["move", 250, 70], PRESS],
    "back at 250,70 and released": [["move", 250, 70], RELEASE],
    "button held on the closer (70,70)": [["move", 70, 70], PRESS],
    "button held on the fuller (450,70)": [["move", 450, 70], PRESS],
    "released outside": [["move", 200, 200], RELEASE],
    # c: alerts
    "desktop after the alerts": ALERTS[-1][2],
    # c3: a dialog
    "form_do(tree, 2): cursor in the first field": [["calls", ["form_do", 2]]],
    "typed abc": [["key", "a"], ["key", "b"], ["key", "c"]],
    "Tab: cursor to the second field": [["key", "Tab"]],
    "typed 345": [["key", "3"], ["key", "4"], ["key", "5"]],
    "cursor left twice": [["key", "Left"], ["key", "Left"]],
    "Esc clears the field": [["key", "Esc"]],
    "click on Radio 2": [["click", 430, 176]],
    "left button held on Cancel": [["move", 240, 257], PRESS],
    "after form_do returned by Return (default button selected)": [["move", 240, 220], RELEASE, RETURN],
    # e: outlines
    "graf_dragbox(60,108,100,60,1,39,638,360), mouse pressed at 120,80, not moved": [
        ["move", 120, 80],
        PRESS,
        ["calls", ["graf_mouse", 256], ["graf_dragbox", 60, 108, 100, 60, 1, 39, 638, 360]],
    ],
    "graf_rubberbox(100,60,20,10), mouse held at 333,150": [
        RELEASE,
        ["move", 333, 150],
        PRESS,
        ["calls", ["graf_rubberbox", 100, 60, 20, 10]],
    ],
    "after releasing": [RELEASE],
}
"""Events of the user, and calls that wait for them, by the index's description."""
for number, (button, text, _) in enumerate(ALERTS):
    parked = "" if button == 0 else ", mouse parked 639,399"
    ended = ALERTS[number - 1][2] if number else []
    ACTIONS[f"form_alert({button}, '{text}'){parked}"] = [*ended, ["calls", ["form_alert", button, text]]]

CLIPPED_BOXES = [
    {"type": "BOX", "x": 20, "y": 40, "w": 600, "h": 340, "frame": 1, "thick": 2, "state": "OUTLINED SHADOWED"},
    *(
        {"type": "BOX", "x": 20 + 62 * n, "y": 20, "w": 40, "h": 40, "frame": 1, "thick": n - 4, "parent": 0}
        for n in range(9)
    ),
]
"""The tree of c2/clipdraw.png."""


def index() -> list[dict[str, Any]]:
    """Return the contents of the index, or an empty list without the reference."""
    path = GEM / "index.json"
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return found


def steps(group: str) -> list[Step]:
    """Return the steps of a group in order, or an empty list without the reference."""
    found: list[Step] = []
    for entry in index():
        if entry["group"] == group:
            told = entry["calls"] if isinstance(entry["calls"], list) else []
            calls = _calls(entry["png"], [call for call in told if call[0] not in WAITING])
            actions = ACTIONS.get(entry["desc"].removeprefix(UNKEPT), [])
            returns = [] if found else _returns(group)
            calls = _unsaid(entry) + calls if found else [["graf_mouse", 0], *_unsaid(entry), *calls]
            found.append({**entry, "calls": calls, "actions": actions, "returns": returns})
    return found


def _returns(group: str) -> list[tuple[int, list[int]]]:
    """Return the results of a group's calls, for groups whose calls are all in the index."""
    path = GEM / "results" / f"results_{group}.json"
    if group not in ANSWERED:
        return []
    returns = []
    for code, *words in json.loads(path.read_text(encoding="utf-8"))["calls"]:
        if code in WORDS:
            # Only an empty size marks the end of a rectangle list.
            ended = code == WIND_GET and words[3:5] == [0, 0]
            returns.append((code, [words[0], 0, 0, 0, 0] if ended else words[: WORDS[code]]))
    return returns


def _unsaid(entry: dict[str, Any]) -> list[list[Any]]:
    """Return the calls before a step that are missing in the index."""
    if "title_" in str(entry["png"]):
        return [["wind_delete", handle] for handle in range(1, 8)]
    if entry["group"] != "c2":
        return []
    desktop = [["vsf_interior", [2]], ["vsf_style", [4]], ["vr_recfl", [0, 19, 639, 399]]]
    return [["graf_mouse", 256], ["v_clrwk"], *(desktop if entry["png"] != "c2/clipdraw.png" else [])]


def _calls(png: str | None, calls: list[list[Any]]) -> list[list[Any]]:
    """Return the calls of a step, replacing file names by trees and adding the bitmaps of raster copies."""
    found, screen_copies = [], SCREEN_COPIES if png == "d/vro_screen.png" else 0
    for name, *words in calls:
        last = words[-1] if words and isinstance(words[-1], str) else ""
        if name in ("vro_cpyfm", "vrt_cpyfm"):
            words.append(["screen" if screen_copies > 0 else "source", "screen"])
            screen_copies -= 1
        elif last.endswith(".json"):
            words[-1] = json.loads((GEM / last.removeprefix("tree ")).read_text(encoding="utf-8"))
        elif last.startswith("root "):
            words[-1] = CLIPPED_BOXES
        elif last in ("tree", "same tree"):
            words.pop()
        found.append([name, *words])
    return found

"""The canvas equals the pictures of `gemport script` for the same events."""

import json
from pathlib import Path

import pytest
from PIL import Image

from gemport.cli.main import main
from gemport.hosts.events import parse_events
from tests.web.chromium import Visitor
from tests.web.place import WebPage

pytestmark = [pytest.mark.window, pytest.mark.slow]

NUMBER = "123456"


def move(x: int, y: int) -> dict[str, object]:
    return {"do": "move", "x": x, "y": y}


def key(name: str) -> dict[str, object]:
    return {"do": "key", "key": name}


LEFT_DOWN: dict[str, object] = {"do": "press", "button": "left"}
LEFT_UP: dict[str, object] = {"do": "release", "button": "left"}
RIGHT_DOWN: dict[str, object] = {"do": "press", "button": "right"}
RIGHT_UP: dict[str, object] = {"do": "release", "button": "right"}

VIERFREI = [
    *(move(133, 238), LEFT_DOWN, move(207, 150), move(50, 100), LEFT_UP),
    # Move a second card to a free place and undo the move.
    *(move(205, 240), LEFT_DOWN, move(130, 100), LEFT_UP, key("Undo")),
    # The right button sends cards to free places.
    *(move(280, 240), RIGHT_DOWN, LEFT_DOWN, LEFT_UP, RIGHT_UP),
    # An invalid move, a meaningless digit, the menu, and the pointer over the felt.
    *(move(355, 240), LEFT_DOWN, move(500, 330), LEFT_UP, {"do": "text", "text": "7"}),
    *(move(140, 8), move(150, 60), move(500, 350), {"do": "click", "x": 600, "y": 380}),
]
DIALOG = [key("F2"), key("Esc"), {"do": "text", "text": "4711"}, key("Left"), key("Backspace"), key("Return")]
# Review the last moves from the menu.
LOOK_BACK = [
    {"do": "text", "text": "10203040"},
    *(move(160, 8), move(200, 91), {"do": "click", "x": 200, "y": 91}),
    *(key("Left"), {"do": "click", "x": 90, "y": 352}, key("Esc")),
]
DESKTOP = [move(300, 300), move(60, 60), {"do": "click", "x": 60, "y": 60}, move(110, 8), move(320, 200)]


def pixels(path: Path) -> bytes:
    with Image.open(path) as picture:
        return bytes(int(value == 0) for value in picture.convert("L").tobytes())


@pytest.mark.parametrize(
    ("program", "place", "events"),
    [
        ("vierfrei", f"vierfrei/{NUMBER}", VIERFREI),
        ("vierfrei", f"vierfrei/{NUMBER}", DIALOG),
        ("freecell", f"freecell/{NUMBER}", LOOK_BACK),
        ("desktop", "desktop", DESKTOP),
    ],
    ids=["vierfrei", "dialog", "look back", "desktop"],
)
def test_the_canvas_equals_a_scripts_pictures(
    browser: Visitor,
    address: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    program: str,
    place: str,
    events: list[dict[str, object]],
) -> None:
    monkeypatch.delenv("GEMPORT_HOME")
    shots = [{"do": "shot", "file": f"{number:02}.png"} for number in range(len(events))]
    text = "\n".join(json.dumps(line) for pair in zip(events, shots, strict=True) for line in pair)
    (tmp_path / "events.jsonl").write_text(text, encoding="utf-8")
    number = ["--number", NUMBER] if program != "desktop" else []
    options = ["--shots", str(tmp_path), "--lang", "en", "--builtin"]
    assert main(["script", program, str(tmp_path / "events.jsonl"), *number, *options]) == 0
    page = WebPage(browser, address, place)
    same: list[str] = []

    def compare(name: str) -> None:
        assert page.frame() == pixels(tmp_path / name), f"{name}: {page.note()}"
        same.append(name)

    page.play(parse_events(text, "events"), compare)
    assert len(same) == len(events)

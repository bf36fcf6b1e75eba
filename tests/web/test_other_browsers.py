"""The page in Firefox and WebKit: equal pixels, mouse, fingers, keys, and the saved game after a reload."""

import base64
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from gemport.cli.main import main
from tests.hosts.xvfb import xvfb
from tests.needs import need_programs
from tests.web.drivers import Driven, firefox, webkit

pytestmark = [pytest.mark.window, pytest.mark.slow]

F2, ESCAPE, ENTER = "\ue032", "\ue00c", "\ue007"
_PICTURE = """(() => {
    const bits = gemport.tube.bits;
    return btoa(String.fromCharCode(...bits.slice(0, 16000))) + " " + btoa(String.fromCharCode(...bits.slice(16000)));
})()"""
_PROGRAMS = {"firefox": "firefox-esr", "webkit": "WebKitWebDriver"}


@pytest.fixture(params=_PROGRAMS)
def driven(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Driven]:
    need_programs(_PROGRAMS[request.param])
    if request.param == "firefox":
        with firefox(tmp_path) as browser:
            yield browser
    else:
        with xvfb() as display, webkit(display) as browser:
            yield browser


def ready(browser: Driven) -> None:
    browser.wait("document.documentElement?.dataset.ready || document.getElementById('veil')?.dataset.failed")
    assert browser.do("document.getElementById('veil').dataset.failed || null") is None
    browser.wait("(gemport.web.machine.next_wakeup() ?? 1000) > 900")


def picture(browser: Driven) -> bytes:
    browser.wait("(gemport.web.machine.next_wakeup() ?? 1000) > 900 && gemport.tube.next === null")
    return b"".join(base64.b64decode(part) for part in browser.do(_PICTURE).split(" "))


def place(browser: Driven, x: int, y: int) -> tuple[int, int]:
    box = browser.do(
        "(b => [b.left, b.top, b.width, b.height])(document.getElementById('screen').getBoundingClientRect())"
    )
    return int(box[0] + (x + 0.5) * box[2] / 640), int(box[1] + (y + 0.5) * box[3] / 400)


def test_it_plays_as_the_headless_host_does(driven: Driven, address: str, tmp_path: Path) -> None:
    driven.go(f"{address}#vierfrei/123456")
    ready(driven)
    # The par is found in the worker, or this fails.
    driven.do("gemport.python.runPython('import gemport.solver.judgement as judgement; judgement.quick_search = None')")
    driven.drag(place(driven, 133, 238), place(driven, 50, 100))
    moved = picture(driven)
    assert driven.do("gemport.solver.worker !== null")
    events = tmp_path / "events.jsonl"
    events.write_text(
        '{"do": "move", "x": 133, "y": 238}\n{"do": "press", "button": "left"}\n{"do": "move", "x": 50, "y": 100}\n'
        '{"do": "release", "button": "left"}\n{"do": "shot", "file": "moved.png", "pointer": true}\n',
        encoding="ascii",
    )
    assert main(["script", "vierfrei", str(events), "--number", "123456", "--shots", str(tmp_path)]) == 0
    with Image.open(tmp_path / "moved.png") as shot:
        expected = bytes(255 - octet for octet in shot.convert("1").tobytes())
    assert moved == expected
    # After a reload, which starts from Python's cached memory, the game continues and its keys work.
    driven.wait("navigator.serviceWorker.controller !== null")
    driven.do("void(delete document.documentElement.dataset.ready, location.reload())")
    ready(driven)
    driven.drag(place(driven, 133, 390), place(driven, 50, 390))
    assert driven.do("location.hash") == "#vierfrei/123456"
    before = picture(driven)
    driven.key(F2)
    assert picture(driven) != before
    for key in (ESCAPE, *"4711", ENTER):
        driven.key(key)
    driven.wait("location.hash === '#vierfrei/4711'")


def test_firefox_plays_by_touch(tmp_path: Path, address: str) -> None:
    need_programs("firefox-esr")
    with firefox(tmp_path, {"ui.primaryPointerCapabilities": 1, "ui.allPointerCapabilities": 1}) as driven:
        driven.go(f"{address}#vierfrei/7")

        def table() -> str:
            ready(driven)
            return str(driven.do("gemport.web.machine.frame(false).to_bytes().hex()"))

        def tap_on(name: str) -> None:
            box = f"document.getElementById({name!r}).getBoundingClientRect()"
            x, y = driven.do(f"(b => [b.left + b.width / 2, b.top + b.height / 2].map(Math.round))({box})")
            driven.drag((x, y), (x, y), "touch")

        dealt, card = table(), place(driven, 60, 350)
        for end in (card, place(driven, 50, 100)):
            driven.drag(card, end, "touch")
            assert table() != dealt
            tap_on("undo")
            assert table() == dealt
        tap_on("select")
        driven.wait("document.activeElement.inputMode === 'numeric'")
        for key in (*"4711", ENTER):
            driven.key(key)
        driven.wait("location.hash === '#vierfrei/4711'")


def test_firefox_plays_with_all_cookies_blocked(tmp_path: Path, address: str) -> None:
    need_programs("firefox-esr")
    with firefox(tmp_path, {"network.cookie.cookieBehavior": 2}) as driven:
        driven.go(f"{address}#vierfrei/123456")
        ready(driven)
        assert "saves nothing" in driven.do("document.getElementById('note').textContent")
        before = picture(driven)
        driven.drag(place(driven, 133, 238), place(driven, 50, 100))
        assert picture(driven) != before

"""Closed tabs, addresses of games, and offline play."""

import importlib
import json
import time
from datetime import date
from fractions import Fraction
from math import ceil, floor
from pathlib import Path
from random import Random

import pytest

from gemport.cards.vierfrei import VierfreiBoard
from gemport.cli import registry
from gemport.hosts.chip import BELL
from tests.games.freecell.player import Player as FreeCell
from tests.places import ROOT
from tests.web.chromium import Chromium, Visitor, chromium
from tests.web.place import HEIGHT, WIDTH, WebPage, running, served

pytestmark = [pytest.mark.window, pytest.mark.slow]

CARD_TO_CELL = (
    '{"do": "move", "x": 133, "y": 238}',
    '{"do": "press", "button": "left"}',
    '{"do": "move", "x": 50, "y": 100}',
    '{"do": "release", "button": "left"}',
)
AWAY = '{"do": "move", "x": 600, "y": 390}'
_NO_SEARCH = "gemport.python.runPython('import gemport.solver.judgement as judgement; judgement.quick_search = None')"
"""After this a search in the page itself raises an exception."""


@pytest.mark.parametrize(
    ("code", "works"),
    [
        ("", True),
        ("delete window.Worker", False),
        ("void (window.Worker = class extends Worker { constructor(url, how) { super(`${url}no`, how); } })", False),
    ],
    ids=["a worker", "no worker", "a worker that does not start"],
)
def test_the_solver_works_in_a_worker_if_possible(newcomer: Visitor, address: str, code: str, works: bool) -> None:
    page, game = WebPage(newcomer, address, "freecell/2"), FreeCell(2)
    page.tab.do(code or "0")
    if works:
        page.tab.do(_NO_SEARCH)
    page.tab.key("KeyG", "g", 2)
    game.key("Ctrl+G")
    assert page.picture() == game.picture()
    assert page.tab.do("gemport.solver.worker !== null") is works
    # The worker stops when the game ends.
    page.tab.do("gemport.stop('the end')")
    assert page.tab.do("gemport.solver.worker") is None


def test_a_game_resumes_after_the_tab_was_closed(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/123456")
    page.do(AWAY)
    dealt = page.frame()
    page.do(*CARD_TO_CELL, AWAY)
    moved = page.frame()
    assert moved != dealt
    page.tab.close()
    # An address without a game opens the last played game; another number opens another game.
    for place, expected in (("", moved), ("vierfrei/123456", moved)):
        page = WebPage(browser, address, place)
        page.do(AWAY)
        assert page.frame() == expected
        assert page.place == "vierfrei/123456"
        page.tab.close()
    page = WebPage(browser, address, "vierfrei/4711")
    page.do(AWAY)
    assert page.frame() not in (moved, dealt)


def seconds(page: WebPage) -> int:
    """Return the playing time of the current game from the file of the button Export."""
    text = page.tab.do("""(async () => {
        const make = URL.createObjectURL;
        let saved;
        URL.createObjectURL = file => { saved = file; return make.call(URL, file); };
        document.getElementById("export").click();
        URL.createObjectURL = make;
        return saved.text();
    })()""")
    (begun,) = json.loads(text)["games"]["vierfrei"]["unfinished"]
    return int(begun["seconds"])


def test_thinking_counts_as_playing_time(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/123456")
    started = time.monotonic()
    page.do(*CARD_TO_CELL)
    begun = time.monotonic()
    time.sleep(4)
    took = time.monotonic() - begun
    # The time until the page is idle also counts as playing time.
    assert took - 2 <= seconds(page) <= time.monotonic() - started + 2
    time.sleep(3)
    took = time.monotonic() - begun
    page.again()
    assert took - 2 <= seconds(page) <= time.monotonic() - started


def test_time_in_another_tab_is_not_played(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/123456")
    begun = time.monotonic()
    page.do(*CARD_TO_CELL)
    other = browser.open("about:blank")
    page.tab.wait("document.hidden")
    time.sleep(6)
    other.close()
    page.tab.call("Page.bringToFront")
    page.tab.wait("!document.hidden")
    time.sleep(2)
    took = time.monotonic() - begun - 6
    assert 2 <= seconds(page) <= took + 1


def test_only_the_tab_opened_last_plays(browser: Visitor, address: str) -> None:
    first = WebPage(browser, address, "vierfrei/7")
    second = WebPage(browser, address, "vierfrei/7")
    first.tab.wait("!gemport.alive")
    assert "another tab" in first.note()
    assert first.tab.do("document.getElementById('screen').className") == "whole over"
    assert first.tab.do(
        "[...document.querySelectorAll('#fingers button, #export, #import')].every(one => one.disabled)"
    )
    second.do(*CARD_TO_CELL)
    assert second.note() == ""


def test_the_address_follows_and_changes_the_game(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/7")
    page.do('{"do": "key", "key": "F2"}', '{"do": "key", "key": "Esc"}', '{"do": "text", "text": "4711"}')
    assert page.place == "vierfrei/7"
    page.do('{"do": "key", "key": "Return"}')
    assert page.place == "vierfrei/4711"
    page.again("freecell/1")
    page.rest()
    assert page.place == "freecell/1"


@pytest.mark.parametrize("place", ["vierfrei/1000000", "chess/1", "%00", "%"])
def test_a_wrong_address_is_reported(browser: Visitor, address: str, place: str) -> None:
    page = WebPage(browser, address, place)
    assert page.note()
    assert "gemport" not in page.note()
    assert page.place.startswith("vierfrei/")


def test_a_refused_clipboard_offers_a_field(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/7")
    page.tab.do("void(navigator.clipboard.readText = () => Promise.reject(new Error('refused')))")
    dealt = page.picture()
    page.do('{"do": "key", "key": "F2"}', '{"do": "key", "key": "Esc"}')
    page.tab.key("KeyV", "v", 2)
    page.tab.wait("document.getElementById('paste').open && document.activeElement.id === 'pasted'")
    page.tab.call("Input.insertText", text="4711")
    page.tab.do("document.querySelector('#paste button').click()")
    page.tab.wait("document.activeElement.id === 'screen'")
    page.rest()
    page.do('{"do": "key", "key": "Return"}')
    page.tab.wait("location.hash === '#vierfrei/4711'")
    assert page.picture() != dealt


def test_it_plays_without_a_network_after_the_first_visit(newcomer: Visitor, built: Path) -> None:
    with served(built) as address:
        page = WebPage(newcomer, address, "vierfrei/123456")
        page.do(*CARD_TO_CELL, AWAY)
        moved = page.frame()
        page.tab.wait("navigator.serviceWorker.controller !== null")
        page.tab.close()
    page = WebPage(newcomer, address)
    page.do(AWAY)
    assert page.frame() == moved
    page.do('{"do": "key", "key": "Undo"}')
    assert page.frame() != moved


def test_the_bell_is_the_sound_chips(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/1")
    page.tab.do("""(() => {
        AudioBufferSourceNode.prototype.start = function () { window.heard = [...this.buffer.getChannelData(0)]; };
    })()""")
    # Browsers allow sound after the first input.
    page.do(*CARD_TO_CELL, '{"do": "key", "key": "Undo"}')
    page.tab.wait("gemport.bell.allowed")
    # Drop a card on a pile that does not accept it.
    page.do(
        '{"do": "move", "x": 355, "y": 240}',
        '{"do": "press", "button": "left"}',
        '{"do": "move", "x": 500, "y": 330}',
        '{"do": "release", "button": "left"}',
    )
    page.tab.wait("window.heard")
    assert [round(32768 * sample) for sample in page.tab.do("window.heard")] == list(BELL.samples())


def test_the_audio_device_rests_when_the_bell_has_rung(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/1")
    page.do(*CARD_TO_CELL, '{"do": "key", "key": "Undo"}')
    page.tab.wait("gemport.bell.allowed && gemport.bell.audio.state === 'suspended'")
    page.tab.do(
        "void(window.states = '', gemport.bell.audio.onstatechange = () => { states += gemport.bell.audio.state; })"
    )
    page.tab.do("void gemport.bell.ring('bell')")
    page.tab.wait("window.states.endsWith('runningsuspended')")


def test_keys_of_the_browser_are_left_to_it(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/1")
    page.tab.do(
        "void(window.left = [], window.onkeydown = event => { left.push([event.key, !event.defaultPrevented]); })"
    )
    for code, key in (("Equal", "+"), ("Minus", "-"), ("Digit0", "0")):
        page.tab.key(code, key, 2)
    assert page.tab.do("window.left") == [["+", True], ["-", True], ["0", True]]
    page.tab.call("Input.dispatchKeyEvent", type="keyDown", code="Tab", key="Tab", windowsVirtualKeyCode=9)
    page.tab.wait("document.activeElement.id === 'about'")


def test_the_picture_follows_the_density_of_pixels(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/1")
    before = page.tab.do("document.getElementById('screen').style.width")
    page.tab.size(WIDTH + 60, HEIGHT + 120, ratio=1.5)
    # Headless Chromium applies the new density only when it draws.
    page.tab.picture()
    page.tab.wait(f"document.getElementById('screen').style.width !== {before!r}")


def test_a_print_shows_the_full_board(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/617", width=1600, height=500)
    before = page.frame()
    page.tab.call("Emulation.setEmulatedMedia", media="print")
    left, top, wide, high = page.box("#screen")
    assert min(left, top) >= 0
    assert min(wide, high) > 200
    assert page.box("footer")[3] == 0
    page.tab.do("new Promise(done => setTimeout(done, 300))")
    assert page.frame() == before


def test_a_long_wrong_address_stays_inside_the_page(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "w" * 3000)
    left, top, wide, high = page.box("#note")
    assert min(left, top) >= 0
    assert left + wide <= WIDTH + 60
    assert high > 0


def test_forced_colours_show_the_progress(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/1")
    page.tab.call("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
    page.tab.do("void(document.getElementById('veil').hidden = false)")
    fill, around = page.tab.do(
        "['fill', 'veil'].map(id => getComputedStyle(document.getElementById(id)).backgroundColor)"
    )
    assert fill not in (around, "rgba(0, 0, 0, 0)")


def test_nothing_is_loaded_from_elsewhere(newcomer: Visitor, address: str) -> None:
    page = WebPage(newcomer, address)
    page.rest()
    loaded = page.tab.do("performance.getEntriesByType('resource').map(entry => entry.name)")
    assert [url for url in loaded if not url.startswith((address, f"blob:{address}"))] == []


_REFUSED = """new Promise(async done => {
    const refused = new Set(), met = new Set();
    document.addEventListener("securitypolicyviolation", event => refused.add(event.effectiveDirective));
    await fetch("ELSEWHERE", { mode: "no-cors" }).then(() => met.add("fetch"), () => {});
    const script = document.createElement("script");
    script.textContent = "window.inline = true";
    document.body.append(script);
    if (window.inline) met.add("inline");
    setTimeout(() => { try { eval("1"); met.add("eval"); } catch { } }, 0);
    for (const [kind, url] of [["img", "ELSEWHERE/a.png"], ["script", "ELSEWHERE/a.js"], ["iframe", "ELSEWHERE"]]) {
        const element = document.createElement(kind);
        element.src = url;
        document.body.append(element);
    }
    const limit = performance.now() + 10000;
    while (refused.size < 5 && performance.now() < limit) await new Promise(next => setTimeout(next, 20));
    done([[...refused].sort(), [...met]]);
})"""
_VIOLATIONS = """new Promise(done => {
    new ReportingObserver(found => done(found.map(one => one.body.effectiveDirective + " " + one.body.blockedURL)),
        { types: ["csp-violation"], buffered: true }).observe();
    setTimeout(() => done([]), 1000);
})"""


@pytest.mark.parametrize("by", ["any server", "--serve"])
def test_the_policy_forbids_foreign_content(
    newcomer: Visitor, built: Path, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    own = served(built) if by == "any server" else running(importlib.import_module("web_page").server(built))
    with own as address, served(built) as elsewhere:
        page = WebPage(newcomer, address, "vierfrei/7")
        page.do(*CARD_TO_CELL)
        for name in ("about", "export"):
            page.tab.do(f"document.getElementById('{name}').click()")
        page.tab.do("document.querySelector('#story button').click()")
        assert not page.tab.do("document.getElementById('story').open")
        assert page.tab.do(_VIOLATIONS) == []
        refused, met = page.tab.do(_REFUSED.replace("ELSEWHERE", elsewhere))
        assert met == []
        assert refused == ["connect-src", "frame-src", "img-src", "script-src", "script-src-elem"]


def test_quitting_a_game_then_the_desktop_ends_the_page(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/7")
    page.do('{"do": "key", "key": "F10"}')
    assert page.place == "desktop"
    page.tab.key("KeyQ", "q", 2)
    page.tab.wait("!gemport.alive")
    assert "ended" in page.note()
    page.tab.do("delete document.documentElement.dataset.ready; document.getElementById('note').click()")
    page.wait_until_ready()
    assert page.tab.do("gemport.alive")


@pytest.mark.parametrize("entry", [59, 75, 91], ids=["games", "panel", "help"])
def test_the_accessories_open(browser: Visitor, address: str, entry: int) -> None:
    page = WebPage(browser, address, "desktop")
    before = page.picture()
    page.do('{"do": "move", "x": 40, "y": 8}', f'{{"do": "click", "x": 60, "y": {entry}}}')
    assert page.picture() != before
    page.do('{"do": "key", "key": "Down"}', '{"do": "key", "key": "Return"}')
    assert page.note() == ""


def test_the_game_of_the_day_is_the_browsers(browser: Visitor, address: str) -> None:
    """The page uses the browser's date. Only the calendar needs this part of Python."""
    page = WebPage(browser, address, "vierfrei/7")
    page.do('{"do": "move", "x": 110, "y": 8}', '{"do": "click", "x": 140, "y": 60}', '{"do": "key", "key": "Return"}')
    assert page.note() == ""
    today = registry.find("vierfrei").games_of_week(date.today(), ())[date.today().weekday()]
    assert page.place == f"vierfrei/{today}"


def test_the_wheel_scrolls_the_help_there_and_back(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "desktop")
    page.do(
        '{"do": "move", "x": 40, "y": 8}', '{"do": "click", "x": 60, "y": 91}', '{"do": "move", "x": 400, "y": 200}'
    )
    before = page.picture()
    page.do('{"do": "wheel", "steps": 2}')
    assert page.picture() != before
    page.do('{"do": "wheel", "steps": -2}')
    assert page.picture() == before


def test_the_page_imports_its_export(browser: Visitor, address: str, built: Path) -> None:
    page = WebPage(browser, address, "vierfrei/123456")
    page.do(*CARD_TO_CELL)
    text = page.tab.do("gemport.web.exported()")
    page.tab.close()
    # Another port has separate storage.
    with served(built) as other:
        page = WebPage(browser, other, "desktop")
        take_in(page, "file", text, "mine.json")
        page.tab.wait("document.getElementById('note').textContent")
        assert page.note() == "mine.json: 0 counted and 1 unfinished games added"
        assert '"number": 123456' in page.tab.do("gemport.web.exported()")


def test_an_import_without_end_is_refused(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/7")
    for text in ("[" * 100_000, '{"a":' * 100_000):
        take_in(page, "file", text, "deep.json")
        page.tab.wait("document.getElementById('note').textContent")
        assert page.note().startswith("deep.json: not an export of gemport (lists and objects are nested")
        page.tab.do("document.getElementById('note').replaceChildren()")
    page.do(*CARD_TO_CELL)
    assert seconds(page) >= 0


def take_in(page: WebPage, control: str, text: str, name: str) -> None:
    """Choose a file with this text in one of the page's two file inputs."""
    page.tab.do(f"""(() => {{
        const files = new DataTransfer();
        files.items.add(new File([{json.dumps(text)}], "{name}"));
        const input = document.getElementById("{control}");
        input.files = files.files;
        input.onchange();
    }})()""")


def choose_file(page: WebPage, row: int) -> None:
    entry = json.dumps({"do": "move", "x": 300, "y": 28 + 16 * row})
    page.do('{"do": "move", "x": 300, "y": 8}', entry, '{"do": "click"}', AWAY)


def test_the_position_is_copied_to_the_clipboard(newcomer: Visitor, address: str) -> None:
    page = WebPage(newcomer, address, "vierfrei/123456")
    page.tab.call("Emulation.setFocusEmulationEnabled", enabled=True)
    newcomer.permit("durableStorage", "clipboardReadWrite", "clipboardSanitizedWrite")
    page.do(*CARD_TO_CELL, AWAY)
    choose_file(page, 5)
    board = VierfreiBoard.deal(123456)
    board.play_word("2a")
    page.tab.wait(f"navigator.clipboard.readText().then(text => text === {json.dumps(board.text())})")
    page.tab.do(f"navigator.clipboard.writeText({json.dumps(board.text())})")
    choose_file(page, 6)
    page.tab.wait("document.title.includes('position')")
    page.tab.do("void (navigator.clipboard.writeText = () => Promise.reject(new Error('no')))")
    choose_file(page, 5)
    page.tab.wait("document.getElementById('note').textContent")
    assert page.note() == "This browser does not let this page write to the clipboard."


def test_a_recording_is_downloaded_and_uploaded(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/123456")
    page.do(*CARD_TO_CELL, AWAY)
    played = page.frame()

    page.tab.do("""(() => {
        const make = URL.createObjectURL;
        URL.createObjectURL = file => { window.given = file; return make.call(URL, file); };
        document.getElementById("recording").addEventListener("click", event => {
            window.asked = true;
            event.preventDefault();
        });
    })()""")
    choose_file(page, 0)
    text = page.tab.do("window.given.text()")
    assert text == "game: vierfrei\nnumber: 123456\n\n2a\n"
    choose_file(page, 2)
    assert page.tab.do("window.given.arrayBuffer().then(data => new Uint8Array(data)[1])") == ord("P")
    choose_file(page, 1)
    assert page.tab.do("window.asked")
    take_in(page, "recording", text.replace("123456", "42").replace("2a", "1a"), "game.txt")
    page.tab.wait("location.hash === '#vierfrei/42'")
    page.do('{"do": "key", "key": "Esc"}')
    assert (page.place, page.frame()) == ("vierfrei/123456", played)


def test_a_copied_link_shows_the_game_elsewhere(browser: Visitor, running: Chromium, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/123456")
    page.tab.call("Emulation.setFocusEmulationEnabled", enabled=True)
    browser.permit("durableStorage", "clipboardReadWrite", "clipboardSanitizedWrite")
    page.do(*CARD_TO_CELL, AWAY)
    played = page.frame()
    choose_file(page, 4)
    page.do(AWAY)
    link = f"{address}#vierfrei/123456/2a"
    page.tab.wait(f"navigator.clipboard.readText().then(text => text === {link!r})")
    page.tab.close()
    other = WebPage(running, address, link.partition("#")[2])
    other.do('{"do": "key", "key": "Right"}', '{"do": "key", "key": "P"}', AWAY)
    assert (other.place, other.frame()) == ("vierfrei/123456", played)


def test_the_page_speaks_german_where_the_browser_does(tmp_path: Path, address: str) -> None:
    with chromium(tmp_path / "german", "--accept-lang=de-DE") as browser:
        page = WebPage(browser, address, "desktop")
        page.rest()
        assert page.tab.do("document.getElementById('fullscreen').textContent") == "Vollbild"
        assert page.tab.do("gemport.web.store.get('panel.language')") is None


def test_at_rest_no_timer_runs(browser: Visitor, address: str) -> None:
    """Only the timer of a game in progress runs. If no game is in progress, it fires once after an input."""
    page = WebPage(browser, address, "vierfrei/7")
    page.do(AWAY)
    page.tab.wait("gemport.timer === 0")


@pytest.mark.parametrize(
    ("width", "ratio", "scale"), [(1340, 1, 2), (700, 2, 2), (1000, 1, None), (430, 3, None), (300, 1, None)]
)
def test_the_picture_is_sharp_or_has_ink_by_area(
    browser: Visitor, address: str, width: int, ratio: float, scale: int | None
) -> None:
    """At integer scales a GEM pixel is a square of screen pixels; else each screen pixel averages the ink under it."""
    page = WebPage(browser, address, "vierfrei/7", width=width, height=900, ratio=ratio)
    page.rest()
    across = page.tab.do("document.getElementById('screen').getBoundingClientRect().width * devicePixelRatio")
    wide, high = page.tab.do("(canvas => [canvas.width, canvas.height])(document.getElementById('screen'))")
    if scale is not None:
        assert (wide, high, round(across)) == (WIDTH, HEIGHT, WIDTH * scale)
        return
    assert wide == round(across)
    octets = bytes(page.tab.do("Array.from(gemport.tube.bits)"))
    chance = Random(1)
    places = [(chance.randrange(wide), chance.randrange(high)) for _ in range(1000)]
    script = ".map(([x, y]) => gemport.tube.context.getImageData(x, y, 1, 1).data[0])"
    found = page.tab.do(json.dumps(places) + script)
    expected = [255 * (1 - ink_under(octets, x, y, wide, high)) for x, y in places]
    assert any(0 < share < 255 for share in expected)
    # The page rounds the area once and the colour once.
    assert max(abs(one - other) for one, other in zip(found, expected, strict=True)) <= 1


def ink_under(octets: bytes, x: int, y: int, wide: int, high: int) -> float:
    """Return the share of ink under a screen pixel of a screen of ``wide`` x ``high``."""
    ink = 0.0
    for row, down in covered(y, high, HEIGHT):
        for column, along in covered(x, wide, WIDTH):
            ink += down * along * (octets[row * WIDTH // 8 + column // 8] >> (7 - column % 8) & 1)
    return ink


def covered(at: int, of: int, cells: int) -> list[tuple[int, float]]:
    """Return the cells under one of ``of`` equal parts, with the share of each in the part."""
    start, end = Fraction(at * cells, of), Fraction((at + 1) * cells, of)
    cells_under = [Fraction(cell) for cell in range(floor(start), ceil(end))]
    return [(int(cell), float((min(end, cell + 1) - max(start, cell)) / (end - start))) for cell in cells_under]


_KEPT_UNPACKED = """(async () => {
    const cache = await caches.open((await caches.keys())[0]);
    const parts = (await cache.keys()).filter(({ url }) => url.endsWith(".packed") && !url.endsWith("started.packed"));
    return Promise.all(parts.map(async part => (await cache.match(part)).headers.has("X-Unpacked")));
})()"""


def test_every_other_visit_starts_from_the_memory_of_the_first(newcomer: Visitor, address: str) -> None:
    """The page imports no module again, and uses the visitor's time zone."""
    page = WebPage(newcomer, address, "vierfrei/7")
    page.tab.wait("navigator.serviceWorker.controller !== null")
    loaded = "gemport.python.runPython('import sys; \"gemport.games.grossfamilien.grossfamilien\" in sys.modules')"
    assert not page.tab.do(loaded)
    # The parts are stored unpacked: unpacking takes a phone one second.
    assert page.tab.do(_KEPT_UNPACKED) == [True, True, True, True]
    page.tab.call("Emulation.setTimezoneOverride", timezoneId="Asia/Kolkata")
    page.again()
    assert page.tab.do(loaded)
    offset = page.tab.do(
        "gemport.python.runPython('import datetime; datetime.datetime.now().astimezone().isoformat()')"
    )
    assert offset.endswith("+05:30")


def test_buttons_return_the_focus_to_the_picture(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/7")
    for button in ("about", "export", "import", "fullscreen"):
        page.tab.do(f"document.getElementById('{button}').focus(); document.getElementById('{button}').click()")
        page.tab.do("document.getElementById('story').open && document.querySelector('#story button').click()")
        page.tab.wait("document.activeElement.id === 'screen'")
    before = page.picture()
    page.do('{"do": "key", "key": "F2"}')
    assert page.picture() != before


def test_the_page_installs_like_a_program(running: Chromium, address: str) -> None:
    page = WebPage(running, address)
    page.tab.wait("navigator.serviceWorker.controller !== null")
    manifest = page.tab.call("Page.getAppManifest")
    assert manifest["errors"] == []
    assert json.loads(manifest["data"])["display"] == "standalone"
    assert [entry["url"] for entry in json.loads(manifest["data"])["shortcuts"]] == [
        f"./#{name}" for name in registry.names()
    ]
    assert page.tab.call("Page.getInstallabilityErrors")["installabilityErrors"] == []
    for icon in json.loads(manifest["data"])["icons"]:
        size = page.tab.do(f"""new Promise(done => {{
            const image = new Image();
            image.onload = () => done(`${{image.width}}x${{image.height}}`);
            image.src = "{icon["src"]}";
        }})""")
        assert size == icon["sizes"]


def test_screen_readers_get_moves(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "freecell/42")
    sentences = "[...document.getElementById('spoken').children].map(sentence => sentence.textContent)"
    assert page.tab.do(sentences)[0] == "FreeCell #42"
    assert page.tab.do("document.getElementById('spoken').getAttribute('aria-live')") == "polite"
    page.do('{"do": "key", "key": "3"}')
    assert page.tab.do(sentences) == ["chosen, column 3: ace of hearts"]
    page.do('{"do": "key", "key": "0"}')
    assert page.tab.do(sentences) == [
        "ace of hearts: from column 3 to free cell 1",
        "ace of hearts: from free cell 1 to foundation hearts",
    ]
    page.do('{"do": "key", "key": "ClrHome"}')
    assert page.tab.do(sentences)[-1] == "free cell 4: empty"
    # The sentences are invisible.
    box = "(box => [box.width, box.height])(document.getElementById('spoken').getBoundingClientRect())"
    assert max(page.tab.do(box)) <= 1

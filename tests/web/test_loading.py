"""Failed loading, the texts around the picture, and the request for permanent storage."""

from pathlib import Path
from typing import Any

import pytest

from tests.web.chromium import Tab, Visitor, chromium
from tests.web.place import Host, WebPage
from tests.web.test_page import CARD_TO_CELL

PHONE: dict[str, Any] = {"width": 390, "height": 844, "ratio": 3, "touch": True}
_WATCH = """
    window.black = 0;
    const look = () => {
        requestAnimationFrame(look);
        const canvas = document.getElementById("screen");
        if (!canvas || getComputedStyle(canvas).visibility !== "visible") return;
        const column = canvas.getContext("2d").getImageData(canvas.width / 2, 0, 1, canvas.height).data;
        for (let y = 0, run = 0; y < canvas.height; y++) {
            run = column[4 * y] ? 0 : run + 1;
            window.black = Math.max(window.black, run);
        }
    };
    look();
"""
"""Code that finds the longest black run in the middle of the visible picture, in pixels of the canvas."""

pytestmark = [pytest.mark.window, pytest.mark.slow]

WORD = "document.getElementById('word').textContent"
FAILED = "document.getElementById('veil').dataset.failed"
WASM = "pyodide.asm.wasm.packed"


@pytest.mark.parametrize(
    ("language", "message", "again"),
    [("en-US", "could not be loaded", "Try again"), ("de-DE", "nicht geladen werden", "Noch einmal versuchen")],
)
def test_a_failed_load_is_reported_and_retried(
    tmp_path: Path, built: Path, language: str, message: str, again: str
) -> None:
    host = Host(built)
    host.refused = WASM
    with host.running() as address, chromium(tmp_path / "profile", f"--accept-lang={language}") as browser:
        tab = browser.open(f"{address}#vierfrei/7", width=700, height=520)
        tab.wait(FAILED)
        # Parts that arrive afterwards do not hide the message.
        tab.do("new Promise(done => setTimeout(done, 500))")
        assert message in tab.do(WORD)
        assert tab.do("document.getElementById('again').textContent") == again
        tab.do("document.getElementById('again').click()")
        tab.wait(FAILED)
        assert host.requests[WASM] == 4
        host.refused = ""
        if language == "en-US":
            tab.do("document.getElementById('again').click()")
        else:
            # The page retries automatically when the network is back.
            speed = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
            for offline in (True, False):
                tab.call("Network.emulateNetworkConditions", offline=offline, **speed)
        tab.wait("document.documentElement.dataset.ready && gemport.place === 'vierfrei/7'")
        assert tab.do("document.getElementById('again').hidden")


def test_the_buttons_answer_while_it_is_loading(newcomer: Visitor, built: Path) -> None:
    host = Host(built)
    host.held = WASM
    with host.running() as address:
        tab = newcomer.open(f"{address}#vierfrei/7", width=700, height=520)
        tab.wait("document.getElementById('about').textContent === 'About'")
        tab.do("document.getElementById('about').click()")
        assert tab.do("document.getElementById('story').open")
        assert tab.do("document.getElementById('export').disabled")
        host.end.set()
        tab.wait("document.documentElement.dataset.ready")
        assert not tab.do("document.getElementById('export').disabled")


def test_language_and_title_surround_the_picture(newcomer: Visitor, address: str) -> None:
    around = "[document.documentElement.lang, document.getElementById('import').textContent, document.title]"
    page = WebPage(newcomer, address, "vierfrei/7")
    assert page.tab.do(around) == ["en", "Import", "VIERFREI #7 - gemport"]
    page.tab.do("gemport.web.store.set('panel.language', 'de')")
    page.again("grossfamilien/17")
    assert page.tab.do(around) == ["de", "Importieren", "Großfamilien #17 - gemport"]
    # The next visit loads in this language.
    page.tab.do("window.heard = null; location.reload()")
    page.tab.wait(f"window.heard === undefined && {WORD}")
    assert page.tab.do(f"document.documentElement.lang === 'de' && !{WORD}.includes('oading')")


@pytest.mark.parametrize("granted", [True, False])
def test_the_first_move_requests_permanent_storage(newcomer: Visitor, address: str, granted: bool) -> None:
    newcomer.permit(*(["durableStorage"] if granted else []))
    page = WebPage(newcomer, address, "vierfrei/123456")
    page.tab.do("""(() => {
        const persist = navigator.storage.persist.bind(navigator.storage);
        navigator.storage.persist = () => { window.asked = (window.asked ?? 0) + 1; return persist(); };
    })()""")
    page.do('{"do": "key", "key": "F2"}', '{"do": "key", "key": "Return"}')
    assert page.tab.do("window.asked") is None
    page.do(*CARD_TO_CELL, '{"do": "key", "key": "Undo"}')
    assert page.tab.do("window.asked") == 1
    if granted:
        assert (page.tab.do("navigator.storage.persisted()"), page.note()) == (True, "")
        return
    page.tab.wait("document.getElementById('note').textContent.includes('Export')")
    # The reminder does not appear on every visit.
    page.again("vierfrei/123457")
    page.do('{"do": "key", "key": "F8"}', '{"do": "key", "key": "F7"}')
    assert page.note() == ""


_HELD = """{
    const start = WebAssembly.instantiate, released = new Promise(done => { window.release = done; });
    WebAssembly.instantiate = (...values) => released.then(() => start(...values));
}"""
"""Code before the page's script. Python waits for a call of ``release``."""
LYING: dict[str, Any] = PHONE | {"width": 844, "height": 390}


def held(browser: Visitor, blank: str, url: str, **size: Any) -> Tab:
    """Open the page with Python held, and return its tab when it shows a picture."""
    tab = browser.open(blank, **size)
    tab.call("Page.enable")
    script = tab.call("Page.addScriptToEvaluateOnNewDocument", source=_HELD)
    tab.call("Page.navigate", url=url)
    tab.wait("window.release && performance.getEntriesByName('picture').length")
    tab.call("Page.removeScriptToEvaluateOnNewDocument", **script)
    assert tab.do("document.getElementById('screen').classList.contains('early')")
    return tab


@pytest.mark.parametrize(
    ("place", "size"),
    [
        ("", PHONE),
        ("vierfrei/7", {"width": 700, "height": 520}),
        ("freecell/7", LYING),
        ("grossfamilien/7", PHONE),
        ("grossfamilien/7", {"width": 375, "height": 667, "touch": True}),
        ("grossfamilien/7", {"width": 820, "height": 1180, "touch": True}),
    ],
    ids=["phone", "mouse", "lying", "rows", "close rows", "tablet"],
)
def test_a_first_visitor_sees_the_table_first(browser: Visitor, address: str, place: str, size: dict[str, Any]) -> None:
    page = WebPage(browser, address, place, **size)
    early = bytes.fromhex(page.tab.do("gemport.early?.toHex() ?? ''"))
    page.rest()
    width, height = page.size
    # The same table without its cards, which a new size draws again, and without the title.
    page.tab.do("""void gemport.python.runPython(`
        import gc; gc.unfreeze()
        from gemport.store.session import Session
        for session in [one for one in gc.get_objects() if isinstance(one, Session)]:
            for pile in session.board.piles.values():
                pile.clear()
    `)""")
    for more in (1, 0):
        page.tab.do(f"gemport.tell('resize', {width}, {height + more})")
    octets = -(-width // 16) * 2
    table = page.picture()
    assert len(early) == len(table) == octets * height
    assert early[: 19 * octets] == table[: 19 * octets]
    assert early[38 * octets :] == table[38 * octets :]


def test_a_first_visitors_taps_wait_for_python(browser: Visitor, address: str) -> None:
    tab = held(browser, f"{address}NOTICE.txt", f"{address}#vierfrei/7", **PHONE)
    left, top, wide = tab.do(
        "(b => [b.left, b.top, b.width])(document.getElementById('screen').getBoundingClientRect())"
    )
    # The menu Game, then the place of a card that is not there yet.
    for x, y in ((120, 9), (95, 530)):
        tab.gesture([(left + x * wide / 500, top + y * wide / 500)])
    tab.do("release()")
    tab.wait("document.documentElement.dataset.ready && !gemport.waiting")
    assert not tab.do("document.getElementById('screen').classList.contains('early')")
    tab.wait("gemport.tell('menu') === '[]'")
    assert tab.do("gemport.web.machine.next_wakeup()") is None


def test_taps_on_the_last_picture_wait_for_python(browser: Visitor, address: str) -> None:
    page = WebPage(browser, address, "vierfrei/7", **LYING)
    dealt, ace = page.picture(), page.css(60, 350)
    page.tap(*ace)
    moved = page.picture()
    page.tap_on("#undo")
    assert page.picture() == dealt != moved
    page.tab.do("document.dispatchEvent(new Event('visibilitychange'))")
    page.tab.close()
    # Without the address, the last game.
    tab = held(browser, f"{address}NOTICE.txt", address, **LYING)
    tab.gesture([ace])
    tab.do("release()")
    tab.wait("document.documentElement.dataset.ready && !gemport.waiting")
    assert not tab.do("document.getElementById('screen').classList.contains('early')")
    tab.wait(f"gemport.web.machine.frame(false).to_bytes().hex() === '{moved.hex()}'")
    # A picture of another state of the games is not shown.
    tab.call("Page.navigate", url=f"{address}NOTICE.txt")
    tab.wait("document.contentType === 'text/plain'")
    tab.do("localStorage.setItem('gemport.preferences', JSON.stringify({'panel.language': 'de'}))")
    tab.call("Page.navigate", url=address)
    tab.wait("document.documentElement.dataset.ready")
    assert tab.do("gemport.early") is None


def test_no_area_is_black_before_the_picture_is_complete(newcomer: Visitor, address: str) -> None:
    tab = newcomer.open("about:blank", **PHONE)
    tab.call("Page.addScriptToEvaluateOnNewDocument", source=_WATCH)
    tab.call("Emulation.setCPUThrottlingRate", rate=6)
    tab.call("Page.navigate", url=f"{address}#vierfrei/7")
    tab.wait("document.documentElement.dataset.ready && gemport.tube.still")
    tab.size(width=844, height=390, ratio=3, touch=True)
    tab.wait("gemport.tube.width === 640 && gemport.tube.still")
    assert tab.do("window.black") < 100


def test_a_phone_in_use_stores_the_parts_after_three_minutes(newcomer: Visitor, address: str) -> None:
    page = WebPage(newcomer, address, "vierfrei/7", **PHONE)
    # The page's minutes last two seconds, and the player taps ten times in each.
    page.tab.do("""void (() => {
        const [later, now, begun] = [setTimeout, performance.now.bind(performance), performance.now()];
        window.setTimeout = (act, ms) => later(act, ms > 5000 ? ms / 30 : ms);
        performance.now = () => begun + (now() - begun) * 30;
        setInterval(() => window.dispatchEvent(new Event("pointerdown")), 200);
    })()""")
    page.tab.wait("document.getElementById('note').textContent.includes('without a network')")
    stored = "caches.match(document.querySelector('script[src]').src.replace('page.js', 'started.packed'))"
    assert page.tab.do(f"{stored}.then(found => found.ok)")

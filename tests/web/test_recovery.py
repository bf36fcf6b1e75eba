"""Faulty hosts, damaged files and restricted browsers, in Chromium, Firefox and WebKit."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests.hosts.xvfb import xvfb
from tests.needs import need_programs
from tests.web.chromium import Chromium, Visitor, chromium
from tests.web.drivers import firefox, webkit
from tests.web.place import Host

pytestmark = [pytest.mark.window, pytest.mark.slow]

READY = "document.documentElement?.dataset.ready && window.gemport && true"
WORD = "document.getElementById('word').textContent"


class Seat(Protocol):
    def go(self, url: str) -> None: ...

    def do(self, script: str) -> Any: ...

    def wait(self, script: str) -> None: ...


class InChromium:
    """A tab of Chromium with the interface of the other browsers."""

    def __init__(self, browser: Chromium) -> None:
        self.tab = browser.open("about:blank")
        self.do, self.wait = self.tab.do, self.tab.wait

    def go(self, url: str) -> None:
        self.tab.call("Page.navigate", url=url)


_PROGRAMS = ("chromium", "firefox-esr", "WebKitWebDriver")


@contextmanager
def seated(program: str, folder: Path) -> Iterator[Seat]:
    """Run a browser for the body, then check that its pages had no fault."""
    need_programs(program)
    if program == "chromium":
        with chromium(folder / "profile", "--accept-lang=en-US") as browser:
            yield InChromium(browser)
    elif program == "firefox-esr":
        with firefox(folder) as driven:
            yield driven
    else:
        with xvfb() as display, webkit(display) as driven:
            yield driven


@pytest.fixture(params=_PROGRAMS)
def seat(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Seat]:
    with seated(request.param, tmp_path) as browser:
        yield browser


@pytest.fixture
def host(built: Path, tmp_path: Path) -> Host:
    """A host with a copy of the page for the test to change."""
    folder = tmp_path / "site"
    shutil.copytree(built, folder)
    return Host(folder)


def version(folder: Path) -> str:
    return next(path.parent.name for path in folder.glob("*/page.js"))


def renew(folder: Path) -> str:
    """Replace the build with a new one and return its version."""
    old, new = version(folder), "0123456789ab"
    (folder / old).rename(folder / new)
    for path in (folder / "index.html", folder / "sw.js", folder / new / "page.js"):
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    return new


def kept(seat: Seat) -> None:
    """Wait until the service worker has cached the page."""
    seat.wait(READY)
    seat.wait("navigator.serviceWorker.controller !== null")


def again(seat: Seat) -> None:
    seat.do("void(delete document.documentElement.dataset.ready, location.reload())")
    seat.wait(READY)


def test_a_new_build_is_offered_and_used_in_spite_of_max_age(seat: Seat, host: Host) -> None:
    with host.running() as address:
        seat.go(address)
        kept(seat)
        new = renew(host.folder)
        again(seat)
        seat.wait("document.getElementById('note').textContent.includes('New version')")
        seat.do("void(delete document.documentElement.dataset.ready, document.getElementById('note').click())")
        seat.wait(f"{READY} && document.getElementById('telling').textContent.includes('{new}')")
        again(seat)
        assert seat.do("document.querySelector('script[src]').getAttribute('src')") == f"{new}/page.js"


@pytest.mark.parametrize("name", ["xz.js", "pyodide.js", "python_stdlib.zip.packed", "gemport.zip.packed"])
def test_a_file_damaged_once_is_fetched_again(seat: Seat, host: Host, name: str) -> None:
    host.damaged = {name: 1}
    with host.running() as address:
        seat.go(address)
        seat.wait(READY)


def test_a_permanently_damaged_file_is_named(seat: Seat, host: Host) -> None:
    host.damaged = {"xz.js": 1000}
    with host.running() as address:
        seat.go(address)
        seat.wait("document.getElementById('veil')?.dataset.failed")
        assert "could not be loaded" in seat.do(WORD)
        host.damaged = {}
        seat.do("document.getElementById('again').click()")
        seat.wait(READY)


@pytest.mark.parametrize(
    "name", ["python_stdlib.zip.packed", "pyodide.asm.wasm.packed", "started.packed", "pyodide.js"]
)
def test_a_damaged_cached_file_stops_no_visit(seat: Seat, host: Host, name: str) -> None:
    with host.running() as address:
        seat.go(address)
        kept(seat)
        kind = "text/javascript" if name.endswith("js") else "application/wasm"
        seat.do(
            f"""void((async () => {{
                const url = new URL('{address}{version(host.folder)}/{name}');
                const headers = {{ 'X-Unpacked': 'yes', 'Content-Type': '{kind}' }};
                for (const name of await caches.keys()) {{
                    await (await caches.open(name)).put(url, new Response('<p>', {{ headers }}));
                }}
                window.spoilt = true;
            }})())"""
        )
        seat.wait("window.spoilt")
        again(seat)


def test_a_host_that_redirects_is_visited_twice(seat: Seat, host: Host) -> None:
    with host.running() as address:
        seat.go(f"{address}index.html")
        kept(seat)
        seat.do("void(delete document.documentElement.dataset.ready)")
        seat.go(f"{address}index.html?2")
        seat.wait(READY)


def test_two_copies_on_one_origin_keep_their_files(seat: Seat, host: Host, built: Path) -> None:
    shutil.copytree(built, host.folder / "two")
    new = renew(host.folder / "two")
    with host.running() as address:
        for place in ("", "two/"):
            seat.go(address + place)
            kept(seat)
        seat.do("void(caches.keys().then(names => { window.names = names.join(); }))")
        seat.wait("window.names")
        # A set, because WebKit sometimes lists one cache twice.
        names = set(seat.do("window.names").split(","))
        assert names == {f"gemport / {version(host.folder)}", f"gemport /two/ {new}"}


def test_the_start_address_resumes_the_last_game(seat: Seat, host: Host) -> None:
    with host.running() as address:
        seat.go(f"{address}#freecell/617")
        seat.wait(READY)
        seat.go(f"{address}?start")
        seat.wait(f"{READY} && location.hash === '#freecell/617'")


def test_a_missing_script_leaves_a_bilingual_sentence(seat: Seat, host: Host, built: Path) -> None:
    shutil.copytree(built, host.folder / "two")
    (host.folder / version(host.folder) / "page.js").unlink()
    with host.running() as address:
        seat.go(address)
        seat.wait("getComputedStyle(document.getElementById('unstarted')).visibility === 'visible'")
        text = seat.do("document.getElementById('unstarted').innerText")
        assert "could not be started" in text
        assert "konnte die Seite nicht gestartet werden" in text
        assert seat.do("document.querySelector('#unstarted a').getBoundingClientRect().height") > 0
        seat.go(f"{address}two/")
        seat.wait(READY)
        assert seat.do("document.getElementById('unstarted')") is None


def test_a_page_opened_as_a_file_reports_its_failure(newcomer: Visitor, built: Path) -> None:
    tab = newcomer.open((built / "index.html").as_uri())
    tab.wait("getComputedStyle(document.getElementById('unstarted')).visibility === 'visible'")


def test_a_hosts_policy_is_named(seat: Seat, host: Host) -> None:
    host.headers = {"Content-Security-Policy": "script-src 'self'"}
    with host.running() as address:
        seat.go(address)
        seat.wait("document.getElementById('veil')?.dataset.failed")
        assert "Content-Security-Policy" in seat.do(WORD)


def test_a_stalled_download_is_named(newcomer: Visitor, host: Host) -> None:
    host.stalled = "gemport.zip.packed"
    with host.running() as address:
        tab = newcomer.open("about:blank")
        tab.call(
            "Page.addScriptToEvaluateOnNewDocument",
            source="{ const later = setTimeout; window.setTimeout = (act, ms) => later(act, ms === 30e3 ? 3e3 : ms); }",
        )
        tab.call("Page.navigate", url=address)
        tab.wait("document.getElementById('veil')?.dataset.failed")
        assert "stopped sending" in tab.do(WORD)


def test_missing_webassembly_is_reported(newcomer: Visitor, address: str) -> None:
    tab = newcomer.open("about:blank")
    tab.call("Page.addScriptToEvaluateOnNewDocument", source="delete window.WebAssembly")
    tab.call("Page.navigate", url=address)
    tab.wait("document.getElementById('veil')?.dataset.failed")
    assert "no WebAssembly" in tab.do(WORD)


@pytest.mark.parametrize("missing", ["DecompressionStream", "BroadcastChannel"])
def test_the_page_starts_without_optional_features(newcomer: Visitor, address: str, missing: str) -> None:
    tab = newcomer.open(address)
    tab.wait(f"{READY} && navigator.serviceWorker.controller !== null")
    broken = f"window.{missing} = class {{ constructor() {{ throw new DOMException('no', 'SecurityError'); }} }}"
    tab.call("Page.addScriptToEvaluateOnNewDocument", source=broken)
    tab.do("void(delete document.documentElement.dataset.ready, location.reload())")
    tab.wait(READY)


_FAULTS = {
    "an error": "setTimeout(() => nowhere.at, 0)",
    "a promise": "Promise.reject(new Error('nowhere'))",
    "the console": "console.error('nowhere')",
}


@pytest.mark.parametrize("kind", _FAULTS)
@pytest.mark.parametrize("program", _PROGRAMS)
def test_a_fault_in_the_page_fails_a_test(tmp_path: Path, host: Host, program: str, kind: str) -> None:
    script = host.folder / version(host.folder) / "page.js"
    script.write_text(script.read_text(encoding="utf-8") + f"\nvoid ({_FAULTS[kind]});\n", encoding="utf-8")
    with host.running() as address, pytest.raises(AssertionError, match="nowhere"):
        visit(program, tmp_path, address)


def visit(program: str, folder: Path, address: str) -> None:
    with seated(program, folder) as browser:
        browser.go(address)
        browser.wait(READY)

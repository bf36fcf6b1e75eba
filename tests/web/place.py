"""The built page, a file server for it, and the page in Chromium."""

import base64
import fcntl
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from gemport.gem.aes.constants import LEFT
from gemport.gem.aes.keys import NAMED
from gemport.hosts.events import Event, parse_events
from tests.places import ROOT
from tests.web.chromium import Chromium, Tab, Visitor

WIDTH, HEIGHT = 640, 400
_KEYS = {"Return": "Enter", "Esc": "Escape", "Undo": "F12", "Help": "F11", "Up": "ArrowUp", "Down": "ArrowDown"}
_KEYS |= {"Left": "ArrowLeft", "Right": "ArrowRight", "ClrHome": "Home"}
"""The browser's names of keys that have other names in event files."""

_WATCH = """{
    const keep = fault => { try { sessionStorage.faults = `${sessionStorage.faults ?? ""}${fault}\\n`; } catch { } };
    addEventListener("error", event => keep(event.message));
    addEventListener("unhandledrejection", event => keep(event.reason));
    const say = console.error;
    console.error = (...words) => { keep(words.join(" ")); say(...words); };
}
"""
"""Code before the page's script that records faults in the page, since WebKit's driver reports none."""


def built_page(shared: Path) -> Path:
    """Return the page, built once for all test processes. The page records its faults in sessionStorage."""
    target = shared / "web"
    with (shared / "web.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (target / "sw.js").exists():
            command = [sys.executable, str(ROOT / "tools" / "web.py"), "--to", str(target)]
            result = subprocess.run(command, capture_output=True, text=True)
            if result.returncode:
                pytest.fail(f"tools/web.py: {result.stdout}{result.stderr}")
            (script,) = target.glob("*/page.js")
            script.write_text(_WATCH + script.read_text(encoding="utf-8"), encoding="utf-8")
    return target


class Host(ThreadingHTTPServer):
    """A host with a cache time of one day that redirects /index.html to /, and fails for files given by name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.damaged: dict[str, int] = {}
        """Number of times that the host sends HTML instead of a file."""
        self.refused, self.stalled, self.held = "", "", ""
        """A file answered with an error, one that stops after its header, and one that waits for the end."""
        self.requests = Counter[str]()
        self.headers: dict[str, str] = {}
        self.end = threading.Event()
        super().__init__(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))

    @contextmanager
    def running(self) -> Iterator[str]:
        with running(self) as address:
            try:
                yield address
            finally:
                self.end.set()


class _Handler(SimpleHTTPRequestHandler):
    server: Host

    def do_GET(self) -> None:
        name = self.path.partition("?")[0].rpartition("/")[2]
        self.server.requests[name] += 1
        if name and name == self.server.held:
            self.server.end.wait(60)
        if name == "index.html":
            self.send_response(301)
            self.send_header("Location", self.path.removesuffix("index.html"))
            self.end_headers()
        elif name and name == self.server.refused:
            self.send_error(503)
        elif self.server.damaged.get(name, 0):
            self.server.damaged[name] -= 1
            self.send_response(200)
            self.send_header("Content-Type", self.guess_type(self.path))
            self.end_headers()
            self.wfile.write(b"<!doctype html><p>Log in to this network</p>")
        elif name and name == self.server.stalled:
            self.send_response(200)
            self.end_headers()
            self.wfile.flush()
            self.server.end.wait(60)
        else:
            super().do_GET()

    def end_headers(self) -> None:
        if not self.path.endswith(("sw.js", self.server.refused or "sw.js")):
            self.send_header("Cache-Control", "max-age=86400")
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        super().end_headers()

    def handle_one_request(self) -> None:
        # After a failure the page aborts its other requests.
        with suppress(ConnectionError):
            super().handle_one_request()

    def log_message(self, format: str, *args: object) -> None:
        pass


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder for the body, and yield the address."""
    with running(ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))) as url:
        yield url


@contextmanager
def running(server: ThreadingHTTPServer) -> Iterator[str]:
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class WebPage:
    """The page in a tab, with its mouse and keys. Positions are in GEM pixels."""

    def __init__(self, browser: Chromium | Visitor, address: str, place: str = "", **size: Any) -> None:
        # The picture fits at scale 1, but not at 2.
        size = {"width": WIDTH + 60, "height": HEIGHT + 120} | size
        self.tab: Tab = browser.open(f"{address}#{place}" if place else address, **size)
        self.wait_until_ready()
        self._at = (0, 0)
        self._buttons = 0

    def wait_until_ready(self) -> None:
        """Wait until the page shows the game. Fail with the page's message if loading fails."""
        self.tab.wait("document.documentElement.dataset.ready || document.getElementById('veil').dataset.failed")
        failed = self.tab.do("document.getElementById('veil').dataset.failed")
        assert failed is None, failed

    def again(self, place: str | None = None) -> None:
        """Reload the page, or open another place, and wait until the page shows the game."""
        step = "location.reload()" if place is None else f"location.hash = '#{place}'"
        self.tab.do(f"void(delete document.documentElement.dataset.ready, {step})")
        self.wait_until_ready()

    def rest(self) -> None:
        """Wait until all input has arrived, the program is idle except for its clock, and the picture is complete."""
        # The browser may answer before the page has an input; a frame and a task later the page has it.
        self.tab.do("new Promise(done => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(done))))")
        idle = "(gemport.web.machine.next_wakeup() ?? 1000) > 900"
        self.tab.wait(f"!gemport.alive || !gemport.waiting && {idle} && gemport.tube.still")
        assert self.tab.do("gemport.alive"), self.note()

    def frame(self) -> bytes:
        """Return the canvas at scale 1, one byte per pixel, 1 = ink. Fail on colours except black and white."""
        self.rest()
        script = """(() => {
            const canvas = document.getElementById("screen");
            if (canvas.width !== 640 || canvas.height !== 400) throw new Error(`${canvas.width}x${canvas.height}`);
            const data = new Uint32Array(canvas.getContext("2d").getImageData(0, 0, 640, 400).data.buffer);
            let text = "";
            for (let at = 0; at < data.length; at += 8000)
                text += String.fromCharCode(...data.slice(at, at + 8000).map(
                    pixel => pixel === 0xFF000000 ? 1 : pixel === 0xFFFFFFFF ? 0 : 2));
            return btoa(text);
        })()"""
        frame = base64.b64decode(self.tab.do(script))
        assert 2 not in frame
        return frame

    def picture(self) -> bytes:
        """Return the picture in the page's Python, without the pointer."""
        self.rest()
        return bytes.fromhex(self.tab.do("gemport.web.machine.frame(false).to_bytes().hex()"))

    @property
    def place(self) -> str:
        return str(self.tab.do("location.hash.slice(1)"))

    def note(self) -> str:
        """Return the last note, even if its eight seconds are over."""
        return str(self.tab.do("document.getElementById('note').textContent"))

    def css(self, x: float, y: float) -> tuple[float, float]:
        left, top, wide, high = self.box("#screen")
        width, height = self.size
        return left + (x + 0.5) * wide / width, top + (y + 0.5) * high / height

    @property
    def size(self) -> tuple[int, int]:
        width, height = self.tab.do("[gemport.tube.width, gemport.tube.height]")
        return width, height

    def box(self, selector: str) -> tuple[float, float, float, float]:
        """Return left edge, top edge, width and height of an element in CSS pixels."""
        script = (
            f"(b => [b.left, b.top, b.width, b.height])(document.querySelector({selector!r}).getBoundingClientRect())"
        )
        left, top, wide, high = self.tab.do(script)
        return left, top, wide, high

    # ---- the fingers

    def fingers(self, *places: Sequence[tuple[float, float]]) -> None:
        """Make a quick gesture; see Tab.gesture."""
        self.tab.gesture(*places)
        self.rest()

    def tap(self, x: float, y: float) -> None:
        self.fingers([(x, y)])

    def tap_on(self, selector: str) -> None:
        """Tap on an element, and wait for its click."""
        left, top, wide, high = self.box(selector)
        self.tab.do(
            "void(window.clicked = new Promise(done => addEventListener('click', done, {capture: true, once: true})))"
        )
        self.tap(left + wide / 2, top + high / 2)
        self.tab.do("clicked.then(() => 0)")
        self.rest()

    def choose(self, text: str) -> None:
        self.tap_on("#menu")
        rows = self.tab.do("[...document.querySelectorAll('#list > *')].map(row => row.firstChild?.data ?? '')")
        selector = f"#list > :nth-child({rows.index(text) + 1})"
        self.tab.do(f"document.querySelector({selector!r}).scrollIntoView({{block: 'center'}})")
        self.tap_on(selector)

    # ---- the hand

    def play(self, events: Sequence[Event], shot: Callable[[str], None] = lambda name: None) -> None:
        """Send the events as browser events, and call ``shot`` with the name of each picture."""
        for event in events:
            if event.do == "shot":
                shot(event.file)
                continue
            {
                "move": self._move,
                "press": self._press,
                "release": self._release,
                "click": self._click,
                "wheel": self._wheel,
                "key": self._key,
                "text": self._key,
            }[event.do](event)
            self.rest()

    def do(self, *lines: str) -> None:
        self.play(parse_events("\n".join(lines), "events"))

    def _move(self, event: Event) -> None:
        if event.x is not None and event.y is not None:
            self._at = (event.x, event.y)
            self.tab.mouse("mouseMoved", *self.css(*self._at), buttons=self._buttons)

    def _press(self, event: Event) -> None:
        self._move(event)
        self._button("mousePressed", event.button)

    def _release(self, event: Event) -> None:
        self._move(event)
        self._button("mouseReleased", event.button)

    def _click(self, event: Event) -> None:
        self._press(event)
        self._button("mouseReleased", event.button)

    def _wheel(self, event: Event) -> None:
        self._move(event)
        x, y = self.css(*self._at)
        self.tab.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=100 * event.steps)

    def _button(self, kind: str, button: int) -> None:
        self._buttons ^= button
        name = "left" if button == LEFT else "right"
        self.tab.mouse(kind, *self.css(*self._at), button=name, buttons=self._buttons)

    def _key(self, event: Event) -> None:
        for key in event.keys:
            name = next((name for name, word in NAMED.items() if word == key.word), None)
            if name is None:
                self.tab.key("", chr(key.word & 0xFF), 0)
            else:
                self.tab.key(_KEYS.get(name, name), _KEYS.get(name, name))
            self.rest()

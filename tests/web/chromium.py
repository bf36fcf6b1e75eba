"""Headless Chromium, driven through the DevTools protocol over a pipe, without any library."""

from __future__ import annotations

import base64
import fcntl
import itertools
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

WAIT_SECONDS = 90.0
"""Timeout of every wait, in seconds. A wait ends as soon as its condition is true."""
_OPTIONS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--remote-debugging-pipe"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
    *("--autoplay-policy=document-user-activation-required", "--hide-scrollbars", "--no-proxy-server"),
    # Do not cache a page that the visitor has left.
    "--disable-features=BackForwardCache",
)

_FREE = 20
"""The lowest file descriptor for the copies. Chromium uses 3 and 4 for its pipes."""
_START = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.dup2(int(sys.argv[2]), 4)
os.execvp(sys.argv[3], sys.argv[3:])
"""


class DevToolsError(Exception):
    """A request to Chromium failed."""


class Chromium:
    """A running browser with a separate profile."""

    def __init__(self, profile: Path, arguments: Sequence[str] = ()) -> None:
        its_input, self._to = os.pipe()
        self._from, its_output = os.pipe()
        to_read, to_write = (fcntl.fcntl(file, fcntl.F_DUPFD, _FREE) for file in (its_input, its_output))
        options = (*_OPTIONS, f"--user-data-dir={profile}", *arguments, "about:blank")
        self.process = subprocess.Popen(
            [sys.executable, "-c", _START, str(to_read), str(to_write), "chromium", *options],
            pass_fds=(to_read, to_write),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for file in (its_input, its_output, to_read, to_write):
            os.close(file)
        self._ids = itertools.count(1)
        self._received = b""
        self._answers: dict[int, dict[str, Any]] = {}
        self.events: list[dict[str, Any]] = []
        """Events sent by Chromium, oldest first."""

    def call(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        """Send a request and return the answer. Raises DevToolsError."""
        return self.answer(self.send(method, session, **parameters), method)

    def send(self, method: str, session: str | None = None, **parameters: Any) -> int:
        """Send a request, and return its number."""
        number = next(self._ids)
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        return number

    def answer(self, number: int, method: str) -> dict[str, Any]:
        """Return the answer to a request. Raises DevToolsError."""
        limit = time.monotonic() + WAIT_SECONDS
        while number not in self._answers:
            self._read(limit, method)
        answer = self._answers.pop(number)
        if "error" in answer:
            raise DevToolsError(f"{method}: {answer['error']['message']}")
        result: dict[str, Any] = answer["result"]
        return result

    def _read(self, limit: float, what: str) -> None:
        ready, _, _ = select.select([self._from], [], [], max(limit - time.monotonic(), 0))
        data = os.read(self._from, 1 << 16) if ready else b""
        if not data:
            raise DevToolsError(f"{what}: no answer" if not ready else f"{what}: Chromium has ended")
        *messages, self._received = (self._received + data).split(b"\0")
        for message in map(json.loads, messages):
            if "id" in message:
                self._answers[message["id"]] = message
            else:
                self.events.append(message)

    def faults(self) -> list[str]:
        """Return the uncaught errors, unhandled rejections and console errors since the last call."""
        events, self.events = self.events, []
        thrown = [
            event["params"]["exceptionDetails"] for event in events if event["method"] == "Runtime.exceptionThrown"
        ]
        calls = [event["params"] for event in events if event["method"] == "Runtime.consoleAPICalled"]
        return [
            *(details.get("exception", {}).get("description", details["text"]) for details in thrown),
            *(str(call["args"]) for call in calls if call["type"] == "error"),
        ]

    def open(self, url: str, visitor: str | None = None, **size: Any) -> Tab:
        """Open a tab for a visitor, given by number. For ``size`` see Tab.size."""
        whose = {} if visitor is None else {"browserContextId": visitor}
        target = self.call("Target.createTarget", url="about:blank", **whose)["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        tab = Tab(self, target, session)
        tab.size(**size)
        tab.call("Page.enable")
        tab.call("Runtime.enable")
        tab.call("Page.navigate", url=url)
        return tab

    def close(self) -> None:
        with suppress(DevToolsError, OSError):
            self.call("Browser.close")
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self._to)
        os.close(self._from)


class Visitor:
    """A visitor of the page with separate storage, which the browser deletes on closing."""

    def __init__(self, browser: Chromium) -> None:
        self._browser = browser
        self._number = browser.call("Target.createBrowserContext")["browserContextId"]
        self._tabs: list[Tab] = []
        self._spare: Tab | None = None
        # Without this permission the page shows a reminder about its storage.
        self.permit("durableStorage")

    def permit(self, *permissions: str) -> None:
        self._browser.call("Browser.grantPermissions", permissions=permissions, browserContextId=self._number)

    def open(self, url: str, **size: Any) -> Tab:
        """Open a tab. For ``size`` see Tab.size."""
        tab, self._spare = self._spare, None
        if tab is None:
            tab = self._browser.open(url, visitor=self._number, **size)
        else:
            tab.size(**size)
            tab.call("Page.navigate", url=url)
        self._tabs.append(tab)
        return tab

    def forget(self, blank: str) -> None:
        """Clear the page's storage, but not its cached files: the next tab starts from the cached memory.

        blank: the address of a small file on the page's server
        """
        self.permit("durableStorage")
        tabs, self._tabs = self._tabs, []
        for tab in tabs:
            # A test may have closed the tab.
            with suppress(DevToolsError):
                if self._spare is None and tab.do("true"):
                    self._spare = tab
                else:
                    tab.close()
        if self._spare is None:
            self._spare = self._browser.open(blank, visitor=self._number)
        self._spare.call("Page.navigate", url=blank)
        self._spare.wait(f"location.href === {blank!r} && document.readyState === 'complete'")
        self._spare.do("localStorage.clear()")
        self._spare.call("Emulation.setEmulatedMedia", media="", features=[])

    def close(self) -> None:
        self._browser.call("Target.disposeBrowserContext", browserContextId=self._number)


class Tab:
    """A tab of the browser. Positions are in CSS pixels."""

    def __init__(self, browser: Chromium, target: str, session: str) -> None:
        self._browser = browser
        self._target = target
        self._session = session

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self._browser.call(method, self._session, **parameters)

    def size(self, width: int = 1000, height: int = 700, ratio: float = 1, touch: bool = False) -> None:
        """Set the size in CSS pixels; ``ratio`` is the number of screen pixels per CSS pixel."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=ratio, mobile=touch
        )
        self.call("Emulation.setTouchEmulationEnabled", enabled=touch, maxTouchPoints=3 if touch else 1)

    def do(self, script: str) -> Any:
        """Return the value of a JavaScript expression or of its promise. Raises DevToolsError if it throws."""
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise DevToolsError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def wait(self, script: str) -> None:
        """Wait until an expression is true. While the page is loading, the expression may throw."""
        limit = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < limit:
            with suppress(DevToolsError):
                if self.do(script):
                    return
            time.sleep(0.02)
        raise DevToolsError(f"never came true: {script}")

    def mouse(self, kind: str, x: float, y: float, button: str = "none", buttons: int = 0) -> None:
        """Send mouseMoved, mousePressed or mouseReleased. ``buttons`` are the buttons down after the event."""
        self.call(
            "Input.dispatchMouseEvent",
            type=kind,
            x=x,
            y=y,
            button=button,
            buttons=buttons,
            clickCount=int(button != "none"),
        )

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        """Send touchStart or touchMove with all fingers that are down, or touchEnd for all fingers."""
        self._browser.answer(self._touch(kind, points), kind)

    def _touch(self, kind: str, points: Sequence[tuple[float, float]]) -> int:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        return self._browser.send("Input.dispatchTouchEvent", self._session, type=kind, touchPoints=touches)

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Stop the page's clock for the body, so that its gestures count as fast on a slow machine."""
        self.do("void(window.runs = performance.now, at = performance.now(), performance.now = () => at)")
        yield
        self.do("void(performance.now = window.runs)")

    def gesture(self, *places: Sequence[tuple[float, float]]) -> None:
        """Put fingers down, move them from place to place, and lift them, while the page's clock stands still."""
        with self.at_once():
            # Send all before the first answer, or a tap on a slow machine would be a long press.
            kinds = ["touchStart", *["touchMove"] * (len(places) - 1), "touchEnd"]
            sent = [self._touch(kind, points) for kind, points in zip(kinds, [*places, ()], strict=True)]
            for number in sent:
                self._browser.answer(number, "a gesture")

    def lift(self, finger: int) -> None:
        """Lift one finger, given by its index in the last touch."""
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[{"x": 0, "y": 0, "id": finger}])

    def key(self, code: str, key: str, modifiers: int = 0) -> None:
        """Press and release a key, given by the browser's names. ``modifiers`` are 1 Alt, 2 Control, 8 Shift."""
        text = {"text": key} if len(key) == 1 and not modifiers & 3 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", code=code, key=key, modifiers=modifiers, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", code=code, key=key, modifiers=modifiers)

    def picture(self) -> bytes:
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def close(self) -> None:
        self._browser.call("Target.closeTarget", targetId=self._target)


@contextmanager
def chromium(profile: Path, *arguments: str) -> Iterator[Chromium]:
    """Run Chromium for the body, and check that no page reported an error."""
    browser = Chromium(profile, arguments)
    try:
        yield browser
        # The events up to now arrive before this answer.
        browser.call("Browser.getVersion")
        assert not (faults := browser.faults()), faults
    finally:
        browser.close()

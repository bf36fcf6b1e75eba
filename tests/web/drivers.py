"""Firefox and WebKit, driven by WebDriver commands through Firefox's socket and WebKit's driver."""

import itertools
import json
import os
import re
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tests.hosts.xvfb import wait_for
from tests.web.chromium import WAIT_SECONDS


class Driven:
    """A browser with one tab. ``ask`` sends a WebDriver command, by Firefox's name, with its parameters."""

    def __init__(self, ask: Callable[[str, dict[str, Any]], Any]) -> None:
        self.ask = ask

    def go(self, url: str) -> None:
        self.ask("Navigate", {"url": url})

    def do(self, script: str) -> Any:
        return self.ask("ExecuteScript", {"script": f"return {script}", "args": []})

    def wait(self, script: str) -> None:
        limit = time.monotonic() + WAIT_SECONDS
        while not self.do(script):
            assert time.monotonic() < limit, f"never came true: {script}"
            time.sleep(0.05)

    def drag(self, start: tuple[int, int], end: tuple[int, int], kind: str = "mouse") -> None:
        """Drag with the left button, or with a finger if ``kind`` is touch, between two places in CSS pixels."""
        moves = [{"type": "pointerMove", "duration": 50, "x": x, "y": y} for x, y in (start, end)]
        actions = [moves[0], {"type": "pointerDown", "button": 0}, moves[1], {"type": "pointerUp", "button": 0}]
        self._perform({"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions})

    def key(self, value: str) -> None:
        """Press and release a key, given by WebDriver's character for the key."""
        self._perform(
            {"type": "key", "id": "keys", "actions": [{"type": way, "value": value} for way in ("keyDown", "keyUp")]}
        )

    def _perform(self, source: dict[str, Any]) -> None:
        self.ask("PerformActions", {"actions": [source]})


_PREFERENCES = {
    "marionette.port": 0,
    "intl.accept_languages": "en-US",
    # Firefox prints the errors and the console output of pages.
    "browser.dom.window.dump.enabled": True,
    "devtools.console.stdout.content": True,
}
# Firefox also prints errors in its own code, with a logger's name alone on the line or a chrome address.
_FAULT = re.compile(r"^(?:JavaScript error: (?:http|blob).*|console\.error: (?![\w.]+: *$).*)", re.MULTILINE)


@contextmanager
def firefox(folder: Path, preferences: Mapping[str, int | str] = MappingProxyType({})) -> Iterator[Driven]:
    """Run headless Firefox for the body, then check that it printed no error of a page."""
    profile = folder / "firefox"
    profile.mkdir()
    lines = (
        f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
        for name, value in {**_PREFERENCES, **preferences}.items()
    )
    (profile / "user.js").write_text("".join(lines), encoding="ascii")
    command = ["firefox-esr", "--headless", "--no-remote", "--marionette", "--profile", str(profile)]
    environment = {**os.environ, "HOME": str(folder), "MOZ_REMOTE_SETTINGS_DEVTOOLS": "1"}
    printed = folder / "firefox.txt"
    with printed.open("wb") as output:
        browser = subprocess.Popen(command, env=environment, stdout=output, stderr=output)
    chosen = profile / "MarionetteActivePort"
    try:
        wait_for(lambda: chosen.exists() and chosen.read_text().strip() != "", "Firefox did not start")
        with socket.create_connection(("127.0.0.1", int(chosen.read_text())), WAIT_SECONDS) as connection:
            answers, numbers = connection.makefile("rb"), itertools.count(1)

            def read() -> Any:
                length = b""
                while not length.endswith(b":"):
                    length += answers.read(1)
                return json.loads(answers.read(int(length[:-1])))

            def ask(name: str, parameters: dict[str, Any]) -> Any:
                message = json.dumps([0, next(numbers), f"WebDriver:{name}", parameters]).encode()
                connection.sendall(str(len(message)).encode() + b":" + message)
                _, _, error, result = read()
                assert error is None, error
                return result["value"] if isinstance(result, dict) and "value" in result else result

            read()
            ask("NewSession", {"capabilities": {"alwaysMatch": {}}})
            yield Driven(ask)
    finally:
        browser.terminate()
        browser.wait(WAIT_SECONDS)
    assert not (faults := _FAULT.findall(printed.read_text(encoding="utf-8", errors="replace"))), faults


_PATHS = {
    "Navigate": "url",
    "ExecuteScript": "execute/sync",
    "PerformActions": "actions",
}


@contextmanager
def webkit(display: str) -> Iterator[Driven]:
    """Run WebKit's MiniBrowser for the body, then check that its page recorded no fault (see place.built_page)."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    driver = subprocess.Popen(
        ["WebKitWebDriver", f"--port={port}"],
        env={**os.environ, "DISPLAY": display, "LANG": "C.UTF-8"},
        start_new_session=True,
    )
    base = f"http://127.0.0.1:{port}/session"

    def request(path: str, parameters: dict[str, Any] | None, method: str = "POST") -> Any:
        data = None if parameters is None else json.dumps(parameters).encode()
        question = urllib.request.Request(base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(question, timeout=WAIT_SECONDS) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(re.sub(r"\s+", " ", error.read().decode())) from None

    def started() -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return True
        return False

    try:
        wait_for(started, "WebKit's driver did not start")
        session = request("", {"capabilities": {"alwaysMatch": {}}})["sessionId"]
        request(f"/{session}/window/rect", {"width": 760, "height": 640})

        driven = Driven(lambda name, parameters: request(f"/{session}/{_PATHS[name]}", parameters))
        yield driven
        faults = driven.do("sessionStorage.faults ?? ''")
        request(f"/{session}", None, "DELETE")
        assert not faults, faults
    finally:
        driver.terminate()
        driver.wait(WAIT_SECONDS)

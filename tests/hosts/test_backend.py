"""pyglet without its private parts: everything works except their purpose."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from gemport.hosts.desktop import backend
from tests.places import ROOT


def test_pyglet_searches_for_unknown_and_missing_libraries() -> None:
    loader = SimpleNamespace(find_library=lambda name: f"found {name}")
    backend.know_sonames(loader)
    assert loader.find_library("avcodec") == "found avcodec"
    assert loader.find_library("X11") in ("libX11.so.6", "found X11")
    other = SimpleNamespace()
    backend.know_sonames(other)
    assert vars(other) == {}


def test_a_display_without_its_connection_keeps_its_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    connected = SimpleNamespace(x_screen=7)
    monkeypatch.setattr(backend, "display", SimpleNamespace(get_display=lambda: connected))
    assert backend.get_display() is connected
    assert connected.x_screen == 7


@pytest.mark.parametrize("platform", ["linux", "win32"])
def test_a_window_without_handles_is_not_maximised(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert not backend.is_maximised(SimpleNamespace())


def test_without_its_event_handlers_pyglet_loses_x_events(monkeypatch: pytest.MonkeyPatch) -> None:
    # As if pyglet.window.xlib lacked the name.
    monkeypatch.setitem(sys.modules, "pyglet.window.xlib", SimpleNamespace())
    heard: list[object] = []
    backend.on_x_event("DestroyNotify", heard.append)(1, None)
    assert heard == [1]


def test_without_opengl_a_line_says_so() -> None:
    """On Windows pyglet opens a window during its import; a failure was an internal error."""
    code = """if True:
        import sys
        class NoConfig:
            def find_spec(self, name, path=None, target=None):
                if name == "pyglet.gl":
                    raise RuntimeError("No standard config is available.")
        sys.meta_path.insert(0, NoConfig())
        from gemport.cli.main import main
        sys.exit(main(["vierfrei", "1"]))"""
    environment = {**os.environ, "DISPLAY": ":0"}
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, cwd=ROOT)
    line = "gemport: no window can be opened, which takes OpenGL 3.3: No standard config is available; --screenshot"
    assert (result.returncode, result.stderr.startswith(line)) == (2, True), result.stderr


def test_on_macos_the_loop_rests_and_quitting_closes_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise it loops ten thousand times per second, and Cocoa ends the process before data is saved."""
    turns: list[float] = []
    closed: list[str] = []
    asked: dict[str, Callable[[object, object], int]] = {}

    def method(encoding: str) -> Callable[[Callable[[object, object], int]], None]:
        return lambda function: asked.update({f"{function.__name__} {encoding}": function})

    delegate = SimpleNamespace(_AppDelegate=SimpleNamespace(method=method))
    loop = SimpleNamespace(nsapp_start=turns.append)
    monkeypatch.setitem(sys.modules, "pyglet.app.cocoa", SimpleNamespace(_AppDelegate_Implementation=delegate))
    monkeypatch.setattr(backend, "app", SimpleNamespace(platform_event_loop=loop))
    monkeypatch.setattr(sys, "platform", "darwin")
    with backend.ended_from_outside(lambda: closed.append("window")):
        loop.nsapp_start(0)
        answer = asked["applicationShouldTerminate_ Q@"](None, None)
    assert (turns, closed, answer) == ([0.01], ["window"], 0)


def test_private_parts_are_used_in_one_module() -> None:
    names = re.compile(r"\b(find_library|_x_display|_window|_hwnd|_windowed_location|pressed_keys|_mapped)\b")
    files = [*(ROOT / "gemport/hosts").rglob("*.py")]
    assert [path.name for path in files if names.search(path.read_text("utf-8"))] == ["backend.py"]

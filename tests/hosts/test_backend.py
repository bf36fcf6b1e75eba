"""The uses of pyglet's private parts, and the report of the display."""

import ctypes
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from gemport.gem import GRect
from gemport.hosts.desktop import backend, report, sound
from gemport.hosts.desktop.speaker import SoundError
from tests.places import ROOT


def test_pyglet_searches_for_unknown_and_missing_libraries() -> None:
    loader = SimpleNamespace(find_library=lambda name: f"found {name}")
    backend.know_sonames(loader)
    assert loader.find_library("avcodec") == "found avcodec"
    assert loader.find_library("X11") in ("libX11.so.6", "found X11")


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


xlib: Any = getattr(backend, "xlib", None)
X_SCREENS = [
    SimpleNamespace(name="off", width=0, height=0),
    SimpleNamespace(name="left", width=1920, height=1080),
    SimpleNamespace(name="flat", width=1920, height=0),
    SimpleNamespace(name="right", width=1280, height=1024, is_primary=True),
]
STATES = ["_NET_WM_STATE_MAXIMIZED_HORZ", "_NET_WM_STATE_MAXIMIZED_VERT", "_NET_WM_STATE_FULLSCREEN"]
ATOMS = [*STATES, "_NET_WM_PING", "WM_DELETE_WINDOW", "_NET_WM_PID"]


@pytest.fixture
def x_server(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Replace the display by one with the screens above; ``values`` has the words of each property."""
    server = SimpleNamespace(values={}, sent=[])
    display = SimpleNamespace(_display=99, _window_map={}, get_screens=lambda: X_SCREENS)
    monkeypatch.setattr(backend, "display", SimpleNamespace(get_display=lambda: display))
    for name, stand_in in {
        "XDefaultScreen": lambda connection: connection - 92,
        "XDefaultRootWindow": lambda connection: connection + 1,
        "XInternAtom": lambda _connection, name, _only: ATOMS.index(name.decode()),
        "XSendEvent": lambda *values: server.sent.append(values[:-1]),
        "XGetWindowAttributes": lambda _connection, window, _attributes: window,
        "XDefaultDepth": lambda _connection, screen: screen + 8,
    }.items():
        monkeypatch.setattr(xlib, name, stand_in)

    def x_property(connection: int, window: int, name: str, _words: int) -> bytes:
        assert connection == 99
        return b"".join(word.to_bytes(8, sys.byteorder) for word in server.values.get((window, name), []))

    monkeypatch.setattr(backend, "x_property", x_property)
    return server


linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there is no X server elsewhere")


@linux
@pytest.mark.parametrize(("width", "octets"), [(32, ctypes.sizeof(ctypes.c_long)), (16, 2), (8, 1)])
def test_a_property_has_as_many_octets_as_its_words(monkeypatch: pytest.MonkeyPatch, width: int, octets: int) -> None:
    memory = (ctypes.c_ubyte * 64)(*range(64))
    freed: list[object] = []

    def get(*values: Any) -> None:
        assert values[:7] == (99, 5, 3, 0, 4, False, 0)
        _, wide, count, _, data = (value._obj for value in values[7:])
        if width:
            wide.value, count.value, data.contents = width, 3, ctypes.c_ubyte.from_buffer(memory)

    monkeypatch.setattr(xlib, "XInternAtom", lambda _connection, name, _only: ATOMS.index(name.decode()))
    monkeypatch.setattr(xlib, "XGetWindowProperty", get)
    monkeypatch.setattr(xlib, "XFree", freed.append)
    assert backend.x_property(99, 5, "_NET_WM_PING", 4) == bytes(range(3 * octets))
    width = 0
    assert (backend.x_property(99, 5, "_NET_WM_PING", 4), len(freed)) == (b"", 1)


@linux
def test_the_primary_monitor_is_the_first_of_those_that_are_on(x_server: SimpleNamespace) -> None:
    assert backend.get_monitors() == [X_SCREENS[3], X_SCREENS[1]]
    assert backend.get_display().x_screen == 7


@linux
def test_panels_limit_the_area_for_windows(x_server: SimpleNamespace) -> None:
    assert backend.work_area() is None
    x_server.values[100, "_NET_WORKAREA"] = [0, 30, 1920, 1050]
    assert backend.work_area() == GRect(0, 30, 1920, 1050)


@linux
@pytest.mark.parametrize(("states", "maximised"), [([], 0), ([0], 0), ([1], 0), ([1, 3, 0], 1), ([2], 1)])
def test_the_window_manager_knows_whether_a_window_is_maximised(
    x_server: SimpleNamespace, states: list[int], maximised: bool
) -> None:
    x_server.values[5, "_NET_WM_STATE"] = states
    assert backend.is_maximised(SimpleNamespace(_x_display=99, _window=5)) == maximised


@linux
def test_a_window_that_the_server_refuses_is_an_error(x_server: SimpleNamespace) -> None:
    backend.check_created(SimpleNamespace(_x_display=99, _window=5))
    with pytest.raises(backend.NO_WINDOW, match="on a screen of 15 bits"):
        backend.check_created(SimpleNamespace(_x_display=99, _window=0))


@linux
def test_only_pings_are_answered_at_the_root_window(x_server: SimpleNamespace) -> None:
    message = xlib.ClientMessage
    for kind, atom in ((message, 3), (message, 2), (message + 1, 3)):
        event = xlib.XEvent()
        event.xclient.type, event.xclient.data.l[0], event.xclient.window = kind, atom, 5
        backend.answer_ping(SimpleNamespace(_x_display=99), event)
        assert event.xclient.window == (100 if (kind, atom) == (message, 3) else 5)
    assert [values[:3] for values in x_server.sent] == [(99, 100, False)]


@linux
def test_a_window_keeps_its_place_and_names_its_process(
    x_server: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    log: list[Any] = []
    hints = xlib.XSizeHints(flags=xlib.PMinSize)
    for name, stand_in in {
        "XAllocSizeHints": lambda: ctypes.pointer(hints),
        "XGetWMNormalHints": lambda *values: log.append(values[:2]),
        "XSetWMNormalHints": lambda *_: log.append((hints.flags, hints.win_gravity)),
        "XFree": lambda _hints: setattr(hints, "flags", xlib.PMinSize),
        "XChangeProperty": lambda *values: log.extend([values[:6], values[6].contents.value]),
    }.items():
        monkeypatch.setattr(xlib, name, stand_in)
    monkeypatch.setattr(backend.Window, "_set_wm_normal_hints", lambda _window: log.append("pyglet's hints"))
    monkeypatch.setattr(backend.Window, "_map", lambda _window: log.append("visible"))
    window = SimpleNamespace(_x_display=99, _window=5, has_place=False, fullscreen=False, _enable_xsync=True)
    window._set_atoms_property = window._set_text_property = lambda *values, **_: log.append(values)
    backend.map_window(window)
    free, placed = (xlib.PMinSize, 0), (xlib.PMinSize | xlib.PWinGravity | xlib.USPosition, xlib.StaticGravity)
    assert log == [
        *("pyglet's hints", (99, 5), free),
        ("WM_PROTOCOLS", ["WM_DELETE_WINDOW", "_NET_WM_PING", "_NET_WM_SYNC_REQUEST"]),
        (99, 5, ATOMS.index("_NET_WM_PID"), 6, 32, xlib.PropModeReplace),
        os.getpid() & 0xFF,
        ("WM_CLIENT_MACHINE", socket.gethostname()),
        *("visible", "pyglet's hints", (99, 5), placed),
    ]
    del log[:]
    backend.set_normal_hints(SimpleNamespace(_x_display=99, _window=5, has_place=False, fullscreen=True))
    assert log[2] == placed


@linux
def test_a_new_size_of_the_x_screen_is_noticed(x_server: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    selected: list[tuple[int, ...]] = []
    monkeypatch.setattr(xlib, "XSelectInput", lambda *values: selected.append(values))
    changes: list[int] = []
    backend.on_monitors_changed(lambda: changes.append(1))
    backend.get_display()._window_map[100](None)
    assert (selected, changes) == ([(99, 100, xlib.StructureNotifyMask)], [1])


@linux
@pytest.mark.parametrize(("answers", "status"), [(1, 0), (0, 2)])
def test_the_end_of_a_display_is_one_line(monkeypatch: pytest.MonkeyPatch, answers: int, status: int) -> None:
    log: list[Any] = []
    monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.setattr(xlib, "XIOErrorHandler", lambda broken: broken)
    monkeypatch.setattr(xlib, "XSetIOErrorHandler", log.append)
    monkeypatch.setattr(xlib, "XOpenDisplay", lambda _name: answers)

    def leave(status: int) -> None:
        raise SystemExit(status)

    def fail() -> None:
        log.append("left")
        raise OSError

    monkeypatch.setattr(os, "_exit", leave)
    monkeypatch.setattr(os, "write", lambda *values: log.append(values))
    backend.exit_when_broken(fail)
    broken = log.pop()
    with pytest.raises(SystemExit, match=str(status)):
        broken(None)
    assert log == ["left", *[(2, b"gemport: the display :7 has gone away\n")] * (not answers)]


@linux
def test_an_unread_event_of_the_closer_is_noticed(x_server: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    def check(_connection: int, _event: object, look: Callable[..., int], _argument: None) -> None:
        assert [look(None, ctypes.pointer(event), None) for event in events] == [0] * len(events), "left unread"

    check.argtypes = [None, None, lambda look: look]  # type: ignore[attr-defined]
    asked: list[Any] = []
    notified: list[int] = []
    loop = SimpleNamespace(notify=lambda: notified.append(1))
    monkeypatch.setattr(xlib, "XCheckIfEvent", check)
    monkeypatch.setattr(xlib, "XConnectionNumber", lambda connection: connection + 2)
    monkeypatch.setattr(backend, "app", SimpleNamespace(platform_event_loop=loop))
    monkeypatch.setattr(backend, "Watchdog", lambda: SimpleNamespace(watch_events=lambda *values: asked.extend(values)))
    backend.watched(SimpleNamespace(_x_display=99))
    descriptor, asks_to_close = asked
    assert descriptor == 101
    for found, kinds in ((False, [(0, 3), (1, 4)]), (True, [(0, 3), (0, 4), (0, 3)])):
        events = [xlib.XEvent() for _ in kinds]
        for event, (kind, atom) in zip(events, kinds, strict=True):
            event.xclient.type, event.xclient.data.l[0] = xlib.ClientMessage + kind, atom
        assert asks_to_close() is found
    assert notified == [1, 1]


@linux
@pytest.mark.parametrize(
    ("code", "state", "symbol", "layouts", "found"),
    [
        (10, 0, "ampersand", ["fr"], "1"),
        (19, 0, "agrave", ["fr"], "0"),
        (10, 1, "exclam", ["us"], "exclam"),
        (24, 0, "a", ["fr"], "a"),
        # a layout with letters keeps its symbols, one without takes another layout's, or those of a US keyboard
        (47, 0, "m", ["fr"], "m"),
        (58, 0, "parenright", ["fr"], "parenright"),
        (24, 0, "Cyrillic_shorti", ["ru"], "q"),
        (52, 0, "Cyrillic_ya", ["ru"], "z"),
        (52, 0, "Cyrillic_ya", ["ru", "de"], "y"),
        (52, 1 << 13, "y", ["ru", "de"], "y"),
        (60, 0, "Cyrillic_yu", ["ru"], "Cyrillic_yu"),
    ],
)
def test_a_key_is_a_latin_letter_or_a_digit_by_its_place(
    monkeypatch: pytest.MonkeyPatch, code: int, state: int, symbol: str, layouts: list[str], found: str
) -> None:
    rows = {"fr": "azertyuiop", "us": "qwertyuiop", "de": "qwertzuiop", "ru": ""}

    def keysym(_display: object, at: int, group: int, _level: int) -> int:
        row = rows[layouts[group]] if group < len(layouts) else ""
        places = {**dict(enumerate(row, 24)), **({52: "y"} if layouts[group : group + 1] == ["de"] else {})}
        return ord(places.get(at, "\0"))

    monkeypatch.setattr(backend, "_keysym_function", lambda: keysym)
    event = SimpleNamespace(xkey=SimpleNamespace(keycode=code, state=state))
    named = {name: value for value, name in enumerate(("ampersand", "agrave", "exclam", "parenright"), 300)}
    named |= {"Cyrillic_shorti": 400, "Cyrillic_ya": 401, "Cyrillic_yu": 402}
    number = {**named, **{letter: ord(letter) for letter in "0123456789abcdefghijklmnopqrstuvwxyz"}}
    assert backend.place_symbol(SimpleNamespace(_x_display=1), event, number[symbol]) == number[found]


@pytest.mark.parametrize(
    ("renderer", "column", "keeps"),
    [(b"Mesa llvmpipe", [0, 9], True), (b"softpipe", [1], True), (b"llvmpipe", [0, 0], False), (b"Nvidia", [9], False)],
)
def test_only_a_software_renderer_keeps_a_picture(
    monkeypatch: pytest.MonkeyPatch, renderer: bytes, column: list[int], keeps: bool
) -> None:
    def read_column(x: int, y: int, width: int, height: int, _format: int, _type: int, out: Any) -> None:
        assert (x, y, width, height) == (320, 0, 1, len(column))
        out[:] = column

    gl = SimpleNamespace(GL_RENDERER=1, GL_PACK_ALIGNMENT=2, GL_RED=3, GL_UNSIGNED_BYTE=4)
    gl.glGetString, gl.glPixelStorei, gl.glReadPixels = lambda _: renderer, lambda *_: None, read_column
    monkeypatch.setattr(backend, "gl", gl)
    assert backend.keeps_picture(SimpleNamespace(get_framebuffer_size=lambda: (640, len(column)))) is keeps


@linux
def test_the_report_describes_the_display(x_server: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", ":7")
    for name, value in {"Vendor": b"X.Org", "Release": 12, "Width": 1920, "Height": 1080}.items():
        call = f"X{'Server' if name == 'Vendor' else 'Vendor' if name == 'Release' else 'Display'}{name}"
        monkeypatch.setattr(xlib, call, lambda *_, value=value: value)
    texts = {"_NET_WM_NAME": b"Openbox", "_XKB_RULES_NAMES": b"evdev\0pc105\0de,us\0\0grp:alt\0"}
    words = {"_NET_SUPPORTING_WM_CHECK": (5).to_bytes(8, sys.byteorder)}
    monkeypatch.setattr(backend, "x_property", lambda _display, window, name, _words: (texts | words)[name])
    x_screens = [SimpleNamespace(width=800, height=600, x=x, y=9) for x in (0, 1920)]
    monkeypatch.setattr(report, "_open_display", lambda: SimpleNamespace(_display=99, get_screens=lambda: x_screens))
    told = {name: report.described(part) for name, part in report.PARTS.items() if name not in ("OpenGL", "sound")}
    assert told == {
        "display": "DISPLAY=:7, X.Org 12, 1920x1080, 15 bits",
        "window manager": "Openbox",
        "monitors": "800x600+0+9, 800x600+1920+9",
        "keyboard layout": "rules evdev, model pc105, layout de,us, options grp:alt",
    }
    words["_NET_SUPPORTING_WM_CHECK"] = b""
    assert report.PARTS["window manager"]() == "none that says its name"


def test_the_report_says_whether_it_sounds_and_why_a_line_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    silent = "Quiet, which does not sound (asleep)"
    for speaker, line in ((Quiet(), "Quiet"), (Quiet("asleep"), silent), (None, "none (no library)")):
        monkeypatch.setattr(sound, "open_speaker", partial(opened, speaker))
        assert report.described(report.PARTS["sound"]) == line
    assert report.described(lambda: str(1 // 0)) == "unknown (ZeroDivisionError: integer division or modulo by zero)"
    assert report.described(lambda: " \n ") == "unknown"


class Quiet:
    """A loudspeaker that may not sound."""

    def __init__(self, reason: str = "") -> None:
        self.reason = reason

    def add(self, _samples: object) -> None:
        if self.reason:
            raise SoundError(self.reason)

    def stop(self) -> None: ...


def opened(speaker: Quiet | None) -> Quiet:
    if speaker is None:
        raise SoundError("no library")
    return speaker


def test_private_parts_are_used_in_one_module() -> None:
    names = re.compile(r"\b(find_library|_x_display|_window|_hwnd|_windowed_location|pressed_keys|_mapped)\b")
    files = [*(ROOT / "gemport/hosts").rglob("*.py")]
    assert [path.name for path in files if names.search(path.read_text("utf-8"))] == ["backend.py"]

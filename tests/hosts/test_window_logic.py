"""The work of the window itself, without a display: the host's window, clock, monitors and graphics are replaced."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyglet.clock import Clock

import gemport.hosts.desktop
from gemport.gem import GemportError, GRect, Raster
from gemport.hosts.desktop import backend, shifter
from gemport.hosts.desktop.geometry import fit
from gemport.hosts.window_controls import WindowControls
from gemport.settings import FIT, Colours, Placement, Settings
from tests.hosts.stub import StubMachine

DESK = SimpleNamespace(x=0, y=0, width=1920, height=1080)
SIDE = SimpleNamespace(x=1920, y=0, width=1366, height=768)
ALT, RETURN = backend.key.MOD_ALT, backend.key.RETURN
WORK = GRect(0, 30, 3286, 1050)


def getter(name: str) -> Any:
    return lambda window: getattr(window, name)


def setter(name: str) -> Any:
    return lambda window, value=True: setattr(window, name, value)


class HostWindow:
    """pyglet's window: its state, and the events of a change of size."""

    fullscreen = visible = maximised = closed = mouse_visible = False
    context: object = True
    register_event_type = staticmethod(lambda _name: None)
    get_size, get_location, get_clipboard_text = map(getter, ("size", "location", "clipboard"))
    set_visible, set_mouse_visible, set_caption = map(setter, ("visible", "mouse_visible", "caption"))
    set_clipboard_text, maximize, close = map(setter, ("clipboard", "maximised", "closed"))
    on_resize: Callable[..., None] = lambda *_: None
    on_draw = switch_to = activate = on_resize

    def __init__(self, width: int, height: int, caption: str, resizable: bool, visible: bool, screen: Any) -> None:
        self.caption, self.screen, self.size, self.location = caption, screen, (width, height), (0, 0)
        self.density, self.flips = 1, 0
        self.icons = list[int]()
        assert (resizable, visible) == (True, False)

    def get_framebuffer_size(self) -> tuple[int, int]:
        return self.size[0] * self.density, self.size[1] * self.density

    def set_size(self, width: int, height: int) -> None:
        self.size = width, height
        self.on_resize(width, height)

    def set_minimum_size(self, *size: int) -> None:
        self.least = size

    def set_fullscreen(self, on: bool, screen: Any, _mode: object = None, width: int = 0, height: int = 0) -> None:
        self.fullscreen, self.screen, self.icons, self.least = on, screen or self.screen, [], (0, 0)
        self.set_size(*((screen.width, screen.height) if on else (width, height)))

    def set_icon(self, *icons: Any) -> None:
        self.icons = [icon.width for icon in icons]

    def draw(self, _dt: float) -> None:
        self.on_draw()
        self.flip()

    def flip(self) -> None:
        self.flips += 1


class Shifter:
    """The graphics: pixels of the drawn part are copied from the uploaded picture to the visible one."""

    def __init__(self, first: Raster, _box: object = None) -> None:
        self.picture, self.size, self.stride = first, (first.width, first.height), first.stride
        self.visible, self.draws = first.copy(), list[tuple[Any, ...]]()

    def colours(self, colours: Colours) -> None:
        self.chosen = colours

    def upload(self, picture: Raster) -> None:
        self.picture = picture

    def draw(self, box: Any, high: int, inverted: bool = False, tube: bool = False, part: Any = None) -> None:
        self.draws.append((box, inverted, tube, self.chosen, part))
        left, top, right, bottom = 0, 0, *self.size
        if part is not None:
            # The pixels whose middles are in the part.
            left, top = (round((at - corner) * size / extent) for at, corner, size, extent in (
                (part.x, box.left, box.width, box.across),
                (high - part.bottom, box.top, box.height, box.down),
            ))  # fmt: skip
            right = round((part.right - box.left) * box.width / box.across)
            bottom = round((high - part.y - box.top) * box.height / box.down)
        mask = (1 << right - left) - 1 << self.stride - right
        for y in range(top, bottom):
            self.visible.rows[y] = self.visible.rows[y] & ~mask | self.picture.rows[y] & mask


class Host:
    """A display with two monitors, and a clock that stands still between the events of a test."""

    def __init__(self, controls: WindowControls, machine: StubMachine, keeps_picture: bool = True) -> None:
        self.machine, self.controls, self.keeps_picture = machine, controls, keeps_picture
        self.now, self.ended = 100.0, False
        self.clock = Clock(lambda: self.now)
        self.monitors = [DESK, SIDE]
        self.closers, self.sounds = 0, list[tuple[object, ...]]()
        self.windowed: object = None
        self.window: Any = None
        self.resolution_changed: Callable[[], None] = lambda: None

    def run(self, acts: Callable[["Host"], None], **options: Any) -> Any:
        """Show the machine in a window and act in its loop; return the window."""
        host = self

        class Sound:
            works = staticmethod(lambda: True)

            def __init__(self, _flash: object, *settings: object) -> None:
                host.sounds.append(settings)

            def __getattr__(self, name: str) -> Callable[..., None]:
                return lambda *values: host.sounds.append((name, *values))

        class Window(HostWindow):
            def __init__(self, *size: Any, **more: Any) -> None:
                super().__init__(*size, **more)
                host.window = self

        def run(_interval: object) -> None:
            self.pass_time()
            acts(self)

        @contextmanager
        def watching(_close: object = None) -> Iterator[None]:
            yield

        watchdog = watching()
        watchdog.note_closer = self.note_closer  # type: ignore[attr-defined]
        loop = SimpleNamespace(post_event=lambda window, name: getattr(window, name)())
        stand_ins = {
            "Window": Window,
            "clock": self.clock,
            "app": SimpleNamespace(run=run, exit=self.exit, platform_event_loop=loop),
            "get_monitors": lambda: self.monitors,
            "work_area": lambda: WORK,
            "check_created": lambda _window: None,
            "exit_when_broken": lambda _leave: None,
            "on_monitors_changed": lambda changed: setattr(self, "resolution_changed", changed),
            "watched": lambda _window: watchdog,
            "ended_from_outside": watching,
            "is_maximised": lambda window: window.maximised,
            "keeps_picture": lambda _window: self.keeps_picture,
            "set_location": lambda window, x, y: setattr(window, "location", (x, y)),
            "set_windowed_location": lambda _window, place: setattr(self, "windowed", place),
            "note_destroyed": lambda _window: None,
            "paste_text": HostWindow.get_clipboard_text,
        }
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("DISPLAY", ":0")
            for name, stand_in in stand_ins.items():
                patch.setattr(backend, name, stand_in)
            patch.setattr(shifter, "Shifter", Shifter)
            patch.setattr(gemport.hosts.desktop, "Sound", Sound)
            patch.setattr(gemport.hosts.desktop, "window", None, raising=False)
            # Import the window's class again, now from the doubles.
            patch.delitem(sys.modules, "gemport.hosts.desktop.window", raising=False)
            module = import_module("gemport.hosts.desktop.window")
            patch.setattr(module, "Inputs", partial(module.Inputs, now=lambda: self.now))
            gemport.hosts.desktop.run_window(self.machine, "Chequerboard", controls=self.controls, **options)
        assert self.window.closed
        return self.window

    def exit(self) -> None:
        self.ended = True

    def note_closer(self) -> None:
        self.closers += 1

    def pass_time(self, seconds: float = 0.0) -> None:
        self.now += seconds
        self.clock.tick(poll=True)
        while self.clock.get_sleep_time(True) == 0:
            self.clock.tick(poll=True)

    def resize(self, *size: int) -> None:
        self.window.set_size(*size)
        self.pass_time()

    def toggle(self) -> None:
        """Press Alt+Return."""
        full = self.window.fullscreen
        self.window.on_key_press(RETURN, ALT)
        assert self.window.fullscreen == full
        self.window.on_key_release(RETURN, ALT)
        self.pass_time()
        assert self.window.fullscreen == (not full) == self.controls.settings.fullscreen

    def change(self, **settings: Any) -> None:
        self.controls.change(replace(self.controls.settings, **settings))
        self.pass_time()


def check_picture(host: Host) -> None:
    """The visible picture is the machine's, in its place, in the chosen colours."""
    window, chosen = host.window, host.controls.settings
    shown = window._shifter
    assert shown.visible.rows == host.machine.frame().rows
    size = window.get_framebuffer_size()
    whole = isinstance(chosen.scale, int) and min(size[0] // 640, size[1] // 400) >= (
        chosen.scale if window.fullscreen else 0
    )
    box, inverted, tube, colours, _ = shown.draws[-1]
    assert box == fit(size, (640, 400), whole=whole)
    assert (inverted, tube, colours) == (False, chosen.tube, chosen.colours)


@given(
    st.booleans(),
    st.lists(
        st.sampled_from(["left", "right", "full", "amber", "tube", "flash", "expose", "1", "2", "fit"])
        | st.tuples(st.integers(1, 2000), st.integers(1, 1100)),
        min_size=3,
        max_size=12,
    ),
)
def test_the_picture_follows_the_machine_the_settings_and_the_size(
    keeps_picture: bool, acts: Sequence[str | tuple[int, int]]
) -> None:
    down = {1: False, 2: False}

    def run(host: Host) -> None:
        check_picture(host)
        for act in acts:
            window = host.window
            if isinstance(act, tuple):
                host.resize(*act)
            elif act in ("left", "right"):
                button = 1 if act == "left" else 2
                down[button] = not down[button]
                name = backend.mouse.LEFT if button == 1 else backend.mouse.RIGHT
                (window.on_mouse_press if down[button] else window.on_mouse_release)(5, 5, name, 0)
                before = window.flips
                host.pass_time()
                assert window.flips > before
            elif act == "full":
                host.toggle()
            elif act == "amber":
                host.change(colours=Colours.AMBER)
            elif act == "tube":
                host.change(tube=not host.controls.settings.tube)
            elif act == "flash":
                window.on_flash()
                host.pass_time()
                assert window._shifter.draws[-1][1], "inverted"
                host.pass_time(0.05)
                window.on_flash()
                host.pass_time(0.09)
                assert window._shifter.draws[-1][1], "still"
                host.pass_time(0.02)
            elif act == "expose":
                before = window.flips
                window.on_expose()
                host.pass_time()
                assert window.flips == before + 1
            else:
                host.change(scale=FIT if act == "fit" else int(act))
            check_picture(host)
        host.machine.key(0x011B)

    Host(WindowControls(), StubMachine(), keeps_picture).run(run)


@pytest.mark.parametrize(
    ("options", "placement", "area", "place"),
    [
        # twice 400 rows fit between the panels, and the window manager chooses the place
        ({}, Placement(), (1280, 800), None),
        ({"scale": 1}, Placement(), (640, 400), None),
        ({"scale": FIT}, Placement(), (1616, 1010), None),
        ({}, Placement((700, 500), (2000, 60)), (700, 500), (2000, 60)),
        ({"scale": FIT}, Placement(place=(2000, 60)), (1117, 698), (2000, 60)),
    ],
)
def test_a_window_opens_in_its_place(
    options: dict[str, Any], placement: Placement, area: tuple[int, int], place: tuple[int, int] | None
) -> None:
    controls = WindowControls(Settings(**options), placement)

    def act(host: Host) -> None:
        window = host.window
        assert (window.size, window.location, window.has_place) == (area, place or (0, 0), place is not None)
        assert window.screen is (SIDE if place else DESK)
        assert (window.least, window.icons, window.caption) == ((640, 400), [16, 32], "Chequerboard")
        assert controls.opened == Placement(area, place or (0, 0))
        window.location = 50, 60
        host.machine.finished = True

    Host(controls, StubMachine()).run(act)
    assert controls.placement == Placement(area, (50, 60))


def test_full_screen_keeps_the_placement_and_explains_itself_for_a_moment() -> None:
    controls = WindowControls(Settings(scale=1), Placement((700, 500), (30, 40)), hint=lambda: Raster(48, 16))

    def hints(host: Host) -> list[Any]:
        shown = host.window._hint
        return [] if shown is None else shown.draws

    def act(host: Host) -> None:
        assert hints(host) == []
        host.toggle()
        assert (host.window.size, host.windowed, host.window.icons) == ((1920, 1080), (30, 40), [16, 32])
        (box, *_, part), count = hints(host)[-1], len(hints(host))
        # twice as large as the picture of a hint, near the lower edge
        assert box == (912, 994, 96, 32, 48, 16)
        assert (part.w, part.h) == (96, 32)
        host.pass_time(2.9)
        host.window.on_expose()
        host.pass_time()
        assert len(hints(host)) == count + 1
        host.pass_time(0.2)
        assert len(hints(host)) == count + 1
        host.toggle()
        assert (host.window.size, host.window.least, host.window.icons) == ((700, 500), (640, 400), [16, 32])
        assert len(hints(host)) == count + 1
        host.toggle()

    Host(controls, StubMachine()).run(act)
    assert controls.placement == Placement((700, 500), (30, 40))


def test_full_screen_is_on_the_monitor_that_the_window_is_on() -> None:
    def act(host: Host) -> None:
        for x, monitor in ((1900, SIDE), (1000, DESK)):
            host.window.location = x, 300
            host.toggle()
            assert host.window.screen is monitor
            assert host.controls.placement.place == (x, 300)
            host.toggle()

    Host(WindowControls(Settings(scale=1)), StubMachine()).run(act)


@pytest.mark.parametrize("explain", [True, False])
def test_a_window_can_open_in_full_screen_with_the_explanation(explain: bool) -> None:
    controls = WindowControls(Settings(fullscreen=True), explain=explain, hint=lambda: Raster(48, 16))

    def act(host: Host) -> None:
        assert (host.window.size, host.window.fullscreen) == ((1920, 1080), True)
        assert (host.window._hint is not None) is explain
        host.toggle()
        # it never had a size: the maximum integer scale between the panels
        assert host.window.size == (1280, 800)

    Host(controls, StubMachine()).run(act)


def test_a_chosen_scale_resizes_the_window_and_a_size_sets_the_scale() -> None:
    controls = WindowControls()

    def act(host: Host) -> None:
        assert controls.largest_scale() == pytest.approx(1080 / 400)
        host.change(scale=1)
        assert host.window.size == (640, 400)
        # the maximum integer scale of the new size, but at least 1
        for size, scale in (((1300, 700), 1), ((1300, 800), 2), ((600, 300), 1)):
            host.resize(*size)
            assert controls.settings.scale == scale, size
        # a maximised window keeps its size unless a number is chosen
        host.window.maximised = True
        host.change(scale=FIT)
        assert host.window.size == (600, 300)
        host.change(scale=1)
        assert (host.window.size, controls.placement.maximised) == ((640, 400), False)
        # in full screen the size is for later
        host.window.maximised = False
        host.toggle()
        host.change(scale=FIT)
        assert (host.window.size, controls.placement.size) == ((1920, 1080), (1616, 1010))
        host.change(fullscreen=False)
        assert (host.window.fullscreen, host.window.size) == (False, (1616, 1010))

    Host(controls, StubMachine()).run(act)


def test_a_maximised_window_opens_maximised_and_keeps_its_size_for_later() -> None:
    controls = WindowControls(Settings(scale=FIT), Placement((700, 500), (30, 40), maximised=True))
    Host(controls, StubMachine()).run(lambda host: setattr(host.window, "size", (1900, 1000)))
    assert controls.placement == Placement((700, 500), (30, 40), maximised=True)


def test_full_screen_follows_the_resolution_of_its_monitor() -> None:
    def act(host: Host) -> None:
        host.resolution_changed()
        host.pass_time()
        assert host.window.size == (1280, 800)
        host.toggle()
        host.monitors = [SimpleNamespace(x=0, y=0, width=1024, height=768), SIDE]
        host.resolution_changed()
        host.pass_time()
        assert (host.window.size, host.window.icons) == ((1024, 768), [16, 32])
        check_picture(host)

    Host(WindowControls(), StubMachine()).run(act)


@pytest.mark.parametrize(("scale", "density"), [(1, 1), (2, 1), (1, 2)])
def test_the_mouse_acts_on_gem_pixels(scale: int, density: int) -> None:
    def act(host: Host) -> None:
        window, log = host.window, host.machine.log
        window.density = density
        for visible, point, gem in (
            (False, (0, 0), (0, 0)),
            (False, (639, 399), (639, 399)),
            (True, (640, 5), (639, 5)),
        ):
            x, y = point[0] * scale, (400 - point[1]) * scale - 1
            window.on_mouse_motion(x, y, 3, 4)
            assert (log[-1], window.mouse_visible) == (("to", *gem), visible)
        assert window.on_mouse_drag.__func__ is window.on_mouse_enter.__func__ is window.on_mouse_motion.__func__
        log.clear()
        for button in (backend.mouse.MIDDLE, backend.mouse.LEFT, backend.mouse.RIGHT):
            window.on_mouse_press(0, 0, button, backend.key.MOD_SHIFT)
            window.on_mouse_release(0, 0, button, 0)
        words = " ".join(" ".join(map(str, entry)) for entry in log)
        press, release = "shift 2 to 0 399", "shift 0 to 0 399"
        assert words == (
            f"{press} {release} {press} button 1 True {release} button 1 False "
            f"{press} button 2 True {release} button 2 False"
        )
        log.clear()
        # a touchpad's fractions add up; up is negative
        for turn in (0.5, 0.5, -0.25, -1.75, 2):
            window.on_mouse_scroll(0, 400 * scale - 1, 0, turn)
        assert log[-2] == ("to", 0, 0)
        assert [entry for entry in log if entry[0] == "wheel"] == [("wheel", -1), ("wheel", 2), ("wheel", -2)]

    Host(WindowControls(Settings(scale=scale)), StubMachine()).run(act)


def test_keys_and_texts_reach_the_machine_except_alt_return() -> None:
    def act(host: Host) -> None:
        window, log = host.window, host.machine.log
        window.on_key_press(backend.key.LALT, 0)
        host.toggle()
        window.on_key_release(backend.key.LALT, 0)
        window.on_key_press(RETURN, 0)
        window.on_key_release(RETURN, 0)
        window.on_key_press(backend.key.A, 0)
        window.on_text("a")
        # pyglet would ignore the next press of a key whose release it has missed
        window.pressed_keys = {1, 2}
        window.on_key_release(backend.key.LSHIFT, 0)
        assert window.pressed_keys == {1, 2}
        window.on_key_release(backend.key.A, 0)
        assert window.pressed_keys == set()
        window.on_mouse_press(0, 0, backend.mouse.LEFT, 0)
        window.pressed_keys = {1}
        window.on_deactivate()
        assert (log[-1], window.pressed_keys) == (("taken",), set())
        assert [entry for entry in log if entry[0] == "key"] == [("key", "1C0D", 0), ("key", "1E61", 0)]
        assert ("shift", 8) in log

    Host(WindowControls(), StubMachine()).run(act)


def test_the_window_ends_with_the_program_the_closer_and_other_programs() -> None:
    machines = []
    for way in ("program", "error", "closer", "destroyed", "signal"):
        machine = StubMachine()
        machines.append(machine)

        def act(host: Host, way: str = way) -> None:
            window = host.window
            assert not host.ended
            if way == "signal":
                raise KeyboardInterrupt
            if way == "error":
                host.machine.key = lambda *_: 1 // 0  # type: ignore[method-assign, assignment]
            if way in ("program", "error"):
                window.on_key_press(backend.key.ESCAPE, 0)
            else:
                window.location = 7, 7
                window.on_close() if way == "closer" else window.on_destroyed()
            assert host.ended
            assert host.closers == int(way in ("closer", "destroyed"))

        host = Host(WindowControls(), machine)
        if way == "signal":
            with pytest.raises(KeyboardInterrupt):
                host.run(act)
        elif way == "error":
            with pytest.raises(ZeroDivisionError):
                host.run(act)
        else:
            host.run(act)
        assert (way, host.controls.placement.place) == (way, (7, 7) if way == "closer" else (0, 0))
    assert [("quit",) in machine.log for machine in machines] == [False, False, True, True, False]


def test_timers_of_the_machine_and_the_title_are_served() -> None:
    titles = ["one", "one", "two"]
    controls = WindowControls(title=lambda: titles[min(host.machine.bells, 2)])
    shown: list[int] = []

    def act(host: Host) -> None:
        assert (host.window.caption, shown) == ("one", [0])
        for _ in range(2):
            host.window.on_key_press(backend.key.F1, 0)
            host.window.on_key_release(backend.key.F1, 0)
            host.pass_time(0.049)
            rings = host.machine.bells
            host.pass_time(0.002)
            assert host.machine.bells == rings + 1
        host.window.on_expose()
        host.pass_time()
        assert (host.window.caption, len(shown)) == ("two", 1)

    host = Host(controls, StubMachine())
    host.run(act, on_shown=lambda: shown.append(host.machine.clock))


def test_bell_click_and_clipboard_belong_to_the_open_window() -> None:
    controls = WindowControls(Settings(loudness=3))

    def act(host: Host) -> None:
        machine: Any = host.machine
        host.window.on_key_press(backend.key.F10, 0)
        machine.on_bell()
        host.change(key_click=True)
        host.window.on_key_press(backend.key.F10, 0)
        machine.clock = 12
        machine.on_sound(7, 8)
        host.change(loudness=4)
        controls.copy("text")
        assert (controls.paste(), controls.sounds()) == ("text", True)

    host = Host(controls, StubMachine())
    host.run(act)
    ring = controls.settings.ring
    assert host.sounds == [(ring, 3), ("ring",), ("click",), ("write", 12, 7, 8), ("set", ring, 4), ("close",)]
    assert controls.on_change is None


@pytest.mark.parametrize("insist", [True, False])
def test_a_scale_without_room_is_refused_if_it_is_insisted_on(insist: bool) -> None:
    host = Host(WindowControls(Settings(scale=3), insist=insist), StubMachine())
    if insist:
        with pytest.raises(GemportError, match=r"3 needs 1920x1200 pixels, and the display has 1920x1080"):
            host.run(lambda _: None)
    else:
        assert host.run(lambda _: None).size == (1280, 800)


def test_playing_time_stops_while_the_window_is_hidden() -> None:
    def act(host: Host) -> None:
        host.window.on_hide()
        host.pass_time(5)
        host.window.on_show()
        host.pass_time(1)
        host.window.on_key_press(backend.key.F10, 0)
        assert host.machine.clock == 1000
        before = next(saves)
        host.pass_time(10.1)
        assert next(saves) == before + 2

    saves = count()
    Host(WindowControls(), StubMachine()).run(act, keep=lambda: next(saves) < 0)

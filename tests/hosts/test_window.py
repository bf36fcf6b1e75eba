"""The window from outside: a program in a separate process and display, also with a window manager."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain
from math import ceil

import pytest
from PIL import Image

from gemport.hosts.desktop.geometry import fit
from gemport.hosts.pictures import to_image
from tests.cli.test_interrupt import catches_interrupts
from tests.hosts.stub import StubMachine
from tests.hosts.xvfb import Program, is_exact, wait_for, window_manager, xvfb
from tests.needs import need_display
from tests.places import ROOT

pytestmark = pytest.mark.window

TITLE = "Chequerboard"
SIZES = [(1366, 768), (1920, 1080)]


@pytest.fixture
def demo(display: str) -> Iterator[Program]:
    with Program.python(["-m", "tests.hosts.stub"], display, "Chequerboard") as program:
        yield program.drawn()


def expected(machine: StubMachine, size: tuple[int, int]) -> bytes:
    """Return the expected picture of the window at a whole scale."""
    box = fit(size, (machine.width, machine.height), whole=True)
    picture = Image.new("RGB", size)
    screen = to_image(machine.frame()).convert("RGB")
    zoomed = screen.resize((box.across, box.down), Image.Resampling.NEAREST)
    picture.paste(zoomed, (box.left, box.top))
    return picture.tobytes()


def test_the_pointer_is_mapped_to_gem_pixels(demo: Program) -> None:
    demo.move(101, 55)
    demo.until("to 50 27")
    demo.resize(1400, 905)
    demo.move(60 + 2 * 639 + 1, 52 + 2 * 399 + 1)
    demo.until("to 639 399")
    demo.move(59, 51)
    demo.until("to 0 0")


def test_buttons_and_wheel_arrive_and_the_picture_follows(demo: Program) -> None:
    """Every pixel of the screen is a square of the scale."""
    demo.move(20, 20)
    demo.button(1, True)
    demo.until("button 1 True")
    pressed = StubMachine()
    pressed.mouse_button(1, True)
    assert demo.picture_when(expected(pressed, (1280, 800)), (1280, 800))
    # The middle button has no effect.
    demo.click(20, 20, 2)
    demo.click(20, 20, 3)
    demo.button(1, False)
    lines = [line for line in demo.until("button 1 False") if line.startswith("button 2")]
    assert lines == ["button 2 True", "button 2 False"]
    assert demo.picture_when(expected(StubMachine(), (1280, 800)), (1280, 800))
    for number, steps in ((5, 1), (5, 1), (4, -1)):
        demo.click(21, 21, number)
        assert "to 10 10" in demo.until(f"wheel {steps}")


def test_keys_in_quick_succession_arrive_once_each_in_order(demo: Program) -> None:
    names = ["a", "shift+b", "Return", "KP_Enter", "Left", "Left", "Shift_L", "End", "BackSpace", "Delete", "ctrl+z"]
    names += ["ctrl+c", "alt+a", "KP_7", "F10", "shift+F10", "F12", "Tab", "shift+Tab", "space"]
    words = "1E61 3042 1C0D 720D 4B00 4B00 6100 0E08 537F 6100 2E03 1E00 6737 4400 5D00 6100 0F09 0F09 3920"
    demo.keys(*names * 4, "Escape", delay=1)
    typed = [line.split()[1] for line in demo.until("key 011B 0") if line.startswith("key")]
    assert typed == words.split() * 4
    assert demo.wait() == 0


@pytest.fixture
def layout(display: str) -> Iterator[Callable[..., None]]:
    """Set one or several keyboard layouts. (xdotool types a missing key with a temporary key.)"""
    environment = {**os.environ, "DISPLAY": display}

    def choose(*options: str) -> None:
        subprocess.run(["setxkbmap", *options], env=environment, check=True)

    yield choose
    choose("us")


def test_the_hosts_layout_says_what_the_keys_type(demo: Program, layout: Callable[..., None]) -> None:
    layout("de")
    demo.keys("z", "y", "udiaeresis", "ssharp", "shift+7", "Escape")
    typed = [line.split()[1] for line in demo.until("key 011B 0") if line.startswith("key")]
    assert typed == ["2C7A", "1579", "1A81", "0C9E", "352F"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("fr", "1117 1E01 1000"),
        # no Latin letters: as on a US keyboard, or as another layout has them
        ("ru", "6100 1011 1E00"),
        ("ru,de", "1519 1011 1E00"),
    ],
)
def test_commands_follow_the_letters_of_the_layout(
    demo: Program, layout: Callable[..., None], name: str, words: str
) -> None:
    """The keys at the places of Z, Q and A on a US keyboard, twice with Control and once with Alternate."""
    layout(name)
    # Key codes, because xdotool would use another layout for a name.
    for shift, code in (("37", "52"), ("37", "24"), ("64", "38")):
        demo.hold(shift)
        demo.keys(code)
        demo.let_go(shift)
    demo.keys("Escape")
    typed = [line.split()[1] for line in demo.until("key 011B 0") if line.startswith("key")]
    assert typed == words.split()


def test_a_held_button_has_no_effect_when_the_focus_is_lost(demo: Program) -> None:
    demo.move(20, 20)
    demo.button(1, True)
    demo.until("button 1 True")
    demo.unfocus()
    demo.until("taken")
    demo.button(1, False)
    demo.click(20, 20)
    assert not [line for line in demo.until("button 1 True") if line.startswith("button")]


def test_an_error_of_the_program_comes_out_of_the_window(demo: Program) -> None:
    demo.keys("F2")
    demo.until("RuntimeError: the program broke")
    assert demo.wait() == 1


def test_at_rest_the_window_uses_no_processor_time(demo: Program) -> None:
    assert demo.picture_when(expected(StubMachine(), (1280, 800)), (1280, 800))
    demo.keys("F1")
    demo.until("rang")
    time.sleep(0.5)
    demo.idle(3)


def test_on_the_tube_lines_have_gaps_and_paper_glows_into_ink() -> None:
    """Every pixel keeps its place and colour, and the picture does not move."""
    machine, scale = StubMachine(), 3
    size = machine.width * scale, machine.height * scale
    with shown((2000, 1300), f"scale={scale}", "tube=yes") as demo:
        assert demo.has_size(TITLE, size)
        wanted = to_image(machine.frame()).convert("L").resize(size, Image.Resampling.NEAREST)

        def drawn() -> Image.Image:
            return demo.picture().convert("L")

        def is_wanted() -> bool:
            return drawn().point(lambda grey: 255 * (grey > 127)).tobytes() == wanted.tobytes()

        wait_for(is_wanted, "the pixels are others")
        picture = drawn()
        paper = [grey for grey, there in zip(picture.tobytes(), wanted.tobytes(), strict=True) if there]
        ink = [grey for grey, there in zip(picture.tobytes(), wanted.tobytes(), strict=True) if not there]
        assert 195 < min(paper) < 235, "the gaps are faint"
        assert max(paper) > 245, "the lines are not"
        assert 20 < max(ink) < 80, "paper glows into the ink beside it"
        assert min(ink) == 0, "and no further"
        x, y = next((x, y) for y in range(60, 400) for x in range(60, 600) if is_plain(machine, x, y))
        column = list(picture.crop((x * scale + 1, y * scale, x * scale + 2, (y + 2) * scale)).tobytes())
        assert column[0] == column[2] < column[1], "each line is brightest in its middle"
        assert column[:scale] == column[scale:], "all lines are alike"
        demo.idle(1)
        assert drawn().tobytes() == picture.tobytes()


def test_on_the_tube_lines_are_even_below_scale_3() -> None:
    """Gaps between the screen's lines would be uneven at fractions. They are half as deep as at scale 3."""
    machine = StubMachine()
    x = next(x for x in range(60, 600) if is_plain(machine, x, 60))
    plain = [y for y in range(60, 380) if is_plain(machine, x, y)]
    with shown((1500, 1000), "scale=auto", "tube=yes") as demo:
        for size in ((1100, 690), (1280, 800)):
            scale = size[0] / 640
            demo.resize(*size)
            assert demo.has_size(TITLE, size)
            # Rows far from ink, two together.
            rows = [*chain(*(range(ceil(y * scale), int((y + 2) * scale) - 1) for y in plain))]
            wait_for(partial(has_even_lines, demo, round((x + 0.5) * scale), rows), f"the lines are uneven at {size}")


def has_even_lines(demo: Program, x: int, rows: Sequence[int]) -> bool:
    picture = demo.picture().convert("L")
    column = picture.crop((x, 0, x + 1, picture.height)).tobytes()
    pairs = {(max(column[y : y + 2]), min(column[y : y + 2])) for y in rows}
    return len(pairs) == 1 and all(225 < dark < 243 < bright for bright, dark in pairs)


def is_plain(machine: StubMachine, x: int, y: int) -> bool:
    """Return whether a pixel is surrounded by paper."""
    return not any(machine.frame().get_pixel(x + dx, y + dy) for dx in range(-2, 3) for dy in range(-2, 4))


@pytest.mark.parametrize(
    ("held", "words", "let_go"),
    [
        ("a", "1E61 0", "a"),
        ("Control_L z", "6100 4", "Control_L"),
        # It is released under another name.
        ("Shift_L Tab", "0F09 2", "Shift_L Tab"),
    ],
)
def test_a_held_key_repeats_until_it_is_released(demo: Program, held: str, words: str, let_go: str) -> None:
    for name in held.split():
        demo.hold(name)
    for _ in range(6):
        demo.until(f"key {words}")
    for name in let_go.split():
        demo.let_go(name)
    # Events arrive in order: this one after the release.
    demo.move(101, 55)
    demo.until("to 50 27")
    assert_no_key_follows(demo)


def assert_no_key_follows(demo: Program) -> None:
    # Longer than the delay of the host's key repeat, and than our repeat interval.
    time.sleep(1)
    demo.keys("F10")
    assert not [line for line in demo.until("key 4400 0") if line.startswith("key")]


def test_a_key_works_after_a_release_in_another_window(demo: Program) -> None:
    # Without the focus the window still gets keys while the pointer is over it.
    demo.move(1500, 900)
    demo.hold("Shift_L")
    demo.hold("F5")
    demo.until("key 5800 2")
    demo.unfocus()
    demo.until("shift 0")
    demo.let_go("F5")
    demo.let_go("Shift_L")
    assert demo.has_size("Chequerboard", (1280, 800))
    assert_no_key_follows(demo)
    demo.keys("F5")
    demo.until("key 3F00 0")


def test_an_inaudible_bell_inverts_the_picture_for_a_moment(display: str) -> None:
    deaf = {"PULSE_SERVER": "unix:/nowhere"}
    normal, inverted = StubMachine(), StubMachine()
    inverted.mouse_button(1, True)
    size = (1280, 800)
    with Program.python(["-m", "tests.hosts.stub", "mute=no", "flash=2"], display, "Chequerboard", deaf) as demo:
        assert demo.picture_when(expected(normal, size), size)
        demo.keys("F1")
        assert demo.picture_when(expected(inverted, size), size)
        assert demo.picture_when(expected(normal, size), size)
        demo.keys("Escape")
        assert demo.wait() == 0
        assert [line for line in demo.rest() if not line.startswith(("to", "key", "rang", "placed"))] == []


def test_a_size_forced_by_the_window_manager_is_drawn_at_once() -> None:
    with shown((1600, 1100), "scale=1", maximised=True) as demo:
        assert demo.picture_when(expected(StubMachine(), (1600, 1100)), (1600, 1100))


def test_a_minimised_window_can_be_closed() -> None:
    with shown((1600, 1000)) as demo:
        demo.minimise()
        demo.close()
        demo.until("quit")
        assert demo.wait() == 0


@pytest.mark.parametrize(("way", "status"), [("closer", 0), ("moved", 0), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_window_that_hangs_ends_soon_after_a_request(demo: Program, way: str, status: int) -> None:
    demo.keys("F3")
    demo.until("key 3D00 0")
    if way == "moved":
        # More events than the connection holds.
        demo.move(600, 400)
        for _ in range(40):
            demo.jiggle(100)
    if status:
        wait_for(lambda: catches_interrupts(demo.process.pid, signal.Signals[way]), "the signal is not heard")
        demo.process.send_signal(signal.Signals[way])
    else:
        demo.close()
    begun = time.monotonic()
    assert demo.wait() == status
    # After 0.4 s; a busy computer may be late.
    assert time.monotonic() - begun < 5


def test_the_window_manager_can_notice_a_hang(demo: Program) -> None:
    assert demo.property("_NET_WM_PID") == f"_NET_WM_PID(CARDINAL) = {demo.process.pid}\n"
    assert "_NET_WM_PING" in demo.property("WM_PROTOCOLS")
    assert socket.gethostname() in demo.property("WM_CLIENT_MACHINE")
    assert demo.answers_ping()
    demo.keys("F3")
    demo.until("key 3D00 0")
    assert not demo.answers_ping()


def test_a_display_that_goes_away_is_reported_in_one_line() -> None:
    with xvfb() as display:
        demo = Program.python(["-m", "gemport", "--scale", "1"], display, "VIERFREI")
    with demo:
        assert demo.wait() == 2
        assert demo.rest() == [f"gemport: the display {display} has gone away"]


def test_the_window_opens_on_the_screen_that_display_names() -> None:
    size = (1280, 800)
    with xvfb(screens=2) as display, Program.python(["-m", "tests.hosts.stub"], f"{display}.1", "Cheq") as demo:
        assert demo.picture_when(expected(StubMachine(), size), size)
        demo.move(101, 55)
        demo.until("to 50 27")


def test_a_display_that_does_not_answer_is_named() -> None:
    command = [sys.executable, "-m", "gemport"]
    result = subprocess.run(command, cwd=ROOT, env={"DISPLAY": ":4711"}, capture_output=True, text=True)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert "no display answers at :4711" in result.stderr


@contextmanager
def shown(size: tuple[int, int], *options: str, frames: bool = False, maximised: bool = False) -> Iterator[Program]:
    """Show the stub's window on a display of this size."""
    need_display()
    with xvfb(*size) as display, window_manager(display, frames, maximised):
        # The pointer out of the way.
        corner = [str(length - 1) for length in size]
        subprocess.run(["xdotool", "mousemove", *corner], env={**os.environ, "DISPLAY": display}, check=True)
        with Program.python(["-m", "tests.hosts.stub", *options], display, TITLE) as program:
            yield program.drawn()


def grows_to(program: Program, size: tuple[int, int]) -> None:
    """Wait until the window has a size; the manager gives it the keyboard."""
    wait_for(lambda: program.geometry()[2:] == size, f"the window does not become {size}")


LAPTOP, DESK = SIZES


@pytest.mark.parametrize(
    ("display", "options", "acts"),
    [
        # as large as fits; a resized window and full screen are filled
        (LAPTOP, "scale=auto", "1165x728 full 1366x768 full 1165x728 >701x680 701x680 + 1366x768 - 701x680"),
        # requested whole scales stay whole
        ((1600, 1000), "", "1280x800! >1400x905 1400x905! >641x403 641x403! full 1600x1000! full 641x403!"),
        # a saved scale that does not fit; a screen larger than the display's
        (DESK, "scale=5", "1280x800! full 1920x1080"),
        (LAPTOP, "scale=auto screen=1280,960", "971x728 full 1366x768"),
        # smaller pixels do not fit the lines of the tube
        (LAPTOP, "scale=1 full=yes tube=yes", "1366x768! full 640x400! >1000x700 1000x700!"),
    ],
)
def test_the_screen_fits_every_size_of_the_window(display: tuple[int, int], options: str, acts: str) -> None:
    """``full`` enters full screen or leaves it, ``>`` resizes, ``+`` maximises; a size is expected, ``!`` whole."""
    machine = StubMachine(1280, 960) if "screen=" in options else StubMachine()
    with shown(display, *options.split()) as demo:
        for act in acts.split():
            if act == "full":
                demo.keys("alt+Return")
            elif act in "+-":
                demo.maximise(act == "+")
            elif act[0] == ">":
                across, down = map(int, act[1:].split("x"))
                demo.resize(across, down)
            else:
                across, down = map(int, act.rstrip("!").split("x"))
                assert demo.has_size(TITLE, (across, down)), act
                assert is_exact(demo, machine, (across, down), whole=act.endswith("!")), act


def test_full_screen_neither_moves_nor_grabs_the_pointer() -> None:
    """It was moved into a corner and grabbed forever: a menu of the window manager got AlreadyGrabbed."""
    with shown(SIZES[0], "scale=fit") as demo:
        demo.keys("alt+Return")
        assert demo.has_size(TITLE, SIZES[0])
        demo.drawn()
        assert (demo.pointer(), demo.pointer_is_free()) == ((800, 500), True)
        demo.move(68, 0)
        demo.until("to 0 0")
        assert (demo.pointer(), demo.pointer_is_free()) == ((68, 0), True)


def test_a_window_opens_where_it_was_left() -> None:
    with shown(SIZES[1], "scale=auto", "size=900,700", "place=333,222", frames=True) as demo:
        grows_to(demo, (900, 700))
        wait_for(lambda: demo.inside() == (333, 222), "the window is not where it was left")
        demo.keys("alt+Return")
        assert demo.has_size(TITLE, SIZES[1])
        demo.keys("alt+Return")
        assert demo.has_size(TITLE, (900, 700))
        wait_for(lambda: demo.inside() == (333, 222), "the window does not come back to where it was")
        demo.close()
        demo.until("placed (900, 700) (333, 222) False False")


def test_the_icon_stays_when_full_screen_is_entered_and_left() -> None:
    with shown(SIZES[0], "scale=1") as demo:
        for size in [(640, 400), SIZES[0]] * 2:
            assert demo.has_size(TITLE, size)
            # xprop draws it in the 32 columns of the larger picture.
            wait_for(lambda: "Icon (32 x 32)" in demo.property("_NET_WM_ICON"), f"no icon at {size}")
            demo.keys("alt+Return")


def test_a_refused_window_is_reported_in_one_line() -> None:
    """A screen of 15 bits has no visual for OpenGL: pyglet waited forever for the window to appear."""
    need_display()
    with xvfb(800, 600, depth=15) as display:
        command = [sys.executable, "-m", "gemport", "freecell", "1"]
        environment = {**os.environ, "DISPLAY": display}
        result = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=20)
    assert result.returncode == 2
    assert re.fullmatch(r"gemport: no window can be opened.*15 bits per pixel.*\n", result.stderr)


def test_without_randr_the_x_screen_is_the_monitor() -> None:
    need_display()
    command = ["-m", "tests.hosts.stub", "scale=1", "full=yes"]
    with xvfb(1280, 800, "-extension", "RANDR") as display, Program.python(command, display, TITLE) as demo:
        assert demo.has_size(TITLE, (1280, 800))
        demo.drawn()


def test_full_screen_shows_for_a_moment_how_to_leave_it() -> None:
    with shown(SIZES[0], "scale=fit", "hint=2", "full=yes", "explain=yes") as demo:
        assert demo.has_size(TITLE, SIZES[0])
        low = (400, 640, 966, 740)
        picture = hint_shown(demo, low)
        assert picture.crop((400, 0, 800, 400)).getcolors(1) is None, "the hint hides the screen"
        wait_for(lambda: not has_box(demo.picture().crop(low)), "the hint stays")
        assert is_exact(demo, StubMachine(), SIZES[0])
        demo.keys("alt+Return")
        assert demo.has_size(TITLE, (1165, 728))
        demo.keys("alt+Return")
        assert demo.has_size(TITLE, SIZES[0])
        hint_shown(demo, low)


def hint_shown(demo: Program, part: tuple[int, int, int, int]) -> Image.Image:
    pictures: list[Image.Image] = []

    def has_hint() -> bool:
        pictures.append(demo.picture())
        return has_box(pictures[-1].crop(part))

    wait_for(has_hint, "the hint is not shown")
    return pictures[-1]


def has_box(picture: Image.Image) -> bool:
    """Return whether there is a line of text on paper: a long run of pure white, unlike the chequerboard."""
    rows = picture.convert("L").tobytes()
    return any(b"\xff" * 200 in rows[y * picture.width : (y + 1) * picture.width] for y in range(picture.height))

"""The window, seen from outside: a program in a process and on a display of its own, also with a window manager."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from PIL import Image

from gemport.hosts.desktop.geometry import fit
from gemport.hosts.pictures import to_image
from tests.hosts.stub import StubMachine
from tests.hosts.xvfb import Program, is_exact, wait_for, window_manager, xvfb
from tests.needs import need_display, need_programs
from tests.places import ROOT

pytestmark = pytest.mark.window

TITLE = "Chequerboard"
SIZES = [(1366, 768), (1920, 1080)]


@pytest.fixture
def demo(display: str) -> Iterator[Program]:
    with Program.python(["-m", "tests.hosts.stub"], display, "Chequerboard") as program:
        yield program.drawn()


def expected(machine: StubMachine, size: tuple[int, int]) -> bytes:
    """The window's picture at a whole scale."""
    box = fit(size, (machine.width, machine.height), whole=True)
    picture = Image.new("RGB", size)
    screen = to_image(machine.frame()).convert("RGB")
    zoomed = screen.resize((box.across, box.down), Image.Resampling.NEAREST)
    picture.paste(zoomed, (box.left, box.top))
    return picture.tobytes()


def test_every_pixel_of_the_screen_is_a_square_of_the_scale(demo: Program) -> None:
    assert demo.geometry()[2:] == (1280, 800)
    assert demo.picture_when(expected(StubMachine(), (1280, 800)), (1280, 800))


@pytest.mark.parametrize("size", [(1400, 905), (641, 403), (1283, 801)])
def test_a_resized_window_centres_the_screen_on_black(demo: Program, size: tuple[int, int]) -> None:
    demo.resize(*size)
    assert demo.picture_when(expected(StubMachine(), size), size)


def test_the_pointer_is_mapped_to_gem_pixels_after_a_resize_too(demo: Program) -> None:
    demo.move(101, 55)
    demo.until("to 50 27")
    demo.resize(1400, 905)
    demo.move(60 + 2 * 639 + 1, 52 + 2 * 399 + 1)
    demo.until("to 639 399")
    demo.move(59, 51)
    demo.until("to 0 0")


def test_buttons_reach_the_gem_and_the_picture_follows(demo: Program) -> None:
    demo.move(20, 20)
    demo.button(1, True)
    demo.until("button 1 True")
    pressed = StubMachine()
    pressed.mouse_button(1, True)
    assert demo.picture_when(expected(pressed, (1280, 800)), (1280, 800))
    demo.button(3, True)
    demo.button(3, False)
    demo.button(1, False)
    assert "button 2 True" in demo.until("button 1 False")
    assert demo.picture_when(expected(StubMachine(), (1280, 800)), (1280, 800))


def test_the_wheel_arrives_in_whole_steps(demo: Program) -> None:
    for number, steps in ((5, 1), (5, 1), (4, -1)):
        demo.click(21, 21, number)
        assert "to 10 10" in demo.until(f"wheel {steps}")


def test_the_middle_button_does_nothing(demo: Program) -> None:
    demo.click(20, 20, 2)
    demo.click(20, 20, 3)
    assert not [line for line in demo.until("button 2 True") if line.startswith("button")]


def test_keys_arrive_once_each_in_the_order_typed(demo: Program) -> None:
    demo.keys("a", "shift+b", "Return", "KP_Enter", "Left", "Left", "Shift_L", "End", "BackSpace")
    demo.keys("Delete", "ctrl+z", "ctrl+c", "alt+a", "KP_7", "F10", "shift+F10", "Tab", "space", "Escape")
    typed = [line.split()[1] for line in demo.until("key 011B 0") if line.startswith("key")]
    assert " ".join(typed) == ("1E61 3042 1C0D 720D 4B00 4B00 6100 0E08 537F 6100 2E03 1E00 6737 4400 5D00 0F09 3920")
    assert demo.wait() == 0


@pytest.fixture
def german(display: str) -> Iterator[None]:
    """A German keyboard. (A key that no layout has is typed by one that exists for a moment only.)"""
    environment = {**os.environ, "DISPLAY": display}
    subprocess.run(["setxkbmap", "de"], env=environment, check=True)
    yield
    subprocess.run(["setxkbmap", "us"], env=environment, check=True)


@pytest.mark.usefixtures("german")
def test_the_hosts_layout_says_what_the_keys_type(demo: Program) -> None:
    demo.keys("z", "y", "udiaeresis", "ssharp", "shift+7", "Escape")
    typed = [line.split()[1] for line in demo.until("key 011B 0") if line.startswith("key")]
    assert typed == ["2C7A", "1579", "1A81", "0C9E", "352F"]


def test_time_passes_for_what_the_gem_waits_for(demo: Program) -> None:
    demo.keys("F1")
    demo.until("rang")


def test_a_button_held_is_released_when_another_window_gets_the_keyboard(demo: Program) -> None:
    demo.move(20, 20)
    demo.button(1, True)
    demo.until("button 1 True")
    demo.unfocus()
    demo.until("button 1 False")
    demo.button(1, False)
    demo.click(20, 20)
    assert not [line for line in demo.until("button 1 True") if line.startswith("button")]


def test_the_hosts_closer_asks_the_program_to_end(demo: Program) -> None:
    demo.close()
    demo.until("quit")
    assert demo.wait() == 0


def test_an_error_of_the_program_comes_out_of_the_window(demo: Program) -> None:
    demo.keys("F2")
    demo.until("RuntimeError: the program broke")
    assert demo.wait() == 1


def test_alt_return_fills_the_screen_and_gives_it_back(demo: Program) -> None:
    for size in ((1280, 800), (1600, 1000), (1280, 800)):
        assert demo.has_size("Chequerboard", size)
        assert demo.picture_when(expected(StubMachine(), size), size)
        demo.keys("alt+Return")
    assert demo.has_size("Chequerboard", (1600, 1000))
    demo.keys("a")
    assert not [line for line in demo.until("key 1E61 0") if line.startswith("key")]


def test_at_rest_the_window_uses_no_processor_time(demo: Program) -> None:
    assert demo.picture_when(expected(StubMachine(), (1280, 800)), (1280, 800))
    demo.keys("F1")
    demo.until("rang")
    time.sleep(0.5)
    before = demo.cpu_seconds()
    time.sleep(3)
    # One tick of the kernel's accounting is as good as none.
    assert demo.cpu_seconds() - before <= 0.01


def test_on_the_tube_lines_have_gaps_and_paper_glows_into_ink() -> None:
    """Every pixel keeps its place and its colour all the same, and the picture stands still."""
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
        before = demo.cpu_seconds()
        time.sleep(3)
        assert demo.cpu_seconds() - before <= 0.01
        assert drawn().tobytes() == picture.tobytes()


def is_plain(machine: StubMachine, x: int, y: int) -> bool:
    """Return whether a pixel has nothing but paper around it."""
    return not any(machine.frame().get_pixel(x + dx, y + dy) for dx in range(-2, 3) for dy in range(-2, 4))


def test_smaller_pixels_have_no_room_for_the_lines_of_the_tube() -> None:
    with shown((1400, 900), "scale=2", "tube=yes") as demo:
        assert is_exact(demo, StubMachine(), (1280, 800), whole=True)


@pytest.mark.parametrize("name", ["F12", "End", "Left", "F5", "Return", "a"])
def test_a_held_key_comes_again_until_it_is_let_go(demo: Program, name: str) -> None:
    word = {"F12": "6100", "End": "6100", "Left": "4B00", "F5": "3F00", "Return": "1C0D", "a": "1E61"}[name]
    demo.hold(name)
    for _ in range(6):
        demo.until(f"key {word} 0")
    demo.let_go(name)
    # Events come in their order: this one after the release.
    demo.move(101, 55)
    demo.until("to 50 27")
    assert_no_key_follows(demo)


def test_held_control_z_comes_again_until_either_key_is_let_go(demo: Program) -> None:
    demo.hold("Control_L")
    demo.hold("z")
    for _ in range(6):
        demo.until("key 6100 4")
    demo.let_go("Control_L")
    demo.until("shift 0")
    assert_no_key_follows(demo)


def test_alternate_with_insert_and_home_holds_the_buttons_until_a_key_goes_up(demo: Program) -> None:
    for first_up, other in (("Insert", "Alt_L"), ("Alt_L", "Insert")):
        demo.hold("Alt_L")
        demo.hold("Insert")
        demo.until("button 1 True")
        # The box is dragged.
        demo.hold("Right")
        for _ in range(3):
            demo.until("key 4D00 8")
        demo.let_go("Right")
        demo.let_go(first_up)
        demo.until("button 1 False")
        demo.let_go(other)
    demo.keys("alt+Home")
    demo.until("button 2 True")
    demo.until("button 2 False")
    assert_no_key_follows(demo)


def assert_no_key_follows(demo: Program) -> None:
    # Longer than the host's own repetition takes to begin, and ours from one key to the next.
    time.sleep(1)
    demo.keys("F10")
    assert not [line for line in demo.until("key 4400 0") if line.startswith("key")]


def test_keys_in_quick_succession_all_arrive(demo: Program) -> None:
    names = ["F12", "a", "ctrl+z", "Left", "Return", "shift+Tab"] * 8
    demo.keys(*names, "F10", delay=1)
    words = [line.split()[1] for line in demo.until("key 4400 0") if line.startswith("key")]
    assert words == ["6100", "1E61", "6100", "4B00", "1C0D", "0F09"] * 8


def test_a_key_is_heard_again_though_its_release_was_not(demo: Program) -> None:
    # Without the keyboard the window still gets the keys under whose pointer it is.
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


def test_a_key_is_heard_again_though_it_went_up_under_another_name(demo: Program) -> None:
    for _ in range(2):
        demo.hold("Shift_L")
        demo.hold("Tab")
        demo.until("key 0F09 2")
        demo.let_go("Shift_L")
        demo.let_go("Tab")
        demo.until("shift 0")


def test_a_bell_that_cannot_be_heard_inverts_the_picture_for_a_moment(display: str) -> None:
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


def test_a_size_that_the_window_manager_forces_upon_the_window_is_drawn_right_at_once() -> None:
    with xvfb(1600, 1100) as display, window_manager(display, maximised=True):
        # The pointer out of the way: nothing else must make the window draw again.
        subprocess.run(["xdotool", "mousemove", "1599", "1099"], env={**os.environ, "DISPLAY": display}, check=True)
        with Program.python(["-m", "tests.hosts.stub", "scale=1"], display, "Chequerboard") as demo:
            size = demo.geometry()[2:]
            assert size == (1600, 1100)
            assert demo.picture_when(expected(StubMachine(), size), size)


def test_a_minimised_window_is_closed_like_any_other() -> None:
    command = ["-m", "tests.hosts.stub"]
    with xvfb() as display, window_manager(display), Program.python(command, display, "Chequerboard") as demo:
        assert demo.picture_when(expected(StubMachine(), (1280, 800)), (1280, 800))
        demo.minimise()
        demo.close()
        demo.until("quit")
        assert demo.wait() == 0


def test_a_display_that_goes_away_is_said_in_one_line() -> None:
    with xvfb() as display:
        demo = Program.python(["-m", "gemport", "--scale", "1"], display, "VIERFREI")
    with demo:
        assert demo.wait() == 2
        assert demo.rest() == [f"gemport: the display {display} has gone away"]


def test_the_screen_that_the_display_names_is_the_one_that_is_used() -> None:
    size = (1280, 800)
    with xvfb(screens=2) as display, Program.python(["-m", "tests.hosts.stub"], f"{display}.1", "Cheq") as demo:
        assert demo.picture_when(expected(StubMachine(), size), size)
        demo.move(101, 55)
        demo.until("to 50 27")


@pytest.mark.parametrize(("display", "reason"), [("", "DISPLAY is not set"), (":4711", "no display answers at :4711")])
def test_without_a_display_one_line_says_what_to_do(display: str, reason: str) -> None:
    command = [sys.executable, "-m", "gemport"]
    result = subprocess.run(command, cwd=ROOT, env={"DISPLAY": display}, capture_output=True, text=True)
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert reason in result.stderr
    assert "--screenshot FILE" in result.stderr


@contextmanager
def shown(size: tuple[int, int], *options: str, frames: bool = False) -> Iterator[Program]:
    """The stub's window on a display of this size."""
    need_display()
    with ExitStack() as stack:
        display = stack.enter_context(xvfb(*size))
        stack.enter_context(window_manager(display, frames=frames))
        # The pointer out of the way.
        corner = [str(length - 1) for length in size]
        subprocess.run(["xdotool", "mousemove", *corner], env={**os.environ, "DISPLAY": display}, check=True)
        command = ["-m", "tests.hosts.stub", *options]
        yield stack.enter_context(Program.python(command, display, TITLE)).drawn()


def grows_to(program: Program, size: tuple[int, int]) -> None:
    """Wait until the window has a size; the manager gives it the keyboard."""
    wait_for(lambda: program.geometry()[2:] == size, f"the window does not become {size}")


@pytest.mark.parametrize("size", SIZES)
def test_full_screen_fills_the_screen_exactly_and_gives_it_back(size: tuple[int, int]) -> None:
    with shown(size, "scale=auto") as demo:
        window = demo.geometry()[2:]
        demo.keys("alt+Return")
        assert demo.has_size(TITLE, size)
        assert is_exact(demo, StubMachine(), size)
        demo.keys("alt+Return")
        assert demo.has_size(TITLE, window)
        assert is_exact(demo, StubMachine(), window)


@pytest.mark.parametrize("entered", [False, True], ids=["from the start", "entered"])
def test_full_screen_leaves_the_pointer_where_it_is_and_to_everybody(entered: bool) -> None:
    """It was put into a corner, and grabbed for good: a menu of the window manager's had AlreadyGrabbed."""
    with shown(SIZES[0], "scale=fit", *([] if entered else ["full=yes"])) as demo:
        if entered:
            demo.keys("alt+Return")
        assert demo.has_size(TITLE, SIZES[0])
        demo.drawn()
        assert (demo.pointer(), demo.pointer_is_free()) == ((800, 500), True)
        demo.move(68, 0)
        demo.until("to 0 0")
        assert (demo.pointer(), demo.pointer_is_free()) == ((68, 0), True)


@pytest.mark.parametrize("size", SIZES)
def test_whole_numbers_stay_whole_in_full_screen_where_they_were_asked_for(size: tuple[int, int]) -> None:
    with shown(size, "scale=1", "full=yes") as demo:
        assert demo.has_size(TITLE, size)
        assert is_exact(demo, StubMachine(), size, whole=True)


@pytest.mark.parametrize("size", [(1000, 700), (1281, 761), (650, 768)])
def test_fit_fills_whatever_the_window_becomes(size: tuple[int, int]) -> None:
    with shown(SIZES[0], "scale=fit") as demo:
        demo.resize(*size)
        assert is_exact(demo, StubMachine(), size)


def test_a_window_opens_as_large_as_has_room_and_fills_when_it_is_stretched() -> None:
    for size, opened in ((SIZES[0], (1165, 728)), (SIZES[1], (1280, 800))):
        with shown(size, "scale=auto") as demo:
            assert demo.geometry()[2:] == opened
            assert is_exact(demo, StubMachine(), opened)
            for stretched in ((1000, 700), (701, 680)):
                demo.resize(*stretched)
                assert is_exact(demo, StubMachine(), stretched)
            demo.maximise(True)
            grows_to(demo, size)
            assert is_exact(demo, StubMachine(), size)
            demo.maximise(False)
            grows_to(demo, (701, 680))
            assert is_exact(demo, StubMachine(), (701, 680))


def test_whole_numbers_stay_whole_however_a_window_is_stretched() -> None:
    with shown(SIZES[0], "scale=1") as demo:
        assert demo.geometry()[2:] == (640, 400)
        demo.resize(1000, 700)
        assert is_exact(demo, StubMachine(), (1000, 700), whole=True)


def test_a_window_leaves_panels_their_room() -> None:
    with xvfb(*SIZES[1]) as display:
        numbers = ["-f", "_NET_WORKAREA", "32c", "-set", "_NET_WORKAREA", "0, 30, 1366, 738"]
        need_programs("xprop")
        subprocess.run(["xprop", "-root", *numbers], env={**os.environ, "DISPLAY": display}, check=True)
        with Program.python(["-m", "tests.hosts.stub", "scale=auto"], display, TITLE) as demo:
            assert demo.geometry()[2:] == (1117, 698)


def test_a_screen_larger_than_the_displays_is_shown_whole() -> None:
    machine = StubMachine(1280, 960)
    with shown(SIZES[0], "scale=auto", "screen=1280,960") as demo:
        size = demo.geometry()[2:]
        assert size == (971, 728)
        assert is_exact(demo, machine, size)
        demo.keys("alt+Return")
        assert demo.has_size(TITLE, SIZES[0])
        assert is_exact(demo, machine, SIZES[0])


def test_every_gem_pixel_is_pointed_at_where_it_is_shown() -> None:
    with shown(SIZES[0], "scale=fit", "full=yes") as demo:
        assert demo.has_size(TITLE, SIZES[0])
        box = fit(SIZES[0], (640, 400), whole=False)
        for x, y in ((69, 0), (700, 401), (1296, 767), (333, 222)):
            demo.move(x, y)
            gem_x, gem_y = box.to_gem(x, y)
            assert abs((x - 68 + 0.5) / 1229 * 640 - gem_x - 0.5) <= 0.5
            demo.until(f"to {gem_x} {gem_y}")


@pytest.mark.parametrize("frames", [False, True])
def test_a_window_opens_where_it_was_left(frames: bool) -> None:
    with shown(SIZES[1], "scale=auto", "size=900,700", "place=333,222", frames=frames) as demo:
        grows_to(demo, (900, 700))
        wait_for(lambda: demo.inside() == (333, 222), "the window is not where it was left")
        demo.keys("alt+Return")
        assert demo.has_size(TITLE, SIZES[1])
        demo.keys("alt+Return")
        assert demo.has_size(TITLE, (900, 700))
        wait_for(lambda: demo.inside() == (333, 222), "the window does not come back to where it was")
        demo.close()
        demo.until("placed (900, 700) (333, 222) False False")


@pytest.mark.parametrize("options", [[], ["full=yes"]])
def test_the_icon_stays_when_full_screen_is_entered_and_left(options: list[str]) -> None:
    with shown(SIZES[0], "scale=1", *options) as demo:
        for size in [(640, 400), SIZES[0]] * 2 if not options else [SIZES[0], (640, 400)] * 2:
            assert demo.has_size(TITLE, size)
            # xprop draws it, in the 32 columns of the larger picture.
            wait_for(lambda: "Icon (32 x 32)" in demo.property("_NET_WM_ICON"), f"no icon at {size}")
            demo.keys("alt+Return")


def test_a_place_off_all_screens_is_not_used() -> None:
    with shown(SIZES[0], "scale=auto", "place=5000,100") as demo:
        left, top, width, height = demo.geometry()
        assert 0 <= left <= SIZES[0][0] - width
        assert 0 <= top <= SIZES[0][1] - height


def test_a_maximised_window_opens_maximised() -> None:
    with shown(SIZES[0], "scale=auto", "size=700,500", "place=40,50", "maximised=yes") as demo:
        grows_to(demo, SIZES[0])
        assert is_exact(demo, StubMachine(), SIZES[0])
        demo.close()
        demo.until("placed (700, 500) (40, 50) True False")


def test_a_scale_without_room_is_refused_before_a_window_is_there() -> None:
    need_display()
    for arguments in (["--scale", "82"], ["--screen", "8192x8192", "--scale", "4"]):
        with xvfb(*SIZES[0]) as display:
            command = [sys.executable, "-m", "gemport", "freecell", "1", *arguments]
            result = subprocess.run(command, env={**os.environ, "DISPLAY": display}, capture_output=True, text=True)
        assert (result.returncode, result.stdout) == (2, "")
        assert re.fullmatch(r"gemport: a scale of .* pixels, and the display has 1366x768: .*\n", result.stderr)


def test_a_remembered_scale_without_room_is_reduced() -> None:
    with shown(SIZES[1], "scale=5") as demo:
        assert demo.geometry()[2:] == (1280, 800)


@pytest.mark.parametrize("size", SIZES)
def test_a_remembered_scale_without_room_leaves_full_screen_filled(size: tuple[int, int]) -> None:
    with shown(size, "scale=5", "full=yes") as demo:
        assert demo.has_size(TITLE, size)
        assert is_exact(demo, StubMachine(), size)


def test_full_screen_says_how_it_is_left_and_the_hint_goes_by_itself() -> None:
    with shown(SIZES[0], "scale=fit", "hint=2", "full=yes", "explain=yes") as demo:
        assert demo.has_size(TITLE, SIZES[0])
        low = (400, 640, 966, 740)
        wait_for(lambda: has_box(demo.picture().crop(low)), "the hint is not shown")
        wait_for(lambda: not has_box(demo.picture().crop(low)), "the hint stays")
        assert is_exact(demo, StubMachine(), SIZES[0])
        demo.keys("alt+Return")
        assert demo.has_size(TITLE, (1165, 728))
        demo.keys("alt+Return")
        assert demo.has_size(TITLE, SIZES[0])
        wait_for(lambda: has_box(demo.picture().crop(low)), "the hint is not shown again")


def has_box(picture: Image.Image) -> bool:
    """Return whether there is a line of text on paper: a long stretch of pure white, which no chequerboard has."""
    rows = picture.convert("L").tobytes()
    return any(b"\xff" * 200 in rows[y * picture.width : (y + 1) * picture.width] for y in range(picture.height))

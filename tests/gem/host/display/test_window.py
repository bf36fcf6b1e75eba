"""The window, seen from outside: a program in its own process on a display of its own."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from PIL import Image

from gemport.gem.host.display.letterbox import fit
from gemport.gem.host.output.picture import to_image
from tests.gem.host.stub import StubMachine
from tests.gem.host.xvfb import Program
from tests.places import ROOT

pytestmark = pytest.mark.window


@pytest.fixture
def demo(display: str) -> Iterator[Program]:
    with Program.python(["-m", "tests.gem.host.stub"], display, "Chequerboard") as program:
        yield program


def expected(machine: StubMachine, size: tuple[int, int]) -> bytes:
    box = fit(size, (machine.width, machine.height))
    picture = Image.new("RGB", size)
    screen = to_image(machine.frame()).convert("RGB")
    zoomed = screen.resize((machine.width * box.scale, machine.height * box.scale), Image.Resampling.NEAREST)
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


def test_the_middle_button_does_nothing(demo: Program) -> None:
    demo.click(20, 20, 2)
    demo.click(20, 20, 3)
    assert not [line for line in demo.until("button 2 True") if line.startswith("button")]


def test_keys_arrive_once_each_in_the_order_typed(demo: Program) -> None:
    demo.keys("a", "shift+b", "udiaeresis", "Return", "KP_Enter", "Left", "Left", "Shift_L", "End", "BackSpace")
    demo.keys("Delete", "ctrl+z", "ctrl+c", "alt+a", "KP_7", "F10", "shift+F10", "Tab", "space", "Escape")
    typed = [line.split()[1] for line in demo.until("key 011B 0") if line.startswith("key")]
    assert " ".join(typed) == (
        "1E61 3042 1A81 1C0D 720D 4B00 4B00 6100 0E08 537F 6100 2E03 1E00 6737 4400 5D00 0F09 3920"
    )
    assert demo.wait() == 0


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


def test_without_a_display_one_line_says_what_to_do() -> None:
    code = "from tests.gem.host.stub import StubMachine; from gemport.gem.host.display.show import *\n"
    code += "try: run_window(StubMachine(), 'x')\nexcept DisplayError as error: print(error)"
    for display, reason in (("", "DISPLAY is not set"), (":4711", "no window can be opened")):
        command = [sys.executable, "-c", code]
        result = subprocess.run(command, cwd=ROOT, env={"DISPLAY": display}, capture_output=True, text=True)
        assert reason in result.stdout
        assert "--screenshot FILE" in result.stdout
        assert result.stderr == ""

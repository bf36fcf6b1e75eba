"""A machine that draws a chequerboard and logs the host's calls."""

import sys
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import replace
from types import SimpleNamespace

from gemport.gem import GRect, Machine, Raster
from gemport.gem.aes.menu import MenuRow

WIDTH, HEIGHT, FIELD = 640, 400, 8


class StubMachine(Machine):
    """Fields of 8 x 8 pixels; the left button inverts the screen while held, the right button a field in the middle.

    Esc ends, F1 starts a timer that rings after 50 ms, F2 raises an exception, F3 hangs. It has no screen, no
    dispatcher and no program, only the methods that a host calls.
    """

    finished = False
    field = box = None
    slice_over = staticmethod(lambda: False)
    compute = staticmethod(lambda function, *values: function(*values))
    waiting_keys = 0
    digit_row = False
    working = working_behind = False
    double_click, double_click_times = 0, (220,)

    def __init__(self, width: int = WIDTH, height: int = HEIGHT) -> None:
        self.screen = self._raster = Raster(width, height)
        screen = SimpleNamespace(rect=GRect(0, 0, width, height))
        self._libraries = SimpleNamespace(screen=screen)  # type: ignore[assignment]
        self.log: list[tuple[object, ...]] = []
        self.on_bell: Callable[[], None] = lambda: None
        self.on_key: Callable[[], None] = lambda: None
        self.on_input: Callable[..., None] | None = None
        self.bells = 0
        self.clock = 0
        self._due: int | None = None
        self._draw(0)

    @property
    def now(self) -> int:
        return self.clock

    def _draw(self, phase: int) -> None:
        for y in range(self.height):
            row = 0
            for x in range(0, self.width, FIELD):
                ink = (x // FIELD + y // FIELD + phase) % 2
                row = row << FIELD | (0xFF if ink else 0)
            self._raster.rows[y] = row << (self._raster.stride - self.width)
        self._raster.version += 1

    def frame(self, pointer: bool = True) -> Raster:
        return self._raster.copy() if pointer else Raster(self.width, self.height)

    def frame_key(self) -> Hashable:
        return self._raster.version

    def mouse_to(self, x: int, y: int) -> None:
        self._note("to", x, y)

    def mouse_button(self, button: int, down: bool) -> None:
        self._note("button", button, down)
        if button == 1:
            self._draw(int(down))
        else:
            for y in range(self.height // 2, self.height // 2 + FIELD):
                self._raster.rows[y] ^= 0xFF << (self._raster.stride // 2)
            self._raster.version += 1

    def take_mouse(self) -> None:
        self._note("taken")

    def wheel(self, steps: int) -> None:
        self._note("wheel", steps)

    def scrolls(self, x: int, y: int) -> bool:
        return False

    def key(self, word: int, shift: int = 0, repeat: bool = False) -> None:
        self._note("key", f"{word:04X}", shift)
        self.on_key()
        if word == 0x011B:
            self.finished = True
        if word == 0x3B00:
            self._due = self.clock + 50
        if word == 0x3C00:
            raise RuntimeError("the program broke")
        while word == 0x3D00:
            with suppress(BaseException):
                sum(range(100_000))

    def shift(self, bits: int) -> None:
        self._note("shift", bits)

    def advance(self, ms: int) -> None:
        self.clock += ms
        if self._due is not None and self.clock >= self._due:
            self._due = None
            self._note("rang")
            self.bells += 1
            self.on_bell()

    def next_wakeup(self) -> int | None:
        return None if self._due is None else max(self._due - self.clock, 0)

    def settle(self) -> None:
        if self._due is not None:
            self.advance(self._due - self.clock)

    def menu(self) -> Sequence[MenuRow]:
        return ()

    def request_quit(self) -> None:
        self._note("quit")
        self.finished = True

    def _note(self, *what: object) -> None:
        self.log.append(what)


class TellingMachine(StubMachine):
    """A machine that prints each call, one per line, for tests in another process."""

    def _note(self, *what: object) -> None:
        print(*what, file=sys.stdout, flush=True)


if __name__ == "__main__":
    from gemport.cli.terminal import raise_on_interrupt
    from gemport.gem.formats.fnt import read_fnt
    from gemport.hosts.desktop import run_window, window
    from gemport.hosts.desktop.shifter import hint_picture
    from gemport.hosts.window_controls import WindowControls
    from gemport.settings import BellMode, Colours, Placement, Settings
    from tests.places import DATA

    options = dict(argument.split("=") for argument in sys.argv[1:])
    window.FLASH_SECONDS = float(options.get("flash", window.FLASH_SECONDS))
    window.HINT_SECONDS = float(options.get("hint", window.HINT_SECONDS))
    scale = options.get("scale", "2")

    def pair(name: str) -> tuple[int, int] | None:
        first, comma, second = options.get(name, "").partition(",")
        return (int(first), int(second)) if comma else None

    settings = Settings(
        scale="fit" if scale == "fit" else int(scale) if scale.isdigit() else None,
        fullscreen="full" in options,
        tube="tube" in options,
        ring=BellMode.TONE if options.get("mute") == "no" else BellMode.OFF,
    )
    placement = Placement(pair("size"), pair("place"))
    font = read_fnt((DATA / "system/8x16.fnt").read_bytes())
    hint = (lambda: hint_picture("Alt+Return leaves full screen", font)) if "hint" in options else None
    controls = WindowControls(settings, placement, explain="explain" in options, hint=hint)

    class ChoosingMachine(TellingMachine):
        """A machine with keys for the scale, the tube and the colours: 1, 2, 3, f, t, c."""

        def key(self, word: int, shift: int = 0, repeat: bool = False) -> None:
            super().key(word, shift, repeat)
            now, letter = controls.settings, chr(word & 0xFF)
            if letter in "123f":
                controls.change(replace(now, scale="fit" if letter == "f" else int(letter)))
            elif letter == "t":
                controls.change(replace(now, tube=not now.tube))
            elif letter == "c":
                both = [Colours.BLACK_ON_WHITE, Colours.WHITE_ON_BLACK]
                controls.change(replace(now, colours=both[now.colours is both[0]]))

    machine = ChoosingMachine(*pair("screen") or (WIDTH, HEIGHT))
    run_window(machine, "Chequerboard", controls=controls, on_shown=raise_on_interrupt)
    placed = controls.placement
    print("placed", placed.size, placed.place, placed.maximised, controls.settings.fullscreen, flush=True)

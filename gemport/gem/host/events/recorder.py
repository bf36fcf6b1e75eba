"""Writes down what a person does, as an events file that gives the same pictures without a window: for bug reports."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping
from typing import Any

from gemport.gem.aes.dispatch import GemError
from gemport.gem.aes.keys import key_name, key_press, pointer_step
from gemport.gem.host.anymachine import LEFT, AnyMachine
from gemport.gem.vdi.raster import Raster


class Recorder:
    """A machine that notes every input on its way to another one, with the time, a line an event, to ``add``.

    start: what the run depends on; it becomes the first line, once there is a second
    """

    def __init__(self, machine: AnyMachine, add: Callable[[str], None], start: Mapping[str, Any]) -> None:
        self._machine = machine
        self._add = add
        self._start: Mapping[str, Any] | None = start
        self._at: tuple[int, int] | None = None
        self._shift = 0
        self._now = 0

    # ---- input, noted

    def mouse_to(self, x: int, y: int) -> None:
        """The pointer goes to a pixel."""
        if (x, y) != self._at:
            self._at = x, y
            self._note(do="move", x=x, y=y)
        self._machine.mouse_to(x, y)

    def mouse_button(self, button: int, down: bool) -> None:
        """A button goes down or up."""
        self._note(do="press" if down else "release", button="left" if button == LEFT else "right")
        self._machine.mouse_button(button, down)

    def key(self, word: int, shift: int = 0) -> None:
        """A key was pressed: noted by its name, or as a word where it has none."""
        name = key_name(word, shift)
        if name is not None and key_press(name) == (word, shift):
            self._note(do="key", key=name)
        else:
            self._note(do="word", word=word, shift=shift)
        if pointer_step(word, shift) is not None:
            self._at = None
        self._shift = shift
        self._machine.key(word, shift)

    def shift(self, bits: int) -> None:
        """These shift keys are held now."""
        if bits != self._shift:
            self._shift = bits
            self._note(do="shift", shift=bits)
        self._machine.shift(bits)

    def request_quit(self) -> None:
        """Ask the program to end."""
        self._note(do="quit")
        self._machine.request_quit()

    def advance(self, ms: int) -> None:
        """Let time pass."""
        self._now += ms
        self._machine.advance(ms)

    # ---- everything else, passed on

    @property
    def on_bell(self) -> Callable[[], None] | None:
        """Called whenever the bell rings."""
        return self._machine.on_bell

    @on_bell.setter
    def on_bell(self, act: Callable[[], None] | None) -> None:
        self._machine.on_bell = act

    @property
    def width(self) -> int:
        """Of the screen, in pixels."""
        return self._machine.width

    @property
    def height(self) -> int:
        """Of the screen, in pixels."""
        return self._machine.height

    @property
    def bells(self) -> int:
        """How often the bell has rung."""
        return self._machine.bells

    @property
    def finished(self) -> bool:
        """Whether the program has come to its end."""
        return self._machine.finished

    @property
    def waiting_keys(self) -> int:
        """How many keys nobody has asked for yet."""
        return self._machine.waiting_keys

    def frame(self, pointer: bool = True) -> Raster:
        """The picture, with the mouse pointer or without it."""
        return self._machine.frame(pointer)

    def frame_key(self) -> Hashable:
        """A value that changes whenever the frame may look different."""
        return self._machine.frame_key()

    def next_wakeup(self) -> int | None:
        """Milliseconds until time alone makes something happen; None: only input can."""
        return self._machine.next_wakeup()

    @property
    def working(self) -> bool:
        """Whether long work is done as time passes."""
        return self._machine.working

    def settle(self) -> None:
        """Raises GemError: nobody would know how much time has passed."""
        raise GemError("a recorded machine is not settled, its host lets time pass")

    # ---- lines

    def _note(self, **event: object) -> None:
        if self._start is not None:
            self._write({"do": "start", **self._start})
            self._start = None
        self._write({**event, "at": self._now})

    def _write(self, line: Mapping[str, object]) -> None:
        self._add(json.dumps(line, ensure_ascii=False))

"""Writes down what a person does, as an events file that gives the same game without a window: for bug reports."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from typing import TextIO

from gemport.gem.aes.keys import key_name
from gemport.gem.formats import charset
from gemport.gem.host.machine import LEFT, Machine
from gemport.gem.vdi.raster import Raster

_CLICK_GAP = 450
"""Milliseconds after which a click is no longer the first half of a double click (GEM's slowest setting)."""
_DOUBLE_CLICK = (True, False, True, False)


class Recorder:
    """A Gem that notes every input on its way to another one, a line an event, into ``out``.

    Where a script settles after each line, a person's double click must stay one line: clicks are held back until it
    is clear that no second one follows. ``close`` writes what is held back.
    """

    def __init__(self, gem: Machine, out: TextIO) -> None:
        self._gem = gem
        self._out = out
        self._at: tuple[int, int] | None = None
        self._passed = 0
        self._button = LEFT
        self._clicks: list[bool] = []

    # ---- input, noted

    def mouse_to(self, x: int, y: int) -> None:
        """The pointer goes to a pixel."""
        if (x, y) != self._at:
            self._at = x, y
            self._note(do="move", x=x, y=y)
        self._gem.mouse_to(x, y)

    def mouse_button(self, button: int, down: bool) -> None:
        """A button goes down or up."""
        if button != self._button:
            self._write_clicks()
        if not self._clicks:
            self._write_wait()
        self._button = button
        self._clicks.append(down)
        if tuple(self._clicks) == _DOUBLE_CLICK:
            self._clicks.clear()
            self._passed = 0
            self._write(do="dclick", button=self._button_name())
        elif tuple(self._clicks) != _DOUBLE_CLICK[: len(self._clicks)]:
            self._write_clicks()
        self._gem.mouse_button(button, down)

    def key(self, word: int, shift: int = 0) -> None:
        """A key was pressed. What the keypad types is noted as the character alone."""
        name = key_name(word, shift)
        if name is not None:
            self._note(do="key", key=name)
        elif word & 0xFF:
            self._note(do="text", text=charset.decode(bytes([word & 0xFF])))
        self._gem.key(word, shift)

    def advance(self, ms: int) -> None:
        """Let time pass."""
        self._passed += ms
        if self._passed > _CLICK_GAP:
            self._write_clicks()
        self._gem.advance(ms)

    def close(self) -> None:
        """Write what is still held back. The stream stays open."""
        self._write_clicks()
        self._out.flush()

    # ---- everything else, passed on

    @property
    def on_bell(self) -> Callable[[], None] | None:
        """Called whenever the bell rings."""
        return self._gem.on_bell

    @on_bell.setter
    def on_bell(self, act: Callable[[], None] | None) -> None:
        self._gem.on_bell = act

    @property
    def width(self) -> int:
        """Of the screen, in pixels."""
        return self._gem.width

    @property
    def height(self) -> int:
        """Of the screen, in pixels."""
        return self._gem.height

    @property
    def bells(self) -> int:
        """How often the bell has rung."""
        return self._gem.bells

    @property
    def finished(self) -> bool:
        """Whether the program has come to its end."""
        return self._gem.finished

    def frame(self, pointer: bool = True) -> Raster:
        """The picture, with the mouse pointer or without it."""
        return self._gem.frame(pointer)

    def frame_key(self) -> Hashable:
        """A value that changes whenever the frame may look different."""
        return self._gem.frame_key()

    def shift(self, bits: int) -> None:
        """These shift keys are held now; keys carry them in their names."""
        self._gem.shift(bits)

    def next_wakeup(self) -> int | None:
        """Milliseconds until time alone makes something happen; None: only input can."""
        return self._gem.next_wakeup()

    def settle(self) -> None:
        """Let time pass until nothing moves."""
        self._gem.settle()

    def request_quit(self) -> None:
        """Ask the program to end."""
        self._gem.request_quit()

    # ---- lines

    def _note(self, **event: object) -> None:
        self._write_clicks()
        self._write_wait()
        self._write(**event)

    def _write_clicks(self) -> None:
        for down in self._clicks:
            self._write(do="press" if down else "release", button=self._button_name())
        self._clicks.clear()

    def _write_wait(self) -> None:
        if self._passed:
            self._write(do="wait", ms=self._passed)
            self._passed = 0

    def _button_name(self) -> str:
        return "left" if self._button == LEFT else "right"

    def _write(self, **event: object) -> None:
        print(json.dumps(event, ensure_ascii=False), file=self._out)

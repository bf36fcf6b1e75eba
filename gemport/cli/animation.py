"""A program that plays by itself, as single pictures or as an animated GIF."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from gemport.gem.aes.keys import RETURN
from gemport.gem.aes.machine import Machine
from gemport.gem.host.headless import write_shot
from gemport.gem.host.output.files import ANYWHERE, Outputs
from gemport.gem.host.output.gif import GifWriter
from gemport.patience.kit.celebration import VARIABLE
from gemport.patience.kit.replay import PAUSE

_SAMPLE = 60
"""Milliseconds between two pictures of a moving box in a GIF."""
_CALM = {VARIABLE: "off"}
"""Of the machine's environment: a box that waits for its OK is known by that nothing moves."""
_LAST = 3000
"""Milliseconds that a GIF's last picture stays before it begins again."""


def write_shots(machine: Machine, steps: int, folder: Path, outputs: Outputs = ANYWHERE) -> None:
    """Write a picture of the start and one after each of so many steps: 0000.png, 0001.png, ...

    Without the pointer, which nobody moves. Raises OSError, and OutputError.
    """
    outputs = outputs.within(folder)
    folder.mkdir(parents=True, exist_ok=True)
    machine.environment.update(_CALM)
    machine.settle()
    for number in range(steps + 1):
        if number:
            _step(machine, machine.settle)
        write_shot(machine, folder / f"{number:04}.png", pointer=False, outputs=outputs)


def write_gif(machine: Machine, steps: int, path: Path, speed: float = 1.0, outputs: Outputs = ANYWHERE) -> None:
    """Write an animated GIF of the start and so many steps, moving boxes included.

    Raises OSError, and OutputError.
    """
    outputs.check(path)
    machine.environment.update(_CALM)
    machine.settle()
    with outputs.writing(path) as out:
        gif = GifWriter(out, machine.width, machine.height)

        def watch() -> None:
            while _moving(machine):
                gif.add(machine.frame(pointer=False), _SAMPLE / speed)
                machine.advance(_SAMPLE)

        for _ in range(steps):
            gif.add(machine.frame(pointer=False), PAUSE / speed)
            _step(machine, watch)
        gif.add(machine.frame(pointer=False), _LAST)
        gif.close()


def _step(machine: Machine, until_settled: Callable[[], None]) -> None:
    """Let the program make its next step. A box that waits for its OK gets it first."""
    if machine.next_wakeup() is None:
        machine.key(RETURN)
        machine.settle()
    machine.advance(machine.next_wakeup() or 0)
    until_settled()


def _moving(machine: Machine) -> bool:
    wakeup = machine.next_wakeup()
    return wakeup is not None and wakeup < _SAMPLE

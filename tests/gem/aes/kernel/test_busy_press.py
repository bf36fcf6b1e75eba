"""A press that falls into a time in which its program is busy: one is kept, with its place, until it is asked for."""

from __future__ import annotations

from gemport.gem.aes.constants import LEFT, MU_BUTTON
from gemport.gem.aes.events import MultiEvent
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.machine import Machine
from tests.gem.aes.desk import artwork


def click(machine: Machine, x: int, y: int) -> None:
    machine.mouse_to(x, y)
    machine.mouse_button(LEFT, True)
    machine.mouse_button(LEFT, False)


def busy_then(answers: list[MultiEvent | None], alert: bool = False) -> Machine:
    """A program that is busy for 100 ms, and then waits for two presses, half a second each."""
    machine = Machine(artwork())

    async def main(gem: Gem) -> None:
        await gem.pause(100)
        if alert:
            await gem.form_alert(1, "[0][Well?][ OK ]")
        for _ in range(2):
            event = await gem.evnt_multi(MU_BUTTON | 0x20, mask=LEFT, state=LEFT, ms=500)
            answers.append(event if MU_BUTTON in event.events else None)

    machine.start(main)
    return machine


def test_it_is_reported_with_its_place_when_the_program_asks() -> None:
    answers: list[MultiEvent | None] = []
    machine = busy_then(answers)
    click(machine, 100, 200)
    machine.mouse_to(300, 300)
    machine.advance(2000)
    first, second = answers
    assert first is not None
    assert (first.x, first.y, first.buttons, first.clicks) == (100, 200, LEFT, 1)
    assert second is None


def test_of_several_presses_only_the_first_is_kept() -> None:
    answers: list[MultiEvent | None] = []
    machine = busy_then(answers)
    click(machine, 100, 200)
    click(machine, 150, 250)
    machine.advance(2000)
    first, second = answers
    assert first is not None
    assert (first.x, first.y) == (100, 200)
    assert second is None


def test_a_dialog_begins_without_it() -> None:
    answers: list[MultiEvent | None] = []
    machine = busy_then(answers, alert=True)
    click(machine, 320, 210)
    machine.advance(1000)
    assert not machine.finished
    machine.key(0x1C0D)
    machine.advance(2000)
    assert answers == [None, None]

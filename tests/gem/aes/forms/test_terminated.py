"""A program that is asked to end while a dialog or an alert is up: it hears that there, and nothing of it stays."""

from __future__ import annotations

from gemport.gem.aes.constants import MU_MESAG, Kind, Msg
from gemport.gem.aes.dispatch import Terminated
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.machine import Machine
from gemport.gem.aes.process import Message
from gemport.gem.aes.rect import GRect
from tests.gem.aes.desk import artwork

ALERT = "[1][A question.][ Yes | No ]"


def test_an_alert_that_is_up_ends_with_its_program() -> None:
    machine, steps = Machine(artwork()), list[str]()

    async def main(gem: Gem) -> None:
        try:
            await gem.form_alert(1, ALERT)
            steps.append("answered")
        finally:
            steps.append("left")

    machine.start(main)
    machine.settle()
    machine.request_quit()
    machine.settle()
    assert (steps, machine.finished, machine.faults) == (["left"], True, [])


def test_a_program_may_do_something_before_it_ends() -> None:
    machine, steps = Machine(artwork()), list[str]()

    async def main(gem: Gem) -> None:
        try:
            await gem.form_alert(1, ALERT)
        except Terminated:
            await gem.evnt_timer(40)
            steps.append("tidy")

    machine.start(main)
    machine.settle()
    machine.request_quit()
    machine.advance(100)
    assert (steps, machine.finished) == (["tidy"], True)


def test_the_alert_of_a_program_that_ends_is_gone_from_the_others_windows() -> None:
    machine = Machine(artwork())

    async def stays(gem: Gem) -> None:
        window = gem.wind_create(Kind.NAME, GRect(0, 19, 640, 381))
        gem.wind_open(window, GRect(0, 19, 640, 381))
        while (await gem.evnt_multi(MU_MESAG)).message is not None:
            pass

    machine.start(stays)
    machine.settle()
    before = machine.frame(pointer=False).to_bytes()
    program = machine.start(_alert)
    machine.settle()
    assert machine.frame(pointer=False).to_bytes() != before
    machine.send(Message(Msg.AP_TERM), program)
    machine.settle()
    assert not machine.finished
    assert machine.frame(pointer=False).to_bytes() == before


async def _alert(gem: Gem) -> None:
    await gem.form_alert(1, ALERT)

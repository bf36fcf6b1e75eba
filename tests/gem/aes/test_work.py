"""Long work in slices: timed by the machine's clock, interrupted by other events awaited with it (docs/gem.md)."""

from collections.abc import Generator
from functools import partial
from io import StringIO
from itertools import chain, repeat
from random import Random

import pytest

from gemport.gem import MU_KEYBD, MU_MESAG, MU_TIMER, MU_WORK, Gem, Machine, Mu, Work
from gemport.gem.aes.process import SLICE_MS, SLICE_STEPS
from gemport.hosts.events import Recorder, parse_events
from gemport.hosts.headless import HeadlessPlayer
from tests.gem.aes.desk import Desk, started

A = 0x1E61
COUNTED = 20 * SLICE_STEPS


def count(to: int) -> Generator[int, None, str]:
    yield from range(to)
    return f"counted to {to}"


def test_work_is_done_in_slices_at_the_machines_pace_and_returns_what_the_generator_does(desk: Desk) -> None:
    call = desk.call(lambda: desk.gem.work(count(12)))
    waits = []
    while (wait := desk.machine.next_wakeup()) is not None:
        assert desk.machine.working
        desk.machine.advance(wait)
        waits.append(wait)
    assert call.result == "counted to 12"
    assert waits == [SLICE_MS] * (12 // SLICE_STEPS + 1)
    assert not desk.machine.working


def test_no_slice_is_done_while_no_time_passes_and_settling_does_all_work(desk: Desk) -> None:
    work = Work(count(1000))
    desk.machine.advance(2 * SLICE_MS)
    desk.call(lambda: desk.gem.evnt_multi(MU_WORK, work=work))
    alarms = [2 * SLICE_MS]
    desk.gem.alarm(lambda: alarms[0] if alarms else None, alarms.clear)
    desk.machine.advance(0)
    assert not alarms
    desk.machine.mouse_to(5, 5)
    desk.machine.advance(0)
    assert work.progress is None
    desk.machine.settle()
    assert work.done


def test_work_in_the_background_is_a_fifth_of_the_steps_and_nobody_waits_for_it(desk: Desk) -> None:
    work = Work(count(SLICE_STEPS), background=True)
    desk.call(lambda: desk.gem.evnt_multi(MU_WORK, work=work))
    desk.machine.settle()
    assert not desk.machine.working
    assert work.progress is None
    desk.machine.advance(3 * SLICE_MS)
    assert work.progress == 3 * SLICE_STEPS // 5 - 1
    desk.machine.advance(3 * SLICE_MS)
    assert work.done
    assert desk.machine.next_wakeup() is None


class Interrupted:
    """A program that works, and records events between slices of work."""

    def __init__(self, flags: Mu = MU_KEYBD | MU_MESAG, ms: int = 0) -> None:
        self.work = Work(count(COUNTED))
        self.seen: list[tuple[Mu, int | None]] = []
        self._flags, self._ms = flags, ms
        self.machine: Machine = started(self._run)

    async def _run(self, gem: Gem) -> None:
        while not self.work.done:
            event = await gem.evnt_multi(self._flags | MU_WORK, work=self.work, ms=self._ms)
            self.seen.append((event.events, self.work.progress))
        await gem.evnt_keybd()


def test_a_key_is_answered_between_two_slices_and_the_work_goes_on_from_where_it_was() -> None:
    program = Interrupted()
    program.machine.advance(25)
    program.machine.key(A)
    assert program.seen == [(MU_KEYBD, 2 * SLICE_STEPS - 1)]
    program.machine.settle()
    assert program.seen[1:] == [(MU_WORK, COUNTED - 1)]
    assert program.work.result == f"counted to {COUNTED}"


def test_a_timer_runs_beside_the_work() -> None:
    program = Interrupted(MU_TIMER, ms=40)
    program.machine.settle()
    told = range(4 * SLICE_STEPS - 1, COUNTED, 4 * SLICE_STEPS)
    assert program.seen == [(MU_TIMER, number) for number in told] + [(MU_WORK, COUNTED - 1)]


def test_what_the_work_raises_comes_out_where_it_is_waited_for(desk: Desk) -> None:
    def breaks() -> Generator[int, None, None]:
        yield from range(7)
        raise ArithmeticError("it broke")

    desk.call(lambda: desk.gem.work(breaks()))
    with pytest.raises(ArithmeticError, match="it broke"):
        desk.machine.settle()


def test_work_that_is_not_done_has_no_result() -> None:
    work = Work(count(3))
    with pytest.raises(ValueError, match="not been done"):
        _ = work.result
    work.close()
    with pytest.raises(ValueError, match="not been done"):
        _ = work.result


@pytest.mark.parametrize(("programs", "steps"), [(1, 20), (2, 10), (3, 6), (24, 1)])
def test_programs_that_work_at_once_share_the_steps(desk: Desk, programs: int, steps: int) -> None:
    """Otherwise each further program would delay the game's answers; each makes progress, however many there are."""
    works = [Work(count(10_000)) for _ in range(programs)]
    for work in works:

        async def think(gem: Gem, work: Work[str] = work) -> None:
            await gem.evnt_multi(MU_WORK, work=work)

        desk.machine.start(think, "THINK.PRG", behind=True)
    desk.machine.advance(10 * SLICE_MS)
    assert [work.progress for work in works] == [10 * steps - 1] * programs


@pytest.mark.parametrize("background", [False, True])
def test_a_host_ends_a_slice_after_any_step(desk: Desk, background: bool) -> None:
    work, asked = Work(count(10_000), background), chain((False, False), repeat(True))
    desk.call(lambda: desk.gem.evnt_multi(MU_WORK, work=work))
    desk.machine.slice_over = lambda: next(asked)
    desk.machine.advance(SLICE_MS)
    assert work.progress == 2
    # Each call then runs one slice of one step; otherwise the work would never end, or the call would take long.
    for progress in range(3, 8):
        desk.machine.advance(5 * SLICE_MS)
        assert work.progress == progress


def test_a_host_ends_a_call_after_any_step_of_a_program(desk: Desk) -> None:
    made: list[int] = []

    async def program() -> None:
        for step in range(3):
            made.append(step)
            await desk.gem.pause(0)
        await desk.gem.evnt_keybd()
        made.append(99)

    desk.machine.slice_over = lambda: True
    desk.call(program)
    for count in (1, 2, 3):
        assert made == [*range(count)]
        assert desk.machine.next_wakeup() == 0
        desk.machine.advance(0)
    # A key pressed between them is not lost.
    desk.machine.key(A)
    while desk.machine.next_wakeup() == 0:
        desk.machine.advance(0)
    assert made == [0, 1, 2, 99]
    assert desk.machine.next_wakeup() is None


def test_a_program_that_ends_takes_its_work_with_it(desk: Desk) -> None:
    closed = []

    def steps() -> Generator[int, None, None]:
        try:
            while True:
                yield 0
        finally:
            closed.append(True)

    desk.call(lambda: desk.gem.work(steps()))
    desk.machine.advance(50)
    desk.machine.close()
    assert closed == [True]
    assert not desk.machine.working


@pytest.mark.parametrize("seed", range(5))
def test_a_recorded_run_that_interrupts_its_work_finds_the_same_when_it_is_played_again(seed: int) -> None:
    """Live, a late host slows the clock, and mouse and keys arrive at any moment; the file records their times."""
    chance, out = Random(seed), StringIO()
    live, again = Interrupted(), Interrupted()
    live.machine.on_input = Recorder(partial(print, file=out), {}).hear
    for _ in range(80):
        match chance.randrange(4):
            case 0:
                live.machine.key(A)
            case 1:
                live.machine.mouse_to(chance.randrange(640), 100 + chance.randrange(200))
            case _:
                live.machine.advance(chance.choice((1, 4, 9, 10, 23)))
    HeadlessPlayer(again.machine, timed=True).play(parse_events(out.getvalue(), "run"))
    assert len(again.seen) > 3
    assert again.seen == live.seen[: len(again.seen)]

"""Questions of a page to its worker, without a browser."""

from collections.abc import Callable, Generator
from typing import Any

import pytest

from gemport.cards.freecell import FreeCellBoard
from gemport.cards.grossfamilien import FamilyBoard
from gemport.hosts.questions import Asker, Worker
from gemport.solver import QUICK_ONLY, Position, search
from gemport.solver.difficulty import find_difficulty
from gemport.solver.grossfamilien import think_of_hint
from gemport.solver.short import Shortening
from gemport.solver.sliced_work import finish, run_here


class Octets(bytes):
    """Bytes as the page's script passes them."""

    def to_bytes(self) -> bytes:
        return bytes(self)


class Line:
    """A page and its worker; ``step`` is the time that passes until the worker looks at its clock again."""

    def __init__(self, step: float = 0) -> None:
        self.now = 0.0
        self.sent: list[tuple[int, bytes | None]] = []
        self.asker = Asker(lambda number, question: self.sent.append((number, question)))
        self.worker = Worker(self._clock)
        self._step = step

    def _clock(self) -> float:
        self.now += self._step
        return self.now

    def turn(self) -> None:
        """Deliver the page's messages, let the worker work for a moment, and deliver its answer."""
        for number, question in self.sent:
            if question is None:
                self.worker.stop(number)
            else:
                self.worker.ask(number, Octets(question))
        self.sent.clear()
        if (answer := self.worker.work()) is not None:
            number, progress, octets = answer
            self.asker.answered(number, progress, None if octets is None else Octets(octets))

    def result(self, steps: Generator[int, None, Any]) -> Any:
        try:
            while True:
                next(steps)
                self.turn()
        except StopIteration as end:
            return end.value


def shortened(run: Any) -> Generator[int, None, object]:
    position = Position.microsoft(2)
    moves = (yield from run(search, position, QUICK_ONLY)).moves
    shortening = yield from Shortening.begin(position, moves, run)
    yield from shortening.work(2_000)
    return shortening.moves, shortening.least


@pytest.mark.parametrize(
    "ask",
    [
        lambda run: run(search, Position.on(FreeCellBoard.deal(11982))),
        lambda run: run(find_difficulty, Position.microsoft(1), None),
        lambda run: run(think_of_hint, FamilyBoard.deal(17).bare_copy()),
        shortened,
    ],
    ids=["an impossible game", "difficulty", "a hint for Großfamilien", "a shorter solution"],
)
def test_a_worker_gives_the_same_answers(ask: Callable[[Any], Generator[int, None, object]]) -> None:
    line = Line()
    assert line.result(ask(line.asker)) == finish(ask(run_here))


def counting(end: int) -> Generator[int, None, str]:
    yield from range(end)
    return f"to {end}"


def test_the_newest_question_is_answered_first() -> None:
    line = Line()
    old, new = line.asker(counting, 5), line.asker(counting, 7)
    assert [next(old), next(new)] == [0, 0]
    line.turn()
    with pytest.raises(StopIteration, match="to 7"):
        next(new)
    assert next(old) == 0
    line.turn()
    with pytest.raises(StopIteration, match="to 5"):
        next(old)


def test_a_closed_question_is_stopped() -> None:
    line = Line(step=0.02)
    steps = line.asker(counting, 9)
    next(steps)
    line.turn()
    steps.close()
    line.turn()
    assert line.worker.work() is None


def test_without_a_worker_the_page_does_the_work() -> None:
    line = Line()
    steps = line.asker(counting, 3)
    next(steps)
    line.asker.answered(1, 0, Octets())
    assert finish(steps) == "to 3"
    line.sent.clear()
    assert finish(line.asker(counting, 2)) == "to 2"
    assert not line.sent

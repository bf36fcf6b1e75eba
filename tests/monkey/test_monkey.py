"""A short run of random play; ``python -m tests.monkey.run`` plays a million events."""

import pytest

from gemport.cards.cells import CellBoard
from gemport.gem import Workstation
from gemport.hosts.events import parse_events
from tests.monkey.player import fails, play_round
from tests.monkey.run import told
from tests.monkey.world import BrokenError

ROUNDS, EVENTS = 8, 500


@pytest.mark.parametrize("number", range(ROUNDS))
def test_no_input_breaks_anything(number: int) -> None:
    """No card is missing, a redraw changes nothing, undo leads back to the deal, and no exception is raised."""
    events, _, failure = play_round(f"ci/{number}", EVENTS)
    assert events > EVENTS / 10
    if failure is not None:
        raise failure.error


def test_a_card_too_many_is_found_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test of the test: an error is found, and its events reproduce it."""
    pull = CellBoard.pull

    def lose(board: CellBoard) -> None:
        pull(board)
        board.columns[0].insert(0, 0)

    monkeypatch.setattr(CellBoard, "pull", lose)
    # Usually the first of these rounds finds it.
    failures = filter(None, (play_round(f"ci/{number}", EVENTS)[2] for number in range(8, 30)))
    # An error found only by the final undo would need no event at all, so look for the error during play.
    failure = next(found for found in failures if "53 cards" in str(found.error))
    assert isinstance(failure.error, BrokenError)
    assert isinstance(fails(failure.seed, failure.events), BrokenError)
    assert parse_events("\n".join(told(event) for event in failure.events if event.do != "look"), "told")


def test_a_picture_that_depends_on_its_history_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test of the test: a redraw misses fills that are drawn only once."""
    fill = Workstation.vr_recfl
    drawn: set[tuple[int, ...]] = set()

    def once(workstation: Workstation, *corners: int) -> None:
        if corners not in drawn:
            fill(workstation, *corners)
        drawn.add(corners)

    monkeypatch.setattr(Workstation, "vr_recfl", once)
    errors = (play_round(f"ci/{number}", EVENTS)[2] for number in range(20))
    assert any(failure is not None and "drawn again" in str(failure.error) for failure in errors)

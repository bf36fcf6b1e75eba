"""A little random play over everything; ``tests/monkey/run.py`` plays a million events."""

from __future__ import annotations

import pytest

from gemport.cards.cells import CellBoard
from gemport.gem.vdi.workstation import Workstation
from gemport.hosts.events import parse_events
from tests.monkey.player import fails, play_round, shortened
from tests.monkey.run import told
from tests.monkey.world import BrokenError

ROUNDS, EVENTS = 6, 500


@pytest.mark.parametrize("number", range(ROUNDS))
def test_no_input_breaks_anything(number: int) -> None:
    """Cards complete, the picture as drawn anew, undo to the deal, and nothing raised."""
    events, _, failure = play_round(f"ci/{number}", EVENTS)
    assert events > EVENTS / 10
    if failure is not None:
        raise failure.error


def test_a_card_too_many_is_found_and_told_in_few_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machinery itself: a fault that needs one step is told with hardly more than that step."""
    pull = CellBoard.pull

    def lose(board: CellBoard) -> None:
        pull(board)
        board.columns[0].insert(0, 0)

    monkeypatch.setattr(CellBoard, "pull", lose)
    failures = filter(None, (play_round(f"ci/{number}", EVENTS)[2] for number in range(20)))
    # What only the look at the end finds, which takes everything back, needs no event at all.
    failure = next(found for found in failures if "53 cards" in str(found.error))
    assert isinstance(failure.error, BrokenError)
    short = shortened(failure, 120)
    assert "53 cards" in str(short.error)
    assert len(short.events) < len(failure.events)
    assert isinstance(fails(short.seed, short.events), BrokenError)
    assert parse_events("\n".join(told(event) for event in short.events if event.do != "look"), "told")


def test_a_picture_that_depends_on_its_history_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machinery itself: something drawn only once is missing when everything is drawn anew."""
    fill = Workstation.vr_recfl
    drawn: set[tuple[int, ...]] = set()

    def once(workstation: Workstation, *corners: int) -> None:
        if corners not in drawn:
            fill(workstation, *corners)
        drawn.add(corners)

    monkeypatch.setattr(Workstation, "vr_recfl", once)
    errors = (play_round(f"ci/{number}", EVENTS)[2] for number in range(20))
    assert any(failure is not None and "drawn again" in str(failure.error) for failure in errors)

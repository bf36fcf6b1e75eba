"""A short run of random play; ``python -m tests.monkey.run`` plays a million events."""

import pytest

from tests.monkey.player import play_round

ROUNDS, EVENTS = 8, 500


@pytest.mark.parametrize("number", range(ROUNDS))
def test_no_input_breaks_anything(number: int) -> None:
    """No card is missing, a redraw changes nothing, undo leads back to the deal, and no exception is raised."""
    events, _, failure = play_round(f"ci/{number}", EVENTS)
    assert events > EVENTS / 10
    if failure is not None:
        raise failure.error

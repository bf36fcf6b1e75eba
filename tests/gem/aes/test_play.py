"""Random play of several programs and accessories, a little of what ``python -m tests.gem.aes.play`` does."""

from __future__ import annotations

import pytest

from tests.gem.aes.play import Play
from tests.needs import CI

EVENTS = 3000 if CI else 600
ROUND = 300


@pytest.mark.parametrize("number", range(EVENTS // ROUND))
def test_all_is_drawn_and_told_as_it_must_be_whatever_programs_and_the_user_do(number: int) -> None:
    Play(f"test/{number}").go(ROUND)

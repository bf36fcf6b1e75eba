"""Fixtures of most tests of the AES."""

import pytest

from tests.gem.aes.desk import Desk
from tests.gem.aes.members import Two


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def two() -> Two:
    return Two()

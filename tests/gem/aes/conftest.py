"""What most tests of the AES begin with."""

import pytest

from tests.gem.aes.desk import Desk, Two


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def two() -> Two:
    return Two()

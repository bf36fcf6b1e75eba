"""Random programs end or wait, and change nothing outside their drive; ``python -m tests.st.fuzz`` runs more."""

from tests.needs import CI, needs_processor
from tests.st.fuzz import fuzz


@needs_processor
def test_random_programs_are_fenced() -> None:
    fuzz(30 if CI else 8, seed=0)

"""How many examples property tests of the AES take: at least 2,000 each in CI, fewer elsewhere."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

EXAMPLES = 2000 if os.environ.get("CI") == "true" else 150

many = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=os.environ.get("CI") == "true",
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

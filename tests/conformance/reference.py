"""The place of the reference, and skipping tests without it.

The reference is in ``../shared`` next to the checkout, or in the folder of the environment variable GEMPORT_REFERENCE
(in the form of ``../shared/reference``, with vectors and spec next to it or in ``../shared``). Without it the
conformance tests are skipped with a message; with CI=true they fail.
"""

import os
from pathlib import Path

from tests.needs import leave_out

_SHARED = Path(__file__).resolve().parents[3] / "shared"
REFERENCE = Path(os.environ.get("GEMPORT_REFERENCE", str(_SHARED / "reference")))


def _beside(name: str) -> Path:
    """Return a folder next to the reference, or next to the checkout if the named reference has none."""
    named = REFERENCE.parent / name
    return named if named.exists() else _SHARED / name


VECTORS = _beside("vectors")
SPEC = _beside("spec")


def require(path: Path) -> Path:
    """Return the path if it exists; otherwise skip the test."""
    if not path.exists():
        leave_out(f"{path}: the reference is not here (GEMPORT_REFERENCE names another folder)")
    return path

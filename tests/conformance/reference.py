"""The place of the reference, and the word about it where it is missing.

``../shared`` beside the checkout, or the folder that the environment variable GEMPORT_REFERENCE names (its
shape is that of ``../shared/reference``; vectors and the spec are looked for beside either). Without it the
conformance tests are left out with a word; where CI=true they fail instead.
"""

import os
from pathlib import Path

from tests.needs import leave_out

_SHARED = Path(__file__).resolve().parents[3] / "shared"
REFERENCE = Path(os.environ.get("GEMPORT_REFERENCE", str(_SHARED / "reference")))


def _beside(name: str) -> Path:
    """A folder beside the reference, or, where only pictures were named, the one beside the checkout."""
    named = REFERENCE.parent / name
    return named if named.exists() else _SHARED / name


VECTORS = _beside("vectors")
SPEC = _beside("spec")


def require(path: Path) -> Path:
    """The path, if it is there; else the test is left out."""
    if not path.exists():
        leave_out(f"{path}: the reference is not here (GEMPORT_REFERENCE names another folder)")
    return path

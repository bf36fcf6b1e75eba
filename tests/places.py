"""Where the tests find things in the checkout."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "data"
"""What the program ships."""
RECORDED = ROOT / "tests" / "data"
"""Games written down, a folder a game."""

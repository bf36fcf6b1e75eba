"""Places in the checkout that tests need."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "data"
"""Folder of the data that the program ships."""
RECORDED = ROOT / "tests" / "data"
"""Games written down, a folder a game."""

"""Paths in the checkout for tests."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "data"
"""Folder of the data shipped with the program."""
RECORDED = ROOT / "tests" / "data"
"""Recorded games, one folder per game."""

"""Planted faults and the tests that catch them."""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.places import ROOT

CODE = '''\
LIMIT = 9


def clamp(value: "int | None", low: int = 0) -> int | bool:
    """Return 1 + 1."""
    if value is None or value == 7:
        raise ValueError(f"{1 + 1}")
    if value > LIMIT:
        value = LIMIT
    print('seen', 'not')
    return max(
        low,
        value,
    )
'''
TEST = """\
import pytest
from gemport.tiny import clamp
def test_inside(): assert (clamp(3), clamp(-1), clamp(-3, -2)) == (3, 0, -2)
def test_above(): assert (clamp(10), clamp(11)) == (9, 9)
@pytest.mark.parametrize("value", [None, 7])
def test_nothing(value): pytest.raises(ValueError, clamp, value)
"""
COUNTS = """\
gemport/tiny.py:8: value > LIMIT -> (value >= LIMIT)
gemport/tiny.py:10: print('seen', 'not') -> (print('not', 'seen'))
    4    4  tests/tiny/test_tiny.py
    2    1  tests/tiny/test_tiny.py::test_above
    2    1  tests/tiny/test_tiny.py::test_inside
    1    1  tests/tiny/test_tiny.py::test_nothing
tiny: caught 4 of 6 (66 %), seed 3
"""


def test_survivors_and_catches_are_printed_but_no_types(tmp_path: Path) -> None:
    (tmp_path / "gemport").mkdir()
    (tmp_path / "gemport" / "__init__.py").touch()
    (tmp_path / "gemport" / "tiny.py").write_text(CODE)
    (tmp_path / "tests" / "tiny").mkdir(parents=True)
    (tmp_path / "tests" / "tiny" / "test_tiny.py").write_text(TEST)
    shutil.copytree(ROOT / "tools", tmp_path / "tools", ignore=shutil.ignore_patterns("web", "__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    command = [sys.executable, "tools/mutants.py", "tiny", "--number", "9", "--files", "--seed", "3"]
    assert subprocess.check_output(command, cwd=tmp_path, text=True) == COUNTS

"""The examples with a prompt, in docstrings and documents."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

from tests.places import ROOT

PROMPT = ">>> "
FILES = [path for pattern in ("gemport/**/*.py", "docs/**/*.md") for path in sorted(ROOT.glob(pattern))]
EXAMPLES = [path.relative_to(ROOT) for path in FILES if PROMPT in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", EXAMPLES, ids=str)
def test_examples_print_what_they_show(path: Path) -> None:
    if path.suffix == ".py":
        failed, tried = doctest.testmod(import_module(".".join(path.with_suffix("").parts)))
    else:
        failed, tried = doctest.testfile(str(ROOT / path), module_relative=False, encoding="utf-8")
    assert (failed, tried > 0) == (0, True)

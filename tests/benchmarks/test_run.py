"""Tests of the benchmarks."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import ROOT

_ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the page is measured on Linux")


@pytest.mark.parametrize("name", ["run", pytest.param("web", marks=_ON_LINUX)])
def test_without_what_the_checks_need_it_names_the_python_that_has_it(name: str, tmp_path: Path) -> None:
    code = "import runpy, sys; sys.modules['pytest'] = None; sys.argv[1:] = ['--runs', '1']"
    script = f"{code}; runpy.run_path({str(ROOT / 'tests' / 'benchmarks' / name)!r} + '.py', run_name='__main__')"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=tmp_path)
    line = f"tests/benchmarks/{name}.py: this Python has no pytest: use .venv/bin/python, which tools/test.py makes\n"
    assert (result.returncode, result.stdout, result.stderr) == (2, "", line)

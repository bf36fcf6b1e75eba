"""What the measurements themselves must not fall over."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks.peers import painted_after
from tests.needs import leave_out, need_display
from tests.places import ROOT

_MOUNTED = "echo $HOME > {told}; mkdir -p $HOME/.cache/doc; {keep}; exit 1"
"""A program whose home cannot be deleted, as where a desktop's portal has mounted itself into it; it shows nothing."""


@pytest.mark.window
@pytest.mark.parametrize(
    ("keep", "let_go"),
    [
        ("mount -t tmpfs none $HOME/.cache/doc", "umount"),
        ("touch $HOME/.cache/doc/file; chattr +i $HOME/.cache/doc", "chattr -i"),
    ],
    ids=["mount", "immutable"],
)
def test_a_home_that_cannot_be_deleted_ends_nothing(tmp_path: Path, keep: str, let_go: str) -> None:
    need_display()
    told = tmp_path / "home"
    taken = painted_after(["sh", "-c", _MOUNTED.format(told=told, keep=keep)])
    home = Path(told.read_text(encoding="utf-8").strip())
    held = home.exists()
    subprocess.run([*let_go.split(), str(home / ".cache" / "doc")], stderr=subprocess.DEVNULL)
    shutil.rmtree(home, ignore_errors=True)
    assert taken is None
    if not held:
        leave_out("only root may mount and make files immutable, and not everywhere")


_ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the page is measured on Linux")


@pytest.mark.parametrize("name", ["run", pytest.param("web", marks=_ON_LINUX)])
def test_without_what_the_checks_need_it_names_the_python_that_has_it(name: str, tmp_path: Path) -> None:
    code = "import runpy, sys; sys.modules['pytest'] = None; sys.argv[1:] = ['--runs', '1']"
    script = f"{code}; runpy.run_path({str(ROOT / 'tests' / 'benchmarks' / name)!r} + '.py', run_name='__main__')"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=tmp_path)
    line = f"tests/benchmarks/{name}.py: this Python has no pytest: use .venv/bin/python, which tools/test.py makes\n"
    assert (result.returncode, result.stdout, result.stderr) == (2, "", line)

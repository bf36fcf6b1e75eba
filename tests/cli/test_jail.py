"""``gemport run --jail``: the kernel refuses writes outside the program's folders."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.run import refused
from tests.needs import leave_out, needs_processor
from tests.places import ROOT
from tests.st.code import Code, shown

_WITHOUT_FENCES = """
import sys
from gemport.st.drives import DriveFolder
DriveFolder._is_inside = lambda *_: True
from gemport.cli.main import main
sys.exit(main())
"""
"""Run gemport as if the checks of links had a fault."""


def _run(*arguments: object) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-c", _WITHOUT_FENCES, "run", *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True, cwd=ROOT, timeout=120)


@needs_processor
@pytest.mark.skipif(sys.platform != "linux", reason="Landlock is a part of Linux")
def test_in_the_jail_the_kernel_refuses_writes_outside(tmp_path: Path) -> None:
    disk, out, other = (tmp_path / name for name in ("disk", "out", "other"))
    for folder in (disk, out, other):
        folder.mkdir()
    (out / "KEPT.TXT").write_text("kept")
    (disk / "OUT").symlink_to("../out")
    code = Code()
    for name in ("C:\\INSIDE.TXT", "D:\\OTHER.TXT", "C:\\OUT\\NEW.TXT", "C:\\OUT\\KEPT.TXT"):
        code.ask("fcreate", name, 0)
    code.ask("fopen", "C:\\OUT\\KEPT.TXT", 0)
    (disk / "THIEF.PRG").write_bytes(code.end())
    options = ("--drive", f"D={other}", "--screenshot", tmp_path / "shots" / "end.png")
    (tmp_path / "shots").mkdir()
    result = _run(disk / "THIEF.PRG", *options, "--jail")
    if "no Landlock" in result.stderr:
        leave_out("this kernel has no Landlock")
    assert (result.returncode, result.stderr, shown(result.stdout)) == (0, "", [6, 7, -36, -36, 8])
    assert (out / "KEPT.TXT").read_text() == "kept"
    assert (tmp_path / "shots" / "end.png").exists()
    # Without the jail the same fault would let it write.
    assert shown(_run(disk / "THIEF.PRG", *options).stdout) == [6, 7, 8, 9, 10]


@needs_processor
def test_a_system_without_landlock_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "freebsd13")
    (tmp_path / "A.PRG").write_bytes(Code().end())
    assert "--jail: this system has no Landlock" in refused("run", tmp_path / "A.PRG", "--jail")

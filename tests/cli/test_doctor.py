"""``gemport doctor``, with and without a display."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gemport import __version__
from tests.hosts.xvfb import xvfb
from tests.needs import need_programs
from tests.places import ROOT

LINES = (
    *("gemport", "system", "Python", "packages", "SQLite", "language", "variables"),
    *("display", "window manager", "monitors", "OpenGL", "keyboard layout", "sound"),
    *("program folder", "user folder", "files in it"),
)


def doctor(**variables: str) -> dict[str, str]:
    """Run the command in a separate process; return its lines by name."""
    left_out = ("DISPLAY", "WAYLAND_DISPLAY", "PULSE_SERVER")
    environment = {name: value for name, value in os.environ.items() if name not in left_out}
    command = [sys.executable, "-m", "gemport", "doctor"]
    result = subprocess.run(
        command, cwd=ROOT, env={**environment, **variables}, capture_output=True, text=True, timeout=120
    )
    assert (result.returncode, result.stderr) == (0, "")
    lines = [re.split(r": +", line, maxsplit=1) for line in result.stdout.splitlines()]
    assert all(len(line) == 2 and line[1] for line in lines)
    return dict(lines)


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there the display is always the system's")
def test_without_a_display_the_other_lines_are_printed(tmp_path: Path) -> None:
    (tmp_path / "VIERFREI.DAT").touch()
    for variables in ({}, {"DISPLAY": ":64999"}):
        found = doctor(GEMPORT_HOME=str(tmp_path), **variables)
        assert tuple(found) == LINES
        assert found["gemport"] == __version__
        assert "pyglet 2.1." in found["packages"]
        assert ("no server answers" if variables else "DISPLAY is not set") in found["display"]
        assert [found[name] for name in LINES[8:12]] == ["unknown"] * 4
        assert found["files in it"] == "VIERFREI.DAT"


@pytest.mark.window
def test_on_a_display_its_parts_are_named() -> None:
    need_programs("Xvfb")
    with xvfb(1000, 700) as name:
        found = doctor(DISPLAY=name)
    assert "1000x700, 24 bits" in found["display"]
    assert found["window manager"] == "none that says its name"
    assert found["monitors"] == "1000x700+0+0"
    assert re.match(r"[34]\.\d", found["OpenGL"])
    assert "layout us" in found["keyboard layout"]


def test_a_crashed_probe_leaves_the_other_lines(tmp_path: Path) -> None:
    """A driver can end the process, and a package can have a wrong version."""
    package = tmp_path / "pyglet"
    package.mkdir()
    for code, reason in ("import os; os._exit(9)", "ended with status 9"), ("version = '1.5.27'", "version 1.5.27"):
        (package / "__init__.py").write_text(code)
        found = doctor(PYTHONPATH=str(tmp_path), DISPLAY=":64999")
        assert tuple(found) == LINES
        assert found["OpenGL"].startswith("unknown (")
        assert reason in found["OpenGL"]


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there a window needs no DISPLAY")
def test_a_wrong_pyglet_is_named_with_its_version(tmp_path: Path) -> None:
    package = tmp_path / "pyglet"
    package.mkdir()
    (package / "__init__.py").write_text("version = '1.5.27'")
    variables = {**os.environ, "PYTHONPATH": str(tmp_path), "DISPLAY": ":64999", "GEMPORT_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "gemport", "617"]
    result = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, timeout=60)
    assert result.returncode == 2
    assert "takes pyglet 2.1: version 1.5.27 is installed" in result.stderr
    assert result.stderr.count("\n") == 1
    assert "OpenGL" not in result.stderr

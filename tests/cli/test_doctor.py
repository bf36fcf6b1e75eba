"""``gemport doctor``, with and without a display."""

import os
import platform
import re
import sqlite3
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from gemport import __version__
from gemport.cli.doctor import _VARIABLES
from tests.cli.run import run
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


@pytest.mark.skipif(os.name == "nt", reason="HOME is not the home folder there")
@pytest.mark.parametrize(
    ("outcome", "others", "sound"),
    [
        (subprocess.TimeoutExpired("", 1, b"sound: on\nnoise: 9"), "unknown (no answer after 15 seconds)", "on"),
        (subprocess.TimeoutExpired("", 1), "unknown (no answer after 15 seconds)", None),
        (OSError("no room"), "unknown (no room)", None),
        (subprocess.CompletedProcess("", 3, b"sound: on", b"a\nlast\n"), "unknown (ended with status 3: last)", "on"),
        (subprocess.CompletedProcess("", 3, b"", b""), "unknown (ended with status 3)", None),
        (subprocess.CompletedProcess("", 0, b"sound: on", b"a"), "unknown", "on"),
    ],
)
def test_the_report_has_a_line_for_each_fact(
    outcome: Exception | subprocess.CompletedProcess[bytes],
    others: str,
    sound: str | None,
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def examine(command: tuple[str, ...], timeout: int, **_options: object) -> object:
        assert (command[-2:], timeout) == (("doctor", "--display"), 15)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def version(name: str) -> str:
        if name == "Pillow":
            raise metadata.PackageNotFoundError
        return "9"

    for name in _VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in (("HOME", str(tmp_path)), ("GEMPORT_HOME", str(home)), ("LANG", "de_DE")):
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(subprocess, "run", examine)
    monkeypatch.setattr(metadata, "version", version)
    monkeypatch.setattr(platform, "freedesktop_os_release", lambda: {"PRETTY_NAME": "Some Linux"})
    monkeypatch.setattr(platform, "platform", lambda: "Linux-9")
    monkeypatch.setattr(sys, "maxsize", (1 << 31) - 1)
    python = f"{platform.python_version()} ({platform.python_implementation()}, 32 bits), {sys.executable}"
    packages = "pyglet 9, platformdirs 9, Pillow is not installed, machine68k 9"
    system, variables = "Some Linux, Linux-9", "GEMPORT_HOME=~/home, LANG=de_DE"
    known = (__version__, system, python, packages, sqlite3.sqlite_version, "de", variables)
    folders = str(ROOT / "gemport"), "~/home, does not exist yet", "none"
    texts = [*known, *[others] * 5, sound or others, *folders]
    wanted = [f"{f'{name}:':16} {text}" for name, text in zip(LINES, texts, strict=True)]
    result = run("doctor")
    assert (result.status, result.out.splitlines(), result.err) == (0, wanted, "")


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there the display is always the system's")
def test_without_a_display_its_lines_are_unknown(tmp_path: Path) -> None:
    (tmp_path / "VIERFREI.DAT").touch()
    for variables in ({}, {"DISPLAY": ":64999"}):
        found = doctor(GEMPORT_HOME=str(tmp_path), **variables)
        assert ("no server answers" if variables else "DISPLAY is not set") in found["display"]
        assert [found[name] for name in LINES[8:12]] == ["unknown"] * 4
        assert (found["user folder"], found["files in it"]) == (str(tmp_path), "VIERFREI.DAT")


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

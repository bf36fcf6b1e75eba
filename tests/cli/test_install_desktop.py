"""The entries in the host's menus: valid for the desktops, never replacing other files, and fully removable."""

import json
import os
import shlex
import shutil
import subprocess
import sys
from configparser import ConfigParser
from hashlib import sha256
from pathlib import Path

import pytest

from gemport.cli import registry
from gemport.cli.install_desktop import SCALES, data_home, desktop_file
from gemport.cli.launch import entry_name
from tests.cli.run import refused, run
from tests.needs import need_programs

WORDS = ["desktop", *registry.names()]
NAMES = ["gemport", *(f"gemport-{name}" for name in registry.names())]
COMMAND = ("install-desktop",)
VALIDATE = shutil.which("desktop-file-validate") or "desktop-file-validate"
"""Found before a fixture hides the system's programs."""
XDG = pytest.mark.skipif(os.name == "nt", reason="these entries are not for Windows")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for the user's data, without programs that would add files."""
    if sys.platform in ("win32", "darwin"):
        pytest.skip("this system has no menus after the XDG specification")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data home"))
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path / "data home"


def files(home: Path) -> dict[str, bytes]:
    return {path.relative_to(home).as_posix(): path.read_bytes() for path in home.rglob("*") if path.is_file()}


def test_icons_and_entries_are_installed_and_removed(home: Path) -> None:
    (home / "applications").mkdir(parents=True)
    (home / "applications" / "other.desktop").write_text("somebody else's", encoding="utf-8")
    before = files(home)
    assert run(*COMMAND) == (0, f"28 files installed in {home}\n", "")
    installed = set(files(home)) - {"gemport/installed.json", *before}
    icons = {f"icons/hicolor/{size}x{size}/apps/{name}.png" for size in SCALES for name in NAMES}
    assert installed == icons | {f"applications/{name}.desktop" for name in NAMES}
    assert run(*COMMAND, "--remove") == (0, f"28 files removed from {home}\n", "")
    assert files(home) == before
    assert sorted(path.name for path in home.iterdir()) == ["applications"]
    assert run(*COMMAND, "--remove") == (0, f"0 files removed from {home}\n", "")


def test_installing_again_restores_missing_files(home: Path) -> None:
    run(*COMMAND)
    first = files(home)
    entry, list_ = home / "applications" / "gemport.desktop", home / "gemport" / "installed.json"
    entry.unlink()
    assert run(*COMMAND).status == 0
    assert files(home) == first
    # As created by an earlier version.
    listed = json.loads(list_.read_text(encoding="utf-8"))
    entry.write_text("earlier", encoding="utf-8")
    list_.write_text(json.dumps(listed | {"applications/gemport.desktop": sha256(b"earlier").hexdigest()}), "utf-8")
    assert run(*COMMAND).status == 0
    assert files(home) == first


@pytest.mark.parametrize("path", ["applications/gemport.desktop", "icons/hicolor/48x48/apps/gemport-freecell.png"])
def test_a_file_of_another_origin_is_never_overwritten(home: Path, path: str) -> None:
    (home / path).parent.mkdir(parents=True)
    (home / path).write_text("mine", encoding="utf-8")
    assert (
        refused(*COMMAND)
        == f"gemport: {home / path} was not installed by gemport or has changed; nothing was installed"
    )
    assert files(home) == {path: b"mine"}
    run(*COMMAND, "--remove")
    assert files(home) == {path: b"mine"}


def test_a_file_that_was_changed_stays(home: Path) -> None:
    run(*COMMAND)
    changed = home / "applications" / "gemport.desktop"
    changed.write_text("changed", encoding="utf-8")
    assert "has changed; nothing was installed" in refused(*COMMAND)
    status, out, error = run(*COMMAND, "--remove")
    assert (status, out) == (0, f"27 files removed from {home}\n")
    assert error == f"gemport: {changed} has changed since its installation; it was not removed\n"
    assert files(home) == {"applications/gemport.desktop": b"changed"}


def test_a_link_is_not_followed(home: Path) -> None:
    elsewhere = home.parent / "elsewhere"
    elsewhere.write_text("mine", encoding="utf-8")
    (home / "applications").mkdir(parents=True)
    (home / "applications" / "gemport.desktop").symlink_to(elsewhere)
    assert "was not installed by gemport" in refused(*COMMAND)
    assert elsewhere.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    "listed", ["[]", "{", '{"applications/../../x": "x"}', '{"applications/a": 1}', '{"/etc/passwd": "x"}']
)
def test_a_damaged_list_removes_nothing(home: Path, listed: str) -> None:
    run(*COMMAND)
    (home / "gemport" / "installed.json").write_text(listed, encoding="utf-8")
    before = files(home)
    assert "installed.json" in refused(*COMMAND, "--remove")
    assert files(home) == before


def test_the_entries_are_valid(home: Path) -> None:
    if not os.path.isabs(VALIDATE):
        need_programs(VALIDATE)
    run(*COMMAND)
    paths = sorted((home / "applications").glob("*.desktop"))
    result = subprocess.run([VALIDATE, *paths], capture_output=True, text=True)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def entry_of(text: str) -> dict[str, str]:
    parser = ConfigParser(interpolation=None, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string(text)
    return dict(parser["Desktop Entry"])


@XDG
@pytest.mark.parametrize("word", WORDS)
def test_an_entry_speaks_both_languages_and_starts_its_program(word: str, tmp_path: Path) -> None:
    read = entry_of(desktop_file(word, "The title", (sys.executable, "-m", "gemport"), Path("/somewhere")))
    assert read["Icon"] == read["StartupWMClass"] == entry_name(word)
    assert read["Path"] == "/somewhere"
    assert read["Name"] == "The title"
    assert read["Name[de]"]
    assert read["Comment"] != read["Comment[de]"]
    words = [*shlex.split(read["Exec"]), "--screenshot", str(tmp_path / "shown.png")]
    subprocess.run(words, check=True, env={**os.environ, "GEMPORT_HOME": str(tmp_path / "home")})
    assert (tmp_path / "shown.png").exists()


@XDG
def test_special_characters_are_quoted_twice() -> None:
    """Quoted once for the command line within Exec, and once for the file."""
    text = desktop_file("desktop", "", ('/a b/py"th$on', "100%"), None)
    assert 'Exec="/a b/py\\\\"th\\\\$on" 100%% desktop\n' in text
    assert "Path" not in text


def test_the_menu_database_is_updated_silently(home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    program = home.parent / "update-desktop-database"
    program.write_text('#!/bin/sh\n/bin/echo "$1" >> "$0.log"; /bin/echo noise; /bin/echo noise >&2; exit 3\n', "utf-8")
    program.chmod(0o755)
    assert run(*COMMAND) == (0, f"28 files installed in {home}\n", "")
    assert Path(f"{program}.log").read_text(encoding="utf-8") == f"{home / 'applications'}\n"
    assert capfd.readouterr() == ("", "")


@XDG
def test_the_folder_is_the_specifications() -> None:
    assert data_home({"XDG_DATA_HOME": "/data"}) == Path("/data")
    for other in ({}, {"XDG_DATA_HOME": ""}, {"XDG_DATA_HOME": "relative"}):
        assert data_home(other) == Path.home() / ".local" / "share"


@XDG
@pytest.mark.parametrize(
    ("started", "mode", "variables", "expected"),
    [
        ("gemport", 0o755, {}, "{started}"),
        ("gemport.pyz", 0o644, {}, "{python} {started}"),
        ("gemport.pyz", 0o755, {}, "{started}"),
        ("gemport/__main__.py", 0o644, {}, "{python} -m gemport"),
        ("gemport", 0o755, {"APPIMAGE": "/a/gemport.AppImage", "APPDIR": sys.prefix}, "/a/gemport.AppImage"),
        ("gemport", 0o755, {"APPIMAGE": "/a/terminal.AppImage", "APPDIR": "/tmp/.mount"}, "{started}"),
    ],
)
def test_an_entry_starts_the_program_that_made_it(
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    started: str,
    mode: int,
    variables: dict[str, str],
    expected: str,
) -> None:
    program = home.parent / started
    program.parent.mkdir(exist_ok=True)
    program.touch(mode)
    monkeypatch.chdir(home.parent)
    monkeypatch.setattr(sys, "argv", [started])
    monkeypatch.setattr(sys, "executable", f"{sys.prefix}/bin/python")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    run(*COMMAND)
    line = entry_of(files(home)["applications/gemport.desktop"].decode())["Exec"]
    assert line == expected.format(started=program, python=sys.executable) + " desktop"


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_other_systems_have_installers(monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    monkeypatch.setattr("gemport.cli.install_desktop.sys.platform", system)
    assert refused(*COMMAND) == "gemport: menu entries are made by the installer on this system"

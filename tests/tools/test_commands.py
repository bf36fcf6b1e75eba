"""The two set-up commands, as a user meets them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import ROOT

TOOLS = ROOT / "tools"

# Calls of the virtual environment's interpreter are noted in a file instead of being made.
_FAKE_PYTHON = """#!{python}
import pathlib, sys
with pathlib.Path({log!r}).open("a") as log:
    print(*sys.argv[1:], file=log)
"""


def run_old(command: str, version: tuple[int, int]) -> subprocess.CompletedProcess[str]:
    """Run a command in a Python that claims to be of another version."""
    code = f"import sys, runpy; sys.version_info = ({version[0]}, {version[1]}, 0, 'final', 0); sys.argv = ['x']; "
    code += f"runpy.run_path({str(TOOLS / command)!r}, run_name='__main__')"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)


@pytest.mark.parametrize("command", ["play.py", "test.py"])
def test_an_old_python_is_refused_in_one_line(command: str) -> None:
    result = run_old(command, (3, 10))
    assert result.returncode == 1
    assert result.stderr == f"tools/{command} needs Python 3.11 or newer, this is 3.10\n"


@pytest.mark.parametrize("command", ["play.py", "test.py"])
def test_even_a_very_old_python_can_read_the_command(command: str) -> None:
    source = (TOOLS / command).read_text(encoding="ascii")
    compile(source, command, "exec")
    assert "import annotations" not in source
    assert not any(sign in source for sign in ('f"', "f'", "->", ":="))


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with an environment whose interpreter only notes how it is called."""
    root = tmp_path / "check out"
    (root / "tools").mkdir(parents=True)
    for name in ("play.py", "setup_venv.py"):
        (root / "tools" / name).write_bytes((TOOLS / name).read_bytes())
    (root / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    python = root / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(_FAKE_PYTHON.format(python=sys.executable, log=str(tmp_path / "log")), encoding="utf-8")
    python.chmod(0o755)
    (root / ".venv" / "pyvenv.cfg").touch()
    return root


def play(checkout: Path, *arguments: str) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Run play.py there from another folder; gives its result and the calls of the environment's Python."""
    log = checkout.parent / "log"
    log.unlink(missing_ok=True)
    command = [sys.executable, str(checkout / "tools" / "play.py"), *arguments]
    result = subprocess.run(command, cwd=checkout.parent, capture_output=True, text=True)
    return result, log.read_text(encoding="utf-8").splitlines() if log.exists() else []


@pytest.mark.skipif(os.name != "posix", reason="the stand-in for Python is a script with #!")
class TestPlay:
    def test_the_first_start_installs_and_says_so(self, checkout: Path) -> None:
        result, calls = play(checkout, "vierfrei", "5")
        assert "installing gemport" in result.stderr
        assert "pip install" in calls[-2]
        assert calls[-2].endswith("--editable .")
        assert calls[-1] == "-P -m gemport vierfrei 5"

    def test_the_second_start_calls_no_pip_and_says_nothing(self, checkout: Path) -> None:
        play(checkout)
        result, calls = play(checkout, "--help")
        assert calls == ["-P -m gemport --help"]
        assert result.stderr == ""

    def test_a_changed_project_file_is_installed_again(self, checkout: Path) -> None:
        play(checkout)
        (checkout / "pyproject.toml").write_text("[project]\nname = 'x'\n", encoding="utf-8")
        assert any("pip install" in call for call in play(checkout)[1])

    def test_a_moved_checkout_is_installed_again(self, checkout: Path) -> None:
        play(checkout)
        moved = checkout.rename(checkout.with_name("elsewhere"))
        assert any("pip install" in call for call in play(moved)[1])

    def test_another_python_of_the_system_changes_nothing(self, checkout: Path) -> None:
        play(checkout)
        code = "import sys, runpy; sys.version = 'another'; sys.version_info = (3, 99); sys.argv = ['play.py']; "
        code += f"runpy.run_path({str(checkout / 'tools' / 'play.py')!r}, run_name='__main__')"
        result = subprocess.run([sys.executable, "-c", code], cwd=checkout / "tools", capture_output=True, text=True)
        assert (result.returncode, result.stderr) == (0, "")

    def test_a_failed_installation_is_one_line_and_is_tried_again(self, checkout: Path) -> None:
        python = checkout / ".venv" / "bin" / "python"
        works = python.read_text(encoding="utf-8")
        python.write_text(works + "if 'pip' in sys.argv: sys.exit('ERROR: no such thing')\n", encoding="utf-8")
        result, _ = play(checkout)
        assert result.returncode == 2
        last = result.stderr.splitlines()[-1]
        assert last.startswith("tools/play.py: pip could not install it: ERROR: no such thing")
        assert "Traceback" not in result.stderr
        python.write_text(works, encoding="utf-8")
        assert any("pip install" in call for call in play(checkout)[1])

    def test_without_the_network_the_line_says_so(self, checkout: Path) -> None:
        python = checkout / ".venv" / "bin" / "python"
        broken = "if 'pip' in sys.argv: sys.exit('ERROR: Could not find hatchling (from versions: none)')\n"
        python.write_text(python.read_text(encoding="utf-8") + broken, encoding="utf-8")
        assert "needs the network" in play(checkout)[0].stderr.splitlines()[-1]

    def test_a_folder_in_the_way_is_left_alone(self, checkout: Path) -> None:
        (checkout / ".venv" / "pyvenv.cfg").unlink()
        result, calls = play(checkout)
        assert result.returncode == 2
        assert "is not a virtual environment" in result.stderr
        assert calls == []

    @pytest.mark.parametrize(
        ("system", "advice"),
        [
            ("linux", "apt-get install python3."),
            ("win32", "py -3 tools\\play.py"),
            ("darwin", "brew install python"),
        ],
    )
    def test_a_python_without_venv_says_what_to_do(self, checkout: Path, system: str, advice: str) -> None:
        for part in ("bin/python", "bin", "pyvenv.cfg"):
            path = checkout / ".venv" / part
            path.rmdir() if path.is_dir() else path.unlink()
        (checkout / ".venv").rmdir()
        command = [sys.executable, "-c", _NO_ENSUREPIP, str(checkout / "tools"), system]
        result = subprocess.run(command, capture_output=True, text=True)
        assert advice in result.stdout
        assert not (checkout / ".venv").exists()


_NO_ENSUREPIP = """
import sys, importlib.util
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "ensurepip" else real(name, *rest)
sys.path.insert(0, sys.argv[1])
import setup_venv
sys.platform = sys.argv[2]
try:
    setup_venv.ensure()
except setup_venv.SetupError as error:
    print(error)
"""

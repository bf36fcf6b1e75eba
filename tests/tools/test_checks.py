"""The steps of tools/test.py, its reaction to programs missing from the system, and the two set-up commands."""

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests import needs
from tests.needs import need_programs
from tests.places import ROOT

TOOLS = ROOT / "tools"


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the module of tools/test.py, with a ready environment and an existing display."""
    monkeypatch.syspath_prepend(str(TOOLS))
    module = importlib.import_module("checks")
    monkeypatch.setattr(module, "ensure", lambda extra: Path("/venv/bin/python"))
    monkeypatch.setattr(module.display_packages, "missing", lambda: "")
    monkeypatch.setattr(module.display_packages, "install", lambda say: pytest.fail("nobody asked for that"))
    return module


@pytest.fixture
def packages(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(TOOLS))
    module = importlib.import_module("display_packages")
    monkeypatch.setattr("sys.platform", "linux")
    return module


def calls(monkeypatch: pytest.MonkeyPatch, module: ModuleType, failing: str = "nothing") -> list[list[str]]:
    """Record the commands that a module starts, without running them; commands containing ``failing`` fail."""
    made: list[list[str]] = []

    def call(command: list[str], **_: Any) -> int:
        made.append(command)
        return int(any(failing in part for part in command))

    monkeypatch.setattr(module.subprocess, "call", call)
    return made


def test_a_failed_check_does_not_hide_the_others(
    monkeypatch: pytest.MonkeyPatch, checks: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    made = calls(monkeypatch, checks, failing="lint-imports")
    assert checks.main([]) == 1
    words = [" ".join(command) for command in made]
    assert "ruff check" in words[0]
    assert "lint-imports" in " ".join(words[1:-1])
    assert "pytest -n " in words[-1]
    assert capfd.readouterr().err.splitlines()[-1] == "failed: imports"


FAST = ["-m", "not slow and not window"]


@pytest.mark.parametrize(
    ("arguments", "given"),
    [
        ([], []),
        (["--fast"], FAST),
        (["--", "tests/cards", "-k", "deal"], ["tests/cards", "-k", "deal"]),
        (["--fast", "--", "tests/cards"], [*FAST, "tests/cards"]),
    ],
)
def test_arguments_after_two_hyphens_run_pytest_alone(
    monkeypatch: pytest.MonkeyPatch, checks: ModuleType, arguments: list[str], given: list[str]
) -> None:
    made = calls(monkeypatch, checks)
    checks.main(arguments)
    assert made[-1][:3] == [str(Path("/venv/bin/python")), "-m", "pytest"]
    assert made[-1][len(made[-1]) - len(given) :] == given
    assert (len(made) == 1) is ("--" in arguments)
    assert len(made) > 1 or made[-1][3:] == given


def test_the_display_is_installed_only_if_that_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, checks: ModuleType
) -> None:
    calls(monkeypatch, checks)
    assert checks.main([]) == 0
    asked: list[bool] = []
    monkeypatch.setattr(checks.display_packages, "install", lambda say: asked.append(True))
    assert checks.main(["--install-display"]) == 0
    assert asked == [True]


def test_other_pythons_run_fast_tests_in_separate_environments(
    monkeypatch: pytest.MonkeyPatch, checks: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    made = calls(monkeypatch, checks, failing=".venv-3.14")
    environments: list[tuple[str, Path]] = []

    def ensure(extra: str, venv: Path = ROOT / ".venv", interpreter: Path = Path("python")) -> Path:
        environments.append((venv.name, interpreter))
        return venv / "bin" / "python"

    monkeypatch.setattr(checks, "ensure", ensure)
    monkeypatch.setattr(checks, "supported_versions", lambda root: ["3.11", "3.12", "3.13", "3.14"])
    monkeypatch.setattr(checks, "version_of", lambda python: "3.11")
    monkeypatch.setattr(checks, "find_python", lambda version: None if version == "3.13" else Path(version))
    assert checks.main(["--pythons"]) == 1
    assert environments[1:] == [(".venv-3.12", Path("3.12")), (".venv-3.14", Path("3.14"))]
    assert [Path(command[0]).parents[1].name for command in made[-3:]] == [".venv", ".venv-3.12", ".venv-3.14"]
    assert made[-1][-2:] == ["-m", "not slow and not window"]
    left_out = [ROOT / word.removeprefix("--ignore=") for word in made[-1] if word.startswith("--ignore=")]
    assert left_out
    assert all(path.exists() for path in left_out)
    errors = capfd.readouterr().err
    assert "left out: Python 3.13 is not on this system" in errors
    assert errors.splitlines()[-1] == "failed: Python 3.14"


@pytest.mark.skipif(os.name != "posix", reason="the stand-ins for Python are scripts with #!")
def test_only_a_working_python_is_found(monkeypatch: pytest.MonkeyPatch, checks: ModuleType, tmp_path: Path) -> None:
    def put(path: str, script: str) -> Path:
        python = tmp_path / path
        python.parent.mkdir(parents=True, exist_ok=True)
        python.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        python.chmod(0o755)
        return python

    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    put("bin/python3.12", "exit 127")
    assert checks.find_python("3.12") is None
    real = put("pyenv/versions/3.12.1/bin/python3.12", "echo 3.12")
    assert checks.find_python("3.12") == real
    nearer = put("bin/python3.12", "echo 3.12")
    assert checks.find_python("3.12") == nearer
    assert checks.find_python("3.13") is None


def test_the_checks_install_the_locked_versions(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(TOOLS))
    setup_venv = importlib.import_module("setup_venv")
    source = 'source = { registry = "https://pypi.org/simple" }'
    (tmp_path / "uv.lock").write_text(
        f"""
        [[package]]
        name = "gemport"
        source = {{ editable = "." }}
        [[package]]
        name = "ruff"
        version = "1.2"
        {source}
        [[package]]
        name = "numpy"
        version = "2.3"
        {source}
        resolution-markers = ["python_full_version >= '3.12'", "os_name == 'nt'"]
        """,
        encoding="utf-8",
    )
    lines = ["ruff==1.2", "numpy==2.3; (python_full_version >= '3.12') or (os_name == 'nt')"]
    assert setup_venv.locked_versions(tmp_path).splitlines() == lines
    commands: list[list[str]] = []

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(setup_venv.subprocess, "run", run)
    setup_venv._install(tmp_path / "bin" / "python", tmp_path, "dev")
    assert commands[-1][-4:] == ["--constraint", str(tmp_path / "constraints.txt"), "--editable", ".[dev]"]


def test_the_supported_pythons_are_those_of_the_project_file(checks: ModuleType) -> None:
    versions = checks.supported_versions(ROOT)
    assert versions[0] == "3.11"
    assert len(versions) >= 3


@pytest.mark.parametrize(("ci", "status"), [("true", 1), ("", 0)])
def test_skipped_tests_are_named_and_fail_in_ci(
    monkeypatch: pytest.MonkeyPatch, checks: ModuleType, capfd: pytest.CaptureFixture[str], ci: str, status: int
) -> None:
    calls(monkeypatch, checks)
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(checks.display_packages, "missing", lambda: "some tests need: xvfb")
    assert checks.main([]) == status
    assert "left out: some tests need: xvfb" in capfd.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="there is no root elsewhere")
@pytest.mark.parametrize("root", [True, False])
def test_root_installs_missing_packages_others_see_them(
    monkeypatch: pytest.MonkeyPatch, packages: ModuleType, root: bool
) -> None:
    installed = set(packages.PACKAGES) - {"xvfb", "xdotool"}
    ran: list[list[str]] = []

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        ran.append(command)
        if "install" in command:
            installed.update(command)
        words = "installed" if command[-1] in installed else ""
        return subprocess.CompletedProcess(command, 0, words if command[0] == "dpkg-query" else "")

    monkeypatch.setattr(packages.subprocess, "run", run)
    monkeypatch.setattr(packages.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(packages.os, "geteuid", lambda: 0 if root else 1000)
    packages.install(lambda text: None)
    apt = [command[3:] for command in ran if command[0] == "apt-get"]
    if root:
        assert packages.missing() == ""
        assert apt == [["update"], ["install", "--yes", "--no-install-recommends", "xvfb", "xdotool"]]
    else:
        assert packages.missing().startswith("some tests need: sudo apt-get install xvfb xdotool ")
        assert "--install-display" in packages.missing()
        assert apt == []


@pytest.mark.parametrize(("ci", "end"), [(True, pytest.fail.Exception), (False, pytest.skip.Exception)])
def test_a_test_without_its_program_fails_in_ci(
    monkeypatch: pytest.MonkeyPatch, ci: bool, end: type[BaseException]
) -> None:
    monkeypatch.setattr(needs, "CI", ci)
    with pytest.raises(end, match=r"^no-such-program missing"):
        needs.need_programs("python", "no-such-program")


# ---- the two set-up commands, as users run them


# Calls of the virtual environment's interpreter are only logged to a file.
_FAKE_PYTHON = """#!{python}
import pathlib, sys
with pathlib.Path({log!r}).open("a") as log:
    print(*sys.argv[1:], file=log)
"""


@pytest.mark.parametrize("command", ["play.py", "test.py"])
def test_an_old_python_is_refused_in_one_line(command: str) -> None:
    code = "import sys, runpy; sys.version_info = (3, 10, 0, 'final', 0); sys.argv = ['x']; "
    code += f"runpy.run_path({str(TOOLS / command)!r}, run_name='__main__')"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
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
    """Return a checkout with an environment whose interpreter only logs its calls."""
    root = tmp_path / "check out"
    (root / "tools").mkdir(parents=True)
    for name in ("play.py", "setup_venv.py"):
        (root / "tools" / name).write_bytes((TOOLS / name).read_bytes())
    (root / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    (root / "uv.lock").touch()
    python = root / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(_FAKE_PYTHON.format(python=sys.executable, log=str(tmp_path / "log")), encoding="utf-8")
    python.chmod(0o755)
    (root / ".venv" / "pyvenv.cfg").touch()
    return root


def play(checkout: Path, *arguments: str) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Run play.py there from another folder; return its result and the calls of the environment's Python."""
    log = checkout.parent / "log"
    log.unlink(missing_ok=True)
    command = [sys.executable, str(checkout / "tools" / "play.py"), *arguments]
    result = subprocess.run(command, cwd=checkout.parent, capture_output=True, text=True)
    return result, log.read_text(encoding="utf-8").splitlines() if log.exists() else []


@pytest.mark.skipif(os.name != "posix", reason="the stand-in for Python is a script with #!")
class TestPlay:
    def test_the_first_start_installs_and_reports_it(self, checkout: Path) -> None:
        result, calls = play(checkout, "vierfrei", "5")
        assert "installing gemport" in result.stderr
        assert "pip install" in calls[-2]
        assert calls[-2].endswith("--editable .")
        assert calls[-1] == "-P -m gemport vierfrei 5"

    def test_only_a_changed_or_moved_checkout_is_installed_again(self, checkout: Path) -> None:
        play(checkout)
        result, calls = play(checkout, "--help")
        assert (calls, result.stderr) == (["-P -m gemport --help"], "")
        (checkout / "pyproject.toml").write_text("[project]\nname = 'x'\n", encoding="utf-8")
        assert any("pip install" in call for call in play(checkout)[1])
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

    def test_a_missing_network_is_named(self, checkout: Path) -> None:
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
        ("system", "advice"), [("linux", "apt-get install"), ("win32", "py -3 "), ("darwin", "brew install python")]
    )
    def test_a_python_without_venv_names_the_remedy(self, checkout: Path, system: str, advice: str) -> None:
        for part in ("bin/python", "bin", "pyvenv.cfg"):
            path = checkout / ".venv" / part
            path.rmdir() if path.is_dir() else path.unlink()
        (checkout / ".venv").rmdir()
        command = [sys.executable, "-c", _NO_ENSUREPIP, str(checkout / "tools"), system]
        result = subprocess.run(command, capture_output=True, text=True)
        assert advice in result.stdout
        assert not (checkout / ".venv").exists()

    def test_variables_of_pip_and_python_are_ignored(self, checkout: Path) -> None:
        """PIP_USER and PIP_TARGET stopped the start; how pip reaches the network is still the user's choice."""
        python = checkout / ".venv" / "bin" / "python"
        noted = checkout.parent / "environment"
        code = f"""
if 'list' in sys.argv:
    print("global.index-url='https://example.org/simple'")
    print("install.target='/t'")
    print(":env:.user='1'")
else:
    names = sorted(name for name in os.environ if name.startswith('PIP_') or name.startswith('PYTHON'))
    with open({str(noted)!r}, 'a') as file:
        print(*(f'{{name}}={{os.environ[name]}}' for name in names), file=file)
"""
        python.write_text(python.read_text(encoding="utf-8") + "import os\n" + code, encoding="utf-8")
        bad = {"PIP_USER": "1", "PIP_TARGET": "/t", "PIP_PREFIX": "/p", "PYTHONPATH": "/x", "PYTHONUTF8": "1"}
        command = [sys.executable, str(checkout / "tools" / "play.py")]
        result = subprocess.run(command, env={**os.environ, **bad}, capture_output=True, text=True)
        assert result.returncode == 0
        install, started = noted.read_text().splitlines()[-2:]
        assert "PIP_INDEX_URL=https://example.org/simple" in install
        assert f"PIP_CONFIG_FILE={os.devnull}" in install
        assert not re.search("PIP_USER|PIP_TARGET|PIP_PREFIX|PYTHONPATH", f"{install} {started}")
        assert "PYTHONUTF8=1" in started

    def test_a_read_only_checkout_uses_the_cache_folder(self, checkout: Path, tmp_path: Path) -> None:
        without_rights = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []
        if without_rights:
            need_programs("setpriv")
        cache = tmp_path / "cache"
        made = [checkout, *checkout.rglob("*")]
        for path in made:
            if not path.is_symlink():
                path.chmod(path.stat().st_mode & ~0o222)
        code = "import sys, pathlib; sys.path.insert(0, sys.argv[1]); import setup_venv as s\n"
        code += "s._make = lambda venv, _: venv.mkdir(parents=True); s._install = lambda *_: None; print(s.ensure())"
        command = [*without_rights, sys.executable, "-c", code, str(checkout / "tools")]
        environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}
        try:
            result = subprocess.run(command, env=environment, capture_output=True, text=True)
        finally:
            for path in made:
                if not path.is_symlink():
                    path.chmod(path.stat().st_mode | 0o200)
        assert (result.returncode, result.stderr) == (0, "")
        assert Path(result.stdout.strip()).is_relative_to(cache)


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

"""The steps of tools/test.py, its reaction to programs missing from the system, and the two set-up commands."""

import os
import re
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import checks
import display_packages
import pytest
import setup_venv

from tests import needs
from tests.needs import need_programs
from tests.places import ROOT

TOOLS = ROOT / "tools"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Collect the commands of the checks instead of running them; the check of imports fails."""
    commands: list[list[str]] = []

    def call(command: list[str], **_: Any) -> int:
        commands.append(command)
        return int(any("lint-imports" in part for part in command))

    monkeypatch.setattr(subprocess, "call", call)
    monkeypatch.setattr(checks, "ensure", lambda extra: Path("/venv/bin/python"))
    monkeypatch.setattr(display_packages, "missing", lambda: "")
    return commands


def test_a_failed_check_does_not_hide_the_others(made: list[list[str]], capfd: pytest.CaptureFixture[str]) -> None:
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
    made: list[list[str]], arguments: list[str], given: list[str]
) -> None:
    checks.main(arguments)
    assert made[-1][:3] == [str(Path("/venv/bin/python")), "-m", "pytest"]
    assert made[-1][len(made[-1]) - len(given) :] == given
    assert (len(made) == 1) is ("--" in arguments)
    assert len(made) > 1 or made[-1][3:] == given


def test_the_checks_install_the_locked_versions(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
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
    (tmp_path / "pyproject.toml").write_text("[project]\ndependencies = ['numpy']\n", encoding="utf-8")
    commands: list[list[str]] = []
    monkeypatch.setattr("shutil.which", lambda name: name)
    monkeypatch.setattr(setup_venv, "_call", lambda command, *_: commands.append(command))
    monkeypatch.setattr(setup_venv, "_ask", lambda *_: ascii(str(tmp_path)))
    setup_venv._install(tmp_path / "bin" / "python", tmp_path, "dev", Path(sys.executable))
    assert commands[0][-3:] == ["numpy", "--constraint", str(tmp_path / "constraints.txt")]


@pytest.mark.parametrize(("ci", "end"), [(True, pytest.fail.Exception), (False, pytest.skip.Exception)])
def test_a_test_without_its_program_fails_in_ci(
    monkeypatch: pytest.MonkeyPatch, ci: bool, end: type[BaseException]
) -> None:
    monkeypatch.setattr(needs, "CI", ci)
    with pytest.raises(end, match=r"^no-such-program missing"):
        needs.need_programs("python", "no-such-program")


# ---- the two set-up commands, as users run them


_FAKE_PIP = """
import os, pathlib, sys
if 'list' in sys.argv:
    print("global.index-url='https://example.org/simple'\\ninstall.target='/t'\\n:env:.user='1'")
    sys.exit()
print("Collecting one", "noise", "Installing one", sep="\\n", flush=True)
settings = [f"{name}={value}" for name, value in os.environ.items() if name.startswith(("PIP_", "PYTHON"))]
print(*sys.argv[1:], *settings, file=open(CALLS, "a", encoding="utf-8"))
sys.exit(FAULT or 0)
"""
"""Logs its arguments and settings; CALLS and FAULT are defined above it."""
_FAKE_GAME = "import os, sys; print(sys.argv[1:], 'PYTHONPATH' in os.environ)"


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


class Checkout:
    """A checkout in a folder with spaces and umlauts, and a Python of the system whose pip only logs its calls."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "Prüf ung"
        (self.root / "tools").mkdir(parents=True)
        for name in ("play.py", "setup_venv.py"):
            (self.root / "tools" / name).write_bytes((TOOLS / name).read_bytes())
        self.need("one")
        (self.root / "uv.lock").touch()
        (self.root / "gemport").mkdir()
        (self.root / "gemport" / "__main__.py").write_text(_FAKE_GAME, encoding="utf-8")
        venv.create(folder / "system", symlinks=True)
        self.python = folder / "system" / "bin" / "python"
        (site,) = (folder / "system").glob("**/site-packages")
        self.pip, self.calls = site / "pip", folder / "calls"
        self.pip.mkdir()
        (self.pip / "__init__.py").write_text("__version__ = '23.0'\n", encoding="utf-8")
        self.break_pip("")

    def need(self, package: str) -> None:
        text = f"[project]\ndependencies = ['{package} @ file:///nowhere/{package}.zip']\n"
        (self.root / "pyproject.toml").write_text(text, encoding="utf-8")

    def break_pip(self, fault: str) -> None:
        text = f"CALLS, FAULT = {str(self.calls)!r}, {fault!r}\n{_FAKE_PIP}"
        (self.pip / "__main__.py").write_text(text, encoding="utf-8")

    def play(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run play.py from another folder; ``installed`` then has the calls of pip."""
        self.calls.unlink(missing_ok=True)
        # Without a uv, which would replace pip.
        environment = {**os.environ, "PATH": str(self.python.parent), "PYTHONUTF8": "1", **variables}
        command = [str(self.python), str(self.root / "tools" / "play.py"), *arguments]
        return subprocess.run(command, cwd=self.root.parent, env=environment, capture_output=True, encoding="utf-8")

    @property
    def installed(self) -> str:
        return self.calls.read_text(encoding="utf-8") if self.calls.exists() else ""


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


class TestPlay:
    def test_the_first_start_installs_and_reports_each_step(self, checkout: Checkout) -> None:
        result = checkout.play("vierfrei", "5")
        assert (result.returncode, result.stdout) == (0, "['vierfrei', '5'] False\n")
        steps = [line.split(" ")[:3] for line in result.stderr.splitlines()]
        expected = ["making the environment", "installing what it", "  Collecting", "  Installing"]
        assert [" ".join(step).removesuffix(" one") for step in steps] == expected
        assert "install " in checkout.installed
        assert not list(checkout.root.glob(".venv/**/pip"))

    def test_uv_replaces_pip_unless_it_fails(self, checkout: Checkout) -> None:
        uv, log = checkout.python.with_name("uv"), checkout.calls.with_name("uv calls")
        uv.write_text(f"#!/bin/sh\necho Installed one; echo $* >> '{log}'\nexit $UV_STATUS\n", encoding="utf-8")
        uv.chmod(0o755)
        assert "  Installed one\n" in checkout.play(UV_STATUS="0").stderr
        assert log.read_text(encoding="utf-8").startswith("pip install --python ")
        assert checkout.installed == ""
        checkout.need("two")
        assert checkout.play(UV_STATUS="1").returncode == 0
        assert " two " in checkout.installed

    def test_only_a_changed_or_moved_checkout_is_installed_again(self, checkout: Checkout) -> None:
        checkout.play()
        result = checkout.play("--help")
        assert (result.stdout[:10], result.stderr, checkout.installed) == ("['--help']", "", "")
        checkout.need("two")
        checkout.play()
        assert " two " in checkout.installed
        checkout.root = checkout.root.rename(checkout.root.with_name("elsewhere"))
        assert checkout.play("7").stdout[:5] == "['7']"
        assert " two " in checkout.installed

    @pytest.mark.parametrize(
        ("fault", "reason"),
        [
            ("ERROR: no such thing", "pip could not install it: ERROR: no such thing"),
            ("ERROR: Could not find pyglet (from versions: none)", "needs the network"),
        ],
    )
    def test_a_failed_installation_is_one_line_and_is_tried_again(
        self, checkout: Checkout, fault: str, reason: str
    ) -> None:
        checkout.break_pip(fault)
        result = checkout.play()
        last = result.stderr.splitlines()[-1]
        assert (result.returncode, last.startswith("tools/play.py: "), reason in last) == (2, True, True)
        assert "Traceback" not in result.stderr
        checkout.break_pip("")
        assert checkout.play().returncode == 0

    def test_a_half_made_environment_is_completed(self, checkout: Checkout) -> None:
        (checkout.root / ".venv" / "bin").mkdir(parents=True)
        (checkout.root / ".venv" / "lib64").symlink_to("lib")
        assert checkout.play().returncode == 0
        (checkout.root / ".venv" / "bin" / "python").unlink()
        assert checkout.play().returncode == 0

    def test_a_folder_in_the_way_is_left_alone(self, checkout: Checkout) -> None:
        (checkout.root / ".venv").mkdir()
        (checkout.root / ".venv" / "mine").touch()
        result = checkout.play()
        assert result.returncode == 2
        assert "is not a virtual environment" in result.stderr
        assert checkout.installed == ""

    @pytest.mark.parametrize(
        ("system", "advice"), [("linux", "apt-get install"), ("win32", "py -3 "), ("darwin", "brew install python")]
    )
    @pytest.mark.parametrize("missing", ["venv", "pip"])
    def test_a_python_without_venv_or_pip_names_the_remedy(
        self, checkout: Checkout, missing: str, system: str, advice: str
    ) -> None:
        """Debian's Python has neither pip nor ensurepip."""
        (checkout.pip / "__init__.py").unlink()
        broken = {"venv": ["venv"], "pip": ["ensurepip"]}[missing]
        site = checkout.pip.parent / "sitecustomize.py"
        text = f"import shutil, subprocess, sys; sys.modules.update(dict.fromkeys({broken!r}))\n"
        text += f"if 'play.py' in sys.orig_argv[-1]: sys.platform, shutil.which = {system!r}, lambda name: None\n"
        site.write_text(text, encoding="utf-8")
        result = checkout.play()
        assert result.returncode == 2
        last = result.stderr.splitlines()[-1]
        assert f"this Python has no {missing}; " in last
        assert advice in last

    def test_variables_of_pip_and_python_are_ignored(self, checkout: Checkout) -> None:
        """PIP_USER and PIP_TARGET stopped the start; how pip reaches the network is still the user's choice."""
        bad = {"PIP_USER": "1", "PIP_TARGET": "/t", "PIP_PREFIX": "/p", "PYTHONPATH": "/x"}
        result = checkout.play(**bad)
        assert result.stdout == "[] False\n"
        assert "PIP_INDEX_URL=https://example.org/simple" in checkout.installed
        assert f"PIP_CONFIG_FILE={os.devnull}" in checkout.installed
        assert not re.search("PIP_USER|PIP_TARGET|PIP_PREFIX|PYTHONPATH", checkout.installed)

    def test_a_read_only_checkout_uses_the_cache_folder(self, checkout: Checkout, tmp_path: Path) -> None:
        without_rights = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []
        if without_rights:
            need_programs("setpriv")
        cache = tmp_path / "cache"
        (checkout.root / ".venv").mkdir()
        made = [checkout.root, *checkout.root.rglob("*")]
        for path in made:
            if not path.is_symlink():
                path.chmod(path.stat().st_mode & ~0o222)
        code = "import sys, pathlib; sys.path.insert(0, sys.argv[1]); import setup_venv as s\n"
        code += "s._make = lambda venv, _: venv.mkdir(parents=True); s._install = lambda *_: None; print(s.ensure())"
        command = [*without_rights, sys.executable, "-c", code, str(checkout.root / "tools")]
        environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}
        try:
            result = subprocess.run(command, env=environment, capture_output=True, text=True)
        finally:
            for path in made:
                if not path.is_symlink():
                    path.chmod(path.stat().st_mode | 0o200)
        assert (result.returncode, result.stderr) == (0, "")
        assert Path(result.stdout.strip()).is_relative_to(cache)

"""What tools/test.py does with its steps, and with what the system lacks."""

from __future__ import annotations

import importlib
import os
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.places import ROOT

TOOLS = ROOT / "tools"


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module behind tools/test.py, with an environment that is ready and a display that is there."""
    monkeypatch.syspath_prepend(str(TOOLS))
    module = importlib.import_module("checks")
    monkeypatch.setattr(module, "ensure", lambda extra: Path("/venv/bin/python"))
    monkeypatch.setattr(module.display_packages, "provide", lambda say: "")
    return module


@pytest.fixture
def packages(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(TOOLS))
    module = importlib.import_module("display_packages")
    monkeypatch.setattr("sys.platform", "linux")
    return module


def calls(monkeypatch: pytest.MonkeyPatch, module: ModuleType, failing: str = "nothing") -> list[list[str]]:
    """The commands that the module starts from now on; those with ``failing`` in them fail."""
    made: list[list[str]] = []

    def call(command: list[str], **_: Any) -> int:
        made.append(command)
        return int(any(failing in part for part in command))

    monkeypatch.setattr(module.subprocess, "call", call)
    return made


def test_every_check_runs_and_pytest_comes_last(monkeypatch: pytest.MonkeyPatch, checks: ModuleType) -> None:
    made = calls(monkeypatch, checks)
    assert checks.main([]) == 0
    words = [" ".join(command) for command in made]
    for position, word in enumerate(["ruff check", "mypy", "lint-imports", "build_data.py --check", "pytest -n 2"]):
        assert word in words[position]
    assert len(words) == 5


def test_a_failed_check_does_not_hide_the_others(
    monkeypatch: pytest.MonkeyPatch, checks: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    made = calls(monkeypatch, checks, failing="mypy")
    assert checks.main([]) == 1
    assert len(made) == 5
    assert capfd.readouterr().err.splitlines()[-1] == "failed: mypy"


def test_fast_leaves_out_windows_and_slow_tests(monkeypatch: pytest.MonkeyPatch, checks: ModuleType) -> None:
    made = calls(monkeypatch, checks)
    checks.main(["--fast"])
    assert made[-1][-2:] == ["-m", "not slow and not window"]


def test_arguments_after_two_hyphens_run_pytest_alone(monkeypatch: pytest.MonkeyPatch, checks: ModuleType) -> None:
    made = calls(monkeypatch, checks)
    checks.main(["--", "tests/cards", "-k", "deal"])
    assert made == [[str(Path("/venv/bin/python")), "-m", "pytest", "tests/cards", "-k", "deal"]]


@pytest.mark.parametrize(("ci", "status"), [("true", 1), ("", 0)])
def test_tests_left_out_are_named_and_fail_in_ci(
    monkeypatch: pytest.MonkeyPatch, checks: ModuleType, capfd: pytest.CaptureFixture[str], ci: str, status: int
) -> None:
    calls(monkeypatch, checks)
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(checks.display_packages, "provide", lambda say: "the window tests need: xvfb")
    assert checks.main([]) == status
    assert "left out: the window tests need: xvfb" in capfd.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="there is no root elsewhere")
@pytest.mark.parametrize("root", [True, False])
def test_missing_packages_are_installed_by_root_and_named_to_others(
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
    left = packages.provide(lambda text: None)
    apt = [command[3:] for command in ran if command[0] == "apt-get"]
    if root:
        assert left == ""
        assert apt == [["update"], ["install", "--yes", "--no-install-recommends", "xvfb", "xdotool"]]
    else:
        assert left == "the window tests need: sudo apt-get install xvfb xdotool"
        assert apt == []


def test_a_complete_system_is_left_alone(monkeypatch: pytest.MonkeyPatch, packages: ModuleType) -> None:
    monkeypatch.setattr(packages, "_missing", list)
    monkeypatch.setattr(packages, "_apt_get", lambda *arguments: pytest.fail(f"apt-get {arguments}"))
    assert packages.provide(pytest.fail) == ""

"""The floors of the house: who may import whom, and what is loaded when."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import gemport
from tests.places import ROOT


def loaded_by(module: str) -> set[str]:
    """The top-level packages that a fresh Python has loaded after importing a module."""
    code = f"import sys; import {module}; print(*{{name.partition('.')[0] for name in sys.modules}})"
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(result.stdout.split())


def test_every_floor_keeps_to_its_contract() -> None:
    result = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"], cwd=ROOT, capture_output=True, text=True
    )
    assert result.returncode == 0, result.stdout


def test_every_package_stands_on_a_floor() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    floors = " ".join(project["tool"]["importlinter"]["contracts"][0]["layers"])
    for package in pkgutil.iter_modules(gemport.__path__):
        assert f"gemport.{package.name}" in floors


@pytest.mark.parametrize("package", ["cards", "gem.formats", "gem.vdi", "gem.aes", "patience"])
def test_below_the_host_nothing_loads_a_window_or_pillow(package: str) -> None:
    folder = ROOT / "gemport" / Path(*package.split("."))
    modules = [module.name for module in pkgutil.walk_packages([str(folder)], f"gemport.{package}.")]
    modules = [module for module in modules if module != "gemport.gem.formats.png"]
    assert modules
    assert not loaded_by(", ".join(modules)) & {"pyglet", "PIL", "platformdirs"}


@pytest.mark.parametrize(
    "module", ["gemport.gem.host.headless", "gemport.gem.host.events.parse", "gemport.gem.host.display.show"]
)
def test_what_needs_no_window_loads_none(module: str) -> None:
    assert not loaded_by(module) & {"pyglet", "PIL"}

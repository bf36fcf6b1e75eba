"""The floors of the house: who may import whom, and what is loaded when."""

from __future__ import annotations

import os
import pkgutil
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.places import ROOT


def loaded_by(module: str) -> set[str]:
    """The top-level packages that a fresh Python has loaded after importing a module."""
    code = f"import sys; import {module}; print(*{{name.partition('.')[0] for name in sys.modules}})"
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(result.stdout.split())


BREAKS = {
    "the floors of the house": [
        ("games/table.py", "import gemport.cli.registry"),
        ("gem/errors.py", "import gemport.games.game"),
        ("gem/errors.py", "import gemport.toolkit.app"),
        ("toolkit/app.py", "import gemport.desktop.host"),
        ("store/session.py", "import gemport.games.game"),
        ("cards/card.py", "import gemport.gem.errors"),
        ("attic/__init__.py", "import gemport.cards.pack"),
    ],
    "the floors of GEM": [
        ("gem/aes/rect.py", "import gemport.hosts.inputs"),
        ("gem/vdi/modes.py", "import gemport.gem.aes.rect"),
        ("gem/formats/charset.py", "import gemport.gem.vdi.modes"),
        ("gem/errors.py", "import gemport.gem.formats.charset"),
    ],
    "GEM and the toolkit know nothing of cards": [
        ("gem/aes/rect.py", "from gemport.cards.card import Card"),
        ("toolkit/app.py", "import gemport.solver.quick"),
    ],
    "cards know nothing but cards": [("cards/card.py", "import platformdirs")],
    "a game knows no other game, and what games share knows none": [
        ("games/freecell/program.py", "import gemport.games.vierfrei.program"),
        ("games/table.py", "import gemport.games.vierfrei.program"),
        ("cards/vierfrei.py", "import gemport.cards.freecell"),
        ("cards/cells.py", "import gemport.cards.freecell"),
    ],
    "the store knows nothing of the screen": [("store/records.py", "import gemport.gem.aes.rect")],
    "pyglet only in the host of windows": [("cli/terminal.py", "import pyglet"), ("hosts/inputs.py", "import pyglet")],
    "Pillow only where pictures are read and written": [("games/deck.py", "from PIL import Image")],
    "only the command line looks for the user's folder": [("store/sqlite.py", "import platformdirs")],
}
"""For each contract lines that break it, and the file in gemport/ at whose end they do."""


def broken_contracts(house: Path) -> set[str]:
    """What lint-imports finds broken in a folder that holds pyproject.toml and gemport/."""
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache", "--no-logo"]
    # Lines are broken at this width.
    environment = {**os.environ, "COLUMNS": "200", "PYTHONPATH": str(house)}
    result = subprocess.run(command, cwd=house, env=environment, capture_output=True, text=True)
    broken = set(re.findall(r"^(.+) BROKEN", result.stdout, re.MULTILINE))
    assert result.returncode == bool(broken), result.stdout + result.stderr
    assert "Contracts: " in result.stdout
    return broken


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the code and of its contracts."""
    shutil.copytree(ROOT / "gemport", tmp_path / "gemport", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("contract", "file", "line"), [(contract, *breaking) for contract, lines in BREAKS.items() for breaking in lines]
)
def test_a_wrong_import_breaks_its_contract(house: Path, contract: str, file: str, line: str) -> None:
    path = house / "gemport" / file
    path.parent.mkdir(exist_ok=True)
    with path.open("a", encoding="utf-8") as module:
        module.write(f"{line}\n")
    assert contract in broken_contracts(house)


def test_every_contract_is_broken_above_and_none_by_the_copy_itself(house: Path) -> None:
    project = tomllib.loads((house / "pyproject.toml").read_text(encoding="utf-8"))
    assert {contract["name"] for contract in project["tool"]["importlinter"]["contracts"]} == set(BREAKS)
    assert broken_contracts(house) == set()


@pytest.mark.parametrize("package", ["cards", "gem.formats", "gem.vdi", "gem.aes", "toolkit", "patience"])
def test_below_the_host_nothing_loads_a_window_or_pillow(package: str) -> None:
    folder = ROOT / "gemport" / Path(*package.split("."))
    modules = [module.name for module in pkgutil.walk_packages([str(folder)], f"gemport.{package}.")]
    modules = [module for module in modules if module != "gemport.gem.formats.png"]
    assert modules
    assert not loaded_by(", ".join(modules)) & {"pyglet", "PIL", "platformdirs"}


@pytest.mark.parametrize("module", ["gemport.hosts.headless", "gemport.hosts.events", "gemport.hosts.desktop"])
def test_what_needs_no_window_loads_none(module: str) -> None:
    assert not loaded_by(module) & {"pyglet", "PIL"}

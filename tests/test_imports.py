"""Import contracts, circular imports, and modules loaded at start."""

import os
import pkgutil
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from figures import import_circles

from tests.needs import need_programs
from tests.places import ROOT


def loaded_by(module: str) -> set[str]:
    """Return the top-level packages that a fresh Python loads when importing a module."""
    code = f"import sys; import {module}; print(*{{name.partition('.')[0] for name in sys.modules}})"
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(result.stdout.split())


BREAKS = {
    "layers": [
        ("games", "import gemport.cli"),
        ("gem", "import gemport.games"),
        ("gem", "import gemport.toolkit"),
        ("toolkit", "import gemport.desktop"),
        ("store", "import gemport.games"),
        ("st", "import gemport.toolkit"),
        ("cards", "import gemport.gem.errors"),
        ("games", "import gemport.hosts"),
        ("attic", "import gemport.cards"),
    ],
    "layers of GEM": [
        ("gem/vdi", "import gemport.gem.aes"),
        ("gem/formats", "import gemport.gem.vdi"),
    ],
    "GEM, the toolkit and Atari programs do not import cards": [
        ("gem/aes", "import gemport.cards"),
        ("st", "import gemport.solver"),
        ("toolkit", "import gemport.solver"),
    ],
    "cards import no other package": [("cards", "import platformdirs")],
    "games do not import each other, and shared modules import no game": [
        ("games/freecell", "import gemport.games.vierfrei.vierfrei"),
        ("games/freecell", "from gemport.cards.vierfrei import VierfreiBoard"),
        ("games", "import gemport.games.vierfrei"),
        ("cards", "import gemport.cards.freecell"),
        # A game that the contract does not list.
        ("games/fourth", "import gemport.cards.vierfrei"),
        ("games/fourth", "import gemport.games.vierfrei"),
    ],
    "only st/processor.py imports machine68k": [("st", "import machine68k")],
    "the store does not import the screen": [("store", "import gemport.gem.aes")],
    "only hosts/desktop imports pyglet": [("cli", "import pyglet"), ("hosts", "import pyglet")],
    "only modules that read or write pictures import Pillow": [("games", "from PIL import Image")],
    "only cli/sources.py imports platformdirs": [("store", "import platformdirs")],
}
"""For each contract, the folders of gemport/ and the lines that break it in a module there."""


BREAKING = [(contract, *breaking) for contract, lines in BREAKS.items() for breaking in lines]


def copy(checkout: Path) -> Path:
    """Copy the code and its contracts; return the folder."""
    shutil.copytree(ROOT / "gemport", checkout / "gemport", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", checkout)
    (checkout / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "contracts.py", checkout / "tools")
    return checkout


def broken_contracts(checkout: Path) -> dict[str, str]:
    """Return the contracts that lint-imports reports as broken in a folder, with its messages."""
    command = [*need_programs("lint-imports"), "--no-cache", "--no-logo"]
    # lint-imports wraps lines at this width.
    environment = {**os.environ, "COLUMNS": "200", "PYTHONPATH": str(checkout)}
    result = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True)
    broken = re.findall(r"^(.+?) BROKEN", result.stdout, re.MULTILINE)
    assert result.returncode == bool(broken), result.stdout + result.stderr
    assert "Contracts: " in result.stdout
    headings = "|".join(map(re.escape, broken))
    _, *said = re.split(rf"^({headings})\n-+\n", result.stdout, flags=re.MULTILINE) if broken else [""]
    return dict(zip(said[::2], said[1::2], strict=True))


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the reports for lines that each break a contract, each in a module that nothing else imports."""
    checkout = copy(tmp_path_factory.mktemp("checkout"))
    for number, (_, folder, line) in enumerate(BREAKING):
        path = checkout / "gemport" / folder / f"newcomer_{number}.py"
        path.parent.mkdir(exist_ok=True)
        (path.parent / "__init__.py").touch()
        path.write_text(f"{line}\n", encoding="utf-8")
    return broken_contracts(checkout)


@pytest.mark.parametrize("number", range(len(BREAKING)), ids=[line for *_, line in BREAKING])
def test_a_wrong_import_breaks_its_contract(broken: dict[str, str], number: int) -> None:
    contract, folder, _ = BREAKING[number]
    # A folder outside the architecture is wrong whatever it imports.
    named = "attic" if folder == "attic" else f"{folder.replace('/', '.')}.newcomer_{number}"
    assert re.search(rf"\bgemport\.{re.escape(named)}\b", broken[contract])


def test_every_contract_is_broken_above_and_none_by_the_copy_itself(tmp_path: Path) -> None:
    checkout = copy(tmp_path)
    project = tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))
    assert {contract["name"] for contract in project["tool"]["importlinter"]["contracts"]} == set(BREAKS)
    assert broken_contracts(checkout) == {}


def test_no_module_is_in_a_circle_with_another() -> None:
    assert import_circles(ROOT / "gemport", types=True) == []


@pytest.mark.parametrize("package", ["cards", "gem.formats", "gem.vdi", "gem.aes", "toolkit", "st", "games"])
def test_below_the_host_nothing_loads_a_window_or_pillow(package: str) -> None:
    folder = ROOT / "gemport" / Path(*package.split("."))
    modules = [module.name for module in pkgutil.walk_packages([str(folder)], f"gemport.{package}.")]
    modules = [module for module in modules if module != "gemport.gem.formats.png"]
    assert modules
    assert not loaded_by(", ".join(modules)) & {"pyglet", "PIL", "platformdirs"}


@pytest.mark.parametrize("module", ["gemport.hosts.headless", "gemport.hosts.events", "gemport.hosts.desktop"])
def test_what_needs_no_window_loads_none(module: str) -> None:
    assert not loaded_by(module) & {"pyglet", "PIL"}

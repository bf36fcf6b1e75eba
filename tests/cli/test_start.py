"""What a game loads before its first picture is to be seen: each module more makes the start longer."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gemport.cli import registry
from tests.needs import need_display
from tests.places import ROOT

# In place of the host's window; it prints the modules there are at the first picture, and when all has started.
_START = """
import sys
from gemport.cli import main
from gemport.hosts import desktop
from gemport.hosts.desktop import window
def show(machine, title, on_shown, **how):
    assert machine.frame().to_bytes()
    print(*sys.modules)
    on_shown()
    machine.settle()
    print(*sys.modules)
    sys.exit()
desktop.run_window = show
main([*sys.argv[1:]])
"""
LATE = (
    *("PIL", "hashlib", "importlib.resources", "pyglet.image", "pyglet.media", "pyglet.text", "gemport.solver"),
    *("gemport.cli.header", "gemport.cli.accessories", "gemport.cards.notation"),
    *("gemport.desktop.games", "gemport.desktop.help", "gemport.desktop.pages", "gemport.desktop.panel"),
    *("gemport.desktop.panel_rsc", "gemport.desktop.program"),
    *("gemport.store.recordings", "gemport.store.export"),
    *("gemport.play.lists", "gemport.play.analysis", "gemport.play.calendar", "gemport.play.victory"),
    *("gemport.gem.aes.fsel", "gemport.gem.formats.png", "gemport.gem.formats.rsctext"),
    *("gemport.hosts.browser", "gemport.hosts.events", "gemport.hosts.headless", "gemport.hosts.pictures", "wave"),
)
"""What nobody needs until the first picture is shown."""


@pytest.mark.parametrize("game", registry.names())
def test_the_first_picture_waits_for_nothing_that_it_does_without(game: str, tmp_path: Path) -> None:
    need_display()
    environment = {**os.environ, "GEMPORT_HOME": str(tmp_path)}
    command = [sys.executable, "-c", _START, game, "1"]
    output = subprocess.run(command, cwd=ROOT, env=environment, check=True, text=True, stdout=subprocess.PIPE).stdout
    first, later = output.splitlines()
    loaded = first.split()
    assert f"gemport.games.{game}.{game}" in loaded
    needless = [name for name in loaded if any(name == late or name.startswith(f"{late}.") for late in LATE)]
    others = [f"gemport.games.{other}" for other in registry.names() if other != game]
    assert [*needless, *(other for other in others if other in loaded)] == []
    assert "gemport.desktop.panel" in later.split()
    assert "gemport.desktop.help" not in later.split(), "until Help is opened"


def test_a_game_is_not_loaded_before_it_is_asked_for_nor_its_program_before_it_is_started() -> None:
    code = "import sys; from gemport.cli import registry; registry.names(), registry.find('freecell');"
    command = [sys.executable, "-c", f"{code} print(*sys.modules)"]
    loaded = subprocess.run(command, cwd=ROOT, check=True, text=True, stdout=subprocess.PIPE).stdout.split()
    games = [name for name in loaded if name.startswith("gemport.games.")]
    assert games == ["gemport.games.freecell"]
    assert "gemport.play.loop" not in loaded

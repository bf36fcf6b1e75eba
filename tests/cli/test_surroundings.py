"""The program where something is missing that others have: an error stream, a working folder, a locale."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hosts.xvfb import Program
from tests.places import ROOT

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /dev/full and a shell")

GAME = ROOT / "tests" / "data" / "games" / "000001.txt"


def run(command: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the shell in which ``gemport`` is the program."""
    code = f'gemport() {{ "{sys.executable}" -m gemport "$@"; }}; {command}'
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **settings}
    return subprocess.run(["sh", "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True)


# ---- standard error


@pytest.mark.parametrize("where", ["2>&-", "2>/dev/full"])
@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("deal vierfrei 9999999", 2),
        ("replay --solve 545174 --shots {}", 1),
        ("deal vierfrei 1 >&-", 2),
    ],
)
def test_the_status_is_the_same_where_nothing_can_be_said(
    command: str, status: int, where: str, tmp_path: Path
) -> None:
    result = run(f"gemport {command.format(tmp_path)} {where}")
    assert (result.returncode, result.stderr) == (status, "")


def test_no_file_takes_the_place_of_a_closed_standard_error() -> None:
    # Not with a store: SQLite sees to it by itself.
    code = 'from gemport.cli import main; import os; main(["deal", "vierfrei", "1"]); os.fstat(2)'
    assert run(f"{sys.executable} -c '{code}' 2>&-").returncode == 0


# ---- the working folder


def gone(tmp_path: Path) -> str:
    """The words that make the working folder one that has been deleted."""
    folder = tmp_path / "gone"
    folder.mkdir(exist_ok=True)
    return f"cd {folder} && rmdir {folder} &&"


def test_in_a_deleted_working_folder_what_needs_none_works(tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    result = run(f"{gone(tmp_path)} gemport freecell 1 --screenshot {picture}")
    assert (result.returncode, result.stderr) == (0, "")
    assert picture.exists()


@pytest.mark.parametrize(
    "command",
    [
        "freecell 1 --screenshot file.png",
        "stats --export file.png",
        "freecell 1 --record file.png",
        "freecell 1 --events file.png",
        f"replay {GAME} --shots file.png",
        "rsc file.png",
    ],
)
def test_in_a_deleted_working_folder_an_error_names_the_file(command: str, tmp_path: Path) -> None:
    result = run(f"{gone(tmp_path)} gemport {command}")
    assert (result.returncode, result.stderr) == (2, "gemport: file.png: No such file or directory\n")


@pytest.mark.window
def test_in_a_deleted_working_folder_a_game_is_played(display: str, tmp_path: Path) -> None:
    command = f"{gone(tmp_path)} exec {sys.executable} -m gemport freecell 1 --mute"
    with Program(["sh", "-c", command], display, "FreeCell", {"PYTHONPATH": str(ROOT)}) as game:
        game.drawn().close()
        assert game.wait() == 0
        assert game.rest() == []


# ---- the locale


@pytest.mark.parametrize("settings", [{}, {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}])
def test_the_plain_locale_knows_the_games_by_their_own_names(settings: dict[str, str], tmp_path: Path) -> None:
    picture = tmp_path / "Groß.png"
    result = run(f"gemport großfamilien 1 --screenshot {picture}", LC_ALL="C", **settings)
    assert (result.returncode, result.stderr) == (0, "")
    assert picture.exists()
    assert run("gemport deal Großfamilienß 1", LC_ALL="C", **settings).returncode == 2

"""Pipes instead of files; missing error stream, working folder or locale; and loaded modules."""

import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest

from gemport.cli import registry
from gemport.cli.main import main
from gemport.hosts import files
from tests.cli.run import refused, run, script, shell, shot
from tests.hosts.xvfb import Program
from tests.needs import need_display, need_programs, needs_processor, needs_shell
from tests.places import DATA, ROOT
from tests.st.build import PROGRAMS

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /dev/full and a shell")
GAME = ROOT / "tests" / "data" / "games" / "000001.txt"


# ---- standard error


@LINUX
@pytest.mark.parametrize("where", ["2>&-", "2>/dev/full"])
@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("deal vierfrei 9999999", 2),
        ("replay --solve 545174 --shots {}", 1),
        ("deal vierfrei 1 >&-", 2),
    ],
)
def test_the_status_needs_no_standard_error(command: str, status: int, where: str, tmp_path: Path) -> None:
    result = shell(f"gemport {command.format(tmp_path)} {where}")
    assert (result.returncode, result.stderr) == (status, "")


def test_an_old_python_is_one_error_line() -> None:
    old = "import runpy, sys; sys.version_info = (3, 10, 13); runpy.run_module('gemport', run_name='__main__')"
    result = subprocess.run([sys.executable, "-c", old], cwd=ROOT, check=False, text=True, capture_output=True)
    line = "gemport: Python 3.11 or newer is required, this is Python 3.10\n"
    assert (result.returncode, result.stdout, result.stderr) == (2, "", line)


@LINUX
def test_no_file_takes_the_place_of_a_closed_standard_error() -> None:
    # Without a store, because SQLite prevents this.
    code = 'from gemport.cli.main import main; import os; main(["deal", "vierfrei", "1"]); os.fstat(2)'
    assert shell(f"{sys.executable} -c '{code}' 2>&-").returncode == 0


# ---- the records' folder


_NO_LOCKS = """
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#define F_SETLK 6
int fcntl64(int file, int call, void *argument) {
    char link[64], path[4096] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    if (call == F_SETLK && readlink(link, path, sizeof path - 1) > 0 && strstr(path, getenv("GEMPORT_HOME"))) {
        errno = ENOLCK;
        return -1;
    }
    return syscall(SYS_fcntl, file, call, argument);
}
int fcntl(int file, int call, void *argument) { return fcntl64(file, call, argument); }
"""


@LINUX
def test_without_file_locks_a_line_warns_and_games_are_saved(home: Path, tmp_path: Path) -> None:
    """Every start once hung and filled the folder with lock files, as in a network folder without locks."""
    (compiler,) = need_programs("cc")
    (tmp_path / "locks.c").write_text(_NO_LOCKS)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", tmp_path / "locks.so", tmp_path / "locks.c"], check=True)
    script(tmp_path / "play.jsonl", {"do": "key", "key": "8"}, {"do": "key", "key": "0"})
    play = f"timeout 60 env LD_PRELOAD={tmp_path}/locks.so {sys.executable} -m gemport script freecell"
    warning = f"gemport: {home}: files cannot be locked there; only one gemport at a time can use the records\n"
    for more in ("", "--continue"):
        done = shell(f"{play} {tmp_path}/play.jsonl --number 1 --shots {tmp_path} {more}")
        assert (done.returncode, done.stderr) == (0, warning)
    assert len(list((home / "locks").iterdir())) <= 1
    (game,) = json.loads(run("stats", "freecell", "--format", "json").out)["freecell"]["unfinished"]
    assert game["moves"] == 2
    assert len(list(home.glob("gemport-backup-*"))) == 2


# ---- the working folder


def gone(tmp_path: Path) -> str:
    folder = tmp_path / "gone"
    folder.mkdir(exist_ok=True)
    return f"cd {folder} && rmdir {folder} &&"


@LINUX
@pytest.mark.parametrize(
    "command",
    [
        # commands that need no working folder work
        "freecell 1 --screenshot {}/picture.png",
        "stats --export file.png",
        f"replay {GAME} --shots file.png",
        "rsc file.png",
    ],
)
def test_in_a_deleted_working_folder_an_error_names_the_file(command: str, tmp_path: Path) -> None:
    result = shell(f"{gone(tmp_path)} gemport {command.format(tmp_path)}")
    missing = 2, "gemport: file.png: No such file or directory\n"
    assert (result.returncode, result.stderr) == ((0, "") if "{}" in command else missing)
    assert (tmp_path / "picture.png").exists() is ("{}" in command)


@LINUX
@pytest.mark.window
def test_in_a_deleted_working_folder_a_game_is_played(display: str, tmp_path: Path) -> None:
    command = f"{gone(tmp_path)} exec {sys.executable} -m gemport freecell 1 --mute"
    with Program(["sh", "-c", command], display, "FreeCell", {"PYTHONPATH": str(ROOT)}) as game:
        game.drawn().close()
        assert game.wait() == 0
        assert game.rest() == []


# ---- the locale


@LINUX
@pytest.mark.parametrize("settings", [{}, {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}])
def test_the_plain_locale_accepts_umlauts(settings: dict[str, str], tmp_path: Path) -> None:
    picture = tmp_path / "Groß.png"
    result = shell(f"gemport großfamilien 1 --screenshot {picture}", LC_ALL="C", **settings)
    assert (result.returncode, result.stderr) == (0, "")
    assert picture.exists()
    assert shell("gemport deal Großfamilienß 1", LC_ALL="C", **settings).returncode == 2


# ---- a pipe instead of a file


def piped(*arguments: object, text: bytes = b"") -> bytes:
    """Return the standard output of a command for a standard input, without other output."""
    files._standard_input.cache_clear()
    out, err = TextIOWrapper(BytesIO(), encoding="utf-8", newline="\n"), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "stdin", TextIOWrapper(BytesIO(text)))
        assert main([str(argument) for argument in arguments]) == 0
    out.flush()
    assert err.getvalue() == ""
    assert not Path("-").exists()
    return out.buffer.getvalue()


def test_a_screenshot_goes_into_a_pipe(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "gemport", "7", "--lang", "de", "--screenshot", "-"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    assert result.stdout == piped(*command[3:]) == shot(tmp_path, "7", "--lang", "de")


def test_card_pictures_are_read_from_a_pipe(tmp_path: Path) -> None:
    """They are read twice: for the game and for its help."""
    cards = (DATA / "vierfrei" / "cards_de.dat").read_bytes()
    shown = piped("7", "--lang", "en", "--dat", "-", "--screenshot", "-", text=cards)
    assert shown == piped("7", "--lang", "en", "--dat", DATA / "vierfrei" / "cards_de.dat", "--screenshot", "-")
    assert shown != piped("7", "--lang", "en", "--screenshot", "-")
    assert piped("desktop", "--dat", "-", "--screenshot", "-", text=cards).startswith(b"\x89PNG")


def test_a_resource_and_its_picture_go_through_pipes() -> None:
    data = (DATA / "desktop" / "desktop_en.rsc").read_bytes()
    assert piped("rsc", "-", text=data) == piped("rsc", DATA / "desktop" / "desktop_en.rsc")
    assert piped("rsc", "-", "--tree", "0", "--png", "-", text=data).startswith(b"\x89PNG")


def test_events_and_recordings_are_read_from_a_pipe(tmp_path: Path) -> None:
    event = json.dumps({"do": "shot", "file": "shot.png"}).encode()
    assert piped("script", "vierfrei", "-", "--number", "7", "--shots", tmp_path, text=event) == b""
    assert (tmp_path / "shot.png").exists()
    assert piped("replay", "-", "--gif", "-", text=b"game: vierfrei\nnumber: 1\n").startswith(b"GIF89a")


def test_statistics_and_pictures_go_through_pipes() -> None:
    assert piped("which", "-", text=piped("42", "--builtin", "--screenshot", "-")) == b"VIERFREI #42: can be won\n"
    exported = piped("stats", "--export", "-")
    assert json.loads(exported)["version"] == 1
    assert piped("stats", "--import", "-", text=exported).count(b"0 counted") == 3


@needs_processor
def test_a_program_is_read_from_a_pipe(tmp_path: Path) -> None:
    program = (PROGRAMS / "HELLO.PRG").read_bytes()
    (tmp_path / "stdin.prg").write_bytes(program)
    shown = piped("run", "-", "--screenshot", "-", text=program)
    assert shown == piped("run", tmp_path / "stdin.prg", "--screenshot", "-")


@needs_shell
def test_a_board_is_asked_for_of_a_closed_input() -> None:
    result = shell("gemport solve freecell --board - <&-")
    assert (result.returncode, result.stderr) == (2, "gemport: standard input: is closed\n")


def test_errors_name_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"no recording")))
    assert refused("replay", "-").startswith("gemport: standard input: line 1: ")


@pytest.mark.parametrize("command", [["7"], ["desktop"]])
def test_a_screenshot_makes_no_store(command: list[str], home: Path, tmp_path: Path) -> None:
    shot(tmp_path, *command)
    assert not home.exists()


# ---- modules loaded before the first picture


# Replaces the host's window; it prints the loaded modules at the first picture and after the start.
_SHOWN = """
import sys
from gemport.cli.main import main
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
    *("gemport.desktop.panel_rsc", "gemport.desktop.desktop_app"),
    *("gemport.store.recordings", "gemport.store.export"),
    *("gemport.play.game_lists", "gemport.play.analysis", "gemport.play.calendar", "gemport.play.victory"),
    *("gemport.gem.aes.fsel", "gemport.gem.formats.png", "gemport.gem.formats.rsctext"),
    *("gemport.cli.web", "gemport.hosts.browser", "gemport.hosts.events", "gemport.hosts.headless"),
    *("gemport.hosts.pictures", "gemport.store.texts", "wave"),
)
"""Modules needed only after the first picture."""


@pytest.mark.parametrize("game", registry.names())
def test_the_first_picture_loads_no_needless_module(game: str, tmp_path: Path) -> None:
    need_display()
    environment = {**os.environ, "GEMPORT_HOME": str(tmp_path)}
    command = [sys.executable, "-c", _SHOWN, game, "1"]
    output = subprocess.run(command, cwd=ROOT, env=environment, check=True, text=True, stdout=subprocess.PIPE).stdout
    first, later = output.splitlines()
    loaded = first.split()
    assert f"gemport.games.{game}.{game}" in loaded
    needless = [name for name in loaded if any(name == late or name.startswith(f"{late}.") for late in LATE)]
    others = [f"gemport.games.{other}" for other in registry.names() if other != game]
    assert [*needless, *(other for other in others if other in loaded)] == []
    assert "gemport.desktop.panel" in later.split()
    assert "gemport.desktop.help" not in later.split(), "until Help is opened"

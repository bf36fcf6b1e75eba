"""``gemport install-desktop``: the games and their icons in the menus of an XDG desktop, and out of them again."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import gemport
from gemport.cli import registry
from gemport.cli.arguments import Parser, UsageError
from gemport.cli.installed import Installation
from gemport.cli.output import say
from gemport.desktop.icons import picture
from gemport.gem.formats.rsc import read_rsc
from gemport.gem.host.data import data_folder
from gemport.gem.host.display import icon
from gemport.gem.host.output.icons import icon_pixels, icon_png

NAME = "gemport"
"""The name of the desktop's own entry and icon; those of the games follow it after a hyphen."""
SCALES = {16: (True, 1), 32: (False, 1), 48: (True, 3), 64: (False, 2), 128: (False, 4), 256: (False, 8)}
"""For each size of icons, in pixels: whether it is made from the small picture, and how large its pixels are."""

_DATABASE = "update-desktop-database"
_PATIENCE = 60
"""How many seconds that may take."""


@dataclass(frozen=True)
class Entry:
    """An entry of the host's menu.

    name: of its file and its icon
    words: what gemport is called with
    titles, comments: what it is called, and what is said of it, by language
    """

    name: str
    words: tuple[str, ...]
    titles: Mapping[str, str]
    comments: Mapping[str, str]


def add(command: Parser, _language: str) -> None:
    """The command's arguments."""
    command.description = """Put the games and the desktop into the menus of this desktop, with icons. The files go to
$XDG_DATA_HOME (default: ~/.local/share), into applications and icons/hicolor."""
    remove = "take away what was installed, and nothing else (default: install)"
    command.add_argument("--remove", action="store_true", help=remove)
    command.epilog = """examples:
  gemport install-desktop
  gemport install-desktop --remove"""
    command.set_defaults(run=lambda given: install_desktop(given.remove))


def install_desktop(remove: bool) -> int:
    """Run the command; the exit status."""
    if sys.platform in ("win32", "darwin"):
        raise UsageError("install-desktop: this system has no menus after the XDG specification")
    home = data_home(os.environ)
    installation = Installation(home, home / NAME / "installed.json")
    count = installation.remove() if remove else installation.install(dict(files()))
    _tell_the_desktop(home / "applications")
    say(f"{count} files {'removed from' if remove else 'installed in'} {home}")
    return 0


def data_home(environment: Mapping[str, str]) -> Path:
    """Where the user's menus are kept; a path that is not absolute counts as none, as the specification says."""
    named = environment.get("XDG_DATA_HOME", "")
    return Path(named) if os.path.isabs(named) else Path.home() / ".local" / "share"


def files() -> Iterator[tuple[str, bytes]]:
    """What is installed: paths below the data folder, and contents."""
    resource = read_rsc((data_folder() / "desktop" / "desktop_en.rsc").read_bytes(), "desktop_en.rsc")
    for entry in entries():
        yield f"applications/{entry.name}.desktop", desktop_file(entry, _command(), _folder()).encode()
        for size, (small, scale) in SCALES.items():
            game = entry.name.removeprefix(f"{NAME}-")
            pixels = icon.pixels(small) if entry.name == NAME else icon_pixels(picture(resource, game, small))
            yield f"icons/hicolor/{size}x{size}/apps/{entry.name}.png", icon_png(pixels, size // scale, scale)


def entries() -> Iterator[Entry]:
    """The desktop, and each game."""
    yield Entry(
        NAME,
        ("desktop",),
        {"": "GEM Desktop", "de": "GEM-Desktop"},
        {"": "Patiences on the screen of an Atari ST", "de": "Patiencen auf dem Bildschirm eines Atari ST"},
    )
    for name in registry.names():
        title = registry.find(name).title
        comments = {"": f"{title} as on an Atari ST", "de": f"{title} wie auf dem Atari ST"}
        yield Entry(f"{NAME}-{name}", (name,), {"": title, "de": title}, comments)


def desktop_file(entry: Entry, command: tuple[str, ...], folder: Path | None) -> str:
    """The text of an entry's file. ``folder``: where the command is started, if that matters."""
    lines = ["[Desktop Entry]", "Type=Application", "Version=1.0"]
    for key, texts in (("Name", entry.titles), ("Comment", entry.comments)):
        lines += [f"{key}[{lang}]={text}" if lang else f"{key}={text}" for lang, text in texts.items()]
    # The value of Exec is quoted twice: its words for the command line, and the line for the file.
    lines.append(f"Exec={_escaped(' '.join(map(_quoted, (*command, *entry.words))))}")
    if folder is not None:
        lines.append(f"Path={_escaped(str(folder))}")
    lines += [
        f"Icon={entry.name}",
        "Terminal=false",
        "Categories=Game;CardGame;",
        "Keywords=patience;solitaire;Atari;GEM;",
    ]
    return "\n".join(lines) + "\n"


def _command() -> tuple[str, ...]:
    """How this very program is started, whatever the search path of the menus is."""
    return (sys.executable, "-m", "gemport")


def _folder() -> Path | None:
    """A checkout must be started where it lies; what is installed is found from anywhere."""
    checkout = Path(gemport.__file__).resolve().parents[1]
    return checkout if (checkout / "pyproject.toml").is_file() else None


def _quoted(word: str) -> str:
    """A word of a command line as Exec wants it."""
    word = word.replace("%", "%%")
    if re.fullmatch(r"[\w./%+:@,-]+", word, re.ASCII):
        return word
    return '"' + re.sub(r"([\"`$\\])", r"\\\1", word) + '"'


def _escaped(text: str) -> str:
    """A value as a desktop file wants it."""
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")


def _tell_the_desktop(applications: Path) -> None:
    """Have the desktop look again, where it must be told; it finds the files sooner or later by itself."""
    program = shutil.which(_DATABASE)
    if program is None or not applications.is_dir():
        return
    try:
        subprocess.run([program, str(applications)], capture_output=True, timeout=_PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return

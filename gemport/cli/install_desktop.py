"""``gemport install-desktop``: the games and their icons in the menus of an XDG desktop, and out of them again."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath

import gemport
from gemport.cli import registry
from gemport.cli.arguments import Parser, UsageError
from gemport.cli.terminal import complain, say
from gemport.desktop.icons import artwork, icon_of
from gemport.gem.errors import FormatError
from gemport.gem.formats.rsc import read_rsc
from gemport.hosts.desktop import icon
from gemport.hosts.files import ANYWHERE, data_folder, naming, read_input
from gemport.hosts.pictures import icon_pixels, icon_png

NAME = "gemport"
"""The name of the desktop's own entry and icon; those of the games follow it after a hyphen."""
SCALES = {16: (True, 1), 32: (False, 1), 48: (True, 3), 64: (False, 2), 128: (False, 4), 256: (False, 8)}
"""For each size of icons, in pixels: whether it is made from the small picture, and how large its pixels are."""

_DATABASE = "update-desktop-database"
_LARGEST = 1 << 20
"""The most bytes that the list of installed files has."""
_PATIENCE = 60
"""Seconds that it may take."""


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


def add(command: Parser) -> None:
    """Add the command's arguments."""
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
    """Return the folder of the user's menus; a path that is not absolute counts as none, as the specification says."""
    named = environment.get("XDG_DATA_HOME", "")
    return Path(named) if os.path.isabs(named) else Path.home() / ".local" / "share"


def files() -> Iterator[tuple[str, bytes]]:
    """Yield the files to install: their paths below the data folder, and their contents."""
    resource = read_rsc((data_folder() / "desktop" / "desktop_en.rsc").read_bytes(), "desktop_en.rsc")
    # Whatever the search path of the menus is.
    command = (sys.executable, "-m", "gemport")
    for entry in entries():
        yield f"applications/{entry.name}.desktop", desktop_file(entry, command, _folder()).encode()
        for size, (small, scale) in SCALES.items():
            game = entry.name.removeprefix(f"{NAME}-")
            own = icon_of(artwork(resource.trees, game, small))
            pixels = icon.pixels(small) if entry.name == NAME else icon_pixels(own)
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
    """Have the desktop read the menus again at once; else it finds the files later."""
    program = shutil.which(_DATABASE)
    if program is None or not applications.is_dir():
        return
    try:
        subprocess.run([program, str(applications)], capture_output=True, timeout=_PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return


# ---- files that were installed into a folder shared with others


class Installation:
    """The installed files below a folder; a list beside it, of paths and digests, tells them from all others."""

    def __init__(self, folder: Path, listing: Path) -> None:
        """``listing``: the file that the list is kept in."""
        self._folder = folder
        self._listing = listing

    def install(self, files: Mapping[str, bytes]) -> int:
        """Write files, by their paths below the folder, in the place of those that were installed before; how many.

        Raises UsageError, before anything is written, for a file of another origin, or that was changed since;
        FormatError for a damaged list; OSError.
        """
        known = self._read()
        for path, content in files.items():
            found = self._digest(path)
            if found not in (None, known.get(path), _digest(content)):
                raise UsageError(f"{self._folder / path} is not gemport's or was changed; nothing is installed")
        # The list comes first: whatever happens then, nothing is left that --remove would not find.
        wanted = {path: _digest(content) for path, content in files.items()}
        self._remove({path: digest for path, digest in known.items() if path not in wanted})
        with naming(self._listing):
            self._listing.parent.mkdir(parents=True, exist_ok=True)
        ANYWHERE.write(self._listing, (json.dumps(wanted, indent=1) + "\n").encode())
        for path, content in files.items():
            target = self._folder / path
            with naming(target):
                target.parent.mkdir(parents=True, exist_ok=True)
            ANYWHERE.write(target, content)
        return len(files)

    def remove(self) -> int:
        """Remove what was installed, and the folders that are empty then; how many files. One that was changed stays.

        Raises FormatError for a damaged list; OSError.
        """
        count = self._remove(self._read())
        self._listing.unlink(missing_ok=True)
        with suppress(OSError):
            self._listing.parent.rmdir()
        return count

    def _remove(self, known: Mapping[str, str]) -> int:
        count = 0
        for path, digest in known.items():
            found = self._digest(path)
            if found == digest:
                (self._folder / path).unlink()
                # And the folders between it and the folder of all, as far as they are empty.
                with suppress(OSError):
                    for parent in PurePosixPath(path).parents[:-1]:
                        (self._folder / parent).rmdir()
                count += 1
            elif found is not None:
                complain(f"{self._folder / path} was changed since it was installed; it is left as it is")
        return count

    def _digest(self, path: str) -> str | None:
        """The digest of a file as it is now; None if there is none. What is no file has no digest of ours."""
        target = self._folder / path
        if target.is_symlink() or (target.exists() and not target.is_file()):
            return "no file"
        return _digest(target.read_bytes()) if target.exists() else None

    def _read(self) -> dict[str, str]:
        try:
            listed = json.loads(read_input(self._listing, _LARGEST))
        except FileNotFoundError:
            return {}
        except (ValueError, RecursionError):
            listed = None
        if not isinstance(listed, dict) or not all(_sound(path, digest) for path, digest in listed.items()):
            raise FormatError(str(self._listing), "not the list of what was installed")
        return listed


def _sound(path: object, digest: object) -> bool:
    """Return if an entry of a list is one that this program writes: it leads nowhere but below the folder."""
    if not isinstance(path, str) or not isinstance(digest, str):
        return False
    parts = PurePosixPath(path).parts
    return bool(parts) and parts[0] in ("applications", "icons") and ".." not in parts


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()

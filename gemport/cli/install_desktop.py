"""``gemport install-desktop``: the games and their icons in the menus of an XDG desktop, and out of them again."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path, PurePosixPath

import gemport
from gemport.cli import registry
from gemport.cli.arguments import Parser, UsageError
from gemport.cli.launch import DESKTOP, entry_name
from gemport.cli.terminal import complain, say
from gemport.desktop.icons import artwork, icon_of
from gemport.gem import FormatError, read_json, read_rsc
from gemport.hosts.desktop.icon import Icon
from gemport.hosts.files import ANYWHERE, data_folder, naming, read_input
from gemport.hosts.pictures import icon_pixels, icon_png

SCALES = {16: (True, 1), 32: (False, 1), 48: (True, 3), 64: (False, 2), 128: (False, 4), 256: (False, 8)}
"""For each size of icons, in pixels: whether it is made from the small picture, and how large its pixels are."""

_DATABASE = "update-desktop-database"
_LISTING = "gemport/installed.json"
"""The list of the installed files, below the data folder."""
_LARGEST = 1 << 20
"""The most bytes that it has."""
_PATIENCE = 60
"""Seconds that the database's program may take."""


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
    """Run the command; return the exit status."""
    if sys.platform in ("win32", "darwin"):
        raise UsageError("install-desktop: this system has no menus after the XDG specification")
    home = data_home(os.environ)
    count = remove_files(home) if remove else install_files(home, dict(files()))
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
    # A checkout must be started where it lies; what is installed is found from anywhere.
    checkout = Path(gemport.__file__).resolve().parents[1]
    folder = checkout if (checkout / "pyproject.toml").is_file() else None
    for word in (DESKTOP, *registry.names()):
        name = entry_name(word)
        yield f"applications/{name}.desktop", desktop_file(word, command, folder).encode()
        for size, (small, scale) in SCALES.items():
            if word == DESKTOP:
                pixels = Icon(small).get_data("RGBA", -1)
            else:
                pixels = icon_pixels(icon_of(artwork(resource.trees, word, small)))
            yield f"icons/hicolor/{size}x{size}/apps/{name}.png", icon_png(pixels, size // scale, scale)


def desktop_file(word: str, command: tuple[str, ...], folder: Path | None) -> str:
    """Return the text of the menus' entry for what gemport is called with: the desktop, or a game.

    folder: where the command is started, if that matters
    """
    if word == DESKTOP:
        title, german = "GEM Desktop", "GEM-Desktop"
        comments = "Patiences on the screen of an Atari ST", "Patiencen auf dem Bildschirm eines Atari ST"
    else:
        title = german = registry.find(word).title
        comments = f"{title} as on an Atari ST", f"{title} wie auf dem Atari ST"
    # The value of Exec is quoted twice: its words for the command line, and the line for the file.
    lines = [
        "[Desktop Entry]",
        "Type=Application",
        "Version=1.0",
        f"Name={title}",
        f"Name[de]={german}",
        f"Comment={comments[0]}",
        f"Comment[de]={comments[1]}",
        f"Exec={_escaped(' '.join(map(_quoted, (*command, word))))}",
        *([] if folder is None else [f"Path={_escaped(str(folder))}"]),
        f"Icon={entry_name(word)}",
        f"StartupWMClass={entry_name(word)}",
        "Terminal=false",
        "Categories=Game;CardGame;",
        "Keywords=patience;solitaire;Atari;GEM;",
    ]
    return "\n".join(lines) + "\n"


def _quoted(word: str) -> str:
    word = word.replace("%", "%%")
    if re.fullmatch(r"[\w./%+:@,-]+", word, re.ASCII):
        return word
    return '"' + re.sub(r"([\"`$\\])", r"\\\1", word) + '"'


def _escaped(text: str) -> str:
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


# ---- files in a folder shared with others: a list of paths and digests tells those that were installed from them


def install_files(folder: Path, files: Mapping[str, bytes]) -> int:
    """Write files, by their paths below a folder, in the place of those that were installed before; how many.

    Raises UsageError, before anything is written, for a file of another origin, or that was changed since; FormatError
    for a damaged list; OSError.
    """
    known = _listed(folder)
    for path, content in files.items():
        found = _digest_of(folder / path)
        if found not in (None, known.get(path), _digest(content)):
            raise UsageError(f"{folder / path} is not gemport's or was changed; nothing is installed")
    # The list comes first: whatever happens then, nothing is left that --remove would not find.
    wanted = {path: _digest(content) for path, content in files.items()}
    _remove(folder, {path: digest for path, digest in known.items() if path not in wanted})
    listing = (json.dumps(wanted, indent=1) + "\n").encode()
    for path, content in ((_LISTING, listing), *files.items()):
        target = folder / path
        with naming(target):
            target.parent.mkdir(parents=True, exist_ok=True)
        ANYWHERE.write(target, content)
    return len(files)


def remove_files(folder: Path) -> int:
    """Remove what was installed, and the folders that are empty then; how many files. One that was changed stays.

    Raises FormatError for a damaged list; OSError.
    """
    count = _remove(folder, _listed(folder))
    (folder / _LISTING).unlink(missing_ok=True)
    with suppress(OSError):
        (folder / _LISTING).parent.rmdir()
    return count


def _remove(folder: Path, known: Mapping[str, str]) -> int:
    count = 0
    for path, digest in known.items():
        found = _digest_of(folder / path)
        if found == digest:
            (folder / path).unlink()
            # And the folders between it and the folder of all, as far as they are empty.
            with suppress(OSError):
                for parent in PurePosixPath(path).parents[:-1]:
                    (folder / parent).rmdir()
            count += 1
        elif found is not None:
            complain(f"{folder / path} was changed since it was installed; it is left as it is")
    return count


def _digest_of(target: Path) -> str | None:
    """The digest of a file as it is now; None if there is none. What is no file has no digest of ours."""
    if target.is_symlink() or (target.exists() and not target.is_file()):
        return "no file"
    return _digest(target.read_bytes()) if target.exists() else None


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def _listed(folder: Path) -> dict[str, str]:
    """The digests of the files that the list names, by their paths. Raises FormatError."""
    try:
        listed = read_json(read_input(folder / _LISTING, _LARGEST))
    except FileNotFoundError:
        return {}
    except ValueError:
        listed = None
    if not isinstance(listed, dict) or not all(_sound(path, digest) for path, digest in listed.items()):
        raise FormatError(str(folder / _LISTING), "not the list of what was installed")
    return listed


def _sound(path: object, digest: object) -> bool:
    """Return if an entry of a list is one that this program writes: it leads nowhere but below the folder."""
    if not isinstance(path, str) or not isinstance(digest, str):
        return False
    parts = PurePosixPath(path).parts
    return bool(parts) and parts[0] in ("applications", "icons") and ".." not in parts

"""``gemport install-desktop``: add the games and their icons to the menus of a Linux or BSD desktop, or remove them.

On Windows and macOS the installer makes the entries.
"""

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

from gemport.cli import registry
from gemport.cli.arguments import UsageError
from gemport.cli.launch import DESKTOP, entry_name, start_command
from gemport.cli.terminal import Parser, print_error, print_out
from gemport.desktop.icons import artwork
from gemport.gem import FormatError, IconBlk, read_rsc, spec_of
from gemport.gem.untrusted_json import read_json
from gemport.hosts.desktop.icon import Icon
from gemport.hosts.files import ANYWHERE, data_folder, naming, read_input
from gemport.hosts.pictures import icon_pixels, icon_png

SCALES = {16: (True, 1), 32: (False, 1), 48: (True, 3), 64: (False, 2), 128: (False, 4), 256: (False, 8)}
"""For each icon size in pixels: whether it uses the small picture, and the scale."""

_LISTING = "gemport/installed.json"  # path of the list of installed files below the folder of the menus
_TOPS = ("applications", "icons")  # folders of the menus that can hold installed files
_DATABASE = "update-desktop-database"
_MAX_LISTING_BYTES = 1 << 20
_TIMEOUT_SECONDS = 60


def add(command: Parser) -> None:
    """Add the command's arguments."""
    command.description = """Add the games and the desktop to the menus of a Linux or BSD desktop, with icons,
in $XDG_DATA_HOME (default: ~/.local/share). Installers and packages have
entries of their own."""
    remove = "remove exactly the installed files (default: install)"
    command.add_argument("--remove", action="store_true", help=remove)
    command.epilog = """examples:
  gemport install-desktop
  gemport install-desktop --remove"""
    command.set_defaults(run=lambda given: install_desktop(given.remove))


def install_desktop(remove: bool) -> int:
    """Run the command; return the exit status. Raises UsageError on systems with other menus."""
    if sys.platform in ("win32", "darwin"):
        raise UsageError("menu entries are made by the installer on this system")
    home = data_home(os.environ)
    count = remove_files(home) if remove else install_files(home, dict(files(*start_command())))
    _reload_menus(home / "applications")
    print_out(f"{count} files {'removed from' if remove else 'installed in'} {home}")
    return 0


def files(command: tuple[str, ...], folder: Path | None = None) -> Iterator[tuple[str, bytes]]:
    """Yield the files to install: their paths below the menus' home, and their contents.

    ``command`` starts gemport; it must run in ``folder`` unless that is None.
    """
    for word, title in titles().items():
        name = entry_name(word)
        yield f"applications/{name}.desktop", desktop_file(word, title, command, folder).encode()
        for size, icon in icons(word).items():
            yield f"icons/hicolor/{size}x{size}/apps/{name}.png", icon


def titles() -> dict[str, str]:
    """Return the programs of the menus: their titles by their commands."""
    return {DESKTOP: "GEM Desktop"} | {name: registry.find(name).title for name in registry.names()}


def icons(word: str) -> dict[int, bytes]:
    """Return the icons of a program as PNG files, by their sizes in pixels."""
    resource = read_rsc((data_folder() / "desktop" / "desktop_en.rsc").read_bytes(), "desktop_en.rsc")
    pixels = {
        small: Icon(small).get_data("RGBA", -1)
        if word == DESKTOP
        else icon_pixels(spec_of(artwork(resource.trees, word, small), IconBlk))
        for small in (True, False)
    }
    return {size: icon_png(pixels[small], size // scale, scale) for size, (small, scale) in SCALES.items()}


def data_home(environment: Mapping[str, str]) -> Path:
    """Return the folder of the user's menus; a relative path is ignored, as specified."""
    named = environment.get("XDG_DATA_HOME", "")
    return Path(named) if os.path.isabs(named) else Path.home() / ".local" / "share"


def desktop_file(word: str, title: str, command: tuple[str, ...], folder: Path | None) -> str:
    """Return the text of a menu entry."""
    german, comments = title, (f"{title} as on an Atari ST", f"{title} wie auf dem Atari ST")
    if word == DESKTOP:
        german = "GEM-Desktop"
        comments = "Patiences on the screen of an Atari ST", "Patiencen auf dem Bildschirm eines Atari ST"
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


def _reload_menus(applications: Path) -> None:
    """Make the desktop reload the menus; otherwise it finds the files later."""
    program = shutil.which(_DATABASE)
    if program is None or not applications.is_dir():
        return
    try:
        subprocess.run([program, str(applications)], capture_output=True, timeout=_TIMEOUT_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return


# ---- files in shared folders: a list of paths and digests identifies the installed files


def install_files(home: Path, files: Mapping[str, bytes]) -> int:
    """Write files by their paths below ``home``, replacing installed files; return their number.

    Raises UsageError before anything is written if a file has another origin or was changed, FormatError if the list is
    damaged, OSError.
    """
    known = _read_listing(home)
    for path, content in files.items():
        if _digest_of(home / path) not in (None, known.get(path), _digest(content)):
            raise UsageError(f"{home / path} was not installed by gemport or has changed; nothing was installed")
    # Write the list first, so that --remove finds all files even after a failure.
    wanted = {path: _digest(content) for path, content in files.items()}
    _remove(home, {path: digest for path, digest in known.items() if path not in wanted})
    listing = (json.dumps(wanted, indent=1) + "\n").encode()
    for path, content in ((_LISTING, listing), *files.items()):
        target = home / path
        with naming(target):
            target.parent.mkdir(parents=True, exist_ok=True)
        ANYWHERE.write(target, content)
    return len(files)


def remove_files(home: Path) -> int:
    """Remove the installed files, except changed files, and empty folders; return the number of files.

    Raises FormatError if the list is damaged, OSError.
    """
    count = _remove(home, _read_listing(home))
    (home / _LISTING).unlink(missing_ok=True)
    with suppress(OSError):
        (home / _LISTING).parent.rmdir()
    return count


def _remove(home: Path, known: Mapping[str, str]) -> int:
    count = 0
    for path, digest in known.items():
        current = _digest_of(home / path)
        if current == digest:
            (home / path).unlink()
            # Also remove empty folders between it and the shared folders.
            with suppress(OSError):
                for parent in PurePosixPath(path).parents[:-1]:
                    (home / parent).rmdir()
            count += 1
        elif current is not None:
            print_error(f"{home / path} has changed since its installation; it was not removed")
    return count


def _digest_of(target: Path) -> str | None:
    """Return the current digest of a file; None if it does not exist, and no known digest if it is not a file."""
    if target.is_symlink() or (target.exists() and not target.is_file()):
        return "no file"
    return _digest(target.read_bytes()) if target.exists() else None


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def _read_listing(home: Path) -> dict[str, str]:
    """Return the digests of the listed files by path. Raises FormatError."""
    listing = home / _LISTING
    try:
        listed = read_json(read_input(listing, _MAX_LISTING_BYTES))
    except FileNotFoundError:
        return {}
    except ValueError:
        listed = None
    if not isinstance(listed, dict) or not all(_is_valid_entry(path, digest) for path, digest in listed.items()):
        raise FormatError(str(listing), "not a list of installed files")
    return listed


def _is_valid_entry(path: object, digest: object) -> bool:
    """Return whether this program could have written a list entry: its path stays below some folders."""
    if not isinstance(path, str) or not isinstance(digest, str):
        return False
    where = PurePosixPath(path)
    return ".." not in where.parts and any(where.is_relative_to(top) and where != PurePosixPath(top) for top in _TOPS)

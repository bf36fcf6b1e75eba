"""``gemport install-desktop``: add the games and their icons to the host's menus, or remove them."""

import json
import os
import plistlib
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import gemport
from gemport.cli import registry
from gemport.cli.arguments import UsageError
from gemport.cli.launch import DESKTOP, entry_name
from gemport.cli.shell_links import Known, known_folder, link_bytes
from gemport.cli.terminal import Parser, print_error, print_out
from gemport.desktop.icons import artwork, icon_of
from gemport.gem import FormatError, GemportError, read_rsc
from gemport.gem.untrusted_json import read_json
from gemport.hosts.desktop.icon import Icon
from gemport.hosts.files import ANYWHERE, data_folder, naming, read_input
from gemport.hosts.pictures import icon_file, icon_pixels, icon_png

SCALES = {16: (True, 1), 32: (False, 1), 48: (True, 3), 64: (False, 2), 128: (False, 4), 256: (False, 8)}
"""For each icon size in pixels: whether it uses the small picture, and the scale."""

_DATABASE = "update-desktop-database"
_MAX_LISTING_BYTES = 1 << 20
_TIMEOUT_SECONDS = 60


class Shortcut(NamedTuple):
    """A program in the host's menus."""

    word: str  # the argument of gemport
    title: str
    comments: tuple[str, str]  # descriptions in English and German
    icons: dict[int, bytes]  # PNG files by size in pixels


class Menus(NamedTuple):
    """The menus of a host.

    Attributes:
        home: folder above all installed files
        listing: path of the list of installed files below ``home``
        tops: folders below ``home`` that can hold installed files
        shared: folders among them and above them that stay even if empty
        files: returns the files to install for a program, its command and folder, by path below ``home``
    """

    home: Path
    listing: str
    tops: tuple[str, ...]
    shared: tuple[str, ...]
    files: Callable[[Shortcut, tuple[str, ...], Path | None], Iterator[tuple[str, bytes]]]


def add(command: Parser) -> None:
    """Add the command's arguments."""
    command.description = """Add the games and the desktop to the menus of this system, with icons: in
$XDG_DATA_HOME (default: ~/.local/share), on Windows in the Start menu and on
the desktop, on macOS in ~/Applications."""
    remove = "remove exactly the installed files (default: install)"
    command.add_argument("--remove", action="store_true", help=remove)
    command.epilog = """examples:
  gemport install-desktop
  gemport install-desktop --remove"""
    command.set_defaults(run=lambda given: install_desktop(given.remove))


def install_desktop(remove: bool) -> int:
    """Run the command; return the exit status."""
    menus = {"win32": windows_menus, "darwin": mac_menus}.get(sys.platform, xdg_menus)()
    count = remove_files(menus) if remove else install_files(menus, dict(files(menus)))
    _reload_menus(menus.home / "applications")
    print_out(f"{count} files {'removed from' if remove else 'installed in'} {menus.home}")
    return 0


def files(menus: Menus) -> Iterator[tuple[str, bytes]]:
    """Yield the files to install: their paths below the menus' home, and their contents."""
    resource = read_rsc((data_folder() / "desktop" / "desktop_en.rsc").read_bytes(), "desktop_en.rsc")
    # A checkout must be started in its folder; an installed program is found from anywhere.
    checkout = Path(gemport.__file__).resolve().parents[1]
    folder = checkout if (checkout / "pyproject.toml").is_file() else None
    for word in (DESKTOP, *registry.names()):
        icons = {}
        for size, (small, scale) in SCALES.items():
            if word == DESKTOP:
                pixels = Icon(small).get_data("RGBA", -1)
            else:
                pixels = icon_pixels(icon_of(artwork(resource.trees, word, small)))
            icons[size] = icon_png(pixels, size // scale, scale)
        yield from menus.files(Shortcut(word, *_words(word), icons), _command(), folder)


def _words(word: str) -> tuple[str, tuple[str, str]]:
    if word == DESKTOP:
        return "GEM Desktop", ("Patiences on the screen of an Atari ST", "Patiencen auf dem Bildschirm eines Atari ST")
    title = registry.find(word).title
    return title, (f"{title} as on an Atari ST", f"{title} wie auf dem Atari ST")


def _command() -> tuple[str, ...]:
    """Return a command that starts gemport, independent of the menus' search path."""
    if getattr(sys, "frozen", False):
        return (sys.executable,)
    # On Windows the same folder has a program without a console.
    quiet = Path(sys.executable).with_name("pythonw.exe")
    return (str(quiet if quiet.exists() else sys.executable), "-m", "gemport")


# ---- XDG desktops


def xdg_menus() -> Menus:
    """Return the menus of the desktops of Linux and the BSDs."""
    return Menus(data_home(os.environ), "gemport/installed.json", ("applications", "icons"), (".",), _xdg_files)


def data_home(environment: Mapping[str, str]) -> Path:
    """Return the folder of the user's menus; a relative path is ignored, as specified."""
    named = environment.get("XDG_DATA_HOME", "")
    return Path(named) if os.path.isabs(named) else Path.home() / ".local" / "share"


def _xdg_files(entry: Shortcut, command: tuple[str, ...], folder: Path | None) -> Iterator[tuple[str, bytes]]:
    name = entry_name(entry.word)
    yield f"applications/{name}.desktop", desktop_file(entry, command, folder).encode()
    for size, icon in entry.icons.items():
        yield f"icons/hicolor/{size}x{size}/apps/{name}.png", icon


def desktop_file(entry: Shortcut, command: tuple[str, ...], folder: Path | None) -> str:
    """Return the text of a menu entry."""
    german = "GEM-Desktop" if entry.word == DESKTOP else entry.title
    # The value of Exec is quoted twice: its words for the command line, and the line for the file.
    lines = [
        "[Desktop Entry]",
        "Type=Application",
        "Version=1.0",
        f"Name={entry.title}",
        f"Name[de]={german}",
        f"Comment={entry.comments[0]}",
        f"Comment[de]={entry.comments[1]}",
        f"Exec={_escaped(' '.join(map(_quoted, (*command, entry.word))))}",
        *([] if folder is None else [f"Path={_escaped(str(folder))}"]),
        f"Icon={entry_name(entry.word)}",
        f"StartupWMClass={entry_name(entry.word)}",
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


# ---- Windows


def windows_menus() -> Menus:
    """Return the Start menu and the desktop of Windows. Raises GemportError if they are in unusual places."""
    home = Path.home()
    programs, desktop, local = (known_folder(known) for known in (Known.PROGRAMS, Known.DESKTOP, Known.LOCAL_DATA))

    def below(path: Path) -> str:
        if not path.is_relative_to(home):
            raise GemportError(f"{path} is outside {home}; nothing was installed")
        return path.relative_to(home).as_posix()

    own = f"{below(local)}/gemport-menus"

    def made(entry: Shortcut, command: tuple[str, ...], folder: Path | None) -> Iterator[tuple[str, bytes]]:
        icon = f"{own}/{entry_name(entry.word)}.ico"
        yield icon, icon_file(entry.icons, "ICO")
        link = link_bytes((*command, entry.word), folder or home, home / icon, entry.comments[0])
        yield f"{below(programs)}/gemport/{entry.title}.lnk", link
        yield f"{below(desktop)}/{entry.title}.lnk", link

    tops = f"{below(programs)}/gemport", below(desktop), own
    return Menus(home, f"{own}/installed.json", tops, (below(programs), below(desktop), below(local)), made)


# ---- macOS


def mac_menus() -> Menus:
    """Return the user's applications on macOS."""
    return Menus(
        Path.home(),
        "Library/Application Support/gemport-menus/installed.json",
        ("Applications",),
        ("Applications",),
        _bundle,
    )


def _bundle(entry: Shortcut, command: tuple[str, ...], folder: Path | None) -> Iterator[tuple[str, bytes]]:
    contents = f"Applications/{entry.title}.app/Contents"
    about = {
        "CFBundleName": entry.title,
        "CFBundleIdentifier": f"gemport.{entry.word}",
        "CFBundleExecutable": "start",
        "CFBundleIconFile": "icon.icns",
        "CFBundlePackageType": "APPL",
        "NSHighResolutionCapable": True,
    }
    yield f"{contents}/Info.plist", plistlib.dumps(about)
    yield f"{contents}/Resources/icon.icns", icon_file(entry.icons, "ICNS")
    start = f"cd {shlex.quote(str(folder or Path.home()))} && exec {shlex.join((*command, entry.word))}"
    yield f"{contents}/MacOS/start", f"#!/bin/sh\n{start}\n".encode()


# ---- files in shared folders: a list of paths and digests identifies the installed files


def install_files(menus: Menus, files: Mapping[str, bytes]) -> int:
    """Write files by their paths below the menus' home, replacing installed files; return their number.

    Raises UsageError before anything is written if a file has another origin or was changed, FormatError if the list is
    damaged, OSError.
    """
    known = _read_listing(menus)
    for path, content in files.items():
        if _digest_of(menus.home / path) not in (None, known.get(path), _digest(content)):
            raise UsageError(f"{menus.home / path} was not installed by gemport or has changed; nothing was installed")
    # Write the list first, so that --remove finds all files even after a failure.
    wanted = {path: _digest(content) for path, content in files.items()}
    _remove(menus, {path: digest for path, digest in known.items() if path not in wanted})
    listing = (json.dumps(wanted, indent=1) + "\n").encode()
    for path, content in ((menus.listing, listing), *files.items()):
        target = menus.home / path
        with naming(target):
            target.parent.mkdir(parents=True, exist_ok=True)
        ANYWHERE.write(target, content)
        if content.startswith(b"#!"):
            target.chmod(0o755)
    return len(files)


def remove_files(menus: Menus) -> int:
    """Remove the installed files, except changed files, and empty folders; return the number of files.

    Raises FormatError if the list is damaged, OSError.
    """
    count = _remove(menus, _read_listing(menus))
    (menus.home / menus.listing).unlink(missing_ok=True)
    with suppress(OSError):
        (menus.home / menus.listing).parent.rmdir()
    return count


def _remove(menus: Menus, known: Mapping[str, str]) -> int:
    count = 0
    for path, digest in known.items():
        current = _digest_of(menus.home / path)
        if current == digest:
            (menus.home / path).unlink()
            # Also remove empty folders between it and the shared folders.
            with suppress(OSError):
                for parent in PurePosixPath(path).parents:
                    if str(parent) in menus.shared:
                        break
                    (menus.home / parent).rmdir()
            count += 1
        elif current is not None:
            print_error(f"{menus.home / path} has changed since its installation; it was not removed")
    return count


def _digest_of(target: Path) -> str | None:
    """Return the current digest of a file; None if it does not exist, and no known digest if it is not a file."""
    if target.is_symlink() or (target.exists() and not target.is_file()):
        return "no file"
    return _digest(target.read_bytes()) if target.exists() else None


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def _read_listing(menus: Menus) -> dict[str, str]:
    """Return the digests of the listed files by path. Raises FormatError."""
    listing = menus.home / menus.listing
    try:
        listed = read_json(read_input(listing, _MAX_LISTING_BYTES))
    except FileNotFoundError:
        return {}
    except ValueError:
        listed = None
    if not isinstance(listed, dict) or not all(
        _is_valid_entry(path, digest, menus.tops) for path, digest in listed.items()
    ):
        raise FormatError(str(listing), "not a list of installed files")
    return listed


def _is_valid_entry(path: object, digest: object, tops: tuple[str, ...]) -> bool:
    """Return whether this program could have written a list entry: its path stays below some folders."""
    if not isinstance(path, str) or not isinstance(digest, str):
        return False
    where = PurePosixPath(path)
    return ".." not in where.parts and any(where.is_relative_to(top) and where != PurePosixPath(top) for top in tops)

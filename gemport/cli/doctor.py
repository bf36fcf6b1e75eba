"""``gemport doctor``: print a description of this system for a fault report."""

import argparse
import os
import platform
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module, metadata
from pathlib import Path

import gemport
from gemport.cli.arguments import system_language
from gemport.cli.launch import start_command
from gemport.cli.sources import user_folder
from gemport.cli.terminal import print_out
from gemport.hosts.desktop.report import PARTS, UNKNOWN, described

_TIMEOUT_SECONDS = 15  # time limit for display, driver and sound together
_PACKAGES = ("pyglet", "platformdirs", "Pillow", "machine68k")
_VARIABLES = (
    *("GEMPORT_HOME", "LIBGL_ALWAYS_SOFTWARE", "MESA_LOADER_DRIVER_OVERRIDE", "PYTHONHOME", "PYTHONPATH"),
    *("LANG", "LC_ALL", "LANGUAGE"),
)
"""Environment variables that affect the program."""


def add(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    display = "only display, keyboard and sound, each as soon as it is known (default: all)"
    command.add_argument("--display", action="store_true", help=display)
    command.epilog = """Nothing is sent anywhere. Your home folder is written as ~.

examples:
  gemport doctor"""
    command.set_defaults(run=lambda given: doctor(given.display))


def doctor(display: bool) -> int:
    """Run the command; return the exit status. Missing facts are printed as unknown."""
    if display:
        for name, part in PARTS.items():
            print_out(f"{name}: {described(part)}")
        return 0
    lines = {name: described(value) for name, value in _VERSION_LINES.items()}
    lines |= _window_lines() | {name: described(value) for name, value in _FOLDER_LINES.items()}
    width = max(map(len, lines)) + 1
    print_out("\n".join(f"{f'{name}:':{width}} {_without_home(text)}" for name, text in lines.items()))
    return 0


def _without_home(text: str) -> str:
    home = os.path.expanduser("~")
    return text.replace(home, "~") if len(home) > 1 and home != "~" else text


def _window_lines() -> dict[str, str]:
    """Return the lines of the process that examines display and sound; a missing line is unknown."""
    command, folder = start_command()
    command += ("doctor", "--display")
    reason, out = "", b""
    try:
        result = subprocess.run(
            command, cwd=folder, capture_output=True, timeout=_TIMEOUT_SECONDS, stdin=subprocess.DEVNULL
        )
        out = result.stdout
        if result.returncode:
            last = result.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
            reason = f" (ended with status {result.returncode}{''.join(f': {line}' for line in last)})"
    except subprocess.TimeoutExpired as error:
        out, reason = error.stdout or b"", f" (no answer after {_TIMEOUT_SECONDS} seconds)"
    except OSError as error:
        reason = f" ({error})"
    pairs = (line.partition(": ") for line in out.decode("utf-8", "replace").splitlines())
    known = {name: text for name, _, text in pairs if name in PARTS}
    return {name: known.get(name, f"{UNKNOWN}{reason}") for name in PARTS}


# ---- versions


def _system() -> str:
    try:
        name = platform.freedesktop_os_release().get("PRETTY_NAME", "")
    except OSError:
        name = ""
    return f"{name}{', ' if name else ''}{platform.platform()}"


def _python() -> str:
    bits = 64 if sys.maxsize > 1 << 32 else 32
    return f"{platform.python_version()} ({platform.python_implementation()}, {bits} bits), {sys.executable}"


def _package(name: str) -> str:
    try:
        return f"{name} {metadata.version(name)}"
    except metadata.PackageNotFoundError:
        return f"{name} is not installed"


def _variables() -> str:
    return ", ".join(f"{name}={os.environ[name]}" for name in _VARIABLES if name in os.environ) or "none"


# ---- folders


def _user_folder() -> str:
    folder = user_folder()
    if not folder.exists():
        return f"{folder}, does not exist yet"
    missing = [word for word, mode in (("readable", os.R_OK), ("writable", os.W_OK)) if not os.access(folder, mode)]
    return f"{folder}{''.join(f', not {word}' for word in missing)}"


def _own_files() -> str:
    return ", ".join(sorted(path.name for path in user_folder().iterdir())) if user_folder().exists() else "none"


_VERSION_LINES: dict[str, Callable[[], str]] = {
    "gemport": lambda: gemport.__version__,
    "system": _system,
    "Python": _python,
    "packages": lambda: ", ".join(map(_package, _PACKAGES)),
    "SQLite": lambda: str(import_module("sqlite3").sqlite_version),
    "language": lambda: system_language(os.environ),
    "variables": _variables,
}
_FOLDER_LINES: dict[str, Callable[[], str]] = {
    "program folder": lambda: str(Path(gemport.__file__).parent),
    "user folder": _user_folder,
    "files in it": _own_files,
}

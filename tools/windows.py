"""Run the fast tests on a Python for Windows, under Wine: python3 tools/windows.py [arguments for pytest]

Without arguments it runs one folder of tests after the other and prints a table. Linux with Python 3.11 only. The first
run makes the folder .windows (900 MB) beside this one: python.org's own libraries, from a package that carries them and
each with its signature verified, this Python's standard library, what the project needs for Windows, and a Wine prefix.
Of Debian or Ubuntu it needs the packages in PACKAGES. With --python as first argument the rest goes to that Python:
--python -m gemport --version, or tools/package.py
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import IO

from setup_venv import ROOT, SetupError, say

HOUSE = ROOT / ".windows"
_IN_MEMORY = Path("/dev/shm")
"""Where the files of tests cost least."""
PACKAGES = ("wine64", "wine", "gcc-mingw-w64-x86-64-win32", "osslsigncode", "xvfb")
_PROGRAMS = ("wine", "wineboot", "x86_64-w64-mingw32-gcc", "osslsigncode", "Xvfb")
_LIBRARIES = "panda3d==1.10.15"
"""A package for Windows that carries the libraries of python.org's 3.11, in deploy_libs."""
_SIGNER = "O=Python Software Foundation/"
_NEEDED = re.compile(
    r"deploy_libs/(python311\.dll|sqlite3\.dll|lib(?:ffi|crypto|ssl)-\w+\.dll|(?!_tkinter|_msi)\w+\.pyd)"
)
_LAUNCHER = """\
#include <windows.h>
int wmain(int count, wchar_t **words) {
    void *start = GetProcAddress(LoadLibraryW(L"python311.dll"), "Py_Main");
    return ((int (*)(int, wchar_t **)) start)(count, words);
}
"""
_TESTS = ("pytest>=8", "hypothesis", "colorama")
_PACKAGER = ("pyinstaller>=6", "pefile", "pywin32-ctypes")
"""For tools/package.py, with what it needs on Windows alone."""
_FAST = (
    "-m",
    "pytest",
    "-q",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:unraisableexception",
    "-m",
    "not slow and not window",
)
_WITHOUT = ("conformance", "gem/own", "games/own", "monkey", "tools", "web", "test_imports.py", "test_documents.py")
"""Tests of the checkout, of pictures that are compared elsewhere, and of what Windows does not run."""

_OUTCOMES = ("passed", "failed", "error", "skipped")
_COUNT = re.compile(rf"(\d+) ({'|'.join(_OUTCOMES)})")
"""In the last line of pytest."""


def main(arguments: Sequence[str]) -> int:
    """Make what is missing, run the tests or that Python; return its exit status, 2 if it cannot be made."""
    try:
        python = _python()
        with _display() as display, TemporaryDirectory(dir=_IN_MEMORY if _IN_MEMORY.is_dir() else None) as folder:
            environment = _environment(display, folder)
            _prefix(environment)
            if arguments[:1] == ["--python"]:
                return _run(python, arguments[1:], environment)
            if arguments:
                return _test(python, arguments, environment)[0]
            return _test_folders(python, environment)
    except SetupError as error:
        say(f"tools/windows.py: {error}")
        return 2


def _test_folders(python: Path, environment: Mapping[str, str]) -> int:
    """Run the tests of one folder after the other, each in a process of its own; return 1 if any failed, else 0."""
    table = [f"{'folder':12}" + "".join(f"{outcome:>9}" for outcome in _OUTCOMES)]
    failed = 0
    for folder in sorted({path.relative_to(ROOT / "tests").parts[0] for path in ROOT.glob("tests/*/**/test_*.py")}):
        if folder in _WITHOUT:
            continue
        say(f"--- {folder}")
        status, last = _test(python, [f"tests/{folder}"], environment)
        counts = {outcome: count for count, outcome in _COUNT.findall(last)}
        row = f"{folder:12}" + "".join(f"{counts.get(outcome, '0'):>9}" for outcome in _OUTCOMES)
        table.append(row if status == 0 else f"{row}  exit status {status}")
        failed |= status != 0
    print("\n".join(table), flush=True)
    return failed


def _test(python: Path, arguments: Sequence[str], environment: Mapping[str, str]) -> tuple[int, str]:
    left_out = [f"--ignore=tests/{name}" for name in _WITHOUT]
    output = bytearray()
    status = _run(python, [*_FAST, *left_out, *arguments], environment, output)
    return status, output.decode(errors="replace").rstrip().rpartition("\n")[2]


def _run(python: Path, arguments: Sequence[str], environment: Mapping[str, str], kept: bytearray | None = None) -> int:
    """Run that Python and show what it prints, which is added to ``kept``; return its exit status."""
    # A Python under Wine cannot write to other files than pipes.
    with subprocess.Popen(
        ["wine", str(python), *arguments],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        relay = Thread(target=_relay, args=[process.stdout, bytearray() if kept is None else kept])
        relay.start()
        process.wait()
        # Wine's own programs would go on, with this pipe and on a display that goes.
        _call("wineserver", "--kill", environment=environment)
        relay.join()
    return process.returncode


def _relay(output: IO[bytes], kept: bytearray) -> None:
    while piece := os.read(output.fileno(), 1 << 16):
        os.write(1, piece)
        kept += piece


def _python() -> Path:
    """Return the interpreter for Windows, made if there is none."""
    python = HOUSE / "python" / "python.exe"
    if python.exists():
        return python
    if sys.platform != "linux" or sys.version_info[:2] != (3, 11):
        raise SetupError("it takes Linux and Python 3.11, whose standard library is used")
    if missing := [name for name in _PROGRAMS if not shutil.which(name)]:
        raise SetupError(f"no {', '.join(missing)}; on Debian and Ubuntu: sudo apt-get install {' '.join(PACKAGES)}")
    say(f"making a Python for Windows in {HOUSE} (only the first time)")
    shutil.rmtree(HOUSE, ignore_errors=True)
    python.parent.mkdir(parents=True)
    _libraries(python.parent)
    library = python.parent / "Lib"
    unneeded = shutil.ignore_patterns("site-packages", "test", "tkinter", "idlelib", "__pycache__", "*.so", "config-*")
    shutil.copytree(sysconfig.get_path("stdlib"), library, ignore=unneeded)
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    _pip("install", "--target", str(library / "site-packages"), *needs, *_TESTS, *_PACKAGER)
    (library / "site-packages" / "gemport.pth").write_text(f"Z:{ROOT}\n", encoding="utf-8")
    source = HOUSE / "launcher.c"
    source.write_text(_LAUNCHER, encoding="ascii")
    _call("x86_64-w64-mingw32-gcc", "-municode", "-O1", "-s", "-o", str(python), str(source))
    return python


def _libraries(folder: Path) -> None:
    """Take python.org's libraries out of the package; each must have been signed by the Python Software Foundation."""
    _pip("download", "--no-deps", "--dest", str(HOUSE), _LIBRARIES)
    with zipfile.ZipFile(next(HOUSE.glob("*.whl"))) as package:
        for name in filter(_NEEDED.fullmatch, package.namelist()):
            path = folder / Path(name).name
            path.write_bytes(package.read(name))
            output = _call("osslsigncode", "verify", "-ignore-crl", str(path))
            if "Signature verification: ok" not in output or _SIGNER not in output:
                raise SetupError(f"{path.name} was not signed by the Python Software Foundation")


def _pip(*arguments: str) -> None:
    target = ("--platform", "win_amd64", "--python-version", "3.11", "--only-binary=:all:", "--quiet")
    _call(sys.executable, "-m", "pip", arguments[0], *target, "--disable-pip-version-check", *arguments[1:])


def _prefix(environment: Mapping[str, str]) -> None:
    """Make Wine's own folder, as a Windows 10."""
    if not (HOUSE / "prefix" / "system.reg").exists():
        Path(environment["HOME"]).mkdir(exist_ok=True)
        _call("wineboot", "-i", environment=environment)
        _call("winecfg", "-v", "win10", environment=environment)
        _call("wineserver", "--wait", environment=environment)


def _call(*command: str, environment: Mapping[str, str] | None = None) -> str:
    result = subprocess.run(command, capture_output=True, text=True, env=environment, errors="replace")
    if result.returncode:
        words = (result.stderr or result.stdout).strip().splitlines() or ["no reason given"]
        raise SetupError(f"{command[0]} failed: {words[-1]}")
    return result.stdout


def _environment(display: str, folder: str) -> dict[str, str]:
    """Return the variables for Wine and its programs; the tests make their files in the folder."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "GEMPORT"))}
    # Wine makes its user's Desktop a link into the home of this system's user, and of what is in it entries of menus.
    own = {"WINEPREFIX": str(HOUSE / "prefix"), "HOME": str(HOUSE / "home"), "WINEDEBUG": "-all"}
    own |= {"WINEDLLOVERRIDES": "mscoree=;mshtml=;winemenubuilder.exe="}
    own |= {"DISPLAY": display, "PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DEBUG_TEMPROOT": folder}
    return {**inherited, **own}


@contextmanager
def _display() -> Iterator[str]:
    """Give a display of its own, where windows that open by mistake are nobody's trouble."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as server:
        os.close(write)
        with open(read, encoding="ascii") as number:
            yield f":{number.readline().strip()}"
        server.terminate()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Run the fast tests on a Python for Windows, under Wine: ``python3 tools/windows.py [arguments for pytest]``.

Without arguments, runs the tests of each folder separately and prints a table. Works on Linux with Python 3.11 only.
The first run creates the folder .windows (900 MB) in the checkout. It contains python.org's libraries, taken from
another package, each with a verified signature; the standard library of this Python; the project's dependencies for
Windows; and a Wine prefix. PACKAGES lists the required packages of Debian or Ubuntu. If the first argument is
``--python``, passes the remaining arguments to that Python, for example ``--python -m gemport --version`` or ``--python
tools/package.py``.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from select import select
from tempfile import TemporaryDirectory

from setup_venv import ROOT, SetupError, UnavailableError, report

FOLDER = ROOT / ".windows"
_MEMORY_FOLDER = Path("/dev/shm")
"""The fastest folder for the files of tests."""
PACKAGES = ("wine64", "wine", "gcc", "libc6-dev", "gcc-mingw-w64-x86-64-win32", "osslsigncode", "xvfb")
_COMPILER = "x86_64-w64-mingw32-gcc"
_PROGRAMS = ("wine", "wineboot", "gcc", _COMPILER, "osslsigncode", "Xvfb")
_LIBRARIES = "panda3d==1.10.15"
"""A package for Windows that contains the libraries of python.org's 3.11, in deploy_libs."""
_SIGNER = "O=Python Software Foundation/"
_LIBRARY_NAMES = re.compile(
    r"deploy_libs/(python311\.dll|sqlite3\.dll|lib(?:ffi|crypto|ssl)-\w+\.dll|(?!_tkinter|_msi)\w+\.pyd)"
)
_LAUNCHER = """\
#include <windows.h>
int wmain(int count, wchar_t **words) {
    void *start = GetProcAddress(LoadLibraryW(L"python311.dll"), "Py_Main");
    return ((int (*)(int, wchar_t **)) start)(count, words);
}
"""
_CONFIGURATION = """\
#define MS_WINDOWS
#define MS_WIN32
#define MS_WIN64
#define NT_THREADS
#define Py_ENABLE_SHARED
#define HAVE_DECLSPEC_DLL
#define HAVE_SSIZE_T 1
#define SIZEOF_SHORT 2
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_VOID_P 8
#define SIZEOF_WCHAR_T 2
"""
"""The part of Python's pyconfig.h that compiling a module for Windows needs."""
_TESTS = ("pytest>=8", "hypothesis", "colorama")
_PACKAGER = ("pyinstaller>=6", "hatchling>=1.26", "pefile", "pywin32-ctypes")
"""PyInstaller for tools/package.py, with its additional dependencies on Windows, and the hook for README."""
_SKIPPED_TESTS = (
    "conformance",
    "gem/own",
    "games/own",
    "monkey",
    "tools",
    "web",
    "test_imports.py",
    "test_documents.py",
)
"""Tests of the checkout, of pictures compared elsewhere, and of features that do not run on Windows."""
_PYTEST = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:unraisableexception"]
_PYTEST += ["-m", "not slow and not window", *(f"--ignore=tests/{name}" for name in _SKIPPED_TESTS)]

_OUTCOMES = ("passed", "failed", "error", "skipped")
_COUNT = re.compile(rf"(\d+) ({'|'.join(_OUTCOMES)})")
"""Matches a count in the last line of pytest."""
_PAUSE_SECONDS = 0.5
"""Seconds to wait for more output of a finished program."""


def main(arguments: Sequence[str]) -> int:
    """Create missing parts, then run the tests or the given command; return the exit status, 2 if creation fails."""
    try:
        python = _python()
        with (
            _display() as display,
            TemporaryDirectory(dir=_MEMORY_FOLDER if _MEMORY_FOLDER.is_dir() else None) as folder,
        ):
            environment = _environment(display, folder)
            _prefix(environment)
            try:
                if arguments[:1] == ["--python"]:
                    return _run(python, arguments[1:], environment, _show)
                if arguments:
                    return _run(python, [*_PYTEST, *arguments], environment, _show)
                return _test_folders(python, environment)
            finally:
                # Wine's own processes would continue to run on a display that is about to disappear.
                _call("wineserver", "--kill", environment=environment)
    except SetupError as error:
        report(f"tools/windows.py: {error}")
        return 2


def _test_folders(python: Path, environment: Mapping[str, str]) -> int:
    """Run the tests of each folder, with as many parallel runs as processors; return 1 if any failed, else 0."""
    names = {path.relative_to(ROOT / "tests").parts[0] for path in ROOT.glob("tests/*/**/test_*.py")}
    folders = sorted(names.difference(_SKIPPED_TESTS))
    table = [f"{'folder':12}" + "".join(f"{outcome:>9}" for outcome in _OUTCOMES)]
    failed = False

    def test(folder: str) -> tuple[int, bytearray]:
        output = bytearray()
        return _run(python, [*_PYTEST, f"tests/{folder}"], environment, output.extend), output

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for folder, (status, output) in zip(folders, pool.map(test, folders), strict=True):
            _show(f"--- {folder}\n".encode() + output)
            last = output.decode(errors="replace").rstrip().rpartition("\n")[2]
            counts = {outcome: count for count, outcome in _COUNT.findall(last)}
            row = f"{folder:12}" + "".join(f"{counts.get(outcome, '0'):>9}" for outcome in _OUTCOMES)
            table.append(row if status == 0 else f"{row}  exit status {status}")
            failed = failed or status != 0
    _show("\n".join([*table, ""]).encode())
    return int(failed)


def _run(
    python: Path, arguments: Sequence[str], environment: Mapping[str, str], take: Callable[[bytes], object]
) -> int:
    """Run that Python, pass its output to ``take``, and return its exit status."""
    # Under Wine, Python can only write to pipes.
    with subprocess.Popen(
        ["wine", str(python), *arguments],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        output = process.stdout
        assert output is not None
        running = True
        while running:
            # Wine's own processes keep the pipe open after the end, so waiting for its end is not possible.
            if select([output], [], [], _PAUSE_SECONDS)[0]:
                piece = os.read(output.fileno(), 1 << 16)
                take(piece)
                running = bool(piece)
            else:
                running = process.poll() is None
    return process.returncode


def _show(output: bytes) -> None:
    sys.stdout.buffer.write(output)
    sys.stdout.buffer.flush()


def check_system() -> None:
    """Raise UnavailableError if a Python for Windows cannot be created here."""
    if sys.platform != "linux" or sys.version_info[:2] != (3, 11):
        raise UnavailableError("it takes Linux and Python 3.11, whose standard library is used")
    if missing := [name for name in _PROGRAMS if not shutil.which(name)]:
        names = f"{', '.join(missing)} missing; on Debian and Ubuntu: sudo apt-get install {' '.join(PACKAGES)}"
        raise UnavailableError(names)


def _python() -> Path:
    """Return the interpreter for Windows; create it if necessary."""
    python = FOLDER / "python" / "python.exe"
    if python.exists():
        return python
    check_system()
    report(f"making a Python for Windows in {FOLDER} (only the first time)")
    shutil.rmtree(FOLDER, ignore_errors=True)
    python.parent.mkdir(parents=True)
    _libraries(python.parent)
    library = python.parent / "Lib"
    unneeded = shutil.ignore_patterns("site-packages", "test", "tkinter", "idlelib", "__pycache__", "*.so", "config-*")
    shutil.copytree(sysconfig.get_path("stdlib"), library, ignore=unneeded)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    _pip("install", "--target", str(library / "site-packages"), *project["dependencies"], *_TESTS, *_PACKAGER)
    (library / "site-packages" / "gemport.pth").write_text(f"Z:{ROOT}\n", encoding="utf-8")
    source = FOLDER / "launcher.c"
    source.write_text(_LAUNCHER, encoding="ascii")
    _call(_COMPILER, "-municode", "-O1", "-s", "-o", str(python), str(source))
    _processor(project["optional-dependencies"]["run"], library / "site-packages", python.with_name("python311.dll"))
    return python


def _processor(package: Sequence[str], target: Path, libraries: Path) -> None:
    """Compile the 68000 of gemport run from its source package."""
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check")
    _call(*pip, "--no-deps", "--no-binary=:all:", "--dest", str(FOLDER), *package)
    archive = next(FOLDER.glob("machine68k-*.tar.gz"))
    shutil.unpack_archive(archive, FOLDER, filter="data")
    source = FOLDER / archive.name.removesuffix(".tar.gz")
    shutil.copytree(sysconfig.get_path("include"), source / "python")
    (source / "python" / "pyconfig.h").write_text(_CONFIGURATION, encoding="ascii")
    _call("gcc", "-o", str(source / "make"), str(source / "src" / "musashi" / "m68kmake.c"))
    _call(str(source / "make"), str(source / "gen"), str(source / "src" / "musashi" / "m68k_in.c"))
    folders = [f"-I{source / name}" for name in ("python", "src", "src/musashi", "gen")]
    names = ("musashi/m68kcpu.c", "musashi/m68kdasm.c", "musashi/softfloat/softfloat.c", "../gen/m68kops.c")
    files = [*source.glob("src/*.c"), *(source / "src" / name for name in names)]
    options = ("-shared", "-O2", "-s", '-DMUSASHI_CNF="my_conf.h"', *folders, "-o", str(target / "machine68k.pyd"))
    _call(_COMPILER, *options, *map(str, files), str(libraries))


def _libraries(folder: Path) -> None:
    """Extract python.org's libraries from the package, and require a signature of the Python Software Foundation."""
    _pip("download", "--no-deps", "--dest", str(FOLDER), _LIBRARIES)
    with zipfile.ZipFile(next(FOLDER.glob("*.whl"))) as package:
        for name in filter(_LIBRARY_NAMES.fullmatch, package.namelist()):
            path = folder / Path(name).name
            path.write_bytes(package.read(name))
            output = _call("osslsigncode", "verify", "-ignore-crl", str(path))
            if "Signature verification: ok" not in output or _SIGNER not in output:
                raise SetupError(f"{path.name} was not signed by the Python Software Foundation")


def _pip(*arguments: str) -> None:
    target = ("--platform", "win_amd64", "--python-version", "3.11", "--only-binary=:all:", "--quiet")
    _call(sys.executable, "-m", "pip", arguments[0], *target, "--disable-pip-version-check", *arguments[1:])


def _prefix(environment: Mapping[str, str]) -> None:
    """Create Wine's prefix, configured as Windows 10."""
    if not (FOLDER / "prefix" / "system.reg").exists():
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
    """Return the environment variables for Wine and its programs; tests create their files in ``folder``."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "GEMPORT"))}
    # By default Wine links its Desktop to the user's home folder, and adds menu entries for the files in it.
    own = {"WINEPREFIX": str(FOLDER / "prefix"), "HOME": str(FOLDER / "home"), "WINEDEBUG": "-all"}
    own |= {"WINEDLLOVERRIDES": "mscoree=;mshtml=;winemenubuilder.exe="}
    own |= {"DISPLAY": display, "PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DEBUG_TEMPROOT": folder}
    return {**inherited, **own}


@contextmanager
def _display() -> Iterator[str]:
    """Provide a separate display, so that windows opened by mistake do not disturb the user."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as server:
        os.close(write)
        with open(read, encoding="ascii") as number:
            yield f":{number.readline().strip()}"
        server.terminate()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
